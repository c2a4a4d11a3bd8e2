//! What changes by the man that moves: piece values, and the tables of squares but the king's, which
//! depends on the endgame flag.

use engine_core::encoded_move::EncodedMove;
use shakmaty::{Board, Color, Role, Square};

use crate::params::{BISHOP, KNIGHT, PAWN, VALUES, at};

/// The sums of one side, in centipawns from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) material: i32,
    pub(crate) squares: i32,
}

impl Sums {
    /// The sums of White's men and of Black's.
    pub(crate) fn of(board: &Board) -> [Sums; 2] {
        [Color::Black, Color::White].map(|color| {
            let mut sums = Sums::default();
            let men = board.iter().filter(|(_, man)| man.color == color);
            men.for_each(|(square, man)| sums.set_down(color, man.role, square));
            sums
        })
    }

    #[inline]
    pub(crate) fn set_down(&mut self, color: Color, role: Role, square: Square) {
        self.material += VALUES.get(role);
        self.squares += worth(color, role, square);
    }

    #[inline]
    pub(crate) fn lift(&mut self, color: Color, role: Role, square: Square) {
        self.material -= VALUES.get(role);
        self.squares -= worth(color, role, square);
    }
}

/// Brings the sums up to date with the move `mv` of `us`; `sides` are by the number of the colour.
#[inline]
pub(crate) fn update(sides: &mut [Sums; 2], us: Color, mv: EncodedMove) {
    // Neither king nor rook has a table here.
    if mv.is_castling() {
        return;
    }
    let ours = &mut sides[us as usize];
    ours.lift(us, mv.role(), mv.from());
    ours.set_down(us, mv.arriving(), mv.to());
    if let Some(captured) = mv.captured() {
        sides[!us as usize].lift(!us, captured, mv.captured_on());
    }
}

/// What a man's table gives for its square; rook and queen have none, and the king's is another's.
#[inline]
fn worth(color: Color, role: Role, square: Square) -> i32 {
    let table = match role {
        Role::Pawn => &PAWN,
        Role::Knight => &KNIGHT,
        Role::Bishop => &BISHOP,
        Role::Rook | Role::Queen | Role::King => return 0,
    };
    at(table, color, square)
}
