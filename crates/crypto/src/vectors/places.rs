//! Vectors of tables of places: tasks, geneses, and the chain of a game that uses every task, with all of its heads.

use serde::{Deserialize, Serialize};

use super::real_places::{self, CHAIN};
use super::{Hex, Kind, bytes};
use crate::encoding::Codec;
use crate::faces::FaceCode;
use crate::places::{
    Accepted, Chain, Genesis, Place, Rules, Script, Seated, Stage, TableState, Task, Way,
};
use crate::testing::seat;

pub(super) struct Tasks;

impl Kind for Tasks {
    const FILE: &'static str = "place-tasks";
    const WHAT: &'static str = "The encodings of tasks, by which heads depend on what the rules demand. The input is the task in words.";
    type Input = String;
    type Output = Hex;

    fn inputs() -> Vec<(String, String)> {
        tasks().into_iter().map(|task| (name(&task), format!("{task:?}"))).collect()
    }

    fn make(input: &String) -> Hex {
        let task = tasks().into_iter().find(|task| &format!("{task:?}") == input);
        Hex(task.expect("a task of the list").to_bytes())
    }

    fn check(input: &String, output: &Hex) {
        let task = Task::from_bytes(&output.0).expect("a task");
        assert_eq!(&format!("{task:?}"), input);
        assert_eq!(task.to_bytes(), output.0);
    }
}

fn name(task: &Task) -> String {
    let words = format!("{task:?}");
    words.split([' ', '{']).next().unwrap_or_default().to_lowercase()
}

fn tasks() -> Vec<Task> {
    let places = vec![Place(3), Place(258)];
    let (face, place, seat) = (FaceCode([7; 16]), Place(258), seat(2));
    let arrange = |way| Task::Arrange { seat, places: places.clone(), way };
    vec![
        Task::Bring { places: places.clone(), faces: vec![face, FaceCode([8; 16])] },
        Task::BringSealed { owner: seat, places: places.clone() },
        Task::Shuffle { places: places.clone() },
        Task::Show { place, to: seat },
        Task::Reveal { place },
        Task::Test { place, yes: vec![face] },
        Task::Answer { seat, places: places.clone() },
        arrange(Way::Freely),
        arrange(Way::Tuck),
        Task::Mix { seat, places: places.clone() },
        Task::Roll { sides: 70_000 },
        Task::Reshuffle { piles: vec![places, Vec::new()], hands: vec![Place(9)] },
        Task::Close { from: 1 },
    ]
}

pub(super) struct Geneses;

#[derive(Serialize, Deserialize)]
pub(super) struct GenesisIn {
    terms: Hex,
    seeds: Vec<Hex>,
    nonces: Vec<Hex>,
    escrow: Option<u8>,
    relay: Option<Hex>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct GenesisOut {
    encoded: Hex,
    id: Hex,
}

impl Kind for Geneses {
    const FILE: &'static str = "place-geneses";
    const WHAT: &'static str = "Geneses with their ids: the terms, the seeds of all secrets of each player, the players' nonces, the threshold of escrow, the seed of the relay's key.";
    type Input = GenesisIn;
    type Output = GenesisOut;

    fn inputs() -> Vec<(String, GenesisIn)> {
        let input = |players: u8, escrow, relay| GenesisIn {
            terms: Hex(b"a game".to_vec()),
            seeds: (1..=players).map(bytes).collect(),
            nonces: (11..=10 + players).map(bytes).collect(),
            escrow,
            relay,
        };
        vec![
            ("two players".to_owned(), input(2, None, None)),
            ("four players with escrow and a relay".to_owned(), input(4, Some(3), Some(bytes(99)))),
        ]
    }

    fn make(input: &GenesisIn) -> GenesisOut {
        let players = input.seeds.iter().zip(&input.nonces);
        let players = players.map(|(seed, nonce)| Seated::new(&seed.array(), nonce.array()));
        let mut genesis = Genesis::new(input.terms.0.clone(), players.collect()).expect("a table");
        if let Some(threshold) = input.escrow {
            genesis = genesis.with_escrow(threshold).expect("a threshold");
        }
        if let Some(relay) = &input.relay {
            genesis = genesis.with_relay(Seated::new(&relay.array(), [1; 32]).key);
        }
        GenesisOut { encoded: Hex(genesis.to_bytes()), id: Hex(genesis.id().to_vec()) }
    }

    fn check(_: &GenesisIn, output: &GenesisOut) {
        let genesis = Genesis::from_bytes(&output.encoded.0).expect("a genesis");
        assert_eq!(genesis.to_bytes(), output.encoded.0);
        assert_eq!(genesis.id().to_vec(), output.id.0);
    }
}

pub(super) struct Chains;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ChainOut {
    chain: Hex,
    heads: Vec<Hex>,
}

impl Kind for Chains {
    const FILE: &'static str = "place-chains";
    const WHAT: &'static str = "The chain of a game that uses every task and in which a player leaves, with the head after each entry. The input is the name of the game.";
    type Input = String;
    type Output = ChainOut;

    fn inputs() -> Vec<(String, String)> {
        vec![("a game".to_owned(), "long".to_owned())]
    }

    fn make(_: &String) -> ChainOut {
        ChainOut { chain: Hex(CHAIN.to_bytes()), heads: heads(&CHAIN) }
    }

    fn check(_: &String, output: &ChainOut) {
        let chain = Chain::from_bytes(&output.chain.0).expect("a chain");
        assert_eq!(chain.to_bytes(), output.chain.0);
        assert_eq!(heads(&chain), output.heads);
        let head = real_places::head(&chain).expect("a valid chain");
        assert_eq!(Some(&Hex(head.to_vec())), output.heads.last());
    }
}

/// The head after each entry, and after all tasks that follow from it.
fn heads(chain: &Chain) -> Vec<Hex> {
    let mut state = TableState::new(chain.genesis.clone());
    let mut heads = Vec::new();
    for entry in &chain.entries {
        let had_keys = state.epochs() > 0;
        let accepted = match state.accept(entry).expect("an honest entry") {
            Accepted::Action(action) => {
                let tasks = Script::read(action.action()).expect("tasks");
                state.begin(*action, tasks).expect("an honest action")
            }
            accepted => accepted,
        };
        if matches!(accepted, Accepted::Done) && !had_keys {
            let start = Script::of(&chain.genesis).expect("a script").start();
            drop(state.extend(start).expect("tasks"));
        }
        if let Stage::Renewal(hidden) = state.stage().clone() {
            drop(state.renew(vec![hidden]).expect("a renewal"));
        }
        heads.push(Hex(state.head().to_vec()));
    }
    heads
}
