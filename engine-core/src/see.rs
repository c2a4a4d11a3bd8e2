//! Static exchange evaluation: the gain of a capture when both sides keep capturing on its square.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::encoded_move::EncodedMove;
use crate::params::see_values::{SEE_VALUES, see_value};
use crate::position::Position;

/// True if the exchanges that `mv` starts on its target square win at least `threshold`
/// centipawns for the side to move, each side stopping when it likes. Pins are not looked at.
///
/// The search's own piece values count, whatever the evaluator.
/// Source: the swap algorithm, <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
#[inline]
pub fn see_at_least(position: &Position, mv: EncodedMove, threshold: i32) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let [captured, promotion] = mv.won();
    let promoted_to = if promotion == 0 { mv.piece() } else { promotion };
    let stakes = SEE_VALUES[promoted_to];
    let won = SEE_VALUES[captured] + stakes - SEE_VALUES[mv.piece()];
    // The surplus over the threshold if the other side does not answer.
    let balance = won - threshold;
    if balance < 0 {
        return false;
    }
    if balance >= stakes {
        return true;
    }
    let exchange = Exchange::after(position, mv);
    exchange.first_side_keeps(balance - stakes, !position.turn())
}

struct Exchange<'b> {
    board: &'b Board,
    square: Square,
    occupied: Bitboard,
}

impl Exchange<'_> {
    #[inline]
    fn after(position: &Position, mv: EncodedMove) -> Exchange<'_> {
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = position.board().occupied().without(from).with(to);
        if mv.is_en_passant() {
            occupied.discard(Square::from_coords(to.file(), from.rank()));
        }
        Exchange { board: position.board(), square: to, occupied }
    }

    /// True if the first side keeps its threshold, above which `balance` is what it has if its piece is taken.
    #[inline(never)]
    fn first_side_keeps(mut self, mut balance: i32, mut to_capture: Color) -> bool {
        let first = !to_capture;
        let board = self.board;
        let mut attackers = self.attackers();
        loop {
            let ours = attackers & board.by_color(to_capture);
            let Some((role, from)) = self.least_valuable(ours) else {
                break;
            };
            // A king may not capture what is still defended.
            if role == Role::King && (attackers & board.by_color(!to_capture)).any() {
                break;
            }
            balance = -balance - 1 - see_value(role);
            to_capture = !to_capture;
            // Even losing the capturing piece the capturer stays ahead.
            if balance >= 0 {
                break;
            }
            self.occupied.discard(from);
            attackers = (attackers | self.uncovered(role)) & self.occupied;
        }
        to_capture != first
    }

    #[inline]
    fn attackers(&self) -> Bitboard {
        let (board, square) = (self.board, self.square);
        let pawns =
            pawn_attacks(Color::Black, square) & board.white() | pawn_attacks(Color::White, square) & board.black();
        let straight = rook_attacks(square, self.occupied) & board.rooks_and_queens();
        let diagonal = bishop_attacks(square, self.occupied) & board.bishops_and_queens();
        let near = knight_attacks(square) & board.knights() | king_attacks(square) & board.kings();
        (pawns & board.pawns() | straight | diagonal | near) & self.occupied
    }

    /// A piece of the least valuable kind among `pieces`.
    #[inline]
    fn least_valuable(&self, pieces: Bitboard) -> Option<(Role, Square)> {
        let board = self.board;
        let one_of = |role, all: Bitboard| Some((role, (pieces & all).first()?));
        // Written out: a loop over the kinds takes twice as long.
        one_of(Role::Pawn, board.pawns())
            .or_else(|| one_of(Role::Knight, board.knights()))
            .or_else(|| one_of(Role::Bishop, board.bishops()))
            .or_else(|| one_of(Role::Rook, board.rooks()))
            .or_else(|| one_of(Role::Queen, board.queens()))
            .or_else(|| one_of(Role::King, board.kings()))
    }

    /// Sliders that see the square now that a piece of `role` has left its line.
    #[inline]
    fn uncovered(&self, role: Role) -> Bitboard {
        let board = self.board;
        let mut sliders = Bitboard::EMPTY;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            sliders |= bishop_attacks(self.square, self.occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            sliders |= rook_attacks(self.square, self.occupied) & board.rooks_and_queens();
        }
        sliders
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::random::RandomGames;

    #[test]
    fn attackers_are_those_of_either_side() {
        let mut random = RandomGames::new(5);
        for _ in 0..20 {
            let mut game = Game::default();
            while let Some(mv) = random.pick(&game) {
                game.play(mv);
                let position = Position::from(game.position());
                let board = position.board();
                for square in Square::ALL {
                    // Some pieces have left: their sliders' lines are open, and they attack no more.
                    let occupied = board.occupied() & !Bitboard::from_file(square.file());
                    let exchange = Exchange { board, square, occupied };
                    let [white, black] = Color::ALL.map(|color| board.attacks_to(square, color, occupied));
                    assert_eq!(exchange.attackers(), (white | black) & occupied);
                }
            }
        }
    }
}
