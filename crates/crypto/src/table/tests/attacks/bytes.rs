//! Signed messages that cannot be decoded are refused, and their author is named.

use super::*;
use crate::encoding::DecodeError;

/// The order of the group.
fn order() -> [u8; 32] {
    let mut order = (-Scalar::ONE).to_bytes();
    order[0] += 1;
    order
}

/// The prime of the field, which is another writing of 0.
fn prime() -> [u8; 32] {
    let mut prime = [0xff; 32];
    (prime[0], prime[31]) = (0xed, 0x7f);
    prime
}

/// The author signs other bytes than the message that is due; afterwards the table continues.
fn unreadable(round: &mut Round, author: usize, points: &[usize], scalars: &[usize]) {
    let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
    let kind = entry.message().unwrap().kind();
    let (message, size) = (&entry.message, entry.message.len());
    let replaced = |places: &[usize], value: [u8; 32], why| {
        let replace = |&place: &usize| {
            let mut bytes = message.clone();
            bytes[place..place + 32].copy_from_slice(&value);
            (bytes, why)
        };
        places.iter().map(replace).collect::<Vec<_>>()
    };
    let mut bad = vec![
        (message[..size - 1].to_vec(), DecodeError::Truncated { missing: 1 }),
        (vec![], DecodeError::Truncated { missing: 1 }),
        ([&message[..], &[0]].concat(), DecodeError::TooLong { extra: 1 }),
        ([&message[..], message].concat(), DecodeError::TooLong { extra: size }),
        (
            [&[0xee], &message[1..]].concat(),
            DecodeError::UnknownKind { what: "message", byte: 0xee },
        ),
    ];
    bad.extend(replaced(points, [0; 32], DecodeError::Identity));
    bad.extend(replaced(points, prime(), DecodeError::NotAPoint));
    bad.extend(replaced(points, [0xff; 32], DecodeError::NotAPoint));
    bad.extend(replaced(scalars, order(), DecodeError::NotReduced));
    bad.extend(replaced(scalars, [0xff; 32], DecodeError::NotReduced));
    for (bytes, why) in bad {
        let id = round.table().id;
        let key = signing_key(u8::try_from(author).unwrap());
        let signed = ChainEntry::sign(&id, entry.number, entry.parent, entry.author, bytes, &key);
        let named = Some(ChainError::Entry {
            number: round.players[0].chain().entries().len(),
            author: seat(author),
            error: EntryError::Fault(Fault::Unreadable(why)),
        });
        for player in &mut round.players {
            let before = *player.chain().head();
            assert_eq!(player.hear(&signed).err(), named, "{kind}");
            assert_eq!(player.chain().head(), &before);
        }
        // A later verifier of the chain says the same.
        let chain = [round.players[0].chain().to_bytes(), signed.to_bytes()].concat();
        assert_eq!(Chain::verify(&chain).err(), named, "{kind}");
    }
    round.tell(&entry);
}

#[test]
fn what_cannot_be_read_is_its_authors_fault() {
    let mut round = Round::silent(2, 1);
    unreadable(&mut round, 0, &[], &[]); // a promise
    unreadable(&mut round, 1, &[], &[]);
    unreadable(&mut round, 1, &[1, 33], &[65]); // a key
    round.settle();
    round.say(
        0,
        &Message::Bring { pile: LIBRARY, common: true, faces: vec![FaceNumber(1), FaceNumber(2)] },
    );
    let mut asked = |request, author, points: &[usize], scalars: &[usize]| {
        let entry = round.players[0].ask(request);
        round.tell(&entry);
        unreadable(&mut round, author, points, scalars);
        round.settle();
    };
    // The kind and a count; two cards; the size of the proof, its eight points, and eight scalars.
    let points: Vec<_> = (0..4).map(|n| 3 + 32 * n).chain((0..8).map(|n| 133 + 32 * n)).collect();
    let scalars: Vec<_> = (0..8).map(|n| 389 + 32 * n).collect();
    asked(Request::Shuffle { pile: LIBRARY }, 0, &points, &scalars);
    // The kind and a count; a share, two points and a scalar.
    asked(Request::Reveal { pile: LIBRARY, place: 0 }, 1, &[3, 35, 67], &[99]);
    // The kind; a key; a count of batches, and of cards; two steps, two points and a scalar.
    let points = [1, 33, 101, 133, 165, 197];
    asked(Request::Reshuffle { pile: LIBRARY }, 1, &points, &[65, 229]);
    asked(Request::Roll { sides: 6 }, 0, &[], &[]);
    assert_eq!(round.open(LIBRARY).len(), 2);
}
