//! Reads the hand to solve from a file, or from a table after some actions.

use std::fmt::Write;

use facedown_bots::texas_42::solver::{Layout, Position};
use facedown_core::Seat;
use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Phase, Texas42, Trump, team};
use serde::Deserialize;

use crate::failure::Failure;
use crate::source::Source;

/// A hand to solve.
pub(super) struct Problem {
    pub(super) position: Position,
    pub(super) bidder: Seat,
    /// A sentence with the trump, the bidder and the trick.
    pub(super) description: String,
}

/// The JSON format of a hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandFile {
    hands: [String; 4],
    trump: Trump,
    bidder: Seat,
    leader: Option<Seat>,
    #[serde(default)]
    trick: String,
    #[serde(default)]
    taken: [u8; 2],
    #[serde(default)]
    nello_doubles: NelloDoubles,
}

impl Problem {
    /// Reads a hand from a file, or from a share code or record after `at` actions.
    pub(super) fn read(source: &Source, named: &str, at: Option<usize>) -> Result<Self, Failure> {
        match source {
            Source::Record { text, .. } if is_hand(text) => {
                if at.is_some() {
                    return Err(Failure::Usage("--at is for share codes and records".into()));
                }
                let file: HandFile =
                    serde_json::from_str(text).map_err(|error| Failure::damaged(named, error))?;
                Self::of_file(&file).map_err(|why| Failure::damaged(named, why))
            }
            _ => Self::of_table(source, named, at),
        }
    }

    fn of_file(file: &HandFile) -> Result<Self, String> {
        let mut hands = [Dominoes::NONE; 4];
        for (hand, text) in hands.iter_mut().zip(&file.hands) {
            for domino in dominoes(text)? {
                if hand.contains(domino) {
                    return Err(format!("{domino} is in one hand twice"));
                }
                *hand = hand.with(domino);
            }
        }
        let bidders = team(file.bidder);
        Self::new(&Layout {
            hands,
            trump: file.trump,
            nello: file.nello_doubles,
            bidder: file.bidder,
            leader: file.leader.unwrap_or(file.bidder),
            trick: &dominoes(&file.trick)?,
            taken: file.taken[bidders],
            taken_by_others: file.taken[1 - bidders],
        })
    }

    fn of_table(source: &Source, named: &str, at: Option<usize>) -> Result<Self, Failure> {
        let game = source.game()?;
        if game != <Texas42 as facedown_core::Game>::NAME {
            return Err(Failure::Usage(format!("this is a game of {game}, not of texas-42")));
        }
        let loaded = source.load::<Texas42>()?;
        let length = loaded.table.log().len();
        let at = at.unwrap_or(length);
        if at > length {
            return Err(Failure::Usage(format!(
                "this table has {length} actions; give a number from 0 to {length}"
            )));
        }
        let table = loaded.table.at(at).map_err(|error| Failure::damaged(named, error))?;
        let game = table.game();
        let (Phase::Playing { player }, Some(trump), Some(bidder)) =
            (game.phase, game.trump, game.bidder())
        else {
            return Err(Failure::Usage(format!(
                "after {at} actions nobody is to play a domino; give another --at"
            )));
        };
        let mut hands = [Dominoes::NONE; 4];
        for (hand, (seat, cards)) in hands.iter_mut().zip(game.hands.iter()) {
            let lens = table.lens(seat.into());
            *hand = cards.iter().filter_map(|&card| lens.face(card)).collect();
        }
        let trick: Vec<Domino> = game.trick.iter().map(|played| played.domino).collect();
        let bidders = team(bidder);
        Self::new(&Layout {
            hands,
            trump,
            nello: game.options.nello_doubles,
            bidder,
            leader: game.trick.first().map_or(player, |played| played.player),
            trick: &trick,
            taken: game.points[bidders],
            taken_by_others: game.points[1 - bidders],
        })
        .map_err(|why| Failure::damaged(named, why))
    }

    fn new(layout: &Layout<'_>) -> Result<Self, String> {
        let position = Position::new(layout).map_err(|error| error.to_string())?;
        let called = match layout.trump {
            Trump::NoTrump => "No trump".to_owned(),
            Trump::Nello => "Nello".to_owned(),
            Trump::Sevens => "Sevens".to_owned(),
            trump => {
                let name = serde_json::to_value(trump).unwrap_or_default();
                format!("Trump: {}", name.as_str().unwrap_or_default())
            }
        };
        let leads = if layout.trick.is_empty() { "leads" } else { "led" };
        let leader = match layout.leader {
            leader if leader == layout.bidder => String::new(),
            leader => format!("{leader} "),
        };
        let mut description = format!("{called}; {} bid and {leader}{leads}", layout.bidder);
        for domino in layout.trick {
            let _ = write!(description, " {domino}");
        }
        Ok(Self { position, bidder: layout.bidder, description: description + "." })
    }
}

/// Whether a text is a hand and not a record.
fn is_hand(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value.get("hands").is_some())
}

/// Parses dominoes, written as "6-4 6-1".
fn dominoes(text: &str) -> Result<Vec<Domino>, String> {
    text.split_whitespace()
        .map(|word| {
            let ends = word.split_once('-');
            ends.and_then(|(one, other)| Domino::new(one.parse().ok()?, other.parse().ok()?))
                .ok_or_else(|| format!("{word:?} is not a domino; write one as 6-4"))
        })
        .collect()
}
