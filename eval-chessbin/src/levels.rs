//! The engine's strength with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `evalarena calibrate levels`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// ChessBin's.
pub(crate) const CHESSBIN: &[Level] = &[
    Level::new(422.0, 100, 400),
    Level::new(534.0, 100, 200),
    Level::new(767.0, 100, 100),
    Level::new(1197.0, 100, 0),
    Level::new(1472.0, 300, 0),
    Level::new(1820.0, 1_000, 0),
    Level::new(2226.0, 3_000, 0),
    Level::new(2562.0, 10_000, 0),
];
