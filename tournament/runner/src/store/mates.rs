//! Mates in stores of the second layout, which counted those that Black gives a move short.

use players::record::{MoveRecord, MoveScore};

/// The first layout in which all mates are right.
const RIGHT: i32 = 3;

/// True if mates that Black gives are a move short in a store of this layout.
pub(super) fn are_short(version: i32) -> bool {
    version < RIGHT
}

/// Corrects the mates of a game that begins with `book_moves` moves of a book from `start_fen`, the start
/// position if there is none.
pub(super) fn correct(moves: &mut [MoveRecord], start_fen: Option<&str>, book_moves: usize) {
    let black_begins = start_fen.and_then(|fen| fen.split_whitespace().nth(1)) == Some("b");
    let first = usize::from(black_begins) + book_moves;
    for (ply, mv) in moves.iter_mut().enumerate() {
        let is_black = (first + ply) % 2 == 1;
        // Black's own mates, of which the one in 1 was 0; those against Black were right.
        if let Some(MoveScore::Mate { mate }) = &mut mv.score
            && *mate <= 0
            && (is_black || *mate == 0)
        {
            *mate -= 1;
        }
    }
}
