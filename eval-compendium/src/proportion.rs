//! How much each heading of the document counts, against the others and against the men.
//!
//! The document states numbers and no scale; that they simply add up is a reading of it. Weights, in
//! percent and for each heading and phase, say in which proportion they do. Rules that read the score
//! read the weighed sum: where they ask how large it is, they do so by a number of theirs, which
//! belongs to the sum as printed and is to be set along with the weights.

use crate::board::phase::Weights;
use crate::rules::{HEADINGS, heading};

/// Percent of their numbers that the rules under each heading count with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadingWeights {
    /// In the middlegame, and in the opening.
    pub(crate) middlegame: [i32; HEADINGS],
    /// In the endgame.
    pub(crate) endgame: [i32; HEADINGS],
}

impl HeadingWeights {
    /// Each number as it is printed.
    pub(crate) const EVEN: HeadingWeights = HeadingWeights {
        middlegame: [100; HEADINGS],
        endgame: [100; HEADINGS],
    };

    /// The weights of these tables: a heading and its percent. Other headings count as printed.
    pub(crate) const fn of(middlegame: &[(&str, i32)], endgame: &[(&str, i32)]) -> HeadingWeights {
        HeadingWeights {
            middlegame: percents(middlegame),
            endgame: percents(endgame),
        }
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

/// The weights of the phases under each heading, with the denominator [`Weights::WHOLE`].
pub(crate) struct Proportion {
    middlegame: [i32; HEADINGS],
    endgame: [i32; HEADINGS],
    opening: [i32; HEADINGS],
}

impl Proportion {
    /// The `weights` of a position's phases times those of the headings.
    #[inline]
    pub(crate) fn of(weights: Weights, headings: &HeadingWeights) -> Proportion {
        let mut proportion = Proportion {
            middlegame: headings.middlegame,
            endgame: headings.endgame,
            opening: headings.middlegame,
        };
        // Loops, of which the compiler makes vectors; of an array's `map` not always.
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

    /// The weights under one heading.
    #[inline(always)]
    pub(crate) fn under(&self, heading: usize) -> Weights {
        Weights {
            middlegame: self.middlegame[heading],
            endgame: self.endgame[heading],
            opening: self.opening[heading],
        }
    }
}
