//! Learns the vocabulary of a game from sample games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use facedown_core::{Deal, Dice, Game, SeatCount, Seed, Table, Viewer};
use serde::Serialize;

use super::shorthand::{MAX_WORD, Shape, Shorthand, Vocabulary, is_text};
use super::tape::{Part, Sort, Tape};

/// How many sample games are played.
const SAMPLE_GAMES: u64 = 20;
/// The most actions of a sample game.
const MAX_ACTIONS: usize = 150;
/// The most shapes, and the most words, in a vocabulary.
const MAX_ENTRIES: usize = 250;

/// Counts shapes and words in samples. The samples must not depend on what is hidden at any table.
#[derive(Default)]
pub struct Learner {
    shapes: BTreeMap<Shape, u64>,
    /// How often each word occurred, by its JSON.
    words: BTreeMap<Vec<u8>, u64>,
}

impl Learner {
    /// Counts a value that would be sent as a whole.
    pub fn sent<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<()> {
        let mut tape = Tape::new();
        tape.write(value)?;
        self.value(tape.root());
        Ok(())
    }

    /// Counts legal actions. There can be very many of them, so each shape counts only once; otherwise they would take
    /// all short numbers.
    pub fn choice<T: Serialize>(&mut self, actions: &[T]) -> serde_json::Result<()> {
        let mut learner = Self::default();
        actions.iter().try_for_each(|action| learner.sent(action))?;
        learner.shapes.into_keys().for_each(|shape| *self.shapes.entry(shape).or_default() += 1);
        learner.words.into_keys().for_each(|word| *self.words.entry(word).or_default() += 1);
        Ok(())
    }

    /// Counts a difference that would be sent.
    pub fn changed(&mut self, old: &Tape, new: &Tape) {
        self.change(old.root(), new.root());
    }

    /// The shapes and words that occurred more than once, the most frequent first.
    pub fn vocabulary(self) -> Vocabulary {
        let words = most_frequent(self.words);
        // The words were written as JSON, so they can be parsed.
        let words = words.iter().filter_map(|word| serde_json::from_slice(word).ok());
        Vocabulary { shapes: most_frequent(self.shapes), words: words.collect() }
    }

    fn value(&mut self, part: Part<'_>) {
        let mut said = 0;
        if is_text(part) || is_short_list(part) {
            return self.word(part.json());
        } else if part.sort() == Sort::Object
            && let Some(shape) = Shape::of(part)
        {
            // A value that is part of the shape is not sent.
            said = usize::from(shape.is.is_some());
            *self.shapes.entry(shape).or_default() += 1;
        }
        part.parts().skip(said).for_each(|part| self.value(part));
    }

    fn change(&mut self, old: Part<'_>, new: Part<'_>) {
        if old.json() == new.json() {
            return;
        }
        match (old.sort(), new.sort()) {
            (Sort::Object, Sort::Object) if Shape::of(old) == Shape::of(new) => {
                for (old, new) in old.parts().zip(new.parts()) {
                    if old.json() != new.json() {
                        self.word(new.key());
                        self.change(old, new);
                    }
                }
            }
            (_, Sort::Array) if is_short_list(new) => self.word(new.json()),
            (Sort::Array, Sort::Array) if old.parts().count() == new.parts().count() => {
                old.parts().zip(new.parts()).for_each(|(old, new)| self.change(old, new));
            }
            (Sort::Array, Sort::Array) => {
                let old: Vec<_> = old.parts().map(Part::json).collect();
                let come = new.parts().filter(|part| !old.contains(&part.json()));
                come.for_each(|part| self.value(part));
            }
            _ => self.value(new),
        }
    }

    fn word(&mut self, json: &[u8]) {
        *self.words.entry(json.to_vec()).or_default() += 1;
    }
}

fn is_short_list(part: Part<'_>) -> bool {
    let short = part.sort() == Sort::Array && (3..=MAX_WORD).contains(&part.json().len());
    short && part.parts().all(|part| part.sort() == Sort::Scalar)
}

fn most_frequent<T: Ord>(seen: BTreeMap<T, u64>) -> Vec<T> {
    let mut list: Vec<_> = seen.into_iter().filter(|&(_, count)| count > 1).collect();
    list.sort_by_key(|&(_, count)| Reverse(count));
    list.into_iter().take(MAX_ENTRIES).map(|(item, _)| item).collect()
}

impl Shorthand {
    /// The shorthand for this game's views, events and actions.
    ///
    /// The sample games are played at random from fixed seeds, so every server has the same vocabulary, and it reveals
    /// nothing about any table. Words that do not occur in the samples are spelt out when they are sent.
    pub fn of<G: Game>() -> Self {
        let mut learner = Learner::default();
        for number in 0..SAMPLE_GAMES {
            let choices = G::SEATS.count() as u64;
            let seats = usize::try_from(number % choices).unwrap_or_default() + G::SEATS.start();
            if let Some(seats) = SeatCount::new(seats) {
                // A game that cannot be serialised has no vocabulary.
                let _ = sample::<G>(&mut learner, seats, number);
            }
        }
        Self::new(learner.vocabulary())
    }
}

/// Plays a random game and counts what would be sent after each action.
fn sample<G: Game>(learner: &mut Learner, seats: SeatCount, number: u64) -> serde_json::Result<()> {
    let seed = Seed::from_text(&format!("shorthand {number}"));
    let mut dice = Dice::numbered(&seed, 0);
    let Ok(mut table) = Table::<G>::new(G::Options::default(), seats, Deal::from_seed(seed)) else {
        return Ok(());
    };
    let mut tapes = [Tape::new(), Tape::new()];
    for _ in 0..MAX_ACTIONS {
        let waiting = table.waiting_on();
        let Some(seat) = waiting.iter().nth(dice.place(waiting.len())) else { break };
        let Some(action) = dice.pick(&table.legal(seat)).cloned() else { break };
        let Ok(heard) = table.act(seat, action) else { break };
        heard.iter().try_for_each(|heard| learner.sent(&heard.told.event))?;
        let [public, own] = &mut tapes;
        let mut new = Tape::new();
        new.write(&table.view(Viewer::Spectator))?;
        learner.changed(public, &new);
        std::mem::swap(public, &mut new);
        new.write(&table.own(seats.first().into()))?;
        learner.changed(own, &new);
        std::mem::swap(own, &mut new);
        for seat in table.may_act().iter().filter(|_| !G::OPEN) {
            learner.choice(&table.legal_for(seat))?;
        }
    }
    Ok(())
}
