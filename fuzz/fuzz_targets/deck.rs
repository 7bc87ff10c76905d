//! Reads a deck in any format, writes it, and reads it back.
#![no_main]

use facedown_fuzz::decks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    decks::reads_back_or_says_why(bytes);
});
