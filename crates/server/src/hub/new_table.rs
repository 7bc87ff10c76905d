//! Checks the settings of a new table, and chooses names for its bots.

use facedown_bots::BotGame;
use facedown_core::{Dice, Seed};
use facedown_games::with_game;
use facedown_protocol::rest::{NewTable, SeatChoice};
use facedown_protocol::{Kind, Name, Refusal, Spectators, TableClock};

/// The longest clock and grace period of a table, in seconds: a week.
const MAX_WAIT_SECONDS: u32 = 7 * 24 * 60 * 60;
/// The longest delay of spectators, in seconds: a day.
const MAX_DELAY_SECONDS: u32 = 24 * 60 * 60;

/// Chooses names for the bots of a new table, by seat. Names do not depend on a bot's level; no two bots have the same
/// name, and none has the host's.
pub(super) fn bot_names(
    game: &str,
    seats: &[SeatChoice],
    host: &Name,
    seed: &Seed,
) -> Vec<Option<Name>> {
    let pool: &[&str] = with_game!(game, G => G::BOT_NAMES, else &[]);
    let is_free = |name: &&&str| name.to_lowercase() != host.as_str().to_lowercase();
    let mut pool: Vec<&str> = pool.iter().filter(is_free).copied().collect();
    Dice::new(seed).shuffle(&mut pool);
    let mut names = pool.into_iter();
    let name = |seat: &SeatChoice| match seat {
        SeatChoice::Bot(_) => names.next().and_then(|name| Name::new(name).ok()),
        SeatChoice::Open | SeatChoice::Invited => None,
    };
    seats.iter().map(name).collect()
}

/// Checks that the times of a new table are within limits, and that its host can take the seat that they chose.
pub(super) fn check_settings(new: &NewTable) -> Result<(), Refusal> {
    match new.sit.map(|seat| new.seats.get(seat.index())) {
        Some(None) => return Err(Refusal::plain(Kind::NoSuchSeat)),
        Some(Some(SeatChoice::Bot(_))) => return Err(Refusal::plain(Kind::SeatTaken)),
        _ => {}
    }
    let clock = match new.clock {
        TableClock::None => 1,
        TableClock::Decision(seconds) => seconds,
        TableClock::Game { seconds, increment } => seconds.max(increment),
    };
    let delay = match new.spectators {
        Spectators::Delayed(seconds) => seconds,
        Spectators::None | Spectators::Live => 0,
    };
    if clock == 0 {
        let message = "a clock needs at least one second; leave it out for none";
        return Err(Refusal::new(Kind::BadOptions, message));
    }
    if clock.max(new.grace) > MAX_WAIT_SECONDS || delay > MAX_DELAY_SECONDS {
        let message = format!(
            "a clock or a grace period can be at most {MAX_WAIT_SECONDS} seconds, the delay of spectators at most {MAX_DELAY_SECONDS}"
        );
        return Err(Refusal::new(Kind::BadOptions, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_names_of_their_own_and_not_that_of_the_host() {
        let host = Name::new("mittens").unwrap();
        let seats =
            [SeatChoice::Open, SeatChoice::Bot("timid".into()), SeatChoice::Bot("timid".into())];
        for seed in 0..50 {
            let seed = Seed::from_text(&format!("names {seed}"));
            let names = bot_names("herding-cats", &seats, &host, &seed);
            assert_eq!(names.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
            assert_ne!(names[1], names[2]);
            assert!(names.iter().flatten().all(|name| name.as_str() != "Mittens"));
            assert_eq!(names, bot_names("herding-cats", &seats, &host, &seed));
        }
    }
}
