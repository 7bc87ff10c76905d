//! Texas 42: bid, name a trump, take tricks with dominoes. The rules are in RULES.md.

use arrayvec::ArrayVec;
use facedown_core::{
    BySeat, Card, Dealer, Dealt, Dice, Game, Lens, Seat, SeatCount, Seats, Standing,
};

mod about;
mod action;
mod bid;
mod domino;
mod event;
mod fallback;
mod legal;
mod resolve;
mod state;
mod statistics;
mod story;
mod suits;
mod view;

pub use action::{Action, Options, Pace, Refusal};
pub use bid::{Bid, Contract};
pub use domino::{DOMINOES, Domino, Dominoes};
pub use event::Event;
pub use state::{Call, HAND_SIZE, Hand, Phase, Played, Texas42, Trick, partner, team};
pub use statistics::Statistics;
pub use suits::{NelloDoubles, Suit, Suits, Trump};
pub use view::{Consensus, PlayerView, PublicPlayer, PublicSight, SelfPlayer, ValidActions};

impl Game for Texas42 {
    const NAME: &'static str = "texas-42";
    const INITIALS: &'static str = "tx";
    const RULES: u32 = 1;
    /// R-DEAL-02
    const SEATS: std::ops::RangeInclusive<usize> = 4..=4;

    type Face = Domino;
    type Options = Options;
    type Action = Action;
    type Question = std::convert::Infallible;
    type Event = Event;
    type View<'a> = PlayerView<'a>;
    type Own<'a> = view::Own<'a>;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        for (name, value, most) in [("marks", options.marks, 21), ("games", options.games, 9)] {
            if !(1..=most).contains(&value) {
                return Err(Refusal::OutOfRange { name, value, most });
            }
        }
        Ok(())
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, dealer: &mut D) -> Dealt<Self> {
        let faces: ArrayVec<Domino, DOMINOES> = Domino::all().collect();
        let dominoes: ArrayVec<Card, DOMINOES> = dealer.bring(&faces)?.into_iter().collect();
        // R-DEAL-03: the first shaker is rolled. A roll below four is a seat.
        let shaker = Seat::new(dealer.roll(4)? as usize).unwrap_or(seats.first());
        let mut game = Self {
            options: options.clone(),
            dominoes,
            shaker,
            hands: BySeat::new(seats, |_| ArrayVec::new()),
            phase: Phase::Redeal { player: shaker },
            calls: ArrayVec::new(),
            highest: None,
            trump: None,
            trick: ArrayVec::new(),
            tricks: ArrayVec::new(),
            points: [0; 2],
            marks: [0; 2],
            games: [0; 2],
            ruled_out: [Dominoes::NONE; 4],
        };
        game.deal_hand(dealer)?;
        Ok(game)
    }

    fn waiting_on(&self) -> Seats {
        self.awaited()
    }

    fn legal(&self, seat: Seat, lens: &Lens<Domino>, out: &mut Vec<Action>) {
        legal::legal(self, seat, lens, out);
    }

    fn permits(&self, seat: Seat, action: &Action, lens: &Lens<Domino>) -> Result<(), Refusal> {
        legal::permits(self, seat, *action, lens)
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        self.carry_out(seat, *action, dealer)
    }

    fn answer(question: std::convert::Infallible, _: &[Domino]) -> bool {
        match question {}
    }

    fn witness(event: &mut Event, lens: &Lens<Domino>) {
        if let Event::YourHand { hand } = event {
            for card in hand {
                *card = lens.shown(card.id);
            }
        }
    }

    fn rules_out(&self, card: Card, face: Domino) -> bool {
        let holder = self.hands.iter().find(|(_, hand)| hand.contains(&card));
        holder.is_some_and(|(seat, _)| self.ruled_out[seat.index()].contains(face))
    }

    fn view<'a>(&'a self, lens: &Lens<'a, Domino>) -> PlayerView<'a> {
        self.view_through(lens)
    }

    fn own<'a>(&'a self, lens: &Lens<'a, Domino>) -> view::Own<'a> {
        self.own_through(lens)
    }

    fn standing(&self) -> Option<Standing> {
        self.final_standing()
    }

    fn fallback(&self, seat: Seat, lens: &Lens<Domino>, dice: &mut Dice) -> Action {
        fallback::fallback(self, seat, lens, dice)
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        for (_, hand) in self.hands.iter() {
            hand.iter().for_each(|&card| visit(card));
        }
        let taken = self.tricks.iter().flat_map(|trick| &trick.plays);
        self.trick.iter().chain(taken).for_each(|played| visit(played.card));
    }
}
