//! What is printed on the cards that players bring, and how it is told: with the first sight of a face, and never on request.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use facedown_cards::deck::Dictionary;
use facedown_cards::{CardId, CardWords, Catalogue, CatalogueError, FaceWords, RelatedKind, ours};
use facedown_core::{CatalogueNumber, Sighting, Viewer};
use facedown_protocol::{FromServer, Words};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// About how many bytes of words are sent in one message.
const MESSAGE_SIZE: usize = 12 * 1024;

/// The catalogues of this server. An earlier one is asked first.
#[derive(Default)]
pub struct Lexicon {
    catalogues: Vec<Catalogue>,
}

/// Why a catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LexiconError {
    /// The file cannot be read.
    #[error("cannot read the cards in {}: {error}; name a file that `facedown cards import` has written", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The file is no catalogue, or a damaged one.
    #[error("cannot use the cards in {}: {error}", path.display())]
    Unfit {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CatalogueError,
    },
}

/// The words of a card as players get them: without where it was printed and played.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    words: &'a CardWords,
    /// The words of the tokens that it makes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<CardWords>,
}

impl Lexicon {
    /// Loads these files. The cards of the house are asked last.
    pub fn open(files: &[PathBuf]) -> Result<Self, LexiconError> {
        let files = files.iter().map(|path| {
            let unread = |error| LexiconError::Unread { path: path.clone(), error };
            let bytes = std::fs::read(path).map_err(unread)?;
            let unfit = |error| LexiconError::Unfit { path: path.clone(), error };
            Catalogue::from_bytes(bytes).map_err(unfit)
        });
        let house = std::iter::once(Ok(ours::catalogue().clone()));
        Ok(Self::new(files.chain(house).collect::<Result<_, _>>()?))
    }

    /// A lexicon of these catalogues.
    pub const fn new(catalogues: Vec<Catalogue>) -> Self {
        Self { catalogues }
    }

    /// The catalogues, in the order in which they are asked.
    pub fn catalogues(&self) -> &[Catalogue] {
        &self.catalogues
    }

    /// What is printed on a card.
    pub fn card(&self, id: CardId) -> Option<CardWords> {
        self.catalogues.iter().find_map(|catalogue| catalogue.get(id))
    }

    /// What is printed on a card, as players get it; `None` if no catalogue has it.
    fn told(&self, number: CatalogueNumber, name: Option<&str>) -> Option<Box<RawValue>> {
        let only_name = || {
            let face = FaceWords { name: name?.to_owned(), ..FaceWords::default() };
            Some(CardWords { id: CardId::from_bytes(number), ..CardWords::invented(face) })
        };
        let words = self.card(CardId::from_bytes(number)).or_else(only_name)?;
        let tokens = words.related.iter().filter(|card| card.kind == RelatedKind::Token);
        let tokens = tokens.filter_map(|card| self.card(card.id?)).map(without_printings);
        let tokens = tokens.collect();
        let words = without_printings(words);
        to_raw_value(&Told { words: &words, tokens }).ok()
    }

    /// The messages that tell the viewer the words of what it has seen for the first time after the first `told` sightings. `name_of`
    /// knows the names of cards that players have brought without words.
    pub fn messages<'a>(
        &self,
        sightings: &[Sighting],
        told: usize,
        viewer: Viewer,
        name_of: impl Fn(&Sighting) -> Option<&'a str>,
    ) -> Vec<FromServer<'static>> {
        let mut messages = Vec::new();
        let (told, new) = sightings.split_at_checked(told).unwrap_or((sightings, &[]));
        if new.is_empty() {
            return messages;
        }
        // A card that has no words must not hide one of the same number that its owner has named.
        let reaching = |sighting: &&Sighting| {
            sighting.to.reaches(viewer)
                && (self.name(CardId::from_bytes(sighting.number)).is_some()
                    || name_of(sighting).is_some())
        };
        // What a player alone has seen may be seen by everybody later.
        let mut known: BTreeSet<CatalogueNumber> =
            told.iter().filter(reaching).map(|sighting| sighting.number).collect();
        let mut words: BTreeMap<Cow<'_, str>, Cow<'_, RawValue>> = BTreeMap::new();
        let mut size = 0;
        for sighting in new.iter().filter(reaching) {
            if !known.insert(sighting.number) {
                continue;
            }
            let key = CardId::from_bytes(sighting.number).to_string();
            let Some(told) = self.told(sighting.number, name_of(sighting)) else { continue };
            if size > 0 && size + told.get().len() > MESSAGE_SIZE {
                messages.push(FromServer::Words(Words { words: std::mem::take(&mut words) }));
                size = 0;
            }
            size += told.get().len();
            words.insert(Cow::Owned(key), Cow::Owned(told));
        }
        if !words.is_empty() {
            messages.push(FromServer::Words(Words { words }));
        }
        messages
    }
}

/// A card is looked up in each catalogue, an earlier one first; of two names, the longer one is meant.
impl Dictionary for Lexicon {
    fn longest(&self, text: &str) -> Option<(CardId, usize)> {
        let found = self.catalogues.iter().filter_map(|catalogue| catalogue.longest_name(text));
        found.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    fn find(&self, name: &str) -> Option<CardId> {
        self.catalogues.iter().find_map(|catalogue| catalogue.find(name))
    }

    fn printed_as(&self, set: &str, number: &str) -> Option<CardId> {
        self.catalogues.iter().find_map(|catalogue| catalogue.printing(set, number))
    }

    fn name(&self, card: CardId) -> Option<&str> {
        self.catalogues.iter().find_map(|catalogue| catalogue.name(card))
    }
}

fn without_printings(words: CardWords) -> CardWords {
    CardWords { printings: Vec::new(), legalities: BTreeMap::new(), ..words }
}

#[cfg(test)]
mod tests {
    use facedown_core::{Recipient, Seat};

    use super::*;

    fn card(name: &str, text: &str) -> CardWords {
        let (name, text) = (name.to_owned(), text.to_owned());
        CardWords::invented(FaceWords { name, text, ..FaceWords::default() })
    }

    fn keys(messages: &[FromServer<'_>]) -> Vec<Vec<String>> {
        let keys = |message: &FromServer<'_>| match message {
            FromServer::Words(Words { words }) => words.keys().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        messages.iter().map(keys).collect()
    }

    #[test]
    fn a_viewer_is_told_the_words_of_what_it_sees_and_of_nothing_else() {
        let (otter, moth) = (card("Otter", "Swims."), card("Moth", "Flies."));
        let lexicon = Lexicon::new(vec![Catalogue::new([otter.clone(), moth.clone()])]);
        let seat = |index| Seat::new(index).unwrap();
        let sighting =
            |to, card: &CardWords| Sighting { to, number: card.id.to_bytes(), by: Seat::new(0) };
        let unknown = card("Nobody knows it", "");
        let named = card("Only a name", "");
        let sightings = [
            sighting(Recipient::Seat(seat(0)), &otter),
            sighting(Recipient::Seat(seat(1)), &moth),
            sighting(Recipient::Everybody, &unknown),
            sighting(Recipient::Seat(seat(1)), &named),
        ];
        let name_of =
            |sighting: &Sighting| (sighting.number == named.id.to_bytes()).then_some("Only a name");
        let told = |viewer| keys(&lexicon.messages(&sightings, 0, viewer, name_of));
        assert_eq!(told(Viewer::Seat(seat(0))), [[otter.id.to_string()]]);
        let mut moth_and_name = [moth.id.to_string(), named.id.to_string()];
        moth_and_name.sort();
        assert_eq!(told(Viewer::Seat(seat(1))), [moth_and_name]);
        assert!(told(Viewer::Spectator).is_empty());
        // When everybody sees the otter later, its owner is not told again.
        let later = [sightings[0], sighting(Recipient::Everybody, &otter)];
        let told = |viewer| keys(&lexicon.messages(&later, 1, viewer, |_| None));
        assert!(told(Viewer::Seat(seat(0))).is_empty());
        assert_eq!(told(Viewer::Spectator), [[otter.id.to_string()]]);
    }

    #[test]
    fn many_words_are_split_and_none_is_lost() {
        let cards: Vec<CardWords> =
            (0..100).map(|i| card(&format!("Card {i}"), &"x".repeat(600))).collect();
        let lexicon = Lexicon::new(vec![Catalogue::new(cards.clone())]);
        let to = Recipient::Everybody;
        let sightings: Vec<Sighting> = cards
            .iter()
            .map(|card| Sighting { to, number: card.id.to_bytes(), by: Seat::new(0) })
            .collect();
        let messages = lexicon.messages(&sightings, 0, Viewer::Spectator, |_| None);
        let mut frame = Vec::new();
        for message in &messages {
            frame.clear();
            message.write(&mut frame, 0).unwrap();
            assert!(frame.len() < 2 * MESSAGE_SIZE);
        }
        let keys = keys(&messages);
        assert!(keys.len() > 3);
        assert_eq!(keys.concat().len(), 100);
    }
}
