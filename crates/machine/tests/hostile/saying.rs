//! A relay that says something else about the table than it did, or about who sits there.

use std::time::Duration;

use facedown_core::Seat;
use facedown_machine::net::NetError;
use facedown_machine::{Disagreement, Error, Patience};
use facedown_protocol::relay::{Hex, Stamped};
use futures_util::future::{join_all, select_all};
use serde_json::{Value, json};

use crate::delivery::is_survived;
use crate::player::{PATIENT, Played, herding_cats, machines, play_at, plays};
use crate::relay::{Honest, Relay, Sent, Way};

/// Changes what it says with this function. It gets the number of messages before.
struct Says<F>(F, usize);

impl<F: FnMut(usize, &mut Value) + Send + 'static> Way for Says<F> {
    fn says(&mut self, _: Option<Seat>, message: &mut Value) {
        (self.0)(self.1, message);
        self.1 += 1;
    }
}

async fn says(change: impl FnMut(usize, &mut Value) + Send + 'static) -> Vec<Played> {
    plays(2, PATIENT, Says(change, 0)).await
}

/// All machines end with an error that says this, before anything was played.
fn are_refused(played: &[Played], part: &str) {
    for one in played {
        let text = one.result.as_ref().expect_err("it is refused").to_string();
        assert!(text.contains(part), "{part:?} is not in {text:?}");
        assert_eq!((one.entries, one.verdicts), (0, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_agreed_cannot_be_changed_afterwards() {
    let changes: [(&str, Value, &str); 5] = [
        ("grace", json!(20), "the grace was 600 and is 20"),
        ("think", json!(5), "the time to think was 0 and is 5"),
        ("game", json!("texas-42"), "the game was herding-cats and is texas-42"),
        ("escrow", json!(2), "the threshold of escrow was none and is 2"),
        ("options", json!({ "deck": 1 }), "the options was"),
    ];
    for (key, value, part) in changes {
        // Answers about the table, which the players agree to, are not changed; what the sockets say is.
        let played = says(move |_, message| {
            if message["table"].is_object() {
                message["table"][key] = value.clone();
            }
        });
        are_refused(&played.await, part);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_name_key_or_nonce_for_a_player_is_noticed_by_that_player() {
    for (key, value) in [
        ("name", json!("Eve")),
        ("nonce", json!(Hex([7; 32]))),
        (
            "key",
            json!(Hex(ed25519_dalek::SigningKey::from_bytes(&[7; 32]).verifying_key().to_bytes())),
        ),
    ] {
        let way = Says(
            move |_, message: &mut Value| {
                for seat in message["table"]["seats"].as_array_mut().into_iter().flatten() {
                    if seat.is_object() && seat["name"] == "Player 1" {
                        seat[key] = value.clone();
                    }
                }
            },
            0,
        );
        let relay = Relay::open(herding_cats(600), 2, way).await;
        // The other player waits for a genesis of this one, which never comes.
        let (one, ..) = select_all(machines(&relay, 2, PATIENT, 0, 0)).await;
        let error = one.result.as_ref().unwrap_err();
        let is_noticed = matches!(error, Error::Disagreement(Disagreement::NotYourSeat));
        assert!(is_noticed && one.entries == 0, "{key}: {one:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_genesis_is_not_played() {
    let played = says(|_, message| {
        if message["type"] == "begun" {
            message["genesis"] = json!("AAAA");
        }
    });
    are_refused(&played.await, "the relay has begun another table than the one that was agreed");
    let played = says(|_, message| {
        if message["type"] == "begun" {
            *message = json!({ "type": "refused", "kind": "other-genesis", "message": "as Ann" });
        }
    });
    are_refused(&played.await, "the players' programs do not agree what this table is: as Ann");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_or_version_of_the_relay_is_refused() {
    let played = says(|_, message| {
        if message["type"] == "challenge" {
            message["relay"] = json!(Hex([3; 32]));
        }
    });
    are_refused(&played.await, "the relay has another key than when you sat down");
    let played = says(|_, message| {
        if message["type"] == "challenge" {
            message["v"] = json!(2);
        }
    });
    are_refused(
        &played.await,
        "speaks version 2 of its protocol, and this program speaks version 1; update",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_named_and_not_waited_for_for_ever() {
    for nonsense in [json!(7), json!({ "type": "welcome" }), json!({ "type": "challenge" })] {
        let way = Says(
            move |_, message: &mut Value| {
                if message["type"] == "welcome" {
                    *message = nonsense.clone();
                }
            },
            0,
        );
        // It may go away by itself, so it is tried again.
        for one in plays(2, Patience(Duration::from_secs(1)), way).await {
            let text = one.result.as_ref().unwrap_err().to_string();
            assert!(matches!(one.result, Err(Error::Net(NetError::Ended(_)))), "{text}");
            assert!(text.contains("the relay said what is no message"), "{text}");
        }
    }
}

/// A newer relay may say more than this program knows.
#[tokio::test(flavor = "multi_thread")]
async fn unknown_messages_and_lies_about_who_is_connected_change_nothing() {
    let played = says(|number, message| {
        if message["type"] == "presence" {
            message["here"] = json!(if number % 2 == 0 { vec![] } else { vec![0, 1] });
        }
        if message["type"] == "pong" || number % 5 == 4 && message["type"] == "presence" {
            *message = json!({ "type": "weather", "it": "rains" });
        }
    });
    is_survived(&played.await);
}

/// Says of a game in the middle that it is over, or closed, or forgets entries, when somebody comes back.
struct Afterwards {
    cut: Vec<Option<Seat>>,
    change: fn(&mut Value),
}

impl Way for Afterwards {
    fn sends(&mut self, to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        let bytes = Sent::Bytes(stamped.to_bytes());
        if stamped.number == 9 && !self.cut.contains(&to) {
            self.cut.push(to);
            return vec![bytes, Sent::End];
        }
        vec![bytes]
    }

    fn says(&mut self, to: Option<Seat>, message: &mut Value) {
        if message["type"] == "welcome" && self.cut.contains(&to) {
            (self.change)(message);
        }
    }
}

async fn afterwards(change: fn(&mut Value)) -> Vec<Played> {
    plays(2, PATIENT, Afterwards { cut: Vec::new(), change }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_notices_what_the_relay_has_changed() {
    let named = |played: &[Played], part: &str| {
        for one in played {
            let text = one.result.as_ref().unwrap_err().to_string();
            assert!(text.contains(part), "{part:?} is not in {text:?}");
            assert_eq!((one.verdicts, one.ending), (0, None));
        }
    };
    let forgot = afterwards(|welcome| welcome["entries"] = json!(3)).await;
    named(&forgot, "the relay has 3 entries of this table, and this machine has heard 10");
    let other = afterwards(|welcome| welcome["genesis"] = json!("AAAA")).await;
    named(&other, "the relay has begun another table");
    let seat = afterwards(|welcome| welcome["seat"] = json!(null)).await;
    named(&seat, "the relay has given your seat to somebody else");
}

/// Somebody sits between two players, with keys of its own: each of them plays a table with it, and sees the other's name.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_between_two_players_shows_other_words_to_each() {
    let one = Relay::open(herding_cats(600), 2, Honest).await;
    let other = Relay::open(herding_cats(600), 2, Honest).await;
    let other = join_all(machines(&other, 2, PATIENT, 50, 0)).await;
    let one = play_at(&one, 2, PATIENT).await;
    is_survived(&one);
    is_survived(&other);
    // All names, options, times and nonces are the same. Only the keys of the players are others.
    assert_ne!(one[0].words, other[1].words);
}
