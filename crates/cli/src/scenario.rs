//! Scenarios: games written down step by step, which are played and checked.

mod complete;
mod error;
mod file;
mod line;
mod run;

pub(crate) use complete::Completion;
pub(crate) use error::ScenarioError;
pub(crate) use file::ScenarioFile;
pub(crate) use run::{Runner, play_steps, set_up};
