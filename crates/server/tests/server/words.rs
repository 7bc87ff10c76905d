//! The words of cards that players bring: told with the first sight of a face, to nobody else, and never on request.

use std::collections::BTreeSet;

use crate::common::{Client, TestServer};
use serde_json::{Value, json};

/// A client, with the faces that it was shown and those of which it was told the words.
struct Reader {
    client: Client,
    seen: BTreeSet<String>,
    told: BTreeSet<String>,
}

impl Reader {
    async fn open(server: &TestServer, table: &str, token: Option<&str>) -> Self {
        let mut client = server.connect(table).await;
        client.hello(token, None).await;
        let (seen, told) = (BTreeSet::new(), BTreeSet::new());
        let mut reader = Self { client, seen, told };
        while reader.hear().await["type"] != "welcome" {}
        reader
    }

    /// Hears one message, and checks that the words of all faces in it came before.
    async fn hear(&mut self) -> Value {
        let message = self.client.hear().await;
        if let Some(words) = message["words"].as_object().filter(|_| message["type"] == "words") {
            for (id, card) in words {
                assert_eq!(card["id"], id.as_str());
                assert!(card["name"].as_str().is_some_and(|name| !name.is_empty()), "{card}");
                assert!(self.told.insert(id.clone()), "{id} was told twice");
            }
        } else {
            faces(&self.client.view, &mut self.seen);
            assert!(self.seen.is_subset(&self.told), "a face came before its words: {message}");
        }
        message
    }

    async fn catch_up(&mut self, n: u64) {
        while self.client.n < n {
            self.hear().await;
        }
    }
}

/// Adds all faces of cards in a view.
fn faces(view: &Value, found: &mut BTreeSet<String>) {
    match view {
        Value::Object(members) => {
            let id = members.get("type").and_then(Value::as_str);
            let id = id.filter(|id| id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit()));
            found.extend(id.map(str::to_owned));
            members.values().for_each(|value| faces(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| faces(value, found)),
        _ => {}
    }
}

/// The action that brings a deck as the server has read it.
fn bring(deck: &Value) -> Value {
    let entries = || deck["main"].as_array().unwrap().iter();
    let copies = |entry: &Value| {
        let count = usize::try_from(entry["count"].as_u64().unwrap()).unwrap();
        vec![entry["id"].clone(); count]
    };
    let cards: Vec<Value> = entries().flat_map(copies).collect();
    let unknown = entries().filter(|entry| entry["known"] == false);
    let names: Vec<&Value> = unknown.map(|entry| &entry["name"]).collect();
    json!({ "type": "bring-deck", "main": cards.len(), "cards": cards, "names": names })
}

/// Seat `actor` acts, and all read on until they have the update.
async fn act(readers: &mut [Reader], actor: usize, action: &Value) {
    let id = format!("act-{actor}-{}", readers[actor].client.n);
    readers[actor].client.act(&id, action).await;
    let n = loop {
        let message = readers[actor].hear().await;
        assert_ne!(message["type"], "refused", "{action}: {message}");
        if message["a"] == id.as_str() {
            break readers[actor].client.n;
        }
    };
    for reader in readers {
        reader.catch_up(n).await;
    }
}

#[tokio::test]
async fn words_come_before_the_face_and_only_to_those_who_see_it() {
    let server = TestServer::open().await;
    let new = json!({ "game": "spellbook", "options": { "format": "free" } });
    let (table, tokens) = server.table(new, 2).await;
    let (_, house) = server.request("GET", "/api/v1/decks", None, &json!(null)).await;
    let list = json!({ "text": "8 Nobody Prints This\n8 Nor Anything Like It" });
    let strange = server.post("/api/v1/decks", &tokens[1], list).await;
    assert!(strange["notes"].as_array().is_some_and(|notes| notes.len() == 2), "{strange}");

    let mut readers = Vec::new();
    for token in [Some(&*tokens[0]), Some(&*tokens[1]), None] {
        readers.push(Reader::open(&server, &table, token).await);
    }
    act(&mut readers, 0, &bring(&house["decks"][0]["deck"])).await;
    act(&mut readers, 1, &bring(&strange)).await;
    assert!(readers.iter().all(|reader| reader.told.is_empty()), "nobody has seen a card");
    let chooser = usize::try_from(readers[0].client.waiting[0]).unwrap();
    act(&mut readers, chooser, &json!({ "type": "choose-first", "seat": 0 })).await;
    for seat in 0..2 {
        act(&mut readers, seat, &json!({ "type": "keep" })).await;
    }
    let hand = |reader: &Reader, seat: usize| -> Value {
        reader.client.view["players"][seat]["hand"][0]["id"].clone()
    };
    assert!(readers[0].told.len() > 2 && readers[2].told.is_empty());
    assert_eq!(readers[1].told.len(), 2, "both names were drawn by seat 1");
    let names = readers[1].client.frames.iter().filter(|frame| frame.contains("Nobody Prints"));
    assert!(names.count() > 0);

    // What somebody plays everybody sees, and is told then; the other cards of the hand stay unknown.
    let card = hand(&readers[1], 1);
    act(&mut readers, 1, &json!({ "type": "cast", "card": card })).await;
    assert_eq!((readers[2].told.len(), &readers[2].told), (1, &readers[2].seen));
    assert!(readers[2].told.is_subset(&readers[1].told));
    for reader in &readers {
        assert_eq!(reader.told, reader.seen);
    }

    // A new connection is told again, also after a restart, and exactly the same.
    let server = server.reopened().await;
    for (reader, token) in readers.iter().zip([Some(&*tokens[0]), Some(&*tokens[1]), None]) {
        let again = Reader::open(&server, &table, token).await;
        assert_eq!(again.told, reader.told);
    }
}

/// Somebody who sees cards of the same numbers in the own sideboard is not told the names that another player has given.
#[tokio::test]
async fn names_are_told_of_their_owners_cards_only() {
    let server = TestServer::open().await;
    let new = json!({ "game": "spellbook", "options": { "format": "free" } });
    let (table, tokens) = server.table(new, 2).await;
    let list = json!({ "text": "8 Nobody Prints This" });
    let strange = server.post("/api/v1/decks", &tokens[0], list).await;
    let mut readers = Vec::new();
    for token in &tokens {
        readers.push(Reader::open(&server, &table, Some(token)).await);
    }
    act(&mut readers, 0, &bring(&strange)).await;
    let guess = &strange["main"][0]["id"];
    let deck = json!({ "type": "bring-deck", "main": 7, "cards": vec![guess.clone(); 8] });
    readers[1].client.act("guess", &deck).await;
    while readers[1].client.hear().await["a"] != "guess" {}
    let mut faces_seen = BTreeSet::new();
    faces(&readers[1].client.view, &mut faces_seen);
    assert!(faces_seen.contains(guess.as_str().unwrap()), "the sideboard is seen");
    let frames = &readers[1].client.frames;
    assert!(frames.iter().all(|frame| !frame.contains("Nobody Prints")), "{frames:?}");
}

#[tokio::test]
async fn a_deck_that_cannot_be_read_is_refused_with_the_reason() {
    let server = TestServer::open().await;
    let token = server.guest("Ann").await;
    for (text, format, why) in [
        ("", None, "there is no card in it"),
        ("<deck", None, "XML"),
        ("4 Forest", Some("solitaire"), "there is no format \"solitaire\""),
    ] {
        let mut body = json!({ "text": text });
        if let Some(format) = format {
            body["format"] = json!(format);
        }
        let (status, answer) = server.request("POST", "/api/v1/decks", Some(&token), &body).await;
        assert_eq!((status, &answer["kind"]), (400, &json!("malformed")), "{answer}");
        assert!(answer["message"].as_str().unwrap().contains(why), "{answer}");
    }
    let body = json!({ "text": "4 Forest" });
    let (status, _) = server.request("POST", "/api/v1/decks", None, &body).await;
    assert_eq!(status, 401);
    let body = json!({ "text": "x".repeat(300_000) });
    let (status, answer) = server.request("POST", "/api/v1/decks", Some(&token), &body).await;
    assert_eq!(status, 413, "{answer}");
}
