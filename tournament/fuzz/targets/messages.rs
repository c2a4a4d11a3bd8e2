//! See `laws::messages`.

#![no_main]

libfuzzer_sys::fuzz_target!(init: laws::messages::parrot(), |input: &[u8]| laws::messages::check(input));
