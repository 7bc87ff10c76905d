//! Small between the players' own machines, and what the suite must find there: each broken variant is caught, and for the
//! right reason.
#![allow(clippy::unwrap_used)] // what fails here is the test

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use facedown_core::{
    Attached, Card, Dealer, Dealt, PeerError, PeerTable, SealedChoice, Seat, SeatCount, Seats,
    Seed, Viewer,
};
use facedown_testkit::small::{Action, Face, Options, Question, Small, Sound, Twist};
use facedown_testkit::{
    Breach, MachineSays, Report, Suite, Vault, Violation, coalitions, without_a_house,
};

mod small {
    use super::Small;

    facedown_testkit::peers!(
        Small,
        facedown_testkit::Suite::default()
            .with_other_faces(|_| facedown_testkit::small::Face::ALL.into())
    );
}

type Property<T> = fn(&Suite<Small<T>>) -> Result<Report, Violation>;

/// The breach that a property finds in a twist.
fn caught<T: Twist>(property: Property<T>) -> Breach {
    match property(&Suite::default()) {
        Err(violation) => *violation.breach,
        Ok(report) => panic!("not caught in {report}"),
    }
}

fn two() -> SeatCount {
    SeatCount::new(2).unwrap()
}

#[test]
fn much_is_compared() {
    let suite = Suite::<Small<Sound>>::default();
    let report = without_a_house(&suite).unwrap();
    assert!(report.comparisons > 10_000, "{report}");
    let report = coalitions(&suite).unwrap();
    assert!(report.comparisons > 5_000 && report.divergences > 40, "{report}");
    let report = coalitions(&suite.clone().with_other_faces(|_| Face::ALL.into())).unwrap();
    assert!(report.comparisons > 5_000 && report.other_lists > 10, "{report}");
    let nothing = suite.with_games(0);
    assert_eq!(*without_a_house(&nothing).unwrap_err().breach, Breach::NothingCompared);
    assert_eq!(*coalitions(&nothing).unwrap_err().breach, Breach::NothingCompared);
}

/// What one machine has seen: rules that keep it know more than the public state.
#[derive(Default)]
struct Seen(Mutex<Vec<(Seat, Face)>>);

impl Clone for Seen {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap().clone()))
    }
}

impl Seen {
    fn note(&self, seat: Seat, face: Face) {
        self.0.lock().unwrap().push((seat, face));
    }

    /// Whether this is the machine of another seat, which has held a pearl.
    fn pearl_elsewhere(&self, author: Seat) -> bool {
        let seen = self.0.lock().unwrap();
        seen.iter().any(|&(seat, face)| seat != author && face == Face::Pearl)
    }
}

/// Judges what others do by what this machine has seen itself.
#[derive(Clone, Default)]
struct Suspicious(Seen);

impl Twist for Suspicious {
    fn overhear(&self, seat: Seat, _: Card, face: Face) {
        self.0.note(seat, face);
    }

    fn believes(&self, seat: Seat, _: Card, _: Option<Face>, held: bool) -> bool {
        held && !self.0.pearl_elsewhere(seat)
    }
}

#[test]
fn refusing_by_private_knowledge_is_caught() {
    let breach = caught::<Suspicious>(without_a_house);
    let Breach::Unaccepted { viewer, seat, .. } = breach else { panic!("{breach}") };
    assert_ne!(viewer, Viewer::Seat(seat), "it is another machine that does not accept it");
}

/// Accepts what others do by what this machine has seen itself.
#[derive(Clone, Default)]
struct Gullible(Seen);

impl Twist for Gullible {
    fn overhear(&self, seat: Seat, _: Card, face: Face) {
        self.0.note(seat, face);
    }

    fn believes(&self, seat: Seat, _: Card, _: Option<Face>, held: bool) -> bool {
        held || self.0.pearl_elsewhere(seat)
    }
}

#[test]
fn accepting_by_private_knowledge_is_caught() {
    let breach = caught::<Gullible>(without_a_house);
    assert!(matches!(breach, Breach::JudgedDifferently { .. }), "{breach}");
}

/// Shows somebody a card if this machine has seen a pearl.
#[derive(Clone, Default)]
struct Favouring(Seen);

impl Twist for Favouring {
    fn overhear(&self, seat: Seat, _: Card, face: Face) {
        self.0.note(seat, face);
    }

    fn doubters<D: Dealer<Small<Self>>>(
        &self,
        game: &Small<Self>,
        open_to: Seats,
        dealer: &mut D,
    ) -> Dealt<Seats> {
        let first = Seat::new(0).unwrap();
        if let Some(&top) = game.pile().first()
            && self.0.pearl_elsewhere(first)
        {
            dealer.show(top, first)?;
        }
        Ok(open_to)
    }
}

#[test]
fn demands_by_private_knowledge_are_caught() {
    let breach = caught::<Favouring>(without_a_house);
    assert!(matches!(breach, Breach::MachinesDiffer { what: "demands", .. }), "{breach}");
}

/// Shows somebody a card if the clock says so, or whatever else is neither in the state nor in the action.
#[derive(Clone, Default)]
struct Moody;

thread_local! {
    static MOOD: Cell<bool> = const { Cell::new(false) };
}

impl Twist for Moody {
    fn doubters<D: Dealer<Small<Self>>>(
        &self,
        game: &Small<Self>,
        open_to: Seats,
        dealer: &mut D,
    ) -> Dealt<Seats> {
        let first = Seat::new(0).unwrap();
        let mood = MOOD.with(|mood| mood.replace(!mood.get()));
        let top = game.pile()[usize::from(mood)];
        dealer.show(top, first)?;
        Ok(open_to)
    }
}

#[test]
fn impure_rules_are_caught() {
    let breach = caught::<Moody>(without_a_house);
    assert!(matches!(breach, Breach::MachinesDiffer { .. } | Breach::HeldUp { .. }), "{breach}");
}

#[test]
fn impure_rules_stop_at_the_demand_that_has_changed() {
    let mut table =
        PeerTable::<Small<Moody>>::new(Options::default(), two(), Viewer::Spectator).unwrap();
    let mut vault = Vault::new(&Seed::from_text("impure"));
    let mut meet = |table: &mut PeerTable<Small<Moody>>| {
        for number in table.needs() {
            let demand = table.demands()[number].clone();
            let charm = MachineSays::Choice(SealedChoice::List(vec![Face::Stone]));
            let outcome = vault.meet(&demand, &charm).unwrap().outcome_for(Viewer::Spectator);
            table.go_on(&[outcome])?;
        }
        Ok(())
    };
    meet(&mut table).unwrap();
    for seat in two().all().iter() {
        let charm = serde_json::from_str(r#"{"type":"stash","charm":null}"#).unwrap();
        table.begin(seat, charm, Attached { brought: Some(1), ..Attached::default() }).unwrap();
        meet(&mut table).unwrap();
    }
    let first = two().first();
    let card = table.game().unwrap().hand(first)[0];
    table.begin(first, Action::Lay { card }, Attached::default()).unwrap();
    assert_eq!(meet(&mut table), Err(PeerError::Impure { number: 0 }));
}

/// Looks into what is sealed, which no other machine can.
#[derive(Clone, Default)]
struct Peeking;

impl Twist for Peeking {
    const LOOKS_INTO_SEALED: bool = true;
}

#[test]
fn rules_that_look_into_what_is_sealed_are_caught() {
    let breach = caught::<Peeking>(without_a_house);
    let Breach::Unaccepted { viewer, seat, why, .. } = breach else { panic!("{breach}") };
    assert!(why.contains("choose a depth"), "{why}");
    // All judge alike, so the author's own machine is among those that do not accept it.
    assert!(viewer == Viewer::Spectator || viewer == Viewer::Seat(seat));
}

/// Asks about cards that nobody sees, and does not say that this needs a house.
#[derive(Clone, Default)]
struct AsksThePile;

impl Twist for AsksThePile {
    fn doubters<D: Dealer<Small<Self>>>(
        &self,
        game: &Small<Self>,
        open_to: Seats,
        dealer: &mut D,
    ) -> Dealt<Seats> {
        dealer.ask(game.pile(), Question::Gem)?;
        Ok(open_to)
    }
}

#[test]
fn a_question_that_nobody_can_answer_is_caught() {
    let breach = caught::<AsksThePile>(without_a_house);
    let Breach::Unaccepted { why, .. } = breach else { panic!("{breach}") };
    assert!(why.contains("nobody sees all the cards"), "{why}");
}

/// Tells all machines by a back channel whether the card that is laid is a pearl, and lets that decide what is demanded.
#[derive(Clone, Default)]
struct BackChannel;

static PEARL_LAID: AtomicBool = AtomicBool::new(false);

impl Twist for BackChannel {
    fn believes(&self, _: Seat, _: Card, seen: Option<Face>, held: bool) -> bool {
        if let Some(face) = seen {
            PEARL_LAID.store(face == Face::Pearl, Ordering::Relaxed);
        }
        held
    }

    fn doubters<D: Dealer<Small<Self>>>(
        &self,
        game: &Small<Self>,
        open_to: Seats,
        dealer: &mut D,
    ) -> Dealt<Seats> {
        if let Some(&top) = game.pile().first()
            && PEARL_LAID.load(Ordering::Relaxed)
        {
            dealer.show(top, Seat::new(0).unwrap())?;
        }
        Ok(open_to)
    }
}

#[test]
fn demands_that_tell_all_but_one_what_that_one_holds_are_caught() {
    let breach = caught::<BackChannel>(coalitions);
    assert!(matches!(breach, Breach::CoalitionNotices { what: "the demands", .. }), "{breach}");
}
