//! Regression tests: ways in which an honest player could be blamed, or kept from continuing.

use super::leaving::leave;
use super::*;
use crate::masked::MAX_CARDS;

const MINE: Pile = Pile(5);
const DECK: Pile = Pile(7);

fn entry_error(verdict: Result<(), ChainError>) -> EntryError {
    match verdict {
        Err(ChainError::Entry { error, .. }) => error,
        other => panic!("no entry is named: {other:?}"),
    }
}

/// An entry that is delivered twice is refused by its number and does not incriminate its author.
#[test]
fn an_entry_that_is_delivered_twice_is_no_fault_of_its_author() {
    let requests = [
        Request::Draw { pile: LIBRARY, count: 1, to: HAND },
        Request::Reshuffle { pile: LIBRARY },
        Request::Roll { sides: 6 },
        Request::Close,
    ];
    for request in requests {
        let mut round = Round::new(3, 4);
        round.begin(0, request);
        let honest = match request {
            Request::Close => round.players[1].agree(true).unwrap(),
            _ => round.due(1),
        };
        round.tell(&honest);
        for player in &mut round.players {
            let verdict = player.hear(&honest);
            assert_eq!(entry_error(verdict), EntryError::Number(0), "{request}");
        }
        // A verifier of the written chain says the same.
        let mut doubled = round.players[0].chain().clone();
        doubled.entries.push(honest.clone());
        let verdict = Chain::verify(&doubled.to_bytes());
        assert_eq!(entry_error(verdict.map(drop)), EntryError::Number(0), "{request}");
        // Later it is stale.
        if request == Request::Close {
            round.agree(0, false);
        } else {
            round.settle();
        }
        assert!(
            !matches!(entry_error(round.players[0].hear(&honest)), EntryError::Fault(_)),
            "{request}"
        );
    }
}

/// Seat 0 sends a wrong shuffle, then another wrong one, then the first again. Each time the honest seat 1 shuffles and
/// the step is undone. For a place that it has already signed, seat 1 sends the same entry again.
#[test]
fn an_honest_player_never_contradicts_itself() {
    let mut round = Round::new(2, 6);
    round.begin(0, Request::Shuffle { pile: LIBRARY });
    let right = round.due(0);
    let Message::Shuffled(deck) = right.message().unwrap() else { panic!("cards") };
    let wrong = |a: usize, b: usize| {
        let mut deck = deck.clone();
        deck.cards.swap(a, b);
        round.players[0].say(&Message::Shuffled(deck))
    };
    let wrong = [wrong(0, 1), wrong(2, 3), wrong(4, 5), wrong(0, 1), wrong(4, 5), wrong(2, 3)];
    let mut said = Vec::new();
    for bad in wrong {
        let (player, rng) = (&mut round.players[1], &mut round.rng);
        player.hear(&bad).unwrap();
        let honest = player.due(rng).unwrap().unwrap();
        let verdict = player.hear(&honest);
        assert!(matches!(verdict, Err(ChainError::Entry { author, .. }) if author == seat(0)));
        said.push(honest);
    }
    let genesis = round.players[1].chain().genesis();
    for (n, entry) in said.iter().enumerate() {
        assert!(said[..n].iter().all(|other| !entry.contradicts(other, genesis)));
    }
    assert_eq!([&said[3], &said[4], &said[5]], [&said[0], &said[2], &said[1]]);
    round.tell(&right);
    round.settle();
    assert_eq!(sorted(round.open(LIBRARY)), [0, 1, 2, 3, 4, 5]);
}

/// A leaver's layer is removed even if more cards have one key than fit into one step.
#[test]
fn a_leaver_is_replaced_where_there_are_more_than_200_cards() {
    let mut round = Round::escrowed(3, 2, 120);
    let faces = (200..320).map(FaceNumber).collect();
    round.say(1, &Message::Bring { pile: MINE, common: false, faces });
    leave(&mut round, 2);
    goes_on_without(&mut round, 2);
    let place = 119;
    round.ask(1, Request::Reveal { pile: MINE, place });
    round.ask(0, Request::Reveal { pile: LIBRARY, place });
    assert_eq!(round.sees(0, MINE)[119], Some(319));
    assert!(round.sees(1, LIBRARY)[119].is_some_and(|face| face < 120));
}

/// The same with forty cards and questions: cards in answers count too.
#[test]
fn questions_do_not_make_a_leaver_irreplaceable() {
    let mut round = Round::escrowed(3, 2, 40);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 20, to: HAND });
    for _ in 0..9 {
        round.ask(0, Request::Question { pile: HAND, to: seat(1), question: 0 });
        round.say(1, &Message::Answer(0));
    }
    leave(&mut round, 2);
    goes_on_without(&mut round, 2);
    assert_eq!(round.table().answers().len(), 9);
    closing::close(&mut round);
    let audit = round.table().audit().unwrap();
    assert!(audit.answers.iter().all(|(_, faces)| faces == &audit.piles[&HAND]));
    assert_eq!(audit.lies(|_, faces| u16::from(faces.is_empty())), []);
}

/// The number of cards is limited, and the seat that asks for more is refused.
#[test]
fn a_table_has_4000_cards_at_most() {
    let mut round = Round::silent(2, 1);
    round.settle();
    let list = |pile, count: usize| Message::Bring {
        pile: Pile(pile),
        common: true,
        faces: vec![FaceNumber(0); count],
    };
    for pile in 0..19 {
        round.say(0, &list(pile, MAX_CARDS));
    }
    round.say(0, &list(19, MAX_CARDS - 1));
    round.say(0, &list(20, 1));
    assert_eq!(round.refusal(0, &list(21, 1)), Fault::TooManyCards);
    let question = Request::Question { pile: Pile(20), to: seat(1), question: 0 };
    assert_eq!(round.refusal(0, &Message::Ask(question)), Fault::TooManyCards);
}

/// Checks that all remaining players have the same valid chain, without the leaver.
fn goes_on_without(round: &mut Round, leaver: usize) {
    assert_eq!(round.table().ending(), None);
    assert!(round.table().waiting_on().is_empty());
    assert!(!round.table().present().contains(seat(leaver)));
    let chain = round.players[0].chain();
    assert!(round.players.iter().all(|player| player.chain().head() == chain.head()));
    assert!(Chain::verify(&chain.to_bytes()).is_ok());
}

/// After the last key epoch, a request for another is refused, and players who do what is due are not blamed.
#[test]
fn who_asks_for_one_key_too_many_is_refused() {
    let mut round = Round::new(2, 2);
    let full = |table: &TableState, keys: usize| {
        let (mut table, key) = (table.clone(), table.epochs[0].clone());
        table.epochs.resize_with(keys, || key.clone());
        table
    };
    let ask = Message::Ask(Request::Reshuffle { pile: LIBRARY });
    let mut checks = checks::ProofChecks::Immediate;
    let mut table = full(round.table(), MAX_KEY_EPOCHS);
    let verdict = table.apply(seat(0), &ask, [1; 32], &mut checks);
    assert_eq!(verdict, Err(Fault::TooManyKeys));
    let before = round.table().clone();
    let entry = round.players[0].say(&ask);
    round.tell(&entry);
    assert_eq!(
        full(&before, MAX_KEY_EPOCHS - 1).apply(seat(0), &ask, [1; 32], &mut checks),
        Ok(())
    );
    let mut table = full(round.table(), MAX_KEY_EPOCHS - 1);
    for author in [0, 1] {
        let fresh = round.due(author).message().unwrap();
        assert_eq!(table.apply(seat(author), &fresh, [2; 32], &mut checks), Ok(()));
    }
    assert_eq!(table.epochs(), MAX_KEY_EPOCHS);
}

/// If there can be no new epoch to continue without a leaver, only the leaver is blamed.
#[test]
fn a_leaver_for_whom_there_is_no_new_key_ends_the_table() {
    let mut round = Round::escrowed(3, 2, 2);
    round.begin(0, Request::Roll { sides: 6 });
    let mut table = round.table().clone();
    let key = table.epochs[0].clone();
    table.epochs.resize_with(MAX_KEY_EPOCHS, || key.clone());
    let left = Message::Forfeit(seat(2));
    assert_eq!(table.apply(seat(0), &left, [1; 32], &mut checks::ProofChecks::Immediate), Ok(()));
    assert_eq!(table.ending(), Some(Ending::Forfeited(seat(2))));
}

/// A list has one to 200 cards, for its author and for all others.
#[test]
fn a_list_that_is_too_long_does_not_divide_the_table() {
    let mut round = Round::new(2, 2);
    let faces: Vec<_> = (0..201).map(FaceNumber).collect();
    let player = &mut round.players[1];
    assert_eq!(player.bring_secretly(DECK, &faces, &mut round.rng), Err(Fault::PileFull));
    assert_eq!(player.bring_secretly(DECK, &[], &mut round.rng), Err(Fault::NoCards));
    let long = Message::Bring { pile: MINE, common: false, faces: faces.clone() };
    assert!(matches!(round.refusal(1, &long), Fault::Unreadable(_) | Fault::PileFull));
    let verdict =
        round.table().clone().apply(seat(1), &long, [1; 32], &mut checks::ProofChecks::Immediate);
    assert_eq!(verdict, Err(Fault::PileFull));
    let player = &mut round.players[1];
    let entry = player.bring_secretly(DECK, &faces[..MAX_CARDS], &mut round.rng).unwrap();
    round.tell(&entry);
    assert_eq!(round.table().pile(DECK).len(), MAX_CARDS);
}

/// A wrong number of cards on top is not signed, and the correct call succeeds afterwards.
#[test]
fn a_slip_in_an_arrangement_can_be_mended() {
    let mut round = Round::new(2, 4);
    round.ask(1, Request::Scry { pile: LIBRARY, count: 2 });
    let seen = round.sees(1, LIBRARY);
    let slip = round.players[1].arrange(&[0, 1], 3, &mut round.rng);
    assert_eq!(slip, Err(Fault::TooManyOnTop));
    round.arrange(1, &[1, 0], 2);
    assert_eq!(round.sees(1, LIBRARY), [seen[1], seen[0], None, None]);
}

/// The same for a wrong number of a pile.
#[test]
fn a_slip_in_the_number_of_a_pile_can_be_mended() {
    let mut round = Round::new(2, 4);
    let slip = round.players[1].bring_secretly(LIBRARY, &[FaceNumber(1)], &mut round.rng);
    assert_eq!(slip, Err(Fault::PileTaken));
    let entry = round.players[1].bring_secretly(DECK, &[FaceNumber(1)], &mut round.rng).unwrap();
    round.tell(&entry);
    assert_eq!(round.sees(1, DECK), [Some(1)]);
}

/// An agreement at the wrong moment is not signed, and what is due is still sent.
#[test]
fn an_agreement_at_the_wrong_moment_is_not_said() {
    let mut round = Round::new(2, 4);
    assert_eq!(round.players[1].agree(true), Err(Fault::NotDue));
    round.begin(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    assert_eq!(round.players[1].agree(true), Err(Fault::NotDue));
    let entry = round.due(1);
    assert!(matches!(entry.message(), Ok(Message::Shares(_))));
    assert_eq!(round.players[1].agree(true), Err(Fault::NotDue));
    round.tell(&entry);
    assert!(round.sees(0, HAND)[0].is_some());
}

/// The same with a secret list instead of a shuffle.
#[test]
fn a_list_at_the_wrong_moment_is_not_brought() {
    let mut round = Round::new(2, 4);
    round.begin(1, Request::Shuffle { pile: LIBRARY });
    let list = round.players[1].bring_secretly(DECK, &[FaceNumber(1)], &mut round.rng);
    assert_eq!(list, Err(Fault::NotDue));
    assert!(matches!(round.due(1).message(), Ok(Message::Shuffled(_))));
    round.settle();
    assert!(round.table().waiting_on().is_empty());
}

/// Four players with a threshold of two: seat 0 has sent its part and seat 2 will send another. A report that seat 1 has
/// left, whose part is not needed, does not end the table, and a part that seat 1 sends is not a fault.
#[test]
fn who_is_not_needed_for_a_recovery_is_not_blamed() {
    let mut round = Round::escrowed(4, 2, 4);
    round.begin(0, Request::Roll { sides: 6 });
    let entry = round.players[0].say(&Message::Forfeit(seat(3)));
    round.tell(&entry);
    let (part, late) = (round.due(0), round.due(1));
    round.tell(&part);
    let entry = round.players[0].say(&Message::Forfeit(seat(1)));
    round.tell(&entry);
    assert_eq!(round.table().ending(), None);
    assert!(round.table().waiting_on().contains(seat(2)));
    assert!(!round.table().waiting_on().contains(seat(1)));
    let verdict = round.players[2].chain().clone().add(&late);
    assert!(!matches!(verdict, Err(ChainError::Entry { error: EntryError::Fault(_), .. })));
    round.settle();
    goes_on_without(&mut round, 3);
    // Seat 1 has not left.
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    assert!(round.sees(1, HAND)[0].is_some());
}

/// If a seat whose part is needed is silent, the table ends.
#[test]
fn who_is_needed_for_a_recovery_ends_the_table_by_leaving() {
    let mut round = Round::escrowed(4, 2, 4);
    round.begin(0, Request::Roll { sides: 6 });
    for silent in [3, 1, 2] {
        assert_eq!(round.table().ending(), None);
        let entry = round.players[0].say(&Message::Forfeit(seat(silent)));
        round.tell(&entry);
    }
    assert_eq!(round.table().ending(), Some(Ending::Forfeited(seat(2))));
}
