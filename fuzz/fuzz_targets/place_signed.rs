//! Lets a player of a table of places sign anything.
#![no_main]

use facedown_fuzz::bodies::places;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| places::any_signed_entry_is_accepted_or_refused(bytes));
