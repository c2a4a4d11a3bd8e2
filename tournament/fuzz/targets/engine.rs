//! See `laws::engine`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::engine::check(input));
