//! Cards as Cockatrice has them: `cards.xml` and `tokens.xml`, of version 4 and of the one before.

use std::io::BufRead;

use quick_xml::Reader;
use quick_xml::encoding::EncodingError;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::{ImportError, ImportFormat, Imported, Sink};
use crate::collection::Collection;

mod card;

use card::{Backs, XmlCard};

const ROOT: &str = "cockatrice_carddatabase";

/// Reads XML to its end.
pub(super) fn read(input: impl BufRead, into: &mut Collection) -> Result<Imported, ImportError> {
    let mut xml = Xml::new(input);
    let mut sink = Sink::new(ImportFormat::Cockatrice, into);
    let mut backs = Backs::default();
    let mut path: Vec<String> = Vec::new();
    let mut has_root = false;
    loop {
        match xml.next()? {
            Token::Start(element) => {
                if path.is_empty() && element.name != ROOT {
                    return Err(ImportError::OtherXml { root: element.name });
                }
                has_root = true;
                // A set of the database is no card, and neither is what is in it.
                if element.name == "card" && path.len() == 2 && path[1] == "cards" {
                    backs.put_into(xml.card()?, &mut sink);
                } else {
                    path.push(element.name);
                }
            }
            Token::End => _ = path.pop(),
            Token::Text(_) => {}
            Token::Eof if path.is_empty() && has_root => break,
            Token::Eof => return Err(xml.cut()),
        }
    }
    backs.finish(&mut sink);
    Ok(sink.imported())
}

/// An element's name and attributes.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<String> {
        let found = self.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim().to_owned()).filter(|value| !value.is_empty())
    }
}

/// A part of the document.
enum Token {
    Start(Element),
    Text(String),
    End,
    Eof,
}

/// A stream of XML.
struct Xml<R> {
    reader: Reader<R>,
    buffer: Vec<u8>,
}

impl<R: BufRead> Xml<R> {
    fn new(input: R) -> Self {
        let mut reader = Reader::from_reader(input);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new() }
    }

    fn next(&mut self) -> Result<Token, ImportError> {
        loop {
            self.buffer.clear();
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => return Err(damaged(error, self.reader.buffer_position())),
            };
            let at = self.reader.buffer_position();
            return Ok(match event {
                Event::Start(start) => Token::Start(element(&start).map_err(|e| damaged(e, at))?),
                Event::End(_) => Token::End,
                Event::Text(text) => Token::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Token::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(name) => {
                    let resolved = name.resolve_char_ref().map_err(|e| damaged(e, at))?;
                    match resolved.map(String::from) {
                        Some(text) => Token::Text(text),
                        None => Token::Text(match resolve_predefined_entity(&name) {
                            Some(text) => text.to_owned(),
                            None => return Err(unknown_entity(&name, at)),
                        }),
                    }
                }
                Event::Eof => Token::Eof,
                _ => continue,
            });
        }
    }

    /// Reads a card to its end.
    fn card(&mut self) -> Result<XmlCard, ImportError> {
        let mut card = XmlCard::default();
        loop {
            match self.next()? {
                // Properties are in an element of their own in version 4, and beside the name before.
                Token::Start(element) if element.name == "prop" => card.depth += 1,
                Token::Start(element) => {
                    let text = self.text()?;
                    card.add(element, text);
                }
                Token::End if card.depth == 0 => return Ok(card),
                Token::End => card.depth -= 1,
                Token::Text(_) => {}
                Token::Eof => return Err(self.cut()),
            }
        }
    }

    /// The text up to the end of the element that has just begun.
    fn text(&mut self) -> Result<String, ImportError> {
        let (mut text, mut depth) = (String::new(), 0_usize);
        loop {
            match self.next()? {
                Token::Text(more) => text.push_str(&more),
                Token::Start(_) => depth += 1,
                Token::End if depth == 0 => return Ok(text.trim().to_owned()),
                Token::End => depth -= 1,
                Token::Eof => return Err(self.cut()),
            }
        }
    }

    fn cut(&self) -> ImportError {
        ImportError::CutAfter { bytes: self.reader.buffer_position() }
    }
}

fn element(start: &BytesStart<'_>) -> Result<Element, quick_xml::Error> {
    let name = start.local_name().as_ref().to_owned();
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute?;
        let name = attribute.key.local_name().as_ref().to_owned();
        let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0)?;
        attributes.push((name, value.into_owned()));
    }
    Ok(Element { name, attributes })
}

fn damaged(error: quick_xml::Error, at: u64) -> ImportError {
    match error {
        quick_xml::Error::Io(error) => std::io::Error::new(error.kind(), error).into(),
        // Nothing that has begun is missing its end, and no letter a part, but at the end of the file.
        quick_xml::Error::Syntax(_) => ImportError::CutAfter { bytes: at },
        quick_xml::Error::Encoding(EncodingError::Utf8(error)) if error.error_len().is_none() => {
            ImportError::CutAfter { bytes: at }
        }
        error => ImportError::Damaged { what: format!("{error} at byte {at}") },
    }
}

fn unknown_entity(name: &str, at: u64) -> ImportError {
    ImportError::Damaged { what: format!("&{name}; at byte {at} stands for nothing") }
}
