//! Lists of names for bots at a table. In each list, every name begins with another letter.

/// Names for a game without a list of its own.
pub const PLAIN: &[&str] = &[
    "Ada", "Basil", "Clover", "Dexter", "Esme", "Fergus", "Greta", "Hugo", "Iris", "Jasper", "Kit",
    "Luna", "Milo", "Nell", "Otis", "Pearl",
];

/// Names for the bots of Herding Cats.
pub const CATS: &[&str] = &[
    "Mittens", "Whiskers", "Biscuit", "Duchess", "Felix", "Gizmo", "Hazel", "Jinx", "Leo",
    "Nutmeg", "Oscar", "Pepper", "Socks", "Tiger", "Violet", "Zorro",
];

/// Names for the bots of Exploding Kittens.
pub const KITTENS: &[&str] = &[
    "Boots", "Cookie", "Domino", "Fluffy", "Ginger", "Honey", "Igor", "Jelly", "Kiwi", "Loki",
    "Mochi", "Noodle", "Olive", "Pickle", "Rascal", "Tofu", "Waffles",
];

/// Names for the bots of Texas 42.
pub const TEXANS: &[&str] = &[
    "Austin", "Bonnie", "Clyde", "Dolly", "Earl", "Faye", "Gus", "Hattie", "June", "Loretta",
    "Mabel", "Opal", "Patsy", "Roy", "Travis", "Wade",
];

/// Names for the bots of Spellbook.
pub const WIZARDS: &[&str] = &[
    "Alder", "Bramble", "Cinder", "Dusk", "Ember", "Fable", "Gale", "Hex", "Indigo", "Juniper",
    "Myrrh", "Nettle", "Onyx", "Quill", "Rune", "Sable", "Thistle", "Umbra", "Wisp",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use facedown_core::Game;
    use facedown_games::{NAMES, with_game};

    use crate::BotGame;

    #[test]
    fn every_name_begins_with_a_letter_of_its_own_and_there_are_more_than_seats() {
        for &game in NAMES {
            let (names, seats) = with_game!(
                game,
                G => (<G as BotGame>::BOT_NAMES, *<G as Game>::SEATS.end()),
                else unreachable!()
            );
            let initials: BTreeSet<_> =
                names.iter().filter_map(|name| name.chars().next()).collect();
            assert_eq!(initials.len(), names.len(), "{game}: {names:?}");
            // One of them may be the host's own name.
            assert!(names.len() > seats, "{game} has {} names for {seats} seats", names.len());
            assert!(names.iter().all(|name| name.len() <= 8), "{game}: {names:?}");
        }
    }
}
