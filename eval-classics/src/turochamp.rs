//! Alan Turing's and David Champernowne's Turochamp, as Turing published it in 1953.

use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::movegen::{Checks, Generator};
use engine_core::options::{Configure, OptionInfo, OptionKind};
use engine_core::position::Position;
use shakmaty::attacks::queen_attacks;
use shakmaty::{Bitboard, Board, Color, Square};

use crate::SCALES_MEASURED;
use crate::sides::{Turn, Values, material};

engine_core::rules! {
    /// The values of a side's pieces, compared by the ratio of the sides, which favours exchanges for the side that is ahead.
    /// Here it is the ratio's logarithm, scaled so that a pawn more than the pieces of the start position counts a pawn; a bare
    /// king counts half a pawn. With the option `material = "difference"` the sides are subtracted.
    MATERIAL: material("material") ["value"];
    /// Each piece by the square root of the number of its legal moves, a capture counting twice.
    MOBILITY: pieces("mobility") ["mobility"];
    /// Each rook, bishop and knight that an own piece defends; more if two do.
    DEFENDED: pieces("defended") ["defended", "defended_twice"];
    /// The square root of the number of the king's moves, castling apart, a capture counting twice.
    KING_MOBILITY: king("king_mobility") ["king_mobility"];
    /// The square root of the number of moves that a queen would have on the king's square, a capture counting twice.
    KING_VULNERABILITY: king("king_vulnerability") ["king_vulnerability"];
    /// A side that may still castle, more if it can at once, and more for having castled. The paper counts this with the
    /// move; here a side that has castled keeps it.
    CASTLING: king("castling") ["castling"];
    /// Each pawn for each rank beyond its second.
    PAWN_ADVANCE: pawns("pawn_advance") ["pawn_advance"];
    /// Each pawn that a piece or the king defends.
    PAWN_DEFENDED: pawns("pawn_defended") ["pawn_defended"];
    /// A side that could mate with its next move.
    MATE_THREAT: king("mate_threat") ["mate_threat"];
    /// The side that gives check.
    CHECK: king("check") ["check"];
}

engine_core::numbers! {
    /// The numbers of the paper. A point of position play is a centipawn: it decides between equal material.
    #[derive(Clone, Debug)]
    pub(crate) struct Params;
    /// The paper's.
    const DOCUMENT;

    // "P = 1, Kt = 3, B = 3 1/2, R = 5, Q = 10"; the search scores mates, which are 1000.
    /// Piece values.
    value: Values {
        /// A pawn, in centipawns.
        pawn: Centipawns(100);
        /// A knight, in centipawns.
        knight: Centipawns(300);
        /// A bishop, in centipawns.
        bishop: Centipawns(350);
        /// A rook, in centipawns.
        rook: Centipawns(500);
        /// A queen, in centipawns.
        queen: Centipawns(1000);
        king: Fixed(0);
    };
    // (i) "the square root of the number of moves the piece can make from the position, counting a capture as two
    // moves, and not forgetting that the king must not be left in check"
    /// The square root of a piece's moves, a capture counting twice.
    mobility: Tenths(10);
    // (ii) "(if not a Q) 1.0 if it is defended, and an additional 0.5 if twice defended"
    /// A rook, bishop or knight that is defended.
    defended: Tenths(10);
    /// The same, in addition, if it is defended twice.
    defended_twice: Tenths(5);
    // (iii) "for moves other than castling as (i)"
    /// The square root of the king's moves, a capture counting twice.
    king_mobility: Tenths(10);
    // (iv) "assuming it to be replaced by a friendly Q on the same square, estimating as in (i), but subtracting"
    /// The square root of the moves that a queen would have on the king's square.
    king_vulnerability: Tenths(-10);
    // (v) "1.0 for the possibility of castling later not being lost by moves of K or rooks, a further 1.0 if
    // castling could take place on the next move, and yet another 1.0 for the actual performance of castling"
    /// A side that may castle, now or later, or has castled.
    castling_right as "castling.right": Tenths(10);
    /// A side that could castle at once, or has castled.
    castling_possible as "castling.possible": Tenths(10);
    /// A side that has castled, in addition.
    castling_done as "castling.done": Tenths(10);
    // (vi) "0.2 for each rank advanced"
    /// A pawn, for each rank beyond its second.
    pawn_advance: Tenths(2);
    // (vii) "0.3 for being defended by at least one piece (not P)"
    /// A pawn that a piece or the king defends.
    pawn_defended: Tenths(3);
    // (viii) "1.0 for the threat of checkmate"
    /// A side that could mate with its next move.
    mate_threat: Tenths(10);
    // (ix) "0.5 for check"
    /// A side that gives check.
    check: Tenths(5);
}

/// The comparison of the two sides' material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    /// W/B: the paper's.
    Ratio,
    /// W-B.
    Difference,
}

const COMPARISON: &str = "material";
/// Centipawns for a factor of e between the sides, by which a pawn more than the 41 of the starting position counts 100:
/// 100 / ln(41 / 40), rounded.
const CENTIPAWNS_OF_E: f64 = 4_050.0;
/// The least that a side's material counts, in centipawns: half a pawn for a bare king, to which there is no ratio.
const MIN_MATERIAL: i32 = 50;

/// Turing's and Champernowne's evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Turochamp {
    params: Params,
    comparison: Comparison,
    roots: Roots,
}

/// No piece has more than 27 moves, of which at most 8 capture.
const MAX_MOVES: usize = 36;

/// Square roots in tenths, rounded.
#[derive(Clone, Debug)]
struct Roots([i32; MAX_MOVES]);

impl Roots {
    fn new() -> Roots {
        Roots(std::array::from_fn(|number| (10.0 * (number as f64).sqrt()).round() as i32))
    }

    #[inline]
    fn of(&self, number: u32) -> i32 {
        self.0[number as usize % MAX_MOVES]
    }
}

/// The facts that one side's legal moves show.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    /// Points of the pieces' mobility, in tenths.
    mobility: i32,
    king_mobility: i32,
    can_castle: bool,
    can_mate: bool,
}

impl Turochamp {
    pub(crate) fn new() -> Turochamp {
        Turochamp { params: DOCUMENT, comparison: Comparison::Ratio, roots: Roots::new() }
    }

    pub(crate) fn info() -> EvaluatorInfo {
        EvaluatorInfo {
            name: "turochamp",
            title: "Turochamp",
            document: "Digital Computers Applied to Games, Alan Turing",
            year: Some(1953),
            margin_scale: MarginScale { ratio: 2.36, measured: "2026-11-27" },
            eval_scale: EvalScale { centipawns: 1116.8, measured: SCALES_MEASURED },
        }
    }

    #[inline]
    pub(crate) fn post<L: Ledger>(&self, position: &Position, checkers: Bitboard, castled: [bool; 2], ledger: &mut L) {
        let sides = Color::ALL.map(|color| Side { position, board: position.board(), color });
        let params = &self.params;
        let moves = sides.map(|side| side.moves(checkers, &self.roots));
        let mut post = |rule, points: [i32; 2]| ledger.post(rule, points[0], points[1]);
        post(MATERIAL, sides.map(|side| self.material(side)));
        let by_number = |number: i32, tenths: [i32; 2]| tenths.map(|tenths| number * tenths / 10);
        post(MOBILITY, by_number(params.mobility, moves.map(|moves| moves.mobility)));
        post(DEFENDED, sides.map(|side| side.defended(params)));
        let king_mobility = moves.map(|moves| moves.king_mobility);
        post(KING_MOBILITY, by_number(params.king_mobility, king_mobility));
        let exposure = sides.map(|side| self.roots.of(side.queen_moves_of_king()));
        post(KING_VULNERABILITY, by_number(params.king_vulnerability, exposure));
        let castling = |index: usize| {
            let [done, right] = [castled[index], sides[index].has_castling_right()];
            params.castling_right * i32::from(done || right)
                + params.castling_possible * i32::from(done || moves[index].can_castle)
                + params.castling_done * i32::from(done)
        };
        post(CASTLING, [castling(0), castling(1)]);
        post(PAWN_ADVANCE, sides.map(|side| params.pawn_advance * side.pawn_ranks()));
        post(PAWN_DEFENDED, sides.map(|side| params.pawn_defended * side.defended_pawns()));
        post(MATE_THREAT, moves.map(|moves| params.mate_threat * i32::from(moves.can_mate)));
        let gives_check = |side: Side<'_>| checkers.any() && side.color != position.turn();
        post(CHECK, sides.map(|side| params.check * i32::from(gives_check(side))));
    }

    /// The material of a side, so that the difference of the sides compares them, in tenths of a centipawn.
    #[inline]
    fn material(&self, side: Side<'_>) -> i32 {
        let sum = material(side.board, side.color, &self.params.value);
        match self.comparison {
            Comparison::Difference => 10 * sum,
            Comparison::Ratio => {
                let pawns = f64::from(sum.max(MIN_MATERIAL)) / 100.0;
                (10.0 * CENTIPAWNS_OF_E * pawns.ln()).round() as i32
            }
        }
    }
}

/// A side of a position.
#[derive(Clone, Copy)]
struct Side<'a> {
    position: &'a Position,
    board: &'a Board,
    color: Color,
}

impl Side<'_> {
    #[inline]
    fn army(&self) -> Bitboard {
        self.board.by_color(self.color)
    }

    #[inline]
    fn moves(&self, checkers: Bitboard, roots: &Roots) -> Moves {
        let turn = Turn::of(self.position, checkers, self.color);
        // A check stands against the side to move: the other cannot be given another move.
        let is_mate_sought = checkers.is_empty() || self.color == self.position.turn();
        let checks = Checks::of(turn.position());
        let mut by_square = [0_u8; 64];
        let mut moves = Moves::default();
        turn.each(|mv| {
            if mv.is_castling() {
                moves.can_castle = true;
            } else {
                by_square[mv.from() as usize] += 1 + u8::from(mv.is_capture());
            }
            if is_mate_sought && !moves.can_mate {
                let may_check = mv.is_promotion() || mv.is_en_passant() || checks.gives(mv);
                moves.can_mate = may_check && is_mate_after(turn.position(), mv);
            }
        });
        for square in self.army() & !self.board.pawns() {
            let points = roots.of(by_square[square as usize].into());
            if self.board.kings().contains(square) {
                moves.king_mobility = points;
            } else {
                moves.mobility += points;
            }
        }
        moves
    }

    #[inline]
    fn defended(&self, params: &Params) -> i32 {
        let queens_and_kings = self.board.queens() | self.board.kings();
        let pieces = self.army() & !self.board.pawns() & !queens_and_kings;
        let points = |square| match self.defenders(square).count() {
            0 => 0,
            1 => params.defended,
            _ => params.defended + params.defended_twice,
        };
        pieces.into_iter().map(points).sum()
    }

    #[inline]
    fn defenders(&self, square: Square) -> Bitboard {
        let occupied = self.board.occupied();
        self.board.attacks_to(square, self.color, occupied)
    }

    /// The moves of a queen in the king's place, captures counting twice.
    #[inline]
    fn queen_moves_of_king(&self) -> u32 {
        let Some(king) = self.board.king_of(self.color) else {
            return 0;
        };
        let them = self.board.by_color(!self.color) & !self.board.kings();
        let attacked = queen_attacks(king, self.board.occupied());
        let captures = (attacked & them).count();
        let quiet = (attacked & !self.board.occupied()).count();
        (quiet + 2 * captures) as u32
    }

    #[inline]
    fn has_castling_right(&self) -> bool {
        self.position.castles().has_color(self.color)
    }

    /// Ranks beyond the second, of all pawns.
    #[inline]
    fn pawn_ranks(&self) -> i32 {
        let pawns = self.army() & self.board.pawns();
        let ranks = pawns.into_iter().map(|square| {
            let rank = square.rank() as i32;
            self.color.fold_wb(rank - 1, 6 - rank)
        });
        ranks.sum()
    }

    /// The number of pawns that pieces other than pawns defend.
    #[inline]
    fn defended_pawns(&self) -> i32 {
        let pawns = self.army() & self.board.pawns();
        let defended = |square: &Square| (self.defenders(*square) & !self.board.pawns()).any();
        pawns.into_iter().filter(defended).count() as i32
    }
}

/// True if `mv` mates.
#[inline(never)]
fn is_mate_after(position: &Position, mv: engine_core::encoded_move::EncodedMove) -> bool {
    let mut after = position.clone();
    after.play(mv);
    let checkers = after.checkers();
    checkers.any() && !Generator::new(&after, checkers).has_legal_move()
}

impl Configure for Turochamp {
    fn options(&self) -> Vec<OptionInfo> {
        let comparison = OptionInfo {
            name: COMPARISON,
            kind: OptionKind::Choice { default: "ratio", choices: &["ratio", "difference"] },
            help: "The comparison of the two sides' material: their ratio, as Turing has it, or their difference.",
        };
        [comparison].into_iter().chain(NUMBERS.options(&DOCUMENT)).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if option.name == COMPARISON {
            self.comparison = match value {
                "difference" => Comparison::Difference,
                _ => Comparison::Ratio,
            };
        } else {
            NUMBERS.set(&mut self.params, option.name, value);
        }
    }
}
