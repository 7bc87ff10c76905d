//! Says how a table comes together: what is played there, and who is here.

use facedown_core::{About, Seat, Seats};
use facedown_machine::Gathering;
use facedown_protocol::relay::PeerTableInfo;

use crate::commands::play::console::Console;
use crate::commands::play::session::listed;
use crate::failure::Failure;

/// Says what somebody is about to join or to watch.
pub(super) fn describe<G: About>(found: &PeerTableInfo) -> Result<(), Failure> {
    let mut console = Console::output();
    let seats = found.seats.len();
    let as_value = |options: &G::Options| serde_json::to_value(options).ok();
    let theirs = serde_json::from_str::<G::Options>(found.options.get());
    let usual = theirs.is_ok_and(|theirs| as_value(&theirs) == as_value(&G::Options::default()));
    let options =
        if usual { String::new() } else { format!(", with the options {}", found.options) };
    let think = match found.think {
        0 => String::new(),
        think => format!(" After {} your machine plays for you.", seconds(think.into())),
    };
    let grace = seconds(found.grace.into());
    let left = match found.escrow {
        Some(threshold) => {
            format!("the others go on. Any {threshold} players together could read every card.")
        }
        None => "that ends the game.".to_owned(),
    };
    let text = format!(
        "{} for {seats}{options}.{think} Who is silent for {grace} can be voted out; {left}",
        G::TITLE
    );
    console.say(&text)?;
    Ok(())
}

/// A time in words.
pub(super) fn seconds(seconds: u64) -> String {
    match (seconds / 60, seconds % 60) {
        (0, 1) => "a second".into(),
        (0, s) => format!("{s} seconds"),
        (1, 0) => "a minute".into(),
        (m, 0) if m % 60 == 0 && m > 60 => format!("{} hours", m / 60),
        (m, 0) => format!("{m} minutes"),
        (m, s) => format!("{m}:{s:02} minutes"),
    }
}

/// Says who is here, each time that this changes.
#[derive(Default)]
pub(super) struct Progress {
    told: String,
    /// Who was connected at some time: somebody who sits down is not away before the first connection.
    seen: Seats,
}

impl Progress {
    pub(super) fn tell(&mut self, news: Gathering<'_>) -> std::io::Result<()> {
        let line = match news {
            // Who is connected is told right after who sits there.
            Gathering::Here(_, None) => return Ok(()),
            Gathering::Here(table, Some(here)) => {
                self.seen = self.seen.or(here);
                who_is_here(table, here, self.seen)
            }
            Gathering::Away(why) => format!("{why}. Trying again."),
        };
        if line == self.told {
            return Ok(());
        }
        Console::output().say(&line)?;
        self.told = line;
        Ok(())
    }
}

/// "2 of 4 are here: Ada, Ben".
fn who_is_here(table: &PeerTableInfo, here: Seats, seen: Seats) -> String {
    let seats = table.seats.len();
    let named = |wanted: Seats| -> Vec<&str> {
        let is_one = |index| Seat::new(index).is_some_and(|seat| wanted.contains(seat));
        let seats = table.seats.iter().enumerate().filter(|(index, _)| is_one(*index));
        seats.filter_map(|(_, seat)| Some(seat.as_ref()?.name.as_str())).collect()
    };
    let (present, away) = (named(here), named(seen.minus(here)));
    let line = match present.len() {
        0 => format!("Nobody of {seats} is here yet"),
        1 => format!("1 of {seats} is here: {}", present[0]),
        count => format!("{count} of {seats} are here: {}", present.join(", ")),
    };
    let away = match &away[..] {
        [] => String::new(),
        [one] => format!("; {one} has a seat and is away"),
        more => format!("; {} have seats and are away", listed(more)),
    };
    line + &away + "."
}
