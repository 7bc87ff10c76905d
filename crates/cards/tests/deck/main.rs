//! The reader of decks from outside: every format, odd names, limits, and that what is written is read back.

mod bodies;
mod formats;
mod known;
mod legality;
mod limits;
mod names;
mod roundtrip;
