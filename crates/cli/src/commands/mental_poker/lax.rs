//! A cheater's machine: the same game, but its rules permit everything, and it may lie when it is asked.

use std::ops::RangeInclusive;

use facedown_core::{
    Arrangement, Card, Cards, Dealer, Dealt, Dice, Game, Lens, NeedsHouse, Sealed, Seat, SeatCount,
    Seats, Standing,
};
use serde::Serialize;

/// A game whose rules permit everything. If `LIES`, questions about several cards are answered falsely.
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub(super) struct Lax<G, const LIES: bool>(pub(super) G);

/// The dealer of a lax game, as the game inside knows it.
struct Inside<'a, D, const LIES: bool>(&'a mut D);

impl<G: Game, const LIES: bool> Game for Lax<G, LIES> {
    const NAME: &'static str = G::NAME;
    const INITIALS: &'static str = G::INITIALS;
    const RULES: u32 = G::RULES;
    const OLDEST_RULES: u32 = G::OLDEST_RULES;
    const SEATS: RangeInclusive<usize> = G::SEATS;
    const OPEN: bool = G::OPEN;

    type Face = G::Face;
    type Options = G::Options;
    type Action = G::Action;
    type Question = G::Question;
    type Event = G::Event;
    type View<'a> = G::View<'a>;
    type Own<'a> = G::Own<'a>;
    type Refusal = G::Refusal;

    fn accepts(options: &Self::Options, seats: SeatCount) -> Result<(), Self::Refusal> {
        G::accepts(options, seats)
    }

    fn without_a_house(options: &Self::Options, seats: SeatCount) -> Result<(), NeedsHouse> {
        G::without_a_house(options, seats)
    }

    fn deal<D: Dealer<Self>>(
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self> {
        G::deal(options, seats, &mut Inside::<_, LIES>(dealer)).map(Self)
    }

    fn deal_by<D: Dealer<Self>>(
        rules: u32,
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self> {
        G::deal_by(rules, options, seats, &mut Inside::<_, LIES>(dealer)).map(Self)
    }

    fn waiting_on(&self) -> Seats {
        self.0.waiting_on()
    }

    fn may_act(&self) -> Seats {
        self.0.may_act()
    }

    fn legal(&self, seat: Seat, lens: &Lens<Self::Face>, out: &mut Vec<Self::Action>) {
        self.0.legal(seat, lens, out);
    }

    fn permits(
        &self,
        _: Seat,
        _: &Self::Action,
        _: &Lens<Self::Face>,
    ) -> Result<(), Self::Refusal> {
        Ok(())
    }

    fn apply<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.0.apply(seat, action, &mut Inside::<_, LIES>(dealer))
    }

    fn answer(question: Self::Question, faces: &[Self::Face]) -> bool {
        // About one card all players answer together; that cannot be a lie.
        G::answer(question, faces) ^ (LIES && faces.len() > 1)
    }

    fn witness(event: &mut Self::Event, lens: &Lens<Self::Face>) {
        G::witness(event, lens);
    }

    fn view<'a>(&'a self, lens: &Lens<'a, Self::Face>) -> Self::View<'a> {
        self.0.view(lens)
    }

    fn own<'a>(&'a self, lens: &Lens<'a, Self::Face>) -> Self::Own<'a> {
        self.0.own(lens)
    }

    fn standing(&self) -> Option<Standing> {
        self.0.standing()
    }

    fn fallback(&self, seat: Seat, lens: &Lens<Self::Face>, dice: &mut Dice) -> Self::Action {
        self.0.fallback(seat, lens, dice)
    }

    fn rules_out(&self, card: Card, face: Self::Face) -> bool {
        self.0.rules_out(card, face)
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.0.is_out(seat)
    }

    fn clock(&self) -> Option<u32> {
        self.0.clock()
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        self.0.cards(visit);
    }
}

impl<G: Game, D: Dealer<Lax<G, LIES>>, const LIES: bool> Dealer<G> for Inside<'_, D, LIES> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        self.0.bring(faces)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        self.0.bring_sealed(owner, faces)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.0.shuffle(cards)
    }

    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()> {
        self.0.show(card, seat)
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        self.0.reveal(card)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        self.0.ask(cards, question)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.0.conceal(card, keep)
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        self.0.arrange(seat, cards, order)
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        self.0.mix(seat, cards)
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        self.0.roll(sides)
    }

    fn announce(&mut self, event: G::Event) {
        self.0.announce(event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        Dealer::<Lax<G, LIES>>::tell(self.0, seat, event);
    }
}
