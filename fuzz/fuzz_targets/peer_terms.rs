//! Reads the terms of a table between machines and checks that they encode to the same bytes.
#![no_main]

use facedown_fuzz::peers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| peers::terms_have_one_encoding(bytes));
