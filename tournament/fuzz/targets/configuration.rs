//! See `laws::configuration`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::configuration::check(input));
