//! See `laws::positions`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::positions::check(input));
