//! The bots at the table, and the order in which seats act.

use facedown_bots::Bot;
use facedown_core::{Deal, Dice, LoggedEvent, Seat, Seats, Seed, Table, Viewer};

use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;

/// Longer names are cut, in characters.
const MAX_NAME_LENGTH: usize = 20;

/// The bots on the seats after the player's, and the dice of the session.
pub(super) struct Agents<G: Playable> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// Chooses who acts first where several seats may.
    order: Dice,
    /// Used for actions taken for a player whose time is up. They are separate dice, so that such an action
    /// does not change how the other dice fall.
    pub(super) stand_in: Dice,
}

impl<G: Playable> Agents<G> {
    /// Creates the bots. Their dice are derived from the deal's seed but are independent of the table's dice.
    pub(super) fn new(names: &[String], deal: &Deal<G::Face>) -> Result<Self, Failure> {
        let source = match deal {
            Deal::Seeded { seed, .. } => seed.to_hex(),
            Deal::Rigged(_) | Deal::Dealt(_) => "rigged".into(),
        };
        let seed = Seed::from_text(&format!("facedown play, the agents of {source}"));
        let dice = |number| Dice::numbered(&seed, number);
        let bots = (2..).zip(names).map(|(number, name)| lineup::bot::<G>(name, dice(number)));
        Ok(Self { bots: bots.collect::<Result<_, _>>()?, order: dice(0), stand_in: dice(1) })
    }

    /// Chooses the seat that acts next, each with the same probability.
    pub(super) fn next(&mut self, waiting_on: Seats) -> Option<Seat> {
        waiting_on.iter().nth(self.order.place(waiting_on.len()))
    }

    /// The action of the bot on this seat; `None` on the player's seat.
    pub(super) fn choose(&mut self, table: &Table<G>, seat: Seat) -> Option<G::Action> {
        let bot = self.bots.get_mut(seat.index().checked_sub(1)?)?;
        Some(bot.choose(table.game(), seat, &table.lens(seat.into())))
    }

    /// What a bot does while the table waits for somebody else.
    pub(super) fn interject(&mut self, table: &Table<G>) -> Option<(Seat, G::Action)> {
        let others = table.may_act().minus(table.waiting_on());
        others.iter().find_map(|seat| {
            let bot = self.bots.get_mut(seat.index().checked_sub(1)?)?;
            Some((seat, bot.interject(table.game(), seat, &table.lens(seat.into()))?))
        })
    }

    /// Sends each bot the events for its seat.
    pub(super) fn hear(&mut self, heard: &[LoggedEvent<G::Event>]) {
        for (index, bot) in (1..).zip(&mut self.bots) {
            let viewer = Seat::new(index).map_or(Viewer::Spectator, Viewer::Seat);
            for heard in heard.iter().filter(|heard| heard.told.to.reaches(viewer)) {
                bot.hear(&heard.told.event);
            }
        }
    }
}

/// The names in the record. A bot's name contains its kind: "Mittens (random)". No bot has the player's name.
pub(super) fn names<G: Playable>(player: &str, bots: &[String]) -> Vec<String> {
    let free = G::BOT_NAMES.iter().filter(|name| **name != player);
    let bots = free.zip(bots).map(|(name, bot)| format!("{name} ({bot})"));
    std::iter::once(player.to_owned()).chain(bots).collect()
}

/// The kinds of bots in the names of a record; empty if a name does not contain one.
pub(super) fn bots_in(names: &[String]) -> Vec<String> {
    let bot = |name: &String| {
        let (_, rest) = name.rsplit_once(" (")?;
        rest.strip_suffix(')').map(str::to_owned)
    };
    names.iter().skip(1).map(bot).collect::<Option<_>>().unwrap_or_default()
}

/// A name as it is shown at the table: without the kind of bot, shortened, and without control characters.
pub(super) fn display_name(names: &[String], seat: Seat) -> String {
    let name = names.get(seat.index()).map_or("", String::as_str);
    let bare = name.rsplit_once(" (").filter(|_| seat.index() > 0).map_or(name, |(name, _)| name);
    let short: String = bare.chars().filter(|c| !c.is_control()).take(MAX_NAME_LENGTH).collect();
    if short.trim().is_empty() { format!("Player {}", seat.index() + 1) } else { short }
}

#[cfg(test)]
mod tests {
    use facedown_games::herding_cats::HerdingCats;

    use super::*;

    #[test]
    fn a_record_says_which_bots_played() {
        let bots = ["random".to_owned(), "timid".to_owned()];
        let names = names::<HerdingCats>("Ann", &bots);
        assert_eq!(names, ["Ann", "Mittens (random)", "Whiskers (timid)"]);
        assert_eq!(bots_in(&names), bots);
        let [ann, mittens, nobody] = [0, 1, 5].map(|i| display_name(&names, Seat::new(i).unwrap()));
        assert_eq!([&*ann, &*mittens, &*nobody], ["Ann", "Mittens", "Player 6"]);
        assert!(bots_in(&["Ann".into(), "Bob".into()]).is_empty());
        assert!(bots_in(&[]).is_empty());
        let others = self::names::<HerdingCats>("Mittens", &bots);
        assert_eq!(others, ["Mittens", "Whiskers (random)", "Biscuit (timid)"]);
    }
}
