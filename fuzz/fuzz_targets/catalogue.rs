//! Loads a catalogue, and reads and finds every card in it.
#![no_main]

use facedown_fuzz::cards;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cards::loads_or_says_why(bytes);
});
