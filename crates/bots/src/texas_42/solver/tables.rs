//! The suits of each declaration as masks, laid out for the search. What they say comes from [`Suits`].

use std::sync::LazyLock;

use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Suit, Suits, Trump};

/// Dominoes that count five.
pub(super) const FIVES: u32 = counting(5);
/// Dominoes that count ten.
pub(super) const TENS: u32 = counting(10);
/// All dominoes that count.
pub(super) const COUNTERS: u32 = FIVES | TENS;

const fn counting(count: u8) -> u32 {
    let (mut mask, mut at) = (0, 0);
    while let Some(domino) = Domino::at(at) {
        if domino.count() == count {
            mask |= 1 << at;
        }
        at += 1;
    }
    mask
}

/// One declaration's suits. Indexed by a domino's place (32 of them, so that a mask bounds the index).
pub(super) struct Tables {
    /// The suit that each domino leads.
    pub led: [u8; 32],
    /// The dominoes that follow each suit.
    pub members: [u32; 8],
    /// In a trick of a suit, the dominoes that beat each domino.
    pub above: [[u32; 32]; 8],
    /// How many dominoes those are.
    pub beaten_by: [[u8; 32]; 8],
    /// The dominoes that beat all others that do not follow.
    pub trumps: u32,
    /// The dominoes whose presence tells two others apart; without them it does not matter which is played.
    pub tells_apart: [[u32; 32]; 32],
}

impl Tables {
    /// The tables of this declaration.
    pub(super) fn under(trump: Trump, nello: NelloDoubles) -> &'static Self {
        static NELLO: [LazyLock<Box<Tables>>; 3] = [
            LazyLock::new(|| Tables::new(Trump::Nello, NelloDoubles::Suit)),
            LazyLock::new(|| Tables::new(Trump::Nello, NelloDoubles::High)),
            LazyLock::new(|| Tables::new(Trump::Nello, NelloDoubles::Low)),
        ];
        static OTHERS: LazyLock<Vec<(Trump, Box<Tables>)>> = LazyLock::new(|| {
            let all = Trump::USUAL.into_iter().chain([Trump::Sevens]);
            all.map(|trump| (trump, Tables::new(trump, NelloDoubles::Suit))).collect()
        });
        match OTHERS.iter().find(|(other, _)| *other == trump) {
            Some((_, tables)) => tables,
            None => &NELLO[nello as usize],
        }
    }

    fn new(trump: Trump, nello: NelloDoubles) -> Box<Self> {
        let suits = Suits::under(trump, nello);
        let mut tables = Box::new(Self {
            led: [0; 32],
            members: [0; 8],
            above: [[0; 32]; 8],
            beaten_by: [[0; 32]; 8],
            trumps: 0,
            tells_apart: [[u32::MAX; 32]; 32],
        });
        for lead in Domino::all() {
            let suit = suits.led_by(lead);
            #[allow(clippy::cast_possible_truncation)] // below 8
            let led = suit.index() as u8;
            tables.led[lead.index()] = led;
            tables.members[suit.index()] = suits.of(suit).bits();
            for domino in Domino::all() {
                let above = |other: &Domino| suits.beats(lead, domino, *other);
                let above: Dominoes = Domino::all().filter(above).collect();
                tables.above[suit.index()][domino.index()] = above.bits();
                #[allow(clippy::cast_possible_truncation)] // at most 28
                let beaten_by = above.len() as u8;
                tables.beaten_by[suit.index()][domino.index()] = beaten_by;
            }
            if suit != Suit::CALLED {
                let called = suits.of(Suit::CALLED).iter();
                let beats = |other: &Domino| suits.strength(lead, *other) > 0;
                tables.trumps |= called.filter(beats).collect::<Dominoes>().bits();
            }
        }
        for one in Domino::all() {
            for other in Domino::all().filter(|other| one.count() == other.count()) {
                let tells = |third: &Domino| tells_apart(suits, one, other, *third);
                let pair = Dominoes::NONE.with(one).with(other);
                let mask = Dominoes::ALL.minus(pair).iter().filter(tells).collect::<Dominoes>();
                tables.tells_apart[one.index()][other.index()] = mask.bits();
            }
        }
        tables
    }
}

/// Whether it can make a difference, while `third` is there, which of two dominoes of one hand is played.
///
/// They are alike if, in every trick that can still be led, both follow or neither does, no other domino is
/// between them, and if leading either asks the same of everyone.
fn tells_apart(suits: &Suits, one: Domino, other: Domino, third: Domino) -> bool {
    let (led, led_other) = (suits.led_by(one), suits.led_by(other));
    let asks_differently =
        led != led_other && (suits.of(led).contains(third) || suits.of(led_other).contains(third));
    let suit = suits.of(suits.led_by(third));
    let follows_differently = suit.contains(one) != suit.contains(other);
    // As its lead: which of the two beat it. As any other: whether it is between them.
    let beats = |domino| suits.strength(third, domino) > suits.strength(third, third);
    asks_differently
        || follows_differently
        || beats(one) != beats(other)
        || Domino::all().any(|lead| is_between(suits, lead, (one, other), third))
        // Which would win if nothing else is higher: both or neither.
        || (suits.strength(third, one) > 0) != (suits.strength(third, other) > 0)
}

/// Whether a domino is between two others that can both take a trick with this lead.
fn is_between(suits: &Suits, lead: Domino, pair: (Domino, Domino), third: Domino) -> bool {
    let strength = |domino| suits.strength(lead, domino);
    let (low, high) =
        (strength(pair.0).min(strength(pair.1)), strength(pair.0).max(strength(pair.1)));
    low > 0 && (low..=high).contains(&strength(third))
}
