//! Tests of tables without a trusted dealer: a table of players in one process, and what all of them do.

mod attacks;
mod closing;
mod controls;
mod counts;
mod farewell;
mod features;
mod findings;
mod findings_players;
mod idle;
mod knowledge;
mod leaving;
mod random;
mod tampering;

use facedown_core::Seat;

use super::*;

/// Players at one table, somebody who watches, and everything that was said.
pub(super) struct Round {
    pub(super) players: Vec<Player>,
    pub(super) watcher: TableState,
    pub(super) chain: Chain,
    pub(super) counts: Counts,
}

/// What was said: messages that need nothing from each other are one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) rounds: usize,
    pub(super) messages: usize,
    pub(super) bytes: usize,
}

pub(super) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(super) fn face(number: u16) -> FaceCode {
    let mut code = [0; 16];
    code[..2].copy_from_slice(&number.to_le_bytes());
    FaceCode(code)
}

pub(super) fn places(range: std::ops::Range<u16>) -> Vec<Place> {
    range.map(Place).collect()
}

/// A public list with one card of each number, at the places of these numbers.
pub(super) fn bring(range: std::ops::Range<u16>) -> Task {
    Task::Bring { places: places(range.clone()), faces: range.map(face).collect() }
}

pub(super) fn shuffle(range: std::ops::Range<u16>) -> Task {
    Task::Shuffle { places: places(range) }
}

pub(super) fn show(range: std::ops::Range<u16>, to: usize) -> Vec<Task> {
    range.map(|place| Task::Show { place: Place(place), to: seat(to) }).collect()
}

pub(super) fn reveal(place: u16) -> Task {
    Task::Reveal { place: Place(place) }
}

pub(super) fn seed(player: usize) -> [u8; 32] {
    let mut seed = [7; 32];
    seed[0] = u8::try_from(player).unwrap();
    seed
}

pub(super) fn genesis(players: usize, start: &[Task]) -> Genesis {
    let seated = |player| Seated::new(&seed(player), [u8::try_from(player).unwrap() + 1; 32]);
    Genesis::new(Script::write(start), (0..players).map(seated).collect()).unwrap()
}

impl Round {
    /// A table without escrow, after the first tasks.
    pub(super) fn new(players: usize, start: &[Task]) -> Self {
        let mut round = Self::begin(genesis(players, start));
        round.run();
        round
    }

    /// A table with escrow, after the first tasks.
    pub(super) fn with_escrow(players: usize, threshold: u8, start: &[Task]) -> Self {
        let mut round = Self::begin(genesis(players, start).with_escrow(threshold).unwrap());
        round.run();
        round
    }

    /// A table at which nothing has been said.
    pub(super) fn begin(genesis: Genesis) -> Self {
        let count = genesis.players().len();
        let player = |n| Player::new(genesis.clone(), seat(n), seed(n)).unwrap();
        Self {
            players: (0..count).map(player).collect(),
            watcher: TableState::new(genesis.clone()),
            chain: Chain::new(genesis),
            counts: Counts::default(),
        }
    }

    /// Everybody says what is due until nothing is.
    pub(super) fn run(&mut self) {
        while self.step() {}
    }

    /// One round: everybody says what is due. Returns whether anything was.
    pub(super) fn step(&mut self) -> bool {
        let due: Vec<Entry> =
            self.players.iter_mut().filter_map(|player| player.due().unwrap()).collect();
        self.counts.rounds += usize::from(!due.is_empty());
        for entry in &due {
            self.post(entry);
        }
        !due.is_empty()
    }

    /// Everybody hears an entry.
    pub(super) fn post(&mut self, entry: &Entry) {
        self.try_post(entry).unwrap_or_else(|refusal| panic!("{refusal}: {:?}", entry.kind()));
    }

    /// Everybody hears an entry. All agree on what it is.
    pub(super) fn try_post(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let heard = hear(&mut self.watcher, entry);
        for player in &mut self.players {
            let here = hear(player, entry);
            let own = player.seat() == entry.author() && here == Err(Refusal::NotMine);
            assert!(here == heard || own, "{here:?} {heard:?}");
            assert_eq!(player.state().head(), self.watcher.head());
        }
        if heard.is_ok() {
            self.counts.messages += 1;
            self.counts.bytes += entry.size();
            self.chain.entries.push(entry.clone());
        }
        heard
    }

    /// A seat acts: it turns over cards, causes tasks, and makes choices for them. Then everybody says what is due.
    pub(super) fn act(
        &mut self,
        player: usize,
        turned: &[u16],
        tasks: &[Task],
        choices: Vec<(usize, Choice)>,
    ) {
        let entry = self.action(player, turned, tasks, choices);
        self.counts.rounds += 1;
        self.post(&entry);
        self.run();
    }

    /// The entry of an action.
    pub(super) fn action(
        &mut self,
        player: usize,
        turned: &[u16],
        tasks: &[Task],
        choices: Vec<(usize, Choice)>,
    ) -> Entry {
        let turned: Vec<_> = turned.iter().copied().map(Place).collect();
        let action = Script::write(tasks);
        self.players[player].act(&action, &turned, tasks, choices).unwrap().0
    }

    /// A seat acts, and nothing else is due from it.
    pub(super) fn demand(&mut self, player: usize, tasks: &[Task]) {
        self.act(player, &[], tasks, Vec::new());
    }

    /// What has been said since the last time.
    pub(super) fn counted(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }

    /// The face that a player knows at a place.
    pub(super) fn knows(&self, player: usize, place: u16) -> Option<FaceCode> {
        self.players[player].face(Place(place))
    }
}

/// A machine at the table: a player, or somebody who watches.
pub(super) trait Machine {
    fn accept_entry(&mut self, entry: &Entry) -> Result<Accepted, Refusal>;
    fn begin_action(
        &mut self,
        action: PendingAction,
        tasks: Vec<Task>,
    ) -> Result<Accepted, Refusal>;
    fn extend_by(&mut self, tasks: Vec<Task>) -> Accepted;
    fn renew_all(&mut self, hidden: Vec<Place>) -> Accepted;
    fn table(&self) -> &TableState;
}

macro_rules! machine {
    ($type:ty, $self:ident, $table:expr) => {
        impl Machine for $type {
            fn accept_entry(&mut self, entry: &Entry) -> Result<Accepted, Refusal> {
                self.accept(entry)
            }
            fn begin_action(
                &mut self,
                action: PendingAction,
                tasks: Vec<Task>,
            ) -> Result<Accepted, Refusal> {
                self.begin(action, tasks)
            }
            fn extend_by(&mut self, tasks: Vec<Task>) -> Accepted {
                self.extend(tasks).unwrap()
            }
            fn renew_all(&mut self, hidden: Vec<Place>) -> Accepted {
                self.renew(vec![hidden]).unwrap()
            }
            fn table(&self) -> &TableState {
                let $self = self;
                $table
            }
        }
    };
}

machine!(Player, player, player.state());
machine!(TableState, state, state);

/// Hears an entry, follows the script, and says what the entry was.
pub(super) fn hear(machine: &mut impl Machine, entry: &Entry) -> Result<(), Refusal> {
    let had_keys = machine.table().epochs() > 0;
    let accepted = match machine.accept_entry(entry)? {
        Accepted::Action(action) => {
            let tasks = Script::read(action.action()).unwrap();
            machine.begin_action(*action, tasks)?
        }
        accepted => accepted,
    };
    if matches!(accepted, Accepted::Done) && !had_keys {
        let start = Script::of(machine.table().genesis()).unwrap().start();
        if !start.is_empty() {
            let _ = machine.extend_by(start);
        }
    }
    if let Stage::Renewal(hidden) = machine.table().stage().clone() {
        let _ = machine.renew_all(hidden);
    }
    Ok(())
}
