//! The list of games, for the form that creates a table.

use facedown_bots::BotGame;
use facedown_games::every_game;
use facedown_protocol::rest::GameInfo;

/// All games of the registry, with their options and bots.
pub fn catalogue() -> Vec<GameInfo> {
    let mut games = Vec::new();
    every_game!(G => games.push(GameInfo::of::<G>(G::BOTS.to_vec())));
    games
}

#[cfg(test)]
mod tests {
    use facedown_games::{NAMES, with_game};
    use serde_json::json;
    use serde_json::value::to_raw_value;

    use super::*;
    use crate::room::hosted;

    #[test]
    fn a_form_filled_with_what_is_usual_is_the_usual_game() {
        for game in catalogue() {
            let filled: std::collections::BTreeMap<_, _> = game
                .options
                .iter()
                .map(|option| (option.setting.key, option.usual.clone()))
                .collect();
            let filled = to_raw_value(&filled).unwrap();
            let (chosen, _) = hosted::options(game.name, Some(&filled), game.most).unwrap();
            let (usual, _) = hosted::options(game.name, None, game.most).unwrap();
            assert_eq!(chosen.get(), usual.get(), "{}", game.name);
        }
    }

    #[test]
    fn every_game_has_bots_and_the_strongest_is_last() {
        for &name in NAMES {
            let bots = with_game!(name, G => <G as BotGame>::BOTS, else unreachable!());
            assert_eq!(bots.first().map(|bot| bot.name), Some("random"));
            assert!(bots.is_sorted_by_key(|bot| bot.level), "{name}");
            for bot in bots {
                hosted::knows_bot(name, bot.name).unwrap();
                assert!(bot.about.ends_with('.'), "{}", bot.about);
            }
        }
    }

    #[test]
    fn an_option_reads_as_the_page_describes_it() {
        let games = catalogue();
        let clock = &games[0].options[0];
        assert_eq!(
            serde_json::to_value(clock).unwrap(),
            json!({
                "key": "challenge_clock",
                "title": "Challenge clock",
                "about": clock.setting.about,
                "usual": null,
                "kind": "number",
                "least": 5,
                "most": 600,
                "unit": "seconds",
                "none": "no clock",
            })
        );
    }
}
