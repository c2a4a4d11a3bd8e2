//! The rules that can fire in a position: those that are switched on and belong to its phase.

use std::ops::Range;

use crate::board::phase::{Span, Weights};

/// A set of rules, a bit for each by its place: testing one whose place is known at compile time is a
/// single instruction, which takes 32 bits at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places<const WORDS: usize>([u32; WORDS]);

const BITS: usize = u32::BITS as usize;

/// The number of words of a set of `rules` rules.
pub(crate) const fn words(rules: usize) -> usize {
    rules.div_ceil(BITS)
}

impl<const WORDS: usize> Places<WORDS> {
    pub(crate) const NONE: Self = Places([0; WORDS]);
    pub(crate) const ALL: Self = Places([u32::MAX; WORDS]);

    pub(crate) fn insert(&mut self, place: usize) {
        self.0[place / BITS] |= 1 << (place % BITS);
    }

    /// True if the rule at `place` is one of them.
    #[inline(always)]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / BITS] >> (place % BITS) & 1 != 0
    }

    /// True if one of the rules at `places` is among them.
    #[inline(always)]
    pub(crate) fn has_any(&self, places: Range<usize>) -> bool {
        let mut some = 0;
        for (at, word) in self.0.iter().enumerate() {
            let (first, end) = (BITS * at, BITS * at + BITS);
            if places.start < end && places.end > first {
                let from = u32::MAX << (places.start.max(first) - first);
                let to = u32::MAX >> (end - places.end.min(end));
                some |= word & from & to;
            }
        }
        some != 0
    }

    /// The union with `others`, if `wanted`.
    #[inline(always)]
    fn with(mut self, others: &Self, wanted: bool) -> Self {
        let all = u32::from(wanted).wrapping_neg();
        for (word, other) in self.0.iter_mut().zip(others.0) {
            *word |= other & all;
        }
        self
    }
}

/// Rules by the phases in which they count; one may be in several sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counting<const WORDS: usize> {
    always: Places<WORDS>,
    opening: Places<WORDS>,
    middlegame: Places<WORDS>,
    after_opening: Places<WORDS>,
    endgame: Places<WORDS>,
}

impl<const WORDS: usize> Counting<WORDS> {
    pub(crate) const NONE: Self = Counting {
        always: Places::NONE,
        opening: Places::NONE,
        middlegame: Places::NONE,
        after_opening: Places::NONE,
        endgame: Places::NONE,
    };

    /// Adds the rule at `place`, whatever the phase.
    pub(crate) fn always(&mut self, place: usize) {
        self.always.insert(place);
    }

    /// Adds the rule at `place`, which counts in `span`, to the sets before the endgame if `before`, and to
    /// that of the endgame if `in_endgame`.
    pub(crate) fn within(&mut self, place: usize, span: Span, before: bool, in_endgame: bool) {
        if before {
            match span {
                Span::Opening => self.opening.insert(place),
                Span::Middlegame | Span::All => self.middlegame.insert(place),
                Span::AfterOpening => self.after_opening.insert(place),
                Span::Endgame => {}
            }
        }
        if in_endgame && span.has_phase(1) {
            self.endgame.insert(place);
        }
    }

    /// The rules that count where the phases have these weights.
    #[inline]
    pub(crate) fn with(&self, weights: Weights) -> Places<WORDS> {
        self.always
            .with(&self.opening, weights.opening != 0)
            .with(&self.middlegame, weights.middlegame != 0)
            .with(&self.after_opening, weights.middlegame != weights.opening)
            .with(&self.endgame, weights.endgame != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::phase::Weight;

    const SPANS: [Span; 5] =
        [Span::Opening, Span::Middlegame, Span::AfterOpening, Span::Endgame, Span::All];
    /// The last two bits of the first word and the second word: both are tested.
    const FIRST: usize = BITS - 2;

    /// A rule counts if one of its two weights, the one before the endgame and the one in it, is not zero,
    /// as far as it counts there.
    #[test]
    fn a_rule_counts_where_its_weight_is_not_nothing() {
        for (before, in_endgame) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut counting = Counting::<2>::NONE;
            for (at, span) in SPANS.into_iter().enumerate() {
                counting.within(FIRST + at, span, before, in_endgame);
            }
            let phases = [(42, 42, 0), (0, 42, 0), (0, 7, 35), (7, 7, 35), (0, 0, 42)];
            for (opening, middlegame, endgame) in phases {
                let weights = Weights { middlegame, endgame, opening };
                let set = counting.with(weights);
                for (at, span) in SPANS.into_iter().enumerate() {
                    let weight = weights.of_span(span);
                    let weight = Weight {
                        middlegame: weight.middlegame * i32::from(before),
                        endgame: weight.endgame * i32::from(in_endgame),
                    };
                    assert_eq!(set.has(FIRST + at), !weight.is_nothing(), "{span:?} {weights:?}");
                }
            }
        }
    }

    #[test]
    fn some_of_a_range_are_those_from_its_first_to_before_its_end() {
        for place in 0..3 * BITS {
            let mut set = Places::<3>::NONE;
            set.insert(place);
            for start in 0..3 * BITS {
                for end in start + 1..=3 * BITS {
                    let within = (start..end).contains(&place);
                    assert_eq!(set.has_any(start..end), within, "{place} {start} {end}");
                }
            }
        }
    }

    #[test]
    fn rules_that_always_count_need_no_phase() {
        let mut counting = Counting::<2>::NONE;
        counting.always(FIRST + 3);
        let nowhere = Weights { middlegame: 0, endgame: 0, opening: 0 };
        let set = counting.with(nowhere);
        assert!(set.has(FIRST + 3) && !set.has(FIRST + 2));
    }
}
