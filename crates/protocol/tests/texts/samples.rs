//! Random games with many different options: the events, questions and offers that their players get.

use facedown_core::{About, Deal, Dice, SeatCount, Seed, Table, Values, Viewer};
use facedown_games::Story;
use serde_json::{Value, json};

/// How many games are played for each choice of options.
const GAMES: u64 = 3;

/// Something that one viewer is shown.
pub(crate) enum Sample<'s> {
    Event(&'s Value),
    Scene(&'s Scene),
}

/// What one viewer sees between two actions.
pub(crate) struct Scene {
    pub(crate) view: Value,
    pub(crate) waiting: Value,
    /// The variables for the messages of the phase.
    pub(crate) facts: Value,
    /// The viewer's legal actions, each with the variables for its message.
    pub(crate) legal: Vec<(Value, Value)>,
}

/// Calls `look` with everything that the first player and a spectator are shown in many games.
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

/// Calls `look` with the events of the last action and the present scene.
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

/// The default options, and all flags switched on, with each value of the other options in turn.
fn choices<G: About>() -> Vec<Value> {
    let usual = json!(G::Options::default());
    let mut rich = usual.clone();
    for setting in G::SETTINGS {
        if matches!(setting.values, Values::Bool {}) {
            rich[setting.key] = true.into();
        }
    }
    let with = |key: &str, value: Value| {
        let mut options = rich.clone();
        options[key] = value;
        options
    };
    let others = G::SETTINGS.iter().flat_map(|setting| match setting.values {
        Values::Bool {} => vec![with(setting.key, false.into())],
        Values::Number { least, .. } => vec![with(setting.key, (least + 1).into())],
        Values::Choice { choices } => {
            choices.iter().map(|choice| with(setting.key, choice.value.into())).collect()
        }
        Values::Ranking { .. } => Vec::new(),
    });
    others.chain([usual]).collect()
}
