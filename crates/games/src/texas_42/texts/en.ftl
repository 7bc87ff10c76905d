### Texas 42. The language of these messages is explained in crates/games/src/texts.rs.

## Words

domino-none = a domino

# The text says what it means to name it.
trump-blanks = blanks
    .title = Blanks
    .text = the seven dominoes with a blank are trump
trump-ones = ones
    .title = Ones
    .text = the seven dominoes with a one are trump
trump-twos = twos
    .title = Twos
    .text = the seven dominoes with a two are trump
trump-threes = threes
    .title = Threes
    .text = the seven dominoes with a three are trump
trump-fours = fours
    .title = Fours
    .text = the seven dominoes with a four are trump
trump-fives = fives
    .title = Fives
    .text = the seven dominoes with a five are trump
trump-sixes = sixes
    .title = Sixes
    .text = the seven dominoes with a six are trump
trump-doubles = doubles
    .title = Doubles
    .text = the seven doubles are trump
trump-no-trump = no trump
    .title = Follow me
    .text = no trump, the suit that is led wins
trump-nello = Nello
    .title = Nello
    .text = the bidder must take no trick, and the partner sits out
trump-sevens = Sevens
    .title = Sevens
    .text = the domino nearest to seven pips takes the trick

# How much was bid: BID($bid, $bid-value).
bid-pass = a pass
bid-points = { $n }
bid-marks = { $n ->
    [one] { $n } mark
   *[other] { $n } marks
}
bid-splash = a splash for { $n } marks
bid-plunge = a plunge

bid = { BID($bid, $bid-value) }

# What the bidder’s side has to do: “Ann must take 34 of 42 points”.
promise = { $trump ->
    [nello] take no trick
   *[other] { $bid ->
        [points] take { $bid-value } of 42 points
       *[other] take every trick
    }
}

# Who plays together. $team is 0 or 1.
side = { $team ->
    [0] { NAMES("0 2") }
   *[1] { NAMES("1 3") }
}
    .start = { $team ->
        [0] { NAMES("0 2", form: "start") }
       *[1] { NAMES("1 3", form: "start") }
    }

points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
marks = { $marks ->
    [one] { $marks } mark
   *[other] { $marks } marks
}

# A domino with all there is to say about it: “5-5, double, trump, counts 10”.
domino = { $card }{ $is_double ->
    [true] , double
   *[false] { "" }
}{ $is_trump ->
    [true] , trump
   *[false] { "" }
}{ $count ->
    [0] { "" }
   *[other] , counts { $count }
}

## What happened

event-hand-dealt = { YOU($shaker) ->
    [you] You shake the dominoes, and everybody draws seven.
   *[other] { NAME($shaker) } shakes the dominoes, and everybody draws seven.
}
event-your-hand = You hold { DOMINO($hand, list: "row") }.
event-called = { $bid ->
    [pass] { YOU($player) ->
        [you] You pass.
       *[other] { NAME($player) } passes.
    }
    [plunge] { YOU($player) ->
        [you] You plunge: your partner will name the trump.
       *[other] { NAME($player) } plunges, and their partner will name the trump.
    }
    [splash] { YOU($player) ->
        [you] You splash for { $bid-value } marks: your partner will name the trump.
       *[other] { NAME($player) } splashes for { $bid-value } marks, and their partner will name the trump.
    }
   *[other] { YOU($player) ->
        [you] You bid { BID($bid, $bid-value) }.
       *[other] { NAME($player) } bids { BID($bid, $bid-value) }.
    }
}
event-auction-won = { YOU($player) ->
    [you] You win the bid with { won-with }.
   *[other] { NAME($player) } wins the bid with { won-with }.
}
won-with = { $contract-bid ->
    [plunge] a plunge for { $contract-marks } marks
   *[other] { BID($contract-bid, $contract-bid-value) }
}
event-all-passed = { YOU($player) ->
    [you] Everybody passed. You shake next.
   *[other] Everybody passed. { NAME($player) } shakes next.
}
event-trump-selected = { $trump ->
    [no-trump] { YOU($player) ->
        [you] You play without a trump.
       *[other] { NAME($player) } plays without a trump.
    }
    [nello] { YOU($player) ->
        [you] You play Nello: you must take no trick, and your partner sits out.
       *[other] { NAME($player) } plays Nello: they must take no trick, and their partner sits out.
    }
    [sevens] { YOU($player) ->
        [you] You play Sevens: the domino nearest to seven pips takes the trick.
       *[other] { NAME($player) } plays Sevens: the domino nearest to seven pips takes the trick.
    }
   *[other] { YOU($player) ->
        [you] You make { TRUMP($trump) } trump.
       *[other] { NAME($player) } makes { TRUMP($trump) } trump.
    }
}
event-domino-played = { YOU($player) ->
    [you] You play { DOMINO($card) }.
   *[other] { NAME($player) } plays { DOMINO($card) }.
}
event-trick-won = { YOU($player) ->
    [you] You take the trick: { points }.
   *[other] { NAME($player) } takes the trick: { points }.
}
event-agreed = { "" }
event-trick-completed = { "" }
event-hand-decided = { $made ->
    [true] The bid is made.
   *[false] The bid is set: it was not made.
}
event-hand-scored = { $team ->
    [0] { marks } for { side }. The score is { $team_marks-0 } to { $team_marks-1 } marks.
   *[1] { marks } for { side }. The score is { $team_marks-1 } to { $team_marks-0 } marks.
}
event-game-won = { $team ->
    [0] { side.start } win this game. The score is { $games-0 } to { $games-1 } games.
   *[1] { side.start } win this game. The score is { $games-1 } to { $games-0 } games.
}
event-game-over = The game is over: { side } win.

## What a player can do

offer-bid = { $bid ->
    [pass] Pass
    [plunge] Plunge: your partner names the trump, and you two must take every trick
    [splash] Splash for { $bid-value } marks: your partner names the trump, and you two must take every trick
    [marks] Bid { BID($bid, $bid-value) }: all 42 points
   *[points] Bid { $bid-value }
}
offer-select-trump = { TRUMP($trump, form: "title") }: { TRUMP($trump, form: "text") }
offer-play-domino = { $card ->
    [none] Play a domino
   *[other] Play { domino }
}
offer-agree-complete-trick = Go on
offer-complete-trick = Take the trick
offer-agree-score-hand = Go on
offer-score-hand = Score the hand
offer-redeal = Shake again
offer-new-game = Start the next game

## What is asked of a player

prompt-bidding = What do you bid?
    .detail = { $contract ->
        [none] Nobody has bid yet.
       *[other] { NAME($contract-0, form: "start") } bid { BID($contract-1-bid, $contract-1-bid-value) }.
    } { $may_pass ->
        [true] You bid once: { $contract ->
            [none] bid or pass.
           *[other] bid higher or pass.
        }
       *[false] It is up to you: you have to bid.
    }
prompt-redeal = Everybody passed
    .detail = You shake: deal new hands.
prompt-trump-selection = { YOU($contract-0) ->
    [you] Name the trump
   *[other] Name the trump for your partner
}
    .detail = { NAME($contract-0, form: "start") } bid { BID($contract-1-bid, $contract-1-bid-value) }. You lead.
prompt-playing = { $choice ->
    [lead] You lead
    [sevens] Play the domino nearest to seven pips
    [last] Play your last domino
    [free] Play any domino
   *[other] { $suit_is_trump ->
        [true] Follow { TRUMP($suit) }, the trump
       *[false] Follow { TRUMP($suit) }
    }
}
    .detail = { $choice ->
        [lead] The others must follow your suit.
        [sevens] { led }.
        [last] { led }.
        [all] { led }. All your dominoes follow.
        [free] { led }, and you cannot follow.
        [one] { led }. One of your dominoes follows.
       *[some] { led }. { $choices } of your dominoes follow.
    }
led = { NAME($current_trick-0-player, form: "start") } led { $current_trick-0-domino-0 }-{ $current_trick-0-domino-1 }
prompt-trick-complete = { wait-trick-complete }
    .detail = { $consensus-complete_trick-count ->
        [4] All four agree. Take the trick.
       *[other] { $consensus-complete_trick-count } of 4 agree. Have a look, then go on.
    }
prompt-hand-complete = The hand is over
    .detail = { $consensus-score_hand-count ->
        [4] All four agree. Score the hand.
       *[other] { $consensus-score_hand-count } of 4 agree. Go on to score it.
    }
prompt-game-complete = The game is won
    .detail = You shake for the next one.
prompt-over = { wait-over }

## Whom the table waits for

wait-bidding = { YOU($phase-player) ->
    [you] You are bidding
   *[other] { NAME($phase-player) } is bidding
}
wait-redeal = { YOU($phase-player) ->
    [you] You shake again
   *[other] { NAME($phase-player) } shakes again
}
    .detail = Everybody passed.
wait-trump-selection = { YOU($phase-player) ->
    [you] You are naming the trump
   *[other] { NAME($phase-player) } is naming the trump
}
wait-playing = { YOU($phase-player) ->
    [you] You are playing
   *[other] { NAME($phase-player) } is playing
}
    .detail = { $sits_out ->
        [true] You sit this hand out.
       *[false] { "" }
    }
wait-trick-complete = { YOU($phase-winner) ->
    [you] You take the trick
   *[other] { NAME($phase-winner) } takes the trick
}{ $points ->
    [none] { "" }
   *[other] : { points }
}
    .detail = { $consensus-complete_trick-count } of 4 agree.
wait-hand-complete = The hand is over
    .detail = { $consensus-score_hand-count } of 4 agree.
wait-game-complete = { YOU($phase-player) ->
    [you] You shake for the next game
   *[other] { NAME($phase-player) } shakes for the next game
}
wait-over = { $standing ->
    [none] The game is over
   *[other] { NAMES($standing-winners, form: "start") } win
}
    .detail = { $standing ->
        [none] { "" }
       *[other] { $most_marks } to { $fewest_marks } marks.
    }

## How to play: what the page shows with pictures and a sentence about them, and the terminal as help

howto-1 = Two against two
    .text = Your partner sits across from you. The shaker mixes the 28 dominoes, and everybody draws seven that nobody else sees.
howto-2 = Bid
    .text = Say how many of the 42 points your side will take: 30 to 41, or marks for all of them. Everybody bids once, higher than the bid before, or passes.
howto-3 = Name the trump
    .text = The highest bidder names the trump and leads. It is one of the seven suits, the doubles or nothing. A trump belongs to no other suit.
    .page = Its dominoes wear stars for pips.
howto-4 = Follow suit
    .text = A domino leads the suit of its higher end. Follow it if you can; if not, play anything. The highest trump takes the trick, otherwise the highest of the suit, and the double is the highest of all.
howto-5 = Count the points
    .text = Each of the seven tricks is 1 point. 5-5 and 6-4 count 10 more, and 5-0, 4-1 and 3-2 count 5: 42 points in all.
    .page = These five have a brass edge.
howto-6 = All agree
    .text = A full trick lies open until all four agree to go on, and so does a hand that is over.
    .page = One key is enough, or go on after every trick automatically.
howto-7 = Make your marks
    .text = A bid of points is worth 1 mark, a bid of marks as many as were bid. Make it and your side gets the marks; fall short and the others get them. Seven marks win the game, unless the table plays to another number.
howto-nello = Nello
    .text = If your table plays it: with a bid of marks, take no trick at all, while your partner sits out.
howto-sevens = Sevens
    .text = If your table plays it: with a bid of marks, everybody plays the domino nearest to seven pips, and the nearest takes the trick. Take them all.
howto-plunge = Plunge and splash
    .text = If your table plays them: plunge with four doubles, splash with three. Your partner names the trump, and you two must take every trick.

## Only on the page

# A side needs several games to win only where the options say so.
page-score = { $options-games ->
    [none] { page-score-marks }
    [1] { page-score-marks }
   *[other] { $score ->
        [one] { $score } game
       *[other] { $score } games
    }
}
page-score-marks = { $score ->
    [one] { $score } mark
   *[other] { $score } marks
}

page-bid = Your bid
page-trumps = Trumps
page-trump = { $trump ->
    [no-trump] { TRUMP($trump, form: "title") }
    [nello] { TRUMP($trump, form: "title") }
    [sevens] { TRUMP($trump, form: "title") }
   *[other] { TRUMP($trump, form: "title") } are trump
}
page-pass = Pass
page-plunge = Plunge
page-splash = Splash
page-splash-for = Splash { $n }
page-partner-names = partner names
page-all-42 = all 42
# Two marks are also called “84”.
page-all-42-twice = all 42, “84”
page-marks = { $n ->
    [one] mark
   *[other] marks
}
page-called = bid { bid }
page-called-highest = bid { bid }, the highest bid
page-highest-bid = Highest bid
page-the-bid = The bid
page-you-shake = { YOU($player) ->
    [you] You shake
   *[other] { NAME($player) } shakes
}
page-shakes-next = { YOU($player) ->
    [you] You shake next
   *[other] { NAME($player) } shakes next
}
page-wins-bid = { YOU($player) ->
    [you] You win the bid
   *[other] { NAME($player) } wins the bid
}
page-stake = For { marks }: { promise }
page-everybody-passed = Everybody passed
page-names-trump = { YOU($player) ->
    [you] You name it
   *[other] { NAME($player) } names it
}: { TRUMP($trump, form: "text") }
page-dives = { $bid ->
    [plunge] { YOU($player) ->
        [you] You plunge!
       *[other] { NAME($player) } plunges!
    }
   *[splash] { YOU($player) ->
        [you] You splash!
       *[other] { NAME($player) } splashes!
    }
}
page-dive = { YOU($partner) ->
    [you] You name the trump
   *[other] { NAME($partner) } names the trump
}
page-hand = Your dominoes; only you see them
page-in-hand = { domino }, your hand, domino { $place } of { $of }
page-in-hand-not-now = { page-in-hand }, cannot be played now
page-in-hand-hidden = face-down domino, your hand, domino { $place } of { $of }
page-dominoes = { $n ->
    [one] { $n } domino, face down
   *[other] { $n } dominoes, face down
}
page-shaker = shaker
page-agrees = agrees
page-to-act = , to act
page-sits-out = sits out
page-partner = partner
page-led = led
page-on-table = { domino }, played by { NAME($player) }
page-on-table-led = { domino }, led by { NAME($player) }
page-takes-trick = , takes the trick
page-us = Us
page-seat-you = You
page-seat-partner = Partner
page-them = Them
page-side = Side { $n }
page-side-about = { $title }, { $names }: { $marks } of { $target } marks, { points } in this hand, { $tricks ->
    [one] { $tricks } trick
   *[other] { $tricks } tricks
}
page-side-marks = { $marks } of { $target }
page-points = pts
page-games-won = { $n ->
    [one] { $n } game won
   *[other] { $n } games won
}
page-look-back = { $title }: { $tricks ->
    [one] { $tricks } trick taken
   *[other] { $tricks } tricks taken
}. Look back over this hand
page-no-trick = no trick yet
page-result = How the hand ended
page-made = Made
page-set = Set
page-bid-and-promise = { NAME($player, form: "start") } bid { bid }: { promise }
page-column-side = Side
page-column-points = Points
page-column-marks = Marks
page-gain = { marks } for { side }
page-gain-to-come = To come: { marks } for { side }
page-wins = { side.start } win
page-wins-game = { side.start } win this game
page-this-hand = This hand
page-deed = { TRUMP($trump, form: "text") }. { NAME($player, form: "start") } must { promise }.
page-calls = Bids
page-no-calls = Nobody has bid yet.
page-tricks = Tricks, the latest first
page-no-tricks = None yet.
page-past-domino = { NAME($player, form: "start") }: { domino }
page-agree = { $n } of 4 agree
page-always = Go on after every trick automatically
page-reveal-hand = { $name }: the last hand
page-key-move = move along the dominoes, Enter plays one
page-key-play = play the first domino, and so on
page-key-look-back = look back over this hand
page-key-bid = type a bid, then Enter
page-key-pass = pass
page-key-trump = name { TRUMP($trump) }

## Only in the terminal

terminal-range = { $spread ->
    [0] { $least }
    [1] { $least } or { $most }
   *[other] { $least } to { $most }
}
terminal-bid-points = Bid { terminal-range } points
terminal-ask-points = How many points do you promise?
terminal-bid-marks = Bid { terminal-range } { $most ->
    [one] mark
   *[other] marks
}: all 42 points
terminal-ask-marks = For how many marks?
terminal-trumps-none = none
terminal-is-trump = trump
terminal-bids = bids
terminal-shakes = { $name } (shakes)
terminal-passed = { $name } passed
terminal-contract = { $name } bid { $bid }
terminal-are-trump = { $trump } are trump
terminal-trick = trick { $n } of 7
terminal-with-partner = { $names } (partner)
terminal-partner = { page-partner }
terminal-led = { page-led }
terminal-marks = { $marks }/{ $target } marks
terminal-tricks = { $n ->
    [one] trick
   *[other] tricks
}
terminal-no-trick-needed = { terminal-tricks }, needs none
terminal-all-tricks-needed = { terminal-tricks }, needs all
terminal-made = points, made
terminal-set = points, set
terminal-needed = of { $need } needed
terminal-needed-to-set = of { $need } to set
terminal-last-hand = The last hand was dealt like this:
terminal-legend = On the table: ▲ is the highest so far, +5 and +10 are what a domino counts. You can type a bid or a domino as it is, such as 32 or 6-4.

## What is counted, for the table at the end

statistic-auctions_won = Auctions won
statistic-contracts_made = Contracts made
statistic-contracts_set = Contracts set
statistic-tricks_taken = Tricks taken
statistic-points_taken = Points taken
statistic-marks = Marks won

## What a bid, a button and a domino do, in place

help-bid-points = Promise that your side takes { $n } of the 42 points in this hand.
help-bid-marks = Promise all 42 points, for { $n ->
    [one] one mark
   *[other] { $n } marks
}.
help-bid-pass = Make no bid in this auction; somebody else names the trump.
help-bid-plunge = With four doubles: your partner names the trump and leads, and your side has to take every trick.
help-bid-splash = With three doubles: your partner names the trump and leads, and your side has to take every trick.
help-agree-complete-trick = Say that you have seen the trick; the next one begins once all have.
help-complete-trick = Take the trick in; whoever won it leads the next one.
help-agree-score-hand = Say that you have seen how the hand ended; the next one begins once all have.
help-score-hand = Write down the marks for this hand.
help-redeal = Shake the dominoes and deal again.
help-new-game = Start the next game at this table.
page-help-domino-title = { domino }
page-help-domino = { $is_trump ->
    [true] It is a trump and beats every domino that is not.
   *[other] Its higher end is its suit, unless somebody led the lower one.
}{ $count ->
    [0] { "" }
   *[other] { " " }Whoever takes it gets { $count } points.
}

## What a coach says in a first game

coach-begin = Welcome! You and the player across are partners. Each of seven tricks is worth a point, and five dominoes count 5 or 10 more: 42 in all.
coach-bidding = First the auction: bid how many points your side will take, at least 30. Bid with many of one suit or doubles; otherwise pass.
coach-redeal = Everybody passed, so the dominoes are shaken again.
coach-trump-selection = You won the auction. Name the suit that you have most of as the trump: it beats all others.
coach-playing = Play a domino. You have to follow the suit that was led if you can; the dominoes that you can play are raised.
coach-trick-complete = The highest trump takes the trick, or else the highest of the suit that was led. Go on when you have seen it.
coach-hand-complete = The hand is over: did the bidders take what they promised? If not, the others score.
coach-game-complete = One side has all the marks that it needs.
coach-end = That was a whole game. Have a look at all hands and statistics, or play again.
