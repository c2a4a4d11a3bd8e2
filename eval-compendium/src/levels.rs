//! The strength of the engines with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `evalarena calibrate levels`; docs/measurements.md has the method and the precision.

use engine_core::handicap::Level;

/// As printed.
pub(crate) const AS_PRINTED: &[Level] = &[
    Level::new(441.0, 100, 400),
    Level::new(441.0, 100, 200),
    Level::new(630.0, 100, 100),
    Level::new(1120.0, 100, 0),
    Level::new(1386.0, 300, 0),
    Level::new(1662.0, 1_000, 0),
    Level::new(1948.0, 3_000, 0),
    Level::new(2105.0, 10_000, 0),
    Level::new(2485.0, 30_000, 0),
];

/// In proportion.
pub(crate) const IN_PROPORTION: &[Level] = &[
    Level::new(504.0, 100, 400),
    Level::new(659.0, 100, 200),
    Level::new(844.0, 100, 100),
    Level::new(1102.0, 100, 0),
    Level::new(1485.0, 300, 0),
    Level::new(1815.0, 1_000, 0),
    Level::new(2125.0, 3_000, 0),
    Level::new(2461.0, 10_000, 0),
];
