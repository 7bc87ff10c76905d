//! A small XML file as a tree.

use std::fmt::Display;

use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use super::DeckError;

/// Elements in elements in elements: no deck has so many.
const MAX_DEPTH: usize = 32;

/// An element with everything in it.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Where it begins, counted from 1.
    pub(super) line: u32,
    /// The name without a namespace.
    pub(super) name: String,
    /// The text between its tags, without that of its children.
    pub(super) text: String,
    pub(super) children: Vec<Element>,
    attributes: Vec<(String, String)>,
}

impl Element {
    /// Reads the outermost element of a file.
    pub(super) fn read(text: &str) -> Result<Self, DeckError> {
        let mut reader = Reader::from_str(text);
        let mut lines = Lines { text, at: 0, line: 1 };
        let mut open: Vec<Self> = Vec::new();
        loop {
            let line = lines.at(reader.buffer_position());
            let event = match reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(broken(lines.at(reader.error_position()), error)),
            };
            let closed = match event {
                Event::Start(start) => {
                    if open.len() == MAX_DEPTH {
                        return Err(broken(line, "there are too many elements in one another"));
                    }
                    open.push(Self::begun(line, &start)?);
                    None
                }
                Event::Empty(start) => Some(Self::begun(line, &start)?),
                // The reader has checked that it is the end of the innermost element.
                Event::End(_) => open.pop(),
                Event::Eof => {
                    let what = open.last().map_or("there is no element".into(), |element| {
                        format!("<{}> of line {} has no end", element.name, element.line)
                    });
                    return Err(broken(line, what));
                }
                other => {
                    if let Some(element) = open.last_mut() {
                        element.hear(line, &other)?;
                    }
                    None
                }
            };
            if let Some(closed) = closed {
                match open.last_mut() {
                    Some(parent) => parent.children.push(closed),
                    None => return Ok(closed),
                }
            }
        }
    }

    /// The value of an attribute, whichever its case.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let is_it = |(key, _): &&(String, String)| key.eq_ignore_ascii_case(name);
        self.attributes.iter().find(is_it).map(|(_, value)| value.as_str())
    }

    fn begun(line: u32, start: &BytesStart<'_>) -> Result<Self, DeckError> {
        let mut element =
            Self { line, name: start.local_name().as_ref().to_owned(), ..Self::default() };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| broken(line, error))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| broken(line, error))?;
            element
                .attributes
                .push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        Ok(element)
    }

    /// Adds to the text.
    fn hear(&mut self, line: u32, event: &Event<'_>) -> Result<(), DeckError> {
        match event {
            Event::Text(text) => self.text.push_str(&text.xml10_content()),
            Event::CData(text) => self.text.push_str(&text.xml10_content()),
            Event::GeneralRef(reference) => self.refer(line, reference)?,
            _ => {}
        }
        Ok(())
    }

    /// Adds what `&amp;`, `&#38;` and the like stand for.
    fn refer(&mut self, line: u32, reference: &BytesRef<'_>) -> Result<(), DeckError> {
        if let Some(character) =
            reference.resolve_char_ref().map_err(|error| broken(line, error))?
        {
            self.text.push(character);
            return Ok(());
        }
        let name = reference.xml10_content();
        let text = resolve_predefined_entity(&name)
            .ok_or_else(|| broken(line, format_args!("it does not say what &{name}; is")))?;
        self.text.push_str(text);
        Ok(())
    }
}

fn broken(line: u32, what: impl Display) -> DeckError {
    DeckError::BrokenXml { line, what: what.to_string() }
}

/// Counts lines while a file is read from its beginning to its end.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    /// The line of a position that does not lie before the one asked for last.
    fn at(&mut self, position: u64) -> u32 {
        let position = usize::try_from(position).unwrap_or(usize::MAX);
        if let Some(passed) = self.text.get(self.at..position) {
            let ends = passed.matches('\n').count();
            self.line += u32::try_from(ends).expect("a file of 4 MiB has fewer lines");
            self.at = position;
        }
        self.line
    }
}
