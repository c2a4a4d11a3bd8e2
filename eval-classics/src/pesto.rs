//! PeSTO: the tapered piece-square tables of Ronald Friederich's rofChade.

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::explain::{Ledger, Meta};
use engine_core::options::{Configure, OptionInfo};
use engine_core::position::castling_squares;
use engine_core::rule::{DeclaredRule, Rule};
use eval_simplified::params::at;
use shakmaty::{Board, Color, Role, Square};

use crate::SCALES_MEASURED;
use crate::sides::{Values, material};

engine_core::rules! {
    /// The value of each piece, between its value before the endgame and that in it by the phase: the weights of the pieces that
    /// are left.
    MATERIAL: material("material") ["value", "value_endgame", "phase"];
    /// Each pawn by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_PAWN: pawns("pst_pawn") ["pst_pawn", "pst_pawn_endgame", "phase"];
    /// Each knight by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_KNIGHT: pieces("pst_knight") ["pst_knight", "pst_knight_endgame", "phase"];
    /// Each bishop by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_BISHOP: pieces("pst_bishop") ["pst_bishop", "pst_bishop_endgame", "phase"];
    /// Each rook by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_ROOK: pieces("pst_rook") ["pst_rook", "pst_rook_endgame", "phase"];
    /// Each queen by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_QUEEN: pieces("pst_queen") ["pst_queen", "pst_queen_endgame", "phase"];
    /// The king by its square, between two tables by the phase: the weights of the pieces that are left.
    PST_KING: king("pst_king") ["pst_king", "pst_king_endgame", "phase"];
    /// The difference between the value, which is cut to a centipawn once, and the sum of the other rules, which are shown
    /// to a tenth each.
    ROUNDING: other("rounding");
}

const TABLE_RULES: [(Role, Rule); 6] = [
    (Role::Pawn, PST_PAWN),
    (Role::Knight, PST_KNIGHT),
    (Role::Bishop, PST_BISHOP),
    (Role::Rook, PST_ROOK),
    (Role::Queen, PST_QUEEN),
    (Role::King, PST_KING),
];

/// The phase of a full board; a higher one, after promotions, counts as this.
const FULL_PHASE: i32 = 24;

engine_core::numbers! {
    /// The numbers of PeSTO, in the order of the Chess Programming Wiki's page.
    #[derive(Clone, Debug)]
    pub(crate) struct Params;
    /// As published.
    const DOCUMENT, squares "on this square as White sees it, in centipawns; Black's on the square mirrored.";

    // mg_value
    /// Piece values before the endgame.
    value: Values {
        /// A pawn before the endgame, in centipawns.
        pawn: Centipawns(82);
        /// A knight before the endgame, in centipawns.
        knight: Centipawns(337);
        /// A bishop before the endgame, in centipawns.
        bishop: Centipawns(365);
        /// A rook before the endgame, in centipawns.
        rook: Centipawns(477);
        /// A queen before the endgame, in centipawns.
        queen: Centipawns(1025);
        king: Fixed(0);
    };
    // eg_value
    /// Piece values in the endgame.
    value_endgame: Values {
        /// A pawn in the endgame, in centipawns.
        pawn: Centipawns(94);
        /// A knight in the endgame, in centipawns.
        knight: Centipawns(281);
        /// A bishop in the endgame, in centipawns.
        bishop: Centipawns(297);
        /// A rook in the endgame, in centipawns.
        rook: Centipawns(512);
        /// A queen in the endgame, in centipawns.
        queen: Centipawns(936);
        king: Fixed(0);
    };
    // mg_pawn_table to eg_king_table, those of the middlegame first.
    /// A pawn before the endgame
    pst_pawn: PawnSquares[
        [   0,    0,    0,    0,    0,    0,    0,    0],
        [  98,  134,   61,   95,   68,  126,   34,  -11],
        [  -6,    7,   26,   31,   65,   56,   25,  -20],
        [ -14,   13,    6,   21,   23,   12,   17,  -23],
        [ -27,   -2,   -5,   12,   17,    6,   10,  -25],
        [ -26,   -4,   -4,  -10,    3,    3,   33,  -12],
        [ -35,   -1,  -20,  -23,  -15,   24,   38,  -22],
        [   0,    0,    0,    0,    0,    0,    0,    0],
    ];
    /// A knight before the endgame
    pst_knight: Squares[
        [-167,  -89,  -34,  -49,   61,  -97,  -15, -107],
        [ -73,  -41,   72,   36,   23,   62,    7,  -17],
        [ -47,   60,   37,   65,   84,  129,   73,   44],
        [  -9,   17,   19,   53,   37,   69,   18,   22],
        [ -13,    4,   16,   13,   28,   19,   21,   -8],
        [ -23,   -9,   12,   10,   19,   17,   25,  -16],
        [ -29,  -53,  -12,   -3,   -1,   18,  -14,  -19],
        [-105,  -21,  -58,  -33,  -17,  -28,  -19,  -23],
    ];
    /// A bishop before the endgame
    pst_bishop: Squares[
        [ -29,    4,  -82,  -37,  -25,  -42,    7,   -8],
        [ -26,   16,  -18,  -13,   30,   59,   18,  -47],
        [ -16,   37,   43,   40,   35,   50,   37,   -2],
        [  -4,    5,   19,   50,   37,   37,    7,   -2],
        [  -6,   13,   13,   26,   34,   12,   10,    4],
        [   0,   15,   15,   15,   14,   27,   18,   10],
        [   4,   15,   16,    0,    7,   21,   33,    1],
        [ -33,   -3,  -14,  -21,  -13,  -12,  -39,  -21],
    ];
    /// A rook before the endgame
    pst_rook: Squares[
        [  32,   42,   32,   51,   63,    9,   31,   43],
        [  27,   32,   58,   62,   80,   67,   26,   44],
        [  -5,   19,   26,   36,   17,   45,   61,   16],
        [ -24,  -11,    7,   26,   24,   35,   -8,  -20],
        [ -36,  -26,  -12,   -1,    9,   -7,    6,  -23],
        [ -45,  -25,  -16,  -17,    3,    0,   -5,  -33],
        [ -44,  -16,  -20,   -9,   -1,   11,   -6,  -71],
        [ -19,  -13,    1,   17,   16,    7,  -37,  -26],
    ];
    /// A queen before the endgame
    pst_queen: Squares[
        [ -28,    0,   29,   12,   59,   44,   43,   45],
        [ -24,  -39,   -5,    1,  -16,   57,   28,   54],
        [ -13,  -17,    7,    8,   29,   56,   47,   57],
        [ -27,  -27,  -16,  -16,   -1,   17,   -2,    1],
        [  -9,  -26,   -9,  -10,   -2,   -4,    3,   -3],
        [ -14,    2,  -11,   -2,   -5,    2,   14,    5],
        [ -35,   -8,   11,    2,    8,   15,   -3,    1],
        [  -1,  -18,   -9,   10,  -15,  -25,  -31,  -50],
    ];
    /// The king before the endgame
    pst_king: Squares[
        [ -65,   23,   16,  -15,  -56,  -34,    2,   13],
        [  29,   -1,  -20,   -7,   -8,   -4,  -38,  -29],
        [  -9,   24,    2,  -16,  -20,    6,   22,  -22],
        [ -17,  -20,  -12,  -27,  -30,  -25,  -14,  -36],
        [ -49,   -1,  -27,  -39,  -46,  -44,  -33,  -51],
        [ -14,  -14,  -22,  -46,  -44,  -30,  -15,  -27],
        [   1,    7,   -8,  -64,  -43,  -16,    9,    8],
        [ -15,   36,   12,  -54,    8,  -28,   24,   14],
    ];
    /// A pawn in the endgame
    pst_pawn_endgame: PawnSquares[
        [   0,    0,    0,    0,    0,    0,    0,    0],
        [ 178,  173,  158,  134,  147,  132,  165,  187],
        [  94,  100,   85,   67,   56,   53,   82,   84],
        [  32,   24,   13,    5,   -2,    4,   17,   17],
        [  13,    9,   -3,   -7,   -7,   -8,    3,   -1],
        [   4,    7,   -6,    1,    0,   -5,   -1,   -8],
        [  13,    8,    8,   10,   13,    0,    2,   -7],
        [   0,    0,    0,    0,    0,    0,    0,    0],
    ];
    /// A knight in the endgame
    pst_knight_endgame: Squares[
        [ -58,  -38,  -13,  -28,  -31,  -27,  -63,  -99],
        [ -25,   -8,  -25,   -2,   -9,  -25,  -24,  -52],
        [ -24,  -20,   10,    9,   -1,   -9,  -19,  -41],
        [ -17,    3,   22,   22,   22,   11,    8,  -18],
        [ -18,   -6,   16,   25,   16,   17,    4,  -18],
        [ -23,   -3,   -1,   15,   10,   -3,  -20,  -22],
        [ -42,  -20,  -10,   -5,   -2,  -20,  -23,  -44],
        [ -29,  -51,  -23,  -15,  -22,  -18,  -50,  -64],
    ];
    /// A bishop in the endgame
    pst_bishop_endgame: Squares[
        [ -14,  -21,  -11,   -8,   -7,   -9,  -17,  -24],
        [  -8,   -4,    7,  -12,   -3,  -13,   -4,  -14],
        [   2,   -8,    0,   -1,   -2,    6,    0,    4],
        [  -3,    9,   12,    9,   14,   10,    3,    2],
        [  -6,    3,   13,   19,    7,   10,   -3,   -9],
        [ -12,   -3,    8,   10,   13,    3,   -7,  -15],
        [ -14,  -18,   -7,   -1,    4,   -9,  -15,  -27],
        [ -23,   -9,  -23,   -5,   -9,  -16,   -5,  -17],
    ];
    /// A rook in the endgame
    pst_rook_endgame: Squares[
        [  13,   10,   18,   15,   12,   12,    8,    5],
        [  11,   13,   13,   11,   -3,    3,    8,    3],
        [   7,    7,    7,    5,    4,   -3,   -5,   -3],
        [   4,    3,   13,    1,    2,    1,   -1,    2],
        [   3,    5,    8,    4,   -5,   -6,   -8,  -11],
        [  -4,    0,   -5,   -1,   -7,  -12,   -8,  -16],
        [  -6,   -6,    0,    2,   -9,   -9,  -11,   -3],
        [  -9,    2,    3,   -1,   -5,  -13,    4,  -20],
    ];
    /// A queen in the endgame
    pst_queen_endgame: Squares[
        [  -9,   22,   22,   27,   27,   19,   10,   20],
        [ -17,   20,   32,   41,   58,   25,   30,    0],
        [ -20,    6,    9,   49,   47,   35,   19,    9],
        [   3,   22,   24,   45,   57,   40,   57,   36],
        [ -18,   28,   19,   47,   31,   34,   39,   23],
        [ -16,  -27,   15,    6,    9,   17,   10,    5],
        [ -22,  -23,  -30,  -16,  -16,  -23,  -36,  -32],
        [ -33,  -28,  -22,  -43,   -5,  -32,  -20,  -41],
    ];
    /// The king in the endgame
    pst_king_endgame: Squares[
        [ -74,  -35,  -18,  -18,  -11,   15,    4,  -17],
        [ -12,   17,   14,   17,   17,   38,   23,   11],
        [  10,   17,   23,   15,   20,   45,   44,   13],
        [  -8,   22,   24,   27,   26,   33,   26,    3],
        [ -18,   -4,   21,   24,   27,   23,    9,  -11],
        [ -19,   -3,   11,   21,   23,   16,    7,   -9],
        [ -27,  -11,    4,   13,   14,    4,   -5,  -17],
        [ -53,  -34,  -21,  -11,  -28,  -14,  -24,  -43],
    ];
    // gamephaseInc
    /// The weight of a piece in the phase, of 24 in all.
    phase: Values {
        /// The weight of a pawn in the phase of the game, of 24 in all.
        pawn: Pieces(0);
        /// The weight of a knight in the phase of the game, of 24 in all.
        knight: Pieces(1);
        /// The weight of a bishop in the phase of the game, of 24 in all.
        bishop: Pieces(1);
        /// The weight of a rook in the phase of the game, of 24 in all.
        rook: Pieces(2);
        /// The weight of a queen in the phase of the game, of 24 in all.
        queen: Pieces(4);
        king: Fixed(0);
    };
}

/// A value before and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TaperedValue {
    middlegame: i32,
    endgame: i32,
}

/// The sums kept from move to move, from White's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    value: TaperedValue,
    phase: i32,
}

impl Sums {
    /// The value from White's side, cut to a centipawn, as published.
    #[inline]
    pub(crate) fn whole(&self) -> i32 {
        tapered(self.value, self.phase.min(FULL_PHASE)) / FULL_PHASE
    }

    /// A piece comes to `square`, or with the sign -1 leaves it.
    #[inline(always)]
    fn add(&mut self, sign: i32, worth: &Worth, color: Color, role: Role, square: Square) {
        let value = worth.squares[color as usize][role as usize - 1][square as usize];
        self.value.middlegame += sign * value.middlegame;
        self.value.endgame += sign * value.endgame;
        self.phase += sign * worth.phase[role as usize - 1];
    }
}

/// Value and table together, by colour, kind of piece and square, from White's side.
#[derive(Clone, Debug)]
struct Worth {
    squares: [[[TaperedValue; 64]; 6]; 2],
    phase: [i32; 6],
}

/// PeSTO's evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Pesto {
    params: Params,
    worth: Worth,
}

impl Pesto {
    pub(crate) fn new() -> Pesto {
        Pesto { worth: Worth::new(&DOCUMENT), params: DOCUMENT }
    }

    pub(crate) fn info() -> EvaluatorInfo {
        EvaluatorInfo {
            name: "pesto",
            title: "PeSTO",
            document: "PeSTO's Evaluation Function, Ronald Friederich",
            year: Some(2020),
            margin_scale: MarginScale { ratio: 1.07, measured: "2026-11-27" },
            eval_scale: EvalScale { centipawns: 199.6, measured: SCALES_MEASURED },
        }
    }

    pub(crate) fn rules() -> Vec<DeclaredRule> {
        let declared = |&rule| {
            let declared = DeclaredRule::new(rule);
            if rule == ROUNDING { declared.inseparable("it rounds the sum of the others") } else { declared }
        };
        ALL.iter().map(declared).collect()
    }

    pub(crate) fn sums(&self, board: &Board) -> Sums {
        let mut sums = Sums::default();
        for (square, piece) in board {
            sums.add(1, &self.worth, piece.color, piece.role, square);
        }
        sums
    }

    /// Adds to `sums` what the move `mv` of `us` changes.
    #[inline(always)]
    pub(crate) fn advance(&self, sums: &mut Sums, us: Color, mv: EncodedMove) {
        let worth = &self.worth;
        let (from, to) = (mv.from(), mv.to());
        sums.add(-1, worth, us, mv.role(), from);
        if mv.is_castling() {
            let arrived = castling_squares(us, from, to);
            sums.add(-1, worth, us, Role::Rook, to);
            sums.add(1, worth, us, Role::King, arrived.king);
            sums.add(1, worth, us, Role::Rook, arrived.rook);
            return;
        }
        sums.add(1, worth, us, mv.arriving(), to);
        if let Some(captured) = mv.captured() {
            sums.add(-1, worth, !us, captured, mv.captured_on());
        }
    }

    /// One post of the whole for a search, and each rule for people.
    #[inline]
    pub(crate) fn post<L: Ledger>(&self, board: &Board, sums: &Sums, ledger: &mut L) {
        let whole = sums.whole();
        if L::ITEMISED {
            self.itemise(board, sums.phase.min(FULL_PHASE), whole, ledger);
        } else {
            ledger.post_centipawns(ROUNDING, [whole, 0]);
        }
    }

    fn itemise<L: Ledger>(&self, board: &Board, phase: i32, whole: i32, ledger: &mut L) {
        let params = &self.params;
        let mut rest = 10 * whole;
        let mut post = |rule, values: [TaperedValue; 2]| {
            let [white, black] = values.map(|value| 10 * tapered(value, phase) / FULL_PHASE);
            rest -= white - black;
            ledger.post(rule, white, black);
        };
        let material = Color::ALL.map(|color| TaperedValue {
            middlegame: material(board, color, &params.value),
            endgame: material(board, color, &params.value_endgame),
        });
        post(MATERIAL, material);
        for (role, rule) in TABLE_RULES {
            post(rule, Color::ALL.map(|color| params.squares(board, color, role)));
        }
        ledger.post(ROUNDING, rest.max(0), (-rest).max(0));
        ledger.note("phase", || Meta::Number(phase));
    }
}

/// The value at a phase, times 24.
#[inline]
fn tapered(value: TaperedValue, phase: i32) -> i32 {
    value.middlegame * phase + value.endgame * (FULL_PHASE - phase)
}

impl Params {
    fn tables(&self, role: Role) -> [&engine_core::numbers::Table; 2] {
        match role {
            Role::Pawn => [&self.pst_pawn, &self.pst_pawn_endgame],
            Role::Knight => [&self.pst_knight, &self.pst_knight_endgame],
            Role::Bishop => [&self.pst_bishop, &self.pst_bishop_endgame],
            Role::Rook => [&self.pst_rook, &self.pst_rook_endgame],
            Role::Queen => [&self.pst_queen, &self.pst_queen_endgame],
            Role::King => [&self.pst_king, &self.pst_king_endgame],
        }
    }

    /// The table values of a piece on a square, from its owner's side.
    fn square(&self, color: Color, role: Role, square: Square) -> TaperedValue {
        let [middlegame, endgame] = self.tables(role).map(|table| i32::from(at(table, color, square)));
        TaperedValue { middlegame, endgame }
    }

    /// The sum of the table values of a side's pieces of one kind.
    fn squares(&self, board: &Board, color: Color, role: Role) -> TaperedValue {
        let pieces = board.by_role(role) & board.by_color(color);
        let mut sum = TaperedValue::default();
        for square in pieces {
            let value = self.square(color, role, square);
            sum.middlegame += value.middlegame;
            sum.endgame += value.endgame;
        }
        sum
    }
}

impl Worth {
    fn new(params: &Params) -> Worth {
        let squares = [Color::Black, Color::White].map(|color| {
            Role::ALL.map(|role| {
                Square::ALL.map(|square| {
                    let value = params.square(color, role, square);
                    let sign = color.fold_wb(1, -1);
                    TaperedValue {
                        middlegame: sign * (value.middlegame + params.value.get(role)),
                        endgame: sign * (value.endgame + params.value_endgame.get(role)),
                    }
                })
            })
        });
        Worth { squares, phase: Role::ALL.map(|role| *params.phase.get(role)) }
    }
}

impl Configure for Pesto {
    fn options(&self) -> Vec<OptionInfo> {
        NUMBERS.options(&DOCUMENT).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if NUMBERS.set(&mut self.params, option.name, value) {
            self.worth = Worth::new(&self.params);
        }
    }
}
