//! The ideal vault, which knows every face and meets the demands of tables without a house.

use facedown_core::{
    Answerer, Card, CardOrder, Demand, Dice, Face, Outcome, Rig, SealedChoice, Seat, Seed, Viewer,
};

/// Knows every face and meets demands. It stands in for the cryptography between the players' machines: what it
/// tells a machine is all that the cryptography may tell it.
#[derive(Clone)]
pub struct Vault<F> {
    faces: Vec<F>,
    /// For each card, the number of the first deck that it was brought or mixed with.
    decks: Vec<usize>,
    /// For each card, the seat that alone knows the list of its deck.
    owners: Vec<Option<Seat>>,
    /// For each card, the seat that was shown it last, or has mixed it since.
    holders: Vec<Option<Seat>>,
    dice: Dice,
    rig: Rig<F>,
}

/// What a player's machine says about a demand that only this player can meet.
#[derive(Clone)]
pub enum MachineSays<F> {
    /// Nobody has to say anything.
    Nothing,
    /// The order or the list that the player has sealed.
    Choice(SealedChoice<F>),
    /// The player's answer to a question.
    Answer(bool),
}

/// What came of a demand, for everybody and for the one player who learns more.
#[derive(Clone, PartialEq, Eq)]
pub struct Met<F> {
    public: Outcome<F>,
    private: Option<(Seat, Outcome<F>)>,
}

impl<F: Clone> Met<F> {
    const fn by_all(public: Outcome<F>) -> Self {
        Self { public, private: None }
    }

    /// What it is on the machine of this viewer.
    pub fn outcome_for(&self, viewer: Viewer) -> Outcome<F> {
        match &self.private {
            Some((seat, outcome)) if viewer == Viewer::Seat(*seat) => outcome.clone(),
            _ => self.public.clone(),
        }
    }
}

/// The vault cannot meet a demand, because the player who has to choose or answer has not done so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player has not said what the demand needs from it")]
pub struct Unsaid;

impl<F: Face> Vault<F> {
    /// An empty vault whose shuffles, mixes and rolls come from this seed.
    pub fn new(seed: &Seed) -> Self {
        let rig = Rig { shuffles: Vec::new(), rolls: Vec::new(), mixes: Vec::new() };
        Self {
            faces: Vec::new(),
            decks: Vec::new(),
            owners: Vec::new(),
            holders: Vec::new(),
            dice: Dice::new(seed),
            rig,
        }
    }

    /// What is printed on a card.
    pub fn face(&self, card: Card) -> Option<F> {
        self.faces.get(usize::from(card.id())).copied()
    }

    /// The seat that was shown the card last, or has mixed it since.
    pub fn holder(&self, card: Card) -> Option<Seat> {
        self.holders.get(usize::from(card.id())).copied().flatten()
    }

    fn hold(&mut self, cards: &[Card], holder: Option<Seat>) {
        self.holders.resize(self.faces.len(), None);
        for card in cards {
            self.holders[usize::from(card.id())] = holder;
        }
    }

    /// All shuffles, rolls and mixes so far, with which a house deals the same.
    pub const fn rig(&self) -> &Rig<F> {
        &self.rig
    }

    /// Meets a demand.
    pub fn meet(&mut self, demand: &Demand<F>, said: &MachineSays<F>) -> Result<Met<F>, Unsaid> {
        Ok(match demand {
            Demand::Bring { faces, .. } => {
                self.bring(faces, None);
                Met::by_all(Outcome::Done)
            }
            Demand::BringSealed { owner, cards } => {
                let MachineSays::Choice(SealedChoice::List(faces)) = said else {
                    return Err(Unsaid);
                };
                if faces.len() != cards.len() {
                    return Err(Unsaid);
                }
                self.bring(faces, Some(*owner));
                Met::by_all(Outcome::Done)
            }
            Demand::Shuffle { cards } => {
                let order = self.random_order(cards.len());
                let after = self.rearrange(cards, &order);
                self.hold(cards, None);
                self.rig.shuffles.push(after);
                Met::by_all(Outcome::Done)
            }
            Demand::Show { card, to } => {
                let face = self.face(*card).ok_or(Unsaid)?;
                self.hold(&[*card], Some(*to));
                Met { public: Outcome::Done, private: Some((*to, Outcome::Face(face))) }
            }
            Demand::Reveal { card } => Met::by_all(Outcome::Face(self.face(*card).ok_or(Unsaid)?)),
            Demand::Ask { cards, of: Answerer::Together { yes } } => {
                let [card] = cards[..] else { return Err(Unsaid) };
                let face = self.face(card).ok_or(Unsaid)?;
                Met::by_all(Outcome::Answer(yes.contains(&face)))
            }
            Demand::Ask { of: Answerer::Seat(_), .. } => match said {
                MachineSays::Answer(answer) => Met::by_all(Outcome::Answer(*answer)),
                _ => return Err(Unsaid),
            },
            Demand::Arrange { cards, .. } => match said {
                MachineSays::Choice(SealedChoice::Order(order)) if order.is_of(cards.len()) => {
                    self.rearrange(cards, order);
                    self.hold(cards, None);
                    Met::by_all(Outcome::Done)
                }
                _ => return Err(Unsaid),
            },
            Demand::Mix { seat, cards } => {
                let order = self.random_order(cards.len());
                let after = self.rearrange(cards, &order);
                self.hold(cards, Some(*seat));
                self.rig.mixes.push(after);
                Met { public: Outcome::Done, private: Some((*seat, Outcome::Order(order))) }
            }
            Demand::Roll { sides } => {
                let rolled = self.dice.below(*sides);
                self.rig.rolls.push(rolled);
                Met::by_all(Outcome::Rolled(rolled))
            }
        })
    }

    /// A copy in which the faces of hidden cards lie elsewhere, each within its deck.
    #[must_use]
    pub fn redealt(&self, is_hidden: impl Fn(Card) -> bool, dice: &mut Dice) -> Self {
        let mut copy = self.clone();
        let mut decks = self.decks.clone();
        decks.sort_unstable();
        decks.dedup();
        for deck in decks {
            let hidden: Vec<usize> = (0..self.faces.len())
                .filter(|&at| self.decks[at] == deck)
                .filter(|&at| u16::try_from(at).is_ok_and(|id| is_hidden(Card::new(id))))
                .collect();
            for last in (1..hidden.len()).rev() {
                copy.faces.swap(hidden[last], hidden[dice.place(last + 1)]);
            }
        }
        copy
    }

    /// A copy in which this seat has brought other secret lists: its hidden cards have the faces that `other` gives for their own.
    #[must_use]
    pub fn relisted(
        &self,
        owner: Seat,
        is_hidden: impl Fn(Card) -> bool,
        mut other: impl FnMut(F) -> F,
    ) -> Self {
        let mut copy = self.clone();
        for ((id, face), of) in (0..).zip(&mut copy.faces).zip(&self.owners) {
            if *of == Some(owner) && is_hidden(Card::new(id)) {
                *face = other(*face);
            }
        }
        copy
    }

    fn bring(&mut self, faces: &[F], owner: Option<Seat>) {
        let deck = self.faces.len();
        self.faces.extend_from_slice(faces);
        self.owners.resize(self.faces.len(), owner);
        self.decks.resize(self.faces.len(), deck);
    }

    fn random_order(&mut self, cards: usize) -> CardOrder {
        let mut order: Vec<u16> = (0..).take(cards).collect();
        for last in (1..cards).rev() {
            order.swap(last, self.dice.place(last + 1));
        }
        CardOrder(order)
    }

    /// Moves the faces: each place gets the face of the place that the order names. Returns the faces as they lie then.
    fn rearrange(&mut self, cards: &[Card], order: &CardOrder) -> Vec<F> {
        let places: Vec<usize> = cards.iter().map(|card| usize::from(card.id())).collect();
        let before: Vec<F> = places.iter().map(|&place| self.faces[place]).collect();
        let after: Vec<F> = order.0.iter().map(|&from| before[usize::from(from)]).collect();
        for (&place, &face) in places.iter().zip(&after) {
            self.faces[place] = face;
        }
        let mixed: Vec<usize> = places.iter().map(|&place| self.decks[place]).collect();
        if let Some(&first) = mixed.iter().min() {
            let owner = self.owners[first];
            let owner = owner.filter(|_| mixed.iter().all(|&deck| self.owners[deck] == owner));
            for (deck, of) in self.decks.iter_mut().zip(&mut self.owners) {
                if mixed.contains(deck) {
                    (*deck, *of) = (first, owner);
                }
            }
        }
        after
    }
}
