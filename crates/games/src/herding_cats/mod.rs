//! Herding Cats: bluff, challenge, intercept, and have the best herd. The rules are in RULES.md.

use arrayvec::ArrayVec;
use facedown_core::{
    BySeat, Card, Dealer, Dealt, Dice, Game, Lens, Seat, SeatCount, Seats, Standing,
};

mod about;
mod action;
mod event;
mod fallback;
mod kind;
mod legal;
mod resolve;
mod score;
mod state;
mod statistics;
mod story;
mod view;

pub use action::{Action, Options, Refusal, TieBreaker};
pub use event::{Event, FromZone};
pub use kind::{Kind, Zone};
pub use state::{Attack, Discard, HerdCard, HerdingCats, Phase, Play, Player, Then};
pub use statistics::Statistics;
pub use view::{DiscardView, HerdSight, HerdView, PlayerSight, PlayerView, View};

/// The version since which hands are mixed (R-HAND-01). Before it, cards were concealed.
const RULES_WITH_MIXED_HANDS: u32 = 2;

impl Game for HerdingCats {
    const NAME: &'static str = "herding-cats";
    const INITIALS: &'static str = "hc";
    const RULES: u32 = RULES_WITH_MIXED_HANDS;
    const OLDEST_RULES: u32 = 1;
    /// R-SET-01
    const SEATS: std::ops::RangeInclusive<usize> = 2..=6;

    type Face = Kind;
    type Options = Options;
    type Action = Action;
    /// Is one of them of this kind?
    type Question = Kind;
    type Event = Event;
    type View<'a> = View<'a>;
    type Own<'a> = view::Own<'a>;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        match options.challenge_clock {
            Some(seconds) if !(5..=600).contains(&seconds) => {
                return Err(Refusal::ClockOutOfRange { seconds });
            }
            _ => {}
        }
        match options.tie_breakers[..] {
            [first, second] if first == second => Err(Refusal::TieBreakerTwice),
            _ => Ok(()),
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
        let players = BySeat::try_new(seats, |seat| {
            let deck: ArrayVec<Card, 9> = dealer.bring(&Kind::DECK)?.into_iter().collect();
            dealer.shuffle(&deck)?;
            let (hand, out) = deck.split_at(state::HAND_SIZE);
            for &card in hand {
                // R-SET-04
                dealer.show(card, seat)?;
            }
            Ok(Player {
                hand: hand.iter().copied().collect(),
                herd: ArrayVec::new(),
                discard: ArrayVec::new(),
                out: [out[0], out[1]],
            })
        })?;
        // R-SET-05. A roll below the number of seats is a seat.
        #[allow(clippy::cast_possible_truncation)]
        let first = dealer.roll(seats.get() as u32)? as usize;
        let turn = seats.all().iter().nth(first).unwrap_or(seats.first());
        dealer.announce(Event::TurnStarted { player_id: turn });
        Ok(Self { rules, options: options.clone(), players, turn, phase: Phase::Turn })
    }

    fn waiting_on(&self) -> Seats {
        self.awaited()
    }

    fn legal(&self, seat: Seat, _: &Lens<Kind>, out: &mut Vec<Action>) {
        legal::legal(self, seat, out);
    }

    fn permits(&self, seat: Seat, action: &Action, _: &Lens<Kind>) -> Result<(), Refusal> {
        legal::permits(self, seat, *action)
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        self.carry_out(seat, *action, dealer)
    }

    fn answer(question: Kind, faces: &[Kind]) -> bool {
        faces.contains(&question)
    }

    fn witness(event: &mut Event, lens: &Lens<Kind>) {
        if let Event::CardStolenPrivate { card, .. } = event {
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

    fn clock(&self) -> Option<u32> {
        match self.phase {
            Phase::Challenge { .. } | Phase::InterceptChallenge { .. } => {
                self.options.challenge_clock
            }
            _ => None,
        }
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        for (_, player) in self.players.iter() {
            player.hand.iter().chain(&player.out).for_each(|&card| visit(card));
            player.herd.iter().for_each(|herd| visit(herd.card));
            player.discard.iter().for_each(|discard| visit(discard.card));
        }
        if let Some(card) = self.phase.on_the_table() {
            visit(card);
        }
    }
}
