//! Loads a catalogue whose checksum is put right, and reads and finds every card in it.
#![no_main]

use facedown_fuzz::cards;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cards::loads_with_a_right_checksum(bytes);
});
