//! Demands: what the rules ask of the dealer, as every machine derives it, and what comes of it.

use crate::card::{Card, Cards};
use crate::dealer::{CardOrder, Way};
use crate::lens::Viewer;
use crate::seat::Seat;

/// What the rules ask of the dealer. It holds no secret: every machine derives the same demands in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demand<F> {
    /// New face-down cards whose list is public. Nobody has to do anything.
    Bring {
        /// The new cards.
        cards: Cards,
        /// Their faces, in this order until they are shuffled.
        faces: Vec<F>,
    },
    /// New face-down cards whose list only their owner knows.
    BringSealed {
        /// Who knows the list.
        owner: Seat,
        /// The new cards.
        cards: Cards,
    },
    /// Cards are shuffled, so that nobody knows them any more.
    Shuffle {
        /// The cards, which change places among themselves.
        cards: Vec<Card>,
    },
    /// A private look.
    Show {
        /// The card.
        card: Card,
        /// Who sees it.
        to: Seat,
    },
    /// A card is turned over for everybody.
    Reveal {
        /// The card that everybody sees from now on.
        card: Card,
    },
    /// A public answer about hidden cards.
    Ask {
        /// The cards that decide the answer, none of them public.
        cards: Vec<Card>,
        /// Who answers.
        of: Answerer<F>,
    },
    /// A seat puts cards in an order of its choice.
    Arrange {
        /// The seat that chooses the order.
        seat: Seat,
        /// The cards, as they lay before.
        cards: Vec<Card>,
        /// What is public about the order.
        way: Way,
    },
    /// A seat puts cards in random order: two at least.
    Mix {
        /// The seat that knows the order.
        seat: Seat,
        /// The cards, as they lay before.
        cards: Vec<Card>,
    },
    /// A public random number.
    Roll {
        /// The number is below this.
        sides: u32,
    },
}

/// Who answers a question about hidden cards. It depends only on what everybody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answerer<F> {
    /// This seat, of which everybody knows that it sees the cards.
    Seat(Seat),
    /// All players together, about one card, without anybody seeing it: whoever has seen it could lie.
    Together {
        /// The faces for which the answer is yes, sorted. Neither none nor all of those that the card can have.
        yes: Vec<F>,
    },
}

/// What came of a demand, as one machine knows it.
#[derive(Clone, PartialEq, Eq)]
pub enum Outcome<F> {
    /// It was done, and this machine learns nothing by it.
    Done,
    /// The face of a revealed card, or of one that was shown to this machine's own viewer.
    Face(F),
    /// The answer to a question.
    Answer(bool),
    /// The number rolled.
    Rolled(u32),
    /// The order into which this machine's own viewer mixed its cards: for each place, the place the card comes from.
    Order(CardOrder),
}

/// What this machine's own viewer has sealed, and a demand is about. Others never get it.
#[derive(Clone, PartialEq, Eq)]
pub enum SealedChoice<F> {
    /// The order of [`Demand::Arrange`]: for each place, the place the card comes from.
    Order(CardOrder),
    /// The list of [`Demand::BringSealed`].
    List(Vec<F>),
}

impl<F> Demand<F> {
    /// Calls `visit` for each card that the demand names.
    pub fn each_card(&self, mut visit: impl FnMut(Card)) {
        match self {
            Self::Bring { cards, .. } | Self::BringSealed { cards, .. } => {
                cards.into_iter().for_each(visit);
            }
            Self::Shuffle { cards }
            | Self::Ask { cards, .. }
            | Self::Arrange { cards, .. }
            | Self::Mix { cards, .. } => cards.iter().copied().for_each(visit),
            Self::Show { card, .. } | Self::Reveal { card } => visit(*card),
            Self::Roll { .. } => {}
        }
    }

    /// Whether the rules cannot go on before they know what came of it.
    pub(super) const fn is_waited_for(&self) -> bool {
        matches!(self, Self::Reveal { .. } | Self::Ask { .. } | Self::Roll { .. })
    }

    /// Whether an outcome on this viewer's machine is of the kind that the demand has.
    pub(super) fn is_met_by(&self, outcome: &Outcome<F>, me: Viewer) -> bool {
        let own = |seat: Seat| me == Viewer::Seat(seat);
        match (self, outcome) {
            (Self::Show { to, .. }, Outcome::Face(_)) => own(*to),
            (Self::Show { to, .. }, Outcome::Done) => !own(*to),
            (Self::Mix { seat, cards }, Outcome::Order(order)) => {
                own(*seat) && order.is_of(cards.len())
            }
            (Self::Mix { seat, .. }, Outcome::Done) => !own(*seat),
            (Self::Roll { sides }, Outcome::Rolled(number)) => number < sides,
            (Self::Reveal { .. }, Outcome::Face(_))
            | (Self::Ask { .. }, Outcome::Answer(_))
            | (
                Self::Bring { .. }
                | Self::BringSealed { .. }
                | Self::Shuffle { .. }
                | Self::Arrange { .. },
                Outcome::Done,
            ) => true,
            _ => false,
        }
    }
}

/// The layer of each demand, counted from 1: one more than the highest layer of an earlier demand that names one of its
/// cards. Demands of one layer can be met at the same time.
///
/// A shuffle of cards that were shuffled just before has the layer of that shuffle: the two are one, see [`repeats`].
///
/// ```
/// use facedown_core::{Card, Demand, layer};
/// let cards: Vec<Card> = (0..3).map(Card::new).collect();
/// let shuffle = Demand::<u8>::Shuffle { cards: cards.clone() };
/// let look = Demand::Reveal { card: cards[0] };
/// assert_eq!(layer(&[shuffle.clone(), shuffle, look, Demand::Roll { sides: 6 }]), [1, 1, 2, 1]);
/// ```
pub fn layer<F: PartialEq>(demands: &[Demand<F>]) -> Vec<usize> {
    let mut layers: Vec<usize> = Vec::with_capacity(demands.len());
    // For each card, the last demand that names it.
    let mut last: Vec<Option<usize>> = Vec::new();
    for (number, demand) in demands.iter().enumerate() {
        let layer = match latest(demand, &last) {
            Some(before) if is_repeat(demand, &demands[before]) => layers[before],
            _ => highest(demand, &last, &layers) + 1,
        };
        layers.push(layer);
        demand.each_card(|card| {
            if last.len() <= card.index() {
                last.resize(card.index() + 1, None);
            }
            last[card.index()] = Some(number);
        });
    }
    layers
}

/// The earlier demand that this one repeats: a shuffle of the same cards, with nothing between them that names one of
/// these cards. Only one of the two has to be met.
pub fn repeats<F: PartialEq>(demands: &[Demand<F>], number: usize) -> Option<usize> {
    let demand = demands.get(number)?;
    let mut named = Vec::new();
    demand.each_card(|card| named.push(card));
    let before = demands[..number].iter().rposition(|earlier| {
        let mut shares = false;
        earlier.each_card(|card| shares |= named.contains(&card));
        shares
    })?;
    is_repeat(demand, &demands[before]).then_some(before)
}

fn is_repeat<F: PartialEq>(demand: &Demand<F>, before: &Demand<F>) -> bool {
    matches!(demand, Demand::Shuffle { .. }) && demand == before
}

/// The latest demand that names a card of this one.
fn latest<F>(demand: &Demand<F>, last: &[Option<usize>]) -> Option<usize> {
    let mut latest = None;
    demand.each_card(|card| latest = latest.max(last.get(card.index()).copied().flatten()));
    latest
}

/// The highest layer of the demands that were the last to name a card of this one. Layers of demands that name one card
/// never fall, so earlier ones need no look.
fn highest<F>(demand: &Demand<F>, last: &[Option<usize>], layers: &[usize]) -> usize {
    let mut highest = 0;
    demand.each_card(|card| {
        let before = last.get(card.index()).copied().flatten();
        highest = highest.max(before.map_or(0, |before| layers[before]));
    });
    highest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(cards: &[u16]) -> Demand<u8> {
        Demand::Shuffle { cards: cards.iter().copied().map(Card::new).collect() }
    }

    fn reveal(card: u16) -> Demand<u8> {
        Demand::Reveal { card: Card::new(card) }
    }

    #[test]
    fn a_demand_comes_after_those_that_name_its_cards() {
        let demands =
            [shuffle(&[0, 1]), shuffle(&[2, 3]), shuffle(&[1, 2]), reveal(0), reveal(2), reveal(9)];
        assert_eq!(layer(&demands), [1, 1, 2, 2, 3, 1]);
    }

    #[test]
    fn equal_shuffles_in_a_row_are_one() {
        let demands = [shuffle(&[0, 1]), reveal(7), shuffle(&[0, 1]), reveal(1), shuffle(&[0, 1])];
        assert_eq!(layer(&demands), [1, 1, 1, 2, 3]);
        let repeated: Vec<_> = (0..5).map(|number| repeats(&demands, number)).collect();
        assert_eq!(repeated, [None, None, Some(0), None, None]);
        assert_eq!(repeats(&[shuffle(&[0, 1]), shuffle(&[1, 0])], 1), None, "another order");
        assert_eq!(repeats(&[reveal(1), reveal(1)], 1), None, "only shuffles");
        assert_eq!(repeats(&demands, 5), None);
    }

    #[test]
    fn an_outcome_has_the_kind_of_its_demand() {
        let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
        let show = Demand::Show { card: Card::new(0), to: one };
        assert!(show.is_met_by(&Outcome::Face(7), one.into()));
        assert!(!show.is_met_by(&Outcome::Done, one.into()), "it was shown the face");
        assert!(!show.is_met_by(&Outcome::Face(7), two.into()), "it was not");
        assert!(show.is_met_by(&Outcome::Done, Viewer::Spectator));
        let mix = Demand::<u8>::Mix { seat: one, cards: vec![Card::new(0), Card::new(1)] };
        assert!(mix.is_met_by(&Outcome::Order(CardOrder(vec![1, 0])), one.into()));
        assert!(!mix.is_met_by(&Outcome::Order(CardOrder(vec![1, 1])), one.into()));
        assert!(mix.is_met_by(&Outcome::Done, two.into()));
        let roll = Demand::<u8>::Roll { sides: 4 };
        assert!(roll.is_met_by(&Outcome::Rolled(3), two.into()));
        assert!(!roll.is_met_by(&Outcome::Rolled(4), two.into()));
    }
}
