//! Texas 42 in words.

use facedown_core::{Card, Seat};

use super::bid::Bid;
use super::state::{Phase, team};
use super::suits::{Suit, Trump};
use super::view::PlayerView;
use super::{Action, Event, Texas42};
use crate::{Names, Story};

impl Story for Texas42 {
    fn tell(event: &Event, names: &Names) -> Option<String> {
        Some(match event {
            Event::HandDealt { shaker } => {
                format!("{} the dominoes", names.does(*shaker, "shake"))
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
            Event::Called { player, bid: Bid::Plunge } => names.does(*player, "plunge"),
            Event::Called { player, bid: Bid::Splash(marks) } => {
                let verb = if names.is_you(*player) { "splash" } else { "splashe" };
                format!("{} for {marks} marks", names.does(*player, verb))
            }
            Event::Called { player, bid } => format!("{} {bid}", names.does(*player, "bid")),
            Event::AuctionWon { player, contract } => {
                let article = if contract.bid.partner_declares() { "a " } else { "" };
                let wins = names.does(*player, "win");
                format!("{wins} the auction with {article}{}", contract.bid)
            }
            Event::AllPassed { player } => {
                format!("All have passed; {} next", names.who_does(*player, "shake"))
            }
            Event::TrumpSelected { player, trump } => {
                let (verb, what) = declaration(*trump);
                format!("{} {what}", names.does(*player, verb))
            }
            Event::DominoPlayed { player, card } => {
                let domino = card.face.map_or_else(|| "a domino".to_owned(), |d| d.to_string());
                format!("{} {domino}", names.does(*player, "play"))
            }
            Event::TrickWon { player, points } => {
                format!("{} the trick, {}", names.does(*player, "take"), points_of(*points))
            }
            Event::Agreed { .. } | Event::TrickCompleted { .. } => return None,
            Event::HandDecided { made: true } => "The contract is made".into(),
            Event::HandDecided { made: false } => "The contract is set".into(),
            Event::HandScored { team, marks, team_marks } => {
                let plural = if *marks == 1 { "" } else { "s" };
                let (winners, others) = (side(names, *team), side(names, 1 - *team));
                let [has, have] = [team_marks[*team], team_marks[1 - *team]];
                format!("{marks} mark{plural} for {winners}, now {has}; {others} have {have}")
            }
            Event::GameWon { team, .. } => format!("The game goes to {}", side(names, *team)),
            Event::GameOver { team } => format!("The game is over: {} won", side(names, *team)),
        })
    }

    fn offer(action: &Action, view: &PlayerView, _: &Names) -> String {
        match *action {
            Action::Bid { bid: Bid::Pass } => "Pass".into(),
            Action::Bid { bid: Bid::Plunge } => "Plunge".into(),
            Action::Bid { bid: Bid::Splash(marks) } => format!("Splash for {marks} marks"),
            Action::Bid { bid } => format!("Bid {bid}"),
            Action::SelectTrump { trump } => match declaration(trump) {
                ("make", what) => format!("Make {what}"),
                (_, what) => format!("Play {what}"),
            },
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
                    let article = if contract.bid.partner_declares() { "a " } else { "" };
                    let who = names.name(bidder);
                    format!("{who} has bid {article}{}. What do you bid?", contract.bid)
                }
                None => "Nobody has bid yet. What do you bid?".into(),
            },
            Phase::Redeal { .. } => "All have passed.".into(),
            Phase::TrumpSelection { .. } => "What is trump?".into(),
            Phase::Playing { .. } => match view.current_trick.first() {
                Some(led) => {
                    let suit = view.current_suit.and_then(|suit| suit_name(suit, view.trump));
                    let suit = suit.map_or_else(String::new, |suit| format!(", {suit}"));
                    let who = names.name(led.player);
                    format!("{who} led {}{suit}. What do you play?", led.domino)
                }
                None => "You lead. What do you play?".into(),
            },
            Phase::TrickComplete { winner, .. } if names.is_you(winner) => {
                "The trick is yours.".into()
            }
            Phase::TrickComplete { winner, .. } => format!("{} has the trick.", names.name(winner)),
            Phase::HandComplete { .. } => "The hand is played.".into(),
            Phase::GameComplete { .. } => "The game is won.".into(),
            Phase::Over => "The game is over.".into(),
        }
    }
}

impl PlayerView {
    /// What a card of the viewer's own hand is.
    fn held(&self, card: Card) -> Option<super::Domino> {
        self.own.as_ref()?.hand.iter().find(|shown| shown.id == card)?.face
    }
}

/// What somebody does who names this: "makes fives trump", "plays Nello".
const fn declaration(trump: Trump) -> (&'static str, &'static str) {
    match trump {
        Trump::Blanks => ("make", "blanks trump"),
        Trump::Ones => ("make", "ones trump"),
        Trump::Twos => ("make", "twos trump"),
        Trump::Threes => ("make", "threes trump"),
        Trump::Fours => ("make", "fours trump"),
        Trump::Fives => ("make", "fives trump"),
        Trump::Sixes => ("make", "sixes trump"),
        Trump::Doubles => ("make", "doubles trump"),
        Trump::NoTrump => ("play", "without a trump"),
        Trump::Nello => ("play", "Nello"),
        Trump::Sevens => ("play", "Sevens"),
    }
}

/// What a suit is called that was led.
const fn suit_name(suit: Suit, trump: Option<Trump>) -> Option<&'static str> {
    Some(match (suit.pips(), trump) {
        (_, Some(Trump::Sevens)) => return None,
        (None, Some(Trump::Nello | Trump::Doubles)) => "doubles",
        (None, _) => "trumps",
        (Some(0), _) => "blanks",
        (Some(1), _) => "ones",
        (Some(2), _) => "twos",
        (Some(3), _) => "threes",
        (Some(4), _) => "fours",
        (Some(5), _) => "fives",
        (Some(_), _) => "sixes",
    })
}

/// "you and Ann", "Bob and Cat".
fn side(names: &Names, side: usize) -> String {
    let seats = (0..4).filter_map(Seat::new).filter(|&seat| team(seat) == side);
    let mut seats: Vec<Seat> = seats.collect();
    seats.sort_by_key(|&seat| !names.is_you(seat));
    seats.into_iter().map(|seat| names.of(seat)).collect::<Vec<_>>().join(" and ")
}

fn points_of(points: u8) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}
