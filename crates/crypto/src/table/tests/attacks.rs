//! Attacks through public messages, with controls that show what they would achieve without the defence.

mod bytes;
mod rogue;
mod sizes;

use curve25519_dalek::scalar::Scalar;
use sha2::{Digest, Sha256};

use super::*;
use crate::encoding::Codec;
use crate::keys::KeyPair;
use crate::masked::{MAX_CARDS, open_card};
use crate::share::{ShareError, Shares};
use crate::shuffle::{OutputOrder, ShuffleError, Shuffled};

/// The message that is due from a seat.
fn due(round: &mut Round, author: usize) -> Message {
    round.players[author].due(&mut round.rng).unwrap().unwrap().message().unwrap()
}

/// Checks that everybody refuses a message, names its author, and restores the table. Proofs are verified when
/// a step is complete, so the others may have to continue first.
fn refused(round: &mut Round, author: usize, message: &Message) -> Fault {
    let before = *round.players[0].chain().head();
    let mut entry = round.players[author].say(message);
    loop {
        let verdicts: Vec<_> = round.players.iter_mut().map(|player| player.hear(&entry)).collect();
        if let Err(error) = verdicts[0] {
            assert!(verdicts.iter().all(|verdict| *verdict == Err(error)), "{verdicts:?}");
            assert!(round.players.iter().all(|player| player.chain().head() == &before));
            let ChainError::Entry { author: named, error: EntryError::Fault(fault), .. } = error
            else {
                panic!("no fault: {error}");
            };
            assert_eq!(named, seat(author));
            return fault;
        }
        assert!(verdicts.iter().all(Result::is_ok), "{verdicts:?}");
        let next = round.table().waiting_on().iter().next().expect("it was accepted");
        let due = round.players[next.index()].due(&mut round.rng).unwrap();
        entry = due.expect("it was accepted");
    }
}

/// Asks for a shuffle and stops before seat 0, which asked, has shuffled.
fn about_to_shuffle(players: u8) -> Round {
    let mut round = Round::new(players, 6);
    let entry = round.players[0].ask(Request::Shuffle { pile: LIBRARY });
    round.tell(&entry);
    round
}

#[test]
fn cards_cannot_be_duplicated_substituted_swapped_or_dropped() {
    let mut round = about_to_shuffle(2);
    let Message::Shuffled(honest) = due(&mut round, 0) else { panic!("a shuffle") };
    let joint = &round.table().epochs[0].clone().joint;
    let attempt = |change: &dyn Fn(&mut Vec<MaskedCard>)| {
        let mut deck = honest.clone();
        change(&mut deck.cards);
        Message::Shuffled(deck)
    };
    let wrong = Fault::Shuffle(ShuffleError::Wrong);
    let foreign = open_card(&[0; 32], 0, 0, FaceNumber(0));
    for bad in [
        attempt(&|cards| cards[0] = cards[1]),
        attempt(&|cards| cards[0] = cards[1].remask(joint, &Scalar::from(5_u64))),
        attempt(&|cards| cards[0] = MaskedCard::fresh(&foreign, joint)),
        attempt(&|cards| cards.swap(2, 3)),
    ] {
        assert_eq!(refused(&mut round, 0, &bad), wrong);
    }
    for bad in [attempt(&|cards| cards.truncate(5)), attempt(&|cards| cards.push(cards[0]))] {
        let fault = refused(&mut round, 0, &bad);
        assert!(matches!(fault, Fault::Shuffle(ShuffleError::Count { .. })));
    }
    // The honest message is still accepted afterwards.
    round.say(0, &Message::Shuffled(honest));
    assert!(round.table().waiting_on().is_empty());
}

#[test]
fn a_duplicate_with_a_freshly_made_proof_is_refused() {
    let mut round = about_to_shuffle(2);
    let table = round.table().clone();
    let (epoch, mut cards) = table.deck(LIBRARY).unwrap();
    cards[0] = cards[1];
    let context = table.context(seat(0), Operation::Shuffle, LIBRARY);
    let secret = round.players[0].keys[0].as_ref().unwrap().secret().clone();
    let made = Shuffled::new(
        &context,
        &epoch.joint,
        &cards,
        &OutputOrder::Random,
        &secret,
        &mut round.rng,
    )
    .unwrap();
    assert!(made.proof.verify(&context, &epoch.joint, &cards, &made.cards).is_ok());
    let bad = Message::Shuffled(ShuffledDeck { cards: made.cards, proof: made.proof });
    assert_eq!(refused(&mut round, 0, &bad), Fault::Shuffle(ShuffleError::Wrong));
}

#[test]
fn wrong_shares_and_shares_under_another_key_name_their_author() {
    let mut round = Round::new(3, 4);
    let entry = round.players[0].ask(Request::Draw { pile: LIBRARY, count: 2, to: HAND });
    round.tell(&entry);
    let Waiting::Shares(look) = round.table().waiting.clone() else { panic!("shares") };
    let cards = masked(&round.table().looked_at(&look).unwrap());
    let context = round.table().context(seat(1), Operation::Share, LIBRARY);
    let other = KeyPair::random(&mut round.rng);
    let bad = Shares::new(&context, &other, &cards, &mut round.rng);
    let wrong = Fault::Share(ShareError::Wrong);
    assert_eq!(refused(&mut round, 1, &Message::Shares(bad)), wrong);
    // Seat 2 copies what seat 1 has sent.
    let copied = due(&mut round, 1);
    assert_eq!(refused(&mut round, 2, &copied), wrong);
    // Too few, too many, and from the seat that is to see them.
    let key = round.players[1].keys[0].clone().unwrap();
    let few = Shares::new(&context, &key, &cards[..1], &mut round.rng);
    let count = Fault::Share(ShareError::Count { shares: 1, cards: 2 });
    assert_eq!(refused(&mut round, 1, &Message::Shares(few)), count);
    assert_eq!(refused(&mut round, 0, &copied), Fault::NotDue);
    round.say(1, &copied);
    assert!(round.sees(0, HAND).iter().all(Option::is_some));
}

#[test]
fn replayed_messages_are_refused() {
    // In another table, by the same player with the same keys for signing.
    let (mut here, mut there) = (about_to_shuffle(2), Round::silent(2, 9));
    there.settle();
    let faces = (0..6).map(FaceNumber).collect();
    there.say(0, &Message::Bring { pile: LIBRARY, common: true, faces });
    let entry = there.players[0].ask(Request::Shuffle { pile: LIBRARY });
    there.tell(&entry);
    let foreign = due(&mut there, 0);
    assert_eq!(refused(&mut here, 0, &foreign), Fault::Shuffle(ShuffleError::Wrong));
    // The same shuffle again, in the next request; shares again, for other cards.
    let old = due(&mut here, 0);
    here.say(0, &old);
    let entry = here.players[0].ask(Request::Shuffle { pile: LIBRARY });
    here.tell(&entry);
    assert_eq!(refused(&mut here, 0, &old), Fault::Shuffle(ShuffleError::Wrong));
    here.settle();
    let reveal = |place| Request::Reveal { pile: LIBRARY, place };
    let entry = here.players[0].ask(reveal(0));
    here.tell(&entry);
    let old = due(&mut here, 1);
    here.say(1, &old);
    let entry = here.players[0].ask(reveal(1));
    here.tell(&entry);
    assert_eq!(refused(&mut here, 1, &old), Fault::Share(ShareError::Wrong));
}

/// Two piles of the same size under the same key.
fn two_piles() -> Round {
    let mut round = Round::new(2, 4);
    let faces = (0..4).map(FaceNumber).collect();
    round.say(0, &Message::Bring { pile: HAND, common: true, faces });
    round.ask(0, Request::Shuffle { pile: HAND });
    round
}

/// The message that seat 0 would send for this request, on a copy of the table.
fn elsewhere(request: Request) -> Message {
    let mut round = two_piles();
    let entry = round.players[1].ask(request);
    round.tell(&entry);
    while round.table().waiting_on() != seat(0).only() {
        let due = round.players[1].due(&mut round.rng).unwrap().unwrap();
        round.tell(&due);
    }
    due(&mut round, 0)
}

#[test]
fn proofs_of_another_pile_are_refused() {
    let requests = |pile| {
        let to = GRAVEYARD;
        [
            Request::Shuffle { pile },
            Request::Show { pile, place: 0, to: seat(1) },
            Request::Draw { pile, count: 2, to },
        ]
    };
    for (here, there) in requests(LIBRARY).into_iter().zip(requests(HAND)) {
        let foreign = elsewhere(there);
        let mut round = two_piles();
        let entry = round.players[1].ask(here);
        round.tell(&entry);
        if matches!(here, Request::Shuffle { .. }) {
            let entry = round.players[1].due(&mut round.rng).unwrap().unwrap();
            round.tell(&entry);
        }
        let fault = refused(&mut round, 0, &foreign);
        let wrong = [Fault::Shuffle(ShuffleError::Wrong), Fault::Share(ShareError::Wrong)];
        assert!(wrong.contains(&fault), "{here}: {fault}");
        round.settle();
        assert!(round.table().waiting_on().is_empty());
    }
}

/// Only the number of the pile that the proof was made for, or the operation, is wrong.
#[test]
fn a_proof_is_bound_to_its_pile_and_its_operation() {
    let mut round = about_to_shuffle(2);
    let table = round.table().clone();
    let (epoch, cards) = table.deck(LIBRARY).unwrap();
    let secret = round.players[0].keys[0].as_ref().unwrap().secret().clone();
    for (operation, pile, holds) in [
        (Operation::Shuffle, HAND, false),
        (Operation::Arrange, LIBRARY, false),
        (Operation::Tutor, LIBRARY, false),
        (Operation::Shuffle, LIBRARY, true),
    ] {
        let context = table.context(seat(0), operation, pile);
        let order = OutputOrder::Random;
        let made =
            Shuffled::new(&context, &epoch.joint, &cards, &order, &secret, &mut round.rng).unwrap();
        let message = Message::Shuffled(ShuffledDeck { cards: made.cards, proof: made.proof });
        if holds {
            round.say(0, &message);
            assert!(round.table().waiting_on().is_empty(), "the control");
        } else {
            let fault = refused(&mut round, 0, &message);
            assert_eq!(fault, Fault::Shuffle(ShuffleError::Wrong));
        }
    }
}

#[test]
fn stale_and_senseless_requests_are_refused() {
    let mut round = Round::new(2, 3);
    let ask = Message::Ask;
    for (request, fault) in [
        (Request::Reveal { pile: LIBRARY, place: 3 }, Fault::NoCards),
        (Request::Reveal { pile: Pile(9), place: 0 }, Fault::NoCards),
        (Request::Scry { pile: LIBRARY, count: 4 }, Fault::NoCards),
        (Request::Scry { pile: LIBRARY, count: 0 }, Fault::NoCards),
        (Request::Reshuffle { pile: HAND }, Fault::NoCards),
        (Request::Shuffle { pile: HAND }, Fault::NoCards),
        (Request::Tutor { pile: HAND, to: GRAVEYARD }, Fault::NoCards),
        (Request::Draw { pile: LIBRARY, count: 1, to: LIBRARY }, Fault::PileTaken),
        (Request::Return { from: HAND, place: 0, pile: LIBRARY }, Fault::NoCards),
        (Request::Show { pile: LIBRARY, place: 0, to: seat(2) }, Fault::NoSuchSeat(seat(2))),
        (Request::Roll { sides: 0 }, Fault::NoSides),
    ] {
        assert_eq!(refused(&mut round, 1, &ask(request)), fault);
    }
    let full = Message::Bring { pile: HAND, common: false, faces: vec![FaceNumber(0); MAX_CARDS] };
    round.say(0, &full);
    let draw = ask(Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    assert_eq!(refused(&mut round, 0, &draw), Fault::PileFull);
    assert_eq!(refused(&mut round, 0, &full), Fault::PileTaken);
}

#[test]
fn a_copied_or_changed_key_is_refused() {
    let mut round = Round::silent(2, 1);
    let first = due(&mut round, 0);
    let entry = round.players[0].say(&first);
    round.tell(&entry);
    // Seat 1 promises the same as seat 0, and later opens the same.
    let entry = round.players[1].say(&first);
    round.tell(&entry);
    let opening = due(&mut round, 0);
    let entry = round.players[0].say(&opening);
    round.tell(&entry);
    let fault = refused(&mut round, 1, &opening);
    assert_eq!(fault, Fault::Key(crate::KeyError::NoPossession));
    let mut context = round.table().context(seat(1), Operation::Key, Pile(0));
    context.request = round.table().id;
    let own = KeyPair::random(&mut round.rng).open(&context, &mut round.rng);
    let fault = refused(&mut round, 1, &Message::KeyOpening(own));
    assert_eq!(fault, Fault::Key(crate::KeyError::PromiseMismatch));
}

#[test]
fn a_roll_cannot_be_changed_after_its_promise() {
    let mut round = Round::new(2, 1);
    let entry = round.players[0].ask(Request::Roll { sides: 6 });
    round.tell(&entry);
    for author in [0, 1] {
        let promise = due(&mut round, author);
        let entry = round.players[author].say(&promise);
        round.tell(&entry);
    }
    let other = Message::RollOpening([9; 32]);
    assert_eq!(refused(&mut round, 1, &other), Fault::PromiseMismatch);
}

/// If a seat falls silent at any step, the table names it and ends instead of hanging.
#[test]
fn selective_abort_at_every_step_is_a_forfeit() {
    let requests = [
        Request::Shuffle { pile: LIBRARY },
        Request::Reshuffle { pile: LIBRARY },
        Request::Draw { pile: LIBRARY, count: 1, to: HAND },
        Request::Scry { pile: LIBRARY, count: 2 },
        Request::Tutor { pile: LIBRARY, to: HAND },
        Request::Roll { sides: 6 },
    ];
    for request in requests {
        for steps in 0..6 {
            let mut round = Round::new(2, 3);
            let entry = round.players[1].ask(request);
            round.tell(&entry);
            for _ in 0..steps {
                let Some(next) = round.table().waiting_on().iter().next() else { break };
                let Some(entry) = round.players[next.index()].due(&mut round.rng).unwrap() else {
                    break;
                };
                round.tell(&entry);
            }
            let Some(silent) = round.table().waiting_on().iter().next() else { continue };
            let other = 1 - silent.index();
            let early = Message::Forfeit(seat(other));
            if !round.table().waiting_on().contains(seat(other)) {
                assert_eq!(refused(&mut round, silent.index(), &early), Fault::NotAbsent);
            }
            let entry = round.players[other].say(&Message::Forfeit(silent));
            round.tell(&entry);
            assert_eq!(round.table().ending(), Some(Ending::Forfeited(silent)));
            assert!(round.table().waiting_on().is_empty());
        }
    }
}

/// The shuffle of the original specification: an order from seeds that all players see.
fn seeded_order(seeds: &[[u8; 32]], cards: usize) -> Vec<usize> {
    let seed = Sha256::digest(seeds.concat());
    let mut order: Vec<usize> = (0..cards).collect();
    for i in (1..cards).rev() {
        let word = Sha256::digest([&seed[..], &[u8::try_from(i).unwrap()]].concat());
        order.swap(i, usize::from(u16::from_le_bytes([word[0], word[1]])) % (i + 1));
    }
    order
}

/// A seat that has just searched the deck follows its cards as far as the public messages permit.
#[test]
fn the_owner_tracks_a_seeded_shuffle_and_loses_track_of_ours() {
    const CARDS: usize = 39;
    let mut rng = rng(3);
    let mut seed = || {
        let mut seed = [0; 32];
        rand_core::Rng::fill_bytes(&mut rng, &mut seed);
        seed
    };
    let seeds = [seed(), seed()];
    let deck: Vec<usize> = (0..CARDS).collect();
    let shuffled: Vec<_> = seeded_order(&seeds, CARDS).iter().map(|&place| deck[place]).collect();
    let tracked = seeded_order(&seeds, CARDS);
    let found = shuffled.iter().zip(&tracked).filter(|(card, guess)| card == guess).count();
    assert_eq!(found, CARDS, "the control: the order is public");

    let (mut found, mut trials) = (0, 0);
    for _ in 0..8 {
        let mut round = Round::new(2, 14);
        round.rng = rng_of(trials);
        round.ask(1, Request::Tutor { pile: LIBRARY, to: HAND });
        let entry = round.players[1].take(0, &mut round.rng).unwrap();
        round.tell(&entry);
        // After its own shuffle the owner still knows every place; then the other shuffles.
        let known = round.sees(1, LIBRARY);
        assert!(known.iter().all(Option::is_some));
        let linked_before: Vec<_> = round.table().pile(LIBRARY).iter().map(|c| c.masked).collect();
        round.settle();
        let after = round.table().pile(LIBRARY);
        assert!(after.iter().all(|card| !linked_before.contains(&card.masked)));
        let truth = round.open(LIBRARY);
        found += truth.iter().zip(&known).filter(|(card, guess)| Some(**card) == **guess).count();
        trials += 1;
    }
    // One place of each deck is right by chance; eight decks have eight on average, hardly ever twenty-four.
    assert!(found < 24, "{found} of {} places were followed", trials * 13);
}

fn rng_of(trial: usize) -> ChaCha20Rng {
    rng(u8::try_from(40 + trial).unwrap())
}

/// SRA encrypts by raising to a power modulo a prime: equal cards are equal under every key.
#[test]
fn equal_cards_show_under_sra_and_not_here() {
    let power = |base: u64, exponent: u64| {
        let prime = 2_147_483_647_u64;
        (0..exponent).fold(1, |product, _| product * base % prime)
    };
    let (copies, key) = ([12_345_u64, 12_345], 65_537);
    assert_eq!(power(copies[0], key), power(copies[1], key), "the control: SRA shows it");

    let mut round = Round::silent(2, 1);
    round.settle();
    round.say(0, &Message::Bring { pile: LIBRARY, common: true, faces: vec![FaceNumber(7); 4] });
    for _ in 0..2 {
        let cards = round.table().pile(LIBRARY);
        for (n, card) in cards.iter().enumerate() {
            assert!(cards[..n].iter().all(|other| {
                other.masked.c2 != card.masked.c2
                    // The difference of two copies does not reveal it either: it is not a multiple of anything known.
                    && other.masked.c2.point() - card.masked.c2.point()
                        != other.masked.c1.point() - card.masked.c1.point()
            }));
        }
        round.ask(0, Request::Shuffle { pile: LIBRARY });
    }
    assert_eq!(round.open(LIBRARY), [7; 4]);
}

/// Two responses with one nonce reveal the key; repeated random numbers do not repeat our nonces.
#[test]
fn a_repeated_nonce_gives_the_key_away_and_bad_chance_does_not_repeat_ours() {
    let (secret, nonce) = (Scalar::from(1_234_567_u64), Scalar::from(99_u64));
    let challenges = [Scalar::from(5_u64), Scalar::from(8_u64)];
    let [first, second] = challenges.map(|challenge| nonce + challenge * secret);
    let found = (first - second) * (challenges[0] - challenges[1]).invert();
    assert_eq!(found, secret, "the control");

    let key = KeyPair::random(&mut rng(1));
    let context = crate::testing::context(0);
    let elsewhere = Context { request: [0; 32], ..context };
    let openings = [context, elsewhere].map(|context| key.open(&context, &mut rng(2)).to_bytes());
    assert_ne!(openings[0][32..64], openings[1][32..64], "the commitments have other nonces");
}
