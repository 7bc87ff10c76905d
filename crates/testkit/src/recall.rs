//! Recall: what a viewer has seen it goes on seeing, until the card is shuffled, mixed or arranged away.

use facedown_core::{
    Arrangement, Card, Cards, Dealer, Dealt, Game, House, Sealed, Seat, Seats, Viewer,
};

use crate::suite::{Case, Report, Suite};
use crate::violation::{Breach, Violation, text};
use crate::world::{World, choose, viewers};

/// Plays random games and notes what every viewer sees, verb by verb. A lens that forgets what a player remembers is
/// wrong: handles are public and stay where they are, so whoever has seen a face can follow it.
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

/// A game, and what everybody remembers of it.
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
        let mut dealer = Onlookers::new(&mut house, &mut minds);
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
        let mut dealer = Onlookers::new(&mut self.world.house, &mut self.minds);
        let done = self.world.game.apply(seat, action, &mut dealer);
        done.map_err(|holdup| case.violation(step, Breach::DealError(holdup)))?;
        // The step is that after the action, whose verbs were wrong.
        self.comparisons += dealer.finish().map_err(|breach| case.violation(step + 1, breach))?;
        self.world.house.drain_told();
        Ok(())
    }
}

/// What one viewer has seen and not lost track of: for each handle, the face.
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

    /// The faces that it knows among these cards.
    fn known(&self, cards: &[Card]) -> Vec<F> {
        let seen = |card: &Card| self.seen.get(usize::from(card.id())).copied().flatten();
        cards.iter().filter_map(seen).collect()
    }
}

/// A house with everybody looking on.
struct Onlookers<'a, G: Game> {
    house: &'a mut House<G>,
    minds: &'a mut Vec<Mind<G::Face>>,
    comparisons: usize,
    /// The first thing that was wrong.
    breach: Option<Breach>,
}

impl<'a, G: Game> Onlookers<'a, G> {
    const fn new(house: &'a mut House<G>, minds: &'a mut Vec<Mind<G::Face>>) -> Self {
        Self { house, minds, comparisons: 0, breach: None }
    }

    fn finish(self) -> Result<usize, Breach> {
        self.breach.map_or(Ok(self.comparisons), Err)
    }

    /// Looks at every card with everybody's lens, and compares it with what they remember.
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

    /// Cards are moved by a seat, which keeps what it knows; everybody else loses track of them.
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

impl<G: Game> Dealer<G> for Onlookers<'_, G> {
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
            // A card alone can be followed.
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
