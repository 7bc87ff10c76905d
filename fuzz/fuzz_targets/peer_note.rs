//! Reads a note of a machine and checks that it encodes to the same bytes.
#![no_main]

use facedown_fuzz::peers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| peers::notes_have_one_encoding(bytes));
