//! What the bot remembers: the faces that its lens shows, cards that it knows to be in a hand, and the players' habits.

use facedown_core::{Card, Game, Lens, MAX_SEATS, Seat};
use facedown_games::herding_cats::{Event, HerdingCats, Kind};

/// The most cards that there can be.
const CARDS: usize = MAX_SEATS * Kind::DECK.len();

/// What the bot remembers of the game so far.
#[derive(Clone)]
pub(super) struct Memory {
    faces: [Option<Kind>; CARDS],
    /// The kind of a card that a player has shown before it was mixed into the hand, if it may still be there.
    mixed_in: [Option<Kind>; MAX_SEATS],
    /// What the last played card was declared to be.
    declared: Option<Kind>,
    habits: [Habits; MAX_SEATS],
}

/// A player's observed behaviour.
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
        Self {
            faces: [None; CARDS],
            mixed_in: [None; MAX_SEATS],
            declared: None,
            habits: [habits; MAX_SEATS],
        }
    }

    /// Records every face that the lens shows now. A lens forgets nothing that could be followed, so the bot need not follow
    /// cards by their numbers.
    pub(super) fn look(&mut self, game: &HerdingCats, lens: &Lens<Kind>) {
        game.cards(&mut |card| {
            if let Some(slot) = self.faces.get_mut(usize::from(card.id())) {
                *slot = lens.face(card);
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
                self.leaves(player_id, card.face);
            }
            Event::CardDeclared { declared, .. } => self.declared = Some(declared),
            // What was said to be the card that was shown may well have been it.
            Event::HerdUpdate { player_id, visible: false, .. } => {
                self.leaves(player_id, self.declared);
            }
            Event::DiscardUpdate { player_id, card } => self.leaves(player_id, card.face),
            Event::InterceptChallengeResult {
                player_id,
                challenger_id: Some(challenger_id),
                stands,
                ..
            } => self.judge(player_id, challenger_id, stands),
            // Such a card goes back into the hand, which is mixed, so the bot knows its kind but not which card it is.
            Event::AlleyCatIneffective { target_player_id, card, .. }
            | Event::CatnipIneffective { target_player_id, card, .. } => {
                self.mixed_in[target_player_id.index()] = card.face;
            }
            _ => {}
        }
    }

    /// A card of this kind may have left the hand of a player who has shown one.
    fn leaves(&mut self, player: Seat, kind: Option<Kind>) {
        let shown = &mut self.mixed_in[player.index()];
        if *shown == kind {
            *shown = None;
        }
    }

    /// Whether this player has a card of this kind in hand, or had when the last card was played.
    pub(super) fn holds(&self, player: Seat, kind: Kind) -> bool {
        self.mixed_in[player.index()] == Some(kind)
    }

    fn judge(&mut self, player: Seat, challenger: Seat, truthful: bool) {
        self.habits[challenger.index()].challenges += 1;
        let habits = &mut self.habits[player.index()];
        *(if truthful { &mut habits.truths } else { &mut habits.lies }) += 1;
    }

    /// The kind of a card, if the bot can see it.
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

    /// The estimated rate at which this player lies, from a prior and observations.
    pub(super) fn lying(&self, player: Seat) -> f64 {
        let Habits { lies, truths, .. } = self.habits[player.index()];
        (f64::from(lies) + 0.7) / (f64::from(lies) + f64::from(truths) + 3.0)
    }

    /// The estimated rate at which this player challenges, from a prior and observations.
    pub(super) fn doubting(&self, player: Seat) -> f64 {
        let Habits { challenges, passes, .. } = self.habits[player.index()];
        (f64::from(challenges) + 1.0) / (f64::from(challenges) + f64::from(passes) + 4.0)
    }
}

/// How many cards of a kind are in a deck.
pub(super) fn copies(kind: Kind) -> usize {
    Kind::DECK.iter().filter(|&&there| there == kind).count()
}
