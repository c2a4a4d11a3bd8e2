//! Facts that the board alone does not have: who has castled, what has moved, how many pieces there were.
//!
//! Evaluators that need it embed [`MoveHistory`] in their state; a light evaluator pays nothing.

use shakmaty::{Bitboard, ByColor, Color, Rank, Role};

use crate::encoded_move::EncodedMove;
use crate::game::Game;
use crate::position::{Position, castling_squares};

/// The history of the game so far, kept from move to move.
///
/// A position given by FEN without moves shows little of its past; it is read so: a side without
/// castling rights counts as having castled, its king as having moved; a rook is unmoved only in a
/// corner that has its right; other pieces are unmoved on the squares where such pieces start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveHistory {
    castled: ByColor<bool>,
    /// The squares of pieces that have moved.
    pub moved: Bitboard,
    /// The number of pieces before the last move; `None` for a position without a past.
    pub parent_pieces: Option<u8>,
}

impl MoveHistory {
    /// The history of the game's position.
    pub fn root(game: &Game) -> MoveHistory {
        let mut position = Position::from(game.start());
        let mut history = MoveHistory::of_bare(&position);
        for &mv in game.moves() {
            let mv = mv.into();
            history.update(&position, mv);
            position.play(mv);
        }
        history
    }

    /// Brings the history, that of `before`, up to date with `mv`, which is played there.
    #[inline]
    pub fn update(&mut self, before: &Position, mv: EncodedMove) {
        let us = before.turn();
        self.parent_pieces = Some(before.board().occupied().count() as u8);
        let (from, to) = (mv.from(), mv.to());
        // All leave before any arrives: in Chess960 king and rook can trade places.
        self.moved = self.moved.without(from).without(to);
        if mv.is_castling() {
            let to = castling_squares(us, from, to);
            *self.castled.get_mut(us) = true;
            self.moved = self.moved.with(to.king).with(to.rook);
        } else {
            self.moved = self.moved.without(mv.captured_on()).with(to);
        }
    }

    /// Passing the turn changes one thing only: the position before it had as many pieces.
    #[inline]
    pub fn null(&self, after: &Position) -> MoveHistory {
        MoveHistory { parent_pieces: Some(after.board().occupied().count() as u8), ..*self }
    }

    /// True if `color` has made a castling move.
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        *self.castled.get(color)
    }

    fn of_bare(position: &Position) -> MoveHistory {
        let board = position.board();
        let castles = position.castles();
        let mut unmoved = castles.rooks();
        for color in Color::ALL {
            let ours = board.by_color(color);
            let home = Bitboard::from_rank(color.backrank());
            if castles.has_color(color) {
                unmoved |= board.kings() & ours;
            }
            let start = |files: u64| home & Bitboard(files | files << 56);
            unmoved |= board.queens() & ours & start(0x08);
            unmoved |= board.bishops() & ours & start(0x24);
            unmoved |= board.knights() & ours & start(0x42);
            let pawn_rank = color.fold_wb(Rank::Second, Rank::Seventh);
            unmoved |= board.by_piece(Role::Pawn.of(color)) & Bitboard::from_rank(pawn_rank);
        }
        MoveHistory {
            castled: ByColor::new_with(|color| !castles.has_color(color)),
            moved: board.occupied() & !unmoved,
            parent_pieces: None,
        }
    }
}

/// What else is remembered is compared in eval-compendium with an independent program's histories.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_chess960_king_and_rook_may_trade_places() {
        for (text, color, moved) in [
            ("fen 2rk2r1/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w CGcg - 0 1 moves d1c1", Color::White, 0xc),
            ("fen 1r3kr1/8/8/8/8/8/8/1R3K1R b BHbg - 0 1 moves f8g8", Color::Black, 0x6000_0000_0000_0000),
        ] {
            let history = MoveHistory::root(&Game::parse(text).unwrap());
            assert_eq!(
                (history.moved, history.castled(color), history.castled(!color)),
                (Bitboard(moved), true, false)
            );
        }
    }
}
