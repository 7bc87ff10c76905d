//! Drawing on a terminal: widths, wrapping, tables of text.

pub(crate) mod card;
pub(crate) mod columns;
pub(crate) mod text;
pub(crate) mod tile;
