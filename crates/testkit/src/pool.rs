//! Actions that were legal at some time, and what can be made of them: of an open game `legal` is only a sample.

use std::collections::BTreeMap;

use facedown_core::{Dice, Game, Seat, opened, sealed_by};
use serde_json::Value;

use crate::world::choose;

/// In an open game, one of this many actions is not taken from the list, if something else is permitted.
const INVENTED: u32 = 4;
/// How often something else is sought.
const TRIES: usize = 12;

/// Chooses what happens next. In an open game it is now and then something that is permitted and not listed.
pub(crate) fn choose_or_invent<G: Game>(
    choices: Vec<(Seat, G::Action)>,
    pool: &mut Pool<G>,
    dice: &mut Dice,
    permits: impl Fn(Seat, &G::Action) -> bool,
) -> Option<(Seat, G::Action)> {
    if G::OPEN {
        for (_, action) in &choices {
            let action = opened(action.clone());
            pool.add(&canonical(&action), &action);
        }
        if dice.below(INVENTED) == 0 {
            for _ in 0..TRIES {
                let Some(&(seat, _)) = dice.pick(&choices) else { break };
                let Some((_, action)) = pool.crossbreed(dice) else { continue };
                let action = sealed_by(seat, action);
                if permits(seat, &action) {
                    return Some((seat, action));
                }
            }
        }
    }
    choose(choices, dice)
}

/// Actions that were legal at some time, by their JSON.
pub(crate) struct Pool<G: Game> {
    known: BTreeMap<String, G::Action>,
    names: Vec<String>,
}

impl<G: Game> Default for Pool<G> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), names: Vec::new() }
    }
}

impl<G: Game> Pool<G> {
    pub(crate) fn add(&mut self, name: &str, action: &G::Action) {
        if !self.known.contains_key(name) {
            self.known.insert(name.to_owned(), action.clone());
            self.names.push(name.to_owned());
        }
    }

    pub(crate) fn pick(&self, dice: &mut Dice) -> Option<(String, G::Action)> {
        let name = dice.pick(&self.names)?;
        Some((name.clone(), self.known.get(name)?.clone()))
    }

    /// An action with one value taken from another action, or with a number that is off by one.
    pub(crate) fn crossbreed(&self, dice: &mut Dice) -> Option<(String, G::Action)> {
        let mut child: Value = serde_json::from_str(dice.pick(&self.names)?).ok()?;
        let parent: Value = serde_json::from_str(dice.pick(&self.names)?).ok()?;
        let (mut from, mut to) = (Vec::new(), Vec::new());
        leaves(&parent, "", &mut from);
        leaves(&child, "", &mut to);
        let place = child.pointer_mut(dice.pick(&to)?)?;
        let off_by_one = place.as_u64().filter(|_| dice.below(2) == 0);
        *place = match off_by_one {
            Some(number) if dice.below(2) == 0 => number.saturating_sub(1).into(),
            Some(number) => (number + 1).into(),
            None => parent.pointer(dice.pick(&from)?)?.clone(),
        };
        let action: G::Action = serde_json::from_value(child.clone()).ok()?;
        let written = serde_json::to_value(&action).ok()?;
        round_trips(&child, &written).then(|| (child.to_string(), action))
    }
}

/// Whether an action is serialised as it was read, except for sealed values. Serde ignores extra fields of a unit variant.
fn round_trips(read: &Value, written: &Value) -> bool {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            read.len() == written.len()
                && read.iter().all(|(name, value)| {
                    written.get(name).is_some_and(|written| round_trips(value, written))
                })
        }
        (Value::Array(read), Value::Array(written)) => {
            read.len() == written.len()
                && read.iter().zip(written).all(|(one, two)| round_trips(one, two))
        }
        (read, written) => written.is_null() || read == written,
    }
}

/// The JSON pointers of all scalars in an action.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{at}/{name}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| leaves(item, &format!("{at}/{i}"), out));
        }
        _ => out.push(at.to_owned()),
    }
}

/// An action as JSON with sorted keys, so that equal actions have equal texts.
pub(crate) fn canonical<A: serde::Serialize>(action: &A) -> String {
    serde_json::to_value(action).map(|value| value.to_string()).unwrap_or_default()
}
