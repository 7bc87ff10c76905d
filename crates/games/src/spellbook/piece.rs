//! Pieces: what lies on the battlefield, on the stack and in the command zone, and what is marked on it.

use std::sync::Arc;

use facedown_core::Seat;
use serde::Serialize;

use super::place::{PieceId, Side, Target};
use super::token::{Colours, TokenSpec};
use super::words::{Line, Name};

/// A card or a token with everything that is marked on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Which card or token it is.
    pub id: PieceId,
    /// Whose it is.
    pub owner: Seat,
    /// Who controls it. On the stack: who put it there.
    pub controller: Seat,
    /// Which side is up.
    pub side: Side,
    /// Whether it is tapped.
    pub tapped: bool,
    /// The turn in which it came under its controller’s control.
    pub since: u32,
    /// Everything else, which most pieces do not have.
    pub more: Option<Arc<More>>,
}

/// What most pieces do not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct More {
    /// What is written on it, if it is no card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<Arc<TokenSpec>>,
    /// What an ability or a copy comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<PieceId>,
    /// What it is attached to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attached: Option<Target>,
    /// Its power, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Name>,
    /// Its toughness, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toughness: Option<Name>,
    /// A note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<Line>,
    /// Its colours, other than printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colours: Option<Colours>,
    /// Its counters, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Counter>>"))]
    pub counters: Vec<Counter>,
    /// Damage dealt to it this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damage: Option<u32>,
    /// Whom or what it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacks: Option<Target>,
    /// What it blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<PieceId>,
    /// Whether it stays tapped when its controller untaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stays_tapped: Option<bool>,
    /// Whether it is phased out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phased: Option<bool>,
    /// Where it lies on its side of the battlefield, as its controller arranged it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
}

/// A spot on one side of the battlefield, 0 to 1,000 in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Spot {
    /// From the left.
    pub x: u16,
    /// From the top.
    pub y: u16,
}

/// Counters of one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counter {
    /// Their name.
    pub name: Name,
    /// How many.
    pub count: i32,
}

/// An arrow from one thing to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Arrow {
    /// Who drew it.
    pub by: Seat,
    /// From what.
    pub from: Target,
    /// To what.
    pub to: Target,
}

/// A designation and who has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Designation {
    /// Which.
    pub what: Name,
    /// Who has it. Something that belongs to nobody, such as night, is given to whoever brought it about.
    pub seat: Seat,
}

impl Piece {
    /// A piece that has just come into play.
    pub(super) fn new(id: PieceId, owner: Seat, controller: Seat, side: Side, since: u32) -> Self {
        Self { id, owner, controller, side, tapped: false, since, more: None }
    }

    /// Changes what most pieces do not have, and drops it if nothing is left.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut More)) {
        change(Arc::make_mut(self.more.get_or_insert_default()));
        if self.more.as_deref() == Some(&More::default()) {
            self.more = None;
        }
    }

    /// What most pieces do not have, if this one has it.
    pub fn more(&self) -> Option<&More> {
        self.more.as_deref()
    }

    /// What is written on it, if it is no card.
    pub fn spec(&self) -> Option<&TokenSpec> {
        self.more()?.token.as_deref()
    }

    /// How many counters of this name it has.
    pub fn counters(&self, name: &str) -> i32 {
        self.more().map_or(0, |more| count_of(&more.counters, name))
    }
}

/// How many counters of this name there are.
pub(super) fn count_of(counters: &[Counter], name: &str) -> i32 {
    counters.iter().find(|counter| &*counter.name == name).map_or(0, |counter| counter.count)
}

/// Adds counters of this name, and forgets the name when none are left.
pub(super) fn add_counters(counters: &mut Vec<Counter>, name: &Name, by: i32) {
    match counters.iter_mut().find(|counter| counter.name == *name) {
        Some(counter) => counter.count = counter.count.saturating_add(by),
        None => counters.push(Counter { name: name.clone(), count: by }),
    }
    counters.retain(|counter| counter.count != 0);
}
