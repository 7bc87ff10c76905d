//! Which actions are legal, and why others are refused. Nothing here depends on a face: every bluff is allowed.

use arrayvec::ArrayVec;
use facedown_core::{MAX_SEATS, Seat};

use super::action::{Action, Refusal};
use super::kind::Kind;
use super::state::{HerdingCats, Phase};

/// Every action that this seat may take now.
pub(super) fn legal(game: &HerdingCats, seat: Seat, out: &mut Vec<Action>) {
    let player = &game.players[seat];
    match game.phase {
        Phase::Turn => {
            // The possible declarations do not depend on the card, so they are computed once.
            let claims = claims(game, seat);
            out.reserve(player.hand.len() * claims.len());
            for &card in &player.hand {
                let play = |&(declare, target)| Action::Play { card, declare, target };
                out.extend(claims.iter().map(play));
            }
        }
        Phase::Challenge { .. } | Phase::InterceptChallenge { .. } => {
            out.extend([Action::Pass {}, Action::Challenge {}]);
        }
        Phase::Penalty { payer, .. } => {
            out.extend(game.players[payer].hand.iter().map(|&card| Action::Pick { card }));
        }
        Phase::Select { play } => {
            if let (Some(target), Some(zone)) = (play.target, play.declared.attacks()) {
                out.extend(
                    game.players[target].attackable(zone).map(|card| Action::Select { card }),
                );
            }
        }
        Phase::Intercept { attack } => {
            out.push(Action::Decline {});
            let cards = player.presentable(attack.zone).filter(|&card| card != attack.selected);
            out.extend(cards.map(|card| Action::Intercept { card }));
        }
        Phase::Over => {}
    }
}

/// Everything that a card can be declared to be now, and against whom.
fn claims(game: &HerdingCats, seat: Seat) -> ArrayVec<(Kind, Option<Seat>), MAX_CLAIMS> {
    let opponents = game.players.seats().all().without(seat);
    let mut claims = ArrayVec::new();
    for declare in Kind::ALL {
        if declare.attacks().is_none() {
            claims.push((declare, None));
            continue;
        }
        let targets = opponents.iter().filter(|&target| game.can_attack(target, declare));
        claims.extend(targets.map(|target| (declare, Some(target))));
    }
    claims
}

/// Every kind at most once for each seat.
const MAX_CLAIMS: usize = Kind::ALL.len() * MAX_SEATS;

/// Checks whether this seat, which the table is waiting for, may take this action.
pub(super) fn permits(game: &HerdingCats, seat: Seat, action: Action) -> Result<(), Refusal> {
    let player = &game.players[seat];
    match (game.phase, action) {
        (Phase::Turn, Action::Play { card, declare, target }) => {
            if !player.in_hand(card) {
                return Err(Refusal::NotInHand { card });
            }
            permits_target(game, seat, declare, target)
        }
        (
            Phase::Challenge { .. } | Phase::InterceptChallenge { .. },
            Action::Pass {} | Action::Challenge {},
        )
        | (Phase::Intercept { .. }, Action::Decline {}) => Ok(()),
        (Phase::Penalty { payer, .. }, Action::Pick { card }) => {
            let there = game.players[payer].in_hand(card);
            if there { Ok(()) } else { Err(Refusal::NotInPayersHand { card, payer }) }
        }
        (Phase::Select { play }, Action::Select { card }) => {
            let there = play.target.zip(play.declared.attacks()).is_some_and(|(target, zone)| {
                game.players[target].attackable(zone).any(|there| there == card)
            });
            if there { Ok(()) } else { Err(Refusal::NotAttackable { card }) }
        }
        (Phase::Intercept { attack }, Action::Intercept { card }) => {
            if card == attack.selected {
                return Err(Refusal::PresentedIsSelected { card });
            }
            let there = player.presentable(attack.zone).any(|there| there == card);
            if there { Ok(()) } else { Err(Refusal::NotPresentable { card }) }
        }
        (phase, _) => {
            let (now, rule) = invitation(phase);
            Err(Refusal::NotNow { now, rule })
        }
    }
}

fn permits_target(
    game: &HerdingCats,
    seat: Seat,
    declare: Kind,
    target: Option<Seat>,
) -> Result<(), Refusal> {
    match target {
        None if declare.attacks().is_some() => Err(Refusal::TargetNeeded { declare }),
        Some(_) if declare.attacks().is_none() => Err(Refusal::TargetNotNeeded { declare }),
        Some(target) if !game.players.seats().has(target) => Err(Refusal::NoSuchTarget { target }),
        Some(target) if target == seat => Err(Refusal::TargetIsSelf),
        Some(target) if !game.can_attack(target, declare) => {
            Err(Refusal::NothingToAttack { target, declare })
        }
        _ => Ok(()),
    }
}

/// What the table asks of those it is waiting for, and by which rule.
const fn invitation(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Turn => ("play a card and declare it", "R-TURN-01"),
        Phase::Challenge { .. } => ("challenge the declaration or pass", "R-CHAL-01"),
        Phase::Penalty { .. } => ("pick the card that is lost as the penalty", "R-PEN-04"),
        Phase::Select { .. } => ("select the card to attack", "R-ATK-01"),
        Phase::Intercept { .. } => ("claim a Laser Pointer or decline", "R-INT-01"),
        Phase::InterceptChallenge { .. } => ("challenge the claim or pass", "R-INT-04"),
        Phase::Over => ("the game is over", "R-END-01"),
    }
}
