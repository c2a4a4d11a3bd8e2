//! Positions as users meet them: suites, and values against results.

#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod positions;
#[cfg(unix)]
mod suite;
mod values;
