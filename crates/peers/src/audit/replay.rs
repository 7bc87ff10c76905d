//! The replay in a house: every action is judged by what its author truly saw, and every answer by the cards.

use std::collections::VecDeque;

use facedown_core::{
    Arrangement, Card, Cards, Dealer, Dealt, Game, House, LogEntry, Sealed, Seat, SeatCount, Seats,
    Viewer, permits,
};
use serde_json::Value;

use super::deal::Deals;
use super::{Opened, opening};
use crate::fold::Fold;
use crate::fold::history::{History, Lying, Move, Step};
use crate::verdict::{Cheat, EntryName, Proven, Verdict};

/// What the replay has found.
pub(super) struct Replayed<G: Game> {
    pub(super) verdicts: Vec<Verdict>,
    /// The actions, opened.
    pub(super) actions: Vec<Opened<G>>,
    /// How many were judged by everything that their authors saw.
    pub(super) judged: usize,
}

pub(super) fn replay<G: Game>(
    fold: &Fold<G>,
    deals: &Deals<G::Face>,
    proven: Proven,
) -> Replayed<G> {
    let (history, rules) = (fold.history(), fold.rules());
    let seats = rules.seats();
    let mut replayed = Replayed { verdicts: Vec::new(), actions: Vec::new(), judged: 0 };
    let mut auditor = Auditor {
        house: House::rigged(deals.rig.clone()).silent(),
        history,
        lying: Vec::new(),
        moves: VecDeque::new(),
        lies: Vec::new(),
    };
    let mut steps = history.steps.iter().take(deals.steps);
    let mut last = history.steps.first();
    let Some(first) = steps.next() else { return replayed };
    auditor.moves.extend(&first.moves);
    let begun = G::deal_by(rules.rules(), rules.options(), seats, &mut auditor);
    let Ok(mut game) = begun else { return replayed };
    let (mut arranged, mut lists) = (deals.arranged.iter(), deals.lists.iter());
    for step in steps {
        let Some(act) = &step.act else { break };
        if !last.is_none_or(|before| auditor.leave_after(before)) {
            break;
        }
        last = Some(step);
        let values = step.moves.iter().filter_map(|done| match done {
            Move::Arranged { way, .. } => {
                let (before, after) = arranged.next()?;
                opening::order(before, after, *way)
            }
            Move::Brought { by: Some(_), .. } => opening::list(lists.next()?),
            _ => None,
        });
        let values: Vec<Value> = values.collect();
        let Some(action) = opening::opened(&act.posted.action, &values) else { break };
        if let Some(entry) = act.entry
            && auditor.knows_what_is_seen_by(act.seat)
        {
            replayed.judged += 1;
            // A proof has shown that what was sealed fits, and nobody is its author in this house.
            let is_proven = !values.is_empty();
            if !is_proven
                && let Err(cheat) = judged(&game, &auditor.house, seats, act.seat, &action)
            {
                let seat = act.seat;
                replayed.verdicts.push(Verdict { seat, cheat, proven, entry });
            }
        }
        auditor.moves.clear();
        auditor.moves.extend(&step.moves);
        if game.apply(act.seat, &action, &mut auditor).is_err() {
            break;
        }
        let lies = auditor.lies.drain(..).map(|(seat, entry, said)| Verdict {
            seat,
            cheat: Cheat::FalseAnswer { said },
            proven,
            entry,
        });
        replayed.verdicts.extend(lies);
        replayed.actions.push(LogEntry { seat: act.seat, action });
    }
    replayed
}

fn judged<G: Game>(
    game: &G,
    house: &House<G>,
    seats: SeatCount,
    seat: Seat,
    action: &G::Action,
) -> Result<(), Cheat> {
    permits(game, house, seats, seat, action).map_err(|refused| Cheat::NotPermitted {
        rule: match &refused {
            facedown_core::Refused::Rules(refusal) => Some(facedown_core::Refusal::rule(refusal)),
            _ => None,
        },
        why: refused.to_string(),
    })
}

/// A house that answers as the players did, so that the game goes the way it went, and notes where that was false.
struct Auditor<'a, G: Game> {
    house: House<G>,
    history: &'a History<G>,
    /// Which card lies under each handle.
    lying: Vec<Lying>,
    /// What the deal or the action has still to do.
    moves: VecDeque<&'a Move>,
    /// The false answers: whose, in which entry, and what they were.
    lies: Vec<(Seat, EntryName, bool)>,
}

impl<G: Game> Auditor<'_, G> {
    /// Whether everything that this seat sees is certain.
    fn knows_what_is_seen_by(&self, seat: Seat) -> bool {
        let lens = self.house.lens(seat.into());
        let mut seen = self.house.cards().into_iter().filter(|&card| lens.face(card).is_some());
        seen.all(|card| self.is_known(card))
    }

    /// Those who left after this step leave the house. Returns whether they could.
    fn leave_after(&mut self, step: &Step<G>) -> bool {
        step.left.iter().all(|leave| {
            for (cards, lying) in &leave.piles {
                self.lie(cards, lying);
            }
            let piles: Vec<Vec<Card>> =
                leave.piles.iter().map(|(cards, _)| cards.clone()).collect();
            self.house.leave(leave.seat, &leave.opened, &piles).is_ok()
        })
    }

    fn is_known(&self, card: Card) -> bool {
        let lying = self.lying.get(usize::from(card.id()));
        lying.is_some_and(|&lying| self.history.faces.get(lying).is_some_and(Option::is_some))
    }

    /// Follows the next move of the chain, which is of this kind.
    fn follow(&mut self) {
        let next = self.moves.pop_front();
        let Some(
            Move::Brought { cards, lying, .. }
            | Move::Shuffled { cards, lying }
            | Move::Mixed { cards, lying }
            | Move::Arranged { cards, lying, .. },
        ) = next
        else {
            return;
        };
        self.lie(cards, lying);
    }

    fn lie(&mut self, cards: &[Card], lying: &[Lying]) {
        for (card, &lying) in cards.iter().zip(lying) {
            let at = usize::from(card.id());
            if self.lying.len() <= at {
                self.lying.resize(at + 1, usize::MAX);
            }
            self.lying[at] = lying;
        }
    }
}

impl<G: Game> Dealer<G> for Auditor<'_, G> {
    fn bring(&mut self, faces: &[G::Face]) -> Dealt<Cards> {
        self.follow();
        self.house.bring(faces)
    }

    fn bring_sealed(&mut self, owner: Seat, faces: &Sealed<Vec<G::Face>>) -> Dealt<Cards> {
        self.follow();
        self.house.bring_sealed(owner, faces)
    }

    fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.follow();
        self.house.shuffle(cards)
    }

    fn show(&mut self, card: Card, seat: Seat) -> Dealt<()> {
        self.house.show(card, seat)
    }

    fn reveal(&mut self, card: Card) -> Dealt<G::Face> {
        self.house.reveal(card)
    }

    fn ask(&mut self, cards: &[Card], question: G::Question) -> Dealt<bool> {
        let truth = self.house.ask(cards, question)?;
        let public = self.house.lens(Viewer::Spectator);
        let hidden: Vec<Card> =
            cards.iter().copied().filter(|&card| public.face(card).is_none()).collect();
        let Some(&&Move::Answered { cards: ref asked, by, said }) = self.moves.front() else {
            return Ok(truth);
        };
        // Where everybody knew the answer, nobody was asked.
        if *asked != hidden {
            return Ok(truth);
        }
        self.moves.pop_front();
        if let Some((seat, entry)) = by
            && said != truth
            && hidden.iter().all(|&card| self.is_known(card))
        {
            self.lies.push((seat, entry, said));
        }
        Ok(said)
    }

    fn conceal(&mut self, card: Card, keep: Seats) -> Dealt<()> {
        self.house.conceal(card, keep)
    }

    fn arrange<A: Arrangement>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        order: &Sealed<A>,
    ) -> Dealt<()> {
        self.follow();
        self.house.arrange(seat, cards, order)
    }

    fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        let public = self.house.lens(Viewer::Spectator);
        // What lies open for a seat that has left stays where it is.
        let lies_open = self.house.gone().contains(seat)
            && cards.iter().all(|&card| public.face(card).is_some());
        if cards.len() > 1 && !lies_open {
            self.follow();
        }
        self.house.mix(seat, cards)
    }

    fn roll(&mut self, sides: u32) -> Dealt<u32> {
        self.follow();
        self.house.roll(sides)
    }

    fn announce(&mut self, event: G::Event) {
        Dealer::announce(&mut self.house, event);
    }

    fn tell(&mut self, seat: Seat, event: G::Event) {
        Dealer::tell(&mut self.house, seat, event);
    }
}
