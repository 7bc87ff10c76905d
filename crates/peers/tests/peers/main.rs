//! Tables between machines with the real cryptography: all of them in one process, every entry through its bytes.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod cheats;
mod coalitions;
mod counts;
mod desks;
mod garbage;
mod house;
mod lax;
mod leaving;
mod restart;
mod ring;
mod stamped;
mod table;
mod time;
mod vectors;
