//! What is printed on cards that players bring: names, words, catalogues.
//!
//! [`CardWords`] is what one card says, [`CardId`] is its number, the same on every machine. This crate knows nothing of tables
//! and rules, and ships no card but those of the house ([`ours`]): players import their own. [`deck`] reads and writes decks, and
//! [`legality`] has advice on them.
#![deny(missing_docs)]

mod card;
mod catalogue;
mod collection;
mod colours;
pub mod deck;
mod id;
mod import;
mod layout;
pub mod legality;
mod mana;
mod name;
pub mod ours;

pub use card::{CardWords, FaceWords, Legality, Printing, RelatedCard, RelatedKind};
pub use catalogue::{Catalogue, CatalogueError, NameKind, Named};
pub use collection::Collection;
pub use colours::{Colour, Colours, NotAColour};
pub use id::{CardId, NotACardId};
pub use import::{ImportError, ImportFormat, Imported, import};
pub use layout::CardLayout;
pub use mana::{ManaValue, NotAManaValue};
pub use name::normalised;
