//! The weights of the document's headings.
//!
//! The document states numbers and no scale; that they simply add up is a reading of it. Weights, in percent for each
//! heading and phase, set the proportion. Rules that read the score read the weighted sum; the thresholds that they
//! compare it with belong to the sum as printed and have to be set along with the weights.

use crate::board::phase::Weights;
use crate::rules::{HEADING_OF, HEADINGS};

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
    pub(crate) const EVEN: HeadingWeights = HeadingWeights { middlegame: [100; HEADINGS], endgame: [100; HEADINGS] };

    /// All rules in this proportion to the piece values of the introduction, which are the unit.
    pub(crate) const fn all(percent: i32) -> HeadingWeights {
        let mut percents = [percent; HEADINGS];
        percents[HEADING_OF[0]] = 100;
        HeadingWeights { middlegame: percents, endgame: percents }
    }
}

/// The weights of the phases under each heading, with the denominator [`Weights::WHOLE`].
pub(crate) struct Proportion {
    middlegame: [i32; HEADINGS],
    endgame: [i32; HEADINGS],
    opening: [i32; HEADINGS],
}

impl Proportion {
    /// The `weights` of a position's phases times those of the `headings`.
    #[inline]
    pub(crate) fn of(weights: Weights, headings: &HeadingWeights) -> Proportion {
        let mut proportion =
            Proportion { middlegame: headings.middlegame, endgame: headings.endgame, opening: headings.middlegame };
        // Loops, which are vectorised; an array's `map` is not always.
        let times = |percents: &mut [i32], weight: i32| {
            for percent in percents {
                *percent *= weight;
            }
        };
        times(&mut proportion.middlegame, weights.middlegame);
        times(&mut proportion.endgame, weights.endgame);
        times(&mut proportion.opening, weights.opening);
        proportion
    }

    /// The weights of the rules under one heading.
    #[inline(always)]
    pub(crate) fn of_heading(&self, heading: usize) -> Weights {
        Weights { middlegame: self.middlegame[heading], endgame: self.endgame[heading], opening: self.opening[heading] }
    }
}
