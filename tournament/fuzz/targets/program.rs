//! See `laws::program`.

#![no_main]

libfuzzer_sys::fuzz_target!(init: laws::program::parrot(), |input: &[u8]| laws::program::check(input));
