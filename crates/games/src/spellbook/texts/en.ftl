### What players of Spellbook read. crates/games/src/texts.rs says how it is written.
###
### A card is said by its 32 digits, in whose place the page and the terminal put its name from the catalogue.

## Words

card-none = a card
    .many = cards
zone-library = library
zone-hand = hand
zone-battlefield = battlefield
zone-graveyard = graveyard
zone-exile = exile
zone-command = command zone
zone-sideboard = sideboard
zone-stack = stack
zone-aside = cards set aside
step-untap = untap step
step-upkeep = upkeep
step-draw = draw step
step-main-1 = first main phase
step-combat = beginning of combat
step-attackers = attackers
step-blockers = blockers
step-damage = combat damage
step-combat-end = end of combat
step-main-2 = second main phase
step-end = end step
step-cleanup = cleanup step
wish-look = look at cards of
wish-search = search
wish-hand = look at the hand of
wish-peek = look at a face-down card of
wish-control = control something of
colour-w = white
colour-u = blue
colour-b = black
colour-r = red
colour-g = green
colour-c = colourless
why-life = no life left
why-poison = ten poison counters
why-commander = 21 points of damage from one commander
why-empty-library = no card left to draw

who = { NAME($player, form: "start") }
n-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
n-card-list = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}
short = { $asked ->
   *[other] { " " }({ $asked } were asked for)
}
this = { $piece-token ->
    [none] { CARD($piece) }
   *[other] { $piece-name }
}
at-seat = { $to-seat ->
    [none] { "" }
   *[other] { NAME($to-seat) }
}

## What happened

event-deck-brought = { who } brought a deck of { n-card-list }{ $sideboard ->
    [0] { "" }
   *[other] { " " }and a sideboard of { $sideboard }
}.
event-chooser-found = { NAME($player, form: "start") } may say who begins.
event-first-chosen = { NAME($first, form: "start") } will begin.
event-mulligan-taken = { who } took mulligan { $mulligans }.
event-hand-kept = { who } kept { n-card-list }.
event-game-began = Game { $game } begins.
event-turn-began = Turn { $turn }: { NAME($player) }.
event-step-began = { STEP($step) }
    .terminal = { "" }
event-drew = { who } drew { n-cards }{ SAME($count, $asked) ->
    [yes] { "" }
   *[no] { short }
}.
event-you-drew = You see { CARD($cards, list: "row") }.
event-milled = { who } milled { $cards-count } of { WHOSE($seat) } cards{ SAME($cards-count, $asked) ->
    [yes] { "" }
   *[no] { short }
}: { CARD($cards, list: "row") }.
event-you-milled = You see { CARD($cards, list: "row") }.
event-shuffled = { who } shuffled { n-card-list }.
event-looked = { who } looked at { n-cards } of { WHOSE($seat) } library.
event-searched = { who } searched { WHOSE($seat) } library.
event-hand-looked = { who } looked at { WHOSE($seat) } hand.
event-you-see = You see { CARD($cards, list: "row") }.
event-sorted-out = { who } put cards of { WHOSE($seat) } library in order{ $piles-count ->
    [0] { "" }
   *[other] : { $piles-0-count } to the { $piles-0-to-at ->
        [bottom] bottom of the { ZONE($piles-0-to-zone) }
       *[other] { ZONE($piles-0-to-zone) }
    }{ $piles-1-count ->
        [none] { "" }
       *[other] , { $piles-1-count } to the { $piles-1-to-at ->
            [bottom] bottom of the { ZONE($piles-1-to-zone) }
           *[other] { ZONE($piles-1-to-zone) }
        }
    }
}; { $back } stayed.
event-look-ended = { who } stopped looking.
event-put-from-hand = { who } put { $piles-0-count } from the hand to the { ZONE($piles-0-to-zone) }, unseen.
event-revealed = { who } showed { CARD($cards, list: "row") }.
event-you-are-shown = You are shown { CARD($cards, list: "row") }.
event-discarded-at-random = { who } discarded at random { CARD($cards, list: "row") }.
event-hand-mixed = { who } mixed the hand.
event-kept-shown = { $to ->
    [none] { who } no longer keeps the { $what ->
        [top] top of the library
       *[hand] hand
    } shown.
   *[other] { who } keeps the { $what ->
        [top] top of the library
       *[hand] hand
    } shown.
}
event-top-is = On top of { WHOSE($player) } library lies { CARD($card) }.
event-peeked = { who } looked at a face-down card.
event-moved = { who } moved { $pieces-count ->
    [1] { $pieces-0-piece-token ->
        [none] { CARD($pieces-0-piece) }
       *[other] { $pieces-0-piece-name }
    }
   *[other] { $pieces-count } things
} from the { ZONE($pieces-0-from) } to the { ZONE($to-zone) }.
event-turned-up = Face-down cards of { NAME($player) }: { CARD($cards, list: "row") }.
event-turned = { who } turned { this } { $side ->
    [down] face down
    [back] to its other face
   *[up] face up
}.
event-cast = { who } cast { this } from the { ZONE($from) }{ $tax ->
    [none] { "" }
   *[other] , cast { $tax } times before
}.
event-ability-used = { who } used an ability: { $text }
event-resolved = { this } resolves: { ZONE($to) }.
event-control-changed = { NAME($to, form: "start") } now controls { this }.
event-attached = { $to ->
    [none] { this } is taken off.
   *[other] { this } is attached.
}
event-piles-made = { who } made { $piles-count } piles.
event-tokens-made = { who } made { $count } { $kind ->
    [copy] copies
   *[other] × { $name }
}.
event-tapped = { who } tapped { $pieces-count ->
    [1] { $pieces-0-token ->
        [none] { CARD($pieces-0) }
       *[other] { $pieces-0-name }
    }
   *[other] { $pieces-count } things
}.
event-untapped = { who } untapped { $pieces-count ->
    [1] { $pieces-0-token ->
        [none] { CARD($pieces-0) }
       *[other] { $pieces-0-name }
    }
   *[other] { $pieces-count } things
}.
event-untapped-all = { who } untapped everything.
    .terminal = { "" }
event-marked = { who } marked { this }.
event-counters-changed = { who } changed “{ $counter }” by { $by }, to { $count }{ $on-seat ->
    [none] { "" }
   *[other] , on { NAME($on-seat) }
}.
event-arrow-drawn = { who } drew an arrow.
event-arrows-cleared = { who } took arrows away.
event-attacked = { $attackers-count ->
    [0] { who } called the attack off.
   *[other] { who } attacked with { $attackers-count }.
}
event-blocked = { $blocks-count ->
    [0] { who } called the blocks off.
   *[other] { who } blocked with { $blocks-count }.
}
event-damaged = { $amount } damage{ $to-seat ->
    [none] { "" }
   *[other] { " " }to { NAME($to-seat) }, who is at { $left }
}.
event-mana-changed = { who } now has { $count } { COLOUR($colour) } mana.
event-life-changed = { NAME($seat, form: "start") }: { $life } life ({ $by }).
event-tax-changed = { CARD($card) } counts as cast { $casts } times.
event-designated = { $seat ->
    [none] Nobody is { $what } any more.
   *[other] { $what }: { NAME($seat) }.
}
event-extra-turn-given = { NAME($seat, form: "start") } will have an extra turn.
event-held = { who } asked to wait.
event-passed = { who } passed.
event-rolled = { who } rolled { $results } ({ $sides } sides).
event-flipped = { who } flipped { $count } coins: { $heads } heads.
event-picked = Chance picked one of { $among }{ $picked-seat ->
    [none] { "" }
   *[other] : { NAME($picked-seat) }
}.
event-chose = { who } chose in secret.
event-choices-shown = { who } had chosen { CARD($cards, list: "row") }.
event-asked = { who } asked to { WISH($wish) } { NAME($seat) }.
event-undo-asked = { who } asked to undo { $steps ->
    [one] the last action
   *[other] the last { $steps } actions
}.
event-draw-offered = { who } offered a draw.
event-agreed = { who } agreed.
event-refused = { $player ->
    [none] Somebody refused.
   *[other] { NAME($player, form: "start") } refused.
}
event-withdrawn = { who } withdrew the question.
event-took-back = { who } took the last action back.
event-undone = Undone: { $steps ->
    [one] the last action
   *[other] the last { $steps } actions
}.
event-should-lose = { NAME($player, form: "start") } should lose: { WHY($why) }.
event-lost = { $why ->
    [none] { who } gave up.
   *[other] { who } lost: { WHY($why) }.
}
event-game-ended = { $winner ->
    [none] Game { $game } is a draw.
   *[other] { NAME($winner, form: "start") } won game { $game }.
}
event-sideboarded = { who } changed the deck.
event-readied = { who } got ready.
event-match-ended = The match is over. { NAMES($winners, form: "start") } won.

## What a player can do

offer-bring-deck = Bring a deck of { $main } cards
offer-choose-first = { NAME($seat, form: "start") } to begin
offer-mulligan = Take a mulligan
offer-keep = Keep this hand
offer-sideboard = Change the deck
offer-ready = Ready for the next game
offer-draw = Draw { n-cards }
offer-mill = Mill { n-cards } of { WHOSE($seat) } library
offer-shuffle = Shuffle the library
offer-look = Look at { $part ->
    [bottom] the bottom { $part-value }
   *[top] the top { $part-value }
}
offer-search = Search the library
offer-sort-out = Put the cards in order{ $piles-count ->
    [0] { "" }
   *[other] : { $piles-0-count } to the { ZONE($piles-0-to-zone) }
}
offer-done = Leave them as they are
offer-from-hand = Put { $piles-0-count } from the hand to the { ZONE($piles-0-to-zone) }, unseen
offer-reveal = Show { CARD($cards, list: "row") }
offer-reveal-at-random = Show { n-cards } at random
offer-discard-at-random = Discard { n-cards } at random
offer-hide = Mix the hand
offer-keep-shown = { $to ->
    [none] No longer keep the { $what } shown
   *[other] Keep the { $what } shown
}
offer-peek = Look at a face-down card
offer-move = Move { $pieces-count ->
    [1] one thing
   *[other] { $pieces-count } things
} to the { ZONE($to-zone) }
offer-turn = Turn something { $side ->
    [down] face down
    [back] to its other face
   *[up] face up
}
offer-cast = Cast { CARD($card) }
offer-ability = Use an ability
offer-resolve = Resolve what is on the stack: { ZONE($to-zone) }
offer-control = Give control to { NAME($seat) }
offer-attach = { $to ->
    [none] Take it off
   *[other] Attach it
}
offer-piles = Make piles
offer-token = Make { $count } × { $spec-name }
offer-copy = Make { $count } copies
offer-tap = Tap { $pieces-count }
offer-untap = Untap { $pieces-count }
offer-untap-all = Untap everything
offer-set = Write a note
offer-count = Change “{ $counter }” by { $by }
offer-arrow = Draw an arrow
offer-clear-arrows = Take arrows away
offer-attack = Attack with { $attackers-count }
offer-block = Block with { $blocks-count }
offer-damage = Deal { $amount } damage{ $to-seat ->
    [none] { "" }
   *[other] { " " }to { at-seat }
}
offer-mana = { COLOUR($colour) } mana: { $by }
offer-life = Life of { NAME($seat) }: { $by }
offer-tax = Correct the commander tax by { $by }
offer-designate = { $what }: { $seat ->
    [none] nobody
   *[other] { NAME($seat) }
}
offer-next-step = Next step
offer-to-step = Go to: { STEP($step) }
offer-end-turn = End the turn
offer-extra-turn = Extra turn for { NAME($seat) }
offer-hold = Ask to wait
offer-pass = Pass
offer-roll = Roll { $count } × { $sides } sides
offer-flip = Flip { $count } coins
offer-pick-at-random = Pick one of { $among-count } at random
offer-choose-secretly = Choose in secret
offer-show-choices = Show what you chose in secret
offer-ask = Ask to { WISH($wish) } { NAME($seat) }
offer-agree = Agree
offer-agree-if-shuffled = Agree, if the library is shuffled
offer-refuse = Refuse
offer-take-back = Take back
offer-ask-undo = Ask to undo { $steps }
offer-concede = Give up
offer-offer-draw = Offer a draw

## What is asked of a player, and whom the table waits for

prompt-decks = Bring a deck
prompt-first-player = Who begins?
prompt-mulligans = Keep your hand?
    .detail = A mulligan draws seven new cards; for each one you put a card on the bottom.
prompt-playing = Your move
prompt-sideboarding = Change your deck, or get ready
prompt-over = { wait-over }
wait-decks = Waiting for the deck of { NAMES($waiting) }
wait-first-player = { NAMES($waiting, form: "start") } may say who begins
wait-mulligans = Waiting for { NAMES($waiting) } to keep a hand
wait-playing = Waiting for { NAMES($waiting) }
wait-sideboarding = Waiting for { NAMES($waiting) } to get ready
wait-over = The match is over

## Only in the terminal

terminal-legend = Everything on the table has a number. Type what you do, with numbers or with the beginnings of names.

## What is counted, for the table at the end

statistic-cards_drawn = Cards drawn
statistic-spells_cast = Spells cast
statistic-damage_dealt = Damage dealt
statistic-cards_milled = Cards milled
statistic-tokens_made = Tokens made
statistic-searches = Searches
statistic-mulligans = Mulligans
