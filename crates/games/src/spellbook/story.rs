//! Where the words of Spellbook are.

use facedown_core::{Count, Table, Viewer};

use super::Spellbook;
use crate::{Story, Texts};

impl Story for Spellbook {
    fn counts(table: &Table<Self>, viewer: Viewer) -> Vec<Count> {
        table.counts(viewer)
    }

    fn texts() -> &'static Texts {
        static TEXTS: Texts = Texts::new(&[("en", include_str!("texts/en.ftl"))]);
        &TEXTS
    }
}
