//! Lists of lines: Arena, Magic Online, Moxfield, Archidekt, Deckstats, XMage, Forge, `.dec`, `.mwDeck`, or typed by hand.

use super::heading::{Heading, heading, mark};
use super::line::{CardLine, Count, card_line};
use super::reader::Collector;
use super::{DeckError, Dictionary, MAX_CARDS, MAX_NAME, NoteKind, Section};

/// Nothing behind this many bytes of a line is looked at.
const MAX_LINE: usize = 2_000;
/// A block of no more cards than this, alone above a much larger one, holds the commanders.
const MAX_COMMANDERS: u32 = 2;
/// What is much larger.
const MANY_CARDS: u32 = 30;

struct Item {
    line: u32,
    what: What,
}

enum What {
    Blank,
    Heading(Heading),
    Card(Option<Heading>, CardLine),
}

/// Reads a list.
pub(super) fn read<D: Dictionary>(
    text: &str,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    let items = Lines::new(collector).items(text)?;
    let is_labelled = items.iter().any(|item| match &item.what {
        What::Heading(heading) => *heading != Heading::About,
        What::Card(mark, _) => mark.is_some(),
        What::Blank => false,
    });
    if is_labelled {
        by_headings(items, collector)?;
    } else {
        by_blanks(items, collector)?;
    }
    collector.count_companion_once();
    Ok(())
}

/// Finds out what each line is.
struct Lines<'c, 'd, D> {
    collector: &'c mut Collector<'d, D>,
    in_about: bool,
    /// A comment that stands before all cards may be the deck's name.
    first_comment: Option<String>,
    cards: u32,
}

impl<'c, 'd, D: Dictionary> Lines<'c, 'd, D> {
    fn new(collector: &'c mut Collector<'d, D>) -> Self {
        Self { collector, in_about: false, first_comment: None, cards: 0 }
    }

    fn items(mut self, text: &str) -> Result<Vec<Item>, DeckError> {
        let mut items: Vec<Item> = Vec::new();
        // Old Macs ended lines with a carriage return.
        let lines =
            text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
        for (line, text) in (1..).zip(lines) {
            let text = text[..text.floor_char_boundary(MAX_LINE)]
                .trim_matches(|c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}');
            let Some(what) = self.line(line, text) else { continue };
            let is_second_blank = matches!(what, What::Blank)
                && matches!(items.last(), None | Some(Item { what: What::Blank, .. }));
            if !is_second_blank {
                items.push(Item { line, what });
            }
            if self.cards > MAX_CARDS {
                return Err(DeckError::TooManyCards { line });
            }
        }
        if self.collector.deck.name.is_none()
            && let Some(comment) = self.first_comment
        {
            self.collector.call(&comment);
        }
        Ok(items)
    }

    /// What a line is, or nothing if there is nothing more to do about it.
    fn line(&mut self, line: u32, text: &str) -> Option<What> {
        if text.is_empty() {
            self.in_about = false;
            return Some(What::Blank);
        }
        if let Some(comment) = text.strip_prefix("//").or_else(|| text.strip_prefix('#')) {
            return self.comment(line, comment.trim_start_matches(['/', '#']).trim());
        }
        if self.setting(text) {
            return None;
        }
        if let Some(heading) = heading(text) {
            self.in_about = heading == Heading::About;
            return Some(What::Heading(heading));
        }
        if let Some((heading, rest)) = mark(text) {
            self.cards += 1;
            return Some(What::Card(Some(heading), card_line(rest, self.collector.dictionary)));
        }
        let card = card_line(text, self.collector.dictionary);
        if card.card.is_none() && card.count == Count::Unsaid && looks_like_heading(text) {
            self.collector.note(line, NoteKind::Heading { text: shortened(text) });
            return Some(What::Heading(Heading::Type));
        }
        self.cards += 1;
        Some(What::Card(None, card))
    }

    fn comment(&mut self, line: u32, comment: &str) -> Option<What> {
        if let Some(heading) = heading(comment) {
            self.in_about = heading == Heading::About;
            return Some(What::Heading(heading));
        }
        if self.setting(comment) || comment.is_empty() {
            return None;
        }
        let card = card_line(comment, self.collector.dictionary);
        if card.count != Count::Unsaid {
            self.collector.note(line, NoteKind::CommentedOut { text: shortened(comment) });
        } else if self.first_comment.is_none() && self.cards == 0 {
            self.first_comment = Some(comment.to_owned());
        }
        None
    }

    /// Reads a line that is about the deck and not in it: `NAME: …`, `Name=…`, `LAYOUT MAIN:…`.
    fn setting(&mut self, text: &str) -> bool {
        let after = |word: &str| {
            text.get(..word.len())
                .filter(|w| w.eq_ignore_ascii_case(word))
                .map(|_| &text[word.len()..])
        };
        let is_set = |word: &str, ends: &[char]| after(word)?.trim_start().strip_prefix(ends);
        if self.in_about {
            if let Some(name) = after("name ").or_else(|| is_set("name", &['='])) {
                self.collector.call(name);
                return true;
            }
            let is_key = |key: &str| key.chars().all(|c| c.is_alphanumeric() || c == ' ');
            return text.split_once('=').is_some_and(|(key, _)| is_key(key));
        }
        if let Some(name) = is_set("name", &[':']).or_else(|| is_set("deck name", &[':'])) {
            self.collector.call(name);
            return true;
        }
        let is_skipped = |word: &&str| is_set(word, &[':']).is_some();
        ["author", "creator", "format", "layout main", "layout sideboard"].iter().any(is_skipped)
    }
}

/// Whether a line without a count is likely to name what follows: "Ramp (12)", "Removal:".
fn looks_like_heading(text: &str) -> bool {
    let name = super::heading::without_number(text);
    name.len() < text.len() && !name.is_empty()
}

fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(MAX_NAME)].to_owned()
}

/// A list whose parts have names.
fn by_headings<D: Dictionary>(
    items: Vec<Item>,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    let main = Heading::Section(Section::Main);
    let mut current = main.clone();
    let mut has_cards = false;
    for Item { line, what } in items {
        match what {
            // The commanders are over where the block is.
            What::Blank if has_cards => {
                if matches!(current, Heading::Section(Section::Commander | Section::Companion)) {
                    current = main.clone();
                }
            }
            What::Blank | What::Heading(Heading::Type) => {}
            What::Heading(Heading::About) => current = main.clone(),
            What::Heading(heading) => (current, has_cards) = (heading, false),
            What::Card(mark, card) => {
                has_cards = true;
                collector.put_under(line, mark.as_ref().unwrap_or(&current), card)?;
            }
        }
    }
    Ok(())
}

/// A list without names: one blank line parts main deck and sideboard, several mean nothing.
fn by_blanks<D: Dictionary>(
    items: Vec<Item>,
    collector: &mut Collector<'_, D>,
) -> Result<(), DeckError> {
    let mut blocks: Vec<Vec<(u32, CardLine)>> = vec![Vec::new()];
    for Item { line, what } in items {
        match what {
            What::Card(_, card) => blocks.last_mut().expect("there is a block").push((line, card)),
            What::Blank | What::Heading(_) => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    let mut sections = vec![Section::Main; blocks.len()];
    let size = |block: &Vec<(u32, CardLine)>| -> u32 {
        let copies = |card: &CardLine| {
            if let Count::Copies(copies) = card.count { copies.into() } else { 1 }
        };
        block.iter().map(|(_, card)| copies(card)).sum()
    };
    let first_line = |block: &Vec<(u32, CardLine)>| block.first().map_or(1, |&(line, _)| line);
    let mut from = 0;
    if let [first, second, ..] = &blocks[..]
        && size(first) <= MAX_COMMANDERS
        && size(second) >= MANY_CARDS
    {
        collector.note(first_line(first), NoteKind::LoneCommanders);
        sections[0] = Section::Commander;
        from = 1;
    }
    match &blocks[from..] {
        [_, second] => {
            collector.note(first_line(second), NoteKind::BlankLine);
            sections[from + 1] = Section::Sideboard;
        }
        [_, second, ..] => {
            collector
                .note(first_line(second), NoteKind::ManyBlocks { blocks: blocks.len() - from });
        }
        _ => {}
    }
    for (block, section) in blocks.into_iter().zip(sections) {
        for (line, card) in block {
            collector.put_under(line, &Heading::Section(section), card)?;
        }
    }
    Ok(())
}
