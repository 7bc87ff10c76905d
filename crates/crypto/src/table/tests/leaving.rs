//! Players who leave a table with escrow, which continues without them.

use super::*;
use crate::escrow::Dealing;
use crate::keys::KeyPair;

/// A table with escrow, a shuffled library, and a hand for each of the first two seats.
fn escrowed(players: u8, threshold: u8) -> Round {
    let mut round = Round::silent_with(players, 1, Some(threshold));
    round.settle();
    let faces = (0..12).map(FaceNumber).collect();
    round.say(0, &Message::Bring { pile: LIBRARY, common: true, faces });
    round.ask(0, Request::Shuffle { pile: LIBRARY });
    for author in [0, 1] {
        let to = Pile(10 + u16::try_from(author).unwrap());
        round.ask(author, Request::Draw { pile: LIBRARY, count: 2, to });
    }
    round
}

/// The leaver falls silent while the table waits for it, and is reported as having left.
pub(super) fn leave(round: &mut Round, leaver: usize) {
    let other = round.table().present().without(seat(leaver)).iter().next().unwrap().index();
    let entry = round.players[other].ask(Request::Roll { sides: 6 });
    round.tell(&entry);
    let entry = round.players[other].say(&Message::Forfeit(seat(leaver)));
    round.tell(&entry);
    round.settle();
}

#[test]
fn the_others_take_the_leavers_layer_off_and_go_on() {
    for (players, threshold) in [(3, 2), (4, 3), (4, 2), (6, 5)] {
        for leaver in 0..usize::from(players) {
            let mut round = escrowed(players, threshold);
            round.ask(2, Request::Reshuffle { pile: LIBRARY });
            let hands: Vec<_> =
                (0..2).map(|n| round.sees(n, Pile(10 + u16::try_from(n).unwrap()))).collect();
            leave(&mut round, leaver);
            assert_eq!(round.table().ending(), None, "{players} players, {threshold} needed");
            assert!(!round.table().present().contains(seat(leaver)));
            // What the others knew they still know; the leaver's hand is gone with it.
            for (owner, hand) in hands.iter().enumerate() {
                let pile = Pile(10 + u16::try_from(owner).unwrap());
                if owner == leaver {
                    assert!(round.table().pile(pile).is_empty());
                } else {
                    assert_eq!(&round.sees(owner, pile), hand);
                }
            }
            // Everything works without the leaver: all cards are still there, and nobody has seen them.
            let first = usize::from(leaver == 0);
            assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 8]);
            round.ask(first, Request::Reshuffle { pile: LIBRARY });
            round.ask(first, Request::Draw { pile: LIBRARY, count: 2, to: HAND });
            assert!(round.sees(first, HAND).iter().all(Option::is_some));
            round.ask(first, Request::Tutor { pile: LIBRARY, to: HAND });
            round.take(first, 0);
            let mut all = round.open(LIBRARY);
            all.extend(round.open(HAND));
            for pile in [Pile(10), Pile(11)] {
                all.extend(round.open(pile));
            }
            let gone: Vec<_> = hands.get(leaver).into_iter().flatten().copied().flatten().collect();
            all.extend(gone);
            assert_eq!(sorted(all), (0..12).collect::<Vec<_>>());
            assert!(Chain::verify(&round.players[first].chain().to_bytes()).is_ok());
        }
    }
}

#[test]
fn several_can_leave_while_enough_are_left() {
    let mut round = escrowed(5, 2);
    for leaver in [4, 0, 3] {
        leave(&mut round, leaver);
        assert_eq!(round.table().ending(), None, "without {leaver}");
    }
    assert_eq!(round.table().present().len(), 2);
    assert_eq!(round.open(LIBRARY).len(), 8);
    leave(&mut round, 2);
    assert_eq!(round.table().ending(), Some(Ending::Forfeited(seat(2))));
}

/// A seat that leaves in the middle of any operation is named, and the table continues or ends but never hangs.
#[test]
fn leaving_at_every_step_is_recovered_from() {
    let requests = [
        Request::Shuffle { pile: LIBRARY },
        Request::Reshuffle { pile: LIBRARY },
        Request::Draw { pile: LIBRARY, count: 2, to: HAND },
        Request::Reveal { pile: LIBRARY, place: 1 },
        Request::Scry { pile: LIBRARY, count: 2 },
        Request::Tutor { pile: LIBRARY, to: HAND },
        Request::Mill { pile: LIBRARY, count: 2, to: GRAVEYARD, seen_by: Some(seat(2)) },
        Request::Roll { sides: 6 },
        Request::Close,
    ];
    for request in requests {
        for steps in 0..7 {
            let mut round = escrowed(3, 2);
            let entry = round.players[1].ask(request);
            round.tell(&entry);
            for _ in 0..steps {
                let Some(next) = round.table().waiting_on().iter().next() else { break };
                let due = round.players[next.index()].due(&mut round.rng).unwrap();
                let Some(entry) = due else { break };
                round.tell(&entry);
            }
            let Some(silent) = round.table().waiting_on().iter().last() else { continue };
            let other = round.table().present().without(silent).iter().next().unwrap().index();
            let entry = round.players[other].say(&Message::Forfeit(silent));
            round.tell(&entry);
            round.settle();
            assert_eq!(round.table().ending(), None, "{request} after {steps}");
            // The pile is whole and can be used.
            let count = round.table().pile(LIBRARY).len();
            round.ask(other, Request::Reshuffle { pile: LIBRARY });
            assert_eq!(round.visibility(LIBRARY), vec![Visibility::Encrypted; count]);
            assert_eq!(round.open(LIBRARY).len(), count);
            assert!(Chain::verify(&round.players[other].chain().to_bytes()).is_ok());
        }
    }
}

#[test]
fn a_wrong_part_of_a_leavers_layer_is_refused() {
    let mut round = escrowed(3, 2);
    let entry = round.players[0].ask(Request::Roll { sides: 6 });
    round.tell(&entry);
    let entry = round.players[0].say(&Message::Forfeit(seat(2)));
    round.tell(&entry);
    let due = round.players[1].due(&mut round.rng).unwrap().unwrap();
    let other = KeyPair::random(&mut round.rng);
    round.players[1].escrowed[0].insert(seat(2), other);
    let forged = {
        let Waiting::Recovery { leaver, .. } = round.table().waiting else { panic!("recovery") };
        let cards = round.table().left_behind(leaver);
        let context = round.table().context(seat(1), Operation::Recover, Pile(0));
        let key = &round.players[1].escrowed[0][&seat(2)];
        let batches =
            cards.iter().map(|(_, cards)| crate::Shares::new(&context, key, cards, &mut round.rng));
        Message::Recovered(batches.collect())
    };
    let entry = round.players[0].due(&mut round.rng).unwrap().unwrap();
    round.tell(&entry);
    let fault = round.refusal(1, &forged);
    assert_eq!(fault, Fault::Share(crate::ShareError::Wrong));
    round.tell(&due);
    assert_eq!(round.table().ending(), None);
    assert_eq!(round.open(LIBRARY).len(), 8);
}

#[test]
fn a_bad_share_in_escrow_convicts_its_dealer() {
    let mut round = Round::silent_with(3, 1, Some(2));
    // Everybody has opened its key; seat 1 deals parts of another key than its own.
    for author in [0, 1, 2, 0, 1, 2] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    let Waiting::Dealings { shares, .. } = round.table().waiting.clone() else { panic!("escrow") };
    let recipients = round.table().recipients(seat(1), &shares);
    let context = round.table().context(seat(1), Operation::Dealing, Pile(0));
    let other = KeyPair::random(&mut round.rng);
    let bad = Dealing::new(&context, &other, 2, &recipients, &mut round.rng).unwrap();
    let entry = round.players[1].say(&Message::Dealt(bad));
    round.tell(&entry);
    for author in [0, 2] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    // Nobody else can see it, so the table goes on until a recipient complains.
    assert_eq!(round.table().ending(), None);
    let entry = round.players[2].due(&mut round.rng).unwrap().unwrap();
    let Message::Complaint { epoch, dealer, complaint } = entry.message().unwrap() else {
        panic!("a complaint")
    };
    assert_eq!(dealer, seat(1));
    // A complaint about somebody who was honest is refused.
    let slander = Message::Complaint { epoch, dealer: seat(0), complaint };
    assert!(matches!(round.refusal(2, &slander), Fault::Escrow(_)));
    round.tell(&entry);
    assert_eq!(round.table().ending(), Some(Ending::Forfeited(seat(1))));
}

#[test]
fn thresholds_that_would_let_one_player_read_everything_are_refused() {
    let keys = |players| (0..players).map(|n| signing_key(n).verifying_key()).collect::<Vec<_>>();
    for (players, threshold, allowed) in
        [(2, 1, false), (3, 1, false), (3, 2, true), (3, 3, false), (6, 2, true), (6, 6, false)]
    {
        let genesis = Genesis::new([0; 32], keys(players)).unwrap().with_escrow(threshold);
        assert_eq!(genesis.is_ok(), allowed, "{threshold} of {players}");
    }
}

/// All others together can remove a leaver's layer; one fewer cannot.
#[test]
fn fewer_than_the_threshold_can_not_recover() {
    let mut round = escrowed(4, 3);
    let entry = round.players[0].ask(Request::Roll { sides: 6 });
    round.tell(&entry);
    let entry = round.players[0].say(&Message::Forfeit(seat(3)));
    round.tell(&entry);
    for author in [0, 1] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    assert_eq!(round.table().waiting_on(), seat(2).only());
    let entry = round.players[0].say(&Message::Forfeit(seat(2)));
    round.tell(&entry);
    assert_eq!(round.table().ending(), Some(Ending::Forfeited(seat(2))));
}
