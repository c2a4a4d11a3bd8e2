//! See `laws::store`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::store::check(input));
