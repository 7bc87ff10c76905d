//! One card of Cockatrice, and how two of them become the sides of one.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::scryfall::legality_named;
use super::super::{Rank, Sink, colours, mana_value};
use super::Element;
use crate::card::{CardWords, FaceWords, Legality, Printing, RelatedKind};
use crate::collection::{Incoming, Part};
use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;
use crate::name::normalised;

/// A card as it is in the file.
#[derive(Default)]
pub(super) struct XmlCard {
    /// How many elements around the next property have begun.
    pub(super) depth: usize,
    properties: Vec<(String, String)>,
    printings: Vec<Printing>,
    /// Names, and whether each is the other side of this card.
    related: Vec<(String, bool)>,
    made_by: Vec<String>,
}

/// Sides that wait for each other until the end of the file.
#[derive(Default)]
pub(super) struct Backs {
    fronts: Vec<(Incoming, Vec<String>)>,
    backs: HashMap<String, (Incoming, Vec<String>)>,
}

impl XmlCard {
    pub(super) fn add(&mut self, element: Element, text: String) {
        match element.name.as_str() {
            "set" => self.printings.push(Printing {
                set: text.to_uppercase(),
                number: element.attribute("num").unwrap_or_default(),
                picture: element.attribute("uuid").and_then(|uuid| uuid.parse().ok()),
            }),
            "related" | "reverse-related" => {
                let is_side = element.attribute("attach").is_some_and(|how| how == "transform");
                match element.name.as_str() {
                    "reverse-related" if !is_side => self.made_by.push(text),
                    _ => self.related.push((text, is_side)),
                }
            }
            _ => self.properties.push((element.name, text)),
        }
    }

    fn property(&self, name: &str) -> &str {
        let found = self.properties.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, text)| text)
    }

    fn is_token(&self) -> bool {
        ["1", "true"].contains(&self.property("token"))
    }

    fn layout(&self) -> CardLayout {
        match self.property("type") {
            of if of.starts_with("Emblem") => CardLayout::Emblem,
            _ if self.is_token() => CardLayout::Token,
            _ => CardLayout::from_name(self.property("layout")),
        }
    }

    /// The faces. Those that are on one side are one card in the file, with ` // ` between everything.
    fn faces(&self, layout: CardLayout) -> Vec<FaceWords> {
        let name = self.name();
        let names: Vec<&str> = name.split(" // ").collect();
        let count = names.len();
        let parts = |property: &str, separator: &str| -> Vec<String> {
            let text = self.property(property);
            if count == 1 {
                return vec![text.to_owned()];
            }
            text.split(separator).map(|part| part.trim().to_owned()).collect()
        };
        let costs = parts("manacost", "//");
        let (types, texts, sizes) =
            (parts("type", "//"), parts("text", "\n---\n"), parts("pt", "//"));
        let all = self.all_colours();
        let face = |(at, name): (usize, &str)| {
            let of = |list: &[String]| list.get(at).cloned().unwrap_or_default();
            let cost = braced(&of(&costs));
            let size = of(&sizes);
            let (power, toughness) = size.split_once('/').unwrap_or_default();
            let only = |property: &str| Some(self.property(property)).filter(|_| at == 0);
            FaceWords {
                name: name.to_owned(),
                colours: if count == 1 { all } else { Colours::of_symbols(&cost) },
                cost,
                type_line: of(&types),
                text: of(&texts),
                power: some(Some(power)),
                toughness: some(Some(toughness)),
                loyalty: some(only("loyalty")),
                defense: some(only("defense")),
                hand: some(only("hand").filter(|_| layout == CardLayout::Vanguard)),
                life: some(only("life").filter(|_| layout == CardLayout::Vanguard)),
            }
        };
        names.into_iter().enumerate().map(face).collect()
    }

    /// The name. Cockatrice tells tokens of one name apart by blanks behind it, and adds that they are tokens.
    fn name(&self) -> &str {
        let name = self.property("name");
        let bare = name.strip_suffix(" (Token)").or_else(|| name.strip_suffix(" Token"));
        bare.filter(|_| self.is_token()).unwrap_or(name).trim()
    }

    /// The colours, which older files have in an element each.
    fn all_colours(&self) -> Colours {
        let named = self.properties.iter().filter(|(name, _)| name == "colors" || name == "color");
        colours(named.map(|(_, letters)| letters))
    }

    fn into_card(self) -> Incoming {
        let layout = self.layout();
        let faces = self.faces(layout);
        let identity = colours([&self.property("coloridentity").to_owned()]);
        let own = faces.iter().map(|face| {
            let symbols = Colours::of_symbols(&face.cost).union(Colours::of_symbols(&face.text));
            symbols.union(face.colours)
        });
        let mut words = CardWords {
            id: CardId::from_bytes([0; 16]),
            name: CardWords::joined_name(&faces),
            layout,
            colour_identity: own.fold(identity, Colours::union),
            mana_value: mana_value(self.property("cmc").parse().ok(), &faces),
            legalities: self.legalities(),
            related: Vec::new(),
            printings: self.printings,
            faces,
        };
        words.id = words.derived_id();
        let mut card = Incoming::new(words, Rank::COCKATRICE);
        card.parts = self
            .related
            .into_iter()
            .filter_map(|(name, is_side)| {
                let kind = match is_side {
                    false => RelatedKind::Token,
                    true if layout == CardLayout::Meld => RelatedKind::MeldResult,
                    true => return None,
                };
                Some(Part { kind, name, printing: None })
            })
            .collect();
        card.made_by = self.made_by;
        card
    }

    fn legalities(&self) -> BTreeMap<String, Legality> {
        let formats = self.properties.iter().filter_map(|(name, legality)| {
            Some((name.strip_prefix("format-")?.to_owned(), legality_named(legality)?))
        });
        formats.collect()
    }
}

impl Backs {
    /// Adds a card, or keeps it until its other side is there.
    pub(super) fn put_into(&mut self, card: XmlCard, sink: &mut Sink<'_>) {
        if card.name().is_empty() {
            sink.left_out += 1;
            return;
        }
        let sides: Vec<String> = card
            .related
            .iter()
            .filter(|(_, is_side)| *is_side)
            .map(|(name, _)| name.clone())
            .collect();
        let is_meld = card.layout() == CardLayout::Meld;
        let is_back = card.property("side") == "back";
        let card = card.into_card();
        match (is_back, sides.is_empty()) {
            _ if is_meld => sink.add(card),
            (true, _) => _ = self.backs.insert(normalised(&card.words.name), (card, sides)),
            (false, false) => self.fronts.push((card, sides)),
            (false, true) => sink.add(card),
        }
    }

    /// Puts the sides together. A back whose front is missing is a card of its own.
    pub(super) fn finish(mut self, sink: &mut Sink<'_>) {
        let mut used = HashSet::new();
        for (mut front, sides) in std::mem::take(&mut self.fronts) {
            let key = sides
                .iter()
                .map(|side| normalised(side))
                .find(|side| self.backs.contains_key(side));
            if let Some((back, _)) = key.as_ref().and_then(|key| self.backs.get(key)) {
                front.words.faces.extend(back.words.faces.iter().cloned());
                front.words.name = CardWords::joined_name(&front.words.faces);
                front.words.colour_identity =
                    front.words.colour_identity.union(back.words.colour_identity);
                front.words.id = front.words.derived_id();
            }
            used.extend(key);
            sink.add(front);
        }
        let mut alone: Vec<_> =
            self.backs.into_iter().filter(|(name, _)| !used.contains(name)).collect();
        alone.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (_, (back, _)) in alone {
            sink.add(back);
        }
    }
}

/// A text, unless it is empty.
fn some(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A mana cost with braces, which Cockatrice leaves out where it can: `2W` is `{2}{W}`, and `(W/U)` and `W/U` are `{W/U}`.
fn braced(cost: &str) -> String {
    let mut out = String::new();
    let mut rest = cost;
    while let Some(first) = rest.chars().next() {
        let closed = match first {
            '{' => rest.find('}'),
            '(' => rest.find(')'),
            _ => None,
        };
        let (symbol, used) = if let Some(end) = closed {
            (&rest[1..end], end + 1)
        } else if first.is_alphanumeric() {
            let end = symbol_end(rest);
            (&rest[..end], end)
        } else {
            // A blank, or half of a pair.
            ("", first.len_utf8())
        };
        if !symbol.is_empty() {
            out.extend(["{", &symbol.to_uppercase(), "}"]);
        }
        rest = &rest[used..];
    }
    out
}

/// Where the first symbol without braces ends: a number or a letter, and more of them if there are slashes between.
fn symbol_end(text: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        end += digits.max(rest.chars().next().map_or(0, char::len_utf8));
        match text[end..].strip_prefix('/') {
            Some(more) if more.starts_with(char::is_alphanumeric) => end += 1,
            _ => return end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_get_their_braces() {
        for (cost, with) in [
            ("", ""),
            ("2WU", "{2}{W}{U}"),
            ("12", "{12}"),
            ("X{W/U}G", "{X}{W/U}{G}"),
            ("(2/w)(2/w)", "{2/W}{2/W}"),
            ("1W/UB/P", "{1}{W/U}{B/P}"),
            ("{G", "{G}"),
            ("W/ {}", "{W}"),
            ("½", "{½}"),
        ] {
            assert_eq!(braced(cost), with, "{cost}");
        }
    }
}
