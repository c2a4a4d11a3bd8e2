//! Larry Kaufman's values of 1999, over Michniewski's tables of squares.

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::options::{Configure, OptionInfo};
use engine_core::rule::{DeclaredRule, Statement};
use eval_simplified::Simplified;
use shakmaty::{Bitboard, Board, Color, Role};

use crate::SCALES_MEASURED;
use crate::sides::{Values, count, material};

engine_core::rules! {
    /// The value of each piece.
    MATERIAL: material("material") ["value"];
    /// A side with bishops on squares of both colours; a third bishop adds nothing.
    BISHOP_PAIR: material("bishop_pair") ["bishop_pair"];
    /// Each knight for each own pawn above five, in sixteenths of a pawn; the opposite for each below.
    KNIGHTS_AND_PAWNS: material("knights_and_pawns") ["knight_pawn"];
    /// Each rook for each own pawn above five, in sixteenths of a pawn; the opposite for each below.
    ROOKS_AND_PAWNS: material("rooks_and_pawns") ["rook_pawn"];
}

/// The number of own pawns at which knights and rooks have their plain values.
const PAWNS: i32 = 5;

engine_core::numbers! {
    /// The numbers of the article.
    #[derive(Clone, Debug)]
    pub(crate) struct Params;
    /// The article's.
    const DOCUMENT;

    // "Pawn = 1, Knight = 3 1/4, Bishop = 3 1/4, Rook = 5, Queen = 9 3/4"
    /// Piece values.
    value: Values {
        /// A pawn, in centipawns.
        pawn: Centipawns(100);
        /// A knight, in centipawns.
        knight: Centipawns(325);
        /// A bishop, in centipawns.
        bishop: Centipawns(325);
        /// A rook, in centipawns.
        rook: Centipawns(500);
        /// A queen, in centipawns.
        queen: Centipawns(975);
        king: Fixed(0);
    };
    // "bishop pair = 1/2"
    /// Bishops on squares of both colours.
    bishop_pair: Centipawns(50);
    // "raise the knight's value by 1/16 and lower the rook's value by 1/8 for each pawn above five of the side being
    // valued, with the opposite adjustment for each pawn short of five"
    /// A knight for each own pawn above five, in sixteenths of a pawn; less for each below.
    knight_pawn: Sixteenths(1);
    /// A rook for each own pawn above five, in sixteenths of a pawn; less for each below.
    rook_pawn: Sixteenths(-2);
}

/// Kaufman's evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Kaufman {
    params: Params,
    /// Michniewski's, of which the tables count.
    squares: Simplified,
}

impl Kaufman {
    pub(crate) fn new() -> Kaufman {
        Kaufman { params: DOCUMENT, squares: eval_simplified::michniewski() }
    }

    pub(crate) fn info() -> EvaluatorInfo {
        EvaluatorInfo {
            name: "kaufman",
            title: "Kaufman",
            document: "The Evaluation of Material Imbalances, Larry Kaufman",
            year: Some(1999),
            margin_scale: MarginScale { ratio: 0.99, measured: "2026-11-27" },
            eval_scale: EvalScale { centipawns: 217.8, measured: SCALES_MEASURED },
        }
    }

    pub(crate) fn rules(&self) -> Vec<DeclaredRule> {
        let own = ALL.iter().copied().map(DeclaredRule::new);
        let squares = self.squares.rules().into_iter();
        own.chain(squares.filter(|declared| declared.rule != MATERIAL)).collect()
    }

    /// The rule of this name in words.
    pub(crate) fn statement(&self, rule: &str) -> Option<Statement> {
        statement(rule).or_else(|| self.squares.statement(rule))
    }

    pub(crate) fn state(&self, board: &Board) -> eval_simplified::State {
        self.squares.state(board)
    }

    /// Adds to `state` what the move `mv` of `us` changes.
    #[inline(always)]
    pub(crate) fn advance(&self, state: &mut eval_simplified::State, us: Color, mv: EncodedMove) {
        self.squares.advance(state, us, mv);
    }

    #[inline]
    pub(crate) fn post<L: Ledger>(&self, board: &Board, state: &eval_simplified::State, ledger: &mut L) {
        let params = &self.params;
        ledger.post_centipawns(MATERIAL, Color::ALL.map(|color| material(board, color, &params.value)));
        let pair = |color| params.bishop_pair * i32::from(has_pair(board, color));
        ledger.post_centipawns(BISHOP_PAIR, Color::ALL.map(pair));
        let adjusted = |role, sixteenths| {
            Color::ALL.map(|color| sixteenths * (count(board, color, Role::Pawn) - PAWNS) * count(board, color, role))
        };
        let knights = adjusted(Role::Knight, params.knight_pawn);
        let rooks = adjusted(Role::Rook, params.rook_pawn);
        // A sixteenth of a pawn is 62.5 tenths of a centipawn. Halves go down for each side's sum, so that two that make a
        // whole, or cancel, do.
        let tenths = |sixteenths: i32| (1_000 * sixteenths).div_euclid(16);
        let [white, black] = [0, 1].map(|side| tenths(knights[side]));
        ledger.post(KNIGHTS_AND_PAWNS, white, black);
        let both = [0, 1].map(|side| tenths(knights[side] + rooks[side]));
        ledger.post(ROOKS_AND_PAWNS, both[0] - white, both[1] - black);
        self.squares.post_squares(board, state, ledger);
    }
}

/// True if a side has bishops on squares of both colours.
#[inline]
fn has_pair(board: &Board, color: Color) -> bool {
    let bishops = board.bishops() & board.by_color(color);
    (bishops & Bitboard::LIGHT_SQUARES).any() & (bishops & Bitboard::DARK_SQUARES).any()
}

/// True if the option is a number of Michniewski's pieces, whose values are not his here.
fn is_value(option: &OptionInfo) -> bool {
    option.name.starts_with("value.")
}

impl Configure for Kaufman {
    fn options(&self) -> Vec<OptionInfo> {
        let squares = self.squares.options().into_iter();
        NUMBERS.options(&DOCUMENT).chain(squares.filter(|option| !is_value(option))).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if !NUMBERS.set(&mut self.params, option.name, value) {
            self.squares.apply(option, value);
        }
    }
}
