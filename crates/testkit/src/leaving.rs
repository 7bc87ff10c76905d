//! Without a house: after a seat has left, the table goes on as in a house that plays the rules' fallback for that seat.

use facedown_core::{
    Card, Dice, Game, House, LoggedEvent, PeerTable, Seat, Seats, Seed, Viewer, legal_for, opened,
    sealed_by,
};

use crate::machines::{Departure, Machines};
use crate::peers::{events, observe_machine, peer_cases, same, same_dice};
use crate::suite::{Case, Report, Suite};
use crate::violation::{Aspect, Breach, Violation, text};
use crate::world::{choose, viewers};

/// How many actions are taken before a seat leaves, at most.
const LATEST: u32 = 60;

/// Plays random games between machines, during which one seat leaves and sometimes a second one. Then plays the same game in a
/// house with the same deal. At each step every viewer who has not left must get the same bytes.
pub fn without_a_seat<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in peer_cases(suite).filter(|case| case.seats.get() > 2) {
        let mut played = Played::new(&case)?;
        let mut dice = case.choices();
        let mut leaves_at = vec![dice.below(LATEST) as usize];
        if case.seats.get() > 3 && dice.below(2) == 0 {
            leaves_at.push(leaves_at[0] + dice.below(LATEST / 2) as usize);
        }
        played.play(&case, &leaves_at, &mut dice, suite.longest)?;
        report.games += 1;
        report.actions += played.steps.len();
        report.comparisons += played.replay_in_a_house(&case)?;
    }
    if report.games > 0 { report.unless_idle(suite) } else { Ok(report) }
}

/// Something that happened.
enum Step<G: Game> {
    Act(Seat, G::Action),
    Leave(Departure),
}

/// What a viewer got between two steps.
type Seen = (Viewer, Vec<(Aspect, String)>);

struct Played<G: Game> {
    machines: Machines<G>,
    steps: Vec<Step<G>>,
    /// What every viewer got before the first step, and after each.
    seen: Vec<Vec<Seen>>,
    actions: usize,
}

impl<G: Game> Played<G> {
    fn new(case: &Case<'_, G>) -> Result<Self, Violation> {
        let machines = Machines::deal(case.options, case.seats, &case.seed());
        let machines = machines.map_err(|breach| case.violation(0, breach))?;
        let mut played = Self { machines, steps: Vec::new(), seen: Vec::new(), actions: 0 };
        played.look();
        Ok(played)
    }

    fn look(&mut self) {
        let of = |table: &PeerTable<G>| (table.viewer(), observe_machine(table, self.actions, &[]));
        self.seen.push(self.machines.tables().iter().map(of).collect());
    }

    fn play(
        &mut self,
        case: &Case<'_, G>,
        leaves_at: &[usize],
        dice: &mut Dice,
        longest: usize,
    ) -> Result<(), Violation> {
        let mut leaves_at = leaves_at.iter().copied().peekable();
        loop {
            let step = self.steps.len();
            let wrong = |breach| case.violation(step, breach);
            let table = &self.machines.tables()[0];
            if table.standing().is_some() || self.actions >= longest {
                return Ok(());
            }
            if leaves_at.next_if(|&at| at <= self.actions).is_some() {
                let here: Vec<Seat> = case.seats.all().minus(table.gone()).iter().collect();
                let Some(&seat) = dice.pick(&here) else { return Ok(()) };
                let departure = self.machines.leave(seat).map_err(wrong)?;
                self.steps.push(Step::Leave(departure));
                self.look();
                continue;
            }
            let seed = Seed::from_text(&format!("head {step}"));
            if let Some((seat, action)) = self.machines.play_for_gone(&seed).map_err(wrong)? {
                self.done(seat, action);
                continue;
            }
            let choices = self.machines.choices();
            let Some((seat, action)) = choose(choices, dice) else { return Ok(()) };
            self.machines.act(seat, &action).map_err(wrong)?;
            self.done(seat, action);
        }
    }

    fn done(&mut self, seat: Seat, action: G::Action) {
        self.steps.push(Step::Act(seat, action));
        self.actions += 1;
        self.look();
    }

    /// Plays the same game in a house with the same deal, and compares what every viewer gets at each step.
    fn replay_in_a_house(&self, case: &Case<'_, G>) -> Result<usize, Violation> {
        let mut house = House::<G>::rigged(self.machines.vault().rig().clone());
        let dealt = G::deal_by(G::RULES, case.options, case.seats, &mut house);
        let mut game = dealt.map_err(|error| case.violation(0, Breach::DealError(error)))?;
        let mut heard = Vec::new();
        let (mut at, mut comparisons, mut gone) = (0, 0, Seats::NONE);
        for (number, seen) in self.seen.iter().enumerate() {
            let wrong = |breach| case.violation(number, breach);
            heard.extend(house.drain_told().map(|told| LoggedEvent { at, told }));
            for (viewer, machine) in seen {
                let there = observe(&game, &house, *viewer, at, &heard);
                comparisons += there.len();
                same(*viewer, machine, &there).map_err(wrong)?;
            }
            let here = viewers(case.seats)
                .filter(|viewer| viewer.seat().is_none_or(|seat| !gone.contains(seat)));
            if here.count() != seen.len() {
                return Err(wrong(Breach::Setup("a machine is missing".to_owned())));
            }
            match self.steps.get(number) {
                Some(Step::Act(seat, action)) => {
                    let action = sealed_by(*seat, opened(action.clone()));
                    let went = game.apply(*seat, &action, &mut house);
                    went.map_err(|error| wrong(Breach::DealError(error)))?;
                    at += 1;
                }
                Some(Step::Leave(Departure { seat, opened, piles })) => {
                    let left = house.leave(*seat, opened, piles);
                    left.map_err(|error| wrong(Breach::DealError(error)))?;
                    gone = gone.with(*seat);
                    lies_open(&house, opened).map_err(wrong)?;
                }
                None => {}
            }
        }
        Ok(comparisons)
    }
}

/// Everybody sees these cards.
fn lies_open<G: Game>(house: &House<G>, cards: &[Card]) -> Result<(), Breach> {
    let lens = house.lens(Viewer::Spectator);
    match cards.iter().find(|card| lens.face(**card).is_none()) {
        Some(card) => Err(Breach::Setup(format!("card {card} of a leaver is hidden"))),
        None => Ok(()),
    }
}

/// Everything that a viewer gets from a house, as text, in the order of [`observe_machine`].
fn observe<G: Game>(
    game: &G,
    house: &House<G>,
    viewer: Viewer,
    at: usize,
    heard: &[LoggedEvent<G::Event>],
) -> Vec<(Aspect, String)> {
    let lens = house.lens(viewer);
    let new = heard.iter().filter(|it| it.at == at && it.told.to.reaches(viewer));
    let mut seen = vec![
        (Aspect::State, text(game)),
        (Aspect::WaitingOn, text(&game.waiting_on())),
        (Aspect::MayAct, text(&game.may_act())),
        (Aspect::Clock, text(&game.clock())),
        (Aspect::Standing, text(&game.standing())),
        (Aspect::View, text(&game.view(&lens))),
        (Aspect::Own, text(&game.own(&lens))),
        (Aspect::Events, events::<G>(new)),
    ];
    if let Some(seat) = viewer.seat() {
        seen.push((Aspect::Legal, text(&legal_for(game, house, seat))));
        if game.waiting_on().contains(seat) {
            let fallback = game.fallback(seat, &lens, &mut same_dice());
            seen.push((Aspect::Fallback, text(&opened(fallback))));
        }
    }
    seen
}
