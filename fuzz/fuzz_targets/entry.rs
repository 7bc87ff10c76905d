//! What decodes as a `ChainEntry` has no other encoding.
#![no_main]

use facedown_fuzz::bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bodies::decodes_from_one_encoding::<facedown_crypto::table::ChainEntry>(bytes);
});
