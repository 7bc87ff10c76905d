//! Combat: who attacks whom, who blocks, and what damage comes of it.

use facedown_core::{Dice, Seat};
use facedown_games::spellbook::{Action, Attacker, Blocker, Piece, PieceId, Target};

use super::eyes::{Creature, Eyes};

/// One of so many creatures attacks although it is not wise, so that nobody waits for ever.
const RASH: u32 = 6;
/// One of so many good blocks is not made.
const CARELESS: u32 = 5;

/// What attacks, and whom: the opponent with the least life.
pub(super) fn attack(eyes: &Eyes, dice: &mut Dice) -> Vec<Attacker> {
    let players = &eyes.game.board.players;
    let rivals: Vec<Seat> = eyes.game.living.without(eyes.me).iter().collect();
    let Some(least) = rivals.iter().map(|&seat| players[seat].life).min() else {
        return Vec::new();
    };
    let weakest: Vec<Seat> =
        rivals.into_iter().filter(|&seat| players[seat].life == least).collect();
    let Some(&rival) = dice.pick(&weakest) else { return Vec::new() };
    let turn = eyes.game.board.turn.number;
    let mut ready: Vec<Creature> =
        eyes.creatures(eyes.me).into_iter().filter(|own| own.can_attack(turn)).collect();
    ready.sort_by_key(|own| -own.power);
    let blockers = eyes.creatures(rival);
    let able = blockers.iter().filter(|blocker| !blocker.tapped).count();
    let unblocked: i32 = ready.iter().skip(able).map(|own| own.power).sum();
    let is_lethal = unblocked >= least;
    let threat: i32 = eyes.rivals().iter().map(|other| other.power).sum();
    let in_danger = threat >= eyes.own().life;
    ready
        .iter()
        .filter(|own| {
            let is_rash = dice.below(RASH) == 0;
            let stays = in_danger && !own.has("Watchful");
            is_lethal || is_rash || !stays && is_safe(own, &blockers)
        })
        .map(|own| Attacker { piece: own.id, target: Target::Seat(rival) })
        .collect()
}

/// Whether no blocker kills the attacker, but for one that is worth it.
fn is_safe(attacker: &Creature, blockers: &[Creature]) -> bool {
    let fears = |blocker: &Creature| {
        let trades = attacker.kills(blocker) && attacker.value() <= blocker.value();
        blocker.can_block(attacker) && blocker.kills(attacker) && !trades
    };
    !blockers.iter().any(fears)
}

/// What attacks the player.
pub(super) fn attackers(eyes: &Eyes) -> Vec<Creature> {
    let attackers = eyes.rivals().into_iter();
    attackers.filter(|other| other.attacks == Some(Target::Seat(eyes.me))).collect()
}

/// What blocks what: where the blocker survives, or is worth less than what it kills, or life depends on it.
pub(super) fn block(eyes: &Eyes, dice: &mut Dice) -> Vec<Blocker> {
    let mut attackers = attackers(eyes);
    attackers.sort_by_key(|attacker| -attacker.power);
    let mut able = eyes.creatures(eyes.me);
    able.sort_by_key(Creature::value);
    let mut incoming: i32 = attackers.iter().map(|attacker| attacker.power).sum();
    let mut blocks = Vec::new();
    for attacker in &attackers {
        let is_dire = incoming >= eyes.own().life;
        let is_good = |own: &Creature| {
            let trades = own.kills(attacker) && own.value() <= attacker.value();
            !attacker.kills(own) || trades
        };
        let can = |own: &Creature| own.can_block(attacker);
        let good = able.iter().position(|own| can(own) && is_good(own));
        let good = good.filter(|_| is_dire || dice.below(CARELESS) > 0);
        let any = || able.iter().position(can).filter(|_| is_dire);
        if let Some(at) = good.or_else(any) {
            blocks.push(Blocker { piece: able.remove(at).id, attacker: attacker.id });
            incoming = incoming.saturating_sub(attacker.power);
        }
    }
    blocks
}

/// The damage of the player’s own attack: of the blockers first, because whoever has lost one buries it at once.
pub(super) fn damage(eyes: &Eyes) -> Vec<Action> {
    let rivals = eyes.rivals();
    let (mut to_own, mut by_own) = (Vec::new(), Vec::new());
    for own in eyes.creatures(eyes.me) {
        let Some(target) = own.attacks else { continue };
        let blockers: Vec<&Creature> =
            rivals.iter().filter(|rival| rival.blocks == Some(own.id)).collect();
        let mut left = own.power.max(0);
        for (at, blocker) in blockers.iter().enumerate() {
            let is_last = at + 1 == blockers.len() && !own.has("Barge");
            let amount = if is_last { left } else { left.min(blocker.left.max(0)) };
            left -= amount;
            by_own.extend(dealt(own.id, blocker.id.into(), amount));
            let is_first = own.has("Quick") && !blocker.has("Quick");
            if !(is_first && amount >= blocker.left) {
                to_own.extend(dealt(blocker.id, own.id.into(), blocker.power));
            }
        }
        if blockers.is_empty() || own.has("Barge") {
            by_own.extend(dealt(own.id, target, left));
        }
        if own.has("Purr") && own.power > 0 {
            by_own.push(Action::Life { seat: eyes.me, by: own.power });
        }
    }
    [to_own, by_own].concat()
}

fn dealt(from: PieceId, to: Target, amount: i32) -> Option<Action> {
    let amount = u32::try_from(amount).ok().filter(|&amount| amount > 0)?;
    Some(Action::Damage { from: Some(from), to, amount, combat: true })
}

/// Whether a piece attacks.
pub(super) fn is_attacking(piece: &Piece) -> bool {
    piece.more().is_some_and(|more| more.attacks.is_some())
}
