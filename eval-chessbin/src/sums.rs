//! The sums that change with the man that moves: piece values, and the tables of squares but the king's, which
//! depends on the endgame flag.

use engine_core::encoded_move::EncodedMove;
use shakmaty::{Board, Color, Role, Square};

use crate::worth::Worth;

/// The sums of one side, in centipawns from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) material: i32,
    pub(crate) squares: i32,
}

impl Sums {
    /// The sums of White's men and of Black's.
    pub(crate) fn of(worth: &Worth, board: &Board) -> [Sums; 2] {
        [Color::Black, Color::White].map(|color| {
            let mut sums = Sums::default();
            let men = board.iter().filter(|(_, man)| man.color == color);
            men.for_each(|(square, man)| sums.set_down(worth, color, man.role, square));
            sums
        })
    }

    #[inline]
    fn set_down(&mut self, worth: &Worth, color: Color, role: Role, square: Square) {
        self.material += worth.value(role);
        self.squares += worth.square(color, role, square);
    }

    #[inline]
    fn lift(&mut self, worth: &Worth, color: Color, role: Role, square: Square) {
        self.material -= worth.value(role);
        self.squares -= worth.square(color, role, square);
    }
}

/// Brings the sums up to date with the move `mv` of `us`; `sides` are by the number of the colour.
#[inline]
pub(crate) fn update(sides: &mut [Sums; 2], worth: &Worth, us: Color, mv: EncodedMove) {
    // Neither king nor rook has a table here.
    if mv.is_castling() {
        return;
    }
    let ours = &mut sides[us as usize];
    ours.lift(worth, us, mv.role(), mv.from());
    ours.set_down(worth, us, mv.arriving(), mv.to());
    if let Some(captured) = mv.captured() {
        sides[!us as usize].lift(worth, !us, captured, mv.captured_on());
    }
}
