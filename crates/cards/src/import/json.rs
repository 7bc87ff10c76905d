//! Finds the cards in JSON, whoever wrote it, without ever holding more than one of them.

use std::fmt;
use std::io::{BufReader, Read};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::mtgjson::{self, FaceEntry};
use super::own::OwnCard;
use super::scryfall::ScryfallCard;
use super::{ImportError, ImportFormat, Imported, Sink};
use crate::collection::Collection;

/// The version of Facedown's own JSON.
const OWN_VERSION: u64 = 1;

/// Reads JSON to its end.
pub(super) fn read(input: impl Read, into: &mut Collection) -> Result<Imported, ImportError> {
    // The parser takes single bytes, which are fast only from a buffer of its own.
    let input = BufReader::with_capacity(1 << 16, input);
    let mut json = serde_json::Deserializer::from_reader(input);
    let mut sink = Sink::new(ImportFormat::Scryfall, into);
    let version = Document(&mut sink).deserialize(&mut json)?;
    json.end()?;
    match version {
        Some(version) if version > OWN_VERSION => {
            Err(ImportError::Newer { version, known: OWN_VERSION })
        }
        _ => Ok(sink.imported()),
    }
}

/// The outermost value. Its result is the version of Facedown's own JSON, if it is that.
struct Document<'a, 'c>(&'a mut Sink<'c>);

/// A list of cards of Scryfall.
struct ScryfallList<'a, 'c>(&'a mut Sink<'c>);

/// What is at `data`: of MTGJSON an object of lists or sets, of Scryfall a list.
struct Data<'a, 'c>(&'a mut Sink<'c>);

/// A set of MTGJSON, or the faces of one name.
struct SetOrFaces<'a, 'c> {
    sink: &'a mut Sink<'c>,
    /// Whether this is inside of a set, where only some lists are of cards.
    in_set: bool,
}

/// A list of Facedown's own cards.
struct OwnList<'a, 'c>(&'a mut Sink<'c>);

macro_rules! seeds {
    ($($seed:ident => $value:ty, $deserialize:ident;)*) => {$(
        impl<'de> DeserializeSeed<'de> for $seed<'_, '_> {
            type Value = $value;

            fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<$value, D::Error> {
                json.$deserialize(self)
            }
        }
    )*};
}

seeds! {
    Document => Option<u64>, deserialize_any;
    ScryfallList => (), deserialize_seq;
    Data => (), deserialize_any;
    SetOrFaces => (), deserialize_any;
    OwnList => (), deserialize_seq;
}

impl<'de> Visitor<'de> for Document<'_, '_> {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object with cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Option<u64>, A::Error> {
        ScryfallList(self.0).visit_seq(list).map(|()| None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Option<u64>, A::Error> {
        let mut version = None;
        while let Some(key) = object.next_key::<String>()? {
            match key.as_str() {
                "data" => object.next_value_seed(Data(self.0))?,
                "facedown_cards" => version = Some(object.next_value()?),
                // What a newer version means by its fields, nobody here knows.
                "cards" if version.is_none_or(|version| version <= OWN_VERSION) => {
                    object.next_value_seed(OwnList(self.0))?;
                }
                _ => _ = object.next_value::<IgnoredAny>()?,
            }
        }
        Ok(version)
    }
}

impl<'de> Visitor<'de> for ScryfallList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards of Scryfall")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.format = ImportFormat::Scryfall;
        while let Some(card) = list.next_element::<ScryfallCard>()? {
            card.put_into(self.0);
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Data<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the data of MTGJSON or Scryfall")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        ScryfallList(self.0).visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        self.0.format = ImportFormat::Mtgjson;
        while object.next_key::<IgnoredAny>()?.is_some() {
            object.next_value_seed(SetOrFaces { sink: self.0, in_set: false })?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for SetOrFaces<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set or the faces of a card of MTGJSON")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        // Faces of one card need not be neighbours, so what has faces waits for the end of its set.
        let mut faces = mtgjson::Faces::default();
        while let Some(face) = list.next_element::<FaceEntry>()? {
            faces.add(face, self.sink);
        }
        faces.finish(self.sink);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            if !self.in_set && ["cards", "tokens"].contains(&key.as_str()) {
                object.next_value_seed(SetOrFaces { sink: self.sink, in_set: true })?;
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    // A file of one set has its code and name beside its cards.
    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }
}

impl<'de> Visitor<'de> for OwnList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.format = ImportFormat::Own;
        while let Some(card) = list.next_element::<OwnCard>()? {
            card.put_into(self.0).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}
