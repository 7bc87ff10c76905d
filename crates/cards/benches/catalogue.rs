//! The cost of loading a catalogue of 35,000 cards, of finding cards in it, and of importing bulk data.
//!
//! The references are the same cards as JSON, a map in memory from normalised names, and JSON that is parsed and thrown away.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use facedown_cards::{
    CardId, CardWords, Catalogue, Collection, FaceWords, Legality, Printing, import, normalised,
};
use serde::de::IgnoredAny;
use serde_json::json;

/// As many cards as there are.
const CARDS: usize = 35_000;
/// How many printings are imported.
const PRINTINGS: usize = 10_000;

const WORDS: [&str; 32] = [
    "otter", "lantern", "teapot", "river", "mitten", "gentle", "copper", "orchard", "of", "the",
    "moss", "kettle", "duck", "gravel", "winter", "silent", "when", "arrives", "draw", "card",
    "target", "creature", "gets", "until", "end", "turn", "you", "may", "pay", "return", "gain",
    "life",
];

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("less than a usize")
    }

    fn text(&mut self, words: usize) -> String {
        let words: Vec<&str> = (0..words).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }
}

/// Cards as long as real ones: three words of name, 25 of text, three printings, fifteen formats.
fn cards() -> Vec<CardWords> {
    let mut numbers = Numbers(42);
    let card = |number: usize| {
        let face = FaceWords {
            name: format!("{} {number}", numbers.text(3)),
            cost: format!("{{{}}}{{U}}", numbers.below(7)),
            type_line: format!("Creature — {}", numbers.text(2)),
            text: numbers.text(25),
            power: Some(numbers.below(6).to_string()),
            toughness: Some(numbers.below(6).to_string()),
            ..FaceWords::default()
        };
        let mut card = CardWords::invented(face);
        for printing in 0..3 {
            let number = (number * 3 + printing).to_string();
            let picture = Some(CardId::from_name(&number));
            let set = format!("S{}", numbers.below(500));
            card.printings.push(Printing { set, number, picture });
        }
        let format = |format: usize| (format!("format {format}"), Legality::Legal);
        card.legalities = (0..numbers.below(15)).map(format).collect();
        card
    };
    (0..CARDS).map(card).collect()
}

fn load(c: &mut Criterion) {
    let cards = cards();
    let file = Catalogue::new(cards.clone()).bytes().to_vec();
    let json = serde_json::to_vec(&cards).expect("cards");
    let mut group = c.benchmark_group("loading 35,000 cards");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("reference: JSON", |b| {
        b.iter(|| {
            let cards: Vec<CardWords> = serde_json::from_slice(&json).expect("cards");
            assert_eq!(cards.len(), CARDS);
        });
    });
    group.bench_function("a catalogue", |b| {
        b.iter(|| {
            let catalogue = Catalogue::from_bytes(file.clone()).expect("a catalogue");
            assert_eq!(catalogue.len(), CARDS);
        });
    });
    group.finish();
}

fn find(c: &mut Criterion) {
    let cards = cards();
    let catalogue = Catalogue::new(cards.clone());
    let card = &cards[CARDS / 2];
    let shouted = card.name.to_uppercase();
    let map: HashMap<String, CardId> =
        cards.iter().map(|card| (normalised(&card.name), card.id)).collect();
    let mut group = c.benchmark_group("finding one of 35,000 cards");
    group.bench_function("reference: a map of names", |b| {
        b.iter(|| assert_eq!(map.get(&normalised(black_box(&shouted))), Some(&card.id)));
    });
    group.bench_function("by name", |b| {
        b.iter(|| assert_eq!(catalogue.find(black_box(&shouted)), Some(card.id)));
    });
    let line = format!("{shouted} (TPT) 12 *F*");
    group.bench_function("by the longest name on a line", |b| {
        let found = Some((card.id, shouted.len()));
        b.iter(|| assert_eq!(catalogue.longest_name(black_box(&line)), found));
    });
    let printing = &card.printings[0];
    group.bench_function("by printing", |b| {
        let (set, number) = (printing.set.as_str(), printing.number.as_str());
        b.iter(|| assert_eq!(catalogue.printing(black_box(set), number), Some(card.id)));
    });
    group.bench_function("by number, with all its words", |b| {
        b.iter(|| assert_eq!(catalogue.get(black_box(card.id)).as_ref(), Some(card)));
    });
    let misspelt = shouted.replacen('E', "A", 1);
    group.bench_function("by a misspelt name", |b| {
        b.iter(|| assert_eq!(catalogue.suggest(black_box(&misspelt), 5).first(), Some(&card.id)));
    });
    group.finish();
}

fn bulk(c: &mut Criterion) {
    let cards = cards();
    let printing = |card: &CardWords| {
        let face = &card.faces[0];
        json!({
            "object": "card", "id": card.id, "oracle_id": card.id, "name": card.name, "lang": "en", "layout": "normal",
            "mana_cost": face.cost, "cmc": 3.0, "type_line": face.type_line, "oracle_text": face.text, "colors": ["U"],
            "color_identity": ["U"], "legalities": { "commander": "legal" }, "set": "tpt", "collector_number": "12",
            "image_uris": { "normal": face.text, "large": face.text }, "flavor_text": face.text, "digital": false,
            "purchase_uris": { "one": face.text, "two": face.text, "three": face.text },
        })
    };
    let file: Vec<_> = cards.iter().take(PRINTINGS).map(printing).collect();
    let file = serde_json::to_vec(&file).expect("cards");
    let mut group = c.benchmark_group("importing bulk data");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("reference: JSON that is thrown away", |b| {
        b.iter(|| {
            serde_json::from_reader::<_, IgnoredAny>(black_box(file.as_slice())).expect("JSON")
        });
    });
    group.bench_function("all printings", |b| {
        b.iter(|| {
            let mut collection = Collection::default();
            import(file.as_slice(), &mut collection, &mut |_| {}).expect("cards");
            assert_eq!(collection.into_catalogue().len(), PRINTINGS);
        });
    });
    group.finish();
}

criterion_group!(benches, load, find, bulk);
criterion_main!(benches);
