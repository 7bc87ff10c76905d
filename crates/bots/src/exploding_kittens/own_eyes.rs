//! The table as one player sees it: the public state, their lens, and what can be counted from these.

use facedown_core::{Card, Game, Lens, Seat};
use facedown_games::exploding_kittens::{ExplodingKittens, Imploding, Kind};

/// The table as one player sees it.
#[derive(Clone, Copy)]
pub(super) struct OwnEyes<'a> {
    pub(super) game: &'a ExplodingKittens,
    pub(super) lens: &'a Lens<'a, Kind>,
    pub(super) me: Seat,
}

impl<'a> OwnEyes<'a> {
    /// The player's own hand.
    pub(super) fn hand(&self) -> &'a [Card] {
        &self.game.players[self.me].hand
    }

    /// The kind of a card, if the player can see it.
    pub(super) fn face(&self, card: Card) -> Option<Kind> {
        self.lens.face(card)
    }

    /// How many of a kind the player sees in their own hand.
    pub(super) fn held(&self, kind: Kind) -> usize {
        self.hand().iter().filter(|&&card| self.face(card) == Some(kind)).count()
    }

    /// One of a kind in the player's own hand.
    pub(super) fn find(&self, kind: Kind) -> Option<Card> {
        self.hand().iter().copied().find(|&card| self.face(card) == Some(kind))
    }

    /// Whether the player cannot see their own hand.
    pub(super) const fn is_cursed(&self) -> bool {
        self.game.cursed.contains(self.me)
    }

    /// The opponents who are alive.
    pub(super) fn rivals(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.game.living.without(self.me).iter()
    }

    /// Who comes after somebody in the order of play.
    pub(super) fn after(&self, seat: Seat) -> Seat {
        next(self.game, seat, self.game.turns.reversed)
    }

    /// How many Exploding Kittens are at places that the player does not know.
    pub(super) fn unseen_kittens(&self) -> usize {
        let seats = self.game.players.seats().get();
        let all = if self.game.options.set.streaks() { seats } else { seats - 1 };
        let mut seen = 0;
        self.game.cards(&mut |card| {
            seen += usize::from(self.face(card) == Some(Kind::ExplodingKitten));
        });
        all.saturating_sub(seen)
    }

    /// The probability that the card at this place of the pile explodes, if all orders are equally likely, or is the
    /// Imploding Kitten, face up.
    pub(super) fn danger(&self, place: usize) -> f64 {
        let Some(&card) = self.game.pile.get(place) else { return 0.0 };
        match self.face(card) {
            Some(Kind::ImplodingKitten) if self.game.imploding == Imploding::FaceDown => 0.0,
            Some(kind) => f64::from(u8::from(kind.is_deadly())),
            None => {
                let unseen = self.game.pile.iter().filter(|&&card| self.face(card).is_none());
                let face_up = usize::from(self.game.imploding == Imploding::FaceUp);
                let deadly = self.unseen_kittens() + face_up;
                (super::as_f64(deadly) / super::as_f64(unseen.count())).min(1.0)
            }
        }
    }
}

/// Who comes after somebody when the order of play goes this way round.
pub(super) fn next(game: &ExplodingKittens, seat: Seat, reversed: bool) -> Seat {
    let seats = game.players.seats();
    let mut others =
        seats.from(seats.after(seat)).filter(|&other| other != seat && game.living.contains(other));
    let next = if reversed { others.last() } else { others.next() };
    next.unwrap_or(seat)
}
