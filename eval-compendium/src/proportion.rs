//! The weight of each group of rules in a position: its weights times those of the phases.

use crate::board::phase::Weights;
use crate::order::{GROUPS, GroupWeights};

/// The weights of the phases in each group of rules, with the denominator [`Weights::WHOLE`].
pub(crate) struct Proportion {
    middlegame: [i32; GROUPS],
    endgame: [i32; GROUPS],
    opening: [i32; GROUPS],
}

impl Proportion {
    /// The `weights` of a position's phases times those of the groups.
    #[inline]
    pub(crate) fn of(weights: Weights, groups: &GroupWeights) -> Proportion {
        let mut proportion = Proportion {
            middlegame: groups.middlegame,
            endgame: groups.endgame,
            opening: groups.middlegame,
        };
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

    /// The weights of one group.
    #[inline(always)]
    pub(crate) fn of_group(&self, group: usize) -> Weights {
        Weights {
            middlegame: self.middlegame[group],
            endgame: self.endgame[group],
            opening: self.opening[group],
        }
    }
}
