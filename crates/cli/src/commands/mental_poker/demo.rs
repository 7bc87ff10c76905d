//! The demo's players together with its output, and the names of players and piles.

use std::path::Path;

use facedown_core::Seat;
use facedown_crypto::FaceNumber;
use facedown_crypto::table::Pile;
use serde_json::json;

use super::output::{Output, PileView, View, grouped, millis};
use super::players::Players;
use super::write;
use crate::commands::invocation;
use crate::failure::Failure;
use crate::hex::to_hex;

const NAMES: [&str; 8] = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"];

pub(super) const LIBRARY: Pile = Pile(0);
pub(super) const GRAVEYARD: Pile = Pile(1);
pub(super) const LIST: Pile = Pile(2);

/// The hand of a seat.
pub(super) fn hand(seat: Seat) -> Pile {
    Pile(10 + number(seat))
}

/// The pile of a seat's exiled cards.
pub(super) fn exile(seat: Seat) -> Pile {
    Pile(20 + number(seat))
}

fn number(seat: Seat) -> u16 {
    u16::try_from(seat.index()).unwrap_or_default()
}

/// The name of a seat.
pub(super) fn name(seat: Seat) -> &'static str {
    NAMES[seat.index()]
}

/// Joins the names of seats: "Ann", "Ann and Bob", "Ann, Bob and Cleo".
pub(super) fn names(seats: impl IntoIterator<Item = Seat>) -> String {
    let names: Vec<&str> = seats.into_iter().map(name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The players and the output of the demo.
pub(super) struct Demo {
    pub(super) players: Players,
    pub(super) output: Output,
    /// Whether a chapter has started.
    started: bool,
}

impl Demo {
    pub(super) const fn new(players: Players, output: Output) -> Self {
        Self { players, output, started: false }
    }

    /// Ends the current chapter, writes its cost, and starts another.
    pub(super) fn chapter(&mut self, title: &'static str, text: &str) -> Result<(), Failure> {
        self.end()?;
        self.started = true;
        self.output.begin(title)?;
        self.output.write_text(text)
    }

    fn end(&mut self) -> Result<(), Failure> {
        let cost = self.players.take_cost();
        if self.started { self.output.end(cost) } else { Ok(()) }
    }

    /// Writes what every player sees of some piles. Piles that do not exist are skipped.
    pub(super) fn show(&mut self, piles: &[Pile]) -> Result<(), Failure> {
        let there: Vec<Pile> = self.players.table().piles().collect();
        let piles = piles.iter().filter(|pile| there.contains(pile));
        let pile_views: Vec<PileView> = piles.map(|&pile| self.pile_view(pile)).collect();
        self.output.show(&pile_views)
    }

    /// What every player sees of a pile.
    fn pile_view(&self, pile: Pile) -> PileView {
        let mut groups: Vec<(Vec<Seat>, Vec<Option<FaceNumber>>)> = Vec::new();
        for player in self.players.connected() {
            let sees = player.sees(pile);
            match groups.iter_mut().find(|(_, faces)| *faces == sees) {
                Some((seats, _)) => seats.push(player.seat()),
                None => groups.push((vec![player.seat()], sees)),
            }
        }
        groups.sort_by_key(|(_, faces)| faces.iter().filter(|face| face.is_none()).count());
        let several = groups.len() > 1;
        let view = |(seats, faces): (Vec<Seat>, Vec<Option<FaceNumber>>)| {
            let who = match seats[..] {
                _ if !several => "all".into(),
                [seat] => name(seat).into(),
                _ => String::from("others"),
            };
            View { who, seats: seats.iter().map(|seat| seat.index()).collect(), faces }
        };
        let cards = self.players.table().pile(pile).len();
        let views = groups.into_iter().map(view).collect();
        PileView { pile: pile.0, name: self.pile_name(pile), cards, views }
    }

    /// A pile that is open to all.
    pub(super) fn open(&self, pile: Pile, faces: Vec<Option<FaceNumber>>) -> PileView {
        let seats = self.players.connected().map(|player| player.seat().index()).collect();
        let view = View { who: "all".into(), seats, faces };
        let (name, cards) = (self.pile_name(pile), view.faces.len());
        PileView { pile: pile.0, name, cards, views: vec![view] }
    }

    fn pile_name(&self, pile: Pile) -> String {
        let owner = self.players.table().owner(pile).map_or("", name);
        match pile {
            LIBRARY => "library".into(),
            GRAVEYARD => "graveyard".into(),
            LIST => format!("{owner}'s list"),
            Pile(20..) => format!("{owner}'s exile"),
            Pile(_) => format!("{owner}'s hand"),
        }
    }

    /// Ends the demo: writes the costs and the chain.
    pub(super) fn finish(mut self, file: Option<&Path>) -> Result<(), Failure> {
        self.end()?;
        let chain = self.players.chain();
        let (entries, bytes) = (chain.entries().len(), chain.to_bytes());
        let head = to_hex(chain.head());
        if let Some(file) = file {
            write(file, &bytes)?;
        }
        self.output.costs()?;
        if let Some((seat, work)) = self.players.busiest() {
            let (who, work) = (name(seat), millis(work));
            self.output.write_text(&format!(
                "Times are the sum over all players. The player who worked most is {who} with {work} ms."
            ))?;
        }
        let size = grouped(bytes.len());
        let mut lines = vec![
            format!(
                "The chain has {entries} entries, each signed by its author, and {size} bytes. Until the keys were \
                 opened it revealed no hidden card. This is its head, to compare with the other players':"
            ),
            format!("={head}"),
        ];
        match file {
            Some(file) => {
                lines.push("Anybody can verify it without any other input:".into());
                lines.push(format!("={}", invocation(&["verify"], file)));
            }
            None => {
                lines.push("Save it with --out FILE and verify it with facedown verify.".into());
            }
        }
        self.output.close("The chain", &lines)?;
        let table = self.players.table();
        let players: Vec<&str> = table.seats().all().iter().map(name).collect();
        let left = table.seats().all().minus(table.present());
        self.output.write_json(json!({
            "players": players,
            "left": left,
            "chain": { "entries": entries, "bytes": bytes.len(), "head": head, "file": file },
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_people_say_them() {
        let seats = |count| (0..count).map_while(Seat::new);
        assert_eq!(names(seats(1)), "Ann");
        assert_eq!(names(seats(2)), "Ann and Bob");
        assert_eq!(names(seats(3)), "Ann, Bob and Cleo");
    }
}
