//! How strong the engines are with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `tournament calibrate`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// Michniewski's.
pub(crate) const MICHNIEWSKI: &[Level] = &[
    Level::new(325.0, 100, 400),
    Level::new(677.0, 100, 200),
    Level::new(847.0, 100, 100),
    Level::new(1122.0, 100, 0),
    Level::new(1521.0, 300, 0),
    Level::new(1800.0, 1_000, 0),
    Level::new(2159.0, 3_000, 0),
    Level::new(2493.0, 10_000, 0),
];

/// Otter's.
pub(crate) const OTTER: &[Level] = &[];

/// Of material alone.
pub(crate) const MATERIAL: &[Level] = &[];
