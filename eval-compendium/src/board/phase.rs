//! The weights of opening, middlegame and endgame in a position.

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
}
