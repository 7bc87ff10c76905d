//! Views as the players have them, and the names on the wire.

use facedown_core::{Card, Seats, Viewer};
use facedown_games::texas_42::{Action, Bid, Trump};

use crate::scene::{self, SPECIAL, auction, four, random_game, seat, trick};

#[test]
fn actions_have_their_names_on_the_wire() {
    let actions = [
        (Action::Bid { bid: Bid::Pass }, r#"{"type":"bid","bid":"pass"}"#),
        (Action::Bid { bid: Bid::Points(30) }, r#"{"type":"bid","bid":{"points":30}}"#),
        (Action::Bid { bid: Bid::Marks(2) }, r#"{"type":"bid","bid":{"marks":2}}"#),
        (Action::Bid { bid: Bid::Splash(3) }, r#"{"type":"bid","bid":{"splash":3}}"#),
        (Action::Bid { bid: Bid::Plunge }, r#"{"type":"bid","bid":"plunge"}"#),
        (
            Action::SelectTrump { trump: Trump::NoTrump },
            r#"{"type":"select-trump","trump":"no-trump"}"#,
        ),
        (Action::PlayDomino { card: Card::new(3) }, r#"{"type":"play-domino","card":3}"#),
        (Action::AgreeCompleteTrick {}, r#"{"type":"agree-complete-trick"}"#),
        (Action::CompleteTrick {}, r#"{"type":"complete-trick"}"#),
        (Action::AgreeScoreHand {}, r#"{"type":"agree-score-hand"}"#),
        (Action::ScoreHand {}, r#"{"type":"score-hand"}"#),
        (Action::Redeal {}, r#"{"type":"redeal"}"#),
        (Action::NewGame {}, r#"{"type":"new-game"}"#),
    ];
    for (action, json) in actions {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
        // What is not in the list of its values is no such action.
        let with_more = json.replacen('}', r#","player":0}"#, 1);
        assert!(serde_json::from_str::<Action>(&with_more).is_err(), "{with_more}");
    }
}

#[test]
fn a_view_has_the_fields_that_were_promised() {
    // What is legal and what happened lately stand beside the view in every message, and so are not in it again.
    let view = serde_json::to_value(scene::table("{}").view(seat(0).into())).unwrap();
    let mut names: Vec<_> = view.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    let wanted = [
        "bids",
        "consensus",
        "contract",
        "current_player",
        "current_suit",
        "current_trick",
        "dealer",
        "game_target",
        "phase",
        "player_id",
        "players",
        "self",
        "team_games",
        "team_marks",
        "team_scores",
        "tricks",
        "trump",
    ];
    assert_eq!(names, wanted);
    let player = view["players"][1].as_object().unwrap();
    assert_eq!(player.keys().collect::<Vec<_>>(), ["hand_count", "id", "team_id"]);
    assert_eq!(view["self"]["hand"].as_array().unwrap().len(), 7);
}

#[test]
fn valid_actions_are_the_legal_ones() {
    for json in [SPECIAL, r#"{"pace":"auto","marks":3,"early_end":true}"#] {
        random_game("views", json, |table| {
            for next in four().all().iter() {
                let view = table.view(next.into());
                assert_eq!(view.valid_actions.list(), table.legal(next));
                let hand = &view.own.as_ref().unwrap().hand;
                assert_eq!(hand.len(), view.players.get(next).unwrap().hand_count);
                assert!(hand.iter().all(|shown| shown.face.is_some()));
            }
            let view = table.view(Viewer::Spectator);
            assert!(view.own.is_none() && view.valid_actions.list().is_empty());
        });
    }
}

#[test]
fn consensus_grows_by_one_and_is_cleared() {
    let mut table = scene::table("{}");
    auction(&mut table, [r#"{"points":30}"#, "\"pass\"", "\"pass\"", "\"pass\""], (0, "sixes"));
    for place in 0..7 {
        trick(&mut table, 0, place);
        let mut agreed = Seats::NONE;
        for index in [2, 0, 3, 1] {
            scene::play(&mut table, &[(index, "agree-complete-trick")]);
            agreed = agreed.with(seat(index));
            for viewer in [Viewer::Spectator, seat(1).into()] {
                let consensus = table.view(viewer).consensus;
                assert_eq!((consensus.complete_trick, consensus.score_hand), (agreed, Seats::NONE));
            }
        }
        scene::play(&mut table, &[(0, "complete-trick")]);
        let view = table.view(Viewer::Spectator);
        assert_eq!(view.tricks.len(), place + 1);
        assert_eq!(view.consensus.complete_trick, Seats::NONE);
    }
    for index in 0..4 {
        scene::play(&mut table, &[(index, "agree-score-hand")]);
        assert_eq!(table.view(Viewer::Spectator).consensus.score_hand.len(), index + 1);
    }
    scene::play(&mut table, &[(3, "score-hand")]);
    assert_eq!(table.view(Viewer::Spectator).consensus.score_hand, Seats::NONE);
}
