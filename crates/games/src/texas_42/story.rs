//! Texas 42 in words.

use facedown_core::{Card, Seat};

use super::bid::Bid;
use super::state::{Phase, team};
use super::suits::Trump;
use super::view::PlayerView;
use super::{Action, Event, Texas42};
use crate::{Names, Story};

impl Story for Texas42 {
    fn tell(event: &Event, names: &Names) -> Option<String> {
        Some(match event {
            Event::HandDealt { shaker } => {
                format!("{} the dominoes", does(names, *shaker, "shake"))
            }
            Event::YourHand { hand } => {
                let dominoes = hand.iter().filter_map(|card| card.face).map(|d| d.to_string());
                format!("You hold {}", dominoes.collect::<Vec<_>>().join(" "))
            }
            Event::Called { player, bid: Bid::Pass } => {
                if names.is_you(*player) {
                    "You pass".into()
                } else {
                    format!("{} passes", names.name(*player))
                }
            }
            Event::Called { player, bid } => format!("{} {bid}", does(names, *player, "bid")),
            Event::AuctionWon { player, contract } => {
                format!("{} the auction with {}", does(names, *player, "win"), contract.bid)
            }
            Event::AllPassed { player } => {
                format!("All have passed; {} next", lower(&does(names, *player, "shake")))
            }
            Event::TrumpSelected { player, trump } => {
                format!("{} {}", does(names, *player, "name"), name(*trump))
            }
            Event::DominoPlayed { player, card } => {
                let domino = card.face.map_or_else(|| "a domino".to_owned(), |d| d.to_string());
                format!("{} {domino}", does(names, *player, "play"))
            }
            Event::TrickWon { player, points } => {
                format!("{} the trick, {}", does(names, *player, "take"), points_of(*points))
            }
            Event::Agreed { .. } | Event::TrickCompleted { .. } => return None,
            Event::HandDecided { made: true } => "The contract is made".into(),
            Event::HandDecided { made: false } => "The contract is set".into(),
            Event::HandScored { team, marks, team_marks } => {
                let plural = if *marks == 1 { "" } else { "s" };
                let [ours, theirs] = team_marks;
                format!("{marks} mark{plural} for {}: {ours} to {theirs}", side(names, *team))
            }
            Event::GameWon { team, .. } => format!("The game goes to {}", side(names, *team)),
            Event::GameOver { team } => format!("The game is over: {} won", side(names, *team)),
        })
    }

    fn offer(action: &Action, view: &PlayerView, _: &Names) -> String {
        match *action {
            Action::Bid { bid: Bid::Pass } => "Pass".into(),
            Action::Bid { bid } => format!("Bid {bid}"),
            Action::SelectTrump { trump } => format!("Name {}", name(trump)),
            Action::PlayDomino { card } => match view.held(card) {
                Some(domino) if domino.count() > 0 => {
                    format!("Play {domino}, which counts {}", domino.count())
                }
                Some(domino) => format!("Play {domino}"),
                None => format!("Play card {card}"),
            },
            Action::AgreeCompleteTrick {} | Action::AgreeScoreHand {} => "Go on".into(),
            Action::CompleteTrick {} => "Take the trick in".into(),
            Action::ScoreHand {} => "Score the hand".into(),
            Action::Redeal {} => "Shake and deal".into(),
            Action::NewGame {} => "Begin the next game".into(),
        }
    }

    fn prompt(view: &PlayerView, names: &Names) -> String {
        match view.phase {
            Phase::Bidding { .. } => match view.contract {
                Some((bidder, contract)) => {
                    format!("{} has bid {}. What do you bid?", names.name(bidder), contract.bid)
                }
                None => "Nobody has bid yet. What do you bid?".into(),
            },
            Phase::Redeal { .. } => "All have passed".into(),
            Phase::TrumpSelection { .. } => "What is trump?".into(),
            Phase::Playing { .. } => match view.current_trick.first() {
                Some(led) => {
                    format!("{} led {}. What do you play?", names.name(led.player), led.domino)
                }
                None => "You lead. What do you play?".into(),
            },
            Phase::TrickComplete { winner, .. } if names.is_you(winner) => {
                "The trick is yours".into()
            }
            Phase::TrickComplete { winner, .. } => format!("{} has the trick", names.name(winner)),
            Phase::HandComplete { .. } => "The hand is played".into(),
            Phase::GameComplete { .. } => "The game is won".into(),
            Phase::Over => "The game is over".into(),
        }
    }
}

impl PlayerView {
    /// What a card of the viewer's own hand is.
    fn held(&self, card: Card) -> Option<super::Domino> {
        self.own.as_ref()?.hand.iter().find(|shown| shown.id == card)?.face
    }
}

/// What a trump is called in a sentence.
const fn name(trump: Trump) -> &'static str {
    match trump {
        Trump::Blanks => "blanks",
        Trump::Ones => "ones",
        Trump::Twos => "twos",
        Trump::Threes => "threes",
        Trump::Fours => "fours",
        Trump::Fives => "fives",
        Trump::Sixes => "sixes",
        Trump::Doubles => "doubles",
        Trump::NoTrump => "no trump",
        Trump::Nello => "Nello",
        Trump::Sevens => "Sevens",
    }
}

/// "you and Ann", "Bob and Cat".
fn side(names: &Names, side: usize) -> String {
    let seats = (0..4).filter_map(Seat::new).filter(|&seat| team(seat) == side);
    seats.map(|seat| names.of(seat).to_owned()).collect::<Vec<_>>().join(" and ")
}

/// "You play", "Ann plays".
fn does(names: &Names, seat: Seat, verb: &str) -> String {
    if names.is_you(seat) { format!("You {verb}") } else { format!("{} {verb}s", names.name(seat)) }
}

/// "you shake" in the middle of a sentence. Names keep their capitals.
fn lower(text: &str) -> String {
    text.strip_prefix("You ").map_or_else(|| text.into(), |rest| format!("you {rest}"))
}

fn points_of(points: u8) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}
