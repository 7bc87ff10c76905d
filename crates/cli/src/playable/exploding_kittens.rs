//! Exploding Kittens in a terminal.

use facedown_games::exploding_kittens::ExplodingKittens;

use super::Playable;

impl Playable for ExplodingKittens {
    const TITLE: &'static str = "Exploding Kittens";
}
