//! Positions as users meet them: suites, and values against results.

#![allow(clippy::unwrap_used)]

mod common;
#[cfg(unix)]
mod positions;
#[cfg(unix)]
mod suite;
mod values;
