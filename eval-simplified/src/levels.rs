//! How strong the engines are with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `tournament calibrate`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// Michniewski's.
pub(crate) const MICHNIEWSKI: &[Level] = &[
    Level::new(472.0, 100, 400),
    Level::new(880.0, 100, 200),
    Level::new(1052.0, 100, 100),
    Level::new(1232.0, 100, 0),
    Level::new(1572.0, 300, 0),
    Level::new(1788.0, 1_000, 0),
    Level::new(2149.0, 3_000, 0),
    Level::new(2537.0, 10_000, 0),
    Level::new(2782.0, 30_000, 0),
];

/// Otter's.
pub(crate) const OTTER: &[Level] = &[];

/// Of material alone.
pub(crate) const MATERIAL: &[Level] = &[];
