//! The weights of opening, middlegame and endgame in a position, and sets of rules by the phases in which they count.

use std::ops::Range;

use engine_core::position::Position;

use super::material::home_minors;

/// Non-pawn material of both sides (in half pawns) up to which the endgame has its full weight.
const ENDGAME_FULL: i32 = 2 * 27;
/// Non-pawn material of both sides (in half pawns) from which the endgame has no weight.
const ENDGAME_NONE: i32 = 2 * 48;
/// The weight of a piece in non-pawn material, in half pawns: minor, rook, queen.
pub(crate) const MATERIAL: [i32; 3] = [6, 9, 18];
/// The pieces of both sides that an opening requires, queens left out and rooks counted twice.
const OPENING_PIECES: usize = 12;
/// Minor pieces of both sides on their home squares that make it an opening without castling rights.
const OPENING_HOME_MINORS: usize = 3;

/// The phases in which a rule counts; they blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// In the opening.
    Opening,
    /// In the middlegame and in the opening, which inherits it.
    Middlegame,
    /// In the middlegame, but not in the opening, and in the endgame.
    AfterOpening,
    /// In the endgame.
    Endgame,
    /// Always; a rule with two numbers counts with the one of the middlegame and the one of the
    /// endgame, each with its weight.
    All,
}

impl Span {
    /// True if the rule has a number for the middlegame (0) or for the endgame (1).
    pub(crate) const fn has_phase(self, phase: usize) -> bool {
        match self {
            Span::Opening | Span::Middlegame => phase == 0,
            Span::Endgame => phase == 1,
            Span::AfterOpening | Span::All => true,
        }
    }
}

/// Weights of the phases. They are fractions with the denominator [`Weights::ONE`]: sums of
/// weighted terms are exact and rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    /// The middlegame.
    pub(crate) middlegame: i32,
    /// The endgame: the rest.
    pub(crate) endgame: i32,
    /// The opening: all of the middlegame's weight or nothing.
    pub(crate) opening: i32,
}

/// The weight of a rule's two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weight {
    pub(crate) middlegame: i32,
    pub(crate) endgame: i32,
}

impl Weights {
    /// The whole weight: the range of material, in half pawns, over which the phases blend.
    pub(crate) const ONE: i32 = ENDGAME_NONE - ENDGAME_FULL;

    /// The whole weight times a hundred percent.
    pub(crate) const WHOLE: i32 = 100 * Weights::ONE;

    /// The weights in `position`.
    pub(crate) fn of(position: &Position) -> Weights {
        let board = position.board();
        let [minor, rook, queen] = MATERIAL;
        let count = |set: shakmaty::Bitboard| set.count() as i32;
        let material = minor * count(board.knights() | board.bishops())
            + rook * count(board.rooks())
            + queen * count(board.queens());
        let endgame = (ENDGAME_NONE - material).clamp(0, Weights::ONE);
        let middlegame = Weights::ONE - endgame;
        Weights { middlegame, endgame, opening: if is_opening(position) { middlegame } else { 0 } }
    }

    /// The weight of a rule.
    #[inline(always)]
    pub(crate) fn of_span(self, span: Span) -> Weight {
        let (middlegame, endgame) = match span {
            Span::Opening => (self.opening, 0),
            Span::Middlegame => (self.middlegame, 0),
            Span::AfterOpening => (self.middlegame - self.opening, self.endgame),
            Span::Endgame => (0, self.endgame),
            Span::All => (self.middlegame, self.endgame),
        };
        Weight { middlegame, endgame }
    }
}

/// The opening's gate: pieces enough, and minors at home or a castling right left.
#[inline]
pub(crate) fn is_opening(position: &Position) -> bool {
    let board = position.board();
    let minors = board.knights() | board.bishops();
    minors.count() + 2 * board.rooks().count() >= OPENING_PIECES
        && (position.castles().any() || home_minors(board).count() >= OPENING_HOME_MINORS)
}

impl Weight {
    /// True if both weights are zero.
    #[inline(always)]
    pub(crate) fn is_nothing(self) -> bool {
        self.middlegame == 0 && self.endgame == 0
    }
}

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
    use engine_core::game::Game;

    fn weights(fen: &str) -> [i32; 3] {
        let weights = Weights::of(&Game::parse(fen).unwrap().position().into());
        [weights.opening, weights.middlegame, weights.endgame]
    }

    #[test]
    fn the_endgame_comes_with_the_exchanges() {
        let one = Weights::ONE;
        assert_eq!(weights("startpos"), [one, one, 0]);
        // 27 pawns of material: two queens, two rooks.
        assert_eq!(weights("3qr1k1/8/8/8/8/8/8/3QR1K1 w - - 0 1"), [0, 0, one]);
        // Three pawns more: a seventh of the way.
        assert_eq!(weights("3qr1k1/8/8/8/8/8/8/3QRBK1 w - - 0 1"), [0, 6, 36]);
    }

    #[test]
    fn the_opening_ends_without_rights_and_home_minors() {
        let [opening, ..] = weights("r3k2r/ppp2ppp/2nq4/3pp3/3PP3/2NQ4/PPP2PPP/R3K2R w q -");
        assert_eq!(opening, 0, "ten pieces are too few");
        let placement = "r3kb1r/ppp2ppp/2nqbn2/3pp3/3PP3/2NQBN2/PPP2PPP/R3KB1R w";
        let with_right = weights(&format!("{placement} q -"))[0];
        assert!(with_right > 0);
        // Two bishops at home, f1 and f8.
        assert_eq!(weights(&format!("{placement} - -"))[0], 0);
    }

    const SPANS: [Span; 5] = [Span::Opening, Span::Middlegame, Span::AfterOpening, Span::Endgame, Span::All];
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
