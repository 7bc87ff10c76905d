//! Lets all machines of a table hear anything that a player signs.
#![no_main]

use facedown_fuzz::peers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| peers::all_machines_say_the_same(bytes));
