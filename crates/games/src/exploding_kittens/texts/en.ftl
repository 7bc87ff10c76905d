### Exploding Kittens. The language of these messages is explained in crates/games/src/texts.rs.

## The cards
##
## Each as it stands in a sentence, several of them, its title, what is printed on it where that is more than one line,
## and what it does.

card-none = a card
    .many = cards
    .title = card
card-exploding_kitten = an Exploding Kitten
    .title = Exploding Kitten
    .print =
        Exploding
        Kitten
    .text = Defuse it when you draw it, or you are out.
card-imploding_kitten = the Imploding Kitten
    .title = Imploding Kitten
    .print =
        Imploding
        Kitten
    .text = Goes back into the pile face up the first time; whoever draws it then is out, and no Defuse helps.
card-defuse = a Defuse
    .many = Defuses
    .title = Defuse
    .text = Saves you from an Exploding Kitten, which you put back into the pile wherever you like.
card-nope = a Nope
    .many = Nopes
    .title = Nope
    .text = Stops what another player has just played, even a Nope, but no kitten and no Defuse.
card-attack = an Attack
    .many = Attacks
    .title = Attack
    .text = End your turn without drawing; the next player takes two turns.
card-targeted_attack = a Targeted Attack
    .many = Targeted Attacks
    .title = Targeted Attack
    .print =
        Targeted
        Attack
    .text = End your turn without drawing; a player of your choice takes two turns.
card-skip = a Skip
    .many = Skips
    .title = Skip
    .text = End one turn without drawing.
card-super_skip = a Super Skip
    .many = Super Skips
    .title = Super Skip
    .print =
        Super
        Skip
    .text = End all your turns without drawing.
card-shuffle = a Shuffle
    .many = Shuffles
    .title = Shuffle
    .text = Shuffle the pile, 1 to 100 times.
card-see_the_future = a See the Future
    .many = See the Future cards
    .title = See the Future
    .print =
        See the
        Future
    .text = Look at the top three cards of the pile.
card-see_the_future_five = a See the Future (5)
    .many = See the Future (5) cards
    .title = See the Future (5)
    .print =
        See the
        Future (5)
    .text = Look at the top five cards of the pile.
card-alter_the_future = an Alter the Future
    .many = Alter the Future cards
    .title = Alter the Future
    .print =
        Alter the
        Future
    .text = Look at the top three cards and put them in any order.
card-alter_the_future_five = an Alter the Future (5)
    .many = Alter the Future (5) cards
    .title = Alter the Future (5)
    .print =
        Alter the
        Future (5)
    .text = Look at the top five cards and put them in any order.
card-reverse = a Reverse
    .many = Reverses
    .title = Reverse
    .text = Reverse the order of play and end one turn without drawing.
card-draw_from_the_bottom = a Draw from the Bottom
    .many = Draw from the Bottom cards
    .title = Draw from the Bottom
    .print =
        Draw from
        the Bottom
    .text = End one turn by drawing the bottom card.
card-swap_top_and_bottom = a Swap Top and Bottom
    .many = Swap Top and Bottom cards
    .title = Swap Top and Bottom
    .print =
        Swap Top
        and Bottom
    .text = Swap the top and the bottom card of the pile without looking.
card-mark = a Mark
    .many = Marks
    .title = Mark
    .text = Turn a card in another hand face up for everybody to see.
card-curse_of_the_cat_butt = the Curse of the Cat Butt
    .many = Curse of the Cat Butt cards
    .title = Curse of the Cat Butt
    .print =
        Curse of the
        Cat Butt
    .text = Another player cannot see their own hand until they draw safely or defuse a kitten.
card-catomic_bomb = a Catomic Bomb
    .many = Catomic Bombs
    .title = Catomic Bomb
    .print =
        Catomic
        Bomb
    .text = Put all Exploding Kittens on top, shuffle the rest and end one turn without drawing.
card-garbage_collection = a Garbage Collection
    .many = Garbage Collections
    .title = Garbage Collection
    .print =
        Garbage
        Collection
    .text = Everybody gives a card of their choice, and all are shuffled into the pile.
card-streaking_kitten = a Streaking Kitten
    .many = Streaking Kittens
    .title = Streaking Kitten
    .print =
        Streaking
        Kitten
    .text = While you hold it, you may keep one Exploding Kitten in your hand.
card-favor = a Favor
    .many = Favors
    .title = Favor
    .text = Another player gives you a card of their choice.
card-tacocat = a Tacocat
    .many = Tacocats
    .title = Tacocat
    .text = { cats }
card-beard_cat = a Beard Cat
    .many = Beard Cats
    .title = Beard Cat
    .text = { cats }
card-rainbow_ralphing_cat = a Rainbow-Ralphing Cat
    .many = Rainbow-Ralphing Cats
    .title = Rainbow-Ralphing Cat
    .print =
        Rainbow-
        Ralphing Cat
    .text = { cats }
card-hairy_potato_cat = a Hairy Potato Cat
    .many = Hairy Potato Cats
    .title = Hairy Potato Cat
    .print =
        Hairy
        Potato Cat
    .text = { cats }
card-cattermelon = a Cattermelon
    .many = Cattermelons
    .title = Cattermelon
    .text = { cats }
card-feral_cat = a Feral Cat
    .many = Feral Cats
    .title = Feral Cat
    .text = Counts as any cat.
cats = Two of a kind steal a card; three steal the card that you name.

## Words

number-of-cards = { $n ->
    [one] { $n } card
   *[other] { $n } cards
}
number-of-turns = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}
often = { $times ->
    [1] once
    [2] twice
   *[other] { $times } times
}

# The ends of the pile.
end-top = top
end-bottom = bottom

## What happened

# An ordinary turn of somebody else needs no line: what they do in it says whose it is.
event-turn-started = { $turns ->
    [1] { $under_attack ->
        [true] { WHOSE($player, form: "start") } last turn under attack.
       *[false] { YOU($player) ->
            [you] Your turn.
           *[other] { "" }
        }
    }
   *[other] { WHOSE($player, form: "start") } turn: { number-of-turns } to take.
}
event-played = { YOU($player) ->
    [you] You play { CARD($cards) }{ played-at }.
   *[other] { NAME($player) } plays { CARD($cards) }{ played-at }.
}
played-at = { $target ->
    [none] { "" }
   *[other] { $cards-count ->
        [1] { " " }at { NAME($target) }
       *[other] { " " }to steal from { NAME($target) }
    }
}
event-wasted = { YOU($player) ->
    [you] You play { CARD($card) } blind, and it does nothing.
   *[other] { NAME($player) } plays { CARD($card) } blind, and it does nothing.
}
event-aimed = { YOU($player) ->
    [you] You aim it at { NAME($target) }.
   *[other] { NAME($player) } aims it at { NAME($target) }.
}
event-noped = { YOU($player) ->
    [you] You play { a-nope }: { nope-outcome }.
   *[other] { NAME($player) } plays { a-nope }: { nope-outcome }.
}
a-nope = { $nopes ->
    [1] a Nope
   *[other] another Nope
}
nope-outcome = { PARITY($nopes) ->
    [odd] it is stopped
   *[even] it goes through
}
event-passed = { YOU($player) ->
    [you] You pass.
   *[other] { NAME($player) } passes.
}
    .terminal = { "" }
event-stopped = Nope: what { NAME($player) } played is stopped.
event-fizzled = { YOU($target) ->
    [you] You have no card left for that.
   *[other] { NAME($target) } has no card left for that.
}
event-drawn = { YOU($player) ->
    [you] You draw { a-card-from }.
   *[other] { NAME($player) } draws { a-card-from }.
}
a-card-from = { $from ->
    [bottom] a card from the bottom
   *[top] a card
}
event-you-drew = It is { CARD($card) }; only you see it.
event-exposed = { YOU($player) ->
    [you] You hold an Exploding Kitten that you may not keep!
   *[other] { NAME($player) } holds an Exploding Kitten that they may not keep!
}
event-exploding = An Exploding Kitten is in { WHOSE($player) } hands!
event-defused = { YOU($player) ->
    [you] You defuse it.
   *[other] { NAME($player) } defuses it.
}
event-guessed-wrong = { YOU($player) ->
    [you] You guess wrong: { CARD($card) } is lost.
   *[other] { NAME($player) } guesses wrong: { CARD($card) } is lost.
}
event-imploding = { YOU($player) ->
    [you] You turn up the Imploding Kitten!
   *[other] { NAME($player) } turns up the Imploding Kitten!
}
event-tucked = { YOU($player) ->
    [you] You tuck the kitten back into the pile; only you know where.
   *[other] { NAME($player) } tucks the kitten back into the pile, in secret.
}
event-surfaced = The Imploding Kitten lies face up on top of the pile.
event-died = { YOU($player) ->
    [you] You are out.
   *[other] { NAME($player) } is out.
}
event-attacked = { YOU($player) ->
    [you] You attack { NAME($target) }: { number-of-turns } to take.
   *[other] { NAME($player) } attacks { NAME($target) }: { number-of-turns } to take.
}
event-skipped = { YOU($player) ->
    [you] You end the turn without drawing.
   *[other] { NAME($player) } ends the turn without drawing.
}
event-reversed = { YOU($player) ->
    [you] You reverse the order of play.
   *[other] { NAME($player) } reverses the order of play.
}
event-shuffled = { YOU($player) ->
    [you] You shuffle the pile { often }.
   *[other] { NAME($player) } shuffles the pile { often }.
}
top-cards = { $cards ->
    [1] top card
   *[other] top { $cards } cards
}
event-future-seen = { YOU($player) ->
    [you] You look at the { top-cards } of the pile.
   *[other] { NAME($player) } looks at the { top-cards } of the pile.
}
event-your-future = { $cards-count ->
    [0] { "" }
   *[other] From the top, for you alone: { CARD($cards, form: "title", list: "row") }.
}
event-future-altered = { YOU($player) ->
    [you] You reorder the { top-cards } of the pile.
   *[other] { NAME($player) } reorders the { top-cards } of the pile.
}
event-swapped = { YOU($player) ->
    [you] You swap the top and the bottom card of the pile.
   *[other] { NAME($player) } swaps the top and the bottom card of the pile.
}
event-marked = { YOU($player) ->
    [you] You mark a card in { WHOSE($target) } hand: { CARD($card) }, face up from now on.
   *[other] { NAME($player) } marks a card in { WHOSE($target) } hand: { CARD($card) }, face up from now on.
}
event-cursed = { YOU($target) ->
    [you] { NAME($player) } curses you: you cannot see your own cards.
   *[other] { YOU($player) ->
        [you] You curse { NAME($target) }, who cannot see their own cards now.
       *[other] { NAME($player) } curses { NAME($target) }, who cannot see their own cards now.
    }
}
event-curse-lifted = The curse on { NAME($player) } is over.
event-bombed = { $kittens-count ->
    [0] There is no Exploding Kitten in the pile, which is shuffled.
    [1] The Exploding Kitten goes on top of the pile; the rest is shuffled.
    [2] Both Exploding Kittens go on top of the pile; the rest is shuffled.
   *[other] All { $kittens-count } Exploding Kittens go on top of the pile; the rest is shuffled.
}
event-gave = { YOU($player) ->
    [you] You give { CARD($card) } to the pile.
   *[other] { NAME($player) } gives a card to the pile.
}
event-collected = { $cards ->
    [0] Nobody has a card to give.
    [1] The card is shuffled into the pile.
   *[other] The { $cards } cards are shuffled into the pile.
}
event-named = { YOU($player) ->
    [you] You ask { NAME($target) } for { CARD($kind) }, and { has-one }.
   *[other] { NAME($player) } asks { NAME($target) } for { CARD($kind) }, and { has-one }.
}
has-one = { YOU($target) ->
    [you] you have { one-or-none }
   *[other] { NAME($target) } has { one-or-none }
}
one-or-none = { $has ->
    [true] one
   *[false] none
}
event-taken = { YOU($player) ->
    [you] You get { CARD($card) } from { NAME($target) }.
   *[other] { NAME($player) } gets { CARD($card) } from { NAME($target) }.
}
# A card that was named or marked is no secret.
event-taken-private = { $card ->
    [none] You are cursed and cannot see which card it is.
   *[other] { $secret ->
        [true] It is { CARD($card) }; only the two of you are told.
       *[false] It is { CARD($card) }.
    }
}
event-game-ended = { $winners-count ->
    [1] { YOU($winners) ->
        [you] You win the game!
       *[other] { NAME($winners) } wins the game!
    }
   *[other] The pile is empty: { NAMES($winners) } share the win.
}
    .terminal = { "" }

## What a player can do

# A cursed player sees no card: it is told by its place in the hand.
unseen-card = unseen card { $card-place }
this-card = { $card ->
    [none] { unseen-card }
   *[other] { CARD($card) }
}
offer-draw = Draw
offer-play = Play { this-card }{ $target ->
    [none] { "" }
   *[other] { " " }at { NAME($target) }
}
offer-pair = Play { CARD($cards) } to steal a card from { NAME($target) }
offer-triple = Play { CARD($cards) } to steal a card that you name from { NAME($target) }
offer-aim = Aim at { NAME($target) }
offer-nope = { $card ->
    [none] Try { unseen-card } as a Nope
   *[other] Nope!
}
offer-pass = Pass
offer-pass-turn = Pass all this turn
offer-shuffle = Shuffle { often }
offer-arrange = { $kinds ->
    [none] Put them back in another order
   *[other] Put back { CARD($kinds, form: "title", list: "row") }
}
offer-pick = Pick card { $card-place } of { WHOSE($card-seat) } hand{ $card ->
    [none] { "" }
   *[other] , { CARD($card) }
}
offer-give = Give { this-card }
offer-name = Ask for { CARD($kind) }
offer-keep = { $drawn ->
    [none] Keep it
   *[other] Keep the { CARD($drawn, form: "title") }
}
offer-unmask = Turn up the Exploding Kitten
offer-defuse = { $card ->
    [none] Guess that { unseen-card } is a Defuse
   *[other] Defuse it
}
offer-tuck = { place-in-pile }
# How many cards of a pile of $pile lie above the kitten.
place-in-pile = { $above ->
    [none] Somewhere in the pile
    [0] On top
   *[other] { SAME($above, $pile) ->
        [yes] At the bottom
       *[no] { $above ->
            [1] Under the top card
           *[other] Under { $above } cards
        }
    }
}

## What is asked of a player

prompt-turn = { $turns-owed-turns ->
    [1] { $turns-owed-under_attack ->
        [true] Your last turn under attack
       *[false] Your turn
    }
   *[other] Your turn: { $turns-owed-turns } turns to take
}
    .detail = { $is_cursed ->
        [true] You are cursed and play blind.{ " " }
       *[false] { "" }
    }Play cards, or draw; a draw ends { $turns-owed-turns ->
        [1] your turn
       *[other] one of them
    }.
prompt-aim = It was { CARD($now-play-kind) }: at whom?
    .detail = { CARD($now-play-kind, form: "text") }
prompt-nope = { $now-nopes ->
    [0] { play }. Nope it?
   *[other] { PARITY($now-nopes) ->
        [odd] Stopped. Nope the Nope?
       *[even] Back on. Nope it again?
    }
}
    .detail = { $now-nopes ->
        [0] If everybody passes, it happens.
       *[other] { play }. If everybody passes, it { PARITY($now-nopes) ->
            [odd] stays stopped
           *[even] happens
        }.
    }
play = { YOU($now-play-by) ->
    [you] You play { play-name }{ play-at }
   *[other] { NAME($now-play-by) } plays { play-name }{ play-at }
}
play-name = { $now-play-cards-count ->
    [1] { CARD($now-play-kind) }
    [2] two of a kind
   *[other] three of a kind
}
play-at = { $now-play-target ->
    [none] { "" }
   *[other] { $now-play-cards-count ->
        [1] { " " }at { NAME($now-play-target) }
       *[other] { " " }to steal from { NAME($now-play-target) }
    }
}
prompt-choice = { $now-play-cards-count ->
    [1] { $now-play-kind ->
        [mark] Mark a card in { WHOSE($now-play-target) } hand
        [favor] { NAME($now-play-by) } asks you for a favor
        [garbage_collection] Give a card to the pile
        [shuffle] How often do you shuffle?
       *[other] Put them in any order
    }
    [2] Steal a card from { NAME($now-play-target) }
   *[other] { $now-play-named ->
        [none] Which card do you want from { NAME($now-play-target) }?
       *[other] Give your { CARD($now-play-named, form: "title") }
    }
}
    .detail = { $now-play-cards-count ->
        [1] { $now-play-kind ->
            [mark] It will lie face up for everybody to see.
            [favor] Give a card of your choice. Only the two of you are told.
            [garbage_collection] Everybody does; all of them are shuffled in.
            [shuffle] Everybody forgets what they knew of the pile.
           *[other] Only you see them. The first is drawn next.
        }
        [2] Pick one without seeing it. If it is not marked, only the two of you are told.
       *[other] { $now-play-named ->
            [none] If there is one, it is yours.
           *[other] { NAME($now-play-by) } asks you for one, and you have it.
        }
    }
prompt-drawn = You drew { CARD($drawn) }
    .detail = { $drawn ->
        [exploding_kitten] Keep it in secret, or defuse it. Nobody else knows yet.
       *[other] Keep it. That ends one turn; every draw looks the same to the others.
    }
prompt-unmask = Turn up your Exploding Kitten
    .detail = You hold more Exploding Kittens than you may keep.
prompt-defuse = { $is_cursed ->
    [true] Which card is your Defuse?
   *[false] An Exploding Kitten is in your hands!
}
    .detail = { $is_cursed ->
        [true] You are cursed: guess. Wrong guesses are lost.
       *[false] Use your Defuse.
    }
prompt-tuck = Tuck the kitten back into the pile
    .detail = { $drawn ->
        [imploding_kitten] It lies face up, wherever you like.
       *[other] Nobody else is told where.
    }
prompt-over = { wait-over }

## Whom the table waits for

waiting = { $waiting-count ->
    [0] { "" }
   *[other] { $is_out ->
        [true] You are out
       *[false] Waiting for { NAMES($waiting) }
    }
}
out-waiting = Waiting for { NAMES($waiting) }.
wait-turn = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] They play cards, or draw.
    }
wait-aim = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] They aim { CARD($now-play-kind) }.
    }
wait-nope = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] { play }: does anybody Nope { $now-nopes ->
            [0] it
           *[other] the Nope
        }?
    }
wait-choice = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] They choose, for { play-name }.
    }
wait-drawn = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] They look at the card that they drew.
    }
wait-unmask = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] A kitten is about to explode.
    }
wait-defuse = { waiting }
    .detail = { wait-unmask.detail }
wait-tuck = { waiting }
    .detail = { $is_out ->
        [true] { out-waiting }
       *[false] They tuck the kitten into the pile.
    }
wait-over = { $standing-winners-count ->
    [1] { YOU($standing-winners) ->
        [you] You win!
       *[other] { NAME($standing-winners) } wins!
    }
   *[other] The game is over
}
    .detail = { $standing-winners-count ->
        [none] { "" }
        [1] The last one alive.
       *[other] { NAMES($standing-winners, form: "start") } share the win.
    }

## How to play: what the page shows with pictures, and the terminal as help

howto-1 = Draw
    .text = On your turn, play as many cards as you like, or none. Then draw the top card, which ends the turn.
howto-2 = Do not explode
    .text = If you draw an Exploding Kitten and have no Defuse, you are out. The last one alive wins.
howto-3 = Defuse
    .text = A Defuse saves you. Then tuck the kitten back into the pile wherever you like; nobody else is told where.
howto-4 = Get out of drawing
    .text = A Skip ends a turn without a draw. So does an Attack, which gives the next player two turns, and also those that you still owed under attack.
howto-5 = Look ahead
    .text = See the top of the pile, or put it in another order. You know it until somebody shuffles.
    .page = What you know is marked with a half-open eye.
howto-6 = Nope
    .text = Whatever somebody plays, the others may Nope it, and Nope the Nope. An odd number of Nopes stops it. A kitten or a Defuse cannot be Noped.
howto-7 = Steal
    .text = Cats do nothing alone. Two of a kind steal a card from another hand, unseen; three steal the card that you name.

## Only on the page

# How many players somebody has outlived.
page-score = { $score ->
    [0] out first
    [one] outlived { $score } player
   *[other] outlived { $score } players
}

page-nth = { $ordinal ->
    [one] { $n }st
    [two] { $n }nd
    [few] { $n }rd
   *[other] { $n }th
}
page-card = { $card ->
    [none] face-down card
   *[other] { CARD($card, form: "title") }
}
page-card-where = { page-card }{ $is_secret ->
    [true] , only you see it
   *[false] { "" }
}{ $where ->
    [none] { "" }
   *[other] , { $where }
}
page-back = Back
page-put-back = Put the cards back
page-just-drawn = just drawn
page-whose-turn = { WHOSE($seat, form: "start") } turn
page-order = { $whose }; play goes { $is_reversed ->
    [true] anticlockwise
   *[false] clockwise
}
page-key-hand = Move along your hand; Enter picks a card
page-hand = Your hand, { number-of-cards }
page-in-hand = { $card ->
    [none] { $is_blind ->
        [true] unseen card
       *[false] face-down card
    }
   *[other] { CARD($card, form: "title") }
}, your hand, card { $place } of { $of }{ $is_marked ->
    [true] , marked: everybody sees it
   *[false] { "" }
}{ $is_idle ->
    [true] , cannot be used now
   *[false] { "" }
}
page-hint-more = Pick one or two more that go with it.
page-hint-single = { CARD($card, form: "text") }{ $has_more ->
    [true] { " " }Or pick another to go with it.
   *[false] { "" }
}{ $is_aimed ->
    [true] { " " }At whom?
   *[false] { "" }
}
page-hint-pair = Two of a kind steal a card, unseen.{ $has_more ->
    [true] { " " }A third lets you name it.
   *[false] { "" }
} From whom?
page-hint-triple = Three of a kind steal the card that you name. From whom?
page-arrange = The cards to come, in any order
page-next = next
page-arranged = { page-card }, { $nth } from the top; { $is_held ->
    [true] held: arrows move it
   *[false] Enter picks it up
}
page-move-up = Move it up
page-move-down = Move it down
page-arrange-done = Use this order
page-discard = Discard pile
page-discard-about = Discard pile, { number-of-cards }: look through it
page-discard-empty = discard
page-on-discard = on the discard pile
page-discard-count = discarded
page-discard-order = The newest first.
page-discard-newest = the newest
page-discard-place = { $place } from the top
page-name = Name a card
page-nopes = On the table: { $nopes ->
    [one] { $nopes } Nope
   *[other] { $nopes } Nopes
}; as things stand, { nope-outcome }
page-played-by = played by { NAME($seat) }
page-on-table = on the table
page-at = at { NAME($seat) }
page-stopped = Nope
page-goes-on = Yup
page-over = The game is over
page-won = { $winners-count ->
    [1] { YOU($winners) ->
        [you] You win!
       *[other] { NAME($winners) } wins!
    }
   *[other] { NAMES($winners, form: "start") } share the win
}
page-pick = Pick a card
page-pile-bottom = at the bottom of the pile
page-pile-top = on top of the pile
page-pile-in = in the pile
page-pile-empty = empty
page-pile-count = to draw
page-draw = Draw from the pile, { number-of-cards }{ $card ->
    [none] { "" }
   *[other] ; you know the top card
}
page-risk = { $level ->
    [deadly] Next: { CARD($kind) }!
    [safe] Next: { CARD($kind) }
    [empty] No cards left
   *[unknown] { $nth ->
        [none] Could be anything
       *[other] Kitten { $nth } from the top
    }
}
page-risk-about = What you know of the pile: { $risk }
page-implodes = the Imploding Kitten lies face up in it
page-known = { page-card }, { $place ->
    [1] on top
   *[other] { $nth } from the top
}
page-unknown = { $n } unknown
page-seat-note = { $note ->
    [out] out
    [passes-all] passes all
   *[passes] passes
}
page-cursed = cursed
page-seat = { NAME($seat, form: "start") }{ $is_turn ->
    [true] , to play
   *[false] { "" }
}{ $is_waited ->
    [true] , thinking
   *[false] { "" }
}
page-seat-hand = { WHOSE($seat, form: "start") } hand, { number-of-cards }
page-seat-card = { WHOSE($seat) } hand, card { $place } of { $of }{ $is_marked ->
    [true] , marked
   *[false] { "" }
}
page-turns = { NAME($seat, form: "start") }: { number-of-turns } { $is_pending ->
    [true] waiting
   *[false] to take
}
page-shuffle = How often to shuffle
page-shuffle-now = Shuffle
page-shuffle-more = Once more
page-shuffle-less = Once less
page-shuffle-range = How often, { $least } to { $most }
page-shuffle-slide = How often, by sliding
page-shuffle-empty = How often? { page-shuffle-instead }
page-shuffle-instead = Type a whole number from { $least } to { $most }.
page-shuffle-no-number = “{ $typed }” is not a number. { page-shuffle-instead }
page-shuffle-no-whole = { $typed } is not a whole number. { page-shuffle-instead }
page-shuffle-many = { $typed } shuffles are too many; shuffle at most { $limit }.
page-shuffle-few = The pile cannot be shuffled { often }; shuffle it at least { $limit }.
page-shuffle-not-now = The pile cannot be shuffled { often } now. { page-shuffle-instead }
page-tuck = Where the kitten goes
page-tuck-in = Tuck it in
page-tuck-higher = Tuck it higher
page-tuck-lower = Tuck it lower
page-tuck-secret = { $card ->
    [imploding_kitten] Face up, but only you know where
   *[other] Only you know where
}
page-tuck-above = How many cards lie above it
page-top = Top
page-any = Any
page-bottom = Bottom
page-reveal-pile = Left in the draw pile, the next card first
page-shout-nope = { PARITY($nopes) ->
    [odd] Nope!
   *[even] Yup!
}
page-shout-stopped = Stopped
page-shout-defused = Snip!
page-shout-wrong = Wrong

## Only in the terminal

terminal-tuck = Under how many cards of the pile do you tuck the kitten?
terminal-on-top = on top: { CARD($card, form: "title") }
terminal-top-of = the top card of { $n }
terminal-nothing-left = there is nothing left to draw
terminal-blind = Play a card blind
terminal-cursed = you are cursed
terminal-which-blind = Which card do you play, unseen?
terminal-at-whom = { CARD($kind, form: "title") }: at whom?
terminal-steal = { $n ->
    [3] steal a card that you name
   *[other] steal an unseen card
}
terminal-from-whom = From whom do you steal?
terminal-nope = { $nopes ->
    [0] Nope it?
   *[other] { PARITY($nopes) ->
        [odd] Nope the Nope?
       *[even] Nope it again?
    }
}
terminal-try-blind = Try a card blind
terminal-which-nope = Which card do you try, unseen?
terminal-arrange = { $before ->
    [none] Which card shall lie on top?
   *[other] From the top: { $before }, and then?
}
terminal-legend = While you hold no Nope, you pass automatically. Pass all this turn: you are not asked again until the turn ends. On the table: ▒ is a card that lies face down, □ lies face up for all; a name beside it says that you know it. The pile is shown from its top.

## What is counted, for the table at the end

statistic-cards_drawn = Cards drawn
statistic-plays = Plays
statistic-plays_stopped = Plays stopped
statistic-nopes = Nopes
statistic-cards_taken = Cards taken
statistic-attacks = Attacks
statistic-kittens_defused = Kittens defused

## What a button does, in place

help-draw = Take the top card and end your turn; if it is an Exploding Kitten, you need a Defuse.
help-pass = Let it happen: you play no Nope.
help-pass-turn = Play no Nope for the rest of this turn, whatever is played.
help-nope = Stop what was just played.
help-keep = Keep the card that you drew.
help-defuse = Use a Defuse; you then hide the kitten in the pile again.
help-unmask = Turn up the Exploding Kitten that you may not keep; you then need a Defuse.
help-aim = Choose whom it is aimed at.
help-pick = Choose this card without seeing it.
help-shuffle = Shuffle the pile this often; then nobody knows where anything lies.
help-arrange = Put the cards back in this order.
help-tuck = Put the kitten back at this place of the pile.
help-back = Put it back into your hand; nothing has been played.

## What a coach says in a first game

coach-begin = Welcome! Do not draw an Exploding Kitten. Everybody else may. Hover over a card or press it long to read what it does.
coach-turn = Your turn: play as many cards as you like, or none, and then draw from the pile to end it. Two cats of a kind steal a card.
coach-aim = Choose whom it is aimed at.
coach-nope = Somebody played a card. With a Nope you can stop it; otherwise let it pass.
coach-choice = A card that was played asks you for something. The line above your hand says what.
coach-drawn = You drew a card. Keep it to end your turn.
coach-unmask = You hold more Exploding Kittens than you may keep. Turn one up, and defuse it if you can.
coach-defuse = An Exploding Kitten! Use your Defuse, or you are out.
coach-tuck = You are safe. Hide the kitten in the pile: near the top it is meant for the next player.
coach-end = The last one alive wins. Have a look at all cards and statistics, or play again.
