//! What the bot has seen and heard: faces that are not lost by turning a card over, and habits.

use facedown_core::{Card, Game, Lens, MAX_SEATS, Seat};
use facedown_games::herding_cats::{Event, HerdingCats, Kind};

/// The most cards that there can be.
const CARDS: usize = MAX_SEATS * Kind::DECK.len();

/// What the bot remembers of the game so far.
#[derive(Clone)]
pub(super) struct Memory {
    faces: [Option<Kind>; CARDS],
    habits: [Habits; MAX_SEATS],
}

/// How somebody has behaved, as far as it came to light.
#[derive(Clone, Copy, Default)]
struct Habits {
    lies: u16,
    truths: u16,
    challenges: u16,
    passes: u16,
}

impl Memory {
    pub(super) const fn new() -> Self {
        let habits = Habits { lies: 0, truths: 0, challenges: 0, passes: 0 };
        Self { faces: [None; CARDS], habits: [habits; MAX_SEATS] }
    }

    /// Notes every face that the lens shows now.
    pub(super) fn look(&mut self, game: &HerdingCats, lens: &Lens<Kind>) {
        game.cards(&mut |card| {
            if let Some(face) = lens.face(card) {
                self.note(card, face);
            }
        });
    }

    pub(super) fn hear(&mut self, event: &Event) {
        match *event {
            Event::ChallengePassed { player_id } => {
                self.habits[player_id.index()].passes += 1;
            }
            Event::ChallengeResult { player_id, challenger_id, truthful, card, .. } => {
                self.judge(player_id, challenger_id, truthful);
                card.face.into_iter().for_each(|face| self.note(card.id, face));
            }
            Event::InterceptChallengeResult {
                player_id,
                challenger_id: Some(challenger_id),
                stands,
                ..
            } => self.judge(player_id, challenger_id, stands),
            // Such a card goes back into the hand, face down; whoever was there remembers it.
            Event::AlleyCatIneffective { card, .. } | Event::CatnipIneffective { card, .. } => {
                card.face.into_iter().for_each(|face| self.note(card.id, face));
            }
            _ => {}
        }
    }

    fn judge(&mut self, player: Seat, challenger: Seat, truthful: bool) {
        self.habits[challenger.index()].challenges += 1;
        let habits = &mut self.habits[player.index()];
        *(if truthful { &mut habits.truths } else { &mut habits.lies }) += 1;
    }

    fn note(&mut self, card: Card, face: Kind) {
        if let Some(slot) = self.faces.get_mut(usize::from(card.id())) {
            *slot = Some(face);
        }
    }

    /// What is printed on a card, if the bot has ever seen it.
    pub(super) fn face(&self, card: Card) -> Option<Kind> {
        self.faces.get(usize::from(card.id())).copied().flatten()
    }

    /// How many cards of a kind in this player's deck the bot has not seen yet.
    pub(super) fn unseen(&self, game: &HerdingCats, player: Seat, kind: Kind) -> usize {
        let seen = (0..)
            .map(Card::new)
            .zip(&self.faces)
            .filter(|&(card, &face)| face == Some(kind) && game.owner(card) == Some(player));
        copies(kind).saturating_sub(seen.count())
    }

    /// How often this player lies, by what came to light and a guess beforehand.
    pub(super) fn lying(&self, player: Seat) -> f64 {
        let Habits { lies, truths, .. } = self.habits[player.index()];
        (f64::from(lies) + 0.7) / (f64::from(lies) + f64::from(truths) + 3.0)
    }

    /// How often this player challenges, by what was heard and a guess beforehand.
    pub(super) fn doubting(&self, player: Seat) -> f64 {
        let Habits { challenges, passes, .. } = self.habits[player.index()];
        (f64::from(challenges) + 1.0) / (f64::from(challenges) + f64::from(passes) + 4.0)
    }
}

/// How many cards of a kind are in a deck.
pub(super) fn copies(kind: Kind) -> usize {
    Kind::DECK.iter().filter(|&&there| there == kind).count()
}
