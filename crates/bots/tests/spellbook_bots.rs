//! The apprentice plays whole games of Spellbook to their end, and sees no more than its lens shows.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_bots::Bot;
use facedown_bots::spellbook::Apprentice;
use facedown_core::{Deal, Dice, Seat, SeatCount, Seed, Table};
use facedown_games::spellbook::{Action, Options, Phase, PieceId, Spellbook, Step};

/// No game goes on for longer: by then every library is empty.
const MOST_TURNS: u32 = 400;

/// A game among apprentices, and what they did.
struct Played {
    table: Table<Spellbook>,
    turns: u32,
}

impl Played {
    /// How many actions were of this kind.
    fn count(&self, is_it: impl Fn(&Action) -> bool) -> usize {
        self.table.log().iter().filter(|entry| is_it(&entry.action)).count()
    }
}

/// Plays a match to its end. Before each action somebody may look on. Every action must be permitted.
fn play(
    text: &str,
    players: usize,
    options: &str,
    mut look: impl FnMut(&Table<Spellbook>, &Apprentice, Seat),
) -> Played {
    let seed = Seed::from_text(text);
    let mut dice = Dice::new(&seed);
    let seats = SeatCount::new(players).unwrap();
    let options: Options = serde_json::from_str(options).unwrap();
    let deal = Deal::Seeded { seed: dice.seed(), contributions: Vec::new() };
    let mut table = Table::<Spellbook>::new(options, seats, deal).unwrap();
    let mut bots: Vec<Apprentice> =
        (0..players).map(|_| Apprentice::new(Dice::new(&dice.seed()))).collect();
    let mut turns = 0;
    loop {
        turns = turns.max(table.game().board.turn.number);
        assert!(turns <= MOST_TURNS, "{text} goes on for ever");
        let waiting = table.waiting_on();
        let others = table.may_act().minus(waiting);
        let interjected = others.iter().find_map(|seat| {
            let bot = &mut bots[seat.index()];
            Some((seat, bot.interject(table.game(), seat, &table.lens(seat.into()))?))
        });
        let (seat, action) = if let Some(interjected) = interjected {
            interjected
        } else {
            let Some(seat) = waiting.iter().nth(dice.place(waiting.len())) else { break };
            let bot = &mut bots[seat.index()];
            look(&table, bot, seat);
            (seat, bot.choose(table.game(), seat, &table.lens(seat.into())))
        };
        let before = table.log().len();
        if let Err(refused) = table.act(seat, action.clone()) {
            panic!("{text}, action {before} of {seat}, {action:?}: {refused}");
        }
    }
    Played { table, turns }
}

fn no_look(_: &Table<Spellbook>, _: &Apprentice, _: Seat) {}

#[test]
fn two_to_four_apprentices_play_to_the_end() {
    for (players, options) in [
        (2, r#"{"format":"constructed"}"#),
        (2, r#"{"auto_loss":true,"mulligan":"free-first"}"#),
        (2, r#"{"frame":"free","life":10}"#),
        (3, "{}"),
        (4, r#"{"format":"commander"}"#),
        (2, r#"{"best_of":"three","format":"limited"}"#),
    ] {
        let text = format!("{players} at {options}");
        let Played { table, turns } = play(&text, players, options, no_look);
        assert_eq!(table.game().phase, Phase::Over, "{text}");
        let standing = table.standing().unwrap();
        assert_eq!(standing.winners.len(), 1, "{text}: {standing:?}");
        assert!(turns > 4, "{text} lasts {turns} turns");
    }
}

#[test]
fn apprentices_do_what_people_do() {
    let Played { table, .. } = play("what people do", 2, "{}", no_look);
    let played = Played { turns: 0, table };
    let casts = played.count(|action| matches!(action, Action::Cast { .. }));
    let taps = played.count(|action| matches!(action, Action::Tap { .. }));
    let attacks = played.count(|action| matches!(action, Action::Attack { .. }));
    let damage = played.count(|action| matches!(action, Action::Damage { .. }));
    assert!(casts >= 6 && taps > casts && attacks >= 4 && damage >= attacks);
    let blocks: usize = (0..4)
        .map(|number| play(&format!("blocks {number}"), 2, "{}", no_look))
        .map(|played| played.count(|action| matches!(action, Action::Block { .. })))
        .sum();
    assert!(blocks >= 4, "{blocks}");
}

/// One land in a turn, no creature without lands tapped for it, and no more than seven cards in the end.
#[test]
fn apprentices_keep_to_the_usual_rules() {
    for number in 0..3 {
        let played = play(&format!("rules {number}"), 2, "{}", |table, _, seat| {
            let board = &table.game().board;
            if table.game().phase == Phase::Playing && board.turn.active == seat {
                let other = table.seats().after(seat);
                assert!(board.turn.step == Step::Untap || board.players[other].hand.len() <= 7);
            }
        });
        let table = &played.table;
        let (mut tapped, mut lands) = (0, std::collections::BTreeMap::new());
        for (at, entry) in table.log().iter().enumerate() {
            match &entry.action {
                Action::Tap { pieces } => tapped = pieces.len(),
                Action::Cast { .. } => assert!(std::mem::take(&mut tapped) > 0, "action {at}"),
                Action::Move { pieces, to, .. }
                    if to.zone == facedown_games::spellbook::Zone::Battlefield =>
                {
                    let turn = table.at(at).unwrap().game().board.turn.number;
                    let before = lands.insert(turn, pieces.clone());
                    assert_eq!(before, None, "two lands in turn {turn}");
                    assert!(matches!(pieces[..], [PieceId::Card(_)]));
                }
                _ => {}
            }
        }
        assert!(lands.len() > 5);
    }
}

#[test]
fn an_apprentice_chooses_the_same_in_every_world_that_looks_the_same() {
    let mut worlds = Dice::new(&Seed::from_text("worlds"));
    let mut compared = 0;
    play("other worlds", 3, "{}", |table, bot, seat| {
        if table.game().board.turn.number > 12 {
            return;
        }
        let lens = table.lens(seat.into());
        let action = bot.clone().choose(table.game(), seat, &lens);
        let other = table.redealt(seat.into(), &mut worlds);
        let again = bot.clone().choose(other.game(), seat, &other.lens(seat.into()));
        assert_eq!(written(&action), written(&again));
        compared += 1;
    });
    assert!(compared > 50, "{compared}");
}

/// An action as text, in which secrets are left out.
fn written(action: &Action) -> String {
    serde_json::to_string(action).unwrap()
}
