//! What a hostile reading of the first version found about forks. Each test says what would let it fail.

use std::collections::BTreeMap;

use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::{Scalar, clamp_integer};
use sha2::{Digest, Sha512};

use super::*;
use crate::group::Point;
use crate::keys::KeyPair;

/// A second, independent machine of the same table that follows one fork.
pub(super) fn split(round: &Round, players: &[usize]) -> Vec<Player> {
    let restart = |&n: &usize| {
        let mut player = Player::new(round.chain.genesis.clone(), seat(n), seed(n)).unwrap();
        for entry in &round.chain.entries {
            hear(&mut player, entry).unwrap();
        }
        player
    };
    players.iter().map(restart).collect()
}

/// Runs players who hear only each other, until nothing more is due from them.
fn run_apart(players: &mut [Player]) -> Vec<Entry> {
    let mut log = Vec::new();
    loop {
        let due: Vec<_> =
            players.iter_mut().filter_map(|player| player.due().ok().flatten()).collect();
        let new: Vec<_> = due.into_iter().filter(|entry| !log.contains(entry)).collect();
        if new.is_empty() {
            return log;
        }
        for entry in &new {
            for player in players.iter_mut() {
                hear(player, entry).unwrap();
            }
        }
        log.extend(new);
    }
}

/// The accusers say that a seat has left. Returns whether anybody counted it as gone.
fn accuse(players: &mut [Player], accused: usize) {
    let votes: Vec<_> = players.iter().map(|player| player.forfeit(seat(accused))).collect();
    for vote in votes {
        for player in players.iter_mut() {
            hear(player, &vote).unwrap();
        }
    }
}

/// 1. A cut, and escrow. It would fail if a threshold of half the players were enough: both sides would take the other's layers
///    off, and the two logs together would hold all layers of every card.
#[test]
fn finding_1_a_network_cut_with_escrow_opens_nothing() {
    let tasks = [bring(0..6), shuffle(0..6)];
    let refused = genesis(4, &tasks).with_escrow(2).unwrap_err();
    assert_eq!(refused, GenesisError::Threshold { threshold: 2, players: 4 });
    let round = Round::with_escrow(4, 3, &tasks);
    for side in [[0, 1], [2, 3]] {
        let mut players = split(&round, &side);
        let others: Vec<_> = (0..4).filter(|n| !side.contains(n)).collect();
        // A majority of those who are left says so; then they post their parts, and wait for one who is not there.
        accuse(&mut players, others[0]);
        let _ = run_apart(&mut players);
        assert_eq!(players[0].state().stage(), &Stage::Working);
        accuse(&mut players, others[1]);
        let over = Stage::Over(Ending::Abandoned(seat(others[1])));
        assert!(players.iter().all(|player| player.state().stage() == &over));
        // No layer came off: every card still has the key of all four.
        assert!(
            players.iter().all(|player| (0..6).all(|n| player.state().cards[&Place(n)].epoch == 0))
        );
    }
}

/// 1. The bound: `k ≥ 2t − n` players who work together and decide who hears what can go on with both sides. It would fail
///    without the renewal: what both logs open would be how the cards lie, not only how they lay before.
#[test]
fn finding_1_what_two_sides_open_together_is_how_the_cards_lay_before() {
    let round = Round::with_escrow(4, 3, &[bring(0..6), shuffle(0..6)]);
    let before: Vec<_> = (0..6).map(|n| round.watcher.cards[&Place(n)].clone()).collect();
    // Players 2 and 3 sign on both sides; 0 and 1 are honest and each told that the other has left.
    let mut layers: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    let mut after = Vec::new();
    for (honest, gone) in [(0, 1), (1, 0)] {
        let mut players = split(&round, &[honest, 2, 3]);
        accuse(&mut players, gone);
        let parts: Vec<_> = players.iter_mut().map(|p| p.due().unwrap().unwrap()).collect();
        let mut watcher = players[0].state().clone();
        for entry in &parts {
            let _ = watcher.accept(entry).unwrap();
        }
        // The layer that came off is what is left of the old ciphertext without the new one.
        let layer = |n: usize| {
            let new = watcher.cards[&Place(u16::try_from(n).unwrap())].masked;
            Point::new(before[n].masked.c2.point() - new.c2.point())
        };
        layers.insert(gone, (0..6).map(layer).collect());
        assert!(matches!(watcher.stage(), Stage::Renewal(hidden) if hidden.len() == 6));
        let _ = run_apart(&mut players);
        let state = players[0].state().clone();
        assert_eq!(state.stage(), &Stage::Idle);
        after.push(((0..6).map(|n| state.cards[&Place(n)].clone()).collect::<Vec<_>>(), players));
    }
    // The control: together they read every card as it lay.
    let opened = |n: usize, card: &MaskedCard, keys: &[KeyPair]| {
        let own = keys.iter().map(|key| Point::new(key.secret().scalar() * card.c1.point()));
        let all: Vec<_> = own.chain([layers[&0][n], layers[&1][n]]).collect();
        FaceCode::of(&card.unmask(&all)).ok()
    };
    let old: Vec<_> = [2, 3].map(|n| round.players[n].keys[&0].clone()).into();
    assert!((0..6).all(|n| opened(n, &before[n].masked, &old).is_some()));
    // But not one card as it lies now, on either side, at any place and with any of the layers.
    for (cards, players) in &after {
        let new: Vec<_> = players[1..].iter().map(|p| p.keys[&p.state().current].clone()).collect();
        for card in cards {
            assert!((0..6).all(|n| opened(n, &card.masked, &new).is_none()));
        }
    }
}

/// 2. Two honest players draw at once, and are told each other's action first. It would fail if a share were given of the card
///    as it lies there: the two shares together open it, as the control shows.
#[test]
fn finding_2_shares_of_two_forks_do_not_combine() {
    let mut round = Round::new(2, &[bring(0..6), shuffle(0..6)]);
    let lies = *round.watcher.masked(Place(3)).unwrap();
    let draws: Vec<_> =
        (0..2).map(|player| round.action(player, &[], &show(3..4, player), Vec::new())).collect();
    let mut shares = Vec::new();
    let mut cards = vec![lies];
    for player in 0..2 {
        let machine = &mut round.players[player];
        hear(machine, &draws[1 - player]).unwrap();
        let entry = machine.due().unwrap().unwrap();
        hear(machine, &entry).unwrap();
        let card = &machine.state().cards[&Place(3)];
        assert!(card.shares.contains_key(&seat(player)), "it gave its share to the other");
        shares.push(card.shares[&seat(player)]);
        cards.push(card.masked);
    }
    assert_eq!(cards.iter().collect::<HashSet<_>>().len(), 3);
    for card in &cards {
        assert!(FaceCode::of(&card.unmask(&shares)).is_err());
    }
    let own = |n: usize| Point::new(round.players[n].keys[&0].secret().scalar() * lies.c1.point());
    assert!(FaceCode::of(&lies.unmask(&[own(0), own(1)])).is_ok(), "the control");
}

/// 3. Two evenings with the same players and keys. It would fail without the nonces: the first actions of both evenings would
///    be at one place and convict an honest player.
#[test]
fn finding_3_a_genesis_that_is_used_again_convicts_nobody() {
    let tasks = [bring(0..4), shuffle(0..4)];
    let evening = |nonce: u8| {
        let seated = |n| Seated::new(&seed(n), [nonce + u8::try_from(n).unwrap(); 32]);
        Genesis::new(Script::write(&tasks), (0..2).map(seated).collect()).unwrap()
    };
    let mut rounds = [evening(1), evening(11)].map(Round::begin);
    rounds.iter_mut().for_each(Round::run);
    let say = |round: &mut Round, place| {
        let tasks = show(place..place + 1, 0);
        (round.chain.entries[0].clone(), round.action(0, &[], &tasks, Vec::new()))
    };
    let (first, second) = (say(&mut rounds[0], 0), say(&mut rounds[1], 1));
    for (one, other) in [(&first.0, &second.0), (&first.1, &second.1)] {
        assert_ne!(one.place(), other.place());
        assert!(!one.contradicts(other, &rounds[0].chain.genesis));
        assert_eq!(hear(&mut rounds[1].watcher, one), Err(Refusal::Unplaced));
    }
    // The same nonces are the same table, at which the same seed says the same.
    let again = Round::new(2, &tasks);
    assert_eq!(Round::new(2, &tasks).chain, again.chain);
    // A nonce that is missing or shared is refused.
    let twice =
        |nonce| Genesis::new(Vec::new(), (0..2).map(|n| Seated::new(&seed(n), nonce)).collect());
    assert_eq!(twice([5; 32]).unwrap_err(), GenesisError::Nonces);
}

/// 3. It would fail if a player took anything with its own signature for its own.
#[test]
fn finding_3_a_player_refuses_what_it_did_not_say_itself() {
    let mut round = Round::new(2, &[bring(0..4), shuffle(0..4)]);
    // The same keys on another machine, which has chosen something else.
    let mut twin = split(&round, &[0]).remove(0);
    let action = Script::write(&show(2..3, 0));
    let (entry, _) = twin.act(&action, &[], &show(2..3, 0), []).unwrap();
    assert_eq!(hear(&mut round.players[0], &entry), Err(Refusal::NotMine));
    let _ = round.action(0, &[], &show(1..2, 0), Vec::new());
    assert_eq!(hear(&mut round.players[0], &entry), Err(Refusal::NotMine));
    assert_eq!(hear(&mut round.players[1], &entry), Ok(()), "others cannot know");
}

/// Signs the body of an entry once more, with another nonce.
fn signed_again(entry: &Entry, id: &[u8; 32], player: usize) -> Entry {
    let key = signing_key(&seed(player));
    let hash: [u8; 64] = Sha512::digest(key.to_bytes()).into();
    let mut low = [0; 32];
    low.copy_from_slice(&hash[..32]);
    let secret = Scalar::from_bytes_mod_order(clamp_integer(low));
    let nonce = Scalar::from(123_456_789_u64);
    let commitment = EdwardsPoint::mul_base(&nonce).compress();
    let mut hasher = Sha512::new();
    hasher.update(commitment.as_bytes());
    hasher.update(key.verifying_key().as_bytes());
    hasher.update(entry.digest(id));
    let challenge = Scalar::from_bytes_mod_order_wide(&hasher.finalize().into());
    let mut bytes = crate::encoding::Codec::to_bytes(entry);
    let end = bytes.len();
    bytes[end - 64..end - 32].copy_from_slice(commitment.as_bytes());
    bytes[end - 32..].copy_from_slice((nonce + challenge * secret).as_bytes());
    crate::encoding::Codec::from_bytes(&bytes).unwrap()
}

/// 4. It would fail if heads hashed signatures, or entries in the order of their arrival.
#[test]
fn finding_4_heads_depend_on_neither_signatures_nor_the_order_of_arrival() {
    let mut round = Round::begin(genesis(3, &[bring(0..4), shuffle(0..4)]));
    let promises: Vec<_> = round.players.iter_mut().map(|p| p.due().unwrap().unwrap()).collect();
    let id = *round.watcher.id();
    let other = signed_again(&promises[1], &id, 1);
    assert!(other != promises[1] && other.is_signed(&round.chain.genesis));
    assert!(!other.contradicts(&promises[1], &round.chain.genesis), "it is the same body");
    let mut heads = Vec::new();
    for order in [[&promises[0], &promises[1], &promises[2]], [&promises[2], &other, &promises[0]]]
    {
        let mut table = TableState::new(round.chain.genesis.clone());
        for entry in order {
            hear(&mut table, entry).unwrap();
        }
        heads.push(*table.head());
    }
    assert_eq!(heads[0], heads[1]);
    // Heard twice, whatever its signature, it is the same.
    let mut table = TableState::new(round.chain.genesis.clone());
    hear(&mut table, &promises[1]).unwrap();
    assert!(matches!(table.accept(&other), Ok(Accepted::Known)));
}

/// 4. Two players act at once. It would fail if the later one were blamed, or if an entry that only some have heard changed
///    their heads.
#[test]
fn finding_4_a_stale_action_is_ignored_without_blame_and_heads_are_signed_by_all() {
    let mut round = Round::new(3, &[bring(0..6), shuffle(0..6)]);
    let first = round.action(0, &[], &show(0..1, 0), Vec::new());
    let second = round.action(1, &[], &show(1..2, 1), Vec::new());
    round.post(&first);
    // Only player 2 hears the later one.
    assert!(matches!(round.players[2].accept(&second), Ok(Accepted::Stale)));
    round.run();
    assert!(round.players.iter().all(|player| player.state().head() == round.watcher.head()));
    let heads: Vec<_> = round.players.iter().map(Player::sign_head).collect();
    for entry in &heads {
        round.post(entry);
    }
    assert_eq!(round.watcher.signed(), round.watcher.present());
    // The stale one still convicts its author if it said something else there.
    let mut twin = split(&round, &[1]).remove(0);
    drop(twin.due());
    let other = Entry::sign(
        round.watcher.id(),
        *second.since(),
        seat(1),
        EntryKind::Action,
        vec![0, 0, 0, 0],
        &signing_key(&seed(1)),
    );
    assert_eq!(hear(&mut round.players[2], &other), Err(Refusal::Contradiction));
    assert!(other.contradicts(&second, &round.chain.genesis));
}
