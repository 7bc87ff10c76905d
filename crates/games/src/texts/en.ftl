### Words that the messages of all games share.

## How the reader is called, who is a player at the table: NAME and WHOSE say these instead of a name.

you = you
    .start = You
your = your
    .start = Your

# Whose something is: “Ann’s”, “Mittens’”. $last is the last letter of the name.
whose = { $last ->
    [s] { $name }’
   *[other] { $name }’s
}

# Somebody whose name is not known. $n counts the seats from 1.
player = Player { $n }

## Lists: “Ann, Bob and you”, “two Tacocats and a Feral Cat”.

list-comma = ,{ " " }
list-and = { " " }and{ " " }
counted = { $n ->
    [2] two { $things }
    [3] three { $things }
   *[other] { $n } { $things }
}

## What is asked where a game’s own messages do not say it.

prompt = Your move
wait = Waiting for { NAMES($waiting) }

## What is said of a seat on the page.

# A score with its unit, in the list of the final scores. $options are those of the table.
page-score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}

seat-resigned = resigned
seat-away = away
seat-gone = not here
time-left = { $name }: { $time } left
