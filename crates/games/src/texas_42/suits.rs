//! Suits: which suit a domino leads, which dominoes follow, and which takes a trick. Only this module decides that.

use serde::{Deserialize, Serialize};

use super::domino::{DOMINOES, Domino, Dominoes};

/// What the winner of the auction names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Trump {
    /// All dominoes with no pips at an end.
    Blanks,
    /// All dominoes with one pip at an end.
    Ones,
    /// All dominoes with two pips at an end.
    Twos,
    /// All dominoes with three pips at an end.
    Threes,
    /// All dominoes with four pips at an end.
    Fours,
    /// All dominoes with five pips at an end.
    Fives,
    /// All dominoes with six pips at an end.
    Sixes,
    /// All doubles.
    Doubles,
    /// Nothing: follow me.
    NoTrump,
    /// Nothing, and the bidder must take no trick (R-NELLO-01).
    Nello,
    /// Nothing, and the domino nearest to seven pips takes the trick (R-SEVENS-01).
    Sevens,
}

impl Trump {
    /// The nine that can be named in every game.
    pub const USUAL: [Self; 9] = [
        Self::Blanks,
        Self::Ones,
        Self::Twos,
        Self::Threes,
        Self::Fours,
        Self::Fives,
        Self::Sixes,
        Self::Doubles,
        Self::NoTrump,
    ];
}

/// What the doubles are in Nello (R-NELLO-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum NelloDoubles {
    /// A suit of their own.
    #[default]
    Suit,
    /// The highest of their pips' suit.
    High,
    /// The lowest of their pips' suit.
    Low,
}

/// A suit: one of the seven pips, or the called dominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Suit(u8);

impl Suit {
    /// The suit of the called dominoes: trumps, all doubles, or the doubles in Nello.
    pub const CALLED: Self = Self(7);

    /// Its place among the eight suits.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pips of the suit; `None` for the called suit.
    pub const fn pips(self) -> Option<u8> {
        if self.0 < 7 { Some(self.0) } else { None }
    }
}

/// The suits as they are under one declaration: what each domino leads, and what it is worth in a trick.
pub struct Suits {
    led: [Suit; DOMINOES],
    members: [Dominoes; 8],
    /// In a trick of the first index's suit, how high each domino is; 0 cannot take it.
    strength: [[u8; DOMINOES]; 8],
    sevens: bool,
}

/// How strong the lowest trump is: stronger than any domino of the suit that was led.
const TRUMP: u8 = 32;
/// How strong a double is in the suit of its pips: above every other end.
const DOUBLE: u8 = 16;

impl Suits {
    /// The suits under this declaration.
    pub const fn under(trump: Trump, nello: NelloDoubles) -> &'static Self {
        match (trump, nello) {
            (Trump::Nello, NelloDoubles::Suit) => &NELLO,
            (Trump::Nello, NelloDoubles::Low) => &NELLO_LOW,
            // With high doubles Nello has the suits of no trump.
            (Trump::Nello, NelloDoubles::High) => &USUAL[Trump::NoTrump as usize],
            (Trump::Sevens, _) => &SEVENS,
            (trump, _) => &USUAL[trump as usize],
        }
    }

    /// The suit that this domino leads: the called suit, or else its higher end (R-SUIT-02).
    pub const fn led_by(&self, domino: Domino) -> Suit {
        self.led[domino.index()]
    }

    /// All dominoes of a suit: those that follow it (R-SUIT-03).
    pub const fn of(&self, suit: Suit) -> Dominoes {
        self.members[suit.index()]
    }

    /// What may be played from this hand to a trick that began with `led` (R-SUIT-04, R-SEVENS-02).
    #[inline]
    pub fn playable(&self, hand: Dominoes, led: Option<Domino>) -> Dominoes {
        if self.sevens {
            return nearest_to_seven(hand);
        }
        let Some(led) = led else { return hand };
        let follow = hand.and(self.of(self.led_by(led)));
        if follow.is_empty() { hand } else { follow }
    }

    /// The dominoes that a player cannot have held if they played `played` to a trick that began with `led`.
    pub fn ruled_out(&self, led: Domino, played: Domino) -> Dominoes {
        if self.sevens {
            let nearer = |other: &Domino| from_seven(*other) < from_seven(played);
            return Domino::all().filter(nearer).collect();
        }
        let suit = self.of(self.led_by(led));
        if suit.contains(played) { Dominoes::NONE } else { suit }
    }

    /// Whether `later` beats `best`, which is the best so far of a trick that began with `led` (R-SUIT-05).
    #[inline]
    pub const fn beats(&self, led: Domino, best: Domino, later: Domino) -> bool {
        let strength = &self.strength[self.led_by(led).index()];
        strength[later.index()] > strength[best.index()]
    }

    /// How high a domino is in a trick that began with `led`; 0 cannot take it.
    #[inline]
    pub const fn strength(&self, led: Domino, domino: Domino) -> u8 {
        self.strength[self.led_by(led).index()][domino.index()]
    }

    /// Which of these takes the trick, the first of which led.
    pub fn winner(&self, trick: &[Domino]) -> Option<usize> {
        let &led = trick.first()?;
        let mut best = 0;
        for (at, &domino) in trick.iter().enumerate().skip(1) {
            if self.beats(led, trick[best], domino) {
                best = at;
            }
        }
        Some(best)
    }

    const fn new(called: Called) -> Self {
        let mut suits = Self {
            led: [Suit::CALLED; DOMINOES],
            members: [Dominoes::NONE; 8],
            strength: [[0; DOMINOES]; 8],
            sevens: matches!(called, Called::NearestToSeven),
        };
        let mut at = 0;
        while let Some(domino) = Domino::at(at) {
            if called.includes(domino) {
                let strength = called.strength(domino);
                suits.join(Suit::CALLED, domino, strength);
                let mut suit = 0;
                while called.is_trump() && suit < 7 {
                    suits.strength[suit][at] = TRUMP + strength;
                    suit += 1;
                }
            } else {
                let (high, low) = (domino.high(), domino.low());
                let is_low_double = matches!(called, Called::Nothing { low_doubles: true });
                let double = if is_low_double { 1 } else { DOUBLE };
                suits.led[at] = Suit(high);
                suits.join(Suit(high), domino, if domino.is_double() { double } else { low + 2 });
                if !domino.is_double() {
                    suits.join(Suit(low), domino, high + 2);
                }
            }
            at += 1;
        }
        suits
    }

    const fn join(&mut self, suit: Suit, domino: Domino, strength: u8) {
        self.members[suit.index()] = self.members[suit.index()].with(domino);
        self.strength[suit.index()][domino.index()] = strength;
    }

    /// The suits of Sevens: there is but one, in which the nearest to seven pips is highest.
    const fn sevens() -> Self {
        let mut suits = Self::new(Called::NearestToSeven);
        let mut at = 0;
        while let Some(domino) = Domino::at(at) {
            suits.join(Suit::CALLED, domino, TRUMP - from_seven(domino));
            at += 1;
        }
        suits
    }
}

/// Which dominoes leave their natural suits for a suit of their own (R-SUIT-01).
#[derive(Clone, Copy)]
enum Called {
    Pip(u8),
    Doubles { are_trumps: bool },
    Nothing { low_doubles: bool },
    NearestToSeven,
}

impl Called {
    const fn includes(self, domino: Domino) -> bool {
        match self {
            Self::Pip(pip) => domino.has(pip),
            Self::Doubles { .. } => domino.is_double(),
            Self::Nothing { .. } => false,
            Self::NearestToSeven => true,
        }
    }

    const fn is_trump(self) -> bool {
        matches!(self, Self::Pip(_) | Self::Doubles { are_trumps: true })
    }

    /// How high a called domino is among the called ones.
    const fn strength(self, domino: Domino) -> u8 {
        match self {
            Self::Pip(_) if domino.is_double() => DOUBLE,
            Self::Pip(pip) if domino.high() == pip => domino.low() + 1,
            _ => domino.high() + 1,
        }
    }
}

/// How far a domino is from seven pips.
const fn from_seven(domino: Domino) -> u8 {
    domino.pips().abs_diff(7)
}

/// Of a hand, the dominoes nearest to seven pips.
fn nearest_to_seven(hand: Dominoes) -> Dominoes {
    let nearest = hand.iter().map(from_seven).min();
    hand.iter().filter(|&domino| Some(from_seven(domino)) == nearest).collect()
}

static USUAL: [Suits; 9] = [
    Suits::new(Called::Pip(0)),
    Suits::new(Called::Pip(1)),
    Suits::new(Called::Pip(2)),
    Suits::new(Called::Pip(3)),
    Suits::new(Called::Pip(4)),
    Suits::new(Called::Pip(5)),
    Suits::new(Called::Pip(6)),
    Suits::new(Called::Doubles { are_trumps: true }),
    Suits::new(Called::Nothing { low_doubles: false }),
];
static NELLO: Suits = Suits::new(Called::Doubles { are_trumps: false });
static NELLO_LOW: Suits = Suits::new(Called::Nothing { low_doubles: true });
static SEVENS: Suits = Suits::sevens();

#[cfg(test)]
mod tests {
    use super::*;

    fn domino(text: &str) -> Domino {
        let ends: Vec<u8> = text.split('-').map(|end| end.parse().unwrap()).collect();
        Domino::new(ends[0], ends[1]).unwrap()
    }

    fn dominoes(text: &str) -> Vec<Domino> {
        text.split_whitespace().map(domino).collect()
    }

    #[track_caller]
    fn check_winner(trump: Trump, trick: &str, winner: &str) {
        let trick = dominoes(trick);
        let suits = Suits::under(trump, NelloDoubles::Suit);
        assert_eq!(trick[suits.winner(&trick).unwrap()], domino(winner));
    }

    #[track_caller]
    fn check_playable(trump: Trump, led: &str, hand: &str, playable: &str) {
        let hand = dominoes(hand).into_iter().collect();
        let found = Suits::under(trump, NelloDoubles::Suit).playable(hand, Some(domino(led)));
        assert_eq!(found, dominoes(playable).into_iter().collect());
    }

    #[test]
    fn r_suit_01_the_called_dominoes_leave_their_natural_suits() {
        check_playable(Trump::Fives, "6-1", "6-5 1-1 4-4", "6-5 1-1 4-4");
        check_playable(Trump::Fives, "6-1", "6-5 6-2 4-4", "6-2");
        check_playable(Trump::Doubles, "6-1", "6-6 3-2", "6-6 3-2");
    }

    #[test]
    fn r_suit_02_a_called_domino_leads_the_called_suit_any_other_its_higher_end() {
        let suits = Suits::under(Trump::Twos, NelloDoubles::Suit);
        assert_eq!(suits.led_by(domino("6-2")), Suit::CALLED);
        assert_eq!(suits.led_by(domino("6-3")).pips(), Some(6));
    }

    #[test]
    fn r_suit_03_a_domino_follows_either_end() {
        check_playable(Trump::Blanks, "4-3", "6-4 4-1 5-3 2-1", "6-4 4-1");
        check_playable(Trump::Blanks, "4-0", "6-4 4-4 2-0", "2-0");
    }

    #[test]
    fn r_suit_05_the_double_is_highest_then_the_other_end_and_trumps_beat_all() {
        check_winner(Trump::NoTrump, "6-4 6-5 6-6 5-5", "6-6");
        check_winner(Trump::NoTrump, "6-4 6-5 5-5 4-4", "6-5");
        check_winner(Trump::Blanks, "6-4 6-5 1-0 6-6", "1-0");
        check_winner(Trump::Blanks, "1-0 0-0 6-0 6-6", "0-0");
        check_winner(Trump::Doubles, "6-5 1-1 4-4 6-4", "4-4");
        check_winner(Trump::NoTrump, "3-1 5-3 6-1 5-1", "5-3");
    }

    #[test]
    fn nello_doubles_are_a_suit_that_beats_nothing_else_or_high_or_low() {
        let trick = dominoes("6-5 6-6 6-4 5-5");
        let winner = |nello| Suits::under(Trump::Nello, nello).winner(&trick).unwrap();
        assert_eq!(trick[winner(NelloDoubles::Suit)], domino("6-5"));
        assert_eq!(trick[winner(NelloDoubles::High)], domino("6-6"));
        assert_eq!(trick[winner(NelloDoubles::Low)], domino("6-5"));
        check_winner(Trump::Nello, "3-3 6-6 6-5 3-1", "6-6");
    }

    #[test]
    fn sevens_are_taken_by_the_nearest_to_seven_and_the_earliest_of_equals() {
        check_winner(Trump::Sevens, "6-2 4-3 6-1 5-2", "4-3");
        check_winner(Trump::Sevens, "6-6 4-4 4-2 0-0", "4-4");
        check_playable(Trump::Sevens, "6-1", "6-6 5-3 3-3 0-0", "5-3 3-3");
    }

    #[test]
    fn who_does_not_follow_has_none_of_the_suit() {
        let suits = Suits::under(Trump::Fives, NelloDoubles::Suit);
        let out = suits.ruled_out(domino("6-1"), domino("4-4"));
        assert_eq!(out, dominoes("6-0 6-1 6-2 6-3 6-4 6-6").into_iter().collect());
        assert!(suits.ruled_out(domino("6-1"), domino("6-4")).is_empty());
        let sevens = Suits::under(Trump::Sevens, NelloDoubles::Suit);
        let out = sevens.ruled_out(domino("6-6"), domino("6-2"));
        assert_eq!(out, dominoes("6-1 5-2 4-3").into_iter().collect());
    }

    /// 737,100 cases: nine declarations, four leads, and every four dominoes.
    #[test]
    fn every_trick_has_one_winner() {
        let mut cases = 0;
        for trump in Trump::USUAL {
            let suits = Suits::under(trump, NelloDoubles::Suit);
            for a in 0..DOMINOES {
                for b in 0..a {
                    for c in 0..b {
                        for d in 0..c {
                            let trick = [a, b, c, d].map(|at| Domino::at(at).unwrap());
                            for led in trick {
                                let strengths = trick.map(|domino| suits.strength(led, domino));
                                let best = *strengths.iter().max().unwrap();
                                let winners =
                                    strengths.map(|strength| usize::from(strength == best));
                                assert!(best > 0 && winners.iter().sum::<usize>() == 1);
                                cases += 1;
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(cases, 737_100);
    }
}
