//! Random starting positions of an ending.

use engine_core::endgames::kpk;
use engine_core::random::RandomGames;
use shakmaty::attacks::{king_attacks, knight_attacks};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square,
};

use super::{Class, Expected};

/// Draws positions of one class of endings with the stronger side, White, to move.
pub(super) struct Positions<'a> {
    pub(super) class: &'a Class,
    pub(super) random: RandomGames,
}

impl Positions<'_> {
    /// The next one.
    pub(super) fn next(&mut self) -> Chess {
        loop {
            if let Some(position) = self.candidate().filter(|position| self.fits(position)) {
                return position;
            }
        }
    }

    fn candidate(&mut self) -> Option<Chess> {
        let mut setup = Setup::empty();
        let men = [
            (Color::White, self.class.strong),
            (Color::Black, self.class.weak),
        ];
        for (color, roles) in men {
            for &role in [Role::King].iter().chain(roles) {
                let square = Square::ALL[self.random.below(Square::ALL.len())];
                if setup.board.occupied().contains(square) {
                    return None;
                }
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        Chess::from_setup(setup, CastlingMode::Standard).ok()
    }

    /// True if nothing but play decides it: nothing can be captured at once, neither side is mated, and the
    /// position belongs to the class.
    fn fits(&self, position: &Chess) -> bool {
        let board = position.board();
        let Some(lone) = board.king_of(Color::Black) else {
            return false;
        };
        let captures = position.legal_moves().iter().any(|mv| mv.is_capture());
        let strong_pieces = board.white() & !board.pawns();
        if captures || king_attacks(lone).intersects(strong_pieces) {
            return false;
        }
        match (self.class.name, self.class.expected) {
            ("KP-K", _) => !kpk::is_drawn(&position.into()),
            ("KBB-K", _) => of_both_colours(board.bishops()),
            ("KBP-K", _) => is_wrong_corner(board.bishops(), board.pawns(), lone),
            (_, Expected::Draw) => !mates_at_once(position) && !forks(position),
            (_, Expected::Win) => true,
        }
    }
}

fn of_both_colours(bishops: Bitboard) -> bool {
    bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES)
}

/// A rook pawn whose promotion square the bishop never guards and the lone king holds.
fn is_wrong_corner(bishops: Bitboard, pawns: Bitboard, lone: Square) -> bool {
    let Some(pawn) = pawns.first() else {
        return false;
    };
    let corner = Square::from_coords(pawn.file(), shakmaty::Rank::Eighth);
    let guarded = bishops.intersects(if corner.is_light() {
        Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::DARK_SQUARES
    });
    Bitboard::CORNERS.contains(corner) && !guarded && corner.distance(lone) <= 1
}

fn mates_at_once(position: &Chess) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.is_checkmate()
    })
}

/// True if a piece of the weaker side hangs: there is more to win than the class has.
fn forks(position: &Chess) -> bool {
    let board = position.board();
    let knights = board.black() & board.knights();
    let hits = knights
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | knight_attacks(square));
    hits.intersects(board.white() & board.bishops())
}
