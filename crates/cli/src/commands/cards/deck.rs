//! `facedown cards deck`: reads a deck in any format, says what there is to say about it, and writes it in another.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use facedown_cards::deck::{Deck, DeckError, Entry, MAX_BYTES, NoteKind, Section};
use facedown_cards::legality::{Format, advise, choose_commanders};
use facedown_cards::{Catalogue, Collection, ours};

use super::{CATALOGUE, load};
use crate::draw::text::{flow, terminal_width};
use crate::failure::Failure;

/// For how many unknown names the command looks for others that are meant.
const MOST_SUGGESTIONS: usize = 20;

/// Reads a deck, says what is odd about it, and writes it in another format.
///
/// Lists of Arena, Magic Online (text and .dek), Cockatrice (text and .cod), Moxfield, Archidekt, Deckstats, XMage, Forge, .dec, .mwDeck
/// and OCTGN are read, and lists that were typed by hand. A line is never dropped without a note: a name that the catalogue does not
/// have stays in the deck.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown cards deck list.txt
  facedown cards deck list.txt --format commander
  facedown cards deck list.cod --to text > list.txt
  facedown cards deck nine-lives --to cod

The house has decks of its own invention: nine-lives, long-bluff and house-of-nine.")]
pub(super) struct ShowDeck {
    /// A file with a deck, or a deck of the house.
    #[arg(value_name = "FILE|DECK")]
    deck: String,
    /// The catalogue [default: cards.fdc, if it is there].
    #[arg(long, short, value_name = "FILE")]
    catalogue: Option<PathBuf>,
    /// Says whether the deck is built as a format wants it: constructed, commander, limited, modern, …
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,
    /// Writes the deck in this format, and what there is to say to standard error.
    #[arg(long, value_name = "FORMAT")]
    to: Option<To>,
}

/// What a deck is written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// Text, in the way of Arena.
    Text,
    /// A .cod file of Cockatrice.
    Cod,
}

impl ShowDeck {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let imported = self.imported()?;
        let words = |card| ours::catalogue().get(card).or_else(|| imported.get(card));
        let path = Path::new(&self.deck);
        let mut deck = read(&self.deck, &imported)?;
        if let Some(format) = self.format {
            choose_commanders(&mut deck, format, words);
        }
        if deck.name.is_none() {
            deck.name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        }
        let said = notes(&deck, &imported) + &self.advice(&deck, words);
        let mut out = anstream::stdout().lock();
        match self.to {
            None => Ok(write!(out, "{}{said}", summary(&deck))?),
            Some(to) => {
                write!(anstream::stderr().lock(), "{said}")?;
                let written = if to == To::Text { deck.to_text() } else { deck.to_cod() };
                Ok(write!(out, "{written}")?)
            }
        }
    }

    /// The cards that the user has imported; none if there is no catalogue in the usual place.
    fn imported(&self) -> Result<Catalogue, Failure> {
        match &self.catalogue {
            Some(catalogue) => load(catalogue),
            None if Path::new(CATALOGUE).exists() => load(CATALOGUE.as_ref()),
            None => Ok(Collection::default().into_catalogue()),
        }
    }

    /// What the format has to say.
    fn advice(
        &self,
        deck: &Deck,
        words: impl Fn(facedown_cards::CardId) -> Option<facedown_cards::CardWords>,
    ) -> String {
        let Some(format) = self.format else { return String::new() };
        let findings = advise(deck, format, words);
        let faults = findings.iter().filter(|finding| finding.is_fault()).count();
        let bold = Style::new().bold();
        let verdict = match faults {
            0 if findings.is_empty() => "yes".into(),
            0 => "as far as can be said, yes".into(),
            1 => "no, for one reason".into(),
            faults => format!("no, for {faults} reasons"),
        };
        let mut out = format!("\n{bold}{format}: {verdict}.{bold:#}\n");
        for finding in findings {
            out += &item(&finding.to_string());
        }
        out
    }
}

/// A deck of the house, or of a file.
pub(crate) fn read(named: &str, imported: &Catalogue) -> Result<Deck, Failure> {
    let path = Path::new(named);
    let of_the_house = ours::decks().iter().find(|house| house.key == named);
    match of_the_house.filter(|_| !path.exists()) {
        Some(house) => Ok(house.deck.clone()),
        None => Deck::read(&contents(path)?, &(ours::catalogue(), imported))
            .map_err(|e| Failure::damaged(path.display(), e)),
    }
}

/// The bytes of a file, unless they are far too many.
fn contents(path: &Path) -> Result<Vec<u8>, Failure> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::coded(66, missing(path)),
        _ => Failure::unreadable(path, error),
    };
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > MAX_BYTES as u64 {
        let bytes = usize::try_from(length).unwrap_or(usize::MAX);
        return Err(Failure::damaged(path.display(), DeckError::TooLarge { bytes }));
    }
    let mut bytes = Vec::new();
    // A pipe has no length of its own.
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

fn missing(path: &Path) -> String {
    let decks: Vec<&str> = ours::decks().iter().map(|house| house.key.as_str()).collect();
    format!(
        "there is no file {}; name one, or a deck of the house: {}",
        path.display(),
        decks.join(", ")
    )
}

/// The deck, part by part.
fn summary(deck: &Deck) -> String {
    let bold = Style::new().bold();
    let mut out = String::new();
    if let Some(name) = &deck.name {
        let _ = writeln!(out, "{bold}{name}{bold:#}");
    }
    for section in Section::ALL {
        let entries: Vec<String> = deck.section(section).iter().map(entry).collect();
        let count = deck.count(section);
        match section {
            _ if entries.is_empty() => continue,
            Section::Companion => _ = writeln!(out, "\n  {section}"),
            _ => _ = writeln!(out, "\n  {section}: {count}"),
        }
        let entries: Vec<String> = entries.iter().map(|entry| format!("{entry}  ")).collect();
        out += &flow("    ", &entries, "", terminal_width());
    }
    out
}

fn entry(entry: &Entry) -> String {
    let dimmed = Style::new().dimmed();
    let (count, name) = (entry.count, &entry.name);
    if entry.card.is_some() {
        format!("{count} {name}")
    } else {
        format!("{count} {dimmed}{name}{dimmed:#}")
    }
}

/// What the reader has to say, with names that may be meant.
fn notes(deck: &Deck, imported: &Catalogue) -> String {
    let mut out = String::new();
    let mut looked = 0;
    for note in &deck.notes {
        let mut words = note.to_string();
        if let NoteKind::Unknown { name } = &note.kind
            && looked < MOST_SUGGESTIONS
        {
            looked += 1;
            let suggested = [imported, ours::catalogue()].into_iter().find_map(|catalogue| {
                let card = catalogue.suggest(name, 1).first().copied()?;
                catalogue.name(card)
            });
            if let Some(suggested) = suggested {
                let _ = write!(words, " (is it {suggested}?)");
            }
        }
        out += &item(&words);
    }
    if !out.is_empty() {
        out.insert(0, '\n');
    }
    if deck.notes.iter().any(|note| matches!(note.kind, NoteKind::Unknown { .. }))
        && imported.is_empty()
    {
        out += &item(
            "only the cards of the house are known; import others with `facedown cards import`",
        );
    }
    out
}

fn item(words: &str) -> String {
    let yellow: Style = AnsiColor::Yellow.on_default();
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    flow(&format!("  {yellow}•{yellow:#} "), &words, " ", terminal_width())
}
