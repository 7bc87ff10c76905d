//! Recall: a viewer keeps seeing a face that it has seen, until the card is shuffled, mixed or arranged by another seat.

use facedown_core::{
    Arrangement, Card, Cards, Dealer, Dealt, Game, House, Sealed, Seat, Seats, Viewer,
};

use crate::suite::{Case, Report, Suite};
use crate::violation::{Breach, Violation, text};
use crate::world::{World, choose, viewers};

/// Plays random games and records what every viewer sees after each verb. A lens that forgets what a player remembers is
/// wrong: handles are public, so whoever has seen a face can follow it.
pub fn recall<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let mut game = Remembered::dealt(&case)?;
        let mut dice = case.choices();
        for step in 0..suite.longest {
            let Some((seat, action)) = choose(game.world.choices(), &mut dice) else { break };
            game.act(&case, step, seat, &action)?;
            report.actions += 1;
        }
        report.games += 1;
        report.comparisons += game.comparisons;
    }
    report.unless_idle(suite)
}

/// A game, and what every viewer remembers of it.
struct Remembered<G: Game> {
    world: World<G>,
    minds: Vec<Mind<G::Face>>,
    comparisons: usize,
}

impl<G: Game> Remembered<G> {
    fn dealt(case: &Case<'_, G>) -> Result<Self, Violation> {
        let mut house = House::seeded(&case.seed());
        let mut minds =
            viewers(case.seats).map(|viewer| Mind { viewer, seen: Vec::new() }).collect();
        let mut dealer = RecallChecker::new(&mut house, &mut minds);
        let game = G::deal(case.options, case.seats, &mut dealer);
        let game = game.map_err(|holdup| case.violation(0, Breach::DealError(holdup)))?;
        let comparisons = dealer.finish().map_err(|breach| case.violation(0, breach))?;
        let world = World { seats: case.seats, game, house };
        Ok(Self { world, minds, comparisons })
    }

    fn act(
        &mut self,
        case: &Case<'_, G>,
        step: usize,
        seat: Seat,
        action: &G::Action,
    ) -> Result<(), Violation> {
        let mut dealer = RecallChecker::new(&mut self.world.house, &mut self.minds);
        let done = self.world.game.apply(seat, action, &mut dealer);
        done.map_err(|holdup| case.violation(step, Breach::DealError(holdup)))?;
        // The breach is reported at the step after the action.
        self.comparisons += dealer.finish().map_err(|breach| case.violation(step + 1, breach))?;
        self.world.house.drain_told();
        Ok(())
    }
}

/// The faces that one viewer has seen and not lost track of, by handle.
struct Mind<F> {
    viewer: Viewer,
    seen: Vec<Option<F>>,
}

impl<F: Copy> Mind<F> {
    fn forget(&mut self, cards: &[Card]) {
        for card in cards {
            if let Some(seen) = self.seen.get_mut(usize::from(card.id())) {
                *seen = None;
            }
        }
    }

    /// The faces among these cards that it knows.
    fn known(&self, cards: &[Card]) -> Vec<F> {
        let seen = |card: &Card| self.seen.get(usize::from(card.id())).copied().flatten();
        cards.iter().filter_map(seen).collect()
    }
}

/// A dealer that compares all lenses with what the viewers remember, after each verb.
struct RecallChecker<'a, G: Game> {
    house: &'a mut House<G>,
    minds: &'a mut Vec<Mind<G::Face>>,
    comparisons: usize,
    /// The first breach.
    breach: Option<Breach>,
}

impl<'a, G: Game> RecallChecker<'a, G> {
    const fn new(house: &'a mut House<G>, minds: &'a mut Vec<Mind<G::Face>>) -> Self {
        Self { house, minds, comparisons: 0, breach: None }
    }

    fn finish(self) -> Result<usize, Breach> {
        self.breach.map_or(Ok(self.comparisons), Err)
    }

    /// Compares every viewer's lens with what the viewer remembers.
    fn look(&mut self, verb: impl Fn() -> String) {
        for mind in &mut *self.minds {
            let lens = self.house.lens(mind.viewer);
            mind.seen.resize(self.house.cards().len(), None);
            for (card, seen) in self.house.cards().into_iter().zip(&mut mind.seen) {
                let now = lens.face(card);
                if let Some(before) = *seen {
                    self.comparisons += 1;
                    if now != Some(before) && self.breach.is_none() {
                        let (face, verb) = (text(&before), verb());
                        self.breach = Some(Breach::Forgotten { viewer: mind.viewer, face, verb });
                    }
                }
                *seen = now;
            }
        }
    }

    /// A seat moves cards and keeps what it knows; everybody else loses track of them.
    fn moved_by(
        &mut self,
        seat: Seat,
        cards: &[Card],
        verb: impl Fn() -> String,
        done: impl FnOnce(&mut House<G>) -> Dealt<()>,
    ) -> Dealt<()> {
        let own = |mind: &&Mind<G::Face>| mind.viewer == Viewer::Seat(seat);
        let before = self.minds.iter().find(own).map(|mind| mind.known(cards)).unwrap_or_default();
        done(self.house)?;
        self.minds.iter_mut().for_each(|mind| mind.forget(cards));
        self.look(&verb);
        let mut after =
            self.minds.iter().find(own).map(|mind| mind.known(cards)).unwrap_or_default();
        for face in before {
            self.comparisons += 1;
            if let Some(at) = after.iter().position(|&other| other == face) {
                after.swap_remove(at);
            } else {
                let (viewer, face, verb) = (seat.into(), text(&face), verb());
                self.breach.get_or_insert(Breach::Forgotten { viewer, face, verb });
            }
        }
        Ok(())
    }
}

impl<G: Game> Dealer<G> for RecallChecker<'_, G> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        self.house.bring(faces)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        self.house.bring_sealed(owner, faces)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.house.shuffle(cards)?;
        self.minds.iter_mut().for_each(|mind| mind.forget(cards));
        self.look(|| format!("shuffle {}", text(cards)));
        Ok(())
    }

    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()> {
        self.house.show(card, seat)?;
        self.look(|| format!("show {card} to {seat}"));
        Ok(())
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        let face = self.house.reveal(card)?;
        self.look(|| format!("reveal {card}"));
        Ok(face)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        self.house.ask(cards, question)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.house.conceal(card, keep)?;
        self.look(|| format!("conceal {card} but for {keep}"));
        Ok(())
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        let verb = || format!("{seat} arranges {}", text(cards));
        self.moved_by(seat, cards, verb, |house| house.arrange(seat, cards, order))
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        let verb = || format!("{seat} mixes {}", text(cards));
        if cards.len() < 2 {
            // Nobody loses track of a single card.
            self.house.mix(seat, cards)?;
            self.look(verb);
            return Ok(());
        }
        self.moved_by(seat, cards, verb, |house| house.mix(seat, cards))
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        self.house.roll(sides)
    }

    fn announce(&mut self, event: G::Event) {
        self.house.announce(event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        self.house.tell(seat, event);
    }
}
