//! Text drawing for a terminal: cards, dominoes, tables and wrapped lines.

pub(crate) mod card;
pub(crate) mod columns;
pub(crate) mod text;
pub(crate) mod tile;
