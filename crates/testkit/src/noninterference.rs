//! Noninterference: nobody can distinguish two worlds that differ only in what they may not see.

use facedown_core::{AddressedEvent, Dice, Game, Recipient, Seat, Seed, Viewer, legal, legal_for};

use crate::counting::Counter;
use crate::opening::openings;
use crate::pool::{Pool, choose_or_invent};
use crate::suite::{Case, OtherFaces, Report, Suite};
use crate::trace::VerbUse;
use crate::violation::{Aspect, Breach, Violation, text};
use crate::world::{AppliedAction, World};

/// How many wrong actions are tried at each step, to compare their refusals.
const WRONG_ACTIONS: usize = 8;

/// Plays random games together with copies in which the cards that one viewer cannot see have other faces, and compares
/// everything that this viewer gets, byte for byte, until a verb of the dealer reveals the difference to the viewer. In every other
/// copy the secret lists that the viewer does not know are other lists of the same size.
///
/// When somebody else takes an action with a sealed value, the other worlds use another value.
pub fn noninterference<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    openings(suite)?;
    for case in suite.cases() {
        let mut walk = Walk::begin(case, suite)?;
        while walk.step < suite.longest && walk.compare()? {
            walk.act()?;
        }
        report.games += 1;
        report.actions += walk.step;
        report.comparisons += walk.comparisons;
        report.divergences += walk.divergences;
        report.other_lists += walk.other_lists;
    }
    report.unless_unlisted(suite)?.unless_idle(suite)
}

/// A world that differs from the real one in what one viewer cannot see.
struct Other<G: Game> {
    world: World<G>,
    counts: Counter<G>,
}

/// One viewer and its other worlds.
struct Watch<G: Game> {
    viewer: Viewer,
    counts: Counter<G>,
    /// A world that is kept as long as possible, to find leaks that show late.
    old: Option<Other<G>>,
    /// A world that is created again at each step, to find leaks that show only at rare moments.
    young: Option<Other<G>>,
}

struct Walk<'a, G: Game> {
    case: Case<'a, G>,
    dice: Dice,
    world: World<G>,
    watches: Vec<Watch<G>>,
    /// Actions that were legal at some time; most of them are not legal now.
    pool: Vec<G::Action>,
    /// What may be done instead of what is listed.
    inventions: Pool<G>,
    other_faces: Option<OtherFaces<G>>,
    step: usize,
    comparisons: usize,
    divergences: usize,
    other_lists: usize,
}

impl<'a, G: Game> Walk<'a, G> {
    fn begin(case: Case<'a, G>, suite: &Suite<G>) -> Result<Self, Violation> {
        let world = case.world()?;
        let counts = Counter::new(suite.statistics.as_ref(), case.seats);
        let watch = |viewer| Watch { viewer, counts: counts.clone(), old: None, young: None };
        let watches = world.viewers().map(watch).collect();
        Ok(Self {
            dice: case.choices(),
            case,
            world,
            watches,
            pool: Vec::new(),
            inventions: Pool::default(),
            other_faces: suite.other_faces,
            step: 0,
            comparisons: 0,
            divergences: 0,
            other_lists: 0,
        })
    }

    /// Compares all worlds in their present state. Returns whether the game goes on.
    fn compare(&mut self) -> Result<bool, Violation> {
        // Other worlds are created before anybody looks at this one: rules that remember what they see first would carry
        // it over.
        for watch in &mut self.watches {
            if let Some(young) = watch.young.take() {
                watch.old.get_or_insert(young);
            }
            let mut world = self.world.redealt(watch.viewer, &mut self.dice);
            if self.step % 2 == 1 {
                let other = world.relisted(watch.viewer, self.other_faces, &mut self.dice);
                let untried = || self.case.violation(self.step, Breach::SecretListUntried);
                let (other, changed) = other.ok_or_else(untried)?;
                self.other_lists += usize::from(changed > 0);
                world = other;
            }
            watch.young = Some(Other { world, counts: watch.counts.clone() });
        }
        self.world.serve_all();
        self.pool.extend(self.world.choices().into_iter().map(|(_, action)| action));
        let wrong: Vec<G::Action> =
            (0..WRONG_ACTIONS).filter_map(|_| self.dice.pick(&self.pool).cloned()).collect();
        for watch in &self.watches {
            let here = observe(&self.world, watch.viewer, &wrong);
            for other in [&watch.old, &watch.young].into_iter().flatten() {
                other.world.serve_all();
                let there = observe(&other.world, watch.viewer, &wrong);
                self.comparisons += here.len();
                differ(watch.viewer, &here, &there)
                    .map_err(|breach| self.case.violation(self.step, breach))?;
            }
        }
        Ok(!self.world.game.waiting_on().is_empty())
    }

    /// Takes one random action in all worlds, and compares the outcomes.
    fn act(&mut self) -> Result<(), Violation> {
        let (world, pool) = (&self.world, &mut self.inventions);
        let permits = |seat, action: &G::Action| world.permits(seat, action).is_ok();
        let chosen = choose_or_invent(world.choices(), pool, &mut self.dice, permits);
        let Some((seat, action)) = chosen else {
            let seat = self.world.game.waiting_on().iter().next();
            let stuck = seat.map_or(Breach::NoOutcome, |seat| Breach::Stuck { seat });
            return Err(self.case.violation(self.step, stuck));
        };
        let before = self.world.clone();
        let happened = self.world.apply_traced(seat, &action);
        let happened =
            happened.map_err(|h| self.case.violation(self.step, Breach::DealError(h)))?;
        self.step += 1;
        for watch in &mut self.watches {
            let viewer = watch.viewer;
            let heard = heard_by::<G>(viewer, &happened.told);
            watch.counts.tally(&before, viewer, (seat, &action), &heard);
            let here = Outcome { world: &self.world, happened: &happened, counts: &watch.counts };
            for slot in [&mut watch.old, &mut watch.young] {
                let Some(mut other) = slot.take() else { continue };
                let choice = if viewer == Viewer::Seat(seat) {
                    action.clone()
                } else {
                    look_alike(&other.world, (seat, &action), &mut self.dice)
                };
                let went = go_along(viewer, &here, &mut other, (seat, &choice));
                match went.map_err(|breach| self.case.violation(self.step, breach))? {
                    OtherOutcome::Same => {
                        self.comparisons += 3;
                        *slot = Some(other);
                    }
                    OtherOutcome::Diverged => self.divergences += 1,
                    OtherOutcome::Refused => {}
                }
            }
        }
        Ok(())
    }
}

/// The outcome of an action in the real world.
struct Outcome<'a, G: Game> {
    world: &'a World<G>,
    happened: &'a AppliedAction<G>,
    counts: &'a Counter<G>,
}

/// The outcome of an action in another world.
enum OtherOutcome {
    /// The viewer cannot distinguish it from the real one.
    Same,
    /// The dealer revealed the difference to the viewer.
    Diverged,
    /// The action is not permitted there.
    Refused,
}

/// An action that differs from this one only in its sealed values.
fn look_alike<G: Game>(
    world: &World<G>,
    (seat, action): (Seat, &G::Action),
    dice: &mut Dice,
) -> G::Action {
    let mut alike = legal(&world.game, &world.house, seat);
    let outside = text(action);
    alike.retain(|other| text(other) == outside);
    dice.pick(&alike).unwrap_or(action).clone()
}

/// Takes the same action in another world, and compares what the viewer gets.
fn go_along<G: Game>(
    viewer: Viewer,
    here: &Outcome<'_, G>,
    other: &mut Other<G>,
    (seat, action): (Seat, &G::Action),
) -> Result<OtherOutcome, Breach> {
    if other.world.permits(seat, action).is_err() {
        return Ok(OtherOutcome::Refused);
    }
    let before = other.world.clone();
    let there = other.world.apply_traced(seat, action).map_err(Breach::DealError)?;
    let verb_uses = here.happened.verb_uses.iter().zip(&there.verb_uses);
    for (one, two) in verb_uses {
        // The rules are blind: until the dealer reveals a difference to them, they do the same.
        same(viewer, Aspect::Verbs, &one.verb, &two.verb)?;
        if one.lesson_for(viewer) != two.lesson_for(viewer) {
            is_told_of(viewer, one, here, &other.world, &there)?;
            return Ok(OtherOutcome::Diverged);
        }
    }
    let verbs = |verb_uses: &[VerbUse]| {
        verb_uses.iter().map(|verb_use| verb_use.verb.clone()).collect::<Vec<_>>()
    };
    let (one, two) = (&here.happened.verb_uses, &there.verb_uses);
    same(viewer, Aspect::Verbs, &text(&verbs(one)), &text(&verbs(two)))?;
    let events = |told| text(&heard_by::<G>(viewer, told));
    same(viewer, Aspect::Events, &events(&here.happened.told), &events(&there.told))?;
    other.counts.tally(&before, viewer, (seat, action), &heard_by::<G>(viewer, &there.told));
    same(viewer, Aspect::Statistics, &here.counts.text(), &other.counts.text())?;
    Ok(OtherOutcome::Same)
}

/// Checks that the table shows what the dealer discloses: a public verb by a public event, a private look by the view or
/// the events of that seat. Otherwise the rules could act on what nobody was told.
fn is_told_of<G: Game>(
    viewer: Viewer,
    verb_use: &VerbUse,
    here: &Outcome<'_, G>,
    other: &World<G>,
    there: &AppliedAction<G>,
) -> Result<(), Breach> {
    let verb = format!("{} is {}", verb_use.verb, verb_use.lesson_for(viewer).unwrap_or_default());
    let differs = |who| {
        let events = |told| text(&heard_by::<G>(who, told));
        events(&here.happened.told) != events(&there.told)
    };
    match verb_use.lesson {
        Some((Recipient::Seat(seat), _)) => {
            let views = text(&here.world.view(viewer)) != text(&other.view(viewer));
            if views || differs(viewer) { Ok(()) } else { Err(Breach::UnseenShow { seat, verb }) }
        }
        _ if differs(Viewer::Spectator) => Ok(()),
        _ => Err(Breach::SilentDisclosure { verb }),
    }
}

/// Everything that a viewer gets of a table between two actions, as text.
fn observe<G: Game>(
    world: &World<G>,
    viewer: Viewer,
    wrong: &[G::Action],
) -> Vec<(Aspect, String)> {
    let game = &world.game;
    let mut seen = vec![
        (Aspect::State, text(game)),
        (Aspect::WaitingOn, text(&game.waiting_on())),
        (Aspect::MayAct, text(&game.may_act())),
        (Aspect::Clock, text(&game.clock())),
        (Aspect::Standing, text(&game.standing())),
        (Aspect::View, text(&world.view(viewer))),
        (Aspect::Own, text(&world.own(viewer))),
    ];
    if let Some(seat) = viewer.seat() {
        seen.push((Aspect::Legal, text(&legal_for(game, &world.house, seat))));
        if game.waiting_on().contains(seat) {
            let mut dice = Dice::new(&Seed::from_text("fallback"));
            let fallback = game.fallback(seat, &world.house.lens(viewer), &mut dice);
            seen.push((Aspect::Fallback, text(&fallback)));
        }
        seen.extend(wrong.iter().map(|action| {
            let verdict = world.permits(seat, action).map_err(|r| format!("{}: {r}", r.kind()));
            (Aspect::Refusal, text(&verdict))
        }));
    }
    seen
}

fn differ(
    viewer: Viewer,
    here: &[(Aspect, String)],
    there: &[(Aspect, String)],
) -> Result<(), Breach> {
    here.iter().zip(there).try_for_each(|((aspect, one), (_, two))| same(viewer, *aspect, one, two))
}

fn same(viewer: Viewer, aspect: Aspect, here: &str, there: &str) -> Result<(), Breach> {
    if here == there {
        return Ok(());
    }
    Err(Breach::Noticed { viewer, aspect, here: here.to_owned(), there: there.to_owned() })
}

fn heard_by<G: Game>(viewer: Viewer, told: &[AddressedEvent<G::Event>]) -> Vec<G::Event> {
    let reaches = told.iter().filter(|told| told.to.reaches(viewer));
    reaches.map(|told| told.event.clone()).collect()
}
