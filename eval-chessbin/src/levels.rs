//! How strong the engine is with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `tournament calibrate`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// ChessBin's.
pub(crate) const CHESSBIN: &[Level] = &[];
