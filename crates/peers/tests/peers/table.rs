//! A table for tests: a machine for every seat and one for a spectator, and a network that delivers at once.

use facedown_core::{Dice, Game, LogEntry, Seat, SeatCount, Seats, Seed, Viewer};
use facedown_crypto::Codec;
use facedown_crypto::places::{Chain, Entry, Genesis, Seated};
use facedown_peers::{Fold, Heard, NotHeard, Note, Terms};
use facedown_protocol::Name;
use serde::Serialize;

/// Machines around one table.
pub(crate) struct Machines<G: Game> {
    /// One for each seat, then the spectator's.
    pub(crate) folds: Vec<Fold<G>>,
    pub(crate) chain: Chain,
    pub(crate) seeds: Vec<[u8; 32]>,
    pub(crate) notes: Vec<Vec<Note>>,
    /// The actions with their sealed values.
    pub(crate) log: Vec<LogEntry<G::Action>>,
    pub(crate) cost: Cost,
    /// Who refuses to open its keys at the end.
    pub(crate) silent: Option<Seat>,
    /// Whose machines are off.
    pub(crate) off: Seats,
    /// The time of the next stamps, in milliseconds.
    pub(crate) clock: Option<u64>,
    /// The times of the stamps.
    pub(crate) times: Vec<Option<u64>>,
}

/// What it takes to do something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) rounds: usize,
    pub(crate) messages: usize,
    pub(crate) bytes: usize,
}

pub(crate) fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn options<G: Game>(json: &str) -> G::Options {
    serde_json::from_str(json).unwrap()
}

/// The seeds of the players at a table with this number.
pub(crate) fn seeds(seats: SeatCount, number: u64) -> Vec<[u8; 32]> {
    let seed = |seat: Seat| {
        let mut seed = [u8::try_from(seat.index()).unwrap() + 1; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        seed
    };
    seats.all().iter().map(seed).collect()
}

pub(crate) fn genesis<G: Game>(options: &G::Options, seats: SeatCount, number: u64) -> Genesis {
    let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
    let names = names[..seats.get()].iter().map(|name| Name::new(name).unwrap()).collect();
    let terms = Terms::new::<G>(options, names).unwrap();
    let seated = seeds(seats, number).into_iter().map(|seed| {
        let mut nonce = seed;
        nonce[31] ^= 0xff;
        Seated::new(&seed, nonce)
    });
    Genesis::new(terms.to_bytes(), seated.collect()).unwrap()
}

impl<G: Game> Machines<G> {
    /// Machines before the first entry.
    pub(crate) fn new(options: &G::Options, seats: SeatCount, number: u64) -> Self {
        Self::at(genesis::<G>(options, seats, number), number)
    }

    /// Machines of this table before the first entry.
    pub(crate) fn at(genesis: Genesis, number: u64) -> Self {
        let seats = genesis.seats();
        let seeds = seeds(seats, number);
        let mut folds: Vec<Fold<G>> = seats
            .all()
            .iter()
            .zip(&seeds)
            .map(|(seat, seed)| Fold::sit(genesis.clone(), seat, *seed, []).unwrap())
            .collect();
        folds.push(Fold::watch(genesis.clone()).unwrap());
        let notes = vec![Vec::new(); seats.get()];
        let (chain, cost) = (Chain::new(genesis), Cost::default());
        Self {
            folds,
            chain,
            seeds,
            notes,
            log: Vec::new(),
            cost,
            silent: None,
            off: Seats::NONE,
            clock: None,
            times: Vec::new(),
        }
    }

    /// Machines whose cards are dealt.
    pub(crate) fn dealt(options: &G::Options, seats: SeatCount, number: u64) -> Self {
        let mut machines = Self::new(options, seats, number);
        machines.settle();
        machines
    }

    pub(crate) fn of(&self, seat: Seat) -> &Fold<G> {
        &self.folds[seat.index()]
    }

    pub(crate) fn spectator(&self) -> &Fold<G> {
        self.folds.last().unwrap()
    }

    /// Everybody hears an entry. All machines must agree about it.
    pub(crate) fn post(&mut self, entry: &Entry) -> Heard {
        let bytes = entry.to_bytes();
        self.cost.messages += 1;
        self.cost.bytes += bytes.len();
        let entry = Entry::from_bytes(&bytes).unwrap();
        let heard = self.try_post(&entry).unwrap();
        self.chain.entries.push(entry);
        self.times.push(self.clock);
        heard
    }

    /// Everybody hears an entry that may be refused. All machines must agree about it.
    pub(crate) fn try_post(&mut self, entry: &Entry) -> Result<Heard, NotHeard<G::Refusal>> {
        let (off, at) = (self.off, self.clock);
        let on = |index: usize| Seat::new(index).is_none_or(|seat| !off.contains(seat));
        let folds = self.folds.iter_mut().enumerate().filter(|(index, _)| on(*index));
        let mut folds: Vec<&mut Fold<G>> = folds.map(|(_, fold)| fold).collect();
        let heard: Vec<_> = folds.iter_mut().map(|fold| fold.hear_at(entry, at)).collect();
        assert!(heard.iter().all(|other| *other == heard[0]), "machines disagree: {heard:?}");
        let heads: Vec<_> = folds.iter().map(|fold| fold.head()).collect();
        assert!(heads.iter().all(|head| *head == heads[0]), "machines have different heads");
        heard.into_iter().next().unwrap()
    }

    /// All whose machines are on say that these seats have left, until they have.
    pub(crate) fn vote_out(&mut self, seats: Seats) {
        for gone in seats.iter() {
            self.vote(gone, usize::MAX);
        }
    }

    /// So many of those whose machines are on say that a seat has left. Returns what the last vote has led to.
    pub(crate) fn vote(&mut self, gone: Seat, votes: usize) -> Option<Heard> {
        let on = self.chain.genesis.seats().all().minus(self.off);
        let mut last = None;
        for seat in on.iter().take(votes) {
            let Some(vote) = self.folds[seat.index()].forfeit(gone, 0) else { break };
            last = Some(self.post(&vote));
        }
        last
    }

    /// Posts everything that is due, until nothing is.
    pub(crate) fn settle(&mut self) {
        while self.round() {}
    }

    /// Posts everything that is due now. Returns whether that is anything.
    pub(crate) fn round(&mut self) -> bool {
        let mut due = Vec::new();
        if let Some(silent) = self.silent.map(Seat::index) {
            self.notes[silent].extend(self.folds[silent].refuse_to_open());
        }
        let off = self.off;
        let on = |index: usize| Seat::new(index).is_none_or(|seat| !off.contains(seat));
        let all = self.folds.iter_mut().zip(&mut self.notes).enumerate();
        for (index, (fold, kept)) in all.filter(|(index, _)| on(*index)) {
            // Some machines use the time in which they wait for others.
            while index % 2 == 1 && fold.prepare_shuffle() {}
            if let Some((entry, notes)) = fold.work().unwrap() {
                kept.extend(notes);
                due.push(entry);
            }
        }
        self.cost.rounds += usize::from(!due.is_empty());
        for entry in &due {
            let _ = self.post(entry);
        }
        !due.is_empty()
    }

    /// Somebody acts, and everybody carries it out.
    pub(crate) fn act(&mut self, seat: Seat, action: &G::Action) {
        let (entry, note) = self.folds[seat.index()].act(action.clone(), None).unwrap();
        self.notes[seat.index()].push(note);
        self.cost.rounds += 1;
        let _ = self.post(&entry);
        self.settle();
        self.log.push(LogEntry { seat, action: action.clone() });
    }

    /// What everybody may do now.
    pub(crate) fn choices(&self) -> Vec<(Seat, G::Action)> {
        let of = |seat: Seat| {
            let legal = self.of(seat).rules().legal_for();
            legal.into_iter().map(move |action| (seat, action))
        };
        let spectator = self.spectator();
        let is_asked = !spectator.awaited().is_empty();
        let here = spectator.cards().present().minus(self.off);
        let may_act = if is_asked { spectator.rules().may_act().and(here) } else { Seats::NONE };
        may_act.iter().flat_map(of).collect()
    }

    /// Takes a random action. Returns whether there was one.
    pub(crate) fn step(&mut self, dice: &mut Dice) -> bool {
        let choices = self.choices();
        // Half of the time every kind of action is equally likely, so that rare ones are not crowded out.
        let kind = |action: &G::Action| {
            let json = serde_json::to_value(action).unwrap();
            json.get("type").cloned().unwrap_or(json)
        };
        let kinds: Vec<_> = choices.iter().map(|(_, action)| kind(action)).collect();
        let wanted = dice.pick(&kinds).cloned().filter(|_| dice.below(2) == 0);
        let fitting: Vec<_> = choices
            .iter()
            .filter(|(_, action)| wanted.as_ref().is_none_or(|wanted| kind(action) == *wanted))
            .cloned()
            .collect();
        let Some((seat, action)) = dice.pick(&fitting).cloned() else { return false };
        self.act(seat, &action);
        true
    }

    /// The cost since it was last asked for.
    pub(crate) fn spent(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }
}

/// Dice for a test.
pub(crate) fn dice(text: &str, number: u64) -> Dice {
    Dice::new(&Seed::from_text(&format!("{text} {number}")))
}

/// What a viewer gets between two actions, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    state: String,
    view: String,
    own: String,
    public: String,
    legal: String,
    waiting: String,
    standing: String,
    events: String,
}

pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

impl Seen {
    /// On the viewer's own machine, after so many actions.
    pub(crate) fn on<G: Game>(fold: &Fold<G>, at: usize) -> Self {
        let rules = fold.rules();
        let new = rules.heard().iter().filter(|heard| heard.at == at);
        let events: Vec<_> = new.map(|heard| &heard.told.event).collect();
        Self {
            state: json(rules.game().unwrap()),
            view: json(&rules.view().unwrap()),
            own: json(&rules.own().unwrap()),
            public: json(&rules.public_view().unwrap()),
            legal: json(&rules.legal_for()),
            waiting: json(&rules.waiting_on()),
            standing: json(&rules.standing()),
            events: json(&events),
        }
    }

    /// In a house.
    pub(crate) fn at<G: Game>(table: &facedown_core::Table<G>, viewer: Viewer) -> Self {
        let at = table.log().len();
        let new = table.stream(viewer).filter(|heard| heard.at == at);
        let events: Vec<_> = new.map(|heard| &heard.told.event).collect();
        let legal = viewer.seat().map_or_else(Vec::new, |seat| table.legal_for(seat));
        Self {
            state: json(table.game()),
            view: json(&table.view(viewer)),
            own: json(&table.own(viewer)),
            public: json(&table.view(Viewer::Spectator)),
            legal: json(&legal),
            waiting: json(&table.waiting_on()),
            standing: json(&table.standing()),
            events: json(&events),
        }
    }
}
