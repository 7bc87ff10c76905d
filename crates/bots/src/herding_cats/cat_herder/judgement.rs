//! The bot's evaluation of a table: the values of cards, and the probabilities of declarations.

use facedown_core::{Card, Seat};
use facedown_games::herding_cats::{HerdCard, HerdingCats, Kind, Player};

use super::memory::{Memory, copies};

/// The value of a card in hand, which can still be played or is worth half a point at the end.
pub(super) const HAND_CARD: f64 = 1.4;
/// The value of a card that is in hand at the end.
const LEFT_OVER: f64 = 0.5;
/// The factor on the value of a card in hand near the end.
const LATE_FACTOR: f64 = 0.2;
/// The expected value of a stolen card that only the thief has seen.
const STOLEN_CARD: f64 = 1.9;

/// One seat's judgement of the table.
pub(super) struct Judgement<'a> {
    pub(super) game: &'a HerdingCats,
    pub(super) memory: &'a Memory,
    pub(super) me: Seat,
}

impl Judgement<'_> {
    /// The value to the bot of one point that this player loses.
    pub(super) fn stake(&self, player: Seat) -> f64 {
        let others = self.game.players.seats().get() - 1;
        if player == self.me || others == 1 {
            return 1.0;
        }
        let rivals = self.game.players.seats().all().without(self.me);
        let best = rivals.iter().map(|seat| self.points(seat)).fold(f64::MIN, f64::max);
        // With many players an attack also helps the others; an attack on the leader helps most.
        let leads = if self.points(player) + 0.5 >= best { 1.6 } else { 0.8 };
        leads / as_f64(others)
    }

    /// The bot's estimate of a player's score now.
    pub(super) fn points(&self, player: Seat) -> f64 {
        let player = &self.game.players[player];
        let herd: f64 = player.herd.iter().map(|&herd| self.herd_value(herd, player)).sum();
        herd + as_f64(player.hand.len()) / 2.0
    }

    /// The value of a card in a herd.
    pub(super) fn herd_value(&self, herd: HerdCard, holder: &Player) -> f64 {
        let identity = self.identity(herd);
        let kittens =
            holder.herd.iter().filter(|&&there| self.identity(there) == Some(Kind::Kitten)).count();
        let shows = holder.herd.iter().any(|there| self.identity(*there) == Some(Kind::ShowCat));
        match identity {
            // The only Kitten makes the Show Cat worth more.
            Some(Kind::Kitten) if kittens == 1 && shows => 4.0,
            Some(kind) => f64::from(kind.value(kittens > 0)),
            None => STOLEN_CARD,
        }
    }

    fn identity(&self, herd: HerdCard) -> Option<Kind> {
        herd.identity.or_else(|| self.memory.face(herd.card))
    }

    /// The value of keeping a card for later, which decreases towards the end.
    pub(super) fn keep(&self, face: Kind) -> f64 {
        let shortest = self.game.players.values().iter().map(|player| player.hand.len()).min();
        let later = as_f64(shortest.unwrap_or_default().saturating_sub(1)) / 6.0;
        LEFT_OVER + (hand_value(face) - LEFT_OVER) * (LATE_FACTOR + (1.0 - LATE_FACTOR) * later)
    }

    /// How many cards of this player's deck are publicly of a kind, by declaration or because they were shown.
    fn claimed(&self, player: Seat, kind: Kind) -> usize {
        let from_deck = |card: Card| self.game.owner(card) == Some(player);
        let holders = || self.game.players.values().iter();
        let herds = holders()
            .flat_map(|holder| &holder.herd)
            .filter(|herd| from_deck(herd.card) && herd.identity == Some(kind));
        let discards = holders()
            .flat_map(|holder| &holder.discard)
            .filter(|discard| from_deck(discard.card) && discard.identity == kind);
        herds.count() + discards.count()
    }

    /// How many more times a player could declare this without contradicting the table.
    pub(super) fn sayable(&self, player: Seat, kind: Kind) -> usize {
        copies(kind).saturating_sub(self.claimed(player, kind))
    }

    /// The probability that the card that this player has just played is what they declared.
    pub(super) fn truth(&self, player: Seat, card: Card, said: Kind) -> f64 {
        if let Some(face) = self.memory.face(card) {
            return if face == said { 1.0 } else { 0.0 };
        }
        let unseen = self.memory.unseen(self.game, player, said);
        if unseen == 0 {
            return 0.0;
        }
        let lying = self.memory.lying(player);
        let unknown = |card: &Card| self.memory.face(*card).is_none();
        let hand = self.game.players[player].hand.iter().filter(|card| unknown(card)).count();
        // What stands unproven in a herd is partly believed, and so partly used up.
        let herds = self.game.players.values().iter().flat_map(|holder| &holder.herd);
        let mut standing = (0.0, 0.0);
        for herd in
            herds.filter(|herd| self.game.owner(herd.card) == Some(player) && unknown(&herd.card))
        {
            standing.0 += 1.0;
            standing.1 += if herd.identity == Some(said) { 1.0 - lying } else { 0.0 };
        }
        let left = (as_f64(unseen) - standing.1).max(0.1);
        let spots = as_f64(hand) + 1.0;
        let pool = spots + 2.0 + standing.0 * lying;
        let holds = if self.memory.holds(player, said) {
            1.0
        } else {
            1.0 - power(1.0 - spots / pool, left)
        };
        let honest = holds * (1.0 - lying);
        honest / (honest + lying)
    }

    /// The probability that somebody challenges this declaration of this seat.
    pub(super) fn doubted(&self, said: Kind) -> f64 {
        if self.sayable(self.me, said) == 0 {
            return 0.97;
        }
        let rivals = self.game.players.seats().all().without(self.me);
        let believed: f64 = rivals
            .iter()
            .filter(|&seat| !self.game.players[seat].hand.is_empty())
            .map(|seat| 1.0 - (self.memory.doubting(seat) * suspicion(said)).min(0.95))
            .product();
        1.0 - believed
    }

    /// The value of declaring a kind if it stands, without the attack.
    pub(super) fn herd_gain(&self, kind: Kind) -> f64 {
        let mine = &self.game.players[self.me];
        let count = |kind| mine.herd.iter().filter(|&&h| self.identity(h) == Some(kind)).count();
        let (kittens, shows) = (count(Kind::Kitten), count(Kind::ShowCat));
        match kind {
            Kind::Kitten if kittens == 0 => 2.0 + 2.0 * as_f64(shows) + 0.3,
            // A Kitten will most likely join it.
            Kind::ShowCat if kittens == 0 => 6.2,
            // It guards what is worth taking.
            Kind::LaserPointer => 0.2 + 0.6 * as_f64(shows),
            kind => f64::from(kind.value(kittens > 0)),
        }
    }
}

/// The factor by which a declaration is challenged more often than usual, which grows with its value.
const fn suspicion(said: Kind) -> f64 {
    match said {
        Kind::ShowCat => 2.5,
        Kind::Catnip => 1.5,
        Kind::Kitten | Kind::AlleyCat | Kind::AnimalControl => 1.0,
        Kind::LaserPointer => 0.7,
    }
}

/// The value of a card in hand to somebody who knows it.
pub(super) const fn hand_value(face: Kind) -> f64 {
    match face {
        Kind::ShowCat => 5.8,
        Kind::Kitten => 1.9,
        Kind::AlleyCat => 1.4,
        Kind::Catnip => 2.0,
        Kind::AnimalControl => 1.2,
        Kind::LaserPointer => 1.1,
    }
}

/// `base` to a fractional power, interpolated linearly between integer powers.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut result, mut left) = (1.0, exponent);
    while left >= 1.0 {
        result *= base;
        left -= 1.0;
    }
    result * (1.0 - left * (1.0 - base))
}

#[allow(clippy::cast_precision_loss)] // a handful of cards
pub(super) const fn as_f64(count: usize) -> f64 {
    count as f64
}
