//! Lets a desk hear anything that comes over the network.
#![no_main]

use facedown_fuzz::peers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| peers::a_desk_hears_anything(bytes));
