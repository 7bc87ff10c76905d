//! The legal actions of a seat, and the reasons for which others are refused, from what the player can see.

use arrayvec::ArrayVec;
use facedown_core::{Card, Lens, Seat};

use super::action::{Action, Refusal};
use super::bid::Bid;
use super::domino::{Domino, Dominoes};
use super::state::{HAND_SIZE, Phase, SEATS, Texas42};
use super::suits::Trump;

/// Appends the legal actions of this seat to `out`.
pub(super) fn legal(game: &Texas42, seat: Seat, lens: &Lens<Domino>, out: &mut Vec<Action>) {
    match game.phase {
        Phase::Playing { .. } => {
            let Some(suits) = game.suits() else { return };
            let hand = game.hands[seat].iter();
            let known: ArrayVec<(Card, Domino), HAND_SIZE> =
                hand.filter_map(|&card| Some((card, lens.face(card)?))).collect();
            let held = known.iter().map(|&(_, domino)| domino).collect();
            let playable = suits.playable(held, game.led());
            let fits = known.iter().filter(|(_, domino)| playable.contains(*domino));
            out.extend(fits.map(|&(card, _)| Action::PlayDomino { card }));
        }
        Phase::Bidding { .. } => {
            if !must_bid(game, seat) {
                out.push(Action::Bid { bid: Bid::Pass });
            }
            let highest = game.contract();
            out.extend(Bid::usual_above(highest).map(|bid| Action::Bid { bid }));
            if game.options.splash || game.options.plunge {
                let doubles = doubles(game, seat, lens);
                let open = |bid: &Bid| is_played(game, *bid) && doubles >= bid.doubles_needed();
                let bids = Bid::special_above(highest).filter(open);
                out.extend(bids.map(|bid| Action::Bid { bid }));
            }
        }
        Phase::TrumpSelection { .. } => {
            let special = [Trump::Nello, Trump::Sevens];
            let special = special.into_iter().filter(|&trump| permits_trump(game, trump).is_ok());
            let trumps = Trump::USUAL.into_iter().chain(special);
            out.extend(trumps.map(|trump| Action::SelectTrump { trump }));
        }
        Phase::TrickComplete { consensus, .. } => out.push(if consensus.is_closed() {
            Action::CompleteTrick {}
        } else {
            Action::AgreeCompleteTrick {}
        }),
        Phase::HandComplete { consensus } => out.push(if consensus.is_closed() {
            Action::ScoreHand {}
        } else {
            Action::AgreeScoreHand {}
        }),
        Phase::Redeal { .. } => out.push(Action::Redeal {}),
        Phase::GameComplete { .. } => out.push(Action::NewGame {}),
        Phase::Over => {}
    }
}

/// Checks an action of a seat that the table is waiting for.
pub(super) fn permits(
    game: &Texas42,
    seat: Seat,
    action: Action,
    lens: &Lens<Domino>,
) -> Result<(), Refusal> {
    match (game.phase, action) {
        (Phase::Bidding { .. }, Action::Bid { bid }) => permits_bid(game, seat, bid, lens),
        (Phase::TrumpSelection { .. }, Action::SelectTrump { trump }) => permits_trump(game, trump),
        (Phase::Playing { .. }, Action::PlayDomino { card }) => {
            let here = game.hands[seat].contains(&card);
            let domino = lens.face(card).filter(|_| here).ok_or(Refusal::NotInHand { card })?;
            if playable(game, seat, lens).contains(domino) {
                return Ok(());
            }
            Err(match game.trump {
                Some(Trump::Sevens) => Refusal::MustPlayNearest { card },
                _ => Refusal::MustFollow { card },
            })
        }
        (Phase::TrickComplete { consensus, .. }, Action::CompleteTrick {})
        | (Phase::HandComplete { consensus }, Action::ScoreHand {})
            if !consensus.is_closed() =>
        {
            Err(Refusal::NotAgreed { missing: consensus.waiting_on() })
        }
        (Phase::TrickComplete { consensus, .. }, Action::AgreeCompleteTrick {})
        | (Phase::HandComplete { consensus }, Action::AgreeScoreHand {})
            if !consensus.is_closed() =>
        {
            Ok(())
        }
        (Phase::TrickComplete { .. }, Action::CompleteTrick {})
        | (Phase::HandComplete { .. }, Action::ScoreHand {})
        | (Phase::Redeal { .. }, Action::Redeal {})
        | (Phase::GameComplete { .. }, Action::NewGame {}) => Ok(()),
        (phase, _) => {
            let (now, rule) = invitation(phase);
            Err(Refusal::NotNow { now, rule })
        }
    }
}

/// R-BID-02, R-BID-03, R-BID-06, R-PLUNGE-01, R-SPLASH-01.
fn permits_bid(game: &Texas42, seat: Seat, bid: Bid, lens: &Lens<Domino>) -> Result<(), Refusal> {
    if bid == Bid::Pass {
        return if must_bid(game, seat) { Err(Refusal::ForcedBid) } else { Ok(()) };
    }
    let (name, rule) = special(bid);
    if !is_played(game, bid) {
        return Err(Refusal::NotPlayed { name, rule });
    }
    let exists = match bid {
        Bid::Points(points) => (30..=41).contains(&points),
        Bid::Marks(marks) => marks > 0,
        Bid::Splash(marks) => (2..=3).contains(&marks),
        Bid::Plunge | Bid::Pass => true,
    };
    if !exists {
        return Err(Refusal::NoSuchBid { bid });
    }
    let highest = game.contract();
    if !bid.beats(highest) {
        let floor = highest.map_or(0, super::bid::Contract::all_tricks);
        return Err(match (bid, highest) {
            (Bid::Marks(marks), _) if marks > floor => {
                Refusal::TooManyMarks { marks, most: 2.max(floor + 1) }
            }
            (_, Some(highest)) => Refusal::TooLow { bid, highest: highest.bid },
            (_, None) => Refusal::NoSuchBid { bid },
        });
    }
    let needed = bid.doubles_needed();
    if doubles(game, seat, lens) < needed {
        return Err(Refusal::TooFewDoubles { name, needed, rule });
    }
    Ok(())
}

/// R-TRUMP-01, R-NELLO-01, R-SEVENS-01.
fn permits_trump(game: &Texas42, trump: Trump) -> Result<(), Refusal> {
    let (name, rule, is_played) = match trump {
        Trump::Nello => ("Nello", "R-NELLO-01", game.options.nello),
        Trump::Sevens => ("Sevens", "R-SEVENS-01", game.options.sevens),
        _ => return Ok(()),
    };
    if !is_played {
        return Err(Refusal::NotPlayed { name, rule });
    }
    match game.contract().map(|contract| contract.bid) {
        Some(Bid::Marks(_)) => Ok(()),
        _ => Err(Refusal::NeedsMarks { name, rule }),
    }
}

/// What this seat may play, as far as the lens sees its hand. Without a house, others see only the domino that is played, and
/// believe that none was withheld; `rules_out` exposes one that turns up later.
fn playable(game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Dominoes {
    let hand = held(game, seat, lens);
    game.suits().map_or(Dominoes::NONE, |suits| suits.playable(hand, game.led()))
}

/// The dominoes of a hand that the lens sees.
pub(super) fn held(game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Dominoes {
    game.hands[seat].iter().filter_map(|&card| lens.face(card)).collect()
}

/// How many doubles this seat may have. Others judge such a bid without seeing the hand; the audit does later.
fn doubles(game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> usize {
    game.hands[seat].iter().filter(|&&card| lens.could_be(card, Domino::is_double)).count()
}

/// R-BID-06: the shaker, when all others have passed.
fn must_bid(game: &Texas42, seat: Seat) -> bool {
    game.options.forced_bid
        && seat == game.shaker
        && game.highest.is_none()
        && game.calls.len() == SEATS - 1
}

const fn is_played(game: &Texas42, bid: Bid) -> bool {
    match bid {
        Bid::Plunge => game.options.plunge,
        Bid::Splash(_) => game.options.splash,
        _ => true,
    }
}

const fn special(bid: Bid) -> (&'static str, &'static str) {
    match bid {
        Bid::Splash(_) => ("splash", "R-SPLASH-01"),
        _ => ("plunge", "R-PLUNGE-01"),
    }
}

/// What the table asks of those it is waiting for, and by which rule.
const fn invitation(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Bidding { .. } => ("bid or pass", "R-BID-01"),
        Phase::Redeal { .. } => ("all have passed; deal again", "R-BID-05"),
        Phase::TrumpSelection { .. } => ("name the trump", "R-TRUMP-01"),
        Phase::Playing { .. } => ("play a domino", "R-PLAY-01"),
        Phase::TrickComplete { consensus, .. } if consensus.is_closed() => {
            ("take the trick in", "R-AGREE-02")
        }
        Phase::HandComplete { consensus } if consensus.is_closed() => {
            ("score the hand", "R-AGREE-02")
        }
        Phase::TrickComplete { .. } => ("agree that the trick is taken in", "R-AGREE-01"),
        Phase::HandComplete { .. } => ("agree that the hand is scored", "R-AGREE-01"),
        Phase::GameComplete { .. } => ("begin the next game", "R-GAME-02"),
        Phase::Over => ("the game is over", "R-GAME-01"),
    }
}
