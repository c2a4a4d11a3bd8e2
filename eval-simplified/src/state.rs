//! The state kept from move to move: each term's sum for each side, all but the kings' squares.

use engine_core::encoded_move::EncodedMove;
use engine_core::position::castling_squares;
use shakmaty::{Board, Color, Role, Square};

use crate::params::{Params, Tables, at};

/// Kinds of pieces other than the king, which is looked up where it stands.
const KINDS: usize = 5;

/// The sums of one side, in centipawns; a legal army stays inside 16 bits, whatever its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SideSums {
    material: i16,
    /// By kind of piece; the king's place stays 0.
    squares: [i16; KINDS + 1],
}

/// The sums of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State([SideSums; 2]);

impl State {
    pub(crate) fn of(worth: &Worth, board: &Board) -> State {
        let mut state = State::default();
        for (square, piece) in board {
            state.add(1, worth, piece.color, piece.role, square);
        }
        state
    }

    /// Adds what the move `mv` of `us` changes.
    #[inline(always)]
    pub(crate) fn update(&mut self, worth: &Worth, us: Color, mv: EncodedMove) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            let to = castling_squares(us, from, to);
            self.step(worth, us, Role::Rook, mv.to(), to.rook);
            return;
        }
        match mv.promotion() {
            None => self.step(worth, us, mv.role(), from, to),
            Some(promoted) => {
                self.add(-1, worth, us, Role::Pawn, from);
                self.add(1, worth, us, promoted, to);
            }
        }
        if let Some(captured) = mv.captured() {
            self.add(-1, worth, !us, captured, mv.captured_on());
        }
    }

    /// Piece values of White and of Black, kings left out, in centipawns.
    #[inline]
    pub(crate) fn material(&self) -> [i32; 2] {
        [Color::White, Color::Black].map(|color| i32::from(self.0[color as usize].material))
    }

    /// The sum of the table values of the pieces of kind `role`, for White and for Black, in centipawns.
    #[inline]
    pub(crate) fn squares(&self, role: Role) -> [i32; 2] {
        [Color::White, Color::Black].map(|color| i32::from(self.0[color as usize].squares[index(role)]))
    }

    /// A piece goes to another square and stays what it is.
    #[inline]
    fn step(&mut self, worth: &Worth, color: Color, role: Role, from: Square, to: Square) {
        let table = worth.squares(color, role);
        self.0[color as usize].squares[index(role)] += table[to as usize] - table[from as usize];
    }

    /// A piece comes to `square`, or with the sign -1 leaves it.
    #[inline(always)]
    fn add(&mut self, sign: i16, worth: &Worth, color: Color, role: Role, square: Square) {
        let side = &mut self.0[color as usize];
        side.material += sign * worth.values[index(role)];
        side.squares[index(role)] += sign * worth.squares(color, role)[square as usize];
    }
}

/// Values and tables of squares, in centipawns from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    values: [i16; 6],
    /// By colour and kind of piece; the king's stay 0.
    squares: Box<[[[i16; 64]; 6]; 2]>,
    /// By colour the king's, before and in the endgame.
    king: Box<[[[i16; 64]; 2]; 2]>,
}

impl Worth {
    pub(crate) fn new(params: &Params, tables: Tables) -> Worth {
        let mut worth =
            Worth { values: [0; 6], squares: Box::new([[[0; 64]; 6]; 2]), king: Box::new([[[0; 64]; 2]; 2]) };
        let kinds = [
            (Role::Pawn, &params.pst_pawn),
            (Role::Knight, &params.pst_knight),
            (Role::Bishop, &params.pst_bishop),
            (Role::Rook, &params.pst_rook),
            (Role::Queen, &params.pst_queen),
        ];
        for (role, table) in kinds {
            worth.values[index(role)] = *params.value.get(role) as i16;
            if tables != Tables::None {
                for color in Color::ALL {
                    worth.squares[color as usize][index(role)] = Square::ALL.map(|square| at(table, color, square));
                }
            }
        }
        let kings = match tables {
            Tables::None => return worth,
            Tables::OneKing => [&params.pst_king; 2],
            Tables::TwoKings => [&params.pst_king, &params.pst_king_endgame],
        };
        for color in Color::ALL {
            worth.king[color as usize] = kings.map(|table| Square::ALL.map(|square| at(table, color, square)));
        }
        worth
    }

    /// The value of each square for a piece that is not a king.
    #[inline]
    fn squares(&self, color: Color, role: Role) -> &[i16; 64] {
        &self.squares[color as usize][index(role)]
    }

    /// The king's value from its table.
    #[inline]
    pub(crate) fn king(&self, color: Color, square: Square, endgame: bool) -> i32 {
        i32::from(self.king[color as usize][usize::from(endgame)][square as usize])
    }
}

/// The place of a kind of piece among the kinds.
#[inline]
fn index(role: Role) -> usize {
    role as usize - 1
}
