//! Exploding Kittens: draw, and hope; or make somebody else draw. The rules are in RULES.md.

use arrayvec::ArrayVec;
use facedown_core::{
    Card, Dealer, Dealt, Dice, Game, Lens, NeedsHouse, Seat, SeatCount, Seats, Standing,
};

mod about;
mod action;
mod cards;
mod curse;
mod deck;
mod event;
mod explosion;
mod fallback;
mod flow;
mod legal;
mod refusal;
mod state;
mod statistics;
mod story;
mod turns;
mod view;
mod window;

pub use action::{Action, Combo, Options, Refusal, TargetedAttacks};
pub use cards::{Alone, Cat, Kind, Sheet, Victim};
pub use deck::{Copies, Set};
pub use event::{End, Event};
pub use state::{Combination, ExplodingKittens, Imploding, Phase, Pile, Play, Player, Then};
pub use statistics::Statistics;
pub use turns::{Owed, Turns};
pub use view::{PlayerView, View};

/// What can be asked about hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is one of them of this kind?
    Has(Kind),
    /// Are there more Exploding Kittens than Streaking Kittens, so that one cannot be kept (R-STREAK-01)?
    Exposed,
}

/// The version since which hands are mixed (R-HAND-01), and whoever loses a Streaking Kitten while defusing turns up the
/// kitten that they may not keep before the turn ends (R-STREAK-04).
const RULES_WITH_MIXED_HANDS: u32 = 2;

impl Game for ExplodingKittens {
    const NAME: &'static str = "exploding-kittens";
    const INITIALS: &'static str = "ek";
    const RULES: u32 = RULES_WITH_MIXED_HANDS;
    const OLDEST_RULES: u32 = 1;
    /// R-SET-01
    const SEATS: std::ops::RangeInclusive<usize> = 2..=5;

    type Face = Kind;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Event = Event;
    type View<'a> = View<'a>;
    type Own<'a> = view::Own<'a>;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        match options.nope_clock {
            Some(seconds) if !(3..=600).contains(&seconds) => {
                Err(Refusal::ClockOutOfRange { seconds })
            }
            _ => Ok(()),
        }
    }

    /// A cursed player does not see their own hand, and yet the rules ask about it.
    fn without_a_house(options: &Options, _: SeatCount) -> Result<(), NeedsHouse> {
        match options.set {
            Set::Streaking => Err(NeedsHouse::UnseenCards { what: "the set `streaking`" }),
            Set::Party => Err(NeedsHouse::UnseenCards { what: "the set `party`" }),
            Set::Base | Set::Imploding | Set::Published => Ok(()),
        }
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, dealer: &mut D) -> Dealt<Self> {
        Self::deal_by(Self::RULES, options, seats, dealer)
    }

    fn deal_by<D: Dealer<Self>>(
        rules: u32,
        options: &Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self> {
        let (players, pile) = Self::dealt(options, seats, dealer)?;
        // R-SET-06. A roll below the number of seats is a seat.
        #[allow(clippy::cast_possible_truncation)]
        let first = dealer.roll(seats.get() as u32)? as usize;
        let first = seats.all().iter().nth(first).unwrap_or(seats.first());
        let implodes = options.set.implodes();
        dealer.announce(Event::TurnStarted { player: first, turns: 1, under_attack: false });
        Ok(Self {
            rules,
            options: options.clone(),
            players,
            living: seats.all(),
            turns: Turns::new(seats, first),
            pile,
            discard: Pile::new(),
            cursed: Seats::NONE,
            marked: Pile::new(),
            standing_passes: Seats::NONE,
            imploding: if implodes { Imploding::FaceDown } else { Imploding::Gone },
            dead: ArrayVec::new(),
            phase: Phase::Turn,
        })
    }

    fn waiting_on(&self) -> Seats {
        self.awaited()
    }

    fn legal(&self, seat: Seat, lens: &Lens<Kind>, out: &mut Vec<Action>) {
        legal::legal(self, seat, lens, out);
    }

    fn permits(&self, seat: Seat, action: &Action, lens: &Lens<Kind>) -> Result<(), Refusal> {
        legal::permits(self, seat, action, lens)
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        self.carry_out(seat, action, dealer)
    }

    fn answer(question: Question, faces: &[Kind]) -> bool {
        let count = |kind| faces.iter().filter(|&&face| face == kind).count();
        match question {
            Question::Has(kind) => faces.contains(&kind),
            Question::Exposed => count(Kind::ExplodingKitten) > count(Kind::StreakingKitten),
        }
    }

    fn witness(event: &mut Event, lens: &Lens<Kind>) {
        for card in event.cards_mut() {
            *card = lens.shown(card.id);
        }
    }

    fn view<'a>(&'a self, lens: &Lens<'a, Kind>) -> View<'a> {
        self.view_through(lens)
    }

    fn own<'a>(&'a self, lens: &Lens<'a, Kind>) -> view::Own<'a> {
        self.own_through(lens)
    }

    fn standing(&self) -> Option<Standing> {
        (self.phase == Phase::Over).then(|| self.score())
    }

    fn fallback(&self, seat: Seat, lens: &Lens<Kind>, dice: &mut Dice) -> Action {
        fallback::fallback(self, seat, lens, dice)
    }

    /// R-DEATH-01
    fn is_out(&self, seat: Seat) -> bool {
        !self.living.contains(seat)
    }

    /// Nobody holds an Imploding Kitten, or an Exploding one that they could not keep (R-STREAK-01).
    fn rules_out(&self, card: Card, face: Kind) -> bool {
        let deadly = match face {
            Kind::ImplodingKitten => true,
            Kind::ExplodingKitten => !self.options.set.streaks(),
            _ => false,
        };
        deadly && self.players.values().iter().any(|player| player.hand.contains(&card))
    }

    fn clock(&self) -> Option<u32> {
        match self.phase {
            Phase::Nope { .. } => self.options.nope_clock,
            _ => None,
        }
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        self.zones(visit);
    }
}

impl ExplodingKittens {
    /// How it ended: a point for everybody one has outlived (R-END-03).
    fn score(&self) -> Standing {
        let scores = self.players.map(|seat, _| {
            let died = self.dead.iter().position(|&dead| dead == seat);
            i32::try_from(died.unwrap_or(self.dead.len())).unwrap_or(i32::MAX)
        });
        Standing { scores, winners: self.living }
    }
}
