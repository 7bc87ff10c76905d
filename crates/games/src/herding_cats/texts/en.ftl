### Herding Cats. The language of these messages is explained in crates/games/src/texts.rs.

## The cards
##
## Each as it stands in a sentence, its title, what is printed on it where that is more than one line, what it is worth
## as printed in its corner, and what it does.

card-none = a card
card-kitten = a Kitten
    .title = Kitten
    .worth = 2
    .text = Worth 2 points.
card-show_cat = a Show Cat
    .title = Show Cat
    .worth = 5/7
    .text = Worth 5 points, or 7 with a Kitten in your herd.
card-alley_cat = an Alley Cat
    .title = Alley Cat
    .worth = 1
    .text = Worth 1 point; pick an unseen card in a hand, and it is discarded.
card-catnip = a Catnip
    .title = Catnip
    .worth = 1
    .text = Worth 1 point; steal an unseen card from a hand into your herd.
card-animal_control = an Animal Control
    .title = Animal Control
    .print =
        Animal
        Control
    .worth = 0
    .text = Worth 0 points; discard a face-down card from a herd.
card-laser_pointer = a Laser Pointer
    .title = Laser Pointer
    .print =
        Laser
        Pointer
    .worth = 0
    .text = Worth 0 points; hold it up when you are attacked, and it is lost instead of the chosen card.

## Words

# A part of a player’s cards that can be attacked.
zone-hand = hand
zone-herd = herd

cards = { $n ->
    [one] { $n } card
   *[other] { $n } cards
}

## What happened
##
## $known is what the reader knows of a card that the event does not show: their own. The terminal does without it.

event-turnStarted = { WHOSE($player_id, form: "start") } turn.
event-cardDeclared = { $known ->
    [none] { YOU($player_id) ->
        [you] You play a card as { CARD($declared) }{ declared-against }.
       *[other] { NAME($player_id) } plays a card as { CARD($declared) }{ declared-against }.
    }
   *[other] { SAME($known, $declared) ->
        [yes] You play { CARD($known) } and say so{ declared-against }.
       *[no] You play { CARD($known) } and call it { CARD($declared) }{ declared-against }.
    }
}
declared-against = { $target_player_id ->
    [none] { "" }
   *[other] , against { NAME($target_player_id) }
}
event-challengePassed = { YOU($player_id) ->
    [you] You pass.
   *[other] { NAME($player_id) } passes.
}
    .terminal = { "" }
event-challengeResult = { $truthful ->
    [true] { YOU($challenger_id) ->
        [you] You challenge { NAME($player_id) }, but it is true: { CARD($card) }.
       *[other] { NAME($challenger_id) } challenges { NAME($player_id) }, but it is true: { CARD($card) }.
    }
   *[false] { YOU($challenger_id) ->
        [you] You catch { NAME($player_id) } bluffing: the { CARD($declared, form: "title") } is { CARD($card) }.
       *[other] { NAME($challenger_id) } catches { NAME($player_id) } bluffing: the { CARD($declared, form: "title") } is { CARD($card) }.
    }
}
event-penaltyDue = { YOU($player_id) ->
    [you] You lose a card, picked unseen by { NAME($picker_id) }.
   *[other] { NAME($player_id) } loses a card, picked unseen by { NAME($picker_id) }.
}
event-cardSelected = { YOU($player_id) ->
    [you] You select { selected-card }.
   *[other] { NAME($player_id) } selects { selected-card }.
}
selected-card = card { PLACE($selected_slot_index) }{ $known ->
    [none] { "" }
   *[other] , { CARD($known, form: "title") },
} of { WHOSE($target_player_id) } { ZONE($zone) }
event-interceptDeclined = { YOU($player_id) ->
    [you] You let the attack through.
   *[other] { NAME($player_id) } lets the attack through.
}
event-interceptClaimed = { $known ->
    [none] { YOU($player_id) ->
        [you] You hold up a card from your { ZONE($zone) } as a Laser Pointer.
       *[other] { NAME($player_id) } holds up a card from their { ZONE($zone) } as a Laser Pointer.
    }
    [laser_pointer] You hold up your Laser Pointer.
   *[other] You hold up { CARD($known) } and call it a Laser Pointer.
}
event-interceptChallengeResult = { $challenger_id ->
    [none] Nobody challenges the Laser Pointer.
   *[other] { $stands ->
        [true] { YOU($challenger_id) ->
            [you] You challenge { NAME($player_id) }, but the Laser Pointer is real.
           *[other] { NAME($challenger_id) } challenges { NAME($player_id) }, but the Laser Pointer is real.
        }
       *[false] { YOU($challenger_id) ->
            [you] You catch { NAME($player_id) } bluffing: the Laser Pointer is { CARD($card) }.
           *[other] { NAME($challenger_id) } catches { NAME($player_id) } bluffing: the Laser Pointer is { CARD($card) }.
        }
    }
}
event-interceptApplied = { WHOSE($player_id, form: "start") } card takes the place of the chosen one, which stays hidden.
event-cardRemoved = { "" }
event-cardStolen = { YOU($to_player_id) ->
    [you] You steal a card from { NAME($from_player_id) }.
   *[other] { NAME($to_player_id) } steals a card from { NAME($from_player_id) }.
}
event-cardStolenPrivate = { YOU($to_player_id) ->
    [you] Only you know what you stole: { CARD($card) }.
   *[other] Only { NAME($to_player_id) } knows what it is.
}
event-herdUpdate = { $visible ->
    [true] { WHOSE($player_id, form: "start") } herd now has { CARD($card) }, face up.
   *[false] The card joins { WHOSE($player_id) } herd, face down.
}
event-discardUpdate = { YOU($player_id) ->
    [you] You discard { CARD($card) }.
   *[other] { NAME($player_id) } discards { CARD($card) }.
}
event-alleyCatIneffective = Ineffective: { reveals } Alley Cat (returns to hand).
event-catnipIneffective = Ineffective: { reveals } Catnip (returns to hand).
event-animalControlIneffective = Ineffective: { reveals } Animal Control (stays, face up and safe).
reveals = { YOU($target_player_id) ->
    [you] you reveal
   *[other] { NAME($target_player_id) } reveals
}
event-attackFizzled = { WHOSE($player_id, form: "start") } { CARD($declared, form: "title") } has nothing left to attack.
event-gameEnded = { $winners-count ->
    [1] { YOU($winners) ->
        [you] You win with { winning-score }.
       *[other] { NAME($winners) } wins with { winning-score }.
    }
   *[other] { NAMES($winners, form: "start") } share the win with { winning-score } each.
}
winning-score = { AT($scores, $winners-0) ->
    [one] { AT($scores, $winners-0) } point
   *[other] { AT($scores, $winners-0) } points
}

## What a player can do

offer-play = { SAME($card, $declare) ->
    [yes] Play { CARD($card) }{ aimed }
   *[no] Play { CARD($card) } as { CARD($declare) }{ aimed }{ $card ->
        [none] { "" }
       *[other] { " " }(a bluff)
    }
}
aimed = { $target ->
    [none] { "" }
   *[other] { " " }against { NAME($target) }
}
offer-challenge = Challenge
offer-pass = Pass
offer-pick = Pick card { $card-place } of { WHOSE($card-seat) } { ZONE($card-zone) }
offer-select = Attack card { $card-place } of { WHOSE($card-seat) } { ZONE($card-zone) }{ $card-identity ->
    [none] { "" }
   *[other] , { CARD($card-identity) }
}
# A card counts as what is printed on it in the hand, and as what it was called in the herd.
offer-intercept = { $card-zone ->
    [herd] { $card-identity ->
        [laser_pointer] { real-pointer }
       *[other] Hold up { CARD($card-identity) } as a Laser Pointer (a bluff)
    }
   *[hand] { $card ->
        [laser_pointer] { real-pointer }
        [none] Hold up a card as a Laser Pointer
       *[other] Hold up { CARD($card) } as a Laser Pointer (a bluff)
    }
}
real-pointer = Intercept with your Laser Pointer
offer-decline = Let the attack through

## What is asked of a player

prompt-turn = Your turn: play a card
    .detail = Play it face down and say what it is. It need not be true.
prompt-challenge = { claim }. True?
    .detail = If it is a bluff, { NAME($turn) } loses two cards; if it is true, you lose one. If you pass, it stands.
claim = { YOU($turn) ->
    [you] You say
   *[other] { NAME($turn) } says
}: { CARD($now-play-declared) }{ $now-play-target ->
    [none] { "" }
   *[other] , against { NAME($now-play-target) }
}
prompt-penalty = Pick the card that { NAME($now-payer) } { YOU($now-payer) ->
    [you] lose
   *[other] loses
}
    .detail = You pick it unseen. Then it is shown to everybody and discarded.
prompt-select = { CARD($now-play-declared, form: "title") }: which card of { WHOSE($now-play-target) } { ZONE($zone) }?
    .detail = { $now-play-declared ->
        [alley_cat] It is shown and discarded, unless it is an Alley Cat.
        [catnip] You steal it, unless it is a Catnip.
       *[animal_control] It is discarded, unless it is an Animal Control.
    }
prompt-intercept = { CARD($now-attack-declared, form: "title") }: { NAME($turn) } selected Card { $selected-place }{ $selected-kind ->
    [none] { "" }
   *[other] , { CARD($selected-kind, form: "title") }
}
    .detail = Hold up another card as a Laser Pointer, true or not, or let the attack through.
prompt-intercept_challenge = { held-up }. True?
    .detail = If it is a bluff, the attack goes on; if it is true, you lose a card. If you pass, it stands.
held-up = { YOU($now-attack-target) ->
    [you] You hold up a Laser Pointer
   *[other] { NAME($now-attack-target) } holds up a Laser Pointer
}
prompt-over = { wait-over }

## Whom the table waits for

wait-turn = { YOU($turn) ->
    [you] Your turn
   *[other] { NAME($turn) } is choosing a card
}
wait-challenge = { claim }
    .detail = { waiting-for }
waiting-for = { $waiting-count ->
    [0] { "" }
   *[other] Waiting for { NAMES($waiting) }.
}
wait-penalty = { NAME($now-picker, form: "start") } { YOU($now-picker) ->
    [you] pick
   *[other] picks
} the card that { NAME($now-payer) } { YOU($now-payer) ->
    [you] lose
   *[other] loses
}
    .detail = It is picked unseen.
wait-select = { YOU($turn) ->
    [you] You choose
   *[other] { NAME($turn) } chooses
} a card of { WHOSE($now-play-target) } { ZONE($zone) }
wait-intercept = { NAME($turn, form: "start") } selected card { $selected-place } of { WHOSE($now-attack-target) } { ZONE($now-attack-zone) }
    .detail = Will { NAME($now-attack-target) } intercept?
wait-intercept_challenge = { held-up }
    .detail = { waiting-for }
wait-over = { $standing ->
    [none] The game is over
   *[other] { won } with { AT($standing-scores, $standing-winners-0) ->
        [one] { AT($standing-scores, $standing-winners-0) } point
       *[other] { AT($standing-scores, $standing-winners-0) } points
    }
}
won = { $standing-winners-count ->
    [1] { YOU($standing-winners) ->
        [you] You win
       *[other] { NAME($standing-winners) } wins
    }
   *[other] { NAMES($standing-winners, form: "start") } share the win
}

## How to play: what the page shows with pictures, and the terminal as help

howto-1 = The same nine cards for all
    .text = Everybody shuffles three Kittens, two Alley Cats and one of each other kind, and holds seven. Two are out of the game, and nobody knows which. Nobody draws: hands only shrink.
howto-2 = Play a card face down and say what it is
    .text = It need not be true. If nobody challenges it, it joins your herd and counts as what you said, for good.
howto-3 = Challenge or pass
    .text = A challenge turns the card over. A bluff is discarded, and the bluffer loses one more card. If it was true, the challenger loses a card. The other player picks that card unseen.
howto-4 = Three kinds attack
    .text = An Alley Cat discards a card from a hand. Catnip steals one into your herd, and only you see it. Animal Control discards a face-down card from a herd. You choose the place without seeing the card.
howto-5 = A Laser Pointer intercepts
    .text = When you are attacked, hold up another card as a Laser Pointer, true or not. If it stands, it is lost instead of the chosen card, which stays hidden. If it is caught, it is discarded and the attack goes on.
howto-6 = Like meets like: no effect
    .text = If the chosen card is of the attacking kind, it is shown and stays, and the attacking card is discarded.
howto-7 = The best herd wins
    .text = The game ends after a turn in which somebody runs out of cards. A Show Cat is worth 7 points with a Kitten in the same herd, otherwise 5. Every two cards left in hand are worth 1 point, and so is an odd one.

## For the page and the terminal

ask-claim = What do you say it is?
ask-target = { CARD($declared, form: "title") }: against whom?
is-true = the truth
is-bluff = a bluff

## Only on the page

page-whose-zone = { WHOSE($seat) } { ZONE($zone) }
page-answer = Your answer
page-answers = Who has answered
page-passed = { YOU($seat) ->
    [you] You passed
   *[other] { NAME($seat) } passed
}
page-unanswered = { YOU($seat) ->
    [you] You have not answered
   *[other] { NAME($seat) } has not answered
}
page-says = { YOU($seat) ->
    [you] You say
   *[other] { NAME($seat) } says
}:
page-says-you = You say:
page-claim = { CARD($kind, form: "title") }!
page-against = against { NAME($seat) }
page-key-claim = Say: { CARD($kind, form: "title") }
page-key-card = Card { $place }
page-cancel = Cancel
page-back = Back
page-not-now = not now
page-card = { $card ->
    [none] face-down card
   *[other] { CARD($card, form: "title") }
}
page-played = { page-card }, played as { CARD($declared, form: "title") }
page-in-hand = { page-card }, { WHOSE($seat) } hand, card { $place } of { $of }{ page-attacked }
page-attacked = { $attacked ->
    [target] , under attack
    [presented] , held up as a Laser Pointer
   *[none] { "" }
}
# $look is what there is to see: a card that is face up, stolen by the reader, their own, their own bluff, or another.
page-in-herd = { page-card }, card { $place } of { $of } in { WHOSE($seat) } herd{ $look ->
    [up] , face up and safe
    [loot] , face down
    [own] { page-stolen }, face down, only you know it
    [bluff] { page-stolen }, face down, only you know it{ page-counts }: your bluff
   *[other] { page-stolen }{ page-counts }
}{ page-attacked }
page-stolen = { $from ->
    [none] { "" }
   *[other] , stolen from { NAME($from) }
}
page-counts = { $claim ->
    [none] , nobody has said what it is
   *[other] , counts as { CARD($claim, form: "title") }
}
page-loot = Stolen from { NAME($from) }{ $claim ->
    [none] { "" }
   *[other] { " " }as { CARD($claim) }, which it counts as
}. Only you can see what it is.
page-no-herd = no herd
page-stolen-tag = Stolen
page-seat = { NAME($seat, form: "start") }, { cards } in hand, { $herd } in the herd
page-own-seat = { NAME($seat, form: "start") }: herd and hand
page-count-hand = { cards } in hand
page-count-herd = { cards } in the herd
page-aim = Against { NAME($seat) }
page-pile = { WHOSE($seat, form: "start") } discard pile
page-pile-about = { page-pile }, { cards }{ $card ->
    [none] { "" }
   *[other] , on top { CARD($card, form: "title") }
}
page-in-pile = { page-card }, { $place } of { $of }
page-really = really { CARD($card) }
page-close = Close
page-won = { $winners-count ->
    [1] { YOU($winners) ->
        [you] You win!
       *[other] { NAME($winners) } wins
    }
   *[other] { NAMES($winners, form: "start") } share the win
}
page-points = { $points ->
    [one] point
   *[other] points
}
page-slip = herd { $herd }, hand { $hand }
page-bluff = Bluff!
    .line = { $card ->
        [none] { "" }
       *[other] Not { CARD($declared) } but { CARD($card) }
    }
page-true = True!
    .line = It is { CARD($card) }
page-real = Real!
    .line = It is a Laser Pointer
page-intercepted = Intercepted
    .line = The chosen card stays hidden
page-theft = Stolen
    .line = Only the thief will see it
page-yours = Yours
    .line = { CARD($card, form: "title") }, for your eyes only
page-ineffective = Ineffective
    .line = { CARD($card, form: "title") } is revealed and returns to hand
    .safe = { CARD($card, form: "title") } stays, face up and safe
page-fizzled = No effect
    .line = Nothing left to attack
# Everything turned over: a row of cards of $name, whoever reads it.
page-reveal-hand = { $name }: left in hand
page-reveal-herd = { $name }: herd
page-reveal-discard = { $name }: discarded
page-reveal-out = { $name }: out of the game from the start
page-reveal-none = No cards.
page-reveal-as = as { CARD($declared, form: "title") }

## Only in the terminal

terminal-which = Which card do you play?
terminal-ask-claim = { $card ->
    [none] { ask-claim }
   *[other] You play your { CARD($card, form: "title") }. { ask-claim }
}
terminal-claim = { CARD($declared, form: "text") }
terminal-bluff = { $card } as { $declared } ({ NAME($player) })
terminal-bluffs = Bluffs that stood: { $bluffs }.
terminal-no-bluffs = Bluffs that stood: none.
terminal-legend = On the table: ▒ lies face down, □ lies face up and is safe, ✓ was proven. In your own herd the printed card stands in brackets where you bluffed.

## What is counted, for the table at the end

statistic-bluffs_made = Bluffs made
statistic-bluffs_stood = Bluffs that stood
statistic-bluffs_caught = Bluffs caught
statistic-challenges_won = Challenges won
statistic-challenges_lost = Challenges lost
statistic-cards_stolen = Cards stolen
statistic-cards_lost_to_catnip = Cards lost to Catnip

## What an answer does, in place

help-challenge = Turn the card over: a bluff is discarded, and if it was true, you lose a card.
help-pass = Let it stand: if nobody challenges, the card counts as what it was said to be.
help-decline = Let the attack through: the chosen card is hit.

## What a coach says in a first game

coach-begin = Welcome! You play a card face down and say what it is. It may be a lie. Gather the best herd; hover over a card or press it long to read what it does.
coach-turn = Your turn: pick a card from your hand, then say what it is. A lie that nobody challenges counts as the truth.
coach-challenge = Do you believe it? Challenge if you think it is a bluff. Whoever is wrong loses a card, so pass if you are not sure.
coach-penalty = Somebody lost a challenge and pays with a card. Pick one of theirs without seeing it.
coach-select = Your attack stands. Pick the card that it hits.
coach-intercept = You are attacked! You can hold up another card and claim that it is a Laser Pointer, true or not, or let the attack through.
coach-intercept_challenge = A Laser Pointer stops an attack. Do you believe that it is one?
coach-end = That was a whole game. Have a look at all cards and statistics to see who bluffed, or play again.
