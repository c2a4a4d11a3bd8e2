//! The program as its users meet it, and the shape of the workspace: one harness, whose tests all run side by side.
//!
//! What takes seconds is tested with the feature `full` only, as in the gate.

#![allow(clippy::unwrap_used)]

mod arena;
mod common;
mod figures;
mod left_out;
mod page;
#[cfg(unix)]
mod programs;
#[cfg(all(unix, feature = "full"))]
mod regress;
mod structure;
/// Positions as users meet them: suites, and values against results.
#[cfg(unix)]
mod suites {
    mod positions;
    mod suite;
}

/// The last by its name, and so the last that begins.
#[test]
fn what_is_left_out() {
    left_out::print();
}
