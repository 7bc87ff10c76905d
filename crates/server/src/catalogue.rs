//! What can be played here, for those who set up a table.

use facedown_bots::{BotGame, Level, Profile};
use facedown_games::{About, Choice, NAMES, Setting, Values, with_game};
use facedown_protocol::rest::{self, BotInfo, GameInfo, OptionInfo, OptionValues};
use serde_json::Value;

/// What can be played here.
pub fn catalogue() -> Vec<GameInfo> {
    let info = |&name: &&str| with_game!(name, G => Some(game::<G>()), else None);
    NAMES.iter().filter_map(info).collect()
}

fn game<G: About + BotGame>() -> GameInfo {
    let usual = serde_json::to_value(G::Options::default()).unwrap_or_default();
    GameInfo {
        name: G::NAME.to_owned(),
        title: G::TITLE.to_owned(),
        about: G::ABOUT.to_owned(),
        rules: G::RULES,
        least: *G::SEATS.start(),
        most: *G::SEATS.end(),
        options: G::SETTINGS.iter().map(|setting| option(setting, &usual)).collect(),
        bots: G::BOTS.iter().map(bot).collect(),
    }
}

fn option(setting: &Setting, usual: &Value) -> OptionInfo {
    // What options leave out when they are written is nothing, or a list of nothing.
    let nothing = match setting.values {
        Values::Ranking(_) => Value::Array(Vec::new()),
        _ => Value::Null,
    };
    let choices = |choices: &[Choice]| choices.iter().map(choice).collect();
    OptionInfo {
        key: setting.key.to_owned(),
        title: setting.title.to_owned(),
        about: setting.about.to_owned(),
        usual: usual.get(setting.key).cloned().unwrap_or(nothing),
        needs: setting.needs.map(str::to_owned),
        values: match setting.values {
            Values::Flag => OptionValues::Bool {},
            Values::Number { least, most, unit, none } => OptionValues::Number {
                least,
                most,
                unit: unit.to_owned(),
                none: none.map(str::to_owned),
            },
            Values::OneOf(all) => OptionValues::Choice { choices: choices(all) },
            Values::Ranking(all) => OptionValues::Ranking { choices: choices(all) },
        },
    }
}

fn choice(choice: &Choice) -> rest::Choice {
    rest::Choice {
        value: choice.value.to_owned(),
        title: choice.title.to_owned(),
        about: choice.about.to_owned(),
    }
}

fn bot(bot: &Profile) -> BotInfo {
    BotInfo {
        name: bot.name.to_owned(),
        title: bot.title.to_owned(),
        about: bot.about.to_owned(),
        level: match bot.level {
            Level::Easy => rest::Level::Easy,
            Level::Medium => rest::Level::Medium,
            Level::Hard => rest::Level::Hard,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::to_raw_value;
    use serde_json::{Map, json};

    use super::*;
    use crate::room::hosted;

    #[test]
    fn a_form_filled_with_what_is_usual_is_the_usual_game() {
        for game in catalogue() {
            let filled: Map<_, _> = game
                .options
                .iter()
                .map(|option| (option.key.clone(), option.usual.clone()))
                .collect();
            let filled = to_raw_value(&filled).unwrap();
            let (chosen, _) = hosted::options(&game.name, Some(&filled), game.most).unwrap();
            let (usual, _) = hosted::options(&game.name, None, game.most).unwrap();
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
                "about": clock.about,
                "usual": null,
                "kind": "number",
                "least": 5,
                "most": 600,
                "unit": "seconds",
                "none": "no clock",
            })
        );
        let read: OptionInfo =
            serde_json::from_value(serde_json::to_value(clock).unwrap()).unwrap();
        assert_eq!(read.values, clock.values);
    }
}
