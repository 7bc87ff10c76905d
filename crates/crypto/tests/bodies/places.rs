//! The bodies of the fuzz targets for tables of places: a real chain, and anything that a player may sign.

use std::sync::LazyLock;

use facedown_core::Seat;
use facedown_crypto::places::{
    Accepted, Chain, Choice, Entry, EntryKind, Genesis, Place, Player, Rules, Script, Seated,
    Stage, TableState, Task, Way,
};
use facedown_crypto::{Codec, FaceCode};

/// The number of players in the real games.
const PLAYERS: usize = 3;

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

fn seed(player: usize) -> [u8; 32] {
    [u8::try_from(player).expect("few") + 1; 32]
}

fn face(number: u16) -> FaceCode {
    FaceCode([number.to_le_bytes()[0]; 16])
}

fn places(range: std::ops::Range<u16>) -> Vec<Place> {
    range.map(Place).collect()
}

/// A machine that follows the script.
macro_rules! hear {
    ($machine:expr, $entry:expr, $state:expr) => {{
        let keys = $state.epochs();
        let accepted = match $machine.accept($entry) {
            Ok(Accepted::Action(action)) => match Script::read(action.action()) {
                Ok(tasks) => $machine.begin(*action, tasks),
                Err(_) => Ok(Accepted::Stale),
            },
            other => other,
        };
        if keys == 0 && matches!(accepted, Ok(Accepted::Done)) && $state.epochs() > 0 {
            let start = Script::of($state.genesis()).map(|mut script| script.start());
            let _ = $machine.extend(start.unwrap_or_default());
        }
        if let Stage::Renewal(hidden) = $state.stage().clone() {
            let _ = $machine.renew(vec![hidden]);
        }
        accepted
    }};
}

struct Round {
    players: Vec<Player>,
    chain: Chain,
}

impl Round {
    fn new() -> Self {
        let start = vec![
            Task::Bring { places: places(0..6), faces: (0..6).map(face).collect() },
            Task::Shuffle { places: places(0..6) },
            Task::Show { place: Place(0), to: seat(0) },
            Task::Show { place: Place(1), to: seat(0) },
            Task::Show { place: Place(2), to: seat(1) },
            Task::Roll { sides: 6 },
        ];
        let seated = |n| Seated::new(&seed(n), [u8::try_from(n).expect("few") + 9; 32]);
        let genesis = Genesis::new(Script::write(&start), (0..PLAYERS).map(seated).collect());
        let genesis = genesis.and_then(|it| it.with_escrow(2)).expect("a table");
        let sit = |n| Player::new(genesis.clone(), seat(n), seed(n)).expect("a player");
        let mut round =
            Self { players: (0..PLAYERS).map(sit).collect(), chain: Chain::new(genesis) };
        round.run();
        round
    }

    fn post(&mut self, entry: &Entry) {
        for player in &mut self.players {
            drop(hear!(player, entry, player.state()).expect("an honest entry"));
        }
        self.chain.entries.push(entry.clone());
    }

    fn run(&mut self) {
        loop {
            for player in &mut self.players {
                let _ = player.choose(1, Choice::Answer(true));
                let _ = player.choose(2, Choice::Tuck(1));
            }
            let due = self.players.iter_mut().filter_map(|player| player.due().expect("chosen"));
            let due: Vec<_> = due.collect();
            if due.is_empty() {
                return;
            }
            for entry in &due {
                self.post(entry);
            }
        }
    }

    fn act(
        &mut self,
        player: usize,
        turned: &[Place],
        tasks: &[Task],
        choices: Vec<(usize, Choice)>,
    ) {
        let made = self.players[player].act(&Script::write(tasks), turned, tasks, choices);
        let (entry, _) = made.expect("an action");
        self.post(&entry);
        self.run();
    }
}

/// The chain of a game that uses every task, and in which a player leaves.
pub fn long() -> Chain {
    let mut round = Round::new();
    round.act(0, &[Place(0)], &[Task::Reveal { place: Place(3) }], Vec::new());
    let pieces = [
        Task::Mix { seat: seat(1), places: places(1..3) },
        Task::Answer { seat: seat(2), places: places(4..5) },
        Task::Arrange { seat: seat(2), places: places(3..6), way: Way::Tuck },
        Task::Test { place: Place(2), yes: vec![face(1), face(2)] },
    ];
    round.act(1, &[], &pieces, Vec::new());
    let list = Task::BringSealed { owner: seat(2), places: places(8..10) };
    let arrange = Task::Arrange { seat: seat(2), places: places(0..2), way: Way::Freely };
    let choices = vec![(0, Choice::Faces(vec![face(7), face(8)])), (1, Choice::Order(vec![1, 0]))];
    round.act(2, &[], &[list, arrange], choices);
    let fresh = Task::Reshuffle { piles: vec![places(3..6)], hands: places(0..3) };
    round.act(0, &[], &[fresh, Task::Show { place: Place(4), to: seat(1) }], Vec::new());
    // Seat 2 leaves. The others go on, and close the table.
    round.players.pop();
    let votes: Vec<_> = round.players.iter().map(|player| player.forfeit(seat(2))).collect();
    for vote in &votes {
        round.post(vote);
    }
    round.run();
    let heads: Vec<_> = round.players.iter().map(Player::sign_head).collect();
    for head in &heads {
        round.post(head);
    }
    round.act(1, &[], &[Task::Shuffle { places: places(0..6) }], Vec::new());
    round.act(0, &[], &[Task::Close { from: 0 }], Vec::new());
    round.chain
}

/// The chain of the real game.
pub static CHAIN: LazyLock<Chain> = LazyLock::new(long);

/// The head that a chain leads to, if it is valid.
pub fn head(chain: &Chain) -> Option<[u8; 32]> {
    let mut rules = Script::of(&chain.genesis).ok()?;
    chain.verify(&mut rules).ok().map(|report| *report.state.head())
}

/// The states of the real game after each of its entries.
static STATES: LazyLock<Vec<TableState>> = LazyLock::new(|| {
    let mut state = TableState::new(CHAIN.genesis.clone());
    let mut states = vec![state.clone()];
    for entry in &CHAIN.entries {
        drop(hear!(state, entry, state).expect("an honest entry"));
        states.push(state.clone());
    }
    states
});

/// Anything that a player signs is accepted or refused, and what is refused changes nothing.
///
/// The first byte says after how many entries of a real game; then come the author, the kind, a length and a payload.
pub fn any_signed_entry_is_accepted_or_refused(bytes: &[u8]) {
    let Some((&[start, author, kind], rest)) = bytes.split_first_chunk::<3>() else { return };
    let mut state = STATES[usize::from(start) % STATES.len()].clone();
    let author = usize::from(author) % PLAYERS;
    let kind = match kind % 5 {
        0 | 1 => EntryKind::Work,
        2 => EntryKind::Action,
        3 => EntryKind::Complaint,
        _ if kind >= 0x80 => EntryKind::Farewell,
        _ => EntryKind::Forfeit(seat(usize::from(kind) % PLAYERS)),
    };
    let (genesis, since) = (CHAIN.genesis.clone(), *state.head());
    let entry = Entry::forged(&genesis, &seed(author), since, seat(author), kind, rest.to_vec());
    let before = (*state.head(), state.stage().clone(), state.due());
    if hear!(state, &entry, state).is_err() {
        assert_eq!(before, (*state.head(), state.stage().clone(), state.due()));
    }
}

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Option<Vec<Vec<u8>>> {
    let chain = &*CHAIN;
    Some(match target {
        "place_entry" => chain.entries.iter().map(Codec::to_bytes).collect(),
        "place_genesis" => vec![chain.genesis.to_bytes()],
        "place_chain" => vec![chain.to_bytes()],
        "place_task" => {
            let start = Script::of(&chain.genesis).expect("a script").start();
            let mut tasks = start;
            for entry in chain.entries.iter().filter(|entry| entry.kind() == EntryKind::Action) {
                let length = u16::from_le_bytes([entry.payload()[0], entry.payload()[1]]);
                let action = &entry.payload()[2..2 + usize::from(length)];
                tasks.extend(Script::read(action).expect("tasks"));
            }
            tasks.iter().map(Codec::to_bytes).collect()
        }
        "place_note" => {
            let mut round = Round::new();
            let list = [Task::BringSealed { owner: seat(0), places: places(8..10) }];
            let faces = Choice::Faces(vec![face(7), face(8)]);
            let player = &mut round.players[0];
            let made = player.act(&Script::write(&list), &[Place(0)], &list, [(0, faces)]);
            let action = made.expect("an action").1;
            // Player 2 prepares its shuffle while player 1 has its own.
            let mut round = Round::new();
            let shuffle = [Task::Shuffle { places: places(3..6) }];
            let made = round.players[0].act(&Script::write(&shuffle), &[], &shuffle, []);
            round.post(&made.expect("an action").0);
            assert!(round.players[2].prepare());
            let entry = round.players[1].due().expect("no choice").expect("its turn");
            round.post(&entry);
            let shuffle = round.players[2].use_prepared().expect("what was prepared");
            vec![action.to_bytes(), shuffle.to_bytes()]
        }
        "place_proof" => {
            let round = Round::new();
            vec![round.players[0].prove(Place(0)).expect("its own card").to_bytes()]
        }
        // What is changed, the piece, the place in it, and a byte: see `change`.
        "changed_place_chain" => (0..8).map(|what| vec![what, 3, 0, 40, 1]).collect(),
        "place_signed" => chain
            .entries
            .iter()
            .enumerate()
            .map(|(number, entry)| {
                let kind = match entry.kind() {
                    EntryKind::Work | EntryKind::Head => 0,
                    EntryKind::Action => 2,
                    EntryKind::Complaint => 3,
                    EntryKind::Forfeit(_) => 14,
                    EntryKind::Farewell => 0x86,
                };
                let first =
                    [number.to_le_bytes()[0], entry.author().index().to_le_bytes()[0], kind];
                [&first[..], entry.payload()].concat()
            })
            .collect(),
        _ => return None,
    })
}
