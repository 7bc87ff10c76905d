//! How the cards came out: the faces of every shuffle and every mix, as far as they are known.

use facedown_core::{Card, Game, Rig};

use crate::fold::history::{History, Leave, Lying, Move};

/// How the cards came out.
///
/// Where a face is not known, one stands for it that the card may have. What depends on such a face is not judged.
pub(super) struct Deals<F> {
    pub(super) rig: Rig<F>,
    /// The faces under the cards of each [`Move::Arranged`] before and after it, in order.
    pub(super) arranged: Vec<(Vec<F>, Vec<F>)>,
    /// The faces of the secret lists, in order.
    pub(super) lists: Vec<Vec<F>>,
    /// How many of the deal and the actions this goes for: where it cannot be told how cards can have come out, it ends.
    pub(super) steps: usize,
    /// Whether every face is known.
    pub(super) is_certain: bool,
}

impl<F: Copy + Ord> Deals<F> {
    pub(super) fn of<G: Game<Face = F>>(history: &History<G>) -> Self {
        let rig = Rig { shuffles: Vec::new(), rolls: Vec::new(), mixes: Vec::new() };
        let (arranged, lists) = (Vec::new(), Vec::new());
        let mut deals = Self { rig, arranged, lists, steps: 0, is_certain: true };
        let mut at = Faces { known: &history.faces, there: Vec::new(), is_certain: true };
        for step in &history.steps {
            let fits = |done: &Move| deals.add(done, &mut at).is_some();
            if step.is_interrupted || !step.moves.iter().all(fits) {
                at.is_certain = false;
                break;
            }
            deals.steps += 1;
            if !step.left.iter().all(|leave| deals.add_leave(leave, &mut at).is_some()) {
                at.is_certain = false;
                break;
            }
        }
        // A record is of a table that nobody has left.
        at.is_certain &= history.steps.iter().all(|step| step.left.is_empty());
        deals.is_certain = at.is_certain;
        deals
    }

    /// Adds the piles that were shuffled because somebody left; nothing if it cannot be told how they can have come out.
    fn add_leave(&mut self, leave: &Leave, at: &mut Faces<'_, F>) -> Option<()> {
        for (cards, lying) in &leave.piles {
            let faces = at.moved(cards, lying)?;
            at.put(cards, &faces);
            self.rig.shuffles.push(faces);
        }
        Some(())
    }

    /// Adds one move; nothing if it cannot be told how it can have come out.
    fn add(&mut self, done: &Move, at: &mut Faces<'_, F>) -> Option<()> {
        match done {
            Move::Brought { cards, lying, by } => {
                let faces = at.all(lying)?;
                at.put(cards, &faces);
                if by.is_some() {
                    self.lists.push(faces);
                }
            }
            Move::Shuffled { cards, lying } => {
                let faces = at.moved(cards, lying)?;
                at.put(cards, &faces);
                self.rig.shuffles.push(faces);
            }
            Move::Mixed { cards, lying } => {
                let faces = at.moved(cards, lying)?;
                at.put(cards, &faces);
                self.rig.mixes.push(faces);
            }
            Move::Arranged { cards, lying, .. } => {
                let before = at.at(cards)?;
                let faces = at.moved(cards, lying)?;
                at.put(cards, &faces);
                self.arranged.push((before, faces));
            }
            Move::Rolled(number) => self.rig.rolls.push(*number),
            Move::Answered { .. } => {}
        }
        Some(())
    }
}

/// The faces under the handles.
struct Faces<'a, F> {
    known: &'a [Option<F>],
    there: Vec<Option<F>>,
    is_certain: bool,
}

impl<F: Copy + Ord> Faces<'_, F> {
    fn put(&mut self, cards: &[Card], faces: &[F]) {
        for (card, &face) in cards.iter().zip(faces) {
            let at = usize::from(card.id());
            if self.there.len() <= at {
                self.there.resize(at + 1, None);
            }
            self.there[at] = Some(face);
        }
    }

    fn at(&self, cards: &[Card]) -> Option<Vec<F>> {
        cards.iter().map(|card| self.there.get(usize::from(card.id())).copied().flatten()).collect()
    }

    fn all(&self, lying: &[Lying]) -> Option<Vec<F>> {
        lying.iter().map(|&lying| self.known.get(lying).copied().flatten()).collect()
    }

    /// The faces of these cards after they were moved among each other: what is known of them, and otherwise what is left.
    fn moved(&mut self, cards: &[Card], lying: &[Lying]) -> Option<Vec<F>> {
        let mut left = self.at(cards)?;
        left.sort_unstable();
        let known: Vec<Option<F>> =
            lying.iter().map(|&lying| self.known.get(lying).copied().flatten()).collect();
        for face in known.iter().flatten() {
            let found = left.binary_search(face).ok()?;
            left.remove(found);
        }
        // If only one face is left, that is certain too.
        self.is_certain &= left.windows(2).all(|pair| pair[0] == pair[1]);
        let mut left = left.into_iter();
        known.into_iter().map(|face| face.or_else(|| left.next())).collect()
    }
}
