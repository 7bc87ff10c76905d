//! Writes decks: as text in the way of Arena, and as a `.cod` file of Cockatrice.

use std::fmt::Write;

use super::dictionary::NoDictionary;
use super::line::{Count, END_OF_NAME, card_line};
use super::tail::{Name, tail};
use super::xml::ROLE;
use super::{Deck, Entry, MAX_COPIES, Section};

/// Writes the deck as text.
pub(super) fn text(deck: &Deck) -> String {
    let mut blocks = Vec::new();
    if let Some(name) = &deck.name {
        blocks.push(format!("About\nName {name}\n"));
    }
    for section in Section::ALL {
        let mut block = String::new();
        for entry in deck.section(section) {
            for count in runs(entry.count) {
                block += &line(count, entry);
            }
        }
        // Arena has the companion in the sideboard as well.
        if let (Section::Sideboard, Some(companion)) = (section, &deck.companion) {
            block += &line(1, companion);
        }
        if !block.is_empty() {
            blocks.push(format!("{}\n{block}", heading(section)));
        }
    }
    blocks.join("\n")
}

const fn heading(section: Section) -> &'static str {
    match section {
        Section::Main => "Deck",
        Section::Sideboard => "Sideboard",
        Section::Commander => "Commander",
        Section::Companion => "Companion",
        Section::Tokens => "Tokens",
    }
}

/// A count as numbers that one line can have.
fn runs(count: u16) -> impl Iterator<Item = u16> {
    let (whole, rest) = (count / MAX_COPIES, count % MAX_COPIES);
    std::iter::repeat_n(MAX_COPIES, whole.into()).chain((rest > 0).then_some(rest))
}

/// A line that is read back as this entry. Names that look like something else are marked where they end.
fn line(count: u16, entry: &Entry) -> String {
    let edition = entry.edition.as_ref().map_or(String::new(), |edition| {
        let number = edition.number.as_ref().map_or(String::new(), |number| format!(" {number}"));
        format!(" ({}){number}", edition.set)
    });
    let plain = format!("{count} {}{edition}", entry.name);
    let read = card_line(&plain, &NoDictionary);
    // A dictionary finds a known name whatever it ends with, but may know the beginning of an unknown one.
    let may_end_early =
        entry.card.is_none() && entry.name.char_indices().any(|(at, _)| is_tail(&entry.name[at..]));
    let is_same = read.count == Count::Copies(count)
        && read.written == entry.name
        && read.tail.edition == entry.edition;
    if is_same && !may_end_early {
        return plain + "\n";
    }
    format!("{count}x {}{END_OF_NAME}{edition}\n", entry.name)
}

/// Whether a reader who thinks that the name is over can read this.
fn is_tail(text: &str) -> bool {
    tail(text, Name::Known).is_some()
}

/// Writes the deck as a `.cod` file.
pub(super) fn cod(deck: &Deck) -> String {
    let mut out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n".to_owned();
    let mut put =
        |line: std::fmt::Arguments<'_>| out.write_fmt(line).expect("a string takes everything");
    put(format_args!(
        "    <deckname>{}</deckname>\n",
        escaped(deck.name.as_deref().unwrap_or_default())
    ));
    put(format_args!("    <comments></comments>\n"));
    for (zone, sections) in [
        ("main", &[Section::Main][..]),
        ("side", &[Section::Commander, Section::Companion, Section::Sideboard]),
        ("tokens", &[Section::Tokens]),
    ] {
        let entries = || {
            sections
                .iter()
                .flat_map(|&section| deck.section(section).iter().map(move |e| (section, e)))
        };
        if entries().next().is_none() {
            continue;
        }
        put(format_args!("    <zone name=\"{zone}\">\n"));
        for (section, entry) in entries() {
            let role = match section {
                Section::Commander => format!(" {ROLE}=\"commander\""),
                Section::Companion => format!(" {ROLE}=\"companion\""),
                _ => String::new(),
            };
            for count in runs(entry.count) {
                let name = escaped(&entry.name);
                put(format_args!(
                    "        <card number=\"{count}\" name=\"{name}\"{}{role}/>\n",
                    edition(entry)
                ));
            }
        }
        put(format_args!("    </zone>\n"));
    }
    put(format_args!("</cockatrice_deck>\n"));
    out
}

fn edition(entry: &Entry) -> String {
    entry.edition.as_ref().map_or(String::new(), |edition| {
        let number = edition.number.as_ref();
        let number =
            number.map_or(String::new(), |n| format!(" collectorNumber=\"{}\"", escaped(n)));
        format!(" setShortName=\"{}\"{number}", escaped(&edition.set))
    })
}

fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}
