//! The rules: what each counts, and a function for each of what a node shows and the side it is for. All of them give
//! centipawns from that side: a penalty is negative.
//!
//! Pawns. The document keeps one number for each side and file that is counter and bonus at once: each pawn adds to it, an
//! advanced one adds more, and it is 0 only without pawns. Doubled and isolated pawns test whether it is 0; only a passed
//! file is worth the number itself, so the bonuses for advanced pawns count nowhere else.

use engine_core::explain::Ledger;
use engine_core::node::Node;
use engine_core::rule::Rule;
use shakmaty::{Bitboard, Board, ByColor, Color, File, Rank, Role};

use crate::lines::{self, MoveLines};
use crate::params::{AdvancedPawn, ENDGAME_PIECES, KING_ENOUGH_MOVES, Params};
use crate::state::State;

engine_core::rules! {
    /// The value of each piece.
    MATERIAL: material("material") ["value"];
    /// Each piece by the action values of the own pieces that reach it: of a pawn 6, of a knight or bishop 3, of a rook 2, of a
    /// queen or king 1. The document does not print these values; they are those of its author's later engine.
    DEFENDED: pieces("defended");
    /// Each piece by the action values of the enemy pieces that reach it, taken off.
    ATTACKED: pieces("attacked");
    /// Each piece, the king too, for each point by which its attackers' action values exceed its defenders'. The document's
    /// prose takes the attack off once more; its code, which counts here, multiplies the excess.
    HANGING: pieces("hanging") ["hanging"];
    /// One for each valid move of each piece, whichever side is to move.
    MOBILITY: pieces("mobility");
    /// Each pawn, knight, bishop and king by its square, the king by another table with the endgame flag on: if the
    /// position before had fewer than ten pieces. Rooks and queens have no table.
    PST: pieces("pst") ["pst_pawn", "pst_knight", "pst_bishop", "pst_king", "pst_king_endgame"];
    /// Each pawn on the a- or h-file.
    EDGE_PAWN: pawns("edge_pawn") ["edge_pawn"];
    /// Each pawn of a file after the first.
    DOUBLED_PAWN: pawns("doubled_pawn") ["doubled_pawn"];
    /// Each knight with the endgame flag on: if the position before had fewer than ten pieces.
    KNIGHT_ENDGAME: material("knight_endgame") ["knight_endgame"];
    /// Each bishop with the endgame flag on: if the position before had fewer than ten pieces.
    BISHOP_ENDGAME: material("bishop_endgame") ["bishop_endgame"];
    /// Each bishop of a side after the first, whatever the colours of their squares.
    BISHOP_PAIR: material("bishop_pair") ["bishop_pair"];
    /// Each rook that has moved while its side has not castled, in the endgame too.
    ROOK_MOVED: pieces("rook_moved") ["rook_moved"];
    /// Each queen that has moved, with the endgame flag off: if the position before had ten pieces or more.
    QUEEN_MOVED: pieces("queen_moved") ["queen_moved"];
    /// A king that has moved without castling, with the endgame flag off. In the document's prose the king can no longer
    /// castle; in its code, which counts here, it has moved.
    KING_MOVED: king("king_moved") ["king_moved"];
    /// A king with fewer than two valid moves.
    KING_FEW_MOVES: king("king_few_moves") ["king_few_moves"];
    /// The side that gives check; more with the endgame flag on, which goes by the pieces of the position before, and more
    /// with fewer than ten pieces on the board now.
    CHECK: king("check") ["check", "check_endgame", "check_few_men"];
    /// A side that has castled. In a position without its past a side without castling rights counts as one that has.
    CASTLED: king("castled") ["castled"];
    /// The side to move.
    TEMPO: other("tempo") ["tempo"];
    /// Each file with own pawns and none on the neighbouring files, once for all pawns of the file.
    ISOLATED_PAWN: pawns("isolated_pawn") ["isolated_pawn"];
    /// Each pawn of a file on which the other side has none, ahead or behind; more on the sixth and seventh rank if nothing
    /// attacks it, and more again if something defends it there. A slip of the document: White's a-file goes by Black's
    /// b-file, unless the option `a_file_fix` is on.
    PASSED_PAWN: pawns("passed_pawn") ["file_pawn", "sixth_rank", "seventh_rank"];
    /// In place of all other rules, a game that is over: mate; or nothing for stalemate, fifty moves, a third repetition
    /// and too few pieces to mate. By a slip of the document bishop and knight are too few.
    TERMINAL: other("terminal");
}

/// The input of the rules, made once for a node.
pub(crate) struct Scene<'n> {
    pub(crate) params: &'n Params,
    pub(crate) board: &'n Board,
    pub(crate) state: &'n State,
    pub(crate) turn: Color,
    /// The side to move is in check; no other can be.
    pub(crate) check: bool,
    /// Pieces of both sides, kings included.
    pub(crate) pieces: u32,
    /// The endgame flag, which may be one position late.
    pub(crate) endgame: bool,
    pub(crate) lines: ByColor<MoveLines>,
}

impl<'n> Scene<'n> {
    #[inline]
    pub(crate) fn of(params: &'n Params, node: &'n Node<State>) -> Scene<'n> {
        let position = node.position();
        let board = position.board();
        let pieces = board.occupied().count() as u32;
        Scene {
            params,
            board,
            state: node.state(),
            turn: position.turn(),
            check: node.is_check(),
            pieces,
            endgame: node.state().is_endgame(pieces),
            lines: lines::of(position, node.is_check()),
        }
    }

    /// True if there are few pieces now, whatever the flag is.
    #[inline]
    fn has_few_pieces(&self) -> bool {
        self.pieces < ENDGAME_PIECES
    }

    #[inline]
    fn ours(&self, role: Role, color: Color) -> Bitboard {
        self.board.by_role(role) & self.board.by_color(color)
    }

    #[inline]
    fn count(&self, role: Role, color: Color) -> i32 {
        self.ours(role, color).count() as i32
    }
}

/// Posts what `worth` gives White and Black.
#[inline(always)]
pub(crate) fn post<L: Ledger>(ledger: &mut L, scene: &Scene<'_>, rule: Rule, worth: impl Fn(&Scene<'_>, Color) -> i32) {
    let sides = [Color::White, Color::Black].map(|color| worth(scene, color));
    ledger.post_centipawns(rule, sides);
}

/// The rules of a position that is not settled.
#[inline]
pub(crate) fn post_rules<L: Ledger>(scene: &Scene<'_>, a_file_fix: bool, ledger: &mut L) {
    post(ledger, scene, MATERIAL, |scene, color| scene.state.sums(color).material);
    post(ledger, scene, DEFENDED, defended);
    post(ledger, scene, ATTACKED, attacked);
    post(ledger, scene, HANGING, hanging);
    post(ledger, scene, MOBILITY, |scene, color| scene.lines.get(color).moves);
    post(ledger, scene, PST, squares);
    post(ledger, scene, EDGE_PAWN, edge_pawn);
    post(ledger, scene, DOUBLED_PAWN, doubled_pawn);
    post(ledger, scene, KNIGHT_ENDGAME, knight_endgame);
    post(ledger, scene, BISHOP_ENDGAME, bishop_endgame);
    post(ledger, scene, BISHOP_PAIR, bishop_pair);
    post(ledger, scene, ROOK_MOVED, rook_moved);
    post(ledger, scene, QUEEN_MOVED, queen_moved);
    post(ledger, scene, KING_MOVED, king_moved);
    post(ledger, scene, KING_FEW_MOVES, king_few_moves);
    post(ledger, scene, CHECK, check);
    post(ledger, scene, CASTLED, castled);
    post(ledger, scene, TEMPO, tempo);
    post(ledger, scene, ISOLATED_PAWN, isolated_pawn);
    post(ledger, scene, PASSED_PAWN, |scene, color| passed_pawn(scene, color, a_file_fix));
}

/// The defended value of each piece. A king too is defended, by whatever reaches it.
#[inline]
fn defended(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(color);
    lines.action.sum(scene.board.by_color(color))
}

/// The attacked value of each piece, taken off. A king in check is attacked as any piece is.
#[inline]
fn attacked(scene: &Scene<'_>, color: Color) -> i32 {
    let lines = scene.lines.get(!color);
    -lines.action.sum(scene.board.by_color(color))
}

/// Hanging pieces: by how much each is attacked more than it is defended, the king included.
///
/// A quirk: the prose subtracts the attack once more, the code takes the excess ten times.
#[inline]
fn hanging(scene: &Scene<'_>, color: Color) -> i32 {
    let [defence, attack] = [color, !color].map(|side| &scene.lines.get(side).action);
    scene.params.hanging * attack.excess(defence).sum(scene.board.by_color(color))
}

#[inline]
fn squares(scene: &Scene<'_>, color: Color) -> i32 {
    let king = scene.board.king_of(color).map_or(0, |square| scene.params.king_square(color, square, scene.endgame));
    scene.state.sums(color).squares + king
}

#[inline]
fn knight_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.knight_endgame * scene.count(Role::Knight, color) } else { 0 }
}

#[inline]
fn bishop_endgame(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame { scene.params.bishop_endgame * scene.count(Role::Bishop, color) } else { 0 }
}

#[inline]
fn bishop_pair(scene: &Scene<'_>, color: Color) -> i32 {
    scene.params.bishop_pair * (scene.count(Role::Bishop, color) - 1).max(0)
}

#[inline]
fn rook_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) {
        return 0;
    }
    let moved = scene.ours(Role::Rook, color) & scene.state.moved();
    scene.params.rook_moved * moved.count() as i32
}

#[inline]
fn queen_moved(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.endgame {
        return 0;
    }
    let moved = scene.ours(Role::Queen, color) & scene.state.moved();
    scene.params.queen_moved * moved.count() as i32
}

/// A king that has moved while its side has not castled and the endgame flag is off.
///
/// A quirk: in the prose castling is impossible, in the code the king has moved.
#[inline]
fn king_moved(scene: &Scene<'_>, color: Color) -> i32 {
    let moved = (scene.ours(Role::King, color) & scene.state.moved()).any();
    if moved && !scene.state.castled(color) && !scene.endgame { scene.params.king_moved } else { 0 }
}

#[inline]
fn king_few_moves(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.lines.get(color).king_moves < KING_ENOUGH_MOVES { scene.params.king_few_moves } else { 0 }
}

/// Giving check.
///
/// A quirk: the bonus for the endgame comes before the scan by the flag and after it by the pieces
/// counted, so the two differ for one position.
#[inline]
fn check(scene: &Scene<'_>, color: Color) -> i32 {
    if !scene.check || color == scene.turn {
        return 0;
    }
    let params = scene.params;
    let late = if scene.endgame { params.check_endgame } else { 0 };
    let few = if scene.has_few_pieces() { params.check_few_men } else { 0 };
    params.check + late + few
}

#[inline]
fn castled(scene: &Scene<'_>, color: Color) -> i32 {
    if scene.state.castled(color) { scene.params.castled } else { 0 }
}

#[inline]
fn tempo(scene: &Scene<'_>, color: Color) -> i32 {
    if color == scene.turn { scene.params.tempo } else { 0 }
}

/// Files as bits, the a-file lowest.
type Files = u8;

const A_FILE: Files = 1;
const EDGES: Bitboard = Bitboard(0x8181_8181_8181_8181);

/// Pawns on the a- and h-file.
#[inline]
fn edge_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    scene.params.edge_pawn * (scene.ours(Role::Pawn, color) & EDGES).count() as i32
}

/// Each pawn of a file after the first.
#[inline]
fn doubled_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    let files = files(scene.ours(Role::Pawn, color)).count_ones() as i32;
    scene.params.doubled_pawn * (scene.count(Role::Pawn, color) - files)
}

/// Files with pawns and none beside them; once a file, however many pawns stand there.
#[inline]
fn isolated_pawn(scene: &Scene<'_>, color: Color) -> i32 {
    let files = files(scene.ours(Role::Pawn, color));
    let mut isolated = files & !(files << 1) & !(files >> 1);
    let mut sum = 0;
    while isolated != 0 {
        sum += scene.params.isolated_pawn[isolated.trailing_zeros() as usize];
        isolated &= isolated - 1;
    }
    sum
}

/// The values of the passed files: those on which the other side has no pawn, ahead or behind.
///
/// A quirk: for White's a-file the document looks at Black's b-file. With `a_file_fix` it looks at the a-file.
#[inline]
fn passed_pawn(scene: &Scene<'_>, color: Color, a_file_fix: bool) -> i32 {
    let mut closed = files(scene.ours(Role::Pawn, !color));
    if color == Color::White && !a_file_fix {
        closed = closed & !A_FILE | closed >> 1 & A_FILE;
    }
    let passed = scene.ours(Role::Pawn, color) & whole(!closed);
    let [sixth, seventh] = match color {
        Color::White => [Rank::Sixth, Rank::Seventh],
        Color::Black => [Rank::Third, Rank::Second],
    };
    let params = scene.params;
    params.file_pawn * passed.count() as i32
        + advanced(scene, color, passed & sixth, params.sixth_rank)
        + advanced(scene, color, passed & seventh, params.seventh_rank)
}

/// The bonus of `pawns` of `color` to their files' values for having advanced.
#[inline]
fn advanced(scene: &Scene<'_>, color: Color, pawns: Bitboard, worth: AdvancedPawn) -> i32 {
    if pawns.is_empty() {
        return 0;
    }
    let safe = pawns & !scene.lines.get(!color).action.any();
    let defended = safe & scene.lines.get(color).action.any();
    worth.safe * safe.count() as i32 + worth.defended * defended.count() as i32
}

#[inline]
fn files(squares: Bitboard) -> Files {
    let halves = squares.0 | squares.0 >> 32;
    let quarters = halves | halves >> 16;
    (quarters | quarters >> 8) as Files
}

/// The squares of `files`.
#[inline]
fn whole(files: Files) -> Bitboard {
    Bitboard(u64::from(files) * Bitboard::from_file(File::A).0)
}
