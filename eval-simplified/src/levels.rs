//! The engines' strength with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `evalarena calibrate levels`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// Michniewski's.
pub(crate) const MICHNIEWSKI: &[Level] = &[
    Level::new(468.0, 100, 400),
    Level::new(744.0, 100, 200),
    Level::new(939.0, 100, 100),
    Level::new(1202.0, 100, 0),
    Level::new(1510.0, 300, 0),
    Level::new(1800.0, 1_000, 0),
    Level::new(2107.0, 3_000, 0),
    Level::new(2490.0, 10_000, 0),
];

/// Otter's.
pub(crate) const OTTER: &[Level] = &[
    Level::new(391.0, 100, 400),
    Level::new(698.0, 100, 200),
    Level::new(859.0, 100, 100),
    Level::new(1146.0, 100, 0),
    Level::new(1498.0, 300, 0),
    Level::new(1797.0, 1_000, 0),
    Level::new(2120.0, 3_000, 0),
    Level::new(2319.0, 10_000, 0),
];

/// Of material alone.
pub(crate) const MATERIAL: &[Level] = &[];
