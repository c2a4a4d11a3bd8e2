//! See `laws::games`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::games::check(input));
