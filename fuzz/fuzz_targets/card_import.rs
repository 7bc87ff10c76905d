//! Imports a file of cards of any kind, and loads the catalogue that comes of it.
#![no_main]

use facedown_fuzz::cards;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cards::imports_or_says_why(bytes);
});
