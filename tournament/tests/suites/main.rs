//! Test positions as users meet them: suites and the book of blunders.

#![allow(clippy::unwrap_used)]

mod blunders;
mod common;
mod errors;
mod goals;
#[cfg(unix)]
mod programs;
mod suite;
