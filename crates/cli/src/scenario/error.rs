//! Errors in scenarios, each with a machine-readable kind and a message.

use facedown_core::{DealError, Refusal, RigCount, SetupError};
use serde_json::error::Category;

use crate::failure::os_message;

/// Why a scenario cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScenarioError {
    #[error("this is not JSON: {0}; write one object with \"game\", \"seats\" and \"steps\"")]
    NotJson(serde_json::Error),
    #[error("this is not a scenario: {0}")]
    Malformed(serde_json::Error),
    #[error("there is no game called {name:?}; choose one of: {}", facedown_games::NAMES.join(", "))]
    UnknownGame { name: String },
    #[error("{game} is for {least} to {most} players, not {seats}; change \"seats\"")]
    SeatCount { game: &'static str, seats: u64, least: usize, most: usize },
    #[error("\"options\" cannot be read: {0}")]
    MalformedOptions(serde_json::Error),
    #[error("{0}; change \"rules\", or leave it out for the newest")]
    Rules(String),
    #[error("these \"options\" cannot be played: {0}")]
    Options(String),
    #[error("there is both a \"seed\" and a \"rigged\" deal; leave one of them out")]
    SeedAndRigged,
    #[error("there is neither a \"seed\" nor a \"rigged\" deal; add one of them")]
    NoDeal,
    #[error("the \"rigged\" deal cannot be read: {0}")]
    MalformedRig(serde_json::Error),
    #[error("the \"rigged\" deal does not fit the game: {0}")]
    Rig(DealError),
    #[error(
        "the \"rigged\" deal has {} shuffles, {} rolls and {} mixes that never happen; take them out, \
         or add the steps that lead to them",
        .0.shuffles, .0.rolls, .0.mixes
    )]
    RigLeftOver(RigCount),
    #[error("the table cannot be dealt: {0}")]
    Setup(String),
    #[error("step {number}: {how}")]
    Step { number: usize, how: String },
    #[error("the bot of seat {seat} chose an action that was refused: {why}; please report this")]
    BotRefused { seat: usize, why: String },
    #[error("it cannot be read: {}; check its name", os_message(.0))]
    Unreadable(std::io::Error),
}

impl ScenarioError {
    /// A short name for machines, in kebab case.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::NotJson(_) => "not-json",
            Self::Malformed(_) => "malformed-scenario",
            Self::UnknownGame { .. } => "unknown-game",
            Self::SeatCount { .. } => "seat-count",
            Self::MalformedOptions(_) => "malformed-options",
            Self::Rules(_) => "rules",
            Self::Options(_) => "options",
            Self::SeedAndRigged => "seed-and-rigged",
            Self::NoDeal => "no-deal",
            Self::MalformedRig(_) => "malformed-rig",
            Self::Rig(_) => "rig",
            Self::RigLeftOver(_) => "rig-left-over",
            Self::Setup(_) => "setup",
            Self::Step { .. } => "step",
            Self::BotRefused { .. } => "bot-refused",
            Self::Unreadable(_) => "unreadable",
        }
    }

    /// The exit code for this error.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Unreadable(_) => 66,
            _ => 65,
        }
    }

    /// Tells text that is not JSON from JSON that is not a scenario.
    pub(crate) fn from_json_error(error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Data => Self::Malformed(error),
            _ => Self::NotJson(error),
        }
    }
}

impl<R: Refusal> From<SetupError<R>> for ScenarioError {
    fn from(error: SetupError<R>) -> Self {
        match error {
            SetupError::SeatCount { game, seats, least, most } => {
                Self::SeatCount { game, seats: seats as u64, least, most }
            }
            error @ SetupError::Rules { .. } => Self::Rules(error.to_string()),
            SetupError::Options(refusal) => Self::Options(refusal.to_string()),
            SetupError::Deal(error) if is_rig_mismatch(&error) => Self::Rig(error),
            error => Self::Setup(error.to_string()),
        }
    }
}

/// Whether the dealer failed because the rigged deal does not fit the game.
pub(crate) const fn is_rig_mismatch(error: &DealError) -> bool {
    matches!(
        error,
        DealError::NoRiggedShuffle { .. }
            | DealError::RiggedShuffleLength { .. }
            | DealError::RiggedShuffleFaces { .. }
            | DealError::RiggedMixLength { .. }
            | DealError::RiggedMixFaces { .. }
            | DealError::NoRiggedRoll { .. }
            | DealError::WrongRiggedRoll { .. }
    )
}
