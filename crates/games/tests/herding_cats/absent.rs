//! What is done for absent players (R-ABS-01, R-ABS-02).

use facedown_core::{Deal, Dice, Rig, SeatCount, Seed, Table};
use facedown_games::herding_cats::{Action, HerdingCats, Kind, Options};

use crate::scene::{self, CHALLENGE, card, play, seat};

fn dice(number: u64) -> Dice {
    Dice::numbered(&Seed::from_text("absent"), number)
}

fn fallback(table: &Table<HerdingCats>, index: usize, number: u64) -> Action {
    use facedown_core::Game;
    let lens = table.lens(seat(index).into());
    table.game().fallback(seat(index), &lens, &mut dice(number))
}

#[test]
fn r_abs_01_a_random_card_is_played_truthfully() {
    let table = scene::table(3, "{}");
    let mut played = Vec::new();
    for number in 0..200 {
        let Action::Play { card, declare, target } = fallback(&table, 0, number) else {
            panic!("a turn is for playing")
        };
        assert_eq!(declare, scene::HAND[usize::from(card.id())]);
        assert_eq!(target.is_some(), declare.attacks().is_some());
        played.push(card);
    }
    // Animal Control has nothing to attack yet; every other card has its chance.
    played.sort_unstable();
    played.dedup();
    assert_eq!(played, [0, 1, 2, 3, 4, 6].map(|place| card(0, place)));
}

#[test]
fn r_abs_01_every_window_is_passed() {
    let mut table = scene::table(2, "{}");
    play(&mut table, &[(0, r#"{"type":"play","card":3,"declare":"alley_cat","target":1}"#)]);
    assert_eq!(fallback(&table, 1, 0), Action::Pass {});
    play(&mut table, &[(1, r#"{"type":"pass"}"#), (0, r#"{"type":"select","card":9}"#)]);
    assert_eq!(fallback(&table, 1, 0), Action::Decline {});
    play(&mut table, &[(1, r#"{"type":"intercept","card":15}"#)]);
    assert_eq!(fallback(&table, 0, 0), Action::Pass {});
}

#[test]
fn r_abs_01_what_has_to_be_picked_is_picked_at_random() {
    let mut table = scene::table(2, "{}");
    play(&mut table, &[(0, r#"{"type":"play","card":0,"declare":"kitten"}"#), (1, CHALLENGE)]);
    let mut picked: Vec<_> = (0..100).map(|number| fallback(&table, 0, number)).collect();
    picked.sort_by_key(|action| match action {
        Action::Pick { card } => card.id(),
        other => panic!("{other:?} is no pick"),
    });
    picked.dedup();
    assert_eq!(picked.len(), 7);
}

#[test]
fn r_abs_02_animal_control_with_nothing_to_attack_goes_as_a_kitten_if_there_is_no_other_card() {
    // Seat 0 is left with nothing but its Animal Control: everything else goes in caught bluffs.
    let mut order = scene::HAND;
    order.swap(0, 5);
    let shuffles = vec![order.to_vec(), scene::HAND.to_vec()];
    let rig = Rig { shuffles, rolls: vec![0], mixes: vec![] };
    let seats = SeatCount::new(2).unwrap();
    let mut table =
        Table::<HerdingCats>::new(Options::default(), seats, Deal::Rigged(rig)).unwrap();
    let bluff =
        |place: u16| format!(r#"{{"type":"play","card":{place},"declare":"catnip","target":1}}"#);
    let pick = |place: u16| format!(r#"{{"type":"pick","card":{place}}}"#);
    for (mine, lost, theirs, lost_too) in [(1, 2, 9, 10), (3, 5, 11, 12)] {
        play(&mut table, &[(0, &bluff(mine)), (1, CHALLENGE), (1, &pick(lost))]);
        // The other one bluffs too, so that no herd ever has a card in it.
        let other = format!(r#"{{"type":"play","card":{theirs},"declare":"laser_pointer"}}"#);
        play(&mut table, &[(1, &other), (0, CHALLENGE), (0, &pick(lost_too))]);
    }
    play(&mut table, &[(0, &bluff(6)), (1, CHALLENGE), (1, &pick(4))]);
    let other = r#"{"type":"play","card":13,"declare":"laser_pointer"}"#;
    play(&mut table, &[(1, other), (0, CHALLENGE), (0, &pick(14))]);
    let action = fallback(&table, 0, 0);
    assert_eq!(action, Action::Play { card: card(0, 0), declare: Kind::Kitten, target: None });
    assert!(table.permits(seat(0), &action).is_ok());
}

#[test]
fn a_table_that_everybody_has_left_plays_itself_to_the_end() {
    use facedown_core::Game;
    for number in 0..20 {
        let seats = SeatCount::new(2 + usize::try_from(number % 5).unwrap()).unwrap();
        let deal = Deal::from_seed(dice(number).seed());
        let mut table = Table::<HerdingCats>::new(Options::default(), seats, deal).unwrap();
        let mut dice = dice(1000 + number);
        while let Some(seat) = table.waiting_on().iter().next() {
            let action = table.game().fallback(seat, &table.lens(seat.into()), &mut dice);
            table.act(seat, action).unwrap();
        }
        assert!(table.standing().is_some());
    }
}
