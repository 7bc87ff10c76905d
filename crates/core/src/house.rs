//! The house: the dealer that everyone at the table trusts, because anyone can check it afterwards.

use crate::card::{Card, Cards};
use crate::dealer::{Arrangement, DealError, Dealer, Dealt};
use crate::dice::Dice;
use crate::game::Game;
use crate::ledger::{Ledger, ListReader};
use crate::lens::{Lens, Sight, Viewer};
use crate::sealed::Sealed;
use crate::seat::{Seat, Seats};
use crate::seed::Seed;
use crate::sighting::{Sighting, Sightings};

/// Who gets an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Everybody, spectators included.
    Everybody,
    /// Only this seat.
    Seat(Seat),
}

impl Recipient {
    /// Whether this viewer is among the recipients.
    pub fn reaches(self, viewer: Viewer) -> bool {
        match self {
            Self::Everybody => true,
            Self::Seat(seat) => viewer.seat() == Some(seat),
        }
    }
}

/// An event and who gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressedEvent<E> {
    /// Who gets the event.
    pub to: Recipient,
    /// The event, with the faces that its recipients may see.
    pub event: E,
}

/// Shuffles, rolls and mixes that a scenario gives in advance.
#[derive(Clone, PartialEq, Eq)]
pub struct Rig<F> {
    /// For each shuffle, the faces in their new order.
    pub shuffles: Vec<Vec<F>>,
    /// For each roll, the number rolled.
    pub rolls: Vec<u32>,
    /// For each mix of at least two cards, the faces in their new order. Mixes beyond this list leave the cards where they
    /// are, so that a scenario need not specify the order within hands.
    pub mixes: Vec<Vec<F>>,
}

/// A number of rigged shuffles, rolls and mixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RigCount {
    /// The number of shuffles.
    pub shuffles: usize,
    /// The number of rolls.
    pub rolls: usize,
    /// The number of mixes.
    pub mixes: usize,
}

/// Where shuffles, rolls and mixes come from.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // one per table, and real tables have dice
enum Chance<F> {
    Dice(Dice),
    Rigged { rig: Rig<F>, used: RigCount },
}

/// The dealer that knows all faces. It has no `Debug` and no `Serialize`: faces can be seen only through a lens.
///
/// ```
/// use facedown_core::{Game, House, Viewer};
/// fn peek<G: Game>(house: &House<G>) { house.lens(Viewer::Spectator); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, House, Viewer};
/// fn peek<G: Game>(house: &House<G>) { format!("{house:?}"); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, House, Viewer};
/// fn peek<G: Game>(house: &House<G>) { serde_json::to_string(house); }
/// ```
/// ```compile_fail,E0616
/// use facedown_core::{Game, House, Viewer};
/// fn peek<G: Game>(house: &House<G>) { house.ledger; }
/// ```
pub struct House<G: Game> {
    ledger: Ledger<G::Face>,
    chance: Chance<G::Face>,
    told: Vec<AddressedEvent<G::Event>>,
    /// A buffer for the faces that a question is about, kept to avoid allocations.
    asked: Vec<G::Face>,
    /// Whether events are kept. Simulated games have no use for them.
    listening: bool,
    /// The seats that have left.
    gone: Seats,
    /// First sights of faces that have words in a catalogue.
    sightings: Sightings,
    /// Who acts.
    actor: Option<Seat>,
    /// Who has brought each card, in a game with a catalogue.
    bringers: Vec<Option<Seat>>,
}

impl<G: Game> Clone for House<G> {
    fn clone(&self) -> Self {
        Self {
            ledger: self.ledger.clone(),
            chance: self.chance.clone(),
            told: self.told.clone(),
            asked: Vec::new(),
            listening: self.listening,
            gone: self.gone,
            sightings: self.sightings.clone(),
            actor: self.actor,
            bringers: self.bringers.clone(),
        }
    }
}

impl<G: Game> House<G> {
    /// A house that deals from this seed.
    pub fn seeded(seed: &Seed) -> Self {
        Self::with(Ledger::default(), Chance::Dice(Dice::new(seed)), true)
    }

    /// A house with the shuffles, rolls and mixes of a scenario.
    pub fn rigged(rig: Rig<G::Face>) -> Self {
        Self::with(Ledger::default(), Chance::Rigged { rig, used: RigCount::default() }, true)
    }

    pub(crate) fn imagined(ledger: Ledger<G::Face>, dice: Dice) -> Self {
        Self::with(ledger, Chance::Dice(dice), false)
    }

    fn with(ledger: Ledger<G::Face>, chance: Chance<G::Face>, listening: bool) -> Self {
        let (gone, sightings) = (Seats::NONE, Sightings::default());
        let (told, asked, actor, bringers) = (Vec::new(), Vec::new(), None, Vec::new());
        Self { ledger, chance, told, asked, listening, gone, sightings, actor, bringers }
    }

    /// A copy of this house in which the faces that the viewer cannot see are dealt again at random. Future shuffles and
    /// rolls stay the same. The conformance suite checks that the viewer cannot tell the difference.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let ledger = crate::imagine::redeal(&self.lens(viewer), dice, |_, _| true);
        Self { ledger, ..self.clone() }
    }

    /// A copy of this house in which others have brought other secret lists of the same size: each of their cards that the viewer
    /// cannot see has the face that `other` gives for its own. The conformance suite checks that the viewer cannot tell the
    /// difference.
    #[must_use]
    pub fn relisted(&self, viewer: Viewer, other: impl FnMut(G::Face) -> G::Face) -> Self {
        let ledger = crate::imagine::relist(&self.lens(viewer), other);
        Self { ledger, ..self.clone() }
    }

    /// Removes all cards and starts again with other dice, reusing the allocated memory.
    pub fn clear(&mut self, dice: Dice) {
        self.ledger.clear();
        self.told.clear();
        self.gone = Seats::NONE;
        self.sightings.clear();
        (self.actor, self.bringers) = (None, Vec::new());
        self.chance = Chance::Dice(dice);
    }

    /// The same house, which discards events: for games that nobody watches.
    #[must_use]
    pub fn silent(mut self) -> Self {
        self.listening = false;
        self
    }

    /// Removes a seat as a table without a house does, at which the others play on without its keys. Tests compare the two.
    ///
    /// The cards in `opened`, which only this seat could have turned over, are revealed. Each of the piles, of cards that
    /// nobody sees, is shuffled. From now on, what the rules show to the seat is revealed to everybody, and what it would
    /// arrange is shuffled.
    pub fn leave(&mut self, seat: Seat, opened: &[Card], piles: &[Vec<Card>]) -> Dealt<()> {
        for pile in piles {
            self.shuffle(pile)?;
        }
        for &card in opened {
            self.check(&[card])?;
            self.ledger.reveal(card);
            self.sight(Recipient::Everybody, card);
        }
        self.ledger.forget_seat(seat);
        self.gone = self.gone.with(seat);
        Ok(())
    }

    /// The seats that have left.
    pub const fn gone(&self) -> Seats {
        self.gone
    }

    /// What this viewer may see.
    pub const fn lens(&self, viewer: Viewer) -> Lens<'_, G::Face> {
        Lens::new(&self.ledger, Sight::Of(viewer))
    }

    pub(crate) const fn hindsight(&self) -> Lens<'_, G::Face> {
        Lens::new(&self.ledger, Sight::Hindsight)
    }

    /// How many of a scenario's shuffles, rolls and mixes have not been used yet.
    pub fn rig_left(&self) -> RigCount {
        match &self.chance {
            Chance::Dice(_) => RigCount::default(),
            Chance::Rigged { rig, used } => RigCount {
                shuffles: rig.shuffles.len() - used.shuffles,
                rolls: rig.rolls.len() - used.rolls,
                mixes: rig.mixes.len() - used.mixes,
            },
        }
    }

    /// All cards at the table.
    pub fn cards(&self) -> Cards {
        self.ledger.cards()
    }

    /// The events that have not been drained yet, oldest first.
    pub fn told(&self) -> &[AddressedEvent<G::Event>] {
        &self.told
    }

    /// Who has seen which face for the first time, oldest first. It is kept only for games with a [`Game::CATALOGUE`].
    pub fn sightings(&self) -> &[Sighting] {
        self.sightings.all()
    }

    /// Removes and returns the events, oldest first.
    pub fn drain_told(&mut self) -> std::vec::Drain<'_, AddressedEvent<G::Event>> {
        self.told.drain(..)
    }

    fn check(&self, cards: &[Card]) -> Dealt<()> {
        match cards.iter().find(|&&card| !self.ledger.holds(&[card])) {
            Some(&card) => Err(DealError::NoSuchCard(card)),
            None => Ok(()),
        }
    }

    fn known(&self, card: Card) -> Dealt<G::Face> {
        self.check(&[card])?;
        // Only an imagined house lacks a face: that of a card from a deck whose list is secret.
        self.ledger.face(card).ok_or(DealError::Pending)
    }

    /// Notes who acts from now on.
    pub(crate) const fn acts(&mut self, seat: Seat) {
        self.actor = Some(seat);
    }

    /// Notes who has brought cards, for a game with a catalogue.
    fn brought(&mut self, cards: Cards, by: Option<Seat>) {
        if G::CATALOGUE.is_some() {
            self.bringers.extend(cards.into_iter().map(|_| by));
        }
    }

    /// Notes that a card is seen, for a game with a catalogue.
    fn sight(&mut self, to: Recipient, card: Card) {
        if let Some(number_of) = G::CATALOGUE
            && self.listening
            && let Some(number) = self.ledger.face(card).and_then(number_of)
        {
            let by = self.bringers.get(card.index()).copied().flatten();
            self.sightings.note(to, number, by);
        }
    }

    fn record(&mut self, to: Recipient, mut event: G::Event) {
        if !self.listening {
            return;
        }
        let viewer = match to {
            Recipient::Everybody => Viewer::Spectator,
            Recipient::Seat(seat) => Viewer::Seat(seat),
        };
        G::witness(&mut event, &self.lens(viewer));
        self.told.push(AddressedEvent { to, event });
    }
}

impl<G: Game> Dealer<G> for House<G> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        let cards = self.ledger.bring(faces, ListReader::Everybody);
        let cards = cards.ok_or(DealError::TooManyCards)?;
        self.brought(cards, self.actor);
        Ok(cards)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        let faces = faces.value().map_or(&[][..], Vec::as_slice);
        if self.gone.contains(owner) {
            return self.bring(faces);
        }
        let cards = self.ledger.bring(faces, ListReader::Only(owner));
        let cards = cards.ok_or(DealError::TooManyCards)?;
        self.brought(cards, Some(owner));
        Ok(cards)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.check(cards)?;
        match &mut self.chance {
            Chance::Dice(dice) => {
                for i in (1..cards.len()).rev() {
                    self.ledger.swap(cards[i], cards[dice.place(i + 1)]);
                }
                self.ledger.forget(cards);
            }
            Chance::Rigged { rig, used } => {
                if let Some(card) = named_twice(cards) {
                    return Err(DealError::CardTwice(card));
                }
                let number = used.shuffles + 1;
                let faces =
                    rig.shuffles.get(used.shuffles).ok_or(DealError::NoRiggedShuffle { number })?;
                let (count, given) = (cards.len(), faces.len());
                let wrong_length = DealError::RiggedShuffleLength { number, cards: count, given };
                let wrong_faces = DealError::RiggedShuffleFaces { number };
                let order = rigged_order(&self.ledger, cards, faces, wrong_length, wrong_faces)?;
                used.shuffles = number;
                self.ledger.rearrange(cards, &order, None);
            }
        }
        Ok(())
    }

    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()> {
        self.check(&[card])?;
        let to = if self.gone.contains(seat) {
            self.ledger.reveal(card);
            Recipient::Everybody
        } else {
            self.ledger.show(card, seat);
            Recipient::Seat(seat)
        };
        self.sight(to, card);
        Ok(())
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        let face = self.ledger.reveal(card).map_or_else(|| self.known(card), Ok)?;
        self.sight(Recipient::Everybody, card);
        Ok(face)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        let mut faces = std::mem::take(&mut self.asked);
        faces.clear();
        for &card in cards {
            faces.push(self.known(card)?);
        }
        let answer = G::answer(question, &faces);
        self.asked = faces;
        Ok(answer)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.check(&[card])?;
        self.ledger.conceal_but_for(card, keep, self.gone);
        Ok(())
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        self.check(cards)?;
        if let Some(card) = named_twice(cards) {
            return Err(DealError::CardTwice(card));
        }
        if self.gone.contains(seat) {
            return self.shuffle(cards);
        }
        let order = order.value().map(|order| order.order(cards.len()));
        let fitting = order.filter(|order| order.is_of(cards.len()));
        let order = fitting.map_or_else(|| (0..).take(cards.len()).collect(), |order| order.0);
        self.ledger.rearrange(cards, &order, Some(seat));
        Ok(())
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        self.check(cards)?;
        if cards.len() < 2 {
            return Ok(());
        }
        if self.gone.contains(seat) {
            return if self.ledger.all_public(cards) { Ok(()) } else { self.shuffle(cards) };
        }
        match &mut self.chance {
            Chance::Dice(dice) => {
                for i in (1..cards.len()).rev() {
                    self.ledger.swap_seen(cards[i], cards[dice.place(i + 1)]);
                }
                self.ledger.forget_but(cards, seat);
            }
            Chance::Rigged { rig, used } => {
                if let Some(card) = named_twice(cards) {
                    return Err(DealError::CardTwice(card));
                }
                let Some(faces) = rig.mixes.get(used.mixes) else {
                    self.ledger.forget_but(cards, seat);
                    return Ok(());
                };
                let number = used.mixes + 1;
                let (count, given) = (cards.len(), faces.len());
                let wrong_length = DealError::RiggedMixLength { number, cards: count, given };
                let wrong_faces = DealError::RiggedMixFaces { number };
                let order = rigged_order(&self.ledger, cards, faces, wrong_length, wrong_faces)?;
                used.mixes = number;
                self.ledger.rearrange(cards, &order, Some(seat));
            }
        }
        Ok(())
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        match &mut self.chance {
            Chance::Dice(dice) => Ok(dice.below(sides)),
            Chance::Rigged { rig, used } => {
                let number = used.rolls + 1;
                let &rolled =
                    rig.rolls.get(used.rolls).ok_or(DealError::NoRiggedRoll { number, sides })?;
                if rolled >= sides {
                    return Err(DealError::WrongRiggedRoll { number, rolled, sides });
                }
                used.rolls = number;
                Ok(rolled)
            }
        }
    }

    fn announce(&mut self, event: G::Event) {
        self.record(Recipient::Everybody, event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        self.record(Recipient::Seat(seat), event);
    }
}

pub(crate) fn named_twice(cards: &[Card]) -> Option<Card> {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// For each card, the index in `cards` of the card that has the wanted face.
fn rigged_order<F: Copy + PartialEq>(
    ledger: &Ledger<F>,
    cards: &[Card],
    wanted: &[F],
    wrong_length: DealError,
    wrong_faces: DealError,
) -> Dealt<Vec<u16>> {
    if wanted.len() != cards.len() {
        return Err(wrong_length);
    }
    let mut left: Vec<(u16, Option<F>)> =
        (0..).zip(cards.iter().map(|&card| ledger.face(card))).collect();
    let mut place_of = |&face: &F| {
        let found = left.iter().position(|&(_, there)| there == Some(face))?;
        Some(left.remove(found).0)
    };
    wanted.iter().map(&mut place_of).collect::<Option<_>>().ok_or(wrong_faces)
}
