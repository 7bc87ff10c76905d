//! Which actions are legal, and why others are refused, as far as the player can see.

use arrayvec::ArrayVec;
use facedown_core::{Card, Lens, Sealed, Seat, Tuck};

use super::action::{Action, Combo, Refusal};
use super::cards::{self, Alone, Cat, Kind, Victim};
use super::deck::MAX_CARDS;
use super::state::{ExplodingKittens, Phase};

/// Every action that this seat may take now.
pub(super) fn legal(game: &ExplodingKittens, seat: Seat, lens: &Lens<Kind>, out: &mut Vec<Action>) {
    let hand = || game.players[seat].hand.iter().copied();
    match &game.phase {
        Phase::Turn => {
            out.push(Action::Draw {});
            hand().for_each(|card| singles(game, seat, card, lens, out));
            combos(game, seat, lens, out);
        }
        Phase::Aim { play } => {
            if let Alone::At(victim) = play.kind.sheet().alone {
                out.extend(game.targets(seat, victim).map(|target| Action::Aim { target }));
            }
        }
        Phase::Nope { .. } => {
            out.extend([Action::Pass {}, Action::PassTurn {}]);
            // R-CURSE-04: what cannot be seen may be a Nope.
            let nopes =
                hand().filter(|&card| lens.face(card).is_none_or(|kind| kind == Kind::Nope));
            out.extend(nopes.map(|card| Action::Nope { card }));
        }
        Phase::Choice { play, .. } => cards::choices(game, play, seat, lens, out),
        Phase::Drawn { card, .. } => {
            out.push(Action::Keep {});
            if lens.face(*card) == Some(Kind::ExplodingKitten) {
                defuses(game, seat, lens, out);
            }
        }
        Phase::Unmask { .. } => {
            let kittens = hand().filter(|&card| lens.face(card) == Some(Kind::ExplodingKitten));
            out.extend(kittens.map(|card| Action::Unmask { card }));
        }
        Phase::Defuse { .. } => defuses(game, seat, lens, out),
        Phase::Tuck { .. } => {
            let places = (0..).take(game.pile.len() + 1);
            out.extend(places.map(|n| Action::Tuck { place: Sealed::new(seat, Tuck(n)) }));
        }
        Phase::Over => {}
    }
}

/// The ways to play a card alone.
fn singles(
    game: &ExplodingKittens,
    seat: Seat,
    card: Card,
    lens: &Lens<Kind>,
    out: &mut Vec<Action>,
) {
    match lens.face(card).map(|kind| kind.sheet().alone) {
        // R-CURSE-02: blind, anything can be tried.
        None | Some(Alone::Freely) => out.push(Action::Play { card, target: None }),
        Some(Alone::Never) => {}
        Some(Alone::At(victim)) => {
            let at = |target| Action::Play { card, target: Some(target) };
            out.extend(game.targets(seat, victim).map(at));
        }
    }
}

/// The ways to play two and three of a kind.
fn combos(game: &ExplodingKittens, seat: Seat, lens: &Lens<Kind>, out: &mut Vec<Action>) {
    let any = game.options.any_pairs;
    let seen = game.players[seat].hand.iter().filter_map(|&card| Some((card, lens.face(card)?)));
    let fit: ArrayVec<(Card, Kind), MAX_CARDS> =
        seen.filter(|(_, kind)| any || kind.sheet().cat != Cat::No).collect();
    if fit.len() < 2 {
        return;
    }
    for (at, &(one, first)) in fit.iter().enumerate() {
        let with_first = |&&(_, kind): &&(Card, Kind)| kind.goes_with(first, any);
        for (after, &(two, second)) in fit.iter().enumerate().skip(at + 1) {
            if !second.goes_with(first, any) {
                continue;
            }
            let pair = Combo::new([one, two]);
            let targets = || game.targets(seat, Victim::WithCards);
            out.extend(targets().map(|target| Action::Pair { cards: pair, target }));
            let thirds = fit[after + 1..].iter().filter(with_first);
            for &(three, _) in thirds.filter(|(_, kind)| kind.goes_with(second, any)) {
                let cards = Combo::new([one, two, three]);
                out.extend(targets().map(|target| Action::Triple { cards, target }));
            }
        }
    }
}

/// The cards to defuse with: Defuses, and what a cursed player cannot see (R-DEF-01, R-CURSE-05).
fn defuses(game: &ExplodingKittens, seat: Seat, lens: &Lens<Kind>, out: &mut Vec<Action>) {
    let hand = game.players[seat].hand.iter().copied();
    let may_be = hand.filter(|&card| lens.face(card).is_none_or(|kind| kind == Kind::Defuse));
    out.extend(may_be.map(|card| Action::Defuse { card }));
}

/// Checks whether this seat, which the table is waiting for, may take this action.
pub(super) fn permits(
    game: &ExplodingKittens,
    seat: Seat,
    action: &Action,
    lens: &Lens<Kind>,
) -> Result<(), Refusal> {
    match (&game.phase, action) {
        (Phase::Turn, Action::Draw {})
        | (Phase::Nope { .. }, Action::Pass {} | Action::PassTurn {})
        | (Phase::Drawn { .. }, Action::Keep {}) => Ok(()),
        (Phase::Turn, Action::Play { card, target }) => {
            permits_single(game, seat, *card, *target, lens)
        }
        (Phase::Turn, Action::Pair { cards, target }) => {
            permits_combo(game, seat, cards.cards(), *target, lens)
        }
        (Phase::Turn, Action::Triple { cards, target }) => {
            permits_combo(game, seat, cards.cards(), *target, lens)
        }
        (Phase::Aim { play }, Action::Aim { target }) => match play.kind.sheet().alone {
            Alone::At(victim) => permits_target(game, seat, victim, *target),
            _ => Ok(()),
        },
        (Phase::Choice { play, .. }, _) => cards::permits(game, play, seat, action, lens),
        (Phase::Nope { .. }, Action::Nope { card }) => match seen(game, seat, *card, lens)? {
            None | Some(Kind::Nope) => Ok(()),
            Some(_) => Err(Refusal::NotANope { card: *card }),
        },
        (Phase::Drawn { card: drawn, .. }, Action::Defuse { .. })
            if lens.face(*drawn) != Some(Kind::ExplodingKitten) =>
        {
            Err(Refusal::NothingToDefuse)
        }
        (Phase::Drawn { .. } | Phase::Defuse { .. }, Action::Defuse { card }) => {
            match seen(game, seat, *card, lens)? {
                None | Some(Kind::Defuse) => Ok(()),
                Some(_) => Err(Refusal::NotADefuse { card: *card }),
            }
        }
        (Phase::Unmask { .. }, Action::Unmask { card }) => match seen(game, seat, *card, lens)? {
            Some(Kind::ExplodingKitten) => Ok(()),
            _ => Err(Refusal::NotAKitten { card: *card }),
        },
        (Phase::Tuck { .. }, Action::Tuck { place }) => {
            let bottom = game.pile.len();
            if lens.allows(place, |tuck| usize::from(tuck.0) <= bottom) {
                return Ok(());
            }
            let place = lens.open(place).map_or(u16::MAX, |tuck| tuck.0);
            Err(Refusal::NoSuchPlace { place, bottom })
        }
        (_, Action::Nope { .. }) => Err(Refusal::NothingToNope),
        (phase, _) => {
            let (now, rule) = invitation(phase);
            Err(Refusal::NotNow { now, rule })
        }
    }
}

/// What the player sees on a card of their own hand (R-PLAY-01).
fn seen(
    game: &ExplodingKittens,
    seat: Seat,
    card: Card,
    lens: &Lens<Kind>,
) -> Result<Option<Kind>, Refusal> {
    if game.holds(seat, card) { Ok(lens.face(card)) } else { Err(Refusal::NotInHand { card }) }
}

fn permits_single(
    game: &ExplodingKittens,
    seat: Seat,
    card: Card,
    target: Option<Seat>,
    lens: &Lens<Kind>,
) -> Result<(), Refusal> {
    let Some(kind) = seen(game, seat, card, lens)? else {
        return if target.is_none() { Ok(()) } else { Err(Refusal::BlindTarget) };
    };
    match (kind.sheet().alone, target) {
        (Alone::Never, _) => Err(Refusal::NotPlayable { kind }),
        (Alone::Freely, None) => Ok(()),
        (Alone::Freely, Some(_)) => Err(Refusal::TargetNotNeeded { kind }),
        (Alone::At(_), None) => Err(Refusal::TargetNeeded { kind }),
        (Alone::At(victim), Some(target)) => permits_target(game, seat, victim, target),
    }
}

fn permits_combo(
    game: &ExplodingKittens,
    seat: Seat,
    cards: &[Card],
    target: Seat,
    lens: &Lens<Kind>,
) -> Result<(), Refusal> {
    let mut kinds: ArrayVec<Kind, 3> = ArrayVec::new();
    for (at, &card) in cards.iter().enumerate() {
        let kind = seen(game, seat, card, lens)?;
        if cards[..at].contains(&card) {
            return Err(Refusal::CardTwice { card });
        }
        let kind = kind.ok_or(Refusal::Blind)?;
        if !kinds.iter().all(|other| kind.goes_with(*other, game.options.any_pairs)) {
            return Err(Refusal::NotOfAKind);
        }
        kinds.push(kind);
    }
    permits_target(game, seat, Victim::WithCards, target)
}

/// Checks a target (R-PLAY-04).
fn permits_target(
    game: &ExplodingKittens,
    seat: Seat,
    victim: Victim,
    target: Seat,
) -> Result<(), Refusal> {
    if !game.players.seats().has(target) {
        Err(Refusal::NoSuchTarget { target })
    } else if target == seat {
        Err(Refusal::TargetIsSelf)
    } else if !game.living.contains(target) {
        Err(Refusal::TargetIsDead { target })
    } else if !game.can_be(victim, target) {
        Err(Refusal::NothingToTake { target })
    } else {
        Ok(())
    }
}

/// What the table asks of those it is waiting for, and by which rule.
const fn invitation(phase: &Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Turn => ("play something or draw", "R-TURN-01"),
        Phase::Aim { .. } => ("say whom the card is aimed at", "R-CURSE-03"),
        Phase::Nope { .. } => ("play a Nope or pass", "R-NOPE-02"),
        Phase::Choice { .. } => ("answer what the card asks", "R-PLAY-01"),
        Phase::Drawn { .. } => ("keep the card that you drew", "R-STREAK-02"),
        Phase::Unmask { .. } => {
            ("turn up the Exploding Kitten that you may not keep", "R-STREAK-04")
        }
        Phase::Defuse { .. } => ("use a Defuse", "R-DEF-01"),
        Phase::Tuck { .. } => ("tuck the kitten into the pile", "R-DEF-03"),
        Phase::Over => ("the game is over", "R-END-01"),
    }
}
