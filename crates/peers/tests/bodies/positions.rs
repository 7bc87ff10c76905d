//! Points of real games at which machines hear arbitrary entries.

use facedown_core::{Dice, Game, Seat, SeatCount, Seed};
use facedown_crypto::Codec;
use facedown_crypto::places::{Chain, Entry, EntryKind, Genesis, Seated};
use facedown_peers::{Desk, Fold, Heard, Note, StampedChain, Terms, code_of};
use facedown_protocol::Name;
use facedown_protocol::delta::Shorthand;
use facedown_protocol::relay::Stamped;

/// How many actions of a game there are points for.
const ACTIONS: usize = 6;

/// A point of a game, with the machines of all players and of a spectator.
pub trait Position {
    /// Lets all machines hear what somebody has signed.
    fn hear(&mut self, author: u8, kind: u8, payload: &[u8]);
    /// Lets the desk of a spectator hear what was posted.
    fn desk_hears(&mut self, posted: &[u8]);
    /// The entry that comes next in the real game.
    fn next(&self) -> Option<&Entry>;
    fn terms(&self) -> Vec<u8>;
    /// What the players have kept, by seat.
    fn notes(&self) -> &[Vec<Note>];
    /// The codes of some faces.
    fn codes(&self) -> Vec<Vec<u8>>;
    /// The first entries with stamps that nobody has signed, which is found out only when they are checked.
    fn stamped(&self) -> Vec<u8>;
}

struct At<G: Game> {
    chain: Chain,
    next: Option<Entry>,
    notes: Vec<Vec<Note>>,
    folds: Vec<Fold<G>>,
    desk: Desk<G>,
}

fn seed(seat: Seat) -> [u8; 32] {
    [u8::try_from(seat.index()).expect("few seats") + 1; 32]
}

fn genesis<G: Game>(seats: SeatCount) -> Genesis {
    let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"];
    let names = names[..seats.get()].iter().map(|name| Name::new(name).expect("a name"));
    let terms = Terms::new::<G>(&G::Options::default(), names.collect()).expect("usual terms");
    let seated = seats.all().iter().map(|seat| Seated::new(&seed(seat), seed(seat).map(|b| !b)));
    Genesis::new(terms.to_bytes(), seated.collect()).expect("a table")
}

/// The machines of a game after these entries.
fn machines<G: Game>(chain: &Chain, notes: &[Vec<Note>]) -> (Vec<Fold<G>>, Desk<G>) {
    let genesis = &chain.genesis;
    let sit = |(seat, notes): (Seat, &Vec<Note>)| {
        Fold::sit(genesis.clone(), seat, seed(seat), notes.iter().cloned()).expect("its seat")
    };
    let mut folds: Vec<Fold<G>> = genesis.seats().all().iter().zip(notes).map(sit).collect();
    folds.push(Fold::watch(genesis.clone()).expect("a table"));
    let shorthand = Shorthand::default().into();
    let mut desk = Desk::watch(genesis.clone(), shorthand).expect("a table");
    for entry in &chain.entries {
        for fold in &mut folds {
            let _ = fold.hear(entry).expect("an honest entry");
        }
        let _ = desk.hear(&entry.to_bytes(), None).expect("an honest entry");
    }
    (folds, desk)
}

/// The entries of a game and what the players have kept.
fn played<G: Game>() -> (Chain, Vec<Vec<Note>>) {
    let seats = SeatCount::new((*G::SEATS.start()).max(2)).expect("few seats");
    let mut chain = Chain::new(genesis::<G>(seats));
    let mut notes = vec![Vec::new(); seats.get()];
    let (mut folds, _) = machines::<G>(&chain, &notes);
    let (mut actions, mut dice) = (0, Dice::new(&Seed::from_text("points")));
    loop {
        let mut due = Vec::new();
        for (fold, notes) in folds.iter_mut().zip(&mut notes) {
            if let Some((entry, kept)) = fold.work().expect("chosen") {
                due.push(entry);
                notes.extend(kept);
            }
        }
        let waiting = folds[0].rules().waiting_on().iter().next();
        if let (true, Some(seat)) = (due.is_empty(), waiting.filter(|_| actions < ACTIONS)) {
            let legal = folds[seat.index()].rules().legal_for();
            let action = dice.pick(&legal).cloned().expect("somebody can always act");
            let (entry, note) = folds[seat.index()].act(action, None).expect("it is legal");
            due.push(entry);
            notes[seat.index()].push(note);
            actions += 1;
        }
        if due.is_empty() {
            return (chain, notes);
        }
        for entry in due {
            for fold in &mut folds {
                let _ = fold.hear(&entry).expect("an honest entry");
            }
            chain.entries.push(entry);
        }
    }
}

/// Some points of a game: before the keys, in the deal, and around actions.
fn points<G: Game>(all: &mut Vec<Box<dyn Position>>) {
    let (chain, notes) = played::<G>();
    let is_action = |entry: &Entry| entry.kind() == EntryKind::Action;
    let first = chain.entries.iter().position(is_action).unwrap_or(chain.entries.len());
    let actions = chain.entries.iter().enumerate().filter(|(_, entry)| is_action(entry));
    let around = actions.flat_map(|(number, _)| [number, number + 1]).collect::<Vec<_>>();
    for length in [0, first / 2].into_iter().chain(around) {
        let next = chain.entries.get(length).cloned();
        let (genesis, entries) = (chain.genesis.clone(), chain.entries[..length].to_vec());
        let chain = Chain { genesis, entries };
        let (folds, desk) = machines::<G>(&chain, &notes);
        all.push(Box::new(At { chain, next, notes: notes.clone(), folds, desk }));
    }
}

/// Points of all games.
pub fn all() -> Vec<Box<dyn Position>> {
    let mut all = Vec::new();
    facedown_games::every_game!(G => points::<G>(&mut all));
    all
}

impl<G: Game> At<G> {
    fn begin_again(&mut self) {
        (self.folds, self.desk) = machines(&self.chain, &self.notes);
    }
}

impl<G: Game> Position for At<G> {
    fn hear(&mut self, author: u8, kind: u8, payload: &[u8]) {
        let genesis = &self.chain.genesis;
        let seats: Vec<Seat> = genesis.seats().all().iter().collect();
        let author = seats[usize::from(author) % seats.len()];
        let kind = match kind % 8 {
            0..3 => EntryKind::Work,
            3..6 => EntryKind::Action,
            6 => EntryKind::Complaint,
            _ if kind >= 0xf0 => EntryKind::Farewell,
            _ if kind >= 0xe0 => EntryKind::Head,
            _ => EntryKind::Forfeit(seats[usize::from(kind / 8) % seats.len()]),
        };
        let before = *self.folds[0].head();
        let entry = Entry::forged(genesis, &seed(author), before, author, kind, payload.to_vec());
        let others = self.folds.iter_mut().filter(|fold| fold.viewer() != author.into());
        let heard: Vec<(Result<Heard, String>, [u8; 32], usize)> = others
            .map(|fold| {
                let heard = fold.hear(&entry).map_err(|error| error.to_string());
                let about = fold.verdicts().iter().filter(|verdict| verdict.seat == author);
                (heard, *fold.head(), about.count())
            })
            .collect();
        for other in &heard {
            assert_eq!(other, &heard[0], "machines disagree");
        }
        let (heard, after, verdicts) = &heard[0];
        if heard.is_ok() {
            self.begin_again();
        } else {
            assert_eq!(*after, before, "what is refused changes something");
            // The verdicts pile up, and so would the machines' memory.
            if *verdicts > 64 {
                self.begin_again();
            }
        }
    }

    fn desk_hears(&mut self, posted: &[u8]) {
        let head = *self.desk.fold().head();
        if self.desk.hear(posted, None).is_ok() {
            self.begin_again();
        } else {
            assert_eq!(*self.desk.fold().head(), head, "what is refused changes something");
        }
    }

    fn next(&self) -> Option<&Entry> {
        self.next.as_ref()
    }

    fn terms(&self) -> Vec<u8> {
        self.chain.genesis.terms().to_vec()
    }

    fn notes(&self) -> &[Vec<Note>] {
        &self.notes
    }

    fn codes(&self) -> Vec<Vec<u8>> {
        let lens = self.folds[0].rules().lens();
        let cards = self.folds[0].cards().places().map(|place| facedown_core::Card::new(place.0));
        let codes = cards.filter_map(|card| code_of(lens.face(card)?).ok());
        codes.map(|code| code.0.to_vec()).collect()
    }

    fn stamped(&self) -> Vec<u8> {
        let stamp = |(number, entry): (u64, &Entry)| Stamped {
            number,
            time: number * 1000,
            seat: entry.author(),
            signature: [9; 64],
            entry: entry.to_bytes(),
        };
        let entries = (0..).zip(self.chain.entries.iter().take(3)).map(stamp).collect();
        StampedChain { genesis: self.chain.genesis.clone(), entries }.to_bytes()
    }
}

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let all = all();
    let numbered = (0_u8..).zip(&all);
    match target {
        "peer_terms" => all.iter().map(|it| it.terms()).collect(),
        "peer_note" => {
            let all = all.iter().flat_map(|it| it.notes().iter().flatten());
            all.map(Note::to_bytes).collect()
        }
        "peer_stamped_chain" => all.iter().map(|it| it.stamped()).collect(),
        "peer_face" => all.iter().flat_map(|it| it.codes()).collect(),
        "peer_entry" => numbered
            .filter_map(|(number, it)| {
                let next = it.next()?;
                let kind = if next.kind() == EntryKind::Action { 3 } else { 0 };
                let author = u8::try_from(next.author().index()).ok()?;
                Some([&[number, author, kind][..], next.payload()].concat())
            })
            .collect(),
        "peer_desk" => numbered
            .filter_map(|(number, it)| Some([&[number][..], &it.next()?.to_bytes()].concat()))
            .collect(),
        _ => Vec::new(),
    }
}
