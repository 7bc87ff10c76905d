//! A catalogue for these tests, with the odd names of real cards and no words of theirs.

use facedown_cards::deck::{Deck, DeckError, Entry, Section};
use facedown_cards::{CardId, CardLayout, CardWords, Catalogue, FaceWords, Printing};

/// Names that naive readers break. Those with ` // ` are split.
pub(crate) const ODD: [&str; 38] = [
    "1996 World Champion",
    "70,000 Light-Years from Home",
    "+2 Mace",
    "Pain 101",
    "Spider-Man 2099",
    "Pip-Boy 3000",
    "SP//dr, Piloted by Peni",
    "Summon: Choco/Mog",
    "B.O.B. (Bevy of Beebles)",
    "B.F.M. (Big Furry Monster)",
    "Hazmat Suit (Used)",
    "\"Ach! Hans, Run!\"",
    "Commander Eesha",
    "Companion of the Trials",
    "About Face",
    "Land Tax",
    "Instant Ramen",
    "Deck of Cards But Animated",
    "Minsc & Boo",
    "Æther Adept",
    "Lim-Dûl's Vault",
    "Jötun Grunt",
    "Dandân",
    "Khabál Ghoul",
    "Déjà Vu",
    "Nazgûl",
    "X",
    "_____",
    "Expansion // Explosion",
    "Pain // Suffering",
    "Wear // Tear",
    "Refuse // Cooperate",
    "Fire // Ice",
    "R&D's Secret Lair",
    "+",
    "Ow",
    "Ow My Eye",
    "Forest Bear",
];

/// Names that nobody finds odd; the last has a back.
const PLAIN: [&str; 9] = [
    "Forest",
    "Island",
    "Swamp",
    "Plains",
    "Sly Tomcat",
    "Lantern Otter",
    "Brass Abacus",
    "Hill Giantess",
    "Moth // Lamp",
];

/// All of them, with printings `ODD 1`, `ODD 2`, … and `PLN 1`, ….
pub(crate) fn catalogue() -> Catalogue {
    let named = |name: &str, layout, set: &str, number: usize| {
        let face = |name: &str| FaceWords { name: name.into(), ..FaceWords::default() };
        let faces: Vec<FaceWords> = name.split(" // ").map(face).collect();
        let layout = if faces.len() > 1 { layout } else { CardLayout::Normal };
        let printing = Printing { set: set.into(), number: number.to_string(), picture: None };
        let card = CardWords::invented(face(name));
        CardWords { layout, faces, printings: vec![printing], ..card }
    };
    let odd = (1..).zip(ODD).map(|(number, name)| named(name, CardLayout::Split, "ODD", number));
    let plain =
        (1..).zip(PLAIN).map(|(number, name)| named(name, CardLayout::ModalDfc, "PLN", number));
    Catalogue::new(odd.chain(plain))
}

pub(crate) fn read(list: &str) -> Deck {
    Deck::read(list.as_bytes(), &catalogue()).expect("this is a deck")
}

pub(crate) fn error(bytes: &[u8]) -> DeckError {
    Deck::read(bytes, &catalogue()).expect_err("this is no deck")
}

pub(crate) fn id(name: &str) -> Option<CardId> {
    catalogue().find(name)
}

/// A deck in short: its parts and notes, one line each. Unknown cards have a question mark.
pub(crate) fn outline(deck: &Deck) -> String {
    let mut lines: Vec<String> = deck.name.iter().map(|name| format!("name: {name}")).collect();
    for section in Section::ALL {
        let entries: Vec<String> = deck.section(section).iter().map(entry).collect();
        if !entries.is_empty() {
            lines.push(format!("{section}: {}", entries.join("; ")));
        }
    }
    lines.extend(deck.notes.iter().map(|note| format!("- {note}")));
    lines.join("\n")
}

fn entry(entry: &Entry) -> String {
    let unknown = if entry.card.is_none() { "?" } else { "" };
    let edition = entry.edition.as_ref().map_or(String::new(), |edition| {
        format!(" [{} {}]", edition.set, edition.number.as_deref().unwrap_or("–"))
    });
    format!("{} {}{unknown}{edition}", entry.count, entry.name)
}

/// Checks what a list is read as.
#[track_caller]
pub(crate) fn check(list: &str, wanted: &str) {
    let found = outline(&read(list));
    assert_eq!(found, wanted.trim_matches('\n'), "of this list:\n{list}\n\nfound:\n{found}\n");
}
