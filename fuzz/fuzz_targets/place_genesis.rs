//! Decodes a `Genesis` of a table of places and checks that it encodes to the same bytes.
#![no_main]

use facedown_fuzz::bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bodies::decodes_from_one_encoding::<facedown_crypto::places::Genesis>(bytes);
});
