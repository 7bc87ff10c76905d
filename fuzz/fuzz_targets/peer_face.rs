//! Reads the code of a face of each game and checks that the face has no other.
#![no_main]

use facedown_fuzz::peers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| peers::faces_have_one_code(bytes));
