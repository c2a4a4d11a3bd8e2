//! King and pawn against king, solved: which positions are won.
//!
//! Every position is a win from the start of which a win is known after the next move (the side with the pawn to move)
//! or after every move (the other side to move); what is not found so in the end is a draw. The pawn plays up the board
//! and stands on the files a to d; the others are their mirror images. Source: <https://www.chessprogramming.org/KPK>.

use std::sync::LazyLock;

use shakmaty::attacks::{king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Color, File, Rank, Square};

use crate::position::Position;

/// Squares of a pawn: four files, six ranks.
const PAWN_SQUARES: usize = 24;
const SQUARES: usize = 64;

static WINS: LazyLock<Wins> = LazyLock::new(Wins::new);

/// Solves the ending now, if it has not been solved: it takes some thousandths of a second.
pub(crate) fn solve() {
    LazyLock::force(&WINS);
}

/// True if the position is king and pawn against king and, played well, a draw.
#[inline]
pub(crate) fn is_drawn(position: &Position) -> bool {
    let board = position.board();
    board.occupied().count() == 3 && board.pawns().any() && !WINS.wins(position)
}

/// All wins, the pawn's side being White: for each square of the pawn, then of its king, the squares of the lone king.
struct Wins {
    /// The side with the pawn is to move.
    to_move: Vec<[Bitboard; SQUARES]>,
    /// The lone king is.
    waiting: Vec<[Bitboard; SQUARES]>,
}

impl Wins {
    fn new() -> Wins {
        let none = || vec![[Bitboard::EMPTY; SQUARES]; PAWN_SQUARES];
        let mut wins = Wins { to_move: none(), waiting: none() };
        while wins.grow() {}
        wins
    }

    /// Adds what a move wins now, and returns true if that is anything.
    fn grow(&mut self) -> bool {
        let mut grown = false;
        for pawn in Square::ALL.into_iter().filter(|square| is_kept(*square)) {
            for king in Square::ALL.into_iter().filter(|king| *king != pawn) {
                let now = self.after_a_move(pawn, king);
                let was = &mut self.to_move[index(pawn)][usize::from(king)];
                grown |= *was != now;
                *was = now;
                let now = self.after_all_moves(pawn, king);
                let was = &mut self.waiting[index(pawn)][usize::from(king)];
                grown |= *was != now;
                *was = now;
            }
        }
        grown
    }

    fn waiting(&self, pawn: Square, king: Square) -> Bitboard {
        self.waiting[index(pawn)][usize::from(king)]
    }

    /// The lone king's squares from which the side with the pawn, to move, is known to win.
    fn after_a_move(&self, pawn: Square, king: Square) -> Bitboard {
        let steps = king_attacks(king).without(pawn).into_iter();
        let by_king = steps.fold(Bitboard::EMPTY, |won, king| won | self.waiting(pawn, king));
        let in_check = pawn_attacks(Color::White, pawn);
        (by_king | self.by_pawn(pawn, king)) & apart(pawn, king) & !in_check
    }

    fn by_pawn(&self, pawn: Square, king: Square) -> Bitboard {
        let Some(ahead) = pawn.offset(8).filter(|ahead| *ahead != king) else {
            return Bitboard::EMPTY;
        };
        if ahead.rank() == Rank::Eighth {
            // The new queen stays if the lone king cannot take it.
            let near = if king_attacks(king).contains(ahead) { Bitboard::EMPTY } else { king_attacks(ahead) };
            return !near.with(ahead);
        }
        let double = ahead.offset(8).filter(|double| *double != king);
        let double = double.filter(|_| pawn.rank() == Rank::Second);
        let by_double = double.map_or(Bitboard::EMPTY, |double| self.waiting(double, king));
        (self.waiting(ahead, king) | by_double).without(ahead)
    }

    /// The lone king's squares from which it, to move, is known to lose whatever it does.
    fn after_all_moves(&self, pawn: Square, king: Square) -> Bitboard {
        let free = !(king_attacks(king) | pawn_attacks(Color::White, pawn));
        // To take the pawn is a draw, and nothing is won with the king on the pawn's square.
        let safe = free & !self.to_move[index(pawn)][usize::from(king)];
        // Without a step it is stalemate.
        neighbours(free) & !neighbours(safe) & apart(pawn, king)
    }

    fn wins(&self, position: &Position) -> bool {
        let board = position.board();
        let pawn = board.pawns().first();
        let Some((strong, pawn)) = pawn.and_then(|pawn| Some((board.color_at(pawn)?, pawn))) else {
            return false;
        };
        let [Some(king), Some(lone)] = [strong, !strong].map(|side| board.king_of(side)) else {
            return false;
        };
        let see = |square: Square| {
            let square = strong.fold_wb(square, square.flip_vertical());
            if pawn.file() > File::D { square.flip_horizontal() } else { square }
        };
        let won = if position.turn() == strong { &self.to_move } else { &self.waiting };
        won[index(see(pawn))][usize::from(see(king))].contains(see(lone))
    }
}

fn is_kept(square: Square) -> bool {
    square.file() <= File::D && (Rank::Second..=Rank::Seventh).contains(&square.rank())
}

fn index(pawn: Square) -> usize {
    usize::from(pawn.file()) * 6 + usize::from(pawn.rank()) - 1
}

/// The squares of a lone king that is on no other piece and beside no king.
fn apart(pawn: Square, king: Square) -> Bitboard {
    !king_attacks(king).with(king).with(pawn)
}

/// All squares a king's step away from one of `squares`.
fn neighbours(squares: Bitboard) -> Bitboard {
    let near = squares.into_iter().map(king_attacks);
    near.fold(Bitboard::EMPTY, |all, near| all | near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_wins_as_others_count() {
        // Legal positions with pawns on the files a to d, in the table of the same shape that chess engines use.
        let won = [&WINS.to_move, &WINS.waiting].map(|turn| turn.iter().flatten());
        let won = won.into_iter().flatten().map(|lone| lone.count());
        assert_eq!(won.sum::<usize>(), 111_282);
    }
}
