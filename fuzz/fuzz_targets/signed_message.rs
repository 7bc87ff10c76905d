//! Sends arbitrary signed messages at any point of a real game.
#![no_main]

use facedown_fuzz::bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bodies::any_signed_message_is_carried_out_or_refused(bytes);
});
