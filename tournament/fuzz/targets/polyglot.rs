//! See `laws::polyglot`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::polyglot::check(input));
