//! A kitten that is kept in the hand: it is not played, and there is nothing about it to Nope.

use facedown_core::Refusal as _;

use crate::scene::{Scene, play, refused, seat};

#[test]
fn r_play_02_a_kitten_in_the_hand_is_not_played() {
    let hands =
        ["streaking_kitten skip nope tacocat tacocat", "nope skip shuffle attack beard_cat"];
    let scene = Scene::new(r#"{"set":"streaking"}"#, &hands);
    let mut table = scene.pile("exploding_kitten mark shuffle").deal();
    play(&mut table, &[(0, "draw")]);
    // R-NOPE-01: a kitten cannot be Noped, so nobody is asked.
    assert_eq!(table.waiting_on(), seat(0).only());
    play(&mut table, &[(0, "keep")]);
    play(&mut table, &[(1, "draw"), (1, "keep")]);
    let refusal = refused(&mut table, 0, "play exploding_kitten");
    assert_eq!((refusal.kind(), refusal.rule()), ("not-playable", "R-PLAY-02"));
}
