//! Advice on whether a deck is built as a format wants it: sizes, copies, commanders, and which cards it allows.
//!
//! It is advice and nothing else: people may play what they agree on.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::card::{CardWords, Legality};
use crate::deck::{Deck, Entry, Section};
use crate::id::CardId;

mod commander;
mod copies;
mod finding;

pub use self::commander::choose_commanders;
pub use self::finding::Finding;

/// A set of rules by which decks are built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// No rules.
    Free,
    /// Sixty cards and four copies, of any cards.
    Constructed,
    /// Sixty cards and four copies, of the newest sets.
    Standard,
    /// The same, of the sets since 2012.
    Pioneer,
    /// The same, of the sets since 2003.
    Modern,
    /// The same, of all sets.
    Legacy,
    /// The same, and some cards may be there once.
    Vintage,
    /// The same, of cards that are common.
    Pauper,
    /// A hundred different cards, commanders among them.
    Commander,
    /// Sixty different cards, the commander among them.
    Brawl,
    /// Sixty different cards, a planeswalker and its spell among them.
    Oathbreaker,
    /// Fifty different cheap cards, the commander among them.
    TinyLeaders,
    /// Forty cards of what was opened.
    Limited,
}

/// How many cards a deck has, those in the command zone included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Any,
    AtLeast(u32),
    Exactly(u32),
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 13] = [
        Self::Free,
        Self::Constructed,
        Self::Standard,
        Self::Pioneer,
        Self::Modern,
        Self::Legacy,
        Self::Vintage,
        Self::Pauper,
        Self::Commander,
        Self::Brawl,
        Self::Oathbreaker,
        Self::TinyLeaders,
        Self::Limited,
    ];

    /// The format's name, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Constructed => "constructed",
            Self::Standard => "standard",
            Self::Pioneer => "pioneer",
            Self::Modern => "modern",
            Self::Legacy => "legacy",
            Self::Vintage => "vintage",
            Self::Pauper => "pauper",
            Self::Commander => "commander",
            Self::Brawl => "brawl",
            Self::Oathbreaker => "oathbreaker",
            Self::TinyLeaders => "tiny-leaders",
            Self::Limited => "limited",
        }
    }

    /// Whether decks of this format have cards in the command zone.
    pub const fn has_commanders(self) -> bool {
        matches!(self, Self::Commander | Self::Brawl | Self::Oathbreaker | Self::TinyLeaders)
    }

    const fn size(self) -> Size {
        match self {
            Self::Free => Size::Any,
            Self::Commander => Size::Exactly(100),
            Self::Brawl | Self::Oathbreaker => Size::Exactly(60),
            Self::TinyLeaders => Size::Exactly(50),
            Self::Limited => Size::AtLeast(40),
            _ => Size::AtLeast(60),
        }
    }

    /// The most cards in the sideboard.
    const fn sideboard(self) -> Option<u32> {
        match self {
            Self::Free | Self::Limited => None,
            Self::Commander | Self::Brawl | Self::Oathbreaker => Some(0),
            Self::TinyLeaders => Some(10),
            _ => Some(15),
        }
    }

    /// The most copies of a card.
    const fn copies(self) -> Option<u32> {
        match self {
            Self::Free | Self::Limited => None,
            _ if self.has_commanders() => Some(1),
            _ => Some(4),
        }
    }

    /// The name under which catalogues say which cards are allowed.
    fn pool(self) -> Option<&'static str> {
        match self {
            Self::Free | Self::Constructed | Self::TinyLeaders | Self::Limited => None,
            _ => Some(self.name()),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format {0:?}; there are: {names}", names = Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
        let known = Self::ALL.into_iter().find(|format| format.name() == wanted);
        known.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// What a format has to say about a deck; nothing if it is content. `words` looks cards up, as [`Catalogue::get`] does.
///
/// [`Catalogue::get`]: crate::Catalogue::get
pub fn advise(
    deck: &Deck,
    format: Format,
    words: impl Fn(CardId) -> Option<CardWords>,
) -> Vec<Finding> {
    let all = [Section::Commander, Section::Companion, Section::Main, Section::Sideboard];
    let mut known: BTreeMap<&str, CardWords> = BTreeMap::new();
    for entry in all.iter().flat_map(|&section| deck.section(section)) {
        if !known.contains_key(entry.name.as_str())
            && let Some(words) = entry.card.and_then(&words)
        {
            known.insert(&entry.name, words);
        }
    }
    let deck = Judged { deck, format, known };
    let mut findings = Vec::new();
    deck.sizes(&mut findings);
    deck.commanders(&mut findings);
    deck.copies(&mut findings);
    deck.pool(&mut findings);
    deck.identity(&mut findings);
    deck.companion(&mut findings);
    deck.unknown(&mut findings);
    findings
}

/// A deck with what is known of its cards.
struct Judged<'a> {
    deck: &'a Deck,
    format: Format,
    known: BTreeMap<&'a str, CardWords>,
}

impl Judged<'_> {
    fn words(&self, entry: &Entry) -> Option<&CardWords> {
        self.known.get(entry.name.as_str())
    }

    /// Every name in the deck with the number of its copies, in the order in which the names come first.
    fn names(&self) -> Vec<(&Entry, u32)> {
        let parts = [Section::Commander, Section::Companion, Section::Main, Section::Sideboard];
        let mut names: Vec<(&Entry, u32)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in parts.iter().flat_map(|&section| self.deck.section(section)) {
            let place = *places.entry(&entry.name).or_insert(names.len());
            match names.get_mut(place) {
                Some((_, count)) => *count += u32::from(entry.count),
                None => names.push((entry, entry.count.into())),
            }
        }
        names
    }

    fn sizes(&self, findings: &mut Vec<Finding>) {
        let commanders = self.deck.count(Section::Commander);
        let format = self.format;
        let have = self.deck.main_count() + if format.has_commanders() { commanders } else { 0 };
        match format.size() {
            Size::AtLeast(least) if have < least => {
                findings.push(Finding::TooFew { format, have, least });
            }
            Size::Exactly(exactly) if have != exactly => {
                findings.push(Finding::WrongSize { format, have, exactly });
            }
            _ => {}
        }
        let have = self.deck.sideboard_count();
        if let Some(most) = format.sideboard().filter(|&most| have > most) {
            findings.push(Finding::Sideboard { format, have, most });
        }
    }

    /// Cards that the format does not allow.
    fn pool(&self, findings: &mut Vec<Finding>) {
        let Some(pool) = self.format.pool() else { return };
        for (entry, _) in self.names() {
            let legality = self.words(entry).and_then(|words| words.legality(pool));
            let (name, format) = (entry.name.clone(), self.format);
            match legality {
                Some(Legality::Banned) => findings.push(Finding::Banned { name, format }),
                Some(Legality::NotLegal) => findings.push(Finding::NotAllowed { name, format }),
                _ => {}
            }
        }
    }

    fn companion(&self, findings: &mut Vec<Finding>) {
        if let Some(companion) =
            self.deck.companion.as_ref().filter(|_| self.format != Format::Free)
        {
            findings.push(Finding::Companion { name: companion.name.clone() });
        }
    }

    fn unknown(&self, findings: &mut Vec<Finding>) {
        if self.format == Format::Free {
            return;
        }
        let names = self.names();
        let unknown: Vec<&str> = names
            .iter()
            .filter(|(entry, _)| self.words(entry).is_none())
            .map(|(entry, _)| entry.name.as_str())
            .collect();
        if let Some(first) = unknown.first() {
            findings.push(Finding::Unknown { count: unknown.len(), first: (*first).to_owned() });
        }
    }
}
