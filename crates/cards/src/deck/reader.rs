//! Collects the cards of a list into a deck, and what there is to say about them.

use std::collections::HashMap;

use super::heading::Heading;
use super::line::{CardLine, Count};
use super::{
    Deck, DeckError, Dictionary, Edition, Entry, MAX_CARDS, MAX_NAME, Note, NoteKind, Section,
    bytes, text, xml,
};
use crate::id::CardId;

/// Reads a deck in any format.
pub(super) fn read(bytes: &[u8], dictionary: &impl Dictionary) -> Result<Deck, DeckError> {
    let (text, guessed) = bytes::to_text(bytes)?;
    let mut collector = Collector::new(dictionary);
    if guessed {
        collector.deck.notes.push(Note { line: None, kind: NoteKind::Encoding });
    }
    if text.trim_start().starts_with('<') {
        xml::read(&text, &mut collector)?;
    } else {
        text::read(&text, &mut collector)?;
    }
    collector.finish()
}

/// A deck that is being read.
pub(super) struct Collector<'a, D> {
    pub(super) dictionary: &'a D,
    pub(super) deck: Deck,
    /// Where the entries of main deck, sideboard and tokens are.
    places: HashMap<(Section, String, Option<Edition>), usize>,
    cards: u32,
}

/// The card of a line after its name has been looked up.
struct Found {
    name: String,
    card: Option<CardId>,
    edition: Option<Edition>,
}

impl<'a, D: Dictionary> Collector<'a, D> {
    fn new(dictionary: &'a D) -> Self {
        Self { dictionary, deck: Deck::default(), places: HashMap::new(), cards: 0 }
    }

    pub(super) fn note(&mut self, line: u32, kind: NoteKind) {
        self.deck.notes.push(Note { line: Some(line), kind });
    }

    /// Calls the deck so, if anything of the name can be read.
    pub(super) fn call(&mut self, name: &str) {
        let (name, _) = tidied(name);
        if !name.is_empty() {
            self.deck.name = Some(name);
        }
    }

    /// Whether the list has had a card.
    fn has_cards(&self) -> bool {
        self.cards > 0
    }

    /// Puts the cards of a line where they belong, if they stand under this heading.
    pub(super) fn put_under(
        &mut self,
        line: u32,
        heading: &Heading,
        card: CardLine,
    ) -> Result<(), DeckError> {
        if let Some(part) = card.tail.left_out.clone() {
            self.leave_out(line, &part, card);
            return Ok(());
        }
        match heading {
            Heading::Outside(part) => self.leave_out(line, part, card),
            Heading::Extra(part) => self.add_extra(line, part, card)?,
            Heading::Section(section) => {
                self.add(line, card.tail.section.unwrap_or(*section), card)?;
            }
            Heading::Type | Heading::About => {
                self.add(line, card.tail.section.unwrap_or(Section::Main), card)?;
            }
        }
        Ok(())
    }

    /// Puts the cards of a line into a part of the deck.
    fn add(&mut self, line: u32, section: Section, read: CardLine) -> Result<(), DeckError> {
        let count = read.count.clone();
        let found = self.look_up(line, read);
        if let Some(count) = self.copies(line, &count, &found.name) {
            self.put(line, section, count, found)?;
        }
        Ok(())
    }

    /// Like [`add`](Self::add), and says that the part of the list has no place in a deck.
    fn add_extra(&mut self, line: u32, part: &str, read: CardLine) -> Result<(), DeckError> {
        let (part, count) = (part.to_owned(), read.count.clone());
        let found = self.look_up(line, read);
        if let Some(count) = self.copies(line, &count, &found.name) {
            self.note(line, NoteKind::KeptAside { count, name: found.name.clone(), part });
            self.put(line, Section::Sideboard, count, found)?;
        }
        Ok(())
    }

    /// Says that the cards of a line are left out.
    fn leave_out(&mut self, line: u32, part: &str, read: CardLine) {
        let (part, count) = (part.to_owned(), read.count.clone());
        let found = self.look_up(line, read);
        if let Some(count) = self.copies(line, &count, &found.name) {
            self.note(line, NoteKind::LeftOut { count, name: found.name, part });
        }
    }

    /// The number of copies that a count means.
    fn copies(&mut self, line: u32, count: &Count, name: &str) -> Option<u16> {
        let name = name.to_owned();
        match count {
            Count::Unsaid => Some(1),
            &Count::Copies(copies) => Some(copies),
            Count::Zero => {
                self.note(line, NoteKind::NoCopies { name });
                None
            }
            Count::Bad(count) => {
                self.note(line, NoteKind::BadCount { count: count.clone(), name });
                Some(1)
            }
        }
    }

    /// Compares name and edition with the dictionary.
    fn look_up(&mut self, line: u32, read: CardLine) -> Found {
        let (written, is_cut) = tidied(&read.written);
        if is_cut {
            self.note(line, NoteKind::LongName);
        }
        let mut edition = read.tail.edition;
        let printed = edition.as_ref().and_then(|edition| {
            let number = edition.number.clone()?;
            let card = self.dictionary.printed_as(&edition.set, &number)?;
            Some((card, edition.set.clone(), number))
        });
        let dictionary = self.dictionary;
        let name_of = |card: CardId| dictionary.name(card).unwrap_or_default().to_owned();
        let mut card = read.card;
        if let Some(found) = card.filter(|_| written.starts_with("A-")) {
            let name = name_of(found);
            if !name.starts_with("A-") {
                self.note(line, NoteKind::Rebalanced { written: written.clone(), name });
            }
        }
        match (card, printed) {
            (Some(card), Some((other, set, number))) if other != card => {
                edition = None;
                let (name, other) = (name_of(card), name_of(other));
                self.note(line, NoteKind::OtherPrinting { name, set, number, other });
            }
            (None, Some((found, set, number))) => {
                card = Some(found);
                let (written, name) = (written.clone(), name_of(found));
                self.note(line, NoteKind::ByPrinting { written, set, number, name });
            }
            (None, None) => self.note(line, NoteKind::Unknown { name: written.clone() }),
            (Some(_), _) => {}
        }
        Found { name: card.map_or(written, name_of), card, edition }
    }

    fn put(
        &mut self,
        line: u32,
        section: Section,
        count: u16,
        found: Found,
    ) -> Result<(), DeckError> {
        self.cards += u32::from(count);
        if self.cards > MAX_CARDS {
            return Err(DeckError::TooManyCards { line });
        }
        let Found { name, card, edition } = found;
        let mut entry = Entry { count, name, card, edition };
        if section == Section::Companion {
            if self.deck.companion.is_none() {
                self.deck.companion = Some(Entry { count: 1, ..entry.clone() });
                entry.count -= 1;
            }
            if entry.count == 0 {
                return Ok(());
            }
            let (count, name) = (entry.count, entry.name.clone());
            self.note(line, NoteKind::SecondCompanion { count, name });
            self.merge(Section::Sideboard, entry);
        } else {
            self.merge(section, entry);
        }
        Ok(())
    }

    /// Adds copies to the entry of this card and edition, or a new entry.
    fn merge(&mut self, section: Section, entry: Entry) {
        let list = match section {
            Section::Main => &mut self.deck.main,
            Section::Sideboard | Section::Companion => &mut self.deck.sideboard,
            Section::Commander => &mut self.deck.commanders,
            Section::Tokens => &mut self.deck.tokens,
        };
        let key = (section, entry.name.clone(), entry.edition.clone());
        let place = *self.places.entry(key).or_insert(list.len());
        match list.get_mut(place) {
            // All cards together are at most 65,535.
            Some(same) => same.count += entry.count,
            None => list.push(entry),
        }
    }

    /// Lists of Arena have the companion in the sideboard as well.
    pub(super) fn count_companion_once(&mut self) {
        let Some(companion) = &self.deck.companion else { return };
        let (name, edition) = (&companion.name, &companion.edition);
        let side = &self.deck.sideboard;
        let same = side.iter().position(|entry| entry.name == *name && entry.edition == *edition);
        let Some(at) = same.or_else(|| side.iter().position(|entry| entry.name == *name)) else {
            return;
        };
        let name = companion.name.clone();
        self.deck.sideboard[at].count -= 1;
        if self.deck.sideboard[at].count == 0 {
            self.deck.sideboard.remove(at);
        }
        self.deck.notes.push(Note { line: None, kind: NoteKind::CompanionTwice { name } });
    }

    fn finish(self) -> Result<Deck, DeckError> {
        if self.has_cards() { Ok(self.deck) } else { Err(DeckError::Empty) }
    }
}

/// A name without what nobody can see in it, and whether it had to be cut.
pub(super) fn tidied(name: &str) -> (String, bool) {
    let seen: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut name = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_long = name.len() > MAX_NAME;
    if is_long {
        name.truncate(name.floor_char_boundary(MAX_NAME));
        name.truncate(name.trim_end().len());
    }
    (name, is_long)
}
