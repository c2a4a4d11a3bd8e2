//! A position as `evaluation.h` has it.

use std::ffi::c_char;
use std::ptr;

use engine_core::position::Position;
use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{Bitboard, Color, Role, Setup, Square};

/// `evaluation_position`.
#[repr(C)]
pub(super) struct RawPosition {
    men: [[u64; 6]; 2],
    castling_rooks: u64,
    side_to_move: i32,
    en_passant: i32,
    halfmove_clock: i32,
    fullmove_number: i32,
    fen: unsafe extern "C" fn(*const RawPosition, *mut c_char, usize) -> usize,
}

/// The FEN of `position`, as [`engine_core::notation::fen_of`] writes it.
pub(crate) fn fen(position: &Position) -> String {
    RawPosition::from(position).fen()
}

impl From<&Position> for RawPosition {
    #[inline]
    fn from(position: &Position) -> RawPosition {
        let board = position.board();
        let men = [Color::White, Color::Black].map(|color| {
            let own = board.by_color(color);
            Role::ALL.map(|role| (own & board.by_role(role)).0)
        });
        RawPosition {
            men,
            castling_rooks: position.castles().rooks().0,
            side_to_move: position.turn().fold_wb(0, 1),
            en_passant: position.legal_en_passant().map_or(-1, |square| square as i32),
            halfmove_clock: i32::try_from(position.halfmoves()).unwrap_or(i32::MAX),
            fullmove_number: i32::try_from(position.fullmoves()).unwrap_or(i32::MAX),
            fen: write_fen,
        }
    }
}

impl RawPosition {
    /// The FEN of whatever the fields are: a library may have a copy and change it.
    fn fen(&self) -> String {
        let mut setup = Setup::empty();
        for (color, men) in [Color::White, Color::Black].into_iter().zip(self.men) {
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
    let fen = position.fen();
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
        assert_eq!(raw.fen(), CAPTURE);
        // A damaged one still has a FEN.
        (raw.men, raw.castling_rooks) = ([[u64::MAX; 6]; 2], u64::MAX);
        (raw.en_passant, raw.fullmove_number, raw.side_to_move) = (77, -3, 9);
        assert!(raw.fen().contains(" b "), "{}", raw.fen());
    }

    #[test]
    fn a_fen_is_cut_to_its_room() {
        let raw = raw(CAPTURE);
        let cases = [(7, "4k3/8/\0!"), (2, "4\0!!!!!!"), (1, "\0!!!!!!!"), (0, "!!!!!!!!")];
        for (size, expected) in cases {
            let mut room = [b'!'; 8];
            // SAFETY: the position is whole, and the room has more bytes than `size`.
            let length = unsafe { (raw.fen)(&raw const raw, room.as_mut_ptr().cast(), size) };
            assert_eq!((length, str::from_utf8(&room).unwrap()), (CAPTURE.len(), expected));
        }
        // SAFETY: null is taken.
        assert_eq!(unsafe { (raw.fen)(ptr::null(), ptr::null_mut(), 8) }, 0);
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
