//! Decodes arbitrary bytes as a chain.
#![no_main]

use facedown_fuzz::bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::chains_have_one_encoding(bytes));
