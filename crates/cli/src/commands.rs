//! The subcommands, one module each.

use std::path::Path;

use clap::Subcommand;

use crate::failure::Failure;

pub(crate) mod cards;
mod load;
mod mental_poker;
mod peer;
mod perft;
mod play;
mod replay;
mod scenario;
mod serve;
mod sim;
mod solve;
mod verify;

/// The subcommands of `facedown`.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Serve(serve::Serve),
    Load(load::Load),
    #[command(hide = true)]
    FanOut(load::BareFanOut),
    Sim(sim::Sim),
    Replay(replay::Replay),
    Views(replay::Views),
    Scenario(scenario::Scenario),
    Perft(perft::Perft),
    Solve(solve::Solve),
    Verify(verify::Verify),
    Cards(cards::Cards),
    MentalPoker(mental_poker::MentalPoker),
    Peer(peer::Peer),
}

impl Command {
    pub(crate) fn run(self) -> Result<(), Failure> {
        match self {
            Self::Play(play) => play.run(),
            Self::Serve(serve) => serve.run(),
            Self::Load(load) => load.run(),
            Self::FanOut(fan_out) => fan_out.run(),
            Self::Sim(sim) => sim.run(),
            Self::Replay(replay) => replay.run(),
            Self::Views(views) => views.run(),
            Self::Scenario(scenario) => scenario.run(),
            Self::Perft(perft) => perft.run(),
            Self::Solve(solve) => solve.run(),
            Self::Verify(verify) => verify.run(),
            Self::Cards(cards) => cards.run(),
            Self::MentalPoker(mental_poker) => mental_poker.run(),
            Self::Peer(peer) => peer.run(),
        }
    }
}

/// A command line for the user to type next: this program as it was called, `arguments`, and `file`.
pub(crate) fn invocation(arguments: &[&str], file: &Path) -> String {
    let program = std::env::args_os()
        .next()
        .map_or_else(|| "facedown".into(), |program| quoted(&program.to_string_lossy()));
    format!("{program} {} {}", arguments.join(" "), quoted(&file.to_string_lossy()))
}

/// Quotes a word for the shell if that is necessary.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:\\+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_blank_is_quoted() {
        let ends = |file: &str, with: &str| {
            assert!(invocation(&["verify"], file.as_ref()).ends_with(with), "{file}");
        };
        ends("a/game-1.json", " verify a/game-1.json");
        ends("my game", " verify 'my game'");
        ends("cat'", r" verify 'cat'\'''");
    }
}
