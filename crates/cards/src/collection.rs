//! Cards on their way into a catalogue: many printings become one card, and cards of several files are merged.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::card::{CardWords, FaceWords, Printing, RelatedCard, RelatedKind};
use crate::catalogue::Catalogue;
use crate::id::CardId;
use crate::import::Rank;
use crate::name::normalised;

/// The cards of one or several files, merged.
///
/// Printings of one card are one card. If several files have a card, its words are taken from the best: own JSON first, then Scryfall
/// and MTGJSON (English before other languages, paper before digital), then a catalogue, then Cockatrice. Everything else is added up.
#[derive(Default)]
pub struct Collection {
    cards: BTreeMap<CardId, Gathered>,
    /// Which card a printing is of.
    printed: HashMap<CardId, CardId>,
}

/// A card as an importer has read it.
pub(crate) struct Incoming {
    pub(crate) words: CardWords,
    pub(crate) rank: Rank,
    /// Whether it is of a game on a screen.
    pub(crate) is_digital: bool,
    /// Cards that belong to it, not yet looked up.
    pub(crate) parts: Vec<Part>,
    /// The names of cards that make this token.
    pub(crate) made_by: Vec<String>,
}

/// A card that belongs to another, as files name it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub(crate) kind: RelatedKind,
    pub(crate) name: String,
    /// Scryfall's id of one of its printings.
    pub(crate) printing: Option<CardId>,
}

/// A card, and what is known about it so far.
struct Gathered {
    words: CardWords,
    rank: Rank,
    is_digital: bool,
    printings: BTreeMap<(String, String), (Rank, Option<CardId>)>,
    parts: Vec<Part>,
    made_by: Vec<String>,
}

impl Incoming {
    pub(crate) fn new(words: CardWords, rank: Rank) -> Self {
        Self { words, rank, is_digital: false, parts: Vec::new(), made_by: Vec::new() }
    }
}

impl Collection {
    /// How many cards there are, before those of the same name are merged.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The catalogue of these cards.
    pub fn into_catalogue(self) -> Catalogue {
        Catalogue::new(self.into_cards())
    }

    /// These cards, in the order of their numbers.
    pub fn into_cards(mut self) -> Vec<CardWords> {
        self.merge_same_names();
        self.drop_digital_versions();
        let names = Names::of(self.cards.values());
        let mut made = BTreeMap::<CardId, Vec<RelatedCard>>::new();
        for token in self.cards.values().filter(|card| !card.made_by.is_empty()) {
            let (id, name) = (Some(token.words.id), &token.words.name);
            for maker in &token.made_by {
                for &maker in names.cards(maker) {
                    let related = RelatedCard { kind: RelatedKind::Token, name: name.clone(), id };
                    made.entry(maker).or_default().push(related);
                }
            }
        }
        let printed = &self.printed;
        let related = |part: Part| {
            let by_printing = part.printing.and_then(|printing| printed.get(&printing));
            let wanted = part.kind == RelatedKind::Token;
            let id = by_printing.copied().or_else(|| names.only(&part.name, wanted));
            RelatedCard { kind: part.kind, name: part.name, id }
        };
        let finished = self.cards.into_values().map(|card| {
            let mut words = card.words;
            words.related.extend(card.parts.into_iter().map(&related));
            words.related.extend(made.remove(&words.id).unwrap_or_default());
            words.related = related_once(&words);
            words.printings = printings(card.printings);
            words
        });
        finished.collect()
    }

    pub(crate) fn add(&mut self, card: Incoming) {
        let id = card.words.id;
        for picture in card.words.printings.iter().filter_map(|printing| printing.picture) {
            self.printed.insert(picture, id);
        }
        let new = Gathered::new(card);
        match self.cards.get_mut(&id) {
            Some(known) => known.merge(new),
            None => _ = self.cards.insert(id, new),
        }
    }

    /// Gives cards whose number was derived to the card of the same name that has a real one.
    fn merge_same_names(&mut self) {
        let mut known = HashMap::new();
        for (id, card) in self.cards.iter().filter(|(id, _)| !id.is_derived()) {
            known.entry(card.likeness()).or_insert(*id);
        }
        let derived = self.cards.iter().filter(|(id, _)| id.is_derived());
        let same: HashMap<CardId, CardId> =
            derived.filter_map(|(id, card)| Some((*id, *known.get(&card.likeness())?))).collect();
        for (derived, id) in &same {
            let Some(mut card) = self.cards.remove(derived) else { continue };
            card.words.id = *id;
            if let Some(known) = self.cards.get_mut(id) {
                known.merge(card);
            }
        }
        for of in self.printed.values_mut() {
            *of = same.get(of).copied().unwrap_or(*of);
        }
    }

    /// Drops Arena's own versions (`A-Name`) of cards that there are.
    fn drop_digital_versions(&mut self) {
        let names: HashSet<String> =
            self.cards.values().map(|card| normalised(&card.words.name)).collect();
        self.cards.retain(|_, card| {
            let name = &card.words.name;
            let parts: Option<Vec<&str>> =
                name.split(" // ").map(|part| part.strip_prefix("A-")).collect();
            let is_version = |parts: Vec<&str>| names.contains(&normalised(&parts.join(" // ")));
            !card.is_digital || !parts.is_some_and(is_version)
        });
    }
}

impl Gathered {
    fn new(card: Incoming) -> Self {
        let Incoming { mut words, rank, is_digital, parts, made_by } = card;
        let printings = std::mem::take(&mut words.printings);
        let printings = printings
            .into_iter()
            .map(|printing| ((printing.set, printing.number), (rank, printing.picture)));
        Self { rank, is_digital, printings: printings.collect(), parts, made_by, words }
    }

    /// Takes what another file or printing says about the same card.
    fn merge(&mut self, mut other: Self) {
        if other.rank > self.rank {
            std::mem::swap(&mut self.words, &mut other.words);
            std::mem::swap(&mut self.rank, &mut other.rank);
        }
        self.is_digital &= other.is_digital;
        if self.words.legalities.is_empty() {
            self.words.legalities = other.words.legalities;
        }
        for related in other.words.related {
            push_new(&mut self.words.related, related);
        }
        for (key, (rank, picture)) in other.printings {
            let known = self.printings.entry(key).or_insert((rank, picture));
            if rank > known.0 || known.1.is_none() {
                *known = (rank, picture.or(known.1));
            }
        }
        for part in other.parts {
            push_new(&mut self.parts, part);
        }
        for maker in other.made_by {
            push_new(&mut self.made_by, maker);
        }
    }

    /// What two cards share that are the same, if one of them has no number of its own: the name, and tokens more than that.
    fn likeness(&self) -> (String, Option<Vec<String>>) {
        let words = &self.words;
        let of_face = |face: &FaceWords| {
            let (power, toughness) = (face.power.as_deref(), face.toughness.as_deref());
            let numbers =
                format!("{}/{}", power.unwrap_or_default(), toughness.unwrap_or_default());
            [face.colours.to_string(), numbers, normalised(&face.text)]
        };
        let more = words.layout.is_token().then(|| words.faces.iter().flat_map(of_face).collect());
        (normalised(&words.name), more)
    }
}

/// Which cards have a name.
struct Names(HashMap<String, Vec<(CardId, bool)>>);

impl Names {
    fn of<'a>(cards: impl Iterator<Item = &'a Gathered>) -> Self {
        let mut names: HashMap<String, Vec<(CardId, bool)>> = HashMap::new();
        for card in cards {
            let words = &card.words;
            let front = words.front().map(|front| front.name.as_str());
            let mut own = vec![normalised(&words.name), normalised(front.unwrap_or_default())];
            own.dedup();
            for name in own {
                names.entry(name).or_default().push((words.id, words.layout.is_token()));
            }
        }
        Self(names)
    }

    /// The cards of this name that are in decks.
    fn cards(&self, name: &str) -> impl Iterator<Item = &CardId> {
        let known = self.0.get(&normalised(name)).into_iter().flatten();
        known.filter(|(_, is_token)| !is_token).map(|(id, _)| id)
    }

    /// The only card of this name, among tokens or among the others.
    fn only(&self, name: &str, of_tokens: bool) -> Option<CardId> {
        let known = self.0.get(&normalised(name))?;
        let mut wanted = known.iter().filter(|(_, is_token)| *is_token == of_tokens);
        let first = wanted.next()?;
        wanted.next().is_none().then_some(first.0)
    }
}

/// The cards that belong to a card, each once. One whose number is not known says nothing new beside another of its name.
fn related_once(words: &CardWords) -> Vec<RelatedCard> {
    let all = &words.related;
    let is_new = |related: &&RelatedCard| match related.id {
        Some(id) => id != words.id,
        None => !all.iter().any(|other| {
            other.id.is_some() && (other.kind, &other.name) == (related.kind, &related.name)
        }),
    };
    let mut once: Vec<RelatedCard> = all.iter().filter(is_new).cloned().collect();
    once.sort();
    once.dedup();
    once
}

/// The printings of a card. One without a number says nothing new if another is of the same set.
fn printings(known: BTreeMap<(String, String), (Rank, Option<CardId>)>) -> Vec<Printing> {
    let numbered: Vec<String> =
        known.keys().filter(|(_, number)| !number.is_empty()).map(|(set, _)| set.clone()).collect();
    let is_new = |set: &String, number: &str| !number.is_empty() || !numbered.contains(set);
    let printings = known.into_iter().filter(|((set, number), _)| is_new(set, number));
    printings.map(|((set, number), (_, picture))| Printing { set, number, picture }).collect()
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, new: T) {
    if !list.contains(&new) {
        list.push(new);
    }
}
