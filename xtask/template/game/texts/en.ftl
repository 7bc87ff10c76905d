### What players of Template Game read. crates/games/src/texts.rs says how it is written.

points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

# What a card is called: CARD($card). A number is said as it is.
card-none = a card

## What happened

event-dealt = Your cards are { CARD($hand, list: "row") }.
event-played = { YOU($player) ->
    [you] You play a card face down.
   *[other] { NAME($player) } plays a card face down.
}
event-turned-up = The cards are turned up: { CARD($cards, list: "row") }.
event-round-won = { YOU($player) ->
    [you] You take the round: { points }.
   *[other] { NAME($player) } takes the round: { points }.
}
event-game-over = The game is over. { NAMES($winners, form: "start") } won.

## What a player can do

offer-play = Play { CARD($card) }

## What is asked of a player, and whom the table waits for

prompt-choose = Which card do you play?
    .detail = This round is worth { $round ->
        [one] { $round } point.
       *[other] { $round } points.
    }
prompt-over = { wait-over }
wait-choose = Waiting for { NAMES($waiting) }
wait-over = The game is over

## Only in the terminal

terminal-legend = Your hand is listed with your choices. Type the number of a choice to play that card.
