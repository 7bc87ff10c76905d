//! Template Game: everybody plays a number face down, and the highest takes the round. The rules are in RULES.md.

use arrayvec::ArrayVec;
use facedown_core::{
    BySeat, Card, Dealer, Dealt, Dice, Game, Lens, Seat, SeatCount, Seats, Shown, Standing,
};
use serde::{Deserialize, Serialize};

mod about;
mod action;
mod view;

pub use action::{Action, Event, Options, Refusal};
pub use view::{PlayerView, View};

/// The most cards that a player can hold.
pub const MAX_HAND: usize = 7;
/// How many cards there are: enough for six players with the largest hands.
pub const DECK_SIZE: usize = 42;

/// What is printed on a card: a number from 1 to 42, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Rank(pub u8);

/// The public state of a table. It has handles of cards and no faces.
#[derive(Clone, Debug, Serialize)]
pub struct TemplateGame {
    round: u8,
    players: BySeat<Player>,
    /// Cards that nobody was dealt.
    left: ArrayVec<Card, DECK_SIZE>,
    /// Cards of earlier rounds, which lie face up.
    turned_up: ArrayVec<Card, DECK_SIZE>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Player {
    hand: ArrayVec<Card, MAX_HAND>,
    /// The card played face down in this round.
    played: Option<Card>,
    points: u8,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Phase {
    /// Everybody chooses a card.
    Choose {},
    /// The game is over.
    Over {},
}

impl Game for TemplateGame {
    const NAME: &'static str = "template-game";
    const INITIALS: &'static str = "tga";
    const RULES: u32 = 1;
    /// R-DEAL-01
    const SEATS: std::ops::RangeInclusive<usize> = 2..=6;

    type Face = Rank;
    type Options = Options;
    type Action = Action;
    type Question = std::convert::Infallible;
    type Event = Event;
    type View<'a> = View;
    type Own<'a> = View;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        match options.hand {
            3..=7 => Ok(()),
            hand => Err(Refusal::HandOutOfRange { hand }),
        }
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, dealer: &mut D) -> Dealt<Self> {
        // R-DEAL-02
        let faces: ArrayVec<Rank, DECK_SIZE> = (1..).take(DECK_SIZE).map(Rank).collect();
        let mut left: ArrayVec<Card, DECK_SIZE> = dealer.bring(&faces)?.into_iter().collect();
        dealer.shuffle(&left)?;
        // R-DEAL-03
        let players = BySeat::try_new(seats, |seat| {
            let mut player = Player::default();
            for _ in 0..options.hand {
                if let Some(card) = left.pop() {
                    dealer.show(card, seat)?;
                    player.hand.push(card);
                }
            }
            // The rules write backs. `witness` fills in what the one who is told may see.
            let hand = player.hand.iter().map(|&card| Shown::back(card)).collect();
            dealer.tell(seat, Event::Dealt { hand });
            Ok(player)
        })?;
        Ok(Self { round: 1, players, left, turned_up: ArrayVec::new() })
    }

    /// R-ROUND-01: everybody who has not played yet, in whichever order.
    fn waiting_on(&self) -> Seats {
        let may_play = |player: &Player| player.played.is_none() && !player.hand.is_empty();
        let waiting = self.players.iter().filter(|(_, player)| may_play(player));
        waiting.fold(Seats::NONE, |seats, (seat, _)| seats.with(seat))
    }

    fn legal(&self, seat: Seat, _: &Lens<Rank>, out: &mut Vec<Action>) {
        out.extend(self.players[seat].hand.iter().map(|&card| Action::Play { card }));
    }

    fn permits(&self, seat: Seat, action: &Action, _: &Lens<Rank>) -> Result<(), Refusal> {
        let Action::Play { card } = *action;
        let is_held = self.players[seat].hand.contains(&card);
        if is_held { Ok(()) } else { Err(Refusal::NotInHand { card }) }
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        let Action::Play { card } = *action;
        let player = &mut self.players[seat];
        player.hand.retain(|held| *held != card);
        player.played = Some(card);
        dealer.announce(Event::Played { player: seat });
        if self.players.values().iter().all(|player| player.played.is_some()) {
            self.end_round(dealer)?;
        }
        Ok(())
    }

    fn answer(question: std::convert::Infallible, _: &[Rank]) -> bool {
        match question {}
    }

    fn witness(event: &mut Event, lens: &Lens<Rank>) {
        for card in event.cards() {
            *card = lens.shown(card.id);
        }
    }

    fn view<'a>(&'a self, lens: &Lens<'a, Rank>) -> View {
        self.view_through(lens)
    }

    /// The whole view, which is always correct. A game that is played a lot names only what is different in it.
    fn own<'a>(&'a self, lens: &Lens<'a, Rank>) -> View {
        self.view_through(lens)
    }

    /// R-END-01, R-END-02
    fn standing(&self) -> Option<Standing> {
        let is_over = self.players.values().iter().all(|player| player.hand.is_empty());
        is_over.then(|| {
            let most = self.players.values().iter().map(|player| player.points).max();
            let winners = self.players.iter().filter(|(_, player)| Some(player.points) == most);
            Standing {
                scores: self.players.map(|_, player| player.points.into()),
                winners: winners.fold(Seats::NONE, |seats, (seat, _)| seats.with(seat)),
            }
        })
    }

    /// The lowest card.
    fn fallback(&self, seat: Seat, lens: &Lens<Rank>, _: &mut Dice) -> Action {
        let hand = &self.players[seat].hand;
        let lowest = hand.iter().min_by_key(|&&card| lens.face(card));
        Action::Play { card: lowest.copied().unwrap_or(Card::new(0)) }
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        for (_, player) in self.players.iter() {
            player.hand.iter().chain(&player.played).for_each(|&card| visit(card));
        }
        self.left.iter().chain(&self.turned_up).for_each(|&card| visit(card));
    }
}

impl TemplateGame {
    /// R-ROUND-02, R-ROUND-03: turns up what was played, and the highest takes the round.
    fn end_round<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        let mut best: Option<(Rank, Seat)> = None;
        let mut turned_up = ArrayVec::new();
        for (seat, player) in self.players.iter_mut() {
            if let Some(card) = player.played.take() {
                let rank = dealer.reveal(card)?;
                best = best.max(Some((rank, seat)));
                turned_up.push(Shown::back(card));
                self.turned_up.push(card);
            }
        }
        dealer.announce(Event::TurnedUp { cards: turned_up });
        if let Some((_, seat)) = best {
            self.players[seat].points += self.round;
            dealer.announce(Event::RoundWon { player: seat, points: self.round });
        }
        match self.standing() {
            Some(standing) => dealer.announce(Event::GameOver { winners: standing.winners }),
            None => self.round += 1,
        }
        Ok(())
    }
}
