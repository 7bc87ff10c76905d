//! The stage: the players, what they are called, and the page on which their evening is told.

use std::path::Path;

use facedown_core::Seat;
use facedown_crypto::FaceNumber;
use facedown_crypto::table::Pile;
use serde_json::json;

use super::page::{Page, PileView, View, grouped, millis};
use super::round::Round;
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

/// Where a seat's cards lie face down.
pub(super) fn exile(seat: Seat) -> Pile {
    Pile(20 + number(seat))
}

fn number(seat: Seat) -> u16 {
    u16::try_from(seat.index()).unwrap_or_default()
}

/// What a seat is called.
pub(super) fn name(seat: Seat) -> &'static str {
    NAMES[seat.index()]
}

/// "Ann", "Ann and Bob", "Ann, Bob and Cleo".
pub(super) fn names(seats: impl IntoIterator<Item = Seat>) -> String {
    let names: Vec<&str> = seats.into_iter().map(name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// The players and the page.
pub(super) struct Stage {
    pub(super) round: Round,
    pub(super) page: Page,
    /// Whether there is a chapter to end.
    begun: bool,
}

impl Stage {
    pub(super) const fn new(round: Round, page: Page) -> Self {
        Self { round, page, begun: false }
    }

    /// Ends a chapter with what it cost, and begins another.
    pub(super) fn chapter(&mut self, title: &'static str, text: &str) -> Result<(), Failure> {
        self.end()?;
        self.begun = true;
        self.page.begin(title)?;
        self.page.tell(text)
    }

    fn end(&mut self) -> Result<(), Failure> {
        let cost = self.round.take_cost();
        if self.begun { self.page.end(cost) } else { Ok(()) }
    }

    /// What everybody sees of some piles; of those that are not there nothing.
    pub(super) fn show(&mut self, piles: &[Pile]) -> Result<(), Failure> {
        let there: Vec<Pile> = self.round.table().piles().collect();
        let piles = piles.iter().filter(|pile| there.contains(pile));
        let sights: Vec<PileView> = piles.map(|&pile| self.sight(pile)).collect();
        self.page.show(&sights)
    }

    /// What everybody sees of a pile.
    fn sight(&self, pile: Pile) -> PileView {
        let mut groups: Vec<(Vec<Seat>, Vec<Option<FaceNumber>>)> = Vec::new();
        for player in self.round.here() {
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
        let cards = self.round.table().pile(pile).len();
        let views = groups.into_iter().map(view).collect();
        PileView { pile: pile.0, name: self.pile_name(pile), cards, views }
    }

    /// A pile that is open to all.
    pub(super) fn open(&self, pile: Pile, faces: Vec<Option<FaceNumber>>) -> PileView {
        let seats = self.round.here().map(|player| player.seat().index()).collect();
        let view = View { who: "all".into(), seats, faces };
        let (name, cards) = (self.pile_name(pile), view.faces.len());
        PileView { pile: pile.0, name, cards, views: vec![view] }
    }

    fn pile_name(&self, pile: Pile) -> String {
        let owner = self.round.table().owner(pile).map_or("", name);
        match pile {
            LIBRARY => "library".into(),
            GRAVEYARD => "graveyard".into(),
            LIST => format!("{owner}'s list"),
            Pile(20..) => format!("{owner}'s exile"),
            Pile(_) => format!("{owner}'s hand"),
        }
    }

    /// Ends the evening: what it cost, and its chain.
    pub(super) fn finish(mut self, file: Option<&Path>) -> Result<(), Failure> {
        self.end()?;
        let chain = self.round.chain();
        let (entries, bytes) = (chain.entries().len(), chain.to_bytes());
        let head = to_hex(chain.head());
        if let Some(file) = file {
            write(file, &bytes)?;
        }
        self.page.costs()?;
        if let Some((seat, work)) = self.round.busiest() {
            let (who, work) = (name(seat), millis(work));
            self.page.tell(&format!(
                "Times are of all players together; {who}, who worked most, worked {work} ms."
            ))?;
        }
        let size = grouped(bytes.len());
        let mut lines = vec![
            format!(
                "{entries} entries and {size} bytes, each signed by its author. Until the keys were opened it told \
                 nobody what was hidden. Its head, to compare with the others':"
            ),
            format!("={head}"),
        ];
        match file {
            Some(file) => {
                lines.push("Anybody can check it, with no other input:".into());
                lines.push(format!("={}", invocation(&["verify"], file)));
            }
            None => {
                lines.push("Keep it with --out FILE, and check it with facedown verify.".into());
            }
        }
        self.page.close("The chain", &lines)?;
        let table = self.round.table();
        let players: Vec<&str> = table.seats().all().iter().map(name).collect();
        let left = table.seats().all().minus(table.present());
        self.page.write_json(json!({
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
