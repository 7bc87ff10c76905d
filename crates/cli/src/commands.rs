//! The subcommands, one module each.

use clap::Subcommand;

use crate::failure::Failure;

mod sim;
mod verify;

/// What can be asked of `facedown`.
#[derive(Subcommand)]
pub(crate) enum Command {
    Sim(sim::Sim),
    Verify(verify::Verify),
}

impl Command {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Sim(sim) => sim.run(),
            Self::Verify(verify) => verify.run(),
        }
    }
}
