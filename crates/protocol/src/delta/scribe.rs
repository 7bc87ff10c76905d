//! The serializer that writes a value onto a tape: the same JSON as `serde_json`, and where each part of it is.
//!
//! Views are written after every action. `serde_json` with a formatter that records the places was much slower.

use std::fmt::Display;

use serde::ser::{self, Error as _, Serialize};
use serde_json::{Error, Result};

use super::tape::Node;

/// The name of the struct as which `serde_json` serialises a `RawValue`. A test checks it.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The index of no node.
const NO_NODE: u32 = u32::MAX;

/// A serializer that writes onto a tape.
pub(super) struct Scribe<'a> {
    text: &'a mut Vec<u8>,
    nodes: &'a mut Vec<Node>,
    /// The node that is being written.
    open: u32,
}

impl<'a> Scribe<'a> {
    /// Writes one value onto an empty tape.
    pub(super) fn write<T: Serialize + ?Sized>(
        text: &'a mut Vec<u8>,
        nodes: &'a mut Vec<Node>,
        value: &T,
    ) -> Result<()> {
        let mut scribe = Scribe { text, nodes, open: NO_NODE };
        scribe.part(0, value)
    }

    /// The position of the next byte. A tape that is too long for it is refused at the end.
    #[allow(clippy::cast_possible_truncation)]
    fn here(&self) -> u32 {
        self.text.len() as u32
    }

    /// Writes a value and records where it is. Its key, if it has one, begins at `key`.
    fn part<T: Serialize + ?Sized>(&mut self, key: u32, value: &T) -> Result<()> {
        let part = self.begin(key);
        value.serialize(&mut *self)?;
        self.end(part);
        Ok(())
    }

    #[allow(clippy::cast_possible_truncation)] // there are fewer nodes than bytes
    fn begin(&mut self, key: u32) -> Begun {
        let (start, around) = (self.here(), self.open);
        self.open = self.nodes.len() as u32;
        self.nodes.push(Node { key, start, end: start, next: around });
        Begun { around }
    }

    #[allow(clippy::cast_possible_truncation)] // there are fewer nodes than bytes
    fn end(&mut self, Begun { around }: Begun) {
        let (end, next) = (self.here(), self.nodes.len() as u32);
        if let Some(node) = self.nodes.get_mut(self.open as usize) {
            node.end = end;
            node.next = next;
        }
        self.open = around;
    }

    fn text(&mut self, text: &str) -> Result<()> {
        // Looking at all bytes without a branch is faster than stopping early, because special characters are rare.
        let is_special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
        if text.bytes().fold(false, |any, byte| any | is_special(byte)) {
            return serde_json::to_writer(&mut *self.text, text);
        }
        self.text.reserve(text.len() + 2);
        self.text.push(b'"');
        self.text.extend_from_slice(text.as_bytes());
        self.text.push(b'"');
        Ok(())
    }

    fn integer(&mut self, number: impl itoa::Integer) {
        self.text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    fn member<T: Serialize + ?Sized>(
        &mut self,
        first: &mut bool,
        key: &str,
        value: &T,
    ) -> Result<()> {
        self.comma(first);
        let at = self.here();
        self.text(key)?;
        self.text.push(b':');
        self.part(at, value)
    }

    fn comma(&mut self, first: &mut bool) {
        if !std::mem::replace(first, false) {
            self.text.push(b',');
        }
    }

    /// Begins `{"variant":` and returns where its key is.
    fn variant(&mut self, variant: &str) -> Result<u32> {
        self.text.push(b'{');
        let key = self.here();
        self.text(variant)?;
        self.text.push(b':');
        Ok(key)
    }

    fn list(&mut self) -> List<'_, 'a> {
        self.text.push(b'[');
        List { scribe: self, first: true, variant: None }
    }

    fn object(&mut self) -> Object<'_, 'a> {
        self.text.push(b'{');
        Object { scribe: self, first: true, key: 0, variant: None }
    }

    /// Begins the only member of the object around a variant.
    fn begin_variant(&mut self, variant: &str) -> Result<Begun> {
        let key = self.variant(variant)?;
        Ok(self.begin(key))
    }

    fn end_variant(&mut self, variant: Option<Begun>) {
        if let Some(begun) = variant {
            self.end(begun);
            self.text.push(b'}');
        }
    }
}

/// A part that is being written, with the one around it.
struct Begun {
    around: u32,
}

/// An array that is being written.
pub(super) struct List<'s, 'a> {
    scribe: &'s mut Scribe<'a>,
    first: bool,
    variant: Option<Begun>,
}

/// An object that is being written.
pub(super) struct Object<'s, 'a> {
    scribe: &'s mut Scribe<'a>,
    first: bool,
    key: u32,
    variant: Option<Begun>,
}

/// A struct, or a `RawValue`.
pub(super) enum Struct<'s, 'a> {
    Object(Object<'s, 'a>),
    Raw(&'s mut Scribe<'a>),
}

impl List<'_, '_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.scribe.comma(&mut self.first);
        self.scribe.part(0, value)
    }

    fn close(self) {
        self.scribe.text.push(b']');
        self.scribe.end_variant(self.variant);
    }
}

impl Object<'_, '_> {
    fn close(self) {
        self.scribe.text.push(b'}');
        self.scribe.end_variant(self.variant);
    }
}

macro_rules! integers {
    ($($name:ident $type:ty),* $(,)?) => {
        $(fn $name(self, number: $type) -> Result<()> {
            self.integer(number);
            Ok(())
        })*
    };
}

impl<'s, 'a> ser::Serializer for &'s mut Scribe<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'s, 'a>;
    type SerializeTuple = List<'s, 'a>;
    type SerializeTupleStruct = List<'s, 'a>;
    type SerializeTupleVariant = List<'s, 'a>;
    type SerializeMap = Object<'s, 'a>;
    type SerializeStruct = Struct<'s, 'a>;
    type SerializeStructVariant = Object<'s, 'a>;

    integers! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128,
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.text.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<()> {
        serde_json::to_writer(&mut *self.text, &number)
    }

    fn serialize_f64(self, number: f64) -> Result<()> {
        serde_json::to_writer(&mut *self.text, &number)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<()> {
        self.text(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        ser::Serializer::collect_seq(self, bytes)
    }

    fn serialize_none(self) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.text.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let key = self.variant(variant)?;
        self.part(key, value)?;
        self.text.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'s, 'a>> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'s, 'a>> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'s, 'a>> {
        Ok(self.list())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'s, 'a>> {
        let variant = self.begin_variant(variant)?;
        Ok(List { variant: Some(variant), ..self.list() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'s, 'a>> {
        Ok(self.object())
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Struct<'s, 'a>> {
        Ok(if name == RAW_VALUE { Struct::Raw(self) } else { Struct::Object(self.object()) })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Object<'s, 'a>> {
        let variant = self.begin_variant(variant)?;
        Ok(Object { variant: Some(variant), ..self.object() })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        self.text(&value.to_string())
    }
}

/// Implements the four traits that serde has for arrays.
macro_rules! lists {
    ($($name:ident $element:ident),* $(,)?) => {
        $(impl ser::$name for List<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            fn end(self) -> Result<()> {
                self.close();
                Ok(())
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field,
}

impl ser::SerializeMap for Object<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        let Scribe { text, nodes, .. } = &mut *self.scribe;
        if !std::mem::replace(&mut self.first, false) {
            text.push(b',');
        }
        let (start, count) = (text.len(), nodes.len());
        self.key = self.scribe.here();
        key.serialize(&mut *self.scribe)?;
        let Scribe { text, nodes, .. } = &mut *self.scribe;
        match text.get(start) {
            Some(b'"') => {}
            // Numbers and booleans are written as strings when they are keys.
            Some(b'-' | b'0'..=b'9' | b't' | b'f') => {
                text.insert(start, b'"');
                text.push(b'"');
            }
            _ => return Err(Error::custom("a key must be a string")),
        }
        if nodes.len() != count {
            return Err(Error::custom("a key must be a string"));
        }
        text.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.scribe.part(self.key, value)
    }

    fn end(self) -> Result<()> {
        self.close();
        Ok(())
    }
}

impl ser::SerializeStruct for Struct<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<()> {
        match self {
            Struct::Object(object) => object.scribe.member(&mut object.first, key, value),
            Struct::Raw(scribe) => {
                let start = scribe.text.len();
                value.serialize(&mut **scribe)?;
                let unread: String = serde_json::from_slice(&scribe.text[start..])?;
                scribe.text.truncate(start);
                scribe.text.extend_from_slice(unread.as_bytes());
                Ok(())
            }
        }
    }

    fn end(self) -> Result<()> {
        if let Struct::Object(object) = self {
            object.close();
        }
        Ok(())
    }
}

impl ser::SerializeStructVariant for Object<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<()> {
        self.scribe.member(&mut self.first, key, value)
    }

    fn end(self) -> Result<()> {
        self.close();
        Ok(())
    }
}
