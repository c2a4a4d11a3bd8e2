//! What the board alone does not say: who has castled, what has moved, how many men there were.
//!
//! Evaluators that need it embed [`Facts`] in their state; a light evaluator pays nothing.

use shakmaty::{Bitboard, ByColor, Chess, Color, Move, Position, Rank, Role, Square};

use crate::game::Game;
use crate::movegen::castling_squares;

/// Facts of the game so far, kept from move to move.
///
/// A position given by FEN without moves says little of its past; it is read so: a side without
/// castling rights counts as having castled, its king as having moved; a rook is unmoved only in a
/// corner that has its right; other men are unmoved on the squares where such men start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    castled: ByColor<bool>,
    moved: Bitboard,
    moved_twice: Bitboard,
    parent_men: Option<u8>,
}

impl Facts {
    /// The facts of the game's position.
    pub fn root(game: &Game) -> Facts {
        let mut position = game.start().clone();
        let mut facts = Facts::of_bare(&position);
        for &mv in game.moves() {
            facts = facts.child(&position, mv);
            position.play_unchecked(mv);
        }
        facts
    }

    /// The facts after `mv`, played in `before`, whose facts these are.
    #[inline]
    pub fn child(&self, before: &Chess, mv: Move) -> Facts {
        let us = before.turn();
        let mut facts = *self;
        facts.parent_men = Some(before.board().occupied().count() as u8);
        match mv {
            Move::Castle { king, rook } => {
                let to = castling_squares(us, king, rook);
                *facts.castled.get_mut(us) = true;
                // Both leave before either arrives: in Chess960 they can trade places.
                let king_was = facts.lift(king);
                let rook_was = facts.lift(rook);
                facts.set_down(to.king, king_was);
                facts.set_down(to.rook, rook_was);
            }
            Move::EnPassant { from, to } => {
                facts.lift(Square::from_coords(to.file(), from.rank()));
                let was = facts.lift(from);
                facts.set_down(to, was);
            }
            Move::Normal { from, to, .. } => {
                let was = facts.lift(from);
                facts.set_down(to, was);
            }
            Move::Put { .. } => {}
        }
        facts
    }

    /// Passing the turn changes no fact but one: the position before it had as many men.
    #[inline]
    pub fn null(&self, after: &Chess) -> Facts {
        Facts {
            parent_men: Some(after.board().occupied().count() as u8),
            ..*self
        }
    }

    /// Whether `color` has made a castling move.
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        *self.castled.get(color)
    }

    /// Where men stand that have moved.
    #[inline]
    pub fn moved(&self) -> Bitboard {
        self.moved
    }

    /// Where men stand that had moved already when they last moved; one that counts as having moved
    /// before the game is there after its first move in it.
    #[inline]
    pub fn moved_twice(&self) -> Bitboard {
        self.moved_twice
    }

    /// The number of men before the last move; `None` for a position without a past.
    #[inline]
    pub fn parent_men(&self) -> Option<u8> {
        self.parent_men
    }

    fn of_bare(position: &Chess) -> Facts {
        let board = position.board();
        let castles = position.castles();
        let mut unmoved = castles.castling_rights();
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
        Facts {
            castled: ByColor::new_with(|color| !castles.has_color(color)),
            moved: board.occupied() & !unmoved,
            moved_twice: Bitboard::EMPTY,
            parent_men: None,
        }
    }

    /// Takes the man off `square` and says whether it had moved before.
    #[inline]
    fn lift(&mut self, square: Square) -> bool {
        self.moved_twice.discard(square);
        self.moved.remove(square)
    }

    /// Sets down on `square` a man that has just moved.
    #[inline]
    fn set_down(&mut self, square: Square, had_moved: bool) {
        self.moved.add(square);
        self.moved_twice.set(square, had_moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square::*;

    fn facts(text: &str) -> Facts {
        Facts::root(&Game::parse(text).unwrap())
    }

    #[test]
    fn a_game_from_the_start_knows_who_moved() {
        let facts = facts("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4");
        assert!(facts.castled(Color::White) && !facts.castled(Color::Black));
        for square in [E4, E5, F3, C4, G1, F1, C6] {
            assert!(facts.moved().contains(square), "{square}");
        }
        assert!(facts.moved_twice().contains(E4));
        assert_eq!(facts.moved_twice().count(), 1);
        assert_eq!(facts.parent_men(), Some(32));
    }

    #[test]
    fn a_bare_fen_goes_by_rights_and_home_squares() {
        let facts = facts("r3k2r/8/8/8/8/3Q4/8/R3K2R w Kkq - 0 1");
        assert!(!facts.castled(Color::White) && !facts.castled(Color::Black));
        assert!(facts.moved().contains(A1) && facts.moved().contains(D3));
        for square in [H1, E1, A8, H8, E8] {
            assert!(!facts.moved().contains(square), "{square}");
        }
        assert_eq!(facts.parent_men(), None);
    }

    #[test]
    fn a_captured_man_takes_its_past_with_it() {
        let facts = facts("startpos moves d2d4 e7e5 d4e5 d7d5 e5d6 f8d6");
        assert!(!facts.moved().contains(D5) && facts.moved().contains(D6));
        assert!(!facts.moved_twice().contains(D6));
    }

    #[test]
    fn a_right_lost_by_a_move_is_no_castling() {
        let facts = facts("startpos moves e2e4 e7e5 e1e2 e8e7");
        assert!(!facts.castled(Color::White) && !facts.castled(Color::Black));
    }
}
