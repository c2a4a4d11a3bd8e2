//! The arena's readers of outside input, run on arbitrary bytes.
//!
//! Each module is a target: its `check` passes the bytes to the readers as their users do, and asserts
//! that accepted input is sound, such as that it is read again as the same after printing. A panic is a
//! finding, and so is an input that takes seconds. Inputs are texts wherever the format is one, so
//! that findings are readable, and seeds can be written by hand.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod configuration;
pub mod engine;
pub mod evaluation;
pub mod games;
pub mod polyglot;
pub mod positions;
pub mod program;
pub mod records;
pub mod requests;
mod scratch;
pub mod store;

/// The first line's digits as choices, each from 0, and the rest of the input.
fn choices<const N: usize>(input: &[u8]) -> ([usize; N], &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n');
    let (first, rest) = input.split_at(end.unwrap_or(input.len()));
    let digit = |place: usize| first.get(place).map_or(0, |byte| byte.wrapping_sub(b'0'));
    (std::array::from_fn(|place| usize::from(digit(place))), rest.get(1..).unwrap_or_default())
}
