//! `facedown cards show`: the words of a card.

use std::io::Write;
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;
use facedown_cards::{CardId, CardWords, Catalogue, FaceWords, Legality, Printing, RelatedKind};

use super::{CATALOGUE, load};
use crate::draw::text::{paragraph, terminal_width};
use crate::failure::Failure;

/// How many cards of one name are shown.
const MOST_CARDS: usize = 12;
/// How many printings of a card are listed.
const MOST_PRINTINGS: usize = 12;

/// Shows the cards that have a name.
///
/// Case, accents and blanks do not matter. A card is found by its whole name and by the name of each of its faces, and by its number.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown cards show lantern otter
  facedown cards show 'Dawn // Dusk' --catalogue all.fdc")]
pub(super) struct Show {
    /// The name.
    #[arg(required = true, value_name = "NAME")]
    name: Vec<String>,
    /// The catalogue.
    #[arg(long, short, default_value = CATALOGUE, value_name = "FILE")]
    catalogue: PathBuf,
    /// Writes a line of JSON for each card.
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let catalogue = load(&self.catalogue)?;
        let name = self.name.join(" ");
        let mut found: Vec<CardId> =
            catalogue.find_all(&name).into_iter().map(|named| named.id).collect();
        found.extend(name.parse::<CardId>().ok().filter(|id| catalogue.name(*id).is_some()));
        if found.is_empty() {
            return Err(unknown(&catalogue, &name));
        }
        let mut out = anstream::stdout().lock();
        let cards = found.iter().filter_map(|&id| catalogue.get(id));
        if self.json {
            for card in cards {
                let json = serde_json::to_string(&card).map_err(std::io::Error::from)?;
                writeln!(out, "{json}")?;
            }
            return Ok(());
        }
        let columns = terminal_width();
        for (number, card) in cards.take(MOST_CARDS).enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            write!(out, "{}", drawn(&card, columns))?;
        }
        let more = found.len().saturating_sub(MOST_CARDS);
        if more > 0 {
            writeln!(out, "\nand {more} more of this name; --json lists all")?;
        }
        Ok(())
    }
}

fn unknown(catalogue: &Catalogue, name: &str) -> Failure {
    let names = catalogue.suggest(name, 5).into_iter().filter_map(|id| catalogue.name(id));
    let names: Vec<String> = names.map(plain).collect();
    let advice = match names.as_slice() {
        [] => "look for it in another catalogue, or import more cards".to_owned(),
        [only] => format!("did you mean {only}?"),
        [names @ .., last] => format!("did you mean {} or {last}?", names.join(", ")),
    };
    Failure::coded(1, format!("no card is called {:?}; {advice}", plain(name)))
}

/// A card as people read it.
fn drawn(card: &CardWords, columns: usize) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let mut out = String::new();
    for (number, face) in card.faces.iter().enumerate() {
        if number > 0 {
            out.extend([format!("{dim}  //{dim:#}\n")]);
        }
        let (name, cost) = (plain(&face.name), plain(&face.cost));
        let heading = format!("{bold}{name}{bold:#}  {cost}");
        out.extend([heading.trim_end(), "\n"]);
        out.push_str(&paragraph("  ", &first_line(face), columns));
        for line in face.text.lines() {
            out.push_str(&paragraph("  ", &plain(line), columns));
        }
    }
    for (what, text) in about(card) {
        let text = paragraph(&format!("  {what}: "), &plain(&text), columns);
        out.extend([format!("{dim}{text}{dim:#}")]);
    }
    out
}

/// The types of a face and its numbers.
fn first_line(face: &FaceWords) -> String {
    let mut parts = vec![face.type_line.clone()];
    if face.power.is_some() || face.toughness.is_some() {
        let size = |number: &Option<String>| number.clone().unwrap_or_default();
        parts.push(format!("{}/{}", size(&face.power), size(&face.toughness)));
    }
    let numbers = [
        ("loyalty", &face.loyalty),
        ("defense", &face.defense),
        ("hand", &face.hand),
        ("life", &face.life),
    ];
    let named =
        |(what, number): (&str, &Option<String>)| Some(format!("{what} {}", number.as_ref()?));
    parts.extend(numbers.into_iter().filter_map(named));
    parts.retain(|part| !part.is_empty());
    plain(&parts.join(" · "))
}

/// What else is known about a card.
fn about(card: &CardWords) -> Vec<(&'static str, String)> {
    let mut about = Vec::new();
    let mut add = |what, list: Vec<String>| {
        if !list.is_empty() {
            about.push((what, list.join(", ")));
        }
    };
    add("layout", vec![card.layout.name().replace('_', " ")]);
    add(
        "colour identity",
        card.colour_identity.iter().map(|colour| colour.letter().into()).collect(),
    );
    let formats = |wanted: Legality| {
        let all = card.legalities.iter().filter(move |(_, legality)| **legality == wanted);
        all.map(|(format, _)| format.clone()).collect()
    };
    add("legal in", formats(Legality::Legal));
    add("restricted in", formats(Legality::Restricted));
    add("banned in", formats(Legality::Banned));
    for (what, kind) in [
        ("makes", RelatedKind::Token),
        ("melds with", RelatedKind::MeldPart),
        ("melds into", RelatedKind::MeldResult),
        ("goes with", RelatedKind::Combo),
    ] {
        let related = card.related.iter().filter(|related| related.kind == kind);
        add(what, related.map(|related| related.name.clone()).collect());
    }
    let of =
        |printing: &Printing| format!("{} {}", printing.set, printing.number).trim().to_owned();
    let mut printings: Vec<String> = card.printings.iter().take(MOST_PRINTINGS).map(of).collect();
    let more = card.printings.len().saturating_sub(MOST_PRINTINGS);
    if more > 0 {
        printings.push(format!("{more} more"));
    }
    add("printed as", printings);
    add("number", vec![card.id.to_string()]);
    about
}

/// A text without characters that a terminal would obey.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
