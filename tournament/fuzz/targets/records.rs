//! See `laws::records`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::records::check(input));
