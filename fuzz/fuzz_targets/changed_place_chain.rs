//! Verifies a real chain of a table of places with changes.
#![no_main]

use facedown_fuzz::bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::a_changed_chain_of_places_has_another_head(
    bytes
));
