//! The engine's strength with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `evalarena calibrate levels`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// Slate & Atkin's.
pub(crate) const SLATE_ATKIN: &[Level] = &[
    Level::new(343.0, 100, 400),
    Level::new(667.0, 100, 200),
    Level::new(816.0, 100, 100),
    Level::new(1075.0, 100, 0),
    Level::new(1445.0, 300, 0),
    Level::new(1834.0, 1_000, 0),
    Level::new(2126.0, 3_000, 0),
    Level::new(2486.0, 10_000, 0),
];
