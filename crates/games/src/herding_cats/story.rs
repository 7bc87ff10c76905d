//! Herding Cats in words: what its messages need to know beyond the fields of actions and views.

use facedown_core::{Card, Count, Table, Viewer};
use serde_json::{Value, json};

use super::HerdingCats;
use super::kind::Kind;
use super::state::Phase;
use super::view::View;
use crate::{Story, Texts};

impl Story for HerdingCats {
    fn counts(table: &Table<Self>, viewer: Viewer) -> Vec<Count> {
        table.counts(viewer)
    }

    fn texts() -> &'static Texts {
        static TEXTS: Texts = Texts::new(&[("en", include_str!("texts/en.ftl"))]);
        &TEXTS
    }

    fn prompt_facts(view: &View) -> Value {
        match view.now {
            Phase::Select { play } => json!({ "zone": play.declared.attacks() }),
            Phase::Intercept { attack } => json!({ "selected": view.selected(attack.selected) }),
            _ => Value::Null,
        }
    }
}

impl View<'_> {
    /// Where a card lies, counted from 1, and what it counts as, if the viewer knows.
    fn selected(&self, card: Card) -> Option<Value> {
        self.players.iter().find_map(|(_, player)| {
            let hand = player.hand.iter().map(|shown| (shown.id, shown.face));
            let herd = player.herd.iter().map(|there| (there.card.id, there.identity));
            let place = |(at, (_, kind)): (usize, (Card, Option<Kind>))| {
                json!({ "place": at + 1, "kind": kind })
            };
            let is_it = |(_, (id, _)): &(usize, (Card, Option<Kind>))| *id == card;
            hand.enumerate().find(is_it).or_else(|| herd.enumerate().find(is_it)).map(place)
        })
    }
}
