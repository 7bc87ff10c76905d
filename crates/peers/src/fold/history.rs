//! What has happened at a table, as everybody knows it: enough to replay it in a house once the faces are known.

use facedown_core::{Answerer, Card, Demand, Game, Outcome, Seat, Way};

use crate::posted::PostedOf;
use crate::verdict::EntryName;

/// A card as it lies under a handle until it is moved out of sight. Whoever learns its face once knows it for all that time.
pub(crate) type Lying = usize;

/// What has happened at a table. Actions are in the order of the log; the first of all is the deal.
pub(crate) struct History<G: Game> {
    pub(crate) steps: Vec<Step<G>>,
    /// What is known of each card for as long as it lies somewhere.
    pub(crate) faces: Vec<Option<G::Face>>,
    /// Which card lies under each handle now.
    pub(crate) lying: Vec<Lying>,
}

/// The deal or an action.
pub(crate) struct Step<G: Game> {
    /// The action; `None` for the deal.
    pub(crate) act: Option<Act<G>>,
    pub(crate) moves: Vec<Move>,
    /// Whether somebody left while it was carried out. In what order things happened then, a house cannot follow.
    pub(crate) is_interrupted: bool,
    /// Who left after it.
    pub(crate) left: Vec<Leave>,
}

/// A seat that left, and what the others made of it.
pub(crate) struct Leave {
    pub(crate) seat: Seat,
    /// The cards that lie open since.
    pub(crate) opened: Vec<Card>,
    /// The hidden cards that were shuffled.
    pub(crate) piles: Vec<(Vec<Card>, Vec<Lying>)>,
}

/// An action, as everybody has it.
pub(crate) struct Act<G: Game> {
    pub(crate) seat: Seat,
    /// Its entry; none if it was played for a seat that had left.
    pub(crate) entry: Option<EntryName>,
    pub(crate) posted: PostedOf<G>,
}

/// What was done to cards.
#[derive(Clone)]
pub(crate) enum Move {
    /// They came to the table, from a public list or a secret one.
    Brought { cards: Vec<Card>, lying: Vec<Lying>, by: Option<Seat> },
    /// They were shuffled.
    Shuffled { cards: Vec<Card>, lying: Vec<Lying> },
    /// Their holder mixed them.
    Mixed { cards: Vec<Card>, lying: Vec<Lying> },
    /// A seat put them in an order.
    Arranged { cards: Vec<Card>, lying: Vec<Lying>, way: Way },
    /// A number was rolled.
    Rolled(u32),
    /// A question was answered: by a seat, in this entry, or by all together.
    Answered { cards: Vec<Card>, by: Option<(Seat, EntryName)>, said: bool },
}

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        let deal = Step::new(None);
        Self { steps: vec![deal], faces: Vec::new(), lying: Vec::new() }
    }
}

impl<G: Game> Step<G> {
    const fn new(act: Option<Act<G>>) -> Self {
        Self { act, moves: Vec::new(), is_interrupted: false, left: Vec::new() }
    }
}

impl<G: Game> History<G> {
    /// Somebody leaves while the deal or an action is carried out.
    pub(crate) fn interrupt(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.is_interrupted = true;
        }
    }

    /// A seat has left. These cards lie open since, and these piles were shuffled.
    pub(crate) fn leave(&mut self, seat: Seat, opened: &[(Card, G::Face)], piles: &[Vec<Card>]) {
        let piles = piles.iter().map(|pile| (pile.clone(), self.lay(pile))).collect();
        for &(card, face) in opened {
            self.learn(card, face);
        }
        let opened = opened.iter().map(|(card, _)| *card).collect();
        if let Some(step) = self.steps.last_mut() {
            step.left.push(Leave { seat, opened, piles });
        }
    }

    /// An action begins. The faces that it turns over are known from now on.
    pub(crate) fn begin(&mut self, act: Act<G>, turned: &[(Card, G::Face)]) {
        self.steps.push(Step::new(Some(act)));
        for &(card, face) in turned {
            self.learn(card, face);
        }
    }

    /// Notes what came of a demand. `answered` is the entry of who answered a question, and `read` what open keys show of the
    /// cards that it moved.
    pub(crate) fn met(
        &mut self,
        demand: &Demand<G::Face>,
        outcome: &Outcome<G::Face>,
        repeated: bool,
        answered: Option<EntryName>,
        read: &[Option<G::Face>],
    ) {
        let before = self.faces.len();
        let done = match (demand, outcome) {
            (Demand::Bring { cards, faces }, _) => {
                let cards: Vec<Card> = cards.into_iter().collect();
                let lying = self.lay(&cards);
                for (&lying, &face) in lying.iter().zip(faces) {
                    self.faces[lying] = Some(face);
                }
                Move::Brought { cards, lying, by: None }
            }
            (Demand::BringSealed { owner, cards }, _) => {
                let cards: Vec<Card> = cards.into_iter().collect();
                let lying = self.lay(&cards);
                Move::Brought { cards, lying, by: Some(*owner) }
            }
            (Demand::Shuffle { cards }, _) => {
                let lying = if repeated { self.lying_at(cards) } else { self.lay(cards) };
                Move::Shuffled { cards: cards.clone(), lying }
            }
            (Demand::Mix { cards, .. }, _) => {
                Move::Mixed { cards: cards.clone(), lying: self.lay(cards) }
            }
            (Demand::Arrange { cards, way, .. }, _) => {
                let lying = self.lay(cards);
                Move::Arranged { cards: cards.clone(), lying, way: *way }
            }
            (Demand::Reveal { card }, Outcome::Face(face)) => {
                self.learn(*card, *face);
                return;
            }
            (Demand::Roll { .. }, Outcome::Rolled(number)) => Move::Rolled(*number),
            (Demand::Ask { cards, of }, Outcome::Answer(said)) => {
                let by = match of {
                    Answerer::Seat(seat) => answered.map(|entry| (*seat, entry)),
                    Answerer::Together { .. } => None,
                };
                Move::Answered { cards: cards.clone(), by, said: *said }
            }
            _ => return,
        };
        for (known, &face) in self.faces[before..].iter_mut().zip(read) {
            *known = known.or(face);
        }
        if let Some(step) = self.steps.last_mut() {
            step.moves.push(done);
        }
    }

    /// Which cards lie under these handles.
    pub(crate) fn lying_at(&self, cards: &[Card]) -> Vec<Lying> {
        let at = |card: &Card| self.lying.get(usize::from(card.id())).copied();
        cards.iter().map(|card| at(card).unwrap_or(usize::MAX)).collect()
    }

    pub(crate) fn learn(&mut self, card: Card, face: G::Face) {
        let lying = self.lying.get(usize::from(card.id())).copied();
        if let Some(known) = lying.and_then(|lying| self.faces.get_mut(lying)) {
            *known = Some(face);
        }
    }

    /// Other cards lie under these handles now.
    fn lay(&mut self, cards: &[Card]) -> Vec<Lying> {
        let lying: Vec<Lying> = (self.faces.len()..).take(cards.len()).collect();
        self.faces.resize(self.faces.len() + cards.len(), None);
        for (card, &lying) in cards.iter().zip(&lying) {
            let at = usize::from(card.id());
            if self.lying.len() <= at {
                self.lying.resize(at + 1, usize::MAX);
            }
            self.lying[at] = lying;
        }
        lying
    }
}
