//! Players who leave while the others play on: by escrow, when their machines are silent; by a farewell, when they may.

use facedown_core::{Card, Game, Seat, Seats};
use facedown_crypto::Codec;
use facedown_crypto::places::{Ending, Entry, EntryKind, Refusal, Stage};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::Texas42;
use facedown_peers::{CannotLeave, Desk, Fold, Heard, NotHeard, Stuck, audit};

use crate::table::{Machines, dice, genesis, options, seat, seats};

/// A table with escrow.
fn escrowed<G: Game>(options: &str, players: usize, number: u64) -> Machines<G> {
    let options: G::Options = serde_json::from_str(options).unwrap();
    let genesis = genesis::<G>(&options, seats(players), number);
    let threshold = u8::try_from(players - 1).unwrap();
    Machines::at(genesis.with_escrow(threshold).unwrap(), number)
}

/// Goes on until no entry is due. Seats whose machines are off are voted out.
fn settle<G: Game>(machines: &mut Machines<G>) {
    loop {
        machines.settle();
        let silent = machines.spectator().awaited().and(machines.off);
        if silent.is_empty() {
            return;
        }
        machines.vote_out(silent);
    }
}

/// Plays at random for at most so many actions. Returns whether the game is over.
fn play<G: Game>(machines: &mut Machines<G>, number: u64, actions: usize) -> bool {
    let mut dice = dice("leaving", number);
    for _ in 0..actions {
        settle(machines);
        let choices = machines.choices();
        let Some((seat, action)) = dice.pick(&choices).cloned() else { break };
        let (entry, note) = machines.folds[seat.index()].act(action, None).unwrap();
        machines.notes[seat.index()].push(note);
        let _ = machines.post(&entry);
    }
    settle(machines);
    machines.spectator().rules().standing().is_some()
}

/// Every machine folds the chain again, to the same head and to the same bytes to post.
fn folds_again<G: Game>(machines: &mut Machines<G>) {
    let genesis = machines.chain.genesis.clone();
    for index in 0..machines.seeds.len() {
        if machines.off.contains(seat(index)) {
            continue;
        }
        let kept = machines.notes[index].clone();
        let mut again =
            Fold::<G>::sit(genesis.clone(), seat(index), machines.seeds[index], kept).unwrap();
        for entry in &machines.chain.entries {
            let _ = again.hear(entry);
        }
        let here = &mut machines.folds[index];
        assert_eq!(again.head(), here.head());
        assert_eq!(again.rules().log().len(), here.rules().log().len());
        let due = |fold: &mut Fold<G>| fold.work().unwrap().map(|(entry, _)| entry.to_bytes());
        assert_eq!(due(&mut again), due(here));
    }
}

/// One machine goes silent after so many entries. Returns the number of entries that there are at the end.
fn goes_silent<G: Game>(mut machines: Machines<G>, after: usize, gone: Seat, number: u64) -> usize {
    let mut dice = dice("silent", number);
    while machines.chain.entries.len() < after {
        // One entry at a time, so that it may be in the middle of a step.
        let work = machines.folds.iter_mut().zip(&mut machines.notes);
        let due = work.filter_map(|(fold, kept)| {
            let (entry, notes) = fold.work().unwrap()?;
            kept.extend(notes);
            Some(entry)
        });
        let due: Vec<Entry> = due.collect();
        let entry = if let Some(entry) = dice.pick(&due) {
            entry.clone()
        } else {
            let choices = machines.choices();
            let Some((seat, action)) = dice.pick(&choices).cloned() else { break };
            let (entry, note) = machines.folds[seat.index()].act(action, None).unwrap();
            machines.notes[seat.index()].push(note);
            entry
        };
        let _ = machines.post(&entry);
    }
    machines.off = gone.only();
    folds_again(&mut machines);
    let _ = play(&mut machines, number, 12);
    folds_again(&mut machines);
    let spectator = machines.spectator();
    assert_eq!(spectator.verdicts(), []);
    assert!(spectator.stuck().is_none(), "{:?}", spectator.stuck());
    if spectator.cards().epochs() == 0 {
        assert_eq!(*spectator.cards().stage(), Stage::Over(Ending::Abandoned(gone)));
    }
    machines.chain.entries.len()
}

fn silent_at_each<G: Game>(options: &str, players: usize, every: usize, until: usize) {
    for (number, after) in (0..).zip((0..until).step_by(every)) {
        let gone = seat(after / every % players);
        goes_silent(escrowed::<G>(options, players, 5), after, gone, number);
    }
}

#[test]
fn texas_42_goes_on_without_a_silent_machine() {
    silent_at_each::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 3, 45);
}

#[test]
fn herding_cats_goes_on_without_a_silent_machine() {
    silent_at_each::<HerdingCats>("{}", 3, 5, 75);
}

#[test]
fn exploding_kittens_goes_on_without_a_silent_machine() {
    silent_at_each::<ExplodingKittens>("{}", 3, 5, 75);
}

/// Plays to the end without one player, and checks what is known then.
fn ends_without_one<G: Game>(options: &str, players: usize, number: u64) {
    let mut machines = escrowed::<G>(options, players, number);
    let _ = play(&mut machines, number, 3);
    let gone = seat(1);
    machines.off = gone.only();
    assert!(play(&mut machines, number, 3000), "the game ends");
    let spectator = machines.spectator();
    assert_eq!(*spectator.cards().stage(), Stage::Over(Ending::Closed));
    assert_eq!(spectator.verdicts(), []);
    assert!(spectator.rules().gone().is_empty() || spectator.rules().gone() == gone.only());
    let found = audit::<G>(&machines.chain).unwrap();
    assert_eq!(found.verdicts, []);
    if spectator.rules().gone().contains(gone) {
        assert!(found.record.is_none(), "nobody can read the cards before");
    }
    folds_again(&mut machines);
}

#[test]
fn texas_42_ends_without_one() {
    ends_without_one::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 31);
}

#[test]
fn herding_cats_ends_without_one() {
    ends_without_one::<HerdingCats>("{}", 3, 32);
}

#[test]
fn exploding_kittens_ends_without_one() {
    ends_without_one::<ExplodingKittens>("{}", 4, 33);
}

#[test]
fn two_machines_go_silent_one_after_the_other() {
    let genesis = genesis::<ExplodingKittens>(&options::<ExplodingKittens>("{}"), seats(5), 40);
    let mut machines = Machines::<ExplodingKittens>::at(genesis.with_escrow(3).unwrap(), 40);
    let _ = play(&mut machines, 40, 4);
    machines.off = seat(0).only();
    let _ = play(&mut machines, 41, 4);
    machines.off = machines.off.with(seat(3));
    assert!(play(&mut machines, 42, 3000));
    assert_eq!(machines.spectator().verdicts(), []);
    folds_again(&mut machines);
}

#[test]
fn two_machines_go_silent_at_once() {
    let genesis = genesis::<Texas42>(&options::<Texas42>("{}"), seats(4), 43);
    let mut machines = Machines::<Texas42>::at(genesis.with_escrow(3).unwrap(), 43);
    let _ = play(&mut machines, 43, 6);
    // Three of four are needed, so the table ends.
    machines.off = Seats::NONE.with(seat(0)).with(seat(2));
    settle(&mut machines);
    assert!(matches!(machines.spectator().cards().stage(), Stage::Over(Ending::Abandoned(_))));
}

/// Of two sides of a network that is cut neither can go on alone.
#[test]
fn a_cut_ends_the_table_on_both_sides() {
    for side in [[0, 1], [2, 3], [1, 3]] {
        let mut machines = escrowed::<Texas42>("{}", 4, 44);
        let _ = play(&mut machines, 44, 6);
        let side: Seats = side.into_iter().map(seat).collect();
        machines.off = seats(4).all().minus(side);
        let _ = play(&mut machines, 44, 8);
        assert!(matches!(machines.spectator().cards().stage(), Stage::Over(Ending::Abandoned(_))));
        // What was hidden on this side is not open.
        let state = machines.spectator().cards();
        let hidden = state.places().filter(|place| state.public_face(*place).is_none());
        assert!(hidden.count() > 20);
    }
}

/// The hand of a leaver lies open for all, and no other card does.
#[test]
fn what_the_leaver_alone_knew_lies_open() {
    let mut machines = escrowed::<Texas42>("{}", 4, 45);
    settle(&mut machines);
    let gone = machines.spectator().awaited().iter().next().unwrap();
    let seen = |fold: &Fold<Texas42>| {
        let lens = fold.rules().lens();
        let cards = fold.cards().places().map(|place| Card::new(place.0));
        cards.filter_map(|card| Some((card, lens.face(card)?))).collect::<Vec<_>>()
    };
    let before = seen(machines.of(gone));
    assert_eq!((before.len(), seen(machines.spectator()).len()), (7, 0));
    machines.off = gone.only();
    settle(&mut machines);
    assert_eq!(machines.spectator().rules().gone(), gone.only());
    assert_eq!(seen(machines.spectator()), before);
    // Its bid was played for it, and the others' hands are theirs alone.
    assert_eq!(machines.spectator().rules().log().len(), 1);
    for seat in seats(4).all().without(gone).iter() {
        assert_eq!(seen(machines.of(seat)).len(), 14);
    }
}

#[test]
fn the_dead_may_go_and_the_living_may_not() {
    let mut machines =
        Machines::<ExplodingKittens>::dealt(&options::<ExplodingKittens>("{}"), seats(4), 50);
    let living = machines.folds[0].farewell();
    assert_eq!(living.unwrap_err(), CannotLeave::Needed);
    // A machine that has been tampered with says so all the same.
    let forged = |author: Seat| {
        Entry::forged(
            &machines.chain.genesis,
            &machines.seeds[0],
            *machines.spectator().head(),
            author,
            EntryKind::Farewell,
            Vec::new(),
        )
    };
    let (forged, nobodys) = (forged(seat(0)), forged(seat(5)));
    assert_eq!(machines.try_post(&forged), Err(NotHeard::Needed(seat(0))));
    // The rules are not asked about a seat that there is not.
    assert_eq!(machines.try_post(&nobodys), Err(NotHeard::Refused(Refusal::NoSuchSeat(seat(5)))));
    let mut dice = dice("dead", 50);
    let dead = loop {
        let game = machines.spectator().rules().game().unwrap();
        let out = seats(4).all().iter().find(|&seat| game.is_out(seat));
        if let Some(dead) = out {
            break dead;
        }
        assert!(machines.step(&mut dice));
    };
    let state = machines.spectator().cards();
    let hidden = state.places().filter(|place| state.public_face(*place).is_none()).count();
    let farewell = machines.folds[dead.index()].farewell().unwrap();
    machines.off = dead.only();
    assert_eq!(machines.post(&farewell), Heard::Left(dead));
    // Its own machine has nothing more to do.
    let own = &mut machines.folds[dead.index()];
    assert_eq!(own.hear(&farewell), Ok(Heard::Left(dead)));
    assert!(own.work().unwrap().is_none());
    assert_eq!(own.stuck(), Some(&Stuck::Gone));
    machines.settle();
    let state = machines.spectator().cards();
    let still = state.places().filter(|place| state.public_face(*place).is_none()).count();
    assert!(still > 0 && hidden >= still);
    assert_eq!(machines.spectator().rules().gone(), dead.only());
    assert!(play(&mut machines, 51, 3000));
    assert_eq!(machines.spectator().verdicts(), []);
    assert_eq!(*machines.spectator().cards().stage(), Stage::Over(Ending::Closed));
    folds_again(&mut machines);
}

#[test]
fn with_escrow_the_living_may_go_too() {
    let mut machines = escrowed::<HerdingCats>("{}", 3, 52);
    let _ = play(&mut machines, 52, 5);
    let farewell = machines.folds[1].farewell().unwrap();
    let mut wrong = farewell.payload().to_vec();
    wrong[2..66].rotate_left(32);
    let forged = Entry::forged(
        &machines.chain.genesis,
        &machines.seeds[1],
        *machines.spectator().head(),
        seat(1),
        EntryKind::Farewell,
        wrong,
    );
    machines.off = seat(1).only();
    assert!(matches!(machines.try_post(&forged), Err(NotHeard::Refused(_))));
    assert_eq!(machines.post(&farewell), Heard::Left(seat(1)));
    assert!(play(&mut machines, 53, 3000));
    assert_eq!(*machines.spectator().cards().stage(), Stage::Over(Ending::Closed));
}

#[test]
fn who_comes_back_too_late_watches() {
    let mut machines = escrowed::<Texas42>("{}", 4, 54);
    let _ = play(&mut machines, 54, 5);
    let gone = machines.spectator().awaited().iter().next().unwrap();
    machines.off = gone.only();
    let _ = play(&mut machines, 55, 6);
    let (genesis, kept) = (machines.chain.genesis.clone(), machines.notes[gone.index()].clone());
    let shorthand = std::sync::Arc::new(facedown_protocol::delta::Shorthand::of::<Texas42>());
    let seed = machines.seeds[gone.index()];
    let desk = Desk::<Texas42>::sit(genesis.clone(), gone, seed, kept, shorthand.clone());
    let mut back = desk.unwrap();
    let mut watching = Desk::<Texas42>::watch(genesis, shorthand).unwrap();
    for entry in &machines.chain.entries {
        let bytes = entry.to_bytes();
        let _ = watching.hear(&bytes, None).unwrap();
        if !back.has_left() {
            let _ = back.hear(&bytes, None).unwrap();
        }
    }
    assert!(back.has_left());
    assert!(back.resume().post.is_empty());
    assert_eq!(watching.fold().head(), machines.spectator().head());
}
