//! Texas 42 in words: what its messages need to know beyond the fields of actions and views.

use facedown_core::{Count, Table, Viewer};
use serde_json::{Value, json};

use super::bid::Bid;
use super::domino::Domino;
use super::state::partner;
use super::suits::Trump;
use super::view::PlayerView;
use super::{Action, Texas42};
use crate::{Story, Texts};

impl Story for Texas42 {
    fn counts(table: &Table<Self>, viewer: Viewer) -> Vec<Count> {
        table.counts(viewer)
    }

    fn texts() -> &'static Texts {
        static TEXTS: Texts = Texts::new(&[("en", include_str!("texts/en.ftl"))]);
        &TEXTS
    }

    fn offer_facts(action: &Action, view: &PlayerView) -> Value {
        let Action::PlayDomino { card } = *action else { return Value::Null };
        let mut hand = view.own.iter().flat_map(|own| own.hand.iter());
        match hand.find(|shown| shown.id == card).and_then(|shown| shown.face) {
            Some(domino) => json!({
                "card": domino.to_string(),
                "is_double": domino.is_double(),
                "is_trump": view.trump.is_some_and(|trump| belongs(domino, trump)),
                "count": domino.count(),
            }),
            None => json!({ "card": null }),
        }
    }

    fn prompt_facts(view: &PlayerView) -> Value {
        let suit = suit_led(view);
        let legal = view.valid_actions.list();
        let sits_out = view.trump == Some(Trump::Nello)
            && view.player_id.is_some()
            && view.player_id == view.contract.map(|(bidder, _)| partner(bidder));
        json!({
            "may_pass": legal.contains(&Action::Bid { bid: Bid::Pass }),
            "choice": choice(view, legal.len()),
            "choices": legal.len(),
            "suit": suit,
            "suit_is_trump": suit.is_some() && suit == view.trump,
            "points": view.trick_points,
            "sits_out": sits_out,
            "most_marks": view.team_marks.iter().max(),
            "fewest_marks": view.team_marks.iter().min(),
        })
    }
}

/// Whether a domino is of this suit. Where doubles are a suit, that is `Trump::Doubles`.
fn belongs(domino: Domino, suit: Trump) -> bool {
    match suit {
        Trump::Doubles => domino.is_double(),
        _ => pips(suit).is_some_and(|pips| domino.has(pips)),
    }
}

fn pips(suit: Trump) -> Option<u8> {
    let mut usual = Trump::USUAL.iter().zip(0..=6);
    usual.find(|&(&usual, _)| usual == suit).map(|(_, pips)| pips)
}

/// The suit that was led, under the name that it has as a trump; nothing in Sevens, which has no suits.
fn suit_led(view: &PlayerView) -> Option<Trump> {
    match (view.current_suit?.pips(), view.trump?) {
        (_, Trump::Sevens) => None,
        (Some(pips), _) => Trump::USUAL.get(usize::from(pips)).copied(),
        (None, Trump::Nello) => Some(Trump::Doubles),
        (None, trump) => Some(trump),
    }
}

/// How free the viewer is to choose a domino, with this many legal choices.
fn choice(view: &PlayerView, choices: usize) -> &'static str {
    let dominoes =
        || view.own.iter().flat_map(|own| own.hand.iter()).filter_map(|shown| shown.face);
    let held = dominoes().count();
    match suit_led(view) {
        _ if view.current_trick.is_empty() => "lead",
        None => "sevens",
        Some(_) if held == 1 => "last",
        Some(_) if choices == 1 => "one",
        Some(_) if choices < held => "some",
        Some(suit) if dominoes().all(|domino| belongs(domino, suit)) => "all",
        Some(_) => "free",
    }
}
