//! One hand of Texas 42 with open dominoes, small enough to be played out thousands of times.

use facedown_core::{Dice, House, Lens, Seat, Viewer};
use facedown_games::texas_42::{Domino, Dominoes, Suits, Texas42, Trump, partner, team};

use super::policy;

/// A hand being played with open dominoes.
#[derive(Clone)]
pub(super) struct Hand {
    pub(super) suits: &'static Suits,
    pub(super) hands: [Dominoes; 4],
    pub(super) points: [u8; 2],
    /// Whose turn it is.
    pub(super) turn: Seat,
    pub(super) trick: Trick,
    pub(super) sits_out: Option<Seat>,
}

/// The trick on the table.
#[derive(Clone, Copy, Default)]
pub(super) struct Trick {
    pub(super) led: Option<Domino>,
    /// Who is winning, and with what.
    pub(super) best: Option<(Seat, Domino)>,
    pub(super) count: u8,
    pub(super) played: usize,
}

impl Hand {
    /// The hands that these lenses see, with this trump, before the first lead.
    pub(super) fn dealt(game: &Texas42, hands: [Dominoes; 4], trump: Trump, leader: Seat) -> Self {
        Self {
            suits: Suits::under(trump, game.options.nello_doubles),
            hands,
            points: [0; 2],
            turn: leader,
            trick: Trick::default(),
            sits_out: (trump == Trump::Nello).then(|| partner(leader)),
        }
    }

    /// The hand that is being played at this table, if the four hands are these.
    pub(super) fn of(game: &Texas42, hands: [Dominoes; 4], turn: Seat) -> Option<Self> {
        let mut hand = Self {
            suits: game.suits()?,
            hands,
            points: game.points,
            turn,
            trick: Trick::default(),
            sits_out: game.sits_out(),
        };
        for played in &game.trick {
            hand.lay(played.player, played.domino);
        }
        Some(hand)
    }

    /// What may be played now.
    pub(super) fn playable(&self) -> Dominoes {
        self.suits.playable(self.hands[self.turn.index()], self.trick.led)
    }

    /// Plays a domino for whoever's turn it is.
    pub(super) fn play(&mut self, domino: Domino) {
        let seat = self.turn;
        self.hands[seat.index()] = self.hands[seat.index()].without(domino);
        self.lay(seat, domino);
        let size = if self.sits_out.is_some() { 3 } else { 4 };
        if self.trick.played < size {
            self.turn = next(seat, self.sits_out);
            return;
        }
        if let Some((winner, _)) = self.trick.best {
            self.points[team(winner)] += 1 + self.trick.count;
            self.turn = winner;
        }
        self.trick = Trick::default();
    }

    fn lay(&mut self, seat: Seat, domino: Domino) {
        let trick = &mut self.trick;
        let led = *trick.led.get_or_insert(domino);
        if trick.best.is_none_or(|(_, best)| self.suits.beats(led, best, domino)) {
            trick.best = Some((seat, domino));
        }
        trick.count += domino.count();
        trick.played += 1;
    }

    /// Plays the rest with the simple policy, and returns the points of each side.
    pub(super) fn play_out(mut self, dice: &mut Dice) -> [u8; 2] {
        while !self.hands[self.turn.index()].is_empty() {
            let domino = policy::choose(&self, dice);
            self.play(domino);
        }
        self.points
    }
}

fn next(seat: Seat, sits_out: Option<Seat>) -> Seat {
    let after = |seat: Seat| Seat::new((seat.index() + 1) % 4).unwrap_or(seat);
    let next = after(seat);
    if sits_out == Some(next) { after(next) } else { next }
}

/// The four hands as an imagined house has them.
pub(super) fn hands(game: &Texas42, house: &House<Texas42>) -> [Dominoes; 4] {
    let mut hands = [Dominoes::NONE; 4];
    for (seat, cards) in game.hands.iter() {
        let lens = house.lens(Viewer::Seat(seat));
        hands[seat.index()] = cards.iter().filter_map(|&card| lens.face(card)).collect();
    }
    hands
}

/// The dominoes of a seat that its lens sees.
pub(super) fn own(game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Dominoes {
    game.hands[seat].iter().filter_map(|&card| lens.face(card)).collect()
}

/// Whether the bidder's side made the contract with these points, once all is played.
pub(super) fn is_made(trump: Trump, needed: u8, points: [u8; 2], bidder: Seat) -> bool {
    let own = points[team(bidder)];
    match trump {
        Trump::Nello => own == 0,
        // Nobody else took anything.
        Trump::Sevens => points[1 - team(bidder)] == 0,
        _ => own >= needed,
    }
}
