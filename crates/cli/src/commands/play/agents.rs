//! Who sits at the table beside the human, and whose word is heard first.

use facedown_bots::Bot;
use facedown_core::{Deal, Dice, Heard, Seat, Seats, Seed, Table, Viewer};

use crate::failure::Failure;
use crate::lineup;
use crate::playable::Playable;

/// What the bots are called, in seat order.
const NAMES: [&str; 7] =
    ["Mittens", "Biscuit", "Shadow", "Pepper", "Smudge", "Pickle", "Professor"];

/// The longest name that is shown in full.
const LONGEST: usize = 20;

/// The bots on the seats after the human's, with their dice.
pub(super) struct Agents<G: Playable> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// Says who is heard first where several may speak.
    order: Dice,
    /// For what is done in the human's stead. Apart, so that the other dice fall as they would have.
    pub(super) stand_in: Dice,
}

impl<G: Playable> Agents<G> {
    /// These bots. Their chances come from the deal's seed, but from none of the table's own dice.
    pub(super) fn new(names: &[String], deal: &Deal<G::Face>) -> Result<Self, Failure> {
        let source = match deal {
            Deal::Seeded { seed, .. } => seed.to_hex(),
            Deal::Rigged(_) => "rigged".into(),
        };
        let seed = Seed::from_text(&format!("facedown play, the agents of {source}"));
        let dice = |number| Dice::numbered(&seed, number);
        let bots = (2..).zip(names).map(|(number, name)| lineup::bot::<G>(name, dice(number)));
        Ok(Self { bots: bots.collect::<Result<_, _>>()?, order: dice(0), stand_in: dice(1) })
    }

    /// Which of these seats is heard now, each as likely as any other.
    pub(super) fn next(&mut self, waiting_on: Seats) -> Option<Seat> {
        waiting_on.iter().nth(self.order.place(waiting_on.len()))
    }

    /// What the bot on this seat does; nothing if that is the human's.
    pub(super) fn choose(&mut self, table: &Table<G>, seat: Seat) -> Option<G::Action> {
        let bot = self.bots.get_mut(seat.index().checked_sub(1)?)?;
        Some(bot.choose(table.game(), seat, &table.lens(seat.into())))
    }

    /// Tells each bot what its seat is told.
    pub(super) fn hear(&mut self, heard: &[Heard<G::Event>]) {
        for (index, bot) in (1..).zip(&mut self.bots) {
            let viewer = Seat::new(index).map_or(Viewer::Spectator, Viewer::Seat);
            for heard in heard.iter().filter(|heard| heard.told.to.reaches(viewer)) {
                bot.hear(&heard.told.event);
            }
        }
    }
}

/// What everybody is called in the record; a bot's name says which bot it is.
pub(super) fn names(human: &str, bots: &[String]) -> Vec<String> {
    let bots = NAMES.iter().zip(bots).map(|(name, bot)| format!("{name} ({bot})"));
    std::iter::once(human.to_owned()).chain(bots).collect()
}

/// Which bots the names in a record speak of; none if one of them is silent about it.
pub(super) fn bots_in(names: &[String]) -> Vec<String> {
    let bot = |name: &String| {
        let (_, rest) = name.rsplit_once(" (")?;
        rest.strip_suffix(')').map(str::to_owned)
    };
    names.iter().skip(1).map(bot).collect::<Option<_>>().unwrap_or_default()
}

/// A name as it is used at the table: without what the record adds, short, and harmless on a terminal.
pub(super) fn spoken(names: &[String], seat: Seat) -> String {
    let name = names.get(seat.index()).map_or("", String::as_str);
    let bare = name.rsplit_once(" (").filter(|_| seat.index() > 0).map_or(name, |(name, _)| name);
    let short: String = bare.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if short.trim().is_empty() { format!("Player {}", seat.index() + 1) } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_says_which_bots_played() {
        let bots = ["random".to_owned(), "timid".to_owned()];
        let names = names("Ann", &bots);
        assert_eq!(names, ["Ann", "Mittens (random)", "Biscuit (timid)"]);
        assert_eq!(bots_in(&names), bots);
        let [ann, mittens, nobody] = [0, 1, 5].map(|i| spoken(&names, Seat::new(i).unwrap()));
        assert_eq!([&*ann, &*mittens, &*nobody], ["Ann", "Mittens", "Player 6"]);
        assert!(bots_in(&["Ann".into(), "Bob".into()]).is_empty());
        assert!(bots_in(&[]).is_empty());
    }
}
