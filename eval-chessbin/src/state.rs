//! The state kept from move to move, and the part of it that can change a value.

use engine_core::encoded_move::EncodedMove;
use engine_core::game::Game;
use engine_core::key::mixed;
use engine_core::move_history::MoveHistory;
use engine_core::position::Position;
use shakmaty::{Bitboard, Board, ByColor, Color, Position as _, Role, Square};

use crate::lines::en_passant;
use crate::params::{ENDGAME_PIECES, Params, at};

/// The game so far: who has castled, what has moved, how many pieces there were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    history: MoveHistory,
    /// By the number of the colour.
    sums: [Sums; 2],
}

/// The parts of a state key: random numbers.
const CASTLED: ByColor<u64> = ByColor { white: 0x6a09_e667_f3bc_c908, black: 0xbb67_ae85_84ca_a73b };
const ENDGAME: u64 = 0x3c6e_f372_fe94_f82b;
const EN_PASSANT: u64 = 0xa54f_f53a_5f1d_36f1;

impl State {
    pub(crate) fn root(worth: &Worth, game: &Game) -> State {
        State { history: MoveHistory::root(game), sums: Sums::of(worth, game.position().board()) }
    }

    #[inline]
    pub(crate) fn update(&mut self, worth: &Worth, before: &Position, mv: EncodedMove) {
        self.history.update(before, mv);
        update_sums(&mut self.sums, worth, before.turn(), mv);
    }

    #[inline]
    pub(crate) fn null(&self, after: &Position) -> State {
        State { history: self.history.null(after), ..*self }
    }

    /// Piece values and tables of squares of `color`.
    #[inline]
    pub(crate) fn sums(&self, color: Color) -> &Sums {
        &self.sums[color as usize]
    }

    /// True if `color` has castled.
    #[inline]
    pub fn castled(&self, color: Color) -> bool {
        self.history.castled(color)
    }

    /// The squares of pieces that have moved.
    #[inline]
    pub fn moved(&self) -> Bitboard {
        self.history.moved
    }

    /// The endgame flag of a position with `pieces` pieces.
    ///
    /// A quirk: the document sets the flag when it has evaluated a position with few pieces, so it
    /// acts one position late. A position without a past goes by its own pieces.
    #[inline]
    pub fn is_endgame(&self, pieces: u32) -> bool {
        self.history.parent_pieces.map_or(pieces, u32::from) < ENDGAME_PIECES
    }

    /// A key of everything but the position key that can change a value here or further on; 0 if nothing does.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        let board = position.board();
        if is_insufficient(board) {
            return 0;
        }
        let endgame = self.is_endgame(board.occupied().count() as u32);
        // The position key leaves out an en passant square where no capture is legal, but the
        // capture counts as a valid move all the same.
        let mut key = EN_PASSANT.wrapping_mul(en_passant(position) as u64);
        // The past decides at nine pieces only: with fewer the flag is on, with more it is off.
        if endgame {
            key ^= ENDGAME;
        }
        // Pieces that cost their side something if they have moved.
        let mut watched = if endgame { Bitboard::EMPTY } else { board.queens() };
        for color in Color::ALL {
            if self.castled(color) {
                key ^= CASTLED.get(color);
            } else {
                let kings = if endgame { Bitboard::EMPTY } else { board.kings() };
                watched |= (board.rooks() | kings) & board.by_color(color);
            }
        }
        key ^ mixed((watched & self.moved()).0)
    }
}

/// True if neither side can mate, as the document counts: no pawn, rook or queen, and no two
/// knights or two bishops on the whole board.
///
/// A quirk: knights and bishops are counted apart, so that bishop and knight against the bare
/// king, a win, is among them.
#[inline]
pub(crate) fn is_insufficient(board: &Board) -> bool {
    (board.pawns() | board.rooks_and_queens()).is_empty()
        && !board.knights().more_than_one()
        && !board.bishops().more_than_one()
}

/// Values and tables of squares, in centipawns from the owner's side.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    /// By role, wherever a piece stands.
    values: [i32; Role::ALL.len() + 1],
    /// By colour, role and square. Rook and queen have none, and the king's depends on the endgame flag.
    squares: Box<[[[i16; 64]; Role::ALL.len() + 1]; 2]>,
}

impl Worth {
    pub(crate) fn new(params: &Params) -> Worth {
        let mut worth =
            Worth { values: [0; Role::ALL.len() + 1], squares: Box::new([[[0; 64]; Role::ALL.len() + 1]; 2]) };
        for role in Role::ALL {
            worth.values[role as usize] = *params.value.get(role);
        }
        let tables =
            [(Role::Pawn, &params.pst_pawn), (Role::Knight, &params.pst_knight), (Role::Bishop, &params.pst_bishop)];
        for (role, table) in tables {
            for color in Color::ALL {
                worth.squares[color as usize][role as usize] = Square::ALL.map(|square| at(table, color, square));
            }
        }
        worth
    }
}

/// The sums of one side, in centipawns from its side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) material: i32,
    pub(crate) squares: i32,
}

impl Sums {
    /// The sums of White's pieces and of Black's.
    fn of(worth: &Worth, board: &Board) -> [Sums; 2] {
        [Color::Black, Color::White].map(|color| {
            let mut sums = Sums::default();
            let pieces = board.iter().filter(|(_, piece)| piece.color == color);
            pieces.for_each(|(square, piece)| sums.add(1, worth, color, piece.role, square));
            sums
        })
    }

    /// A piece comes to `square`, or with the sign -1 leaves it.
    #[inline(always)]
    fn add(&mut self, sign: i32, worth: &Worth, color: Color, role: Role, square: Square) {
        self.material += sign * worth.values[role as usize];
        let table = &worth.squares[color as usize][role as usize];
        self.squares += sign * i32::from(table[square as usize]);
    }
}

/// Brings the sums up to date with the move `mv` of `us`; `sides` are by the number of the colour.
#[inline]
fn update_sums(sides: &mut [Sums; 2], worth: &Worth, us: Color, mv: EncodedMove) {
    // Neither king nor rook has a table here.
    if mv.is_castling() {
        return;
    }
    let ours = &mut sides[us as usize];
    ours.add(-1, worth, us, mv.role(), mv.from());
    ours.add(1, worth, us, mv.arriving(), mv.to());
    if let Some(captured) = mv.captured() {
        sides[!us as usize].add(-1, worth, !us, captured, mv.captured_on());
    }
}
