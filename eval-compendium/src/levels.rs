//! How strong the engines are with few nodes and errors in static values: the levels of `UCI_Elo`.
//!
//! Measured by `tournament calibrate`; docs/measurements.md has how, and how far they can be trusted.

use engine_core::handicap::Level;

/// As printed.
pub(crate) const AS_PRINTED: &[Level] = &[];

/// In proportion.
pub(crate) const IN_PROPORTION: &[Level] = &[];
