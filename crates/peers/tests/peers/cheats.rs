//! Every cheat that shows, through entries that everybody hears: who is convicted, of what, by which entry, and when.

use facedown_core::Seat;
use facedown_crypto::Codec;
use facedown_crypto::places::{Entry, EntryKind};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::texas_42::Texas42;
use facedown_peers::{Cheat, Proven, Verdict, audit};
use serde_json::{Value, json};

use crate::lax::{LAX, LIES, Lax, SLOPPY};
use crate::ring::{Machine, Ring, machine};
use crate::table::{dice, seat, seats, seeds};

type LaxTexas = Lax<Texas42, LAX>;
type LaxKittens = Lax<ExplodingKittens, LAX>;
type LyingKittens = Lax<ExplodingKittens, LIES>;
type SloppyKittens = Lax<ExplodingKittens, SLOPPY>;

const AUTO: &str = r#"{"marks":1,"pace":"auto"}"#;

fn whose_turn(ring: &Ring) -> Option<Seat> {
    let count = ring.machines.len() - 1;
    (0..count).map(seat).find(|seat| ring.machines[seat.index()].is_waited_for())
}

/// All but the culprit say the same: these verdicts, and nothing else.
fn convicted(ring: &Ring, culprit: Seat, expected: &[Verdict]) {
    for (viewer, verdicts) in ring.verdicts_without(culprit) {
        assert_eq!(verdicts, expected, "{viewer}");
    }
}

#[test]
fn an_action_against_the_rules_is_refused_at_once_by_everybody() {
    let cheater = seat(2);
    let mut ring = Ring::new::<Texas42>(AUTO, 4, 1).with::<LaxTexas>(cheater, 1).dealt();
    let bidder = whose_turn(&ring).unwrap();
    let bid = json!({ "type": "bid", "bid": { "points": 32 } });
    ring.act(bidder, &bid);
    // The same bid again is too low, whoever's turn it is.
    while whose_turn(&ring) != Some(cheater) {
        let turn = whose_turn(&ring).unwrap();
        ring.act(turn, &json!({ "type": "bid", "bid": "pass" }));
    }
    let heads: Vec<_> = ring.machines.iter().map(|machine| machine.head()).collect();
    let entry = ring.of(cheater).act(&bid).unwrap();
    for (index, heard) in ring.post(&entry).into_iter().enumerate() {
        assert_eq!(heard.is_err(), index != cheater.index(), "{heard:?}");
    }
    for (viewer, verdicts) in ring.verdicts_without(cheater) {
        let [Verdict { seat, cheat, proven, entry: named }] = &verdicts[..] else {
            panic!("{viewer}: {verdicts:?}");
        };
        assert_eq!((*seat, *proven, *named), (cheater, Proven::AtOnce, entry.place()));
        assert!(matches!(cheat, Cheat::AgainstRules { rule: Some(_), .. }), "{cheat:?}");
    }
    // The others are where they were, and the game can go on if the cheater thinks better of it.
    for (index, machine) in ring.machines.iter().enumerate() {
        assert_eq!(machine.head() == heads[index], index != cheater.index());
    }
}

#[test]
fn a_card_of_somebody_else_is_not_turned_over() {
    let mut ring = Ring::new::<Texas42>(AUTO, 4, 2);
    let cheater = seat(0);
    ring = ring.with::<LaxTexas>(cheater, 2).dealt();
    let mut dice = dice("somebody else", 2);
    while !ring.of(cheater).legal().iter().any(|action| action["type"] == "play-domino") {
        ring.step(&mut dice, |_, _| None).unwrap();
    }
    let other = ring.of(seat(1)).hand()[0];
    let play = json!({ "type": "play-domino", "card": other });
    // Its machine does not know what is on it, so it cannot even say something false.
    let entry = ring.of(cheater).act(&play);
    let Ok(entry) = entry else { return };
    for (index, heard) in ring.post(&entry).into_iter().enumerate() {
        assert!(heard.is_err() || index == cheater.index());
    }
    let rule = ring.machines[1].verdicts();
    assert_eq!((rule[0].seat, rule[0].proven), (cheater, Proven::AtOnce));
}

#[test]
fn two_entries_at_one_place_convict_their_author() {
    let (mut ring, cheater) = (Ring::new::<Texas42>(AUTO, 4, 3).dealt(), whose_turn_of(3));
    // Another machine of the same player, which has heard the same and knows nothing of the first one's choice.
    let mut twin = machine::<Texas42>(&ring.chain.genesis, cheater, 3);
    for entry in ring.chain.entries.clone() {
        let _ = twin.hear(&entry).unwrap();
    }
    let first = ring.of(cheater).act(&json!({ "type": "bid", "bid": "pass" })).unwrap();
    let second =
        Machine::act(&mut twin, &json!({ "type": "bid", "bid": { "points": 30 } })).unwrap();
    assert!(ring.post(&first).iter().all(Result::is_ok));
    for (index, heard) in ring.post(&second).into_iter().enumerate() {
        assert!(heard.is_err(), "{index}");
    }
    let entry = first.place();
    assert_eq!(entry, second.place());
    let verdict =
        Verdict { seat: cheater, cheat: Cheat::Contradiction, proven: Proven::AtOnce, entry };
    convicted(&ring, cheater, std::slice::from_ref(&verdict));
    // Anybody can check it without having been there.
    let genesis = &ring.chain.genesis;
    assert_eq!(Verdict::of_contradiction(&first, &second, genesis), Some(verdict));
    assert_eq!(Verdict::of_contradiction(&first, &first, genesis), None);
}

/// It would fail if every refused entry had a verdict of its own, with whatever its author wrote in it.
#[test]
fn somebody_is_convicted_once_for_all_that_it_tries_at_one_place() {
    let mut ring = Ring::new::<Texas42>(AUTO, 4, 3).dealt();
    let (cheater, since) = (whose_turn_of(3), ring.machines[4].head());
    let seed = seeds(seats(4), 3)[cheater.index()];
    let genesis = ring.chain.genesis.clone();
    for number in 0..40_u16 {
        let action = format!("{{\"action\":{number}}}");
        let length = u16::try_from(action.len()).unwrap().to_le_bytes();
        let payload = [&length[..], action.as_bytes(), &[0, 0]].concat();
        let kind = if number % 2 == 0 { EntryKind::Action } else { EntryKind::Work };
        let wrong = Entry::forged(&genesis, &seed, since, cheater, kind, payload);
        assert!(ring.post(&wrong).iter().all(Result::is_err));
    }
    for (viewer, verdicts) in ring.verdicts_without(cheater) {
        assert_eq!(verdicts.len(), 1, "{viewer}");
        assert!(matches!(verdicts[0].cheat, Cheat::NoAction(_)), "{verdicts:?}");
    }
}

fn whose_turn_of(number: u64) -> Seat {
    whose_turn(&Ring::new::<Texas42>(AUTO, 4, number).dealt()).unwrap()
}

#[test]
fn an_entry_that_was_changed_on_its_way_convicts_nobody() {
    let mut ring = Ring::new::<Texas42>(AUTO, 4, 4).dealt();
    let bidder = whose_turn(&ring).unwrap();
    let entry = ring.of(bidder).act(&json!({ "type": "bid", "bid": "pass" })).unwrap();
    let mut bytes = entry.to_bytes();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    if let Ok(changed) = Entry::from_bytes(&bytes) {
        assert!(ring.post(&changed).iter().all(Result::is_err));
    }
    convicted(&ring, bidder, &[]);
    assert!(ring.post(&entry).iter().all(Result::is_ok));
}

#[test]
fn wrong_work_is_refused_at_once_by_everybody() {
    let cheater = seat(1);
    let mut ring = Ring::new::<Texas42>(AUTO, 4, 5);
    let seed = seeds(seats(4), 5)[cheater.index()];
    // Somebody's key, shuffle and shares are wrong: half of what it should say is missing, but the signature is its own.
    for round in 0.. {
        let due: Vec<Entry> = ring.machines.iter_mut().filter_map(|it| it.work()).collect();
        let Some(right) = due.iter().find(|entry| entry.author() == cheater) else {
            if due.is_empty() {
                assert!(round > 3);
                return;
            }
            for entry in &due {
                assert!(ring.post(entry).iter().all(Result::is_ok));
            }
            continue;
        };
        let (genesis, payload) = (ring.chain.genesis.clone(), right.payload());
        let half = payload[..payload.len() / 2].to_vec();
        let since = *right.since();
        let wrong = Entry::forged(&genesis, &seed, since, cheater, EntryKind::Work, half);
        let mut others = Ring::new::<Texas42>(AUTO, 4, 5);
        for entry in &ring.chain.entries {
            assert!(others.post(entry).iter().all(Result::is_ok));
        }
        assert!(others.post(&wrong).iter().all(Result::is_err));
        for (viewer, verdicts) in others.verdicts_without(cheater) {
            let [Verdict { seat, cheat: Cheat::Fault(_), proven, entry }] = &verdicts[..] else {
                panic!("{viewer} in round {round}: {verdicts:?}");
            };
            assert_eq!((*seat, *proven, *entry), (cheater, Proven::AtOnce, wrong.place()));
        }
        for entry in &due {
            assert!(ring.post(entry).iter().all(Result::is_ok));
        }
    }
}

#[test]
fn an_action_without_its_proof_is_refused_at_once_by_everybody() {
    let cheater = seat(0);
    for number in 0..40 {
        let ring = Ring::new::<ExplodingKittens>("{}", 2, number);
        let mut ring = ring.with::<SloppyKittens>(cheater, number).dealt();
        let mut dice = dice("sloppy", number);
        let tuck = loop {
            let legal = ring.of(cheater).legal();
            let tuck = legal.iter().find(|action| action["type"] == "tuck");
            if tuck.is_some() {
                break tuck.cloned();
            }
            // What the other puts in order, this machine would not understand.
            let other = ring.of(seat(1)).legal();
            let is_order =
                |action: &Value| ["tuck", "arrange"].iter().any(|it| action["type"] == *it);
            if other.iter().any(is_order) {
                break None;
            }
            if ring.step(&mut dice, |_, _| None).is_none() {
                break None;
            }
        };
        let Some(tuck) = tuck else { continue };
        let entry = ring.of(cheater).act(&tuck).unwrap();
        for (index, heard) in ring.post(&entry).into_iter().enumerate() {
            assert_eq!(heard.is_err(), index != cheater.index(), "{heard:?}");
        }
        for (viewer, verdicts) in ring.verdicts_without(cheater) {
            let [Verdict { seat, cheat: Cheat::Fault(_), proven, entry: named }] = &verdicts[..]
            else {
                panic!("{viewer}: {verdicts:?}");
            };
            assert_eq!((*seat, *proven, *named), (cheater, Proven::AtOnce, entry.place()));
        }
        return;
    }
    panic!("nobody had to tuck a kitten in any of these games");
}

/// Plays until this seat can revoke, and has it revoke. Returns the entry by which it did, and the card that it withheld.
fn revoke(ring: &mut Ring, cheater: Seat, number: u64) -> Option<(Entry, Vec<u16>)> {
    let mut dice = dice("revoke", number);
    loop {
        let legal = ring.of(cheater).legal();
        let plays: Vec<u16> = legal
            .iter()
            .filter(|action| action["type"] == "play-domino")
            .filter_map(|action| u16::try_from(action["card"].as_u64()?).ok())
            .collect();
        let hand = ring.of(cheater).hand();
        let wrong = hand.iter().find(|card| !plays.contains(card));
        if let (Some(&card), false) = (wrong, plays.is_empty()) {
            let entry = ring.act(cheater, &json!({ "type": "play-domino", "card": card }));
            return Some((entry, plays));
        }
        ring.step(&mut dice, |_, _| None)?;
    }
}

#[test]
fn a_revoke_shows_when_the_withheld_domino_appears() {
    let cheater = seat(1);
    for number in 0..20 {
        let ring = Ring::new::<Texas42>(AUTO, 4, number).with::<LaxTexas>(cheater, number);
        let mut ring = ring.dealt();
        let Some((entry, withheld)) = revoke(&mut ring, cheater, number) else { continue };
        convicted(&ring, cheater, &[]);
        let mut dice = dice("after the revoke", number);
        // Nobody knows until the cheater plays what it withheld.
        let shown = loop {
            let Some((seat, action)) = ring.step(&mut dice, |_, _| None) else { break None };
            let card = action["card"].as_u64().and_then(|card| u16::try_from(card).ok());
            if let Some(card) = card.filter(|card| seat == cheater && withheld.contains(card)) {
                break Some(card);
            }
            convicted(&ring, cheater, &[]);
        };
        let Some(card) = shown else { continue };
        let verdict = Verdict {
            seat: cheater,
            cheat: Cheat::Withheld { card: facedown_core::Card::new(card) },
            proven: Proven::ByCards,
            entry: entry.place(),
        };
        convicted(&ring, cheater, &[verdict]);
        return;
    }
    panic!("nobody could revoke in any of these games");
}

#[test]
fn a_revoke_shows_at_the_audit_where_the_hand_ended_early() {
    let cheater = seat(1);
    let options = r#"{"marks":1,"pace":"auto","early_end":true}"#;
    for number in 0..60 {
        let ring = Ring::new::<Texas42>(options, 4, number).with::<LaxTexas>(cheater, number);
        let mut ring = ring.dealt();
        let Some((entry, _)) = revoke(&mut ring, cheater, number) else { continue };
        let mut dice = dice("after the revoke", number);
        while ring.step(&mut dice, |_, _| None).is_some() {}
        if ring.verdicts_without(cheater).iter().any(|(_, verdicts)| !verdicts.is_empty()) {
            continue;
        }
        let audit = audit::<Texas42>(&ring.chain).unwrap();
        let found: Vec<_> =
            audit.verdicts.iter().filter(|verdict| verdict.entry == entry.place()).collect();
        let [Verdict { seat, cheat: Cheat::NotPermitted { rule, .. }, proven, .. }] = found[..]
        else {
            panic!("{:?}", audit.verdicts);
        };
        assert_eq!((*seat, *proven), (cheater, Proven::ByKeys));
        assert!(rule.is_some());
        return;
    }
    panic!("no hand ended early after a revoke in any of these games");
}

#[test]
fn a_false_plunge_shows_at_the_end_of_the_hand() {
    false_bid_shows("plunge", &json!("plunge"));
}

#[test]
fn a_false_splash_shows_at_the_end_of_the_hand() {
    false_bid_shows("splash", &json!({ "splash": 2 }));
}

/// Somebody makes a bid for which it would need doubles that it does not have.
fn false_bid_shows(option: &str, bid: &Value) {
    let options = format!(r#"{{"marks":4,"pace":"auto","{option}":true}}"#);
    let options = options.as_str();
    for number in 0..20 {
        let honest = Ring::new::<Texas42>(options, 4, number).dealt();
        let cheater = whose_turn(&honest).unwrap();
        let mut ring =
            Ring::new::<Texas42>(options, 4, number).with::<LaxTexas>(cheater, number).dealt();
        let doubles = json!({ "type": "bid", "bid": bid });
        if ring.of(cheater).legal().contains(&doubles) {
            continue;
        }
        let entry = ring.act(cheater, &doubles);
        convicted(&ring, cheater, &[]);
        let mut dice = dice("after the bid", number);
        let pass =
            |_: Seat, legal: &[Value]| legal.iter().find(|action| action["bid"] == "pass").cloned();
        // The last domino of the hand and the deal of the next one come by one action in this pace.
        let spectators = |ring: &Ring| ring.machines[4].verdicts();
        while spectators(&ring).is_empty() {
            if ring.step(&mut dice, pass).is_none() {
                break;
            }
        }
        let found = spectators(&ring);
        let [Verdict { seat, cheat: Cheat::NotPermitted { rule, .. }, proven, entry: named }] =
            &found[..]
        else {
            continue;
        };
        assert_eq!((*seat, *proven, *named), (cheater, Proven::ByCards, entry.place()));
        assert!(rule.is_some());
        convicted(&ring, cheater, &found);
        let played = ring.machines[4].actions();
        assert!(played >= 28 + 5, "not before the end of the hand: {played}");
        assert_eq!(ring.machines[4].review(), found, "looking again finds nothing else");
        return;
    }
    panic!("a false {option} never showed");
}

/// Plays until somebody steals by name from `victim`, who has what is named. Returns the thief.
fn named_steal(ring: &mut Ring, victim: Seat, number: u64) -> Option<(Seat, Value)> {
    let mut dice = dice("steal", number);
    loop {
        let hands: Vec<Vec<Value>> = (0..ring.machines.len() - 1)
            .map(|index| {
                let machine = &ring.machines[index];
                machine.hand().into_iter().filter_map(|card| machine.face(card)).collect()
            })
            .collect();
        let named = |seat: Seat, legal: &[Value]| -> Option<Value> {
            let is_name = |action: &&Value| {
                action["type"] == "name" && hands[victim.index()].contains(&action["kind"])
            };
            let triple = |action: &&Value| {
                action["type"] == "triple" && action["target"] == json!(victim) && seat != victim
            };
            let pass = |action: &&Value| action["type"] == "pass";
            legal
                .iter()
                .find(is_name)
                .or_else(|| legal.iter().find(triple))
                .or_else(|| legal.iter().find(pass))
                .cloned()
        };
        let able = |index: &usize| ring.machines[*index].is_waited_for();
        let index = (0..ring.machines.len() - 1).find(able)?;
        let legal = ring.machines[index].legal();
        let action = named(seat(index), &legal).or_else(|| dice.pick(&legal).cloned())?;
        if action["type"] == "name" && index != victim.index() {
            return Some((seat(index), action));
        }
        ring.act(seat(index), &action);
    }
}

#[test]
fn a_wrong_gift_shows_at_once_to_the_thief_and_to_all_at_the_audit() {
    let victim = seat(0);
    for number in 0..60 {
        let ring = Ring::new::<ExplodingKittens>("{}", 2, number);
        let mut ring = ring.with::<LaxKittens>(victim, number).dealt();
        let Some((thief, name)) = named_steal(&mut ring, victim, number) else { continue };
        ring.act(thief, &name);
        let victims = ring.of(victim);
        let wrong = victims
            .hand()
            .into_iter()
            .find(|&card| victims.face(card).is_some_and(|face| face != name["kind"]));
        let Some(wrong) = wrong.filter(|_| victims.is_waited_for()) else { continue };
        let entry = ring.act(victim, &json!({ "type": "give", "card": wrong }));
        for (viewer, verdicts) in ring.verdicts_without(victim) {
            if viewer != thief.into() {
                assert_eq!(verdicts, [], "{viewer} has not seen it");
                continue;
            }
            let [Verdict { seat, cheat: Cheat::NotPermitted { .. }, proven, entry: named }] =
                &verdicts[..]
            else {
                panic!("{verdicts:?}");
            };
            let told = (*seat, *proven, *named);
            assert_eq!(told, (victim, Proven::ToOne(thief), entry.place()));
        }
        // The gift is mixed into the thief's hand. To prove it to all, the thief shows that nothing there is what it named.
        let hand = ring.of(thief).hand();
        for &card in &hand {
            let proof = ring.of(thief).prove(card).unwrap();
            let (face, spectator) = (ring.of(thief).face(card), &ring.machines[2]);
            assert_eq!(spectator.proven(thief, card, &proof), face);
            assert_eq!(spectator.proven(victim, card, &proof), None, "it is the thief's proof");
            let other = hand.iter().find(|other| **other != card);
            assert!(other.is_none_or(|other| spectator.proven(thief, *other, &proof).is_none()));
        }
        let mut dice = dice("after the gift", number);
        while ring.step(&mut dice, |_, _| None).is_some() {}
        let audit = audit::<ExplodingKittens>(&ring.chain).unwrap();
        let found = audit.verdicts.iter().find(|verdict| verdict.entry == entry.place()).unwrap();
        assert_eq!((found.seat, found.proven), (victim, Proven::ByKeys));
        return;
    }
    panic!("nobody was robbed by name in any of these games");
}

#[test]
fn a_false_no_shows_at_the_audit() {
    let liar = seat(0);
    for number in 0..60 {
        let ring = Ring::new::<ExplodingKittens>("{}", 2, number);
        let mut ring = ring.with::<LyingKittens>(liar, number).dealt();
        let Some((thief, name)) = named_steal(&mut ring, liar, number) else { continue };
        let before = ring.chain.entries.len();
        if ring.of(liar).hand().len() < 2 {
            continue;
        }
        ring.act(thief, &name);
        let answer = ring.chain.entries[before..].iter().find(|entry| entry.author() == liar);
        let entry = answer.unwrap().place();
        convicted(&ring, liar, &[]);
        let mut dice = dice("after the lie", number);
        while ring.step(&mut dice, |_, _| None).is_some() {}
        let audit = audit::<ExplodingKittens>(&ring.chain).unwrap();
        let found: Vec<_> = audit.verdicts.iter().filter(|it| it.entry == entry).collect();
        let cheat = Cheat::FalseAnswer { said: false };
        let expected = Verdict { seat: liar, cheat, proven: Proven::ByKeys, entry };
        assert_eq!(found, [&expected], "{:?} {} {}", audit.verdicts, audit.actions, audit.judged);
        return;
    }
    panic!("nobody was asked in any of these games");
}

#[test]
fn who_refuses_to_open_is_recorded_and_the_others_are_judged() {
    let (silent, cheater) = (seat(3), seat(1));
    for number in 0..20 {
        let ring = Ring::new::<Texas42>(AUTO, 4, number).with::<LaxTexas>(cheater, number);
        let mut ring = ring.dealt();
        let Some((entry, _)) = revoke(&mut ring, cheater, number) else { continue };
        let mut dice = dice("after the revoke", number);
        let refuses = loop {
            let able = whose_turn(&ring);
            let Some(turn) = able else { break true };
            let legal = ring.of(turn).legal();
            let Some(action) = dice.pick(&legal).cloned() else { break false };
            let entry = ring.of(turn).act(&action).unwrap();
            for heard in ring.post(&entry) {
                let _ = heard.unwrap();
            }
            let _ = ring.of(silent).refuse_to_open();
            ring.settle();
        };
        assert!(refuses);
        let audit = audit::<Texas42>(&ring.chain).unwrap();
        assert_eq!(audit.refused, silent.only());
        assert!(audit.verdicts.iter().any(|verdict| verdict.entry == entry.place()));
        assert!(audit.judged > 0);
        return;
    }
    panic!("nobody could revoke in any of these games");
}
