//! The words of one card as they are in the file: short numbers that stand for texts.

use serde::{Deserialize, Serialize};

use super::Catalogue;
use crate::card::{CardWords, FaceWords, Legality, Printing, RelatedCard, RelatedKind};
use crate::colours::Colours;
use crate::id::CardId;
use crate::layout::CardLayout;
use crate::mana::ManaValue;

/// The number of a text.
type Text = u32;

/// The words of a card. Every text is a number.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) name: Text,
    layout: u8,
    faces: Vec<FaceRecord>,
    identity: u8,
    halves: u32,
    /// The number of a blob with a list of formats. Most cards share theirs with others.
    legalities: u32,
    printings: Vec<(Text, Text, Option<[u8; 16]>)>,
    related: Vec<(u8, Text, Option<[u8; 16]>)>,
}

#[derive(Serialize, Deserialize)]
struct FaceRecord {
    name: Text,
    cost: Text,
    type_line: Text,
    text: Text,
    colours: u8,
    /// Power, toughness, loyalty, defense, hand, life: which of them there are, one bit each.
    has: u8,
    /// The numbers of those that there are.
    numbers: Vec<Text>,
}

const LEGALITIES: [Legality; 4] =
    [Legality::Legal, Legality::Restricted, Legality::Banned, Legality::NotLegal];
const KINDS: [RelatedKind; 4] =
    [RelatedKind::Token, RelatedKind::MeldPart, RelatedKind::MeldResult, RelatedKind::Combo];

impl Record {
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (record, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(record)
    }

    /// The record of a card, and its bytes. `intern` gives each blob a number.
    pub(super) fn write(card: &CardWords, intern: &mut impl FnMut(&[u8]) -> u32) -> Vec<u8> {
        let position = |layout| CardLayout::ALL.iter().position(|&known| known == layout);
        let legalities: Vec<(Text, u8)> = card
            .legalities
            .iter()
            .map(|(format, legality)| (intern(format.as_bytes()), number_in(&LEGALITIES, legality)))
            .collect();
        let record = Self {
            name: intern(card.name.as_bytes()),
            layout: position(card.layout).and_then(|at| u8::try_from(at).ok()).unwrap_or(0),
            faces: card.faces.iter().map(|face| FaceRecord::new(face, intern)).collect(),
            identity: card.colour_identity.bits(),
            halves: card.mana_value.halves(),
            legalities: intern(&encoded(&legalities)),
            printings: card
                .printings
                .iter()
                .map(|printing| {
                    let (set, number) = (&printing.set, &printing.number);
                    let picture = printing.picture.map(CardId::to_bytes);
                    (intern(set.as_bytes()), intern(number.as_bytes()), picture)
                })
                .collect(),
            related: card
                .related
                .iter()
                .map(|other| {
                    let kind = number_in(&KINDS, &other.kind);
                    (kind, intern(other.name.as_bytes()), other.id.map(CardId::to_bytes))
                })
                .collect(),
        };
        encoded(&record)
    }

    /// The words that this record stands for.
    pub(super) fn words(self, id: CardId, texts: &Catalogue) -> Option<CardWords> {
        let text = |number| texts.text(number).map(str::to_owned);
        let legalities = formats(texts.blob(self.legalities)?)?;
        Some(CardWords {
            id,
            name: text(self.name)?,
            layout: *CardLayout::ALL.get(usize::from(self.layout))?,
            faces: self.faces.iter().map(|face| face.words(texts)).collect::<Option<_>>()?,
            colour_identity: Colours::from_bits(self.identity)?,
            mana_value: ManaValue::from_halves(self.halves),
            legalities: legalities
                .into_iter()
                .map(|(format, legality)| {
                    Some((text(format)?, *LEGALITIES.get(usize::from(legality))?))
                })
                .collect::<Option<_>>()?,
            printings: self
                .printings
                .into_iter()
                .map(|(set, number, picture)| {
                    let picture = picture.map(CardId::from_bytes);
                    Some(Printing { set: text(set)?, number: text(number)?, picture })
                })
                .collect::<Option<_>>()?,
            related: self
                .related
                .into_iter()
                .map(|(kind, name, id)| {
                    let kind = *KINDS.get(usize::from(kind))?;
                    Some(RelatedCard { kind, name: text(name)?, id: id.map(CardId::from_bytes) })
                })
                .collect::<Option<_>>()?,
        })
    }

    /// Whether [`Record::words`] finds everything.
    pub(super) fn is_sound(&self, texts: &Catalogue) -> bool {
        let has = |number: Text| texts.text(number).is_some();
        has(self.name)
            && CardLayout::ALL.get(usize::from(self.layout)).is_some()
            && !self.faces.is_empty()
            && self.faces.iter().all(|face| face.is_sound(texts))
            && Colours::from_bits(self.identity).is_some()
            && texts.blob(self.legalities).and_then(formats).is_some_and(|formats| {
                formats.iter().all(|&(format, legality)| {
                    has(format) && usize::from(legality) < LEGALITIES.len()
                })
            })
            && self.printings.iter().all(|&(set, number, _)| has(set) && has(number))
            && self
                .related
                .iter()
                .all(|&(kind, name, _)| usize::from(kind) < KINDS.len() && has(name))
    }
}

impl FaceRecord {
    fn new(face: &FaceWords, intern: &mut impl FnMut(&[u8]) -> u32) -> Self {
        let FaceWords { power, toughness, loyalty, defense, hand, life, .. } = face;
        let all = [power, toughness, loyalty, defense, hand, life];
        let there = all.into_iter().enumerate().filter(|(_, number)| number.is_some());
        Self {
            name: intern(face.name.as_bytes()),
            cost: intern(face.cost.as_bytes()),
            type_line: intern(face.type_line.as_bytes()),
            text: intern(face.text.as_bytes()),
            colours: face.colours.bits(),
            has: there.fold(0, |has, (bit, _)| has | 1 << bit),
            numbers: all.into_iter().flatten().map(|number| intern(number.as_bytes())).collect(),
        }
    }

    fn words(&self, texts: &Catalogue) -> Option<FaceWords> {
        let text = |number| texts.text(number).map(str::to_owned);
        let mut numbers = self.numbers.iter();
        let mut next = |bit: u8| match self.has >> bit & 1 {
            1 => numbers.next().and_then(|&number| text(number)).map(Some),
            _ => Some(None),
        };
        Some(FaceWords {
            name: text(self.name)?,
            cost: text(self.cost)?,
            type_line: text(self.type_line)?,
            text: text(self.text)?,
            power: next(0)?,
            toughness: next(1)?,
            loyalty: next(2)?,
            defense: next(3)?,
            hand: next(4)?,
            life: next(5)?,
            colours: Colours::from_bits(self.colours)?,
        })
    }

    fn is_sound(&self, texts: &Catalogue) -> bool {
        let own = [self.name, self.cost, self.type_line, self.text];
        let mut all = own.iter().chain(&self.numbers);
        all.all(|&number| texts.text(number).is_some())
            && self.has < 1 << 6
            && self.has.count_ones() as usize == self.numbers.len()
            && Colours::from_bits(self.colours).is_some()
    }
}

/// The formats in a blob.
fn formats(blob: &[u8]) -> Option<Vec<(Text, u8)>> {
    let (formats, rest) = postcard::take_from_bytes(blob).ok()?;
    rest.is_empty().then_some(formats)
}

/// The place of a value among all that it can be.
fn number_in<T: PartialEq>(all: &[T], value: &T) -> u8 {
    all.iter().position(|known| known == value).and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
}

fn encoded(value: &impl Serialize) -> Vec<u8> {
    // Writing numbers to a vector cannot fail.
    postcard::to_allocvec(value).unwrap_or_default()
}
