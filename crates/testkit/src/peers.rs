//! Without a house: machines on an ideal vault show every viewer what a house shows that deals the same.

use facedown_core::{
    Attached, Deal, Dice, Game, LogEntry, LoggedEvent, NotAccepted, PeerError, PeerTable, Record,
    Refused, RigCount, Seat, Seed, Table, Viewer, opened, share, share::ShareError, shut,
};

use crate::determinism::same_position;
use crate::machines::Machines;
use crate::suite::{Case, Report, Suite};
use crate::violation::{Aspect, Breach, Violation, text};
use crate::world::{choose, viewers};

/// How many legal actions every machine judges at each step, besides the one that is taken.
const JUDGED: usize = 3;
/// How many actions of other times or seats each seat tries at each step.
const WRONG: usize = 2;

/// Plays random games between machines and then in a house that is rigged with what came out. At each step every viewer
/// must get the same bytes, and every machine must judge every action alike.
///
/// Options that need a house ([`Game::without_a_house`]) are not played.
pub fn without_a_house<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in peer_cases(suite) {
        let played = Played::new(&case, suite.longest)?;
        report.games += 1;
        report.actions += played.log.len();
        report.comparisons += played.judged + played.replay_in_a_house(&case)?;
    }
    report.unless_idle(suite)
}

/// The games of the suite that can be played without a house.
pub(crate) fn peer_cases<G: Game>(suite: &Suite<G>) -> impl Iterator<Item = Case<'_, G>> {
    suite.cases().filter(|case| G::without_a_house(case.options, case.seats).is_ok())
}

/// A game that was played between machines.
struct Played<G: Game> {
    log: Vec<LogEntry<G::Action>>,
    steps: Vec<Step<G>>,
    machines: Machines<G>,
    judged: usize,
}

/// What every viewer got between two actions, and the actions that each seat tried in vain.
struct Step<G: Game> {
    wrong: Vec<G::Action>,
    seen: Vec<(Viewer, Vec<(Aspect, String)>)>,
}

impl<G: Game> Played<G> {
    /// Plays a game between machines.
    fn new(case: &Case<'_, G>, longest: usize) -> Result<Self, Violation> {
        let machines = Machines::deal(case.options, case.seats, &case.seed());
        let machines = machines.map_err(|breach| case.violation(0, breach))?;
        let mut played = Self { log: Vec::new(), steps: Vec::new(), machines, judged: 0 };
        let (mut dice, mut pool) = (case.choices(), Vec::new());
        loop {
            let step = played.log.len();
            let went = played.step(&mut dice, &mut pool, step < longest);
            if !went.map_err(|breach| case.violation(step, breach))? {
                return Ok(played);
            }
        }
    }

    /// Looks at all machines and takes an action. Returns whether there was one.
    fn step(
        &mut self,
        dice: &mut Dice,
        pool: &mut Vec<G::Action>,
        go_on: bool,
    ) -> Result<bool, Breach> {
        let choices = self.machines.choices();
        pool.extend(
            (0..JUDGED).filter_map(|_| dice.pick(&choices)).map(|(_, action)| action.clone()),
        );
        let wrong: Vec<G::Action> =
            (0..WRONG).filter_map(|_| dice.pick(pool)).cloned().map(opened).collect();
        let at = self.log.len();
        let seen = self.machines.tables().iter();
        let seen = seen.map(|table| (table.viewer(), observe_machine(table, at, &wrong)));
        self.steps.push(Step { seen: seen.collect(), wrong });
        for _ in 0..JUDGED {
            let Some((seat, action)) = dice.pick(&choices) else { break };
            self.judge(*seat, action)?;
        }
        self.judge_wrong(dice)?;
        let Some((seat, action)) = choose(choices, dice).filter(|_| go_on) else {
            return Ok(false);
        };
        self.machines.act(seat, &action)?;
        self.log.push(LogEntry { seat, action });
        Ok(true)
    }

    /// Every machine accepts what its author may do.
    fn judge(&mut self, seat: Seat, action: &G::Action) -> Result<(), Breach> {
        let unaccepted = |viewer, error: PeerError<G::Refusal>| Breach::Unaccepted {
            viewer,
            seat,
            action: text(action),
            why: error.to_string(),
        };
        let author = self.machines.of(seat.into());
        let intent = author.intend(action).map_err(|error| unaccepted(seat.into(), error))?;
        for (table, action) in self.as_each_has_it(seat, action) {
            let accepted = table.accepts(seat, &action, &intent.attached);
            accepted.map_err(|error| unaccepted(table.viewer(), error))?;
        }
        self.judged += self.machines.tables().len();
        // Without the faces that it turns over, nobody accepts it.
        if !intent.attached.turned.is_empty() {
            self.judge_alike(seat, action, &Attached { turned: Vec::new(), ..intent.attached })?;
        }
        Ok(())
    }

    /// Every machine says the same about an action that may be wrong.
    fn judge_wrong(&mut self, dice: &mut Dice) -> Result<(), Breach> {
        let Some(step) = self.steps.last() else { return Ok(()) };
        let wrong = step.wrong.clone();
        for action in &wrong {
            // Mostly of seats that may act, since the others are refused for that reason alone.
            let spectator = self.machines.of(Viewer::Spectator);
            let acting = Some(spectator.may_act()).filter(|_| dice.below(8) > 0);
            let seats: Vec<Seat> =
                acting.unwrap_or_else(|| spectator.seats().all()).iter().collect();
            let Some(&seat) = dice.pick(&seats) else { continue };
            let intent = self.machines.of(seat.into()).intend(action);
            let attached = intent.map(|intent| intent.attached).unwrap_or_default();
            self.judge_alike(seat, action, &attached)?;
        }
        Ok(())
    }

    fn judge_alike(
        &mut self,
        seat: Seat,
        action: &G::Action,
        attached: &Attached<G::Face>,
    ) -> Result<(), Breach> {
        let mut verdicts = Vec::new();
        for (table, action) in self.as_each_has_it(seat, action) {
            let verdict = table.accepts(seat, &action, attached);
            let verdict = verdict.map_or_else(|error| error.to_string(), |()| "yes".to_owned());
            verdicts.push((table.viewer(), verdict));
        }
        let Some((_, there)) = verdicts.first().cloned() else { return Ok(()) };
        self.judged += verdicts.len();
        match verdicts.into_iter().find(|(_, here)| *here != there) {
            Some((viewer, here)) => {
                let action = text(action);
                Err(Breach::JudgedDifferently { viewer, seat, action, here, there })
            }
            None => Ok(()),
        }
    }

    /// Each machine, with the action as it has it.
    fn as_each_has_it(
        &self,
        seat: Seat,
        action: &G::Action,
    ) -> impl Iterator<Item = (&PeerTable<G>, G::Action)> {
        self.machines.tables().iter().map(move |table| {
            let own = table.viewer() == Viewer::Seat(seat);
            (table, if own { action.clone() } else { shut(action.clone()) })
        })
    }

    /// Plays the same game in a house that deals what came out, and compares what every viewer gets at each step.
    fn replay_in_a_house(&self, case: &Case<'_, G>) -> Result<usize, Violation> {
        let deal = Deal::Dealt(self.machines.vault().rig().clone());
        let table = Table::new(case.options.clone(), case.seats, deal);
        let mut table = table.map_err(|e| case.violation(0, Breach::Setup(e.to_string())))?;
        let mut comparisons = 0;
        for (at, step) in self.steps.iter().enumerate() {
            let unlike = |breach| case.violation(at, breach);
            for (viewer, seen) in &step.seen {
                let house = observe_house(&table, *viewer, at, &step.wrong);
                comparisons += house.len();
                same(*viewer, seen, &house).map_err(unlike)?;
            }
            if let Some(LogEntry { seat, action }) = self.log.get(at) {
                let unlike_rules = |error: facedown_core::ActError<G>| {
                    unlike(Breach::Setup(format!("a house refuses a legal action: {error}")))
                };
                table.act(*seat, action.clone()).map_err(unlike_rules)?;
            }
        }
        let end = |breach| case.violation(self.log.len(), breach);
        if let Some(viewer) = self.exposed() {
            return Err(end(Breach::FalselyExposed { viewer }));
        }
        if table.house().rig_left() != RigCount::default() {
            return Err(end(Breach::Setup("the house dealt less than the machines".to_owned())));
        }
        recorded(&table).map_err(end)?;
        if case.number == 0 {
            shared(&table).map_err(end)?;
        }
        Ok(comparisons)
    }

    /// A viewer whose machine accuses another player, if there is one.
    fn exposed(&self) -> Option<Viewer> {
        let exposed = self.machines.tables().iter().find(|table| !table.exposures().is_empty());
        exposed.map(PeerTable::viewer)
    }
}

/// A record of a game that its players dealt can be read back and replayed.
fn recorded<G: Game>(table: &Table<G>) -> Result<(), Breach> {
    let how = "from the record of a game dealt by its players";
    let unreadable = |why: String| Breach::Unreadable { how, why };
    let json = table.record(Vec::new()).to_json();
    let record = Record::<G>::from_json(&json).map_err(|error| unreadable(error.to_string()))?;
    let flaws = record.verify().flaws;
    match flaws[..] {
        [facedown_core::Flaw::Dealt] if record.to_json() == json => Ok(()),
        _ => Err(unreadable(flaws.last().map(ToString::to_string).unwrap_or_default())),
    }
}

/// A share code of a game that its players dealt can be read back.
fn shared<G: Game>(table: &Table<G>) -> Result<(), Breach> {
    let how = "from the share code of a game dealt by its players";
    let unreadable = |error: ShareError| Breach::Unreadable { how, why: error.to_string() };
    let code = share::encode(table).map_err(unreadable)?;
    let read = share::decode::<G>(&code).map_err(unreadable)?;
    let what = "the deal";
    let says = |table: &Table<G>| matches!(table.deal(), Deal::Dealt(_)).to_string();
    let (here, there) = (says(table), says(&read));
    if here == there {
        same_position(how, table, &read)
    } else {
        Err(Breach::NotTheSame { how, what, here, there })
    }
}

pub(crate) fn same(
    viewer: Viewer,
    machine: &[(Aspect, String)],
    house: &[(Aspect, String)],
) -> Result<(), Breach> {
    for ((aspect, machine), (_, house)) in machine.iter().zip(house) {
        if machine != house {
            let (aspect, machine, house) = (*aspect, machine.clone(), house.clone());
            return Err(Breach::UnlikeHouse { viewer, aspect, machine, house });
        }
    }
    Ok(())
}

/// Everything that a viewer gets from its own machine between two actions, as text.
pub(crate) fn observe_machine<G: Game>(
    table: &PeerTable<G>,
    at: usize,
    wrong: &[G::Action],
) -> Vec<(Aspect, String)> {
    let Some(game) = table.game() else { return Vec::new() };
    let new = table.heard().iter().filter(|heard| heard.at == at);
    let mut seen = vec![
        (Aspect::State, text(game)),
        (Aspect::WaitingOn, text(&table.waiting_on())),
        (Aspect::MayAct, text(&table.may_act())),
        (Aspect::Clock, text(&game.clock())),
        (Aspect::Standing, text(&table.standing())),
        (Aspect::View, text(&table.view())),
        (Aspect::Own, text(&table.own())),
        (Aspect::Events, events::<G>(new)),
    ];
    if let Some(seat) = table.viewer().seat() {
        seen.push((Aspect::Legal, text(&table.legal_for())));
        if table.waiting_on().contains(seat) {
            let fallback = game.fallback(seat, &table.lens(), &mut same_dice());
            seen.push((Aspect::Fallback, text(&opened(fallback))));
        }
        seen.extend(wrong.iter().map(|action| {
            let verdict = table.permits(action).map_err(|error| match error {
                PeerError::NotAccepted(NotAccepted::Refused(refused)) => why::<G>(&refused),
                other => other.to_string(),
            });
            (Aspect::Refusal, text(&verdict))
        }));
    }
    seen
}

/// Everything that a viewer gets from a house between two actions, as text.
fn observe_house<G: Game>(
    table: &Table<G>,
    viewer: Viewer,
    at: usize,
    wrong: &[G::Action],
) -> Vec<(Aspect, String)> {
    let game = table.game();
    let new = table.stream(viewer).filter(|heard| heard.at == at);
    let mut seen = vec![
        (Aspect::State, text(game)),
        (Aspect::WaitingOn, text(&table.waiting_on())),
        (Aspect::MayAct, text(&table.may_act())),
        (Aspect::Clock, text(&game.clock())),
        (Aspect::Standing, text(&table.standing())),
        (Aspect::View, text(&table.view(viewer))),
        (Aspect::Own, text(&table.own(viewer))),
        (Aspect::Events, events::<G>(new)),
    ];
    if let Some(seat) = viewer.seat() {
        seen.push((Aspect::Legal, text(&table.legal_for(seat))));
        if table.waiting_on().contains(seat) {
            let fallback = game.fallback(seat, &table.lens(viewer), &mut same_dice());
            seen.push((Aspect::Fallback, text(&opened(fallback))));
        }
        seen.extend(wrong.iter().map(|action| {
            let verdict = table.permits(seat, action).map_err(|refused| why::<G>(&refused));
            (Aspect::Refusal, text(&verdict))
        }));
    }
    seen
}

pub(crate) fn events<'a, G: Game>(
    heard: impl Iterator<Item = &'a LoggedEvent<G::Event>>,
) -> String {
    let events: Vec<_> = heard.map(|heard| (heard.at, &heard.told.event)).collect();
    text(&events)
}

fn why<G: Game>(refused: &Refused<G::Refusal>) -> String {
    format!("{}: {refused}", refused.kind())
}

/// Dice for fallbacks, the same everywhere.
pub(crate) fn same_dice() -> Dice {
    Dice::new(&Seed::from_text("fallback"))
}

/// How many games the long form of the suite plays, if the environment asks for it with `FACEDOWN_PEER_GAMES`.
pub fn long_form<G: Game>(mut suite: Suite<G>) -> Suite<G> {
    let asked = std::env::var("FACEDOWN_PEER_GAMES").ok().and_then(|games| games.parse().ok());
    if let Some(games) = asked {
        let games: u64 = games;
        let playable =
            |(options, seats): &(&G::Options, _)| G::without_a_house(options, *seats).is_ok();
        let tables = suite.tables().filter(playable).count() as u64;
        suite.games = games.div_ceil(tables.max(1));
    }
    suite
}

/// Every viewer of a case.
pub(crate) fn all_but<G: Game>(case: &Case<'_, G>, seat: Seat) -> impl Iterator<Item = Viewer> {
    viewers(case.seats).filter(move |viewer| *viewer != Viewer::Seat(seat))
}
