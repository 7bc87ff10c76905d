//! Exploding Kittens in words: what its messages need to know beyond the fields of actions and views.

use facedown_core::{Card, CardOrder, Count, Table, Tuck, Viewer};
use serde_json::{Value, json};

use super::action::Action;
use super::cards::Kind;
use super::state::{ExplodingKittens, Phase};
use super::view::View;
use crate::{Story, Texts};

impl Story for ExplodingKittens {
    fn counts(table: &Table<Self>, viewer: Viewer) -> Vec<Count> {
        table.counts(viewer)
    }

    fn texts() -> &'static Texts {
        static TEXTS: Texts = Texts::new(&[("en", include_str!("texts/en.ftl"))]);
        &TEXTS
    }

    fn offer_facts(action: &Action, view: &View) -> Value {
        match action {
            Action::Keep {} => json!({ "drawn": view.drawn }),
            Action::Tuck { place } => {
                let above = place.in_the_open().map(|Tuck(above)| above);
                json!({ "above": above, "pile": view.pile.len() })
            }
            Action::Arrange { order } => {
                let kind = |from: &u16| view.pile.get(usize::from(*from))?.face;
                let order = order.in_the_open().map(|CardOrder(order)| order);
                json!({ "kinds": order.map(|order| order.iter().map(kind).collect::<Vec<_>>()) })
            }
            _ => Value::Null,
        }
    }

    fn prompt_facts(view: &View) -> Value {
        let own = view.you.and_then(|you| view.players.get(you));
        json!({
            "is_cursed": own.is_some_and(|own| own.cursed),
            "is_out": own.is_some_and(|own| !own.alive) && *view.now != Phase::Over,
        })
    }
}

impl View<'_> {
    /// What a card of the viewer's own hand is, if the viewer can see it.
    pub fn own(&self, card: Card) -> Option<Kind> {
        let hand = &self.players.get(self.you?)?.hand;
        hand.iter().find(|shown| shown.id == card)?.face
    }
}
