//! The weight of each heading of the document, against the others and against material.
//!
//! The document states numbers and no scale; that they simply add up is a reading of it. Weights, in
//! percent for each heading and phase, set the proportion. Rules that read the score read the weighted
//! sum; the thresholds that they compare it with belong to the sum as printed and have to be set along
//! with the weights.

use crate::rules::{HEADINGS, heading};

/// The percentages with which the numbers of each heading's rules count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadingWeights {
    /// In the middlegame, and in the opening.
    pub(crate) middlegame: [i32; HEADINGS],
    /// In the endgame.
    pub(crate) endgame: [i32; HEADINGS],
}

impl HeadingWeights {
    /// Each number as it is printed.
    pub(crate) const EVEN: HeadingWeights =
        HeadingWeights { middlegame: [100; HEADINGS], endgame: [100; HEADINGS] };

    /// The weights of these tables: a heading and its percent. Other headings count as printed.
    pub(crate) const fn of(middlegame: &[(&str, i32)], endgame: &[(&str, i32)]) -> HeadingWeights {
        HeadingWeights { middlegame: percents(middlegame), endgame: percents(endgame) }
    }
}

const fn percents(table: &[(&str, i32)]) -> [i32; HEADINGS] {
    let mut percents = [100; HEADINGS];
    let mut at = 0;
    while at < table.len() {
        let (name, percent) = table[at];
        percents[heading(name)] = percent;
        at += 1;
    }
    percents
}
