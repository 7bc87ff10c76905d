//! The subcommands, one module each.

use clap::Subcommand;

use crate::failure::Failure;

mod perft;
mod play;
mod replay;
mod scenario;
mod sim;
mod solve;
mod verify;

/// What can be asked of `facedown`.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Sim(sim::Sim),
    Replay(replay::Replay),
    Views(replay::Views),
    Scenario(scenario::Scenario),
    Perft(perft::Perft),
    Solve(solve::Solve),
    Verify(verify::Verify),
}

impl Command {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(play) => play.run(),
            Self::Sim(sim) => sim.run(),
            Self::Replay(replay) => replay.run(),
            Self::Views(views) => views.run(),
            Self::Scenario(scenario) => scenario.run(),
            Self::Perft(perft) => perft.run(),
            Self::Solve(solve) => solve.run(),
            Self::Verify(verify) => verify.run(),
        }
    }
}
