//! First sights of faces whose words are in a catalogue outside: who has to be told what is printed on them.

use std::collections::BTreeSet;

use crate::house::Recipient;
use crate::sealed::Sealed;
use crate::seat::Seat;

/// The number of a card in a catalogue outside; see [`Game::CATALOGUE`](crate::Game::CATALOGUE).
pub type CatalogueNumber = [u8; 16];

/// Names of cards that a player brings, sealed like the cards themselves; see [`Game::names`](crate::Game::names).
pub type SealedNames = Sealed<Vec<String>>;

/// Somebody sees a face for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Who sees it.
    pub to: Recipient,
    /// Where its words are found.
    pub number: CatalogueNumber,
    /// Who brought the card, if a player did. Only that player's names for cards are about it.
    pub by: Option<Seat>,
}

/// All first sights of a table, in order.
#[derive(Clone, Default)]
pub(crate) struct Sightings {
    all: Vec<Sighting>,
    seen: BTreeSet<(Option<Seat>, Option<Seat>, CatalogueNumber)>,
}

impl Sightings {
    /// Notes a sight, unless it is not the first.
    pub(crate) fn note(&mut self, to: Recipient, number: CatalogueNumber, by: Option<Seat>) {
        let seat = match to {
            Recipient::Everybody => None,
            Recipient::Seat(seat) => Some(seat),
        };
        if !self.seen.contains(&(None, by, number)) && self.seen.insert((seat, by, number)) {
            self.all.push(Sighting { to, number, by });
        }
    }

    pub(crate) fn all(&self) -> &[Sighting] {
        &self.all
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.seen.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_sight_is_noted() {
        let (ada, ben) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        let (ada, ben) = (Recipient::Seat(ada), Recipient::Seat(ben));
        let mut sightings = Sightings::default();
        for to in [ada, ada, ben, Recipient::Everybody, ada, Recipient::Everybody] {
            sightings.note(to, [7; 16], None);
        }
        let to: Vec<Recipient> = sightings.all().iter().map(|sighting| sighting.to).collect();
        assert_eq!(to, [ada, ben, Recipient::Everybody]);
        sightings.note(ada, [7; 16], Seat::new(1));
        assert_eq!(sightings.all().len(), 4, "a card of somebody else may have another name");
    }
}
