//! What a new table needs before it is set up: limits on what may be chosen, and names for its bots.

use facedown_bots::BotGame;
use facedown_core::{Dice, Seed};
use facedown_games::with_game;
use facedown_protocol::rest::{NewTable, SeatChoice};
use facedown_protocol::{Kind, Name, Refusal, Spectators, TableClock};

/// The longest clock and grace that a table can choose, in seconds: a week. A table cannot wait for longer than that for
/// people who do not come.
const LONGEST_WAIT: u32 = 7 * 24 * 60 * 60;
/// The longest delay of spectators that a table can choose, in seconds: a day.
const LONGEST_DELAY: u32 = 24 * 60 * 60;

/// Names for the bots of a new table, by their seats. The level of a bot has no say in its name, no two bots have the same,
/// and none has that of the host.
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

/// Whether the clocks and waits of a new table are of a sensible length, and its host can sit where they want.
pub(super) fn within_reason(new: &NewTable) -> Result<(), Refusal> {
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
    if clock.max(new.grace) > LONGEST_WAIT || delay > LONGEST_DELAY {
        let message = format!(
            "a clock or a grace has at most {LONGEST_WAIT} seconds, a delay of spectators {LONGEST_DELAY}"
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
