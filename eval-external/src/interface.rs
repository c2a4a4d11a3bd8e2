//! `evaluation.h` in Rust, for the program that loads a library and for a library that is written in Rust.
#![allow(unsafe_code, reason = "a function of the interface writes where its caller points")]

use std::ffi::{c_char, c_void};
use std::ptr;

use engine_core::encoded_move::EncodedMove;
use engine_core::position::{Position, castling_squares};
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Rank, Role, Setup, Square};

/// `EVALUATION_INTERFACE`: the version of the interface.
pub const INTERFACE: u32 = 2;
/// `EVALUATION_MAX_STATE`: the bytes of the largest state.
pub const MAX_STATE: usize = 1536;

/// `evaluation_position`; the header describes the members.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct RawPosition {
    pub men: [[u64; 6]; 2],
    pub castling_rooks: u64,
    pub side_to_move: i32,
    pub en_passant: i32,
    pub halfmove_clock: i32,
    pub fullmove_number: i32,
    pub fen: Option<unsafe extern "C" fn(*const RawPosition, *mut c_char, usize) -> usize>,
    pub state: *const c_void,
    pub passed_square: i32,
}

/// `evaluation_piece`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RawPiece {
    pub color: u8,
    pub kind: u8,
    pub square: u8,
    pub unused: u8,
}

impl RawPiece {
    fn of(color: Color, role: Role, square: Square) -> RawPiece {
        RawPiece::of_numbers(number(color).into(), role as usize, square)
    }

    /// The piece by its number, 1 to 6. One number is stored at once.
    #[inline(always)]
    fn of_numbers(color: u32, piece: usize, square: Square) -> RawPiece {
        let number = color | (piece as u32).wrapping_sub(1) << 8 & 0xff00 | (square as u32) << 16;
        let [color, kind, square, unused] = number.to_le_bytes();
        RawPiece { color, kind, square, unused }
    }

    #[inline(always)]
    fn role(self) -> Role {
        Role::ALL[usize::from(self.kind).min(5)]
    }

    #[inline(always)]
    fn square(self) -> Square {
        Square::new(u32::from(self.square & 63))
    }
}

/// `evaluation_move`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RawMove {
    pub side: i32,
    pub off_count: i32,
    pub on_count: i32,
    pub off: [RawPiece; 2],
    pub on: [RawPiece; 2],
}

/// `evaluation_option`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct RawOption {
    pub name: *const c_char,
    pub help: *const c_char,
    pub kind: i32,
    pub value: i32,
    pub min: i32,
    pub max: i32,
}

/// `evaluation_term`.
pub type TermFn = unsafe extern "C" fn(*mut c_void, *const c_char, f64, f64);
/// `terms` of an evaluation.
pub type TermsFn = unsafe extern "C" fn(*mut c_void, *const RawPosition, TermFn, *mut c_void);

/// `evaluation`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct RawEvaluation {
    pub name: *const c_char,
    pub create: Option<unsafe extern "C" fn(*const RawEvaluation) -> *mut c_void>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
    pub value: Option<unsafe extern "C" fn(*mut c_void, *const RawPosition) -> i32>,
    pub terms: Option<TermsFn>,
    pub options: *const RawOption,
    pub set: Option<unsafe extern "C" fn(*mut c_void, *const c_char, i32) -> i32>,
    pub scale: f64,
    pub margin_scale: f64,
    pub state_size: usize,
    pub start: Option<unsafe extern "C" fn(*const c_void, *const RawPosition, *mut c_void)>,
    pub play: Option<unsafe extern "C" fn(*const c_void, *const RawMove, *mut c_void)>,
    pub light: i32,
}

/// `EVALUATION_LIGHT`: the value costs no more than a look at memory.
pub const LIGHT: i32 = 1;
/// `EVALUATION_OF_STATE`: it is light and depends on the state and the side to move alone.
pub const OF_STATE: i32 = 2;

/// The colours by their numbers.
const COLORS: [Color; 2] = [Color::White, Color::Black];

fn number(color: Color) -> u8 {
    color.fold_wb(0, 1)
}

/// The FEN of `position`, as [`engine_core::notation::fen_of`] writes it.
pub(crate) fn fen(position: &Position) -> String {
    RawPosition::from(position).to_fen()
}

impl From<&Position> for RawPosition {
    #[inline]
    fn from(position: &Position) -> RawPosition {
        let board = position.board();
        let men = COLORS.map(|color| {
            let own = board.by_color(color);
            Role::ALL.map(|role| (own & board.by_role(role)).0)
        });
        let square = |square: Option<Square>| square.map_or(-1, |square| square as i32);
        RawPosition {
            men,
            castling_rooks: position.castles().rooks().0,
            side_to_move: position.turn().fold_wb(0, 1),
            en_passant: square(position.legal_en_passant()),
            halfmove_clock: i32::try_from(position.halfmoves()).unwrap_or(i32::MAX),
            fullmove_number: i32::try_from(position.fullmoves()).unwrap_or(i32::MAX),
            fen: Some(write_fen),
            state: ptr::null(),
            passed_square: square(position.en_passant()),
        }
    }
}

impl RawPosition {
    /// What an evaluation of the state looks at.
    #[inline]
    pub(crate) fn of_state(turn: Color, state: &[u64]) -> RawPosition {
        RawPosition {
            men: [[0; 6]; 2],
            castling_rooks: 0,
            side_to_move: turn.fold_wb(0, 1),
            en_passant: -1,
            halfmove_clock: 0,
            fullmove_number: 1,
            fen: Some(write_fen),
            state: state.as_ptr().cast(),
            passed_square: 0,
        }
    }

    /// The FEN of whatever the fields are: a library may have a copy and change it.
    fn to_fen(self) -> String {
        let mut setup = Setup::empty();
        for (color, men) in COLORS.into_iter().zip(self.men) {
            for (role, men) in Role::ALL.into_iter().zip(men) {
                Bitboard(men).into_iter().for_each(|at| setup.board.set_piece_at(at, role.of(color)));
            }
        }
        setup.turn = Color::from_white(self.side_to_move == 0);
        setup.castling_rights = Bitboard(self.castling_rooks);
        setup.ep_square = Square::try_from(self.en_passant).ok();
        setup.halfmoves = u32::try_from(self.halfmove_clock).unwrap_or(0);
        let fullmoves = u32::try_from(self.fullmove_number).unwrap_or(1);
        setup.fullmoves = fullmoves.try_into().unwrap_or(setup.fullmoves);
        let fen = Fen::try_from_setup(setup).unwrap_or_else(LossyFenError::ignore);
        fen.to_string()
    }

    /// The position, for its value; an empty board where pieces overlap.
    #[inline]
    pub fn position(&self) -> Position {
        let [white, black] = self.men.map(|men| Bitboard(men.into_iter().fold(0, |all, men| all | men)));
        let of = |kind: usize| Bitboard(self.men[0][kind] | self.men[1][kind]);
        let by_role = ByRole { pawn: of(0), knight: of(1), bishop: of(2), rook: of(3), queen: of(4), king: of(5) };
        let board = Board::try_from_bitboards(by_role, ByColor { black, white }).unwrap_or(Board::empty());
        let clocks = [self.halfmove_clock, self.fullmove_number].map(|clock| u32::try_from(clock).unwrap_or(0));
        let turn = Color::from_white(self.side_to_move == 0);
        let square = |square: i32| {
            Square::try_from(square).ok().filter(|square| square.rank() == turn.fold_wb(Rank::Sixth, Rank::Third))
        };
        let en_passant = square(self.passed_square).or(square(self.en_passant));
        Position::for_value(board, turn, Bitboard(self.castling_rooks), en_passant, clocks)
    }
}

impl RawMove {
    /// The legal move `mv` of `us`.
    #[inline(always)]
    pub fn of(us: Color, mv: EncodedMove) -> RawMove {
        if mv.is_castling() {
            return RawMove::castling(us, mv);
        }
        let side = u32::from(number(us));
        let ([captured, promotion], piece) = (mv.won(), mv.piece());
        let arriving = if promotion == 0 { piece } else { promotion };
        RawMove {
            side: side as i32,
            off_count: 1 + i32::from(captured != 0),
            on_count: 1,
            // The second of them does not count where nothing is captured.
            off: [
                RawPiece::of_numbers(side, piece, mv.from()),
                RawPiece::of_numbers(1 - side, captured, mv.captured_on()),
            ],
            on: [RawPiece::of_numbers(side, arriving, mv.to()), RawPiece::default()],
        }
    }

    #[cold]
    fn castling(us: Color, mv: EncodedMove) -> RawMove {
        let to = castling_squares(us, mv.from(), mv.to());
        RawMove {
            side: number(us).into(),
            off_count: 2,
            on_count: 2,
            off: [RawPiece::of(us, Role::King, mv.from()), RawPiece::of(us, Role::Rook, mv.to())],
            on: [RawPiece::of(us, Role::King, to.king), RawPiece::of(us, Role::Rook, to.rook)],
        }
    }

    /// The passing of the turn of `us`.
    pub fn pass(us: Color) -> RawMove {
        RawMove { side: number(us).into(), ..RawMove::default() }
    }

    /// The side that moves.
    #[inline]
    pub fn color(&self) -> Color {
        Color::from_white(self.side == 0)
    }

    /// The move; `None` if the turn passes.
    #[inline(always)]
    pub fn encoded(&self) -> Option<EncodedMove> {
        if self.off_count < 1 || self.on_count < 1 {
            return None;
        }
        let ([piece, other], to) = (self.off, self.on[0]);
        let number = |piece: RawPiece| u32::from(piece.kind) + 1;
        let mut captured = 0;
        if self.off_count > 1 {
            if other.color == piece.color {
                return Some(EncodedMove::castling(piece.square(), other.square()));
            }
            if other.square != to.square {
                return Some(EncodedMove::en_passant(piece.square(), to.square()));
            }
            captured = number(other);
        }
        let promotion = if to.kind == piece.kind { 0 } else { number(to) };
        Some(EncodedMove::of_numbers(number(piece), piece.square(), to.square(), [captured, promotion]))
    }

    /// The move as text: `-Pe2 +Pe4`, White's pieces in capitals; `w` or `b` if that side passes.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let counts = [self.off_count, self.on_count];
        for ((sign, pieces), count) in [('-', self.off), ('+', self.on)].into_iter().zip(counts) {
            for piece in &pieces[..count as usize] {
                let letter = piece.role().of(COLORS[usize::from(piece.color)]).char();
                text += &format!("{sign}{letter}{} ", piece.square());
            }
        }
        if text.is_empty() { self.color().char().to_string() } else { text.trim_end().to_owned() }
    }

    /// The move of such a text; `None` if it is not one.
    pub(crate) fn read(text: &str) -> Option<RawMove> {
        if let [color] = text.as_bytes() {
            return Color::from_char(char::from(*color)).map(RawMove::pass);
        }
        let mut raw = RawMove::default();
        for word in text.split(' ') {
            let (sign, rest) = word.split_at_checked(1)?;
            let (letter, square) = rest.split_at_checked(1)?;
            let piece = shakmaty::Piece::from_char(letter.chars().next()?)?;
            let piece = RawPiece::of(piece.color, piece.role, square.parse().ok()?);
            let (pieces, count) =
                if sign == "-" { (&mut raw.off, &mut raw.off_count) } else { (&mut raw.on, &mut raw.on_count) };
            *pieces.get_mut(*count as usize)? = piece;
            *count += 1;
        }
        raw.side = raw.off[0].color.into();
        Some(raw).filter(|raw| raw.off_count > 0 && raw.encoded().is_some())
    }
}

/// The member `fen` of `evaluation_position`.
///
/// # Safety
/// `position` is null or points to an `evaluation_position`; `text` is null or points to `size` bytes that may be
/// written.
unsafe extern "C" fn write_fen(position: *const RawPosition, text: *mut c_char, size: usize) -> usize {
    // SAFETY: null, or the pointer to a position, of which every bit pattern in the fields that are read is a value.
    let Some(position) = (unsafe { position.as_ref() }) else {
        return 0;
    };
    let fen = position.to_fen();
    let Some(most) = size.checked_sub(1).filter(|_| !text.is_null()) else {
        return fen.len();
    };
    let length = fen.len().min(most);
    // SAFETY: `text` has `size` bytes, and `length` is less; the FEN is this function's own, so that they do not overlap.
    unsafe { ptr::copy_nonoverlapping(fen.as_ptr(), text.cast::<u8>(), length) };
    // SAFETY: `length` is less than `size`.
    let end = unsafe { text.add(length) };
    // SAFETY: the end is within the `size` bytes.
    unsafe { end.write(0) };
    fen.len()
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;
    use engine_core::notation::fen_of;
    use engine_core::random::RandomGames;

    use super::*;

    const CAPTURE: &str = "4k3/8/8/8/2pP4/8/8/4K2R b K d3 3 17";

    fn raw(fen: &str) -> RawPosition {
        RawPosition::from(&Position::from(Game::parse(fen).unwrap().position()))
    }

    #[test]
    fn a_position_has_the_fields_of_the_header() {
        let mut raw = raw(CAPTURE);
        assert_eq!(raw.men[0], [1 << 27, 0, 0, 1 << 7, 0, 1 << 4]);
        assert_eq!(raw.men[1], [1 << 26, 0, 0, 0, 0, 1 << 60]);
        assert_eq!((raw.castling_rooks, raw.side_to_move, raw.en_passant), (1 << 7, 1, 19));
        assert_eq!((raw.halfmove_clock, raw.fullmove_number), (3, 17));
        assert_eq!(raw.to_fen(), CAPTURE);
        // A damaged one still has a FEN.
        (raw.men, raw.castling_rooks) = ([[u64::MAX; 6]; 2], u64::MAX);
        (raw.en_passant, raw.fullmove_number, raw.side_to_move) = (77, -3, 9);
        assert!(raw.to_fen().contains(" b "), "{}", raw.to_fen());
    }

    #[test]
    fn a_fen_is_cut_to_its_room() {
        let raw = raw(CAPTURE);
        let cases = [(7, "4k3/8/\0!"), (2, "4\0!!!!!!"), (1, "\0!!!!!!!"), (0, "!!!!!!!!")];
        for (size, expected) in cases {
            let mut room = [b'!'; 8];
            // SAFETY: the position is whole, and the room has more bytes than `size`.
            let length = unsafe { (raw.fen.unwrap())(&raw const raw, room.as_mut_ptr().cast(), size) };
            assert_eq!((length, str::from_utf8(&room).unwrap()), (CAPTURE.len(), expected));
        }
        // SAFETY: null is taken.
        assert_eq!(unsafe { (raw.fen.unwrap())(ptr::null(), ptr::null_mut(), 8) }, 0);
    }

    #[test]
    fn a_fen_is_the_notations() {
        let mut random = RandomGames::new(3);
        let starts = ["startpos", "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R w HBhb - 0 1", CAPTURE];
        for start in starts.iter().cycle().take(60) {
            let mut game = Game::parse(start).unwrap();
            while let Some(mv) = random.pick(&game) {
                let position = Position::from(game.position());
                assert_eq!(fen(&position), fen_of(game.position()));
                game.play(mv);
            }
        }
    }
}
