//! Lines that name a part of the list.

use super::Section;

/// What a heading says about the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// A part of the deck.
    Section(Section),
    /// A part that a deck has no place for, and that is played beside it: planes, schemes, attractions.
    Extra(String),
    /// A part of the list that is outside the deck.
    Outside(String),
    /// Cards of one type. It changes nothing.
    Type,
    /// What follows is about the deck and not in it.
    About,
}

/// The heading that the whole text is: `Sideboard`, `SIDEBOARD:`, `Mainboard (60 cards)`, `Creatures: 24`.
pub(super) fn heading(text: &str) -> Option<Heading> {
    named(without_number(text))
}

/// The part that a line names before its card: `SB: 1 Forest`, and the rest of the line.
pub(super) fn mark(text: &str) -> Option<(Heading, &str)> {
    let (word, rest) = text.split_once(':')?;
    match named(word.trim())? {
        Heading::Type | Heading::About => None,
        heading => Some((heading, rest.trim())),
    }
}

/// The heading with this name.
fn named(name: &str) -> Option<Heading> {
    let inside = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let name = inside.unwrap_or(name).trim();
    // Longer lines are no headings, and need not be compared.
    if name.len() > 40 {
        return None;
    }
    let word = name.to_lowercase();
    let section = match word.as_str() {
        "deck" | "main" | "mainboard" | "main board" | "main deck" | "maindeck" | "mb" => {
            Section::Main
        }
        "sideboard" | "side board" | "side" | "side deck" | "sb" => Section::Sideboard,
        "commander" | "commanders" | "command zone" | "cm" | "cmdr" | "oathbreaker"
        | "signature spell" | "signature spells" => Section::Commander,
        "companion" | "companions" => Section::Companion,
        "token" | "tokens" | "tokens & extras" => Section::Tokens,
        "about" | "metadata" => return Some(Heading::About),
        "maybeboard" | "maybe" | "maybe board" | "considering" | "acquireboard" | "wishlist"
        | "cuts" => {
            return Some(Heading::Outside(name.to_owned()));
        }
        "avatar" | "planes" | "schemes" | "conspiracy" | "conspiracies" | "dungeon"
        | "dungeons" | "attractions" | "contraptions" | "stickers" | "planes/schemes" => {
            return Some(Heading::Extra(name.to_owned()));
        }
        _ => return is_type(&word).then_some(Heading::Type),
    };
    Some(Heading::Section(section))
}

/// Whether these are types of cards: "creatures", "instants and sorceries", "other spells".
fn is_type(words: &str) -> bool {
    const TYPES: [&str; 27] = [
        "artifact",
        "artifacts",
        "basic",
        "basics",
        "battle",
        "battles",
        "creature",
        "creatures",
        "enchantment",
        "enchantments",
        "instant",
        "instants",
        "land",
        "lands",
        "legendary",
        "nonbasic",
        "other",
        "permanents",
        "planeswalker",
        "planeswalkers",
        "sorceries",
        "sorcery",
        "spell",
        "spells",
        "noncreature",
        "others",
        "kindred",
    ];
    let mut words =
        words.split([' ', ',', '&', '/']).filter(|word| !word.is_empty() && *word != "and");
    words.clone().next().is_some() && words.all(|word| TYPES.contains(&word))
}

/// Takes away what counts the cards below: `(60 cards)`, `: 3 cards`, `[15]`, and a colon.
pub(super) fn without_number(text: &str) -> &str {
    let is_number = |text: &str| {
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
        let unit = text[digits.len()..].trim().to_lowercase();
        !digits.is_empty()
            && digits.bytes().all(|digit| digit.is_ascii_digit())
            && ["", "card", "cards"].contains(&unit.as_str())
    };
    let text = text.trim();
    let in_brackets = |open: char, close: char| {
        let (name, number) = text.strip_suffix(close)?.rsplit_once(open)?;
        is_number(number).then_some(name)
    };
    let after_colon =
        || text.rsplit_once(':').filter(|(_, number)| is_number(number)).map(|(name, _)| name);
    let name = in_brackets('(', ')')
        .or_else(|| in_brackets('[', ']'))
        .or_else(after_colon)
        .unwrap_or(text);
    name.trim().trim_end_matches(':').trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_found_in_every_form() {
        for text in [
            "Sideboard",
            "SIDEBOARD:",
            "Sideboard (15)",
            "[Sideboard]",
            "Side board: 15 cards",
            "SB:",
        ] {
            assert_eq!(heading(text), Some(Heading::Section(Section::Sideboard)), "{text}");
        }
        for text in ["Deck", "MainBoard: 3 cards", "Mainboard (11 cards)", "[Main]", "main [60]"] {
            assert_eq!(heading(text), Some(Heading::Section(Section::Main)), "{text}");
        }
        for text in
            ["Creatures (24)", "Instants and Sorceries: 9", "Lands", "Other Spells", "Basic Lands"]
        {
            assert_eq!(heading(text), Some(Heading::Type), "{text}");
        }
        assert_eq!(heading("[metadata]"), Some(Heading::About));
        assert_eq!(heading("MAYBEBOARD:"), Some(Heading::Outside("MAYBEBOARD".into())));
        assert_eq!(heading("[Planes]"), Some(Heading::Extra("Planes".into())));
    }

    /// Names of real cards that begin like headings.
    #[test]
    fn names_that_begin_like_headings_are_none() {
        for name in [
            "Commander Eesha",
            "Companion of the Trials",
            "About Face",
            "Land Tax",
            "Instant Ramen",
            "Deck of Cards But Animated",
            "Sideboard of Fate 15",
            "4 Creatures",
            "",
            ":",
        ] {
            assert_eq!(heading(name), None, "{name}");
        }
    }

    #[test]
    fn a_mark_names_the_part_of_one_card() {
        assert_eq!(
            mark("sb: 2x Island"),
            Some((Heading::Section(Section::Sideboard), "2x Island"))
        );
        assert_eq!(mark("CM: Forest"), Some((Heading::Section(Section::Commander), "Forest")));
        assert_eq!(mark("Summon: Choco/Mog"), None);
        assert_eq!(mark("Creatures: 4 Bears"), None);
    }
}
