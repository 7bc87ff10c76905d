//! A player's machine at a table without a trusted server: its connection to the relay, what it keeps on the disk, and the loop
//! that joins both to a desk.
//!
//! - [`TableLink`] is the link that friends send each other; [`net`] speaks to the relay that it names.
//! - [`store`] keeps the seed, the notes and all stamped entries of a seat, such that a machine that starts again can neither
//!   contradict itself nor be led back to an earlier moment of its table.
//! - [`StampLog`] checks what the relay stamps, and proves it if the relay has stamped two things at one place.
//! - [`Agreed`] is what a player has agreed to; anything else that a relay says about the table is refused.
//! - [`Machine`] joins desk, stamps and store, without any I/O but the disk. [`play`] runs it: every wait is for the network, the
//!   clock or the user, whichever is first. What the user sees is a [`Front`].
//!
//! It knows no game and draws nothing.
#![deny(missing_docs)]

mod agreed;
mod error;
mod front;
mod gather;
mod link;
mod machine;
pub mod net;
mod run;
mod stamps;
pub mod store;

pub use agreed::{Agreed, Disagreement};
pub use error::{Error, Trouble};
pub use front::{Front, Input, LinkState};
pub use gather::{Gathering, Open, gather, wait_for_genesis};
pub use link::{LinkError, RelayUrl, TableLink};
pub use machine::{Machine, NotTaken, Todo};
pub use run::{Patience, play};
pub use stamps::{RelayProof, StampFault, StampLog, Taken};
