//! Endgame knowledge of the search, the same for every evaluator: which endings of king and pawn are drawn, and how a bare
//! king is mated, which no evaluator's document covers.
//!
//! A lone king loses to a queen, a rook, two bishops of both colours, or bishop and knight, but only if it is driven to
//! the edge (with bishop and knight into a corner of the bishop's colour) by pieces and king together, which takes more
//! plies than a search sees. The search adds the way there to the static value. Source: D. Slate and L. Atkin, "Chess
//! 4.5", 1977; <https://www.chessprogramming.org/Mop-up_Evaluation>.

mod bishop_and_knight;
pub(crate) mod kpk;

use shakmaty::{Bitboard, Board, Color, Square};

use crate::position::Position;

/// The most pieces of an ending of which the search knows anything.
const MAX_PIECES: usize = 4;

#[inline]
pub(crate) fn has_few_pieces(position: &Position) -> bool {
    position.board().occupied().count() <= MAX_PIECES
}

/// Steps for each square that a bare king is driven from the centre (our own choice).
const EDGE: i32 = 4;
/// Steps for each move that bishop and knight are nearer to mate (our own choice).
const MOVES_WITH_MINORS: i32 = 12;
/// The most moves that they can need.
const MAX_MOVES: i32 = 33;
/// Steps for each square that the kings are nearer to each other (our own choice).
const KINGS: i32 = 1;
/// The same with bishop and knight, which need their king more (our own choice).
const KINGS_WITH_MINORS: i32 = 9;

/// The value of the placement of the kings to the side to move, in steps of [`crate::params::Params::mop_up`]; 0 unless
/// one side has nothing but its king and the other one pieces that mate it.
#[inline]
pub(crate) fn mop_up(position: &Position) -> i32 {
    let board = position.board();
    if !has_few_pieces(position) {
        return 0;
    }
    let bare = |color: Color| !board.by_color(color).more_than_one();
    let Some(winner) = Color::ALL.into_iter().find(|&color| bare(!color) && mates(board, color)) else {
        return 0;
    };
    let steps = progress(board, winner);
    if winner == position.turn() { steps } else { -steps }
}

/// True if the pieces of `color` mate a bare king; with a queen or a rook whatever else there is.
fn mates(board: &Board, color: Color) -> bool {
    let of = |pieces: Bitboard| pieces & board.by_color(color);
    let bishops = of(board.bishops());
    let both_colours = bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    of(board.rooks_and_queens()).any() || both_colours || bishops.any() && of(board.knights()).any()
}

fn progress(board: &Board, winner: Color) -> i32 {
    let [Some(king), Some(lone)] = [winner, !winner].map(|color| board.king_of(color)) else {
        return 0;
    };
    let ours = board.by_color(winner);
    let only_minors = (board.rooks_and_queens() & ours).is_empty();
    let apart = (king.file().distance(lone.file()) + king.rank().distance(lone.rank())) as i32;
    if only_minors && (board.knights() & ours).any() {
        let is_dark = (board.bishops() & ours).intersects(Bitboard::DARK_SQUARES);
        let moves = bishop_and_knight::moves(king, lone, is_dark);
        MOVES_WITH_MINORS * (MAX_MOVES - moves) + KINGS_WITH_MINORS * (14 - apart)
    } else {
        EDGE * from_centre(lone) + KINGS * (14 - apart)
    }
}

/// Files and ranks to the nearest of the four middle squares: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |at: u32| (3 - at as i32).max(at as i32 - 4);
    off(u32::from(square.file())) + off(u32::from(square.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn value(fen: &str) -> i32 {
        mop_up(&Game::parse(fen).unwrap().position().into())
    }

    #[test]
    fn the_lone_king_is_driven_to_the_edge_and_met_there_or_in_the_right_corner() {
        let better = [
            // With a rook, and with bishop and knight.
            ["8/8/8/3k4/8/8/4R3/4K3 w - - 0 1", "3k4/8/8/8/8/8/4R3/4K3 w - - 0 1"],
            ["3k4/8/8/8/8/8/4R3/4K3 w - - 0 1", "3k4/8/3K4/8/8/8/4R3/8 w - - 0 1"],
            ["k7/8/2K5/8/8/8/3B4/3N4 w - - 0 1", "7k/8/5K2/8/8/8/3B4/3N4 w - - 0 1"],
        ];
        for [worse, better] in better.map(|fens| fens.map(value)) {
            assert!(0 < worse && worse < better, "{worse} {better}");
        }
        assert_eq!(value("3k4/8/3K4/8/8/8/4R3/8 b - - 0 1"), -value(better[1][1]));
        for elsewhere in [
            "3k4/8/3K4/8/8/8/3NN3/8 w - - 0 1",
            "3k4/8/3K4/8/8/8/3B4/8 w - - 0 1",
            "3k4/3p4/3K4/8/8/8/3R4/8 w - - 0 1",
            "3k4/8/3K4/8/3B4/8/1B6/8 w - - 0 1",
            "startpos",
        ] {
            assert_eq!(value(elsewhere), 0, "{elsewhere}");
        }
    }
}
