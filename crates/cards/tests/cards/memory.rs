//! Importing is streamed: what is not kept is never in memory.

use std::io::Read;

use facedown_cards::{Collection, import};

/// How much is imported.
const SIZE: usize = 50 << 20;
/// How much memory importing may take. Buffers, and 40 cards.
const MOST: u64 = 1 << 20;

/// A file that is made while it is read: `start`, then `piece` with a number again and again, then `end`.
struct Endless<P> {
    rest: Vec<u8>,
    made: usize,
    number: usize,
    piece: P,
    end: &'static str,
    is_over: bool,
}

impl<P: Fn(usize) -> String> Endless<P> {
    fn new(start: &str, piece: P, end: &'static str) -> Self {
        Self { rest: start.into(), made: 0, number: 0, piece, end, is_over: false }
    }
}

impl<P: Fn(usize) -> String> Read for Endless<P> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() && !self.is_over {
            self.is_over = self.made >= SIZE;
            self.rest =
                if self.is_over { self.end.into() } else { (self.piece)(self.number).into() };
            self.number += 1;
            self.made += self.rest.len();
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

#[track_caller]
fn takes_little<P: Fn(usize) -> String>(file: Endless<P>, cards: usize) {
    let mut told = 0;
    let mut count = 0;
    let memory = allocation_counter::measure(|| {
        let mut collection = Collection::default();
        import(file, &mut collection, &mut |bytes| told = bytes).unwrap();
        count = collection.len();
    });
    assert_eq!(count, cards);
    assert!(told >= SIZE as u64);
    assert!(memory.bytes_max < MOST, "{} bytes", memory.bytes_max);
}

/// The number of one of 40 cards.
fn id(number: usize) -> String {
    format!("00000000-0000-4000-8000-{:012}", number % 40)
}

#[test]
fn bulk_data_of_scryfall_is_streamed() {
    let filler = "tea ".repeat(500);
    let card = |number: usize| {
        let (comma, id) = (if number == 0 { "" } else { "," }, id(number));
        format!(
            r#"{comma}{{"object":"card","oracle_id":"{id}","name":"Otter","layout":"normal","set":"tpt",
            "collector_number":"1","flavor_text":"{filler}","prices":{{"eur":["{filler}"]}}}}"#
        )
    };
    takes_little(Endless::new("[", card, "]"), 40);
}

#[test]
fn mtgjson_is_streamed() {
    let filler = "tea ".repeat(500);
    // A set of one card of two faces, again and again.
    let set = |number: usize| {
        let (comma, id) = (if number == 0 { "" } else { "," }, id(number));
        let face = |side: &str| {
            format!(
                r#"{{"name":"Dawn // Dusk","faceName":"{side}","side":"{side}","layout":"split","number":"1",
                "setCode":"TPT","type":"Sorcery","flavorText":"{filler}","identifiers":{{"scryfallOracleId":"{id}"}}}}"#
            )
        };
        format!(
            r#"{comma}"S{number}":{{"cards":[{},{}],"tokens":[],"booster":{{"a":"{filler}"}}}}"#,
            face("b"),
            face("a")
        )
    };
    takes_little(Endless::new(r#"{"meta":{},"data":{"#, set, "}}"), 40);
}

#[test]
fn cards_of_cockatrice_are_streamed() {
    let filler = "tea ".repeat(500);
    let card = |number: usize| {
        let number = number % 40;
        format!(
            "<card><name>Otter {number}</name><prop><flavor>{filler}</flavor></prop><set num=\"{number}\">TPT</set></card>"
        )
    };
    let start = "<cockatrice_carddatabase version=\"4\"><cards>";
    takes_little(Endless::new(start, card, "</cards></cockatrice_carddatabase>"), 40);
}
