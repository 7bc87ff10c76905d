//! Asks a type what it wants to be read from, and so learns its fields and what each can be.

use std::cell::RefCell;

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

/// What a value is asked for as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Bool,
    Number,
    OneOf(Vec<&'static str>),
    Maybe(Box<Self>),
    List(Box<Self>),
}

/// Every field of a struct, and what it is asked for as.
pub(crate) fn fields<'de, T: Deserialize<'de>>() -> Vec<(&'static str, Asked)> {
    let names = RefCell::new(&[] as &'static [&'static str]);
    // Names are to be had from every struct; with a name, the value's own type says what it wants.
    let _ = T::deserialize(Struct { names: &names, field: None });
    let all = *names.borrow();
    all.iter()
        .map(|&name| {
            let asked = RefCell::new(None);
            let _ = T::deserialize(Struct { names: &names, field: Some((name, &asked)) });
            let asked = asked.into_inner();
            (name, asked.unwrap_or_else(|| panic!("{name} is of a kind that no form knows")))
        })
        .collect()
}

type Found = RefCell<Option<Asked>>;
type Error = serde::de::value::Error;

/// Something that is read into a struct, with one field or none.
struct Struct<'a> {
    names: &'a RefCell<&'static [&'static str]>,
    field: Option<(&'static str, &'a Found)>,
}

impl<'de> Deserializer<'de> for Struct<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        *self.names.borrow_mut() = fields;
        visitor.visit_map(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("options are a struct"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Struct<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let key = |(name, _)| seed.deserialize(StrDeserializer::new(name));
        self.field.map(key).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let (_, found) = self.field.take().ok_or_else(|| Error::custom("a value without a key"))?;
        seed.deserialize(Probe { found, around: std::convert::identity })
    }
}

/// A value that only notes what it is asked for as.
struct Probe<'a> {
    found: &'a Found,
    around: fn(Asked) -> Asked,
}

impl Probe<'_> {
    fn note<T>(&self, asked: Asked) -> Result<T, Error> {
        *self.found.borrow_mut() = Some((self.around)(asked));
        Err(Error::custom("that is all"))
    }
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            self.note(Asked::Number)
        }
    )*};
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    numbers! { deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.note(Asked::Bool)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.note(Asked::OneOf(variants.to_vec()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(Probe { around: |asked| Asked::Maybe(Box::new(asked)), ..self })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Probe { around: |asked| Asked::List(Box::new(asked)), ..self })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("this is no value of a form"))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Probe<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        seed.deserialize(Probe { found: self.found, around: self.around }).map(Some)
    }
}
