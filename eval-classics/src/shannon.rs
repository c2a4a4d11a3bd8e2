//! Claude Shannon's evaluation of 1950.

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::movegen::forward;
use engine_core::options::{Configure, OptionInfo};
use engine_core::position::Position;
use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Board, Color, Square};

use crate::SCALES_MEASURED;
use crate::sides::{Turn, Values, material};

engine_core::rules! {
    /// The value of each piece; the kings' cancel out.
    MATERIAL: material("material") ["value"];
    /// Each pawn with an own pawn in front of it on its file. The paper does not define doubled, backward and isolated.
    DOUBLED: pawns("pawn_doubled") ["pawn_doubled"];
    /// Each pawn whose neighbours are all ahead of it, with the square in front of it attacked by an enemy pawn. The paper
    /// does not define doubled, backward and isolated.
    BACKWARD: pawns("pawn_backward") ["pawn_backward"];
    /// Each pawn without an own pawn on a neighbouring file. The paper does not define doubled, backward and isolated.
    ISOLATED: pawns("pawn_isolated") ["pawn_isolated"];
    /// Each legal move, of the side that is not to move as if it were; a promotion is one for each piece.
    MOBILITY: pieces("mobility") ["mobility"];
}

engine_core::numbers! {
    /// The numbers of f(P), section 3 of the paper, in centipawns.
    #[derive(Clone, Debug)]
    pub(crate) struct Params;
    /// The paper's.
    const DOCUMENT;

    // "200(K-K') + 9(Q-Q') + 5(R-R') + 3(B-B'+N-N') + (P-P')"
    /// Piece values.
    value: Values {
        /// A pawn, in centipawns.
        pawn: Centipawns(100);
        /// A knight, in centipawns.
        knight: Centipawns(300);
        /// A bishop, in centipawns.
        bishop: Centipawns(300);
        /// A rook, in centipawns.
        rook: Centipawns(500);
        /// A queen, in centipawns.
        queen: Centipawns(900);
        king: Fixed(20_000);
    };
    // "-0.5(D-D'+S-S'+I-I')"
    /// A pawn with an own pawn in front of it on its file.
    doubled as "pawn_doubled": Centipawns(-50);
    /// A pawn that own pawns can no longer defend, and that cannot advance because of an enemy pawn's attack.
    backward as "pawn_backward": Centipawns(-50);
    /// A pawn without an own pawn on a neighbouring file.
    isolated as "pawn_isolated": Centipawns(-50);
    // "+0.1(M-M')"
    /// A legal move.
    mobility: Centipawns(10);
}

/// Shannon's evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Shannon {
    params: Params,
}

impl Shannon {
    pub(crate) fn new() -> Shannon {
        Shannon { params: DOCUMENT }
    }

    pub(crate) fn info() -> EvaluatorInfo {
        EvaluatorInfo {
            name: "shannon",
            title: "Shannon",
            document: "Programming a Computer for Playing Chess, Claude Shannon",
            year: Some(1950),
            margin_scale: MarginScale { ratio: 1.39, measured: "2026-11-27" },
            eval_scale: EvalScale { centipawns: 247.3, measured: SCALES_MEASURED },
        }
    }

    #[inline]
    pub(crate) fn post<L: Ledger>(&self, position: &Position, checkers: Bitboard, ledger: &mut L) {
        let params = &self.params;
        let board = position.board();
        let [white, black] = Color::ALL.map(|color| weak_pawns(board, color));
        let moves = Color::ALL.map(|color| mobility(&Turn::of(position, checkers, color)));
        ledger.post_centipawns(MATERIAL, Color::ALL.map(|color| material(board, color, &params.value)));
        ledger.post_centipawns(DOUBLED, [white[0], black[0]].map(|count| params.doubled * count));
        ledger.post_centipawns(BACKWARD, [white[1], black[1]].map(|count| params.backward * count));
        ledger.post_centipawns(ISOLATED, [white[2], black[2]].map(|count| params.isolated * count));
        ledger.post_centipawns(MOBILITY, moves.map(|count| params.mobility * count));
    }
}

/// The number of legal moves; a promotion is one move for each piece.
#[inline]
fn mobility(turn: &Turn) -> i32 {
    let mut count = 0;
    turn.each(|_| count += 1);
    count
}

/// The numbers of doubled, backward and isolated pawns.
#[inline]
fn weak_pawns(board: &Board, color: Color) -> [i32; 3] {
    let own = board.pawns() & board.by_color(color);
    let enemy = board.pawns() & board.by_color(!color);
    let mut counts = [0; 3];
    for square in own {
        let neighbours = own & beside(square);
        let has_support = (neighbours & !in_front(color, square)).any();
        let isolated = neighbours.is_empty();
        counts[0] += i32::from((own & in_front(color, square) & file(square)).any());
        counts[1] += i32::from(!isolated && !has_support && is_stopped(color, square, enemy));
        counts[2] += i32::from(isolated);
    }
    counts
}

/// True if an enemy pawn attacks the square in front of a pawn.
#[inline]
fn is_stopped(color: Color, square: Square, enemy: Bitboard) -> bool {
    let stop = forward(color, Bitboard::from_square(square)).first();
    stop.is_some_and(|stop| (pawn_attacks(color, stop) & enemy).any())
}

#[inline]
fn file(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

/// The neighbouring files.
#[inline]
fn beside(square: Square) -> Bitboard {
    let file = square.file();
    let near = [file.offset(-1), file.offset(1)].into_iter().flatten();
    near.fold(Bitboard::EMPTY, |files, file| files | Bitboard::from_file(file))
}

/// The ranks in front of a piece.
#[inline]
fn in_front(color: Color, square: Square) -> Bitboard {
    let rank = 8 * square.rank() as u32;
    Bitboard(match color {
        // A pawn does not stand on the eighth rank.
        Color::White => u64::MAX.checked_shl(rank + 8).unwrap_or(0),
        Color::Black => (1 << rank) - 1,
    })
}

impl Configure for Shannon {
    fn options(&self) -> Vec<OptionInfo> {
        NUMBERS.options(&DOCUMENT).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        NUMBERS.set(&mut self.params, option.name, value);
    }
}
