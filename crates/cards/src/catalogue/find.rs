//! Finds cards by names and printings.

use super::Catalogue;
use super::format::{Section, triple};
use crate::id::CardId;
use crate::name::normalised;

/// How much of a line may be a name. The longest name that was ever printed has 141 letters.
const LONGEST_NAME: usize = 400;

/// Which name of a card it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// The whole name.
    Whole,
    /// The name of the front.
    Front,
    /// The name of a half of a split card.
    Half,
    /// The name of another face, such as the back.
    Other,
}

/// A card that was found by one of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The card.
    pub id: CardId,
    /// Which of its names it is.
    pub kind: NameKind,
}

impl Catalogue {
    /// The card with this name: the whole one, that of the front, or that of a half. If several have it, the one that decks mean: no
    /// token, by its whole name, and played in most formats.
    pub fn find(&self, name: &str) -> Option<CardId> {
        self.find_all(name).first().map(|named| named.id)
    }

    /// All cards with this name, the one that decks mean first.
    ///
    /// `A-` before a name, by which Arena marks its own version of a card, does not count if no card is called so. A name that is
    /// there twice (`Name // Name`) is that of a card with two equal sides.
    pub fn find_all(&self, name: &str) -> Vec<Named> {
        let name = normalised(name);
        let found = self.with_name(&name);
        if !found.is_empty() {
            return found;
        }
        let parts = || name.split(" // ");
        let first = parts().next().unwrap_or_default();
        if parts().count() > 1 && parts().all(|part| part == first) {
            return self.with_name(first);
        }
        if parts().all(|part| part.starts_with("a-")) {
            let without: Vec<&str> = parts().map(|part| &part[2..]).collect();
            return self.with_name(&without.join(" // "));
        }
        found
    }

    /// The card with the longest name at the beginning of a line, and how many bytes of the line the name takes, blanks before it
    /// included. A name ends where no letter or digit follows.
    ///
    /// ```
    /// # use facedown_cards::{CardWords, Catalogue, FaceWords};
    /// # let named = |name: &str| CardWords::invented(FaceWords { name: name.into(), ..FaceWords::default() });
    /// # let (hut, garden) = (named("Hut"), named("Hut in the Garden"));
    /// let catalogue = Catalogue::new([hut.clone(), garden.clone()]);
    /// assert_eq!(catalogue.longest_name("Hut in the  GARDEN (XLN) 12"), Some((garden.id, 18)));
    /// assert_eq!(catalogue.longest_name("Hut in the Gardens"), Some((hut.id, 3)));
    /// assert_eq!(catalogue.longest_name("Huts"), None);
    /// ```
    pub fn longest_name(&self, line: &str) -> Option<(CardId, usize)> {
        let line = &line[..line.floor_char_boundary(LONGEST_NAME)];
        let whole = normalised(line);
        let is_end = |at: usize| {
            whole.is_char_boundary(at) && !whole[at..].starts_with(char::is_alphanumeric)
        };
        let mut ends = (1..=whole.len()).rev().filter(|&at| is_end(at));
        let (id, name) = ends.find_map(|at| {
            let name = whole[..at].trim_end();
            // A blank before the end has been tried already, without it.
            let found = (name.len() == at).then(|| self.with_name(name))?;
            Some((found.first()?.id, name))
        })?;
        let mut taken = (name.len()..=line.len()).chain(0..name.len());
        let taken =
            taken.find(|&at| line.is_char_boundary(at) && normalised(&line[..at]) == name)?;
        Some((id, line[..taken].trim_end().len()))
    }

    /// The card that has this number in this set. Neither case nor zeros before a number count.
    pub fn printing(&self, set: &str, number: &str) -> Option<CardId> {
        let wanted = (set_key(set), number_key(number));
        let (entries, _) = self.section(Section::Printings).as_chunks::<12>();
        let key = |entry: &[u8; 12]| {
            let [set, number, _] = triple(*entry);
            Some((self.text(set)?, self.text(number)?))
        };
        let wanted = Some((wanted.0.as_str(), wanted.1.as_str()));
        let at = entries.binary_search_by(|entry| key(entry).cmp(&wanted)).ok()?;
        let [_, _, place] = triple(*entries.get(at)?);
        self.id(place as usize)
    }

    /// All names by which cards are found, in order, normalised.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, Named)> {
        let (entries, _) = self.section(Section::Names).as_chunks::<12>();
        entries.iter().filter_map(|entry| self.named(*entry))
    }

    fn with_name(&self, name: &str) -> Vec<Named> {
        let (entries, _) = self.section(Section::Names).as_chunks::<12>();
        let text = |entry: &[u8; 12]| self.text(triple(*entry)[0]);
        let start = entries.partition_point(|entry| text(entry) < Some(name));
        let found = entries[start..].iter().take_while(|entry| text(entry) == Some(name));
        found.filter_map(|entry| Some(self.named(*entry)?.1)).collect()
    }

    fn named(&self, entry: [u8; 12]) -> Option<(&str, Named)> {
        let [name, place, kind] = triple(entry);
        let kind = match kind {
            0 => NameKind::Whole,
            1 => NameKind::Front,
            2 => NameKind::Half,
            3 => NameKind::Other,
            _ => return None,
        };
        Some((self.text(name)?, Named { id: self.id(place as usize)?, kind }))
    }

    /// Whether the index of names can be searched.
    pub(super) fn has_sound_names(&self) -> bool {
        self.names().count() == self.sections.count(Section::Names)
            && self.names().map(|(name, _)| name).is_sorted()
    }

    /// Whether the index of printings can be searched.
    pub(super) fn has_sound_printings(&self) -> bool {
        let (entries, _) = self.section(Section::Printings).as_chunks::<12>();
        let keys = entries.iter().map(|entry| {
            let [set, number, place] = triple(*entry);
            self.id(place as usize)?;
            Some((self.text(set)?, self.text(number)?))
        });
        keys.clone().all(|key| key.is_some()) && keys.is_sorted()
    }
}

/// The code of a set as it is compared.
pub(super) fn set_key(set: &str) -> String {
    set.trim().to_uppercase()
}

/// A collector's number as it is compared.
pub(super) fn number_key(number: &str) -> String {
    let number = number.trim().to_lowercase();
    let digits = number.trim_start_matches('0');
    if digits.starts_with(|c: char| c.is_ascii_digit()) { digits.to_owned() } else { number }
}
