//! Vectors of requests, messages, entries, and whole chains.

use std::collections::BTreeSet;

use ed25519_dalek::Signer;
use serde::{Deserialize, Serialize};

use super::games::{GAMES, game};
use super::{Hex, Kind, bytes};
use crate::domain;
use crate::encoding::{Codec, DecodeError};
use crate::table::{Chain, ChainEntry, Genesis, Message, Pile, Request, SigningKey};
use crate::testing::seat;
use crate::transcript::Transcript;

/// The tags that the decoder knows.
fn known<T: Codec>() -> BTreeSet<u8> {
    let unknown = |tag: u8| {
        let read = T::from_bytes(&[tag]);
        matches!(read, Err(DecodeError::UnknownKind { byte, .. }) if byte == tag)
    };
    (0..=u8::MAX).filter(|&tag| !unknown(tag)).collect()
}

pub(super) struct Rolls;

#[derive(Serialize, Deserialize)]
pub(super) struct RollIn {
    table: Hex,
    asked: Hex,
    since: Hex,
    sides: u16,
    parts: Vec<Hex>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct RollOut {
    promises: Vec<Hex>,
    number: u16,
}

/// A roll of the long game, and what became of it.
fn roll() -> (RollIn, RollOut) {
    let played = game("long");
    let mut chain = Chain::new(played.genesis().clone()).unwrap();
    let (mut sides, mut asked, mut since) = (0, [0; 32], [0; 32]);
    let (mut promises, mut parts) = (Vec::new(), Vec::new());
    for entry in played.entries() {
        match chain.add(entry).unwrap() {
            Message::Ask(Request::Roll { sides: wanted }) => {
                (sides, asked) = (wanted, *chain.head());
            }
            Message::RollPromise(promise) => {
                promises.push(Hex::of(&promise));
                since = *chain.head();
            }
            Message::RollOpening(part) => parts.push(Hex::of(&part)),
            _ => {}
        }
        if let Some(number) = chain.table().rolled() {
            let table = Hex::of(&played.genesis().id());
            let (asked, since) = (Hex::of(&asked), Hex::of(&since));
            return (RollIn { table, asked, since, sides, parts }, RollOut { promises, number });
        }
    }
    panic!("nothing was rolled")
}

impl Kind for Rolls {
    const FILE: &'static str = "rolls";
    const WHAT: &'static str = "The parts of a roll, seat by seat, their promises and the number. `asked` is the head of the chain after the request, `since` after the last promise.";
    type Input = RollIn;
    type Output = RollOut;

    fn inputs() -> Vec<(String, RollIn)> {
        vec![("three players and six sides".to_owned(), roll().0)]
    }

    /// Computed from the documentation of the format.
    fn make(input: &RollIn) -> RollOut {
        let promise = |(author, part): (u64, &Hex)| {
            let mut transcript = Transcript::new(domain::ROLL_PROMISE);
            transcript.absorb(b"table", &input.table.0);
            transcript.absorb(b"asked", &input.asked.0);
            transcript.absorb_number(b"author", author);
            transcript.absorb(b"part", &part.0);
            Hex(transcript.challenge_bytes(b"promise")[..32].to_vec())
        };
        let mut transcript = Transcript::new(domain::ROLL);
        transcript.absorb(b"table", &input.table.0);
        transcript.absorb(b"since", &input.since.0);
        input.parts.iter().for_each(|part| transcript.absorb(b"part", &part.0));
        let mut word = [0; 16];
        word.copy_from_slice(&transcript.challenge_bytes(b"number")[..16]);
        let number = u128::from_le_bytes(word) % u128::from(input.sides);
        RollOut {
            promises: (0..).zip(&input.parts).map(promise).collect(),
            number: u16::try_from(number).unwrap(),
        }
    }

    fn check(_: &RollIn, output: &RollOut) {
        assert_eq!(output, &roll().1, "what a table made of it");
    }
}

pub(super) struct Geneses;

#[derive(Serialize, Deserialize)]
pub(super) struct GenesisIn {
    name: Hex,
    escrow: u8,
    signing_keys: Vec<Hex>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct GenesisOut {
    genesis: Hex,
    id: Hex,
}

impl Kind for Geneses {
    const FILE: &'static str = "geneses";
    const WHAT: &'static str = "What a chain begins with: the table's name, its escrow (0 is none) and its players' Ed25519 keys; and the table's id.";
    type Input = GenesisIn;
    type Output = GenesisOut;

    fn inputs() -> Vec<(String, GenesisIn)> {
        let input = |players, escrow| {
            let signing_keys = (1..=players).map(bytes).collect();
            GenesisIn { name: bytes(1), escrow, signing_keys }
        };
        let named = [("two players", input(2, 0)), ("three with escrow", input(3, 2))];
        named.into_iter().map(|(name, input)| (name.to_owned(), input)).collect()
    }

    fn make(input: &GenesisIn) -> GenesisOut {
        let key = |key: &Hex| SigningKey::from_bytes(&key.array()).verifying_key();
        let players = input.signing_keys.iter().map(key).collect();
        let mut genesis = Genesis::new(input.name.array(), players).unwrap();
        if input.escrow > 0 {
            genesis = genesis.with_escrow(input.escrow).unwrap();
        }
        GenesisOut { genesis: Hex::of(&genesis), id: Hex::of(&genesis.id()) }
    }

    fn check(_: &GenesisIn, output: &GenesisOut) {
        assert_eq!(Hex::of(&output.genesis.read::<Genesis>().id()), output.id);
    }
}

pub(super) struct Entries;

#[derive(Serialize, Deserialize)]
pub(super) struct EntryIn {
    genesis: Hex,
    head: Hex,
    number: u32,
    parent: Hex,
    author: u8,
    signing_key: Hex,
    message: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct EntryOut {
    signed_64_bytes: Hex,
    entry: Hex,
    head: Hex,
}

impl Kind for Entries {
    const FILE: &'static str = "entries";
    const WHAT: &'static str = "Entries of the short chain: what is signed, the entry with its signature, and the head of the chain after it.";
    type Input = EntryIn;
    type Output = EntryOut;

    fn inputs() -> Vec<(String, EntryIn)> {
        let played = game("short");
        let mut chain = Chain::new(played.genesis().clone()).unwrap();
        let mut inputs = Vec::new();
        for entry in played.entries() {
            let (head, written) = (*chain.head(), entry.to_bytes());
            let message = chain.add(entry).unwrap();
            let author = written[36];
            let kind = message.kind();
            if ["key promise", "bring", "draw"].contains(&kind) && inputs.len() < 5 {
                let input = EntryIn {
                    genesis: Hex::of(played.genesis()),
                    head: Hex::of(&head),
                    number: u32::from_le_bytes(written[..4].try_into().unwrap()),
                    parent: Hex(written[4..36].to_vec()),
                    author,
                    signing_key: bytes(author + 1),
                    message: Hex::of(&message),
                };
                inputs.push((format!("{kind} by seat {author}"), input));
            }
        }
        inputs
    }

    /// Computed from the documentation of the format.
    fn make(input: &EntryIn) -> EntryOut {
        let EntryIn { number, parent: Hex(parent), author, message: Hex(message), .. } = input;
        let mut transcript = Transcript::new(domain::ENTRY);
        transcript.absorb(b"table", &input.genesis.read::<Genesis>().id());
        transcript.absorb_number(b"number", u64::from(*number));
        transcript.absorb(b"parent", parent);
        transcript.absorb_number(b"author", u64::from(*author));
        transcript.absorb(b"message", message);
        let signed = transcript.challenge_bytes(b"signed");
        let signature = SigningKey::from_bytes(&input.signing_key.array()).sign(&signed);
        let length = u32::try_from(message.len()).unwrap().to_le_bytes();
        let number = number.to_le_bytes();
        let entry =
            [&number[..], parent, &[*author], &length, message, &signature.to_bytes()].concat();
        let mut transcript = Transcript::new(domain::CHAIN);
        transcript.absorb(b"head", &input.head.0);
        transcript.absorb(b"entry", &entry);
        let head = transcript.challenge_bytes(b"head")[..32].to_vec();
        EntryOut { signed_64_bytes: Hex(signed.to_vec()), entry: Hex(entry), head: Hex(head) }
    }

    fn check(input: &EntryIn, output: &EntryOut) {
        let entry: ChainEntry = output.entry.read();
        assert!(entry.is_signed(&input.genesis.read()));
        let played = game("short");
        assert!(played.entries().contains(&entry), "it is what a table has");
        let mut chain = Chain::new(played.genesis().clone()).unwrap();
        let mut heads = played.entries().iter().map(|entry| {
            chain.add(entry).unwrap();
            Hex::of(chain.head())
        });
        assert!(heads.any(|head| head == output.head), "so is the head");
    }
}

pub(super) struct Requests;

#[derive(Serialize, Deserialize)]
pub(super) struct RequestIn {
    request: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct RequestOut {
    bytes: Hex,
}

/// One of each, with numbers that all differ.
fn requests() -> Vec<Request> {
    let (pile, other, place, count) = (Pile(1), Pile(770), 3, 4);
    let requests = vec![
        Request::Shuffle { pile },
        Request::Reshuffle { pile },
        Request::Draw { pile, count, to: other },
        Request::Show { pile, place, to: seat(2) },
        Request::Reveal { pile, place },
        Request::Scry { pile, count },
        Request::Tutor { pile, to: other },
        Request::Mill { pile, count, to: other, seen_by: None },
        Request::Mill { pile, count, to: other, seen_by: Some(seat(2)) },
        Request::Return { from: pile, place, pile: other },
        Request::Tuck { from: pile, place, pile: other },
        Request::Roll { sides: 6 },
        Request::Question { pile, to: seat(2), question: 5 },
        Request::Close,
    ];
    let tags: BTreeSet<_> = requests.iter().map(|request| request.to_bytes()[0]).collect();
    assert_eq!(tags, known::<Request>(), "one of each");
    requests
}

impl Kind for Requests {
    const FILE: &'static str = "requests";
    const WHAT: &'static str = "Everything that can be asked of a table, in words and in bytes.";
    type Input = RequestIn;
    type Output = RequestOut;

    fn inputs() -> Vec<(String, RequestIn)> {
        let input = |request: &Request| {
            (request.kind().to_owned(), RequestIn { request: request.to_string() })
        };
        requests().iter().map(input).collect()
    }

    fn make(input: &RequestIn) -> RequestOut {
        let mut all = requests().into_iter();
        let meant = all.find(|request| request.to_string() == input.request);
        RequestOut { bytes: Hex::of(&meant.expect("a request")) }
    }

    fn check(input: &RequestIn, output: &RequestOut) {
        assert_eq!(output.bytes.read::<Request>().to_string(), input.request);
    }
}

pub(super) struct Messages;

#[derive(Serialize, Deserialize)]
pub(super) struct MessageIn {
    game: String,
    entry: usize,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct MessageOut {
    author: usize,
    what: String,
    message: Hex,
}

impl Kind for Messages {
    const FILE: &'static str = "messages";
    const WHAT: &'static str = "One message of each kind, from games that were played: entry by entry, counted from 0. README.md says how.";
    type Input = MessageIn;
    type Output = MessageOut;

    fn inputs() -> Vec<(String, MessageIn)> {
        let (mut inputs, mut kinds) = (Vec::new(), BTreeSet::new());
        let mut tags = BTreeSet::new();
        for (game, chain) in &*GAMES {
            for (entry, signed) in chain.entries().iter().enumerate() {
                let message = signed.message().unwrap();
                tags.insert(message.to_bytes()[0]);
                let without =
                    matches!(&message, Message::Rekeyed(fresh) if fresh.dealing.is_none());
                let name =
                    message.kind().to_owned() + if without { ", without escrow" } else { "" };
                if kinds.insert(name.clone()) {
                    inputs.push((name, MessageIn { game: (*game).to_owned(), entry }));
                }
            }
        }
        assert_eq!(tags, known::<Message>(), "one of each");
        inputs
    }

    fn make(input: &MessageIn) -> MessageOut {
        let entry = &game(&input.game).entries()[input.entry];
        let message = entry.message().unwrap();
        let what = message.to_string();
        MessageOut { author: entry.author().index(), what, message: Hex::of(&message) }
    }

    fn check(_: &MessageIn, output: &MessageOut) {
        assert_eq!(output.message.read::<Message>().to_string(), output.what);
    }
}

pub(super) struct Chains;

#[derive(Serialize, Deserialize)]
pub(super) struct ChainIn {
    game: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ChainOut {
    id: Hex,
    entries: Vec<Step>,
    chain: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Step {
    author: usize,
    what: String,
    head: Hex,
}

fn replayed(chain: &Chain) -> ChainOut {
    let mut again = Chain::new(chain.genesis().clone()).unwrap();
    let id = Hex::of(again.head());
    let step = |entry: &ChainEntry| {
        let what = again.add(entry).unwrap().to_string();
        Step { author: entry.author().index(), what, head: Hex::of(again.head()) }
    };
    ChainOut {
        id,
        entries: chain.entries().iter().map(step).collect(),
        chain: Hex(chain.to_bytes()),
    }
}

impl Kind for Chains {
    const FILE: &'static str = "chains";
    const WHAT: &'static str = "Whole chains of games that were played, and the head after each entry. README.md says how they are played.";
    type Input = ChainIn;
    type Output = ChainOut;

    fn inputs() -> Vec<(String, ChainIn)> {
        let input =
            |(game, _): &(&str, Chain)| ((*game).to_owned(), ChainIn { game: (*game).to_owned() });
        GAMES.iter().map(input).collect()
    }

    fn make(input: &ChainIn) -> ChainOut {
        replayed(game(&input.game))
    }

    fn check(_: &ChainIn, output: &ChainOut) {
        let chain = Chain::from_bytes(&output.chain.0).expect("it holds");
        assert_eq!(&replayed(&chain), output);
    }
}
