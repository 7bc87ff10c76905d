//! A bot that samples the other hands many times and takes the action with the best average result.

use facedown_core::{Dice, Game, Lens, Seat, imagine};
use facedown_games::texas_42::{Action, Bid, Contract, Domino, Texas42, Trump, partner, team};

use super::hand::{Hand, hands, is_made, own};
use crate::Bot;

/// How many deals are imagined for a bid or a trump.
const BIDDING_SAMPLES: usize = 200;
/// How many deals are imagined for a play.
const PLAYING_SAMPLES: usize = 400;
/// The success rate in per cent from which a contract is bid.
const MIN_SUCCESS: u32 = 50;
/// The success rate in per cent from which marks are bid, or more than the partner's bid.
const MIN_SAFE_SUCCESS: u32 = 74;

/// Samples the other hands many times and takes the action with the best average result.
///
/// It knows the public state and its own lens. The imagined hands are consistent with both: nobody holds a domino that
/// their plays have ruled out.
#[derive(Clone)]
pub struct OldTimer {
    dice: Dice,
    legal: Vec<Action>,
}

impl OldTimer {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, legal: Vec::new() }
    }

    /// For each usual trump, the points that were taken in each imagined hand.
    fn prospects(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Vec<Prospect> {
        let mut prospects: Vec<Prospect> = Trump::USUAL.map(Prospect::new).into();
        for _ in 0..BIDDING_SAMPLES {
            let hands = hands(game, &imagine(game, lens, &mut self.dice));
            for prospect in &mut prospects {
                let hand = Hand::dealt(game, hands, prospect.trump, seat);
                let points = hand.play_out(&mut self.dice)[team(seat)];
                prospect.taken.push(points);
            }
        }
        prospects
    }

    fn bid(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Option<Action> {
        let prospects = self.prospects(game, seat, lens);
        let sure = |bid: Bid| {
            let needed = bid.worth(game.contract()).points();
            prospects.iter().map(|prospect| prospect.sure(needed)).max().unwrap_or_default()
        };
        let partners = game.bidder().is_some_and(|bidder| bidder == partner(seat));
        let threshold = |bid: Bid| match bid {
            Bid::Points(_) if !partners => MIN_SUCCESS,
            _ => MIN_SAFE_SUCCESS,
        };
        let bids = self.legal.iter().filter_map(|action| match *action {
            Action::Bid { bid: bid @ (Bid::Points(_) | Bid::Marks(_)) } => Some(bid),
            _ => None,
        });
        let good: Vec<Bid> = bids.filter(|&bid| sure(bid) >= threshold(bid)).collect();
        // Two marks if they are there for the taking; otherwise no more than is needed.
        let marks =
            good.iter().copied().filter(|bid| matches!(bid, Bid::Marks(_))).max_by_key(|bid| {
                match bid {
                    Bid::Marks(marks) => *marks,
                    _ => 0,
                }
            });
        marks.or(good.first().copied()).map(|bid| Action::Bid { bid })
    }

    fn trump(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Option<Action> {
        let needed = game.contract().map_or(30, Contract::points);
        let prospects = self.prospects(game, seat, lens);
        let best =
            prospects.iter().max_by_key(|prospect| (prospect.sure(needed), prospect.total()))?;
        Some(Action::SelectTrump { trump: best.trump })
    }

    fn play(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Option<Action> {
        let (bidder, contract, trump) = (game.bidder()?, game.contract()?, game.trump?);
        let mine = own(game, seat, lens);
        let playable = game.suits()?.playable(mine, game.led());
        if playable.len() == 1 {
            return card(game, seat, playable.iter().next()?, lens);
        }
        let mut worth = vec![0i64; 28];
        for _ in 0..PLAYING_SAMPLES {
            let hands = hands(game, &imagine(game, lens, &mut self.dice));
            let open = Hand::of(game, hands, seat)?;
            for domino in playable.iter() {
                let mut next = open.clone();
                next.play(domino);
                let points = next.play_out(&mut self.dice);
                let made = is_made(trump, contract.points(), points, bidder);
                let won = made == (team(bidder) == team(seat));
                // The contract counts most; points count a little, also in a hand that is decided.
                worth[domino.index()] += 200 * i64::from(won) + i64::from(points[team(seat)])
                    - i64::from(points[1 - team(seat)]);
            }
        }
        let best = playable.iter().max_by_key(|domino| worth[domino.index()])?;
        card(game, seat, best, lens)
    }
}

impl Bot<Texas42> for OldTimer {
    fn choose(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Action {
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let wanted = match self.legal[..] {
            [only] => Some(only),
            [Action::Bid { .. }, ..] => self.bid(game, seat, lens),
            [Action::SelectTrump { .. }, ..] => self.trump(game, seat, lens),
            [Action::PlayDomino { .. }, ..] => self.play(game, seat, lens),
            _ => None,
        };
        let wanted = wanted.filter(|action| self.legal.contains(action));
        // The first legal call is a pass, or the lowest bid if the player must bid.
        wanted
            .or_else(|| self.legal.first().copied())
            .unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }
}

/// The results of one trump in the imagined hands.
struct Prospect {
    trump: Trump,
    taken: Vec<u8>,
}

impl Prospect {
    fn new(trump: Trump) -> Self {
        Self { trump, taken: Vec::with_capacity(BIDDING_SAMPLES) }
    }

    /// The percentage of hands in which at least this many points were taken.
    fn sure(&self, needed: u8) -> u32 {
        let often = self.taken.iter().filter(|&&points| points >= needed).count();
        u32::try_from(100 * often / self.taken.len().max(1)).unwrap_or_default()
    }

    fn total(&self) -> u32 {
        self.taken.iter().map(|&points| u32::from(points)).sum()
    }
}

fn card(game: &Texas42, seat: Seat, domino: Domino, lens: &Lens<Domino>) -> Option<Action> {
    let card = game.hands[seat].iter().find(|&&card| lens.face(card) == Some(domino))?;
    Some(Action::PlayDomino { card: *card })
}
