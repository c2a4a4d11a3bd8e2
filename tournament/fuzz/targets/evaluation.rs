//! See `laws::evaluation`.

#![no_main]

libfuzzer_sys::fuzz_target!(init: laws::evaluation::evaluating_parrot(), |input: &[u8]| laws::evaluation::check(input));
