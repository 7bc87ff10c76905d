//! Rules without a game, for tests, demonstrations and fuzzing: every action says itself which tasks it demands.

use facedown_core::Seat;

use super::chain::Rules;
use super::genesis::Genesis;
use super::task::{Place, Task, TaskOutcome};
use crate::encoding::{DecodeError, Reader, Writer};
use crate::faces::FaceCode;

/// The most tasks of one wave.
const MAX_TASKS: usize = 512;

/// Rules under which everything is permitted: the terms of the genesis are the first tasks, and an action is a list of tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    start: Vec<Task>,
}

impl Script {
    /// The rules that the terms of a genesis contain.
    pub fn of(genesis: &Genesis) -> Result<Self, DecodeError> {
        Ok(Self { start: Self::read(genesis.terms())? })
    }

    /// Encodes tasks as terms, or as an action.
    pub fn write(tasks: &[Task]) -> Vec<u8> {
        let mut to = Writer::default();
        to.list(tasks);
        to.into_bytes()
    }

    /// Decodes the tasks of an action.
    pub fn read(action: &[u8]) -> Result<Vec<Task>, DecodeError> {
        let mut from = Reader::new(action);
        let tasks = from.list(MAX_TASKS)?;
        from.end()?;
        Ok(tasks)
    }
}

impl Rules for Script {
    fn start(&mut self) -> Vec<Task> {
        self.start.clone()
    }

    fn judge(
        &mut self,
        _: Seat,
        action: &[u8],
        _: &[(Place, FaceCode)],
    ) -> Result<Vec<Task>, String> {
        Self::read(action).map_err(|error| error.to_string())
    }

    fn go_on(&mut self, _: &[TaskOutcome]) -> Vec<Task> {
        Vec::new()
    }
}
