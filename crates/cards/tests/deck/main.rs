//! The reader of decks from outside: every format, odd names, limits, and that what is written is read back.

mod formats;
mod known;
mod limits;
mod names;
mod roundtrip;
