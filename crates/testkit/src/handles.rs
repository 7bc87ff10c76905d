//! Handles reveal no faces: the face under a hidden handle after the deal is random.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::{Card, Game, House, SeatCount, Viewer};

use crate::suite::{Case, Report, Suite};
use crate::trace::{Move, Tracer, faces};
use crate::violation::{Breach, Violation, text};

/// How many deals are counted for each table.
const DEALS: u64 = 240;

/// The negative logarithm of the probability of a false alarm, about one in a million.
const CONFIDENCE: f64 = 14.0;

/// Deals from many seeds and counts the faces under each handle that is not face up.
///
/// A handle that always has the same face reveals it to everybody. If the numbers of the faces differ too much from those
/// expected from the dealer's shuffles, the shuffles are wrong.
pub fn handles<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for (options, seats) in suite.tables() {
        let mut tallies: Vec<Tally> = Vec::new();
        for number in 0..DEALS {
            let case: Case<'_, G> = Case { options, seats, number };
            tally(&case, &mut tallies)
                .map_err(|holdup| case.violation(0, Breach::DealError(holdup)))?;
        }
        report.games += 1;
        let known: BTreeSet<_> = tallies.iter().flat_map(|tally| tally.found.keys()).collect();
        if known.len() < 2 {
            // If all hidden cards are the same, a handle has nothing to reveal.
            continue;
        }
        for (card, tally) in (0..).map(Card::new).zip(&tallies) {
            if tally.found.is_empty() {
                continue;
            }
            report.comparisons += 1;
            let case: Case<'_, G> = Case { options, seats, number: 0 };
            tally.check(card).map_err(|breach| case.violation(0, breach))?;
        }
    }
    if suite.tables().all(|(options, seats)| is_open::<G>(options, seats)) {
        // A game that deals nothing face down has nothing to reveal.
        return Ok(report);
    }
    report.unless_idle(suite)
}

/// How often each face lay under one hidden handle, and how often it should have.
#[derive(Default)]
struct Tally {
    found: BTreeMap<String, f64>,
    expected: BTreeMap<String, f64>,
}

impl Tally {
    fn check(&self, card: Card) -> Result<(), Breach> {
        if let (1, Some(face)) = (self.found.len(), self.found.keys().next()) {
            return Err(Breach::HandleTellsFace { card, face: face.clone() });
        }
        let faces = self.expected.keys().chain(self.found.keys());
        let faces: BTreeSet<_> = faces.collect();
        let degrees = faces.len().saturating_sub(1);
        let chi_squared: f64 = faces
            .iter()
            .map(|&face| {
                let number = |of: &BTreeMap<_, f64>| of.get(face).copied().unwrap_or(0.0);
                let (found, expected) = (number(&self.found), number(&self.expected));
                // A face that is impossible here gives a huge value.
                (found - expected).powi(2) / expected.max(1e-6)
            })
            .sum();
        #[allow(clippy::cast_precision_loss)] // a small count
        let degrees = degrees as f64;
        // Laurent and Massart's bound for the upper tail of chi-squared.
        let bound = degrees + 2.0 * (degrees * CONFIDENCE).sqrt() + 2.0 * CONFIDENCE;
        if chi_squared <= bound {
            return Ok(());
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // for a message
        let (chi_squared, bound) = (chi_squared as u32, bound as u32);
        Err(Breach::UnevenHandle { card, chi_squared, bound })
    }
}

/// Deals once and counts the faces under the hidden handles.
fn tally<G: Game>(case: &Case<'_, G>, tallies: &mut Vec<Tally>) -> facedown_core::Dealt<()> {
    let mut house: House<G> = House::seeded(&case.seed());
    let mut tracer = Tracer::new(&mut house);
    G::deal(case.options, case.seats, &mut tracer)?;
    let odds = odds(tracer.into_moves());
    let spectator = house.lens(Viewer::Spectator);
    for ((card, face), odds) in (0..).map(Card::new).zip(faces(&house)).zip(odds) {
        if tallies.len() <= usize::from(card.id()) {
            tallies.push(Tally::default());
        }
        if spectator.face(card).is_some() {
            continue;
        }
        let tally = &mut tallies[usize::from(card.id())];
        *tally.found.entry(text(&face)).or_default() += 1.0;
        for (face, odds) in odds {
            *tally.expected.entry(face).or_default() += odds;
        }
    }
    Ok(())
}

/// For each handle, the probability of each face for somebody who knows what was brought and what was shuffled.
fn odds<F: facedown_core::Face>(moves: Vec<Move<F>>) -> Vec<BTreeMap<String, f64>> {
    let mut odds: Vec<BTreeMap<String, f64>> = Vec::new();
    for step in moves {
        match step {
            Move::Brought { faces, .. } => {
                odds.extend(faces.iter().map(|face| BTreeMap::from([(text(face), 1.0)])));
            }
            Move::Moved { cards, .. } => {
                #[allow(clippy::cast_precision_loss)] // a small count
                let share = 1.0 / cards.len() as f64;
                let mut mixed = BTreeMap::new();
                for card in &cards {
                    for (face, likely) in &odds[usize::from(card.id())] {
                        *mixed.entry(face.clone()).or_default() += likely * share;
                    }
                }
                for card in &cards {
                    odds[usize::from(card.id())].clone_from(&mixed);
                }
            }
            Move::Rolled(_) => {}
        }
    }
    odds
}

/// Whether everything at this table lies face up after the deal.
fn is_open<G: Game>(options: &G::Options, seats: SeatCount) -> bool {
    let case: Case<'_, G> = Case { options, seats, number: 0 };
    case.world().is_ok_and(|world| {
        let lens = world.house.lens(Viewer::Spectator);
        world.house.cards().into_iter().all(|card| lens.face(card).is_some())
    })
}
