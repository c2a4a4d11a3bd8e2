//! What a piece is worth by its place.

use shakmaty::{Bitboard, Role};

use crate::catalogue::Key;
use crate::catalogue::middlegame::{ADVANCED_MINOR, PIECE_MOBILITY};
use crate::catalogue::pieces::{ACTIVITY_ROOK_SEMI_OPEN, CONFIG_ROOK_OPEN_FILE};
use crate::context::bits::rank;
use crate::context::side::Piece;
use crate::rules::{View, count, once};

/// A factor that changes nothing, in tenths.
pub(super) const WHOLE: i32 = 10;

/// A rule's numbers, or nothing where it is switched off.
fn numbers<const N: usize>(view: &View<'_>, rule: Key<N>) -> [i32; N] {
    if view.applies(rule) {
        view.numbers(rule)
    } else {
        [0; N]
    }
}

/// The positional terms of an own piece in the middlegame: its free squares, a minor on rank 5 or
/// 6, a rook on an open or half-open file.
pub(super) fn terms(view: &View<'_>, piece: &Piece) -> i32 {
    let [square] = numbers(view, PIECE_MOBILITY);
    square * count(piece.attacks & view.empty) + place(view, piece)
}

fn place(view: &View<'_>, piece: &Piece) -> i32 {
    let at = Bitboard::from_square(piece.square);
    match piece.role {
        Role::Knight | Role::Bishop => {
            let [fifth, sixth] = numbers(view, ADVANCED_MINOR);
            fifth * once(at.intersects(rank(5))) + sixth * once(at.intersects(rank(6)))
        }
        Role::Rook if at.intersects(view.own.structure.files) => 0,
        Role::Rook if at.intersects(view.enemy.structure.files) => {
            let [half_open] = numbers(view, ACTIVITY_ROOK_SEMI_OPEN);
            half_open
        }
        Role::Rook => {
            let [open] = numbers(view, CONFIG_ROOK_OPEN_FILE);
            open
        }
        _ => 0,
    }
}
