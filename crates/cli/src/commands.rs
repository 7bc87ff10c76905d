//! The subcommands, one module each.

use clap::Subcommand;

use crate::failure::Failure;

mod play;
mod sim;
mod verify;

/// What can be asked of `facedown`.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Sim(sim::Sim),
    Verify(verify::Verify),
}

impl Command {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(play) => play.run(),
            Self::Sim(sim) => sim.run(),
            Self::Verify(verify) => verify.run(),
        }
    }
}
