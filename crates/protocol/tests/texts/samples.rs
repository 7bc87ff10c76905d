//! Random games with all sorts of options: what their players are told, asked and offered.

use facedown_core::{Deal, Dice, SeatCount, Seed, Table, Viewer};
use facedown_games::{About, Story, Values};
use serde_json::{Value, json};

/// Games for each choice of options.
const GAMES: u64 = 3;

/// What one viewer is told, asked or offered.
pub(crate) enum Sample<'s> {
    Event(&'s Value),
    Scene(&'s Scene),
}

/// What one viewer sees between two actions.
pub(crate) struct Scene {
    pub(crate) view: Value,
    pub(crate) waiting: Value,
    /// What the messages for the phase need to know.
    pub(crate) facts: Value,
    /// What the viewer may do, and what the message for it needs to know.
    pub(crate) legal: Vec<(Value, Value)>,
}

/// Shows what the first player and a spectator hear and see in many games.
pub(crate) fn all<G: About + Story>(mut look: impl FnMut(Viewer, Sample<'_>)) {
    for (at, options) in choices::<G>().into_iter().enumerate() {
        for game in 0..GAMES {
            let seats = G::SEATS.end()
                - usize::try_from(game).unwrap() % (G::SEATS.end() - G::SEATS.start() + 1);
            let seed = Seed::from_text(&format!("texts {at} {game}"));
            let mut dice = Dice::numbered(&seed, 0);
            let options = serde_json::from_value(options.clone()).unwrap();
            let mut table =
                Table::<G>::new(options, SeatCount::new(seats).unwrap(), Deal::from_seed(seed))
                    .unwrap();
            loop {
                show(&table, &mut look);
                let waiting = table.waiting_on();
                let Some(seat) = waiting.iter().nth(dice.place(waiting.len().max(1))) else {
                    break;
                };
                let action = dice.pick(&table.legal(seat)).unwrap().clone();
                assert!(table.act(seat, action).is_ok());
            }
        }
    }
}

/// What has just been told, and how things stand now.
fn show<G: Story>(table: &Table<G>, look: &mut impl FnMut(Viewer, Sample<'_>)) {
    for viewer in [Viewer::Seat(table.seats().first()), Viewer::Spectator] {
        for event in table.stream(viewer).filter(|heard| heard.at == table.log().len()) {
            look(viewer, Sample::Event(&json!(event.told.event)));
        }
        let view = table.view(viewer);
        let legal = viewer.seat().map(|seat| table.legal_for(seat)).unwrap_or_default();
        look(
            viewer,
            Sample::Scene(&Scene {
                waiting: json!(table.waiting_on()),
                facts: G::prompt_facts(&view),
                legal: legal
                    .iter()
                    .map(|action| (json!(action), G::offer_facts(action, &view)))
                    .collect(),
                view: json!(view),
            }),
        );
    }
}

/// The usual options, and everything switched on, with each of the other options in turn.
fn choices<G: About>() -> Vec<Value> {
    let usual = json!(G::Options::default());
    let mut rich = usual.clone();
    for setting in G::SETTINGS {
        if matches!(setting.values, Values::Flag) {
            rich[setting.key] = true.into();
        }
    }
    let with = |key: &str, value: Value| {
        let mut options = rich.clone();
        options[key] = value;
        options
    };
    let others = G::SETTINGS.iter().flat_map(|setting| match setting.values {
        Values::Flag => vec![with(setting.key, false.into())],
        Values::Number { least, .. } => vec![with(setting.key, (least + 1).into())],
        Values::OneOf(choices) => {
            choices.iter().map(|choice| with(setting.key, choice.value.into())).collect()
        }
        Values::Ranking(_) => Vec::new(),
    });
    others.chain([usual]).collect()
}
