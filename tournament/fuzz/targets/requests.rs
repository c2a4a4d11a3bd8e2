//! See `laws::requests`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::requests::check(input));
