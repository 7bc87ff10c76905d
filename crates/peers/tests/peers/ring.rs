//! Machines that need not play by the same rules: what they say to each other is entries and nothing else.

use facedown_core::{Card, Dice, Game, Seat, Viewer};
use facedown_crypto::Codec;
use facedown_crypto::places::{CardProof, Chain, Entry, Genesis};
use facedown_peers::{Fold, Heard, Verdict};
use serde_json::Value;

use crate::table::{genesis, seats, seeds};

/// A machine of any game.
pub(crate) trait Machine {
    fn hear(&mut self, entry: &Entry) -> Result<Heard, String>;
    fn work(&mut self) -> Option<Entry>;
    fn act(&mut self, action: &Value) -> Result<Entry, String>;
    fn legal(&self) -> Vec<Value>;
    fn is_waited_for(&self) -> bool;
    fn verdicts(&self) -> Vec<Verdict>;
    /// What a look back at all that was turned over finds.
    fn review(&self) -> Vec<Verdict>;
    fn viewer(&self) -> Viewer;
    fn head(&self) -> [u8; 32];
    fn actions(&self) -> usize;
    /// The cards that this viewer sees and others do not.
    fn hand(&self) -> Vec<u16>;
    /// What is on a card, if this viewer sees it.
    fn face(&self, card: u16) -> Option<Value>;
    fn refuse_to_open(&mut self) -> bool;
    /// A proof of what is on a card of this viewer's.
    fn prove(&mut self, card: u16) -> Option<Vec<u8>>;
    /// What this seat has proven to be on a card.
    fn proven(&self, seat: Seat, card: u16, proof: &[u8]) -> Option<Value>;
}

impl<G: Game> Machine for Fold<G> {
    fn hear(&mut self, entry: &Entry) -> Result<Heard, String> {
        Self::hear(self, entry).map_err(|error| error.to_string())
    }

    fn work(&mut self) -> Option<Entry> {
        Self::work(self).unwrap().map(|(entry, _)| entry)
    }

    fn act(&mut self, action: &Value) -> Result<Entry, String> {
        let action = serde_json::from_value(action.clone()).unwrap();
        Self::act(self, action, None).map(|(entry, _)| entry).map_err(|error| error.to_string())
    }

    fn legal(&self) -> Vec<Value> {
        let legal = self.rules().legal_for();
        legal.iter().map(|action| serde_json::to_value(action).unwrap()).collect()
    }

    fn is_waited_for(&self) -> bool {
        Self::viewer(self).seat().is_some_and(|seat| self.rules().waiting_on().contains(seat))
    }

    fn verdicts(&self) -> Vec<Verdict> {
        Self::verdicts(self).to_vec()
    }

    fn review(&self) -> Vec<Verdict> {
        Self::review(self).verdicts
    }

    fn viewer(&self) -> Viewer {
        Self::viewer(self)
    }

    fn head(&self) -> [u8; 32] {
        *Self::head(self)
    }

    fn actions(&self) -> usize {
        self.rules().log().len()
    }

    fn hand(&self) -> Vec<u16> {
        let lens = self.rules().lens();
        let public = lens.public();
        let places = self.cards().places().map(|place| Card::new(place.0));
        let own = places.filter(|&card| lens.face(card).is_some() && public.face(card).is_none());
        own.map(Card::id).collect()
    }

    fn face(&self, card: u16) -> Option<Value> {
        let face = self.rules().lens().face(Card::new(card));
        face.map(|face| serde_json::to_value(face).unwrap())
    }

    fn refuse_to_open(&mut self) -> bool {
        Self::refuse_to_open(self).is_some()
    }

    fn prove(&mut self, card: u16) -> Option<Vec<u8>> {
        Self::prove(self, Card::new(card)).map(|proof| proof.to_bytes())
    }

    fn proven(&self, seat: Seat, card: u16, proof: &[u8]) -> Option<Value> {
        let proof = CardProof::from_bytes(proof).ok()?;
        let face = Self::proven(self, seat, Card::new(card), &proof)?;
        Some(serde_json::to_value(face).unwrap())
    }
}

/// Machines around one table, and the chain.
pub(crate) struct Ring {
    pub(crate) machines: Vec<Box<dyn Machine>>,
    pub(crate) chain: Chain,
}

impl Ring {
    /// Honest machines, and a spectator's.
    pub(crate) fn new<G: Game>(options: &str, players: usize, number: u64) -> Self {
        let options: G::Options = serde_json::from_str(options).unwrap();
        let genesis = genesis::<G>(&options, seats(players), number);
        let mut ring = Self { machines: Vec::new(), chain: Chain::new(genesis.clone()) };
        for seat in seats(players).all().iter() {
            ring.machines.push(Box::new(machine::<G>(&genesis, seat, number)));
        }
        ring.machines.push(Box::new(Fold::<G>::watch(genesis).unwrap()));
        ring
    }

    /// The machine of this seat runs this game instead.
    pub(crate) fn with<G: Game>(mut self, seat: Seat, number: u64) -> Self {
        let machine = machine::<G>(&self.chain.genesis, seat, number);
        self.machines[seat.index()] = Box::new(machine);
        self
    }

    pub(crate) fn dealt(mut self) -> Self {
        self.settle();
        self
    }

    pub(crate) fn of(&mut self, seat: Seat) -> &mut dyn Machine {
        &mut *self.machines[seat.index()]
    }

    /// Everybody hears an entry.
    pub(crate) fn post(&mut self, entry: &Entry) -> Vec<Result<Heard, String>> {
        self.chain.entries.push(entry.clone());
        self.machines.iter_mut().map(|machine| machine.hear(entry)).collect()
    }

    /// Everybody says what is due, until nothing is.
    pub(crate) fn settle(&mut self) {
        loop {
            let due: Vec<Entry> =
                self.machines.iter_mut().filter_map(|machine| machine.work()).collect();
            if due.is_empty() {
                return;
            }
            for entry in due {
                for heard in self.post(&entry) {
                    let _ = heard.unwrap();
                }
            }
        }
    }

    /// Somebody acts, and everybody accepts it.
    pub(crate) fn act(&mut self, seat: Seat, action: &Value) -> Entry {
        let entry = self.of(seat).act(action).unwrap();
        for heard in self.post(&entry) {
            let _ = heard.unwrap();
        }
        self.settle();
        entry
    }

    /// Somebody of those who may acts at random; `choose` may want something special.
    pub(crate) fn step(
        &mut self,
        dice: &mut Dice,
        choose: impl Fn(Seat, &[Value]) -> Option<Value>,
    ) -> Option<(Seat, Value)> {
        let able: Vec<usize> = (0..self.machines.len() - 1)
            .filter(|&index| self.machines[index].is_waited_for())
            .collect();
        let seat = Seat::new(*dice.pick(&able)?).unwrap();
        let legal = self.of(seat).legal();
        let action = choose(seat, &legal).or_else(|| dice.pick(&legal).cloned())?;
        self.act(seat, &action);
        Some((seat, action))
    }

    /// The verdicts of every machine but that of this seat.
    pub(crate) fn verdicts_without(&self, seat: Seat) -> Vec<(Viewer, Vec<Verdict>)> {
        let others = self.machines.iter().filter(|machine| machine.viewer() != seat.into());
        others.map(|machine| (machine.viewer(), machine.verdicts())).collect()
    }
}

pub(crate) fn machine<G: Game>(genesis: &Genesis, seat: Seat, number: u64) -> Fold<G> {
    let count = seats(genesis.players().len());
    Fold::sit(genesis.clone(), seat, seeds(count, number)[seat.index()], []).unwrap()
}
