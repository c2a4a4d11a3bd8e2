//! The rules in the document's order: what each counts, and a function for each.
//!
//! A rule returns its worth to one side, in points (centipawns) from that side: a penalty is
//! negative. [`post`] is the one list of all rules.

use engine_core::explain::{Ledger, Meta};
use engine_core::position::Position;
use engine_core::rule::Rule;
use shakmaty::attacks::bishop_attacks;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Rank, Square};

use crate::params::{Params, Tables};
use crate::state::{SideState, State, backward, beside, files, ranks};

engine_core::rules! {
    /// The value of each piece; the king has none.
    MATERIAL: material("material") ["value"];
    /// Each file with two or more own pawns.
    PAWN_DOUBLED: pawns("pawn_doubled") ["pawn_doubled"];
    /// Each file with own pawns and none on the neighbouring files.
    PAWN_ISOLATED: pawns("pawn_isolated") ["pawn_isolated"];
    /// The most advanced pawn of a file, if no enemy pawn is ahead of it there or on a neighbouring file, for each rank
    /// from its own first. The document leaves the amount open.
    PAWN_PASSED: pawns("pawn_passed") ["pawn_passed"];
    /// A passed pawn with an enemy piece on the square in front of it, for each rank. The document leaves the amount open.
    PAWN_PASSED_BLOCKED: pawns("pawn_passed_blocked") ["pawn_passed_blocked"];
    /// Each pawn for each rank beyond the second, by its file. The document prints the values of two squares and that edge
    /// files get nothing; the files between are left open.
    PAWN_ADVANCE: pawns("pawn_advance") ["pawn_advance"];
    /// Each pawn of either colour diagonally next to a bishop. The document leaves the amount open.
    BISHOP_ADJACENT_PAWNS: pieces("bishop_adjacent_pawns") ["bishop_adjacent_pawn"];
    /// A side with two or more bishops, whatever the colours of their squares. The document leaves the amount open.
    BISHOP_PAIR: material("bishop_pair") ["bishop_pair"];
    /// Each rook by its distance to the enemy king, in files or ranks, whichever are fewer. The document leaves the
    /// amounts open.
    ROOK_KING_TROPISM: king("rook_king_tropism") ["rook_king_tropism"];
    /// Each rook on its own seventh rank, whatever it attacks there.
    ROOK_SEVENTH: pieces("rook_seventh") ["rook_seventh"];
    /// A side with two rooks on one file, whatever is between them.
    ROOK_SAME_FILE: pieces("rook_same_file") ["rook_same_file"];
    /// Each rook on a file without pawns.
    ROOK_OPEN_FILE: pieces("rook_open_file") ["rook_open_file"];
    /// Each rook on a file with enemy pawns and without own ones.
    ROOK_HALF_OPEN_FILE: pieces("rook_half_open_file") ["rook_half_open_file"];
    /// Each knight by its distance to the centre, files and ranks added; a penalty far from it.
    KNIGHT_CENTRE: pieces("knight_centre") ["knight_centre"];
    /// Each knight by its distance to the enemy king, files and ranks added; a penalty far away. The document leaves the
    /// amounts open.
    KNIGHT_KING_TROPISM: king("knight_king_tropism") ["knight_king_tropism"];
    /// Each queen by its distance to the enemy king, in files or ranks, whichever are fewer. The document leaves the
    /// amounts open.
    QUEEN_KING_TROPISM: king("queen_king_tropism") ["queen_king_tropism"];
    /// Each queen on a diagonal with an own bishop, whatever is between them. The document leaves the amount open.
    QUEEN_BISHOP_DIAGONAL: pieces("queen_bishop_diagonal") ["queen_bishop_diagonal"];
    /// Each piece by which the enemy outnumbers the own pieces, king apart, in the quarter of the board in which the king stands;
    /// an enemy queen counts as several.
    KING_QUADRANT: king("king_quadrant") ["king_quadrant"];
    /// A side that has not castled and has lost castling rights: all, or those with one rook. In a position without its past
    /// a side without rights counts as one that has castled.
    CASTLING: king("castling") ["castling"];
}

/// A position seen by one side.
struct SideView<'a> {
    params: &'a Params,
    tables: &'a Tables,
    position: &'a Position,
    board: &'a Board,
    color: Color,
    /// Own pieces.
    ours: Bitboard,
    /// The enemy's pieces.
    theirs: Bitboard,
    king: Square,
    enemy_king: Square,
    state: &'a SideState,
    enemy_state: &'a SideState,
}

impl<'a> SideView<'a> {
    #[inline(always)]
    fn new(
        params: &'a Params,
        tables: &'a Tables,
        position: &'a Position,
        state: &'a State,
        color: Color,
    ) -> SideView<'a> {
        let board = position.board();
        SideView {
            params,
            tables,
            position,
            board,
            color,
            ours: board.by_color(color),
            theirs: board.by_color(!color),
            king: king_square(board, color),
            enemy_king: king_square(board, !color),
            state: state.side(color),
            enemy_state: state.side(!color),
        }
    }
}

#[inline]
fn king_square(board: &Board, color: Color) -> Square {
    (board.kings() & board.by_color(color)).first().expect("a legal position has both kings")
}

/// Posts rules for both sides.
struct Poster<'a, L> {
    white: SideView<'a>,
    black: SideView<'a>,
    ledger: &'a mut L,
}

impl<L: Ledger> Poster<'_, L> {
    #[inline(always)]
    fn post(&mut self, rule: Rule, worth: impl Fn(&SideView<'_>) -> i32) {
        let sides = [worth(&self.white), worth(&self.black)];
        self.ledger.post_centipawns(rule, sides);
    }
}

/// Posts every rule, in the document's order.
#[inline]
pub(crate) fn post<L: Ledger>(params: &Params, tables: &Tables, position: &Position, state: &State, ledger: &mut L) {
    let side = |color| SideView::new(params, tables, position, state, color);
    let mut poster = Poster { white: side(Color::White), black: side(Color::Black), ledger };
    poster.post(MATERIAL, |side| side.state.sums.material);
    poster.post(PAWN_DOUBLED, |side| side.state.pawns.doubled);
    poster.post(PAWN_ISOLATED, |side| side.state.pawns.isolated);
    poster.post(PAWN_PASSED, |side| side.state.pawns.passed);
    poster.post(PAWN_PASSED_BLOCKED, pawn_passed_blocked);
    poster.post(PAWN_ADVANCE, |side| side.state.sums.advance);
    poster.post(BISHOP_ADJACENT_PAWNS, bishop_adjacent_pawns);
    poster.post(BISHOP_PAIR, bishop_pair);
    poster.post(ROOK_KING_TROPISM, rook_king_tropism);
    poster.post(ROOK_SEVENTH, rook_seventh);
    poster.post(ROOK_SAME_FILE, rook_same_file);
    poster.post(ROOK_OPEN_FILE, rook_open_file);
    poster.post(ROOK_HALF_OPEN_FILE, rook_half_open_file);
    poster.post(KNIGHT_CENTRE, |side| side.state.sums.centre);
    poster.post(KNIGHT_KING_TROPISM, knight_king_tropism);
    poster.post(QUEEN_KING_TROPISM, queen_king_tropism);
    poster.post(QUEEN_BISHOP_DIAGONAL, queen_bishop_diagonal);
    poster.post(KING_QUADRANT, king_quadrant);
    poster.post(CASTLING, castling);
    let castled = || Meta::Sides(state.castled(Color::White), state.castled(Color::Black));
    poster.ledger.note("castled", castled);
}

#[inline]
fn sum_over(squares: Bitboard, points: &[i16; 64]) -> i32 {
    squares.into_iter().map(|square| i32::from(points[square as usize])).sum()
}

#[inline]
fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

#[inline]
fn pawn_passed_blocked(side: &SideView<'_>) -> i32 {
    let blocked = side.state.pawns.passers & side.theirs.shift(backward(side.color));
    side.params.pawn_passed_blocked * ranks(side.color, blocked)
}

#[inline]
fn knight_king_tropism(side: &SideView<'_>) -> i32 {
    let knights = side.board.knights() & side.ours;
    sum_over(knights, side.tables.knight_tropism.row(side.enemy_king))
}

#[inline]
fn bishop_adjacent_pawns(side: &SideView<'_>) -> i32 {
    let bishops = side.board.bishops() & side.ours;
    let pawns = side.board.pawns();
    let adjacent: i32 =
        bishops.into_iter().map(|square| count(pawns & diagonal_neighbours(Bitboard::from_square(square)))).sum();
    side.params.bishop_adjacent_pawn * adjacent
}

#[inline]
fn bishop_pair(side: &SideView<'_>) -> i32 {
    if (side.board.bishops() & side.ours).more_than_one() { side.params.bishop_pair } else { 0 }
}

#[inline]
fn diagonal_neighbours(square: Bitboard) -> Bitboard {
    beside(square).shift(8) | beside(square).shift(-8)
}

#[inline]
fn rooks(side: &SideView<'_>) -> Bitboard {
    side.board.rooks() & side.ours
}

#[inline]
fn rook_king_tropism(side: &SideView<'_>) -> i32 {
    sum_over(rooks(side), side.tables.rook_tropism.row(side.enemy_king))
}

#[inline]
fn rook_seventh(side: &SideView<'_>) -> i32 {
    let seventh = side.color.fold_wb(Rank::Seventh, Rank::Second);
    side.params.rook_seventh * count(rooks(side) & Bitboard::from_rank(seventh))
}

#[inline]
fn rook_same_file(side: &SideView<'_>) -> i32 {
    let rooks = rooks(side);
    if rooks.more_than_one() && (files(rooks).count_ones() as i32) < count(rooks) {
        side.params.rook_same_file
    } else {
        0
    }
}

#[inline]
fn rook_open_file(side: &SideView<'_>) -> i32 {
    let closed = side.state.pawns.files | side.enemy_state.pawns.files;
    side.params.rook_open_file * count(rooks(side) & !closed)
}

#[inline]
fn rook_half_open_file(side: &SideView<'_>) -> i32 {
    let half_open = side.enemy_state.pawns.files & !side.state.pawns.files;
    side.params.rook_half_open_file * count(rooks(side) & half_open)
}

#[inline]
fn queen_king_tropism(side: &SideView<'_>) -> i32 {
    let queens = side.board.queens() & side.ours;
    sum_over(queens, side.tables.queen_tropism.row(side.enemy_king))
}

#[inline]
fn queen_bishop_diagonal(side: &SideView<'_>) -> i32 {
    let queens = side.board.queens() & side.ours;
    let mut on_diagonals = Bitboard::EMPTY;
    for bishop in side.board.bishops() & side.ours {
        on_diagonals |= bishop_attacks(bishop, Bitboard::EMPTY);
    }
    side.params.queen_bishop_diagonal * count(queens & on_diagonals)
}

#[inline]
fn king_quadrant(side: &SideView<'_>) -> i32 {
    let quadrant = quadrant_of(side.king);
    let friends = count(side.ours & quadrant) - 1;
    let enemies = side.theirs & quadrant;
    let queens = enemies & side.board.queens();
    let strength = count(enemies) + (side.params.quadrant_enemy_queen - 1) * count(queens);
    side.params.quadrant_outnumbered * (strength - friends).max(0)
}

/// The sixteen squares of the same half of the files and the same half of the ranks.
#[inline]
fn quadrant_of(square: Square) -> Bitboard {
    let square = Bitboard::from_square(square);
    let files = if (square & Bitboard::WEST).any() { Bitboard::WEST } else { Bitboard::EAST };
    let ranks = if (square & Bitboard::SOUTH).any() { Bitboard::SOUTH } else { Bitboard::NORTH };
    files & ranks
}

/// Nothing for a side that has castled or still can on both sides. The rights decide: a rook that
/// was captured, or has gone and come back, has moved.
#[inline]
fn castling(side: &SideView<'_>) -> i32 {
    if side.state.castled {
        return 0;
    }
    let castles = side.position.castles();
    let can = |wing| castles.has(side.color, wing);
    let params = side.params;
    match (can(CastlingSide::KingSide), can(CastlingSide::QueenSide)) {
        (true, true) => 0,
        (true, false) => params.queens_rook_moved,
        (false, true) => params.kings_rook_moved,
        (false, false) => params.castling_impossible,
    }
}

/// Random bits that change the table's key where White alone has forfeited castling.
const WHITE_FORFEITED: u64 = 0xd1b5_4a32_d192_ed03;
const BLACK_FORFEITED: u64 = 0x8cb9_2ba7_2f3d_8dd7;

/// The key of what the value depends on besides the position.
///
/// Without rights a side has either castled or forfeited it, which the board does not show. Only the difference counts:
/// if both sides have forfeited it, the value is as if both had castled, and stays so in every line from here.
#[inline]
pub(crate) fn castling_key(params: &Params, position: &Position, state: &State) -> u64 {
    let forfeited = |color| !state.castled(color) && !position.castles().has_color(color);
    if params.castling_impossible == 0 {
        return 0;
    }
    match (forfeited(Color::White), forfeited(Color::Black)) {
        (true, false) => WHITE_FORFEITED,
        (false, true) => BLACK_FORFEITED,
        _ => 0,
    }
}
