//! The turn: its twelve steps, whose it is, and turns that come in between.

use facedown_core::Seat;
use serde::{Deserialize, Serialize};

/// A step of a turn, in order (R-TURN-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Permanents untap.
    Untap,
    /// What happens at the beginning of a turn.
    Upkeep,
    /// The card of the turn is drawn.
    Draw,
    /// The first main phase.
    #[serde(rename = "main-1")]
    Main1,
    /// Combat begins.
    Combat,
    /// Attackers are declared.
    Attackers,
    /// Blockers are declared.
    Blockers,
    /// Combat damage is dealt.
    Damage,
    /// Combat ends.
    CombatEnd,
    /// The second main phase.
    #[serde(rename = "main-2")]
    Main2,
    /// The turn is about to end.
    End,
    /// Damage wears off, and hands are cut down to seven.
    Cleanup,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Self; 12] = [
        Self::Untap,
        Self::Upkeep,
        Self::Draw,
        Self::Main1,
        Self::Combat,
        Self::Attackers,
        Self::Blockers,
        Self::Damage,
        Self::CombatEnd,
        Self::Main2,
        Self::End,
        Self::Cleanup,
    ];

    /// The step after this one, or `None` if the turn ends.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// What players call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untap => "untap step",
            Self::Upkeep => "upkeep",
            Self::Draw => "draw step",
            Self::Main1 => "first main phase",
            Self::Combat => "beginning of combat",
            Self::Attackers => "declare attackers step",
            Self::Blockers => "declare blockers step",
            Self::Damage => "combat damage step",
            Self::CombatEnd => "end of combat",
            Self::Main2 => "second main phase",
            Self::End => "end step",
            Self::Cleanup => "cleanup step",
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Whose turn it is, and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Turn {
    /// The number of the turn, counted from 1; 0 before the first one.
    pub number: u32,
    /// Whose turn it is.
    pub active: Seat,
    /// The step.
    pub step: Step,
    /// Who had the first turn.
    pub first: Seat,
    /// Who has the next turns before the usual order goes on (R-TURN-05).
    pub extra: Vec<Seat>,
    /// After whom the usual order goes on.
    pub usual: Seat,
}
