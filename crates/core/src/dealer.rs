//! The dealer: the only one who knows the faces, and the verbs through which anyone learns them.

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::card::{Card, Cards};
use crate::game::Game;
use crate::sealed::Sealed;
use crate::seat::{Seat, Seats};

/// The result of a verb of the dealer.
pub type Dealt<T> = Result<T, DealError>;

/// Why the dealer could not carry out a verb. The half-made state is dropped and nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DealError {
    /// The dealer has to fetch a face from the other players first; apply the same action again later.
    #[error("the dealer is waiting for the other players' machines; try the same action again")]
    Pending,
    /// The rules ask about several cards, and there is nobody of whom all know that they see them.
    #[error("nobody sees all the cards that this is about; such a table needs a house")]
    NobodyKnows,
    /// The rules named a card that is not at this table.
    #[error("there is no card {0} at this table")]
    NoSuchCard(Card),
    /// The rules named a card twice where each counts once.
    #[error("card {0} is named twice")]
    CardTwice(Card),
    /// The table would have more cards than handles can number.
    #[error("a table holds at most 65,535 cards; bring fewer")]
    TooManyCards,
    /// The rigged shuffles of a scenario have run out.
    #[error("shuffle {number} (counted from 1) is not in the rigged shuffles; add its order")]
    NoRiggedShuffle {
        /// The number of the shuffle, counted from 1.
        number: usize,
    },
    /// A rigged shuffle has too many or too few faces.
    #[error("rigged shuffle {number} (counted from 1) has {given} faces; {cards} are shuffled")]
    RiggedShuffleLength {
        /// The number of the shuffle, counted from 1.
        number: usize,
        /// How many cards there are to shuffle.
        cards: usize,
        /// How many faces the scenario gives.
        given: usize,
    },
    /// A rigged shuffle has other faces than the cards that are shuffled.
    #[error(
        "rigged shuffle {number} (counted from 1) must have exactly the faces that are shuffled"
    )]
    RiggedShuffleFaces {
        /// The number of the shuffle, counted from 1.
        number: usize,
    },
    /// A rigged mix has too many or too few faces.
    #[error("rigged mix {number} (counted from 1) has {given} faces; {cards} are mixed")]
    RiggedMixLength {
        /// The number of the mix, counted from 1.
        number: usize,
        /// How many cards there are to mix.
        cards: usize,
        /// How many faces the scenario gives.
        given: usize,
    },
    /// A rigged mix has other faces than the cards that are mixed.
    #[error("rigged mix {number} (counted from 1) must have exactly the faces that are mixed")]
    RiggedMixFaces {
        /// The number of the mix, counted from 1.
        number: usize,
    },
    /// The rigged rolls of a scenario have run out.
    #[error(
        "roll {number} (counted from 1) is not in the rigged rolls; add a number below {sides}"
    )]
    NoRiggedRoll {
        /// The number of the roll, counted from 1.
        number: usize,
        /// How many sides the die has.
        sides: u32,
    },
    /// A rigged roll is not on the die.
    #[error("rigged roll {number} (counted from 1) is {rolled}; it must be below {sides}")]
    WrongRiggedRoll {
        /// The number of the roll, counted from 1.
        number: usize,
        /// The number that the scenario gives.
        rolled: u32,
        /// How many sides the die has.
        sides: u32,
    },
}

/// The verbs of the dealer. **To read a card is to reveal it**: the rules learn a face only through a
/// verb that names who learns it.
///
/// There is no other way to learn a face. The rules are generic over the dealer, so they have only this trait:
///
/// ```
/// use facedown_core::{Card, Dealer, Dealt, Game};
/// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, card: Card) -> Dealt<G::Face> {
///     dealer.reveal(card)
/// }
/// ```
/// ```compile_fail,E0599
/// use facedown_core::{Card, Dealer, Dealt, Game};
/// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, card: Card) -> Dealt<G::Face> {
///     Ok(dealer.lens(facedown_core::Viewer::Spectator).face(card).unwrap())
/// }
/// ```
/// ```compile_fail,E0609
/// use facedown_core::{Card, Dealer, Dealt, Game};
/// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, card: Card) -> Dealt<G::Face> {
///     Ok(dealer.ledger.face(card).unwrap())
/// }
/// ```
/// A private look gives the rules nothing back:
/// ```compile_fail,E0308
/// use facedown_core::{Card, Dealer, Dealt, Game, Seat};
/// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, card: Card, seat: Seat) -> Dealt<G::Face> {
///     dealer.show(card, seat)
/// }
/// ```
pub trait Dealer<G: Game> {
    /// New face-down cards come to the table; everybody knows the list, nobody may look. Which face
    /// lies under which handle is plain to all until the cards are shuffled: shuffle them first.
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards>;

    /// New face-down cards come to the table whose list only their owner knows.
    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards>;

    /// The faces move at random under the handles. Everybody forgets these cards.
    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()>;

    /// A private look: `seat` may see this card from now on. The rules get nothing back.
    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()>;

    /// The card is turned over: everybody sees it, and the rules may branch on it.
    fn reveal(&mut self, card: Card) -> Dealt<G::Face>;

    /// A public answer about private cards, which [`Game::answer`] gives: "is one of these a Defuse?", "are
    /// there more kittens than …?" Everybody learns the answer, and nothing else about the cards.
    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool>;

    /// The card is turned face down; of those who could see it, only `keep` still do.
    ///
    /// Players remember what they have seen. If somebody outside `keep` has seen the card, their lens would now forget
    /// what the player does not, and the conformance suite reports a breach of *recall*. Instead, [`Dealer::mix`] the
    /// card among others, or leave the audience as it is and leave the card out of the view.
    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()>;

    /// A seat reorders cards out of the others' sight. It keeps what it knew; the others forget.
    ///
    /// [`Game::permits`] checks through the author's lens that the order fits these cards. An order that does not fit
    /// leaves the faces where they are and is not an error: by trying it on different numbers of cards, the rules
    /// could otherwise find out what is sealed.
    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()>;

    /// A seat mixes cards that it holds: a hand is held in the hand, and nobody else can tell its backs apart.
    ///
    /// The faces move at random under the handles. `seat` keeps what it knew, wherever that is now; the others, who
    /// may still know what is among these cards, forget which of them it is. It differs from [`Dealer::arrange`] in
    /// that the order is random, so that the rules need no sealed value and no seat can be asked what it chose. It
    /// differs from [`Dealer::shuffle`] in that the seat that holds the cards does not forget them. Without a trusted
    /// dealer, `seat` chooses the order at random and proves it, which takes no extra round of messages.
    ///
    /// Nobody can lose track of a single card, so mixing fewer than two changes nothing.
    ///
    /// The rules get nothing back:
    /// ```
    /// use facedown_core::{Card, Dealer, Dealt, Game, Seat};
    /// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, hand: &[Card], seat: Seat) -> Dealt<()> {
    ///     dealer.mix(seat, hand)
    /// }
    /// ```
    /// ```compile_fail,E0308
    /// use facedown_core::{Card, Dealer, Dealt, Game, CardOrder, Seat};
    /// fn rules<G: Game, D: Dealer<G>>(dealer: &mut D, hand: &[Card], seat: Seat) -> Dealt<CardOrder> {
    ///     dealer.mix(seat, hand)
    /// }
    /// ```
    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()>;

    /// A public random number from 0 to `sides − 1`.
    fn roll(&mut self, sides: u32) -> Dealt<u32>;

    /// Sends an event to everybody, byte for byte the same. Faces are filled in through a spectator's lens.
    fn announce(&mut self, event: G::Event);

    /// Sends an event to one seat. Faces are filled in through that seat's lens.
    fn tell(&mut self, seat: Seat, event: G::Event);
}

/// A way to put cards in another order. Games cannot implement this trait, because an implementation gets the sealed
/// value.
///
/// ```
/// # use facedown_core::{Arrangement, CardOrder, Tuck};
/// struct Way(Tuck);
/// impl Way { fn order(&self, cards: usize) -> CardOrder { self.0.order(cards) } }
/// ```
/// ```compile_fail,E0277
/// # use facedown_core::{Arrangement, CardOrder, Tuck};
/// struct Way(Tuck);
/// impl Arrangement for Way { fn order(&self, cards: usize) -> CardOrder { self.0.order(cards) } }
/// ```
pub trait Arrangement: sealed_trait::OnlyHere {
    /// What is public about it, and has to be proven without a house.
    const WAY: Way;

    /// The new order of this many cards.
    fn order(&self, cards: usize) -> CardOrder;
}

/// An order of up to 65,535 cards: for each place, the place the card comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CardOrder(pub Vec<u16>);

impl CardOrder {
    /// Whether this names each of `cards` places exactly once.
    pub fn is_of(&self, cards: usize) -> bool {
        let mut named = vec![false; cards];
        self.0.len() == cards
            && self.0.iter().all(|&place| {
                named.get_mut(usize::from(place)).is_some_and(|seen| !std::mem::replace(seen, true))
            })
    }
}

impl sealed_trait::OnlyHere for CardOrder {}

impl Arrangement for CardOrder {
    const WAY: Way = Way::Freely;

    fn order(&self, _: usize) -> CardOrder {
        self.clone()
    }
}

/// Takes the first card and tucks it in so that this many cards lie above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tuck(pub u16);

impl<'de> Deserialize<'de> for Tuck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u16::deserialize(deserializer).map(Self).map_err(|error| {
            de::Error::custom(format_args!(
                "{error}; a place is how many cards lie above it, a whole number from 0 (the top)"
            ))
        })
    }
}

impl sealed_trait::OnlyHere for Tuck {}

impl Arrangement for Tuck {
    const WAY: Way = Way::Tuck;

    fn order(&self, cards: usize) -> CardOrder {
        let mut order: Vec<u16> = (0..).take(cards).collect();
        let depth = usize::from(self.0);
        if depth < cards {
            order[..=depth].rotate_left(1);
            CardOrder(order)
        } else {
            CardOrder(Vec::new())
        }
    }
}

/// What everybody knows about a new order of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Nothing: it may be any order.
    Freely,
    /// The first card was put somewhere among the others, which keep their order.
    Tuck,
}

mod sealed_trait {
    /// Implemented only in this crate.
    pub trait OnlyHere {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_names_each_place_once() {
        assert!(CardOrder(vec![2, 0, 1]).is_of(3));
        assert!(!CardOrder(vec![2, 0]).is_of(3));
        assert!(!CardOrder(vec![0, 0, 1]).is_of(3));
        assert!(!CardOrder(vec![0, 1, 3]).is_of(3));
    }

    #[test]
    fn a_tucked_card_has_the_given_number_of_cards_above_it() {
        assert_eq!(Tuck(0).order(3).0, [0, 1, 2]);
        assert_eq!(Tuck(2).order(3).0, [1, 2, 0]);
        assert!(!Tuck(3).order(3).is_of(3));
    }

    #[test]
    fn an_invalid_place_is_refused_with_an_explanation() {
        assert_eq!(serde_json::from_str::<Tuck>("7").unwrap(), Tuck(7));
        assert_eq!(serde_json::to_string(&Tuck(7)).unwrap(), "7");
        for json in ["-1", "65536", "1.0", "\"1\"", "null", "[1]"] {
            let error = serde_json::from_str::<Tuck>(json).unwrap_err().to_string();
            let explanation =
                "a place is how many cards lie above it, a whole number from 0 (the top)";
            assert!(error.contains(explanation), "{json}: {error}");
        }
    }
}
