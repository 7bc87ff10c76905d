//! Proofs are bound to every part of their statement: the vectors' proofs are invalid for any other statement.

use super::equality::EqualityTests;
use super::escrow::{Complaints, Dealings, Seals};
use super::lists::SecretLists;
use super::proofs::{FreshKeys, Keys, SharesOfCards, Shuffles, Tucks, joint};
use super::{Hex, Kind, public, read_all};
use crate::encoding::Codec;
use crate::equality::Blinded;
use crate::escrow::{Complaint, Dealing, EscrowError};
use crate::group::Point;
use crate::keys::{JointKey, KeyOpening};
use crate::masked::MaskedCard;
use crate::rekey::Rekeyed;
use crate::sealed::{SealedSecret, Unsealing};
use crate::secret_list::SecretList;
use crate::share::Shares;
use crate::shuffle::ShuffleProof;
use crate::testing::seat;
use crate::transcript::{Context, Operation};
use crate::tuck::TuckProof;

fn vectors<K: Kind>() -> Vec<(K::Input, K::Output)> {
    let made = |(_, input)| {
        let output = K::make(&input);
        (input, output)
    };
    K::inputs().into_iter().map(made).collect()
}

/// The context itself, and those that differ from it in one part.
fn contexts(here: Context) -> [Context; 6] {
    [
        here,
        Context { table: [9; 32], ..here },
        Context { request: [9; 32], ..here },
        Context { author: seat(here.author.index() + 1), ..here },
        Context { operation: Operation::Bring, ..here },
        Context { pile: here.pile + 1, ..here },
    ]
}

/// The proof holds in the first of these, and in no other.
fn only_in_the_first<T>(parts: impl IntoIterator<Item = T>, holds: impl Fn(T) -> bool) {
    for (number, part) in parts.into_iter().enumerate() {
        assert_eq!(holds(part), number == 0, "change {number}");
    }
}

fn moved(point: &Point) -> Point {
    Point::new(point.point() + Point::base().point())
}

fn points(point: Point) -> [Point; 2] {
    [point, moved(&point)]
}

/// The cards themselves, and with either component of each of them changed, two of them swapped, one fewer.
fn decks(cards: &[MaskedCard]) -> Vec<Vec<MaskedCard>> {
    let mut all = blinds(cards);
    for place in 0..cards.len() {
        let mut changed = cards.to_vec();
        changed[place].c2 = moved(&changed[place].c2);
        all.push(changed);
    }
    all
}

/// The same without the second components, which shares are not made of.
fn blinds(cards: &[MaskedCard]) -> Vec<Vec<MaskedCard>> {
    let mut all = vec![cards.to_vec()];
    for place in 0..cards.len() {
        let mut changed = cards.to_vec();
        changed[place].c1 = moved(&changed[place].c1);
        all.push(changed);
    }
    if cards.len() > 1 {
        let mut swapped = cards.to_vec();
        swapped.swap(0, 1);
        all.push(swapped);
    }
    if !cards.is_empty() {
        all.push(cards[1..].to_vec());
    }
    all
}

/// The bytes, and with every point and scalar from this place on replaced by `G`, or by the one before.
fn fields<T: Codec>(Hex(bytes): &Hex, from: usize) -> Vec<T> {
    let mut all = vec![T::from_bytes(bytes).unwrap()];
    for place in (from..bytes.len()).step_by(32) {
        for other in [*Point::base().as_bytes(), [&[7][..], &[0; 31]].concat().try_into().unwrap()]
        {
            let mut changed = bytes.clone();
            changed[place..place + 32].copy_from_slice(&other);
            all.extend(T::from_bytes(&changed).ok().filter(|_| &changed != bytes));
        }
    }
    assert!(all.len() > (bytes.len() - from) / 32, "each was changed");
    all
}

#[test]
fn of_a_key() {
    for (input, output) in vectors::<Keys>() {
        let (opening, here) = (output.opening.read::<KeyOpening>(), input.context.context());
        only_in_the_first(contexts(here), |context| opening.verify(&context).is_ok());
        only_in_the_first(fields::<KeyOpening>(&output.opening, 0), |opening| {
            opening.verify(&here).is_ok()
        });
    }
}

#[test]
fn of_shares_and_fresh_keys() {
    for (input, output) in vectors::<SharesOfCards>() {
        let (shares, cards) = (output.shares.read::<Shares>(), read_all(&input.cards));
        let (here, key) = (input.context.context(), public(&input.secret));
        only_in_the_first(contexts(here), |it| shares.verify(&it, &key, &cards).is_ok());
        only_in_the_first(points(key), |it| shares.verify(&here, &it, &cards).is_ok());
        only_in_the_first(blinds(&cards), |it| shares.verify(&here, &key, &it).is_ok());
        only_in_the_first(fields::<Shares>(&output.shares, 2), |it| {
            it.verify(&here, &key, &cards).is_ok()
        });
    }
    for (input, output) in vectors::<FreshKeys>() {
        let (made, cards) = (output.rekeyed.read::<Rekeyed>(), read_all(&input.cards));
        let (here, old, new) = (input.context.context(), public(&input.old), public(&input.new));
        only_in_the_first(contexts(here), |it| made.verify(&it, &old, &new, &cards).is_ok());
        only_in_the_first(points(old), |it| made.verify(&here, &it, &new, &cards).is_ok());
        only_in_the_first(points(new), |it| made.verify(&here, &old, &it, &cards).is_ok());
        only_in_the_first(blinds(&cards), |it| made.verify(&here, &old, &new, &it).is_ok());
        only_in_the_first(fields::<Rekeyed>(&output.rekeyed, 2), |it| {
            it.verify(&here, &old, &new, &cards).is_ok()
        });
    }
}

fn keys(key: &Hex) -> [JointKey; 2] {
    [joint(key), joint(&Hex::of(&moved(&key.read())))]
}

#[test]
fn of_a_shuffle() {
    for (input, output) in vectors::<Shuffles>() {
        let (before, after) = (read_all(&input.before), read_all(&output.after));
        let (proof, here): (ShuffleProof, _) = (output.proof.read(), input.context.context());
        let key = joint(&input.key);
        only_in_the_first(contexts(here), |it| proof.verify(&it, &key, &before, &after).is_ok());
        only_in_the_first(keys(&input.key), |it| proof.verify(&here, &it, &before, &after).is_ok());
        only_in_the_first(decks(&before), |it| proof.verify(&here, &key, &it, &after).is_ok());
        only_in_the_first(decks(&after), |it| proof.verify(&here, &key, &before, &it).is_ok());
        only_in_the_first(fields::<ShuffleProof>(&output.proof, 2), |it| {
            it.verify(&here, &key, &before, &after).is_ok()
        });
    }
}

#[test]
fn of_a_tuck() {
    for (input, output) in vectors::<Tucks>() {
        let (before, after) = (read_all(&input.before), read_all(&output.after));
        let (card, key): (MaskedCard, _) = (input.card.read(), joint(&input.key));
        let (proof, here): (TuckProof, _) = (output.proof.read(), input.context.context());
        let holds = |context: &Context, key: &JointKey, before: &[_], card: &_, after: &[_]| {
            proof.verify(context, key, before, card, after).is_ok()
        };
        only_in_the_first(contexts(here), |it| holds(&it, &key, &before, &card, &after));
        only_in_the_first(keys(&input.key), |it| holds(&here, &it, &before, &card, &after));
        only_in_the_first(decks(&before), |it| holds(&here, &key, &it, &card, &after));
        only_in_the_first(decks(&after), |it| holds(&here, &key, &before, &card, &it));
        let others = [
            card,
            MaskedCard { c1: moved(&card.c1), ..card },
            MaskedCard { c2: moved(&card.c2), ..card },
        ];
        only_in_the_first(others, |it| holds(&here, &key, &before, &it, &after));
        only_in_the_first(fields::<TuckProof>(&output.proof, 2), |it| {
            it.verify(&here, &key, &before, &card, &after).is_ok()
        });
    }
}

#[test]
fn of_a_secret_list() {
    for (input, output) in vectors::<SecretLists>() {
        let (list, here): (SecretList, _) = (output.list.read(), input.context.context());
        let key = joint(&input.key);
        // The vectors are lists already.
        let elsewhere = Context { operation: Operation::Share, ..here };
        assert!(list.verify(&elsewhere, &key).is_err());
        let others = contexts(here).into_iter().filter(|it| it != &here);
        only_in_the_first([here].into_iter().chain(others), |it| list.verify(&it, &key).is_ok());
        only_in_the_first(keys(&input.key), |it| list.verify(&here, &it).is_ok());
        only_in_the_first(fields::<SecretList>(&output.list, 2), |it| {
            it.verify(&here, &key).is_ok()
        });
    }
}

#[test]
fn of_an_equality_test() {
    let mut others: Vec<_> =
        EqualityTests::inputs().into_iter().map(|(_, input)| input.comparison()).collect();
    for (input, output) in vectors::<EqualityTests>() {
        let (made, here): (Blinded, _) = (output.blinded[0].read(), input.context.context());
        let question = input.comparison();
        only_in_the_first(contexts(here), |it| made.verify(&it, &question).is_ok());
        others.sort_by_key(|other| other != &question);
        only_in_the_first(&others, |it| made.verify(&here, it).is_ok());
        only_in_the_first(fields::<Blinded>(&output.blinded[0], 2), |it| {
            it.verify(&here, &question).is_ok()
        });
    }
}

#[test]
fn of_a_seal_and_its_unsealing() {
    let (input, output) = vectors::<Seals>().swap_remove(0);
    let (sealed, shown): (SealedSecret, Unsealing) =
        (output.sealed.read(), output.unsealing.read());
    let (sent, here) = (input.context.context(), input.unsealing_context.context());
    let (to, who) = (public(&input.recipient.secret), input.recipient.seat);
    only_in_the_first(contexts(sent), |it| sealed.verify(&it, seat(who), &to).is_ok());
    only_in_the_first([who, who + 1], |it| sealed.verify(&sent, seat(it), &to).is_ok());
    only_in_the_first(points(to), |it| sealed.verify(&sent, seat(who), &it).is_ok());
    let others = || fields::<SealedSecret>(&output.sealed, 0);
    only_in_the_first(others(), |it| it.verify(&sent, seat(who), &to).is_ok());
    only_in_the_first(contexts(here), |it| shown.verify(&it, &sent, &to, &sealed).is_ok());
    only_in_the_first(contexts(sent), |it| shown.verify(&here, &it, &to, &sealed).is_ok());
    only_in_the_first(points(to), |it| shown.verify(&here, &sent, &it, &sealed).is_ok());
    only_in_the_first(others(), |it| shown.verify(&here, &sent, &to, &it).is_ok());
    only_in_the_first(fields::<Unsealing>(&output.unsealing, 0), |it| {
        it.verify(&here, &sent, &to, &sealed).is_ok()
    });
}

/// Whether a part is the right one only its recipient can tell; everything else is seen by all.
#[test]
fn of_a_dealing_and_a_complaint() {
    let (input, output) = vectors::<Dealings>().swap_remove(0);
    let (dealing, here): (Dealing, _) = (output.dealing.read(), input.context.context());
    let (share, to, threshold) = (public(&input.secret), input.to(), input.threshold);
    only_in_the_first(contexts(here), |it| dealing.verify(&it, &share, threshold, &to).is_ok());
    only_in_the_first([threshold, 1, 3], |it| dealing.verify(&here, &share, it, &to).is_ok());
    for number in 0..to.len() {
        let mut other = to.clone();
        other[number].1 = moved(&other[number].1);
        assert!(dealing.verify(&here, &share, threshold, &other).is_err());
        let key = input.recipients[number].secret.key();
        let who = to[number].0;
        let wrong = |dealing: &Dealing, share: &Point| {
            dealing.open(&here, share, who, &key).err() == Some(EscrowError::Wrong)
        };
        only_in_the_first(points(share), |it| !wrong(&dealing, &it));
        // Another commitment: the parts do not fit it.
        let Hex(mut bytes) = Hex::of(&dealing);
        bytes[2..34].copy_from_slice(Point::base().as_bytes());
        assert!(wrong(&Hex(bytes).read(), &share));
    }
    let (input, output) = vectors::<Complaints>().swap_remove(0);
    let (dealing, complaint): (Dealing, Complaint) =
        (output.dealing.read(), output.complaint.read());
    let (here, sent) = (input.context.context(), input.dealt.context.context());
    let (share, own) = (public(&input.true_secret), public(&input.recipient.secret));
    let convicts = |context: &Context, sent: &Context, share: &Point, own: &Point| {
        complaint.verify(context, &dealing, sent, share, own) == Ok(true)
    };
    only_in_the_first(contexts(here), |it| convicts(&it, &sent, &share, &own));
    only_in_the_first(contexts(sent), |it| convicts(&here, &it, &share, &own));
    only_in_the_first(points(own), |it| convicts(&here, &sent, &share, &it));
    only_in_the_first([share, public(&input.dealt.secret)], |it| convicts(&here, &sent, &it, &own));
}
