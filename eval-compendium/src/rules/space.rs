//! Space advantage: pawns in the enemy half, and what a lead in space makes harmless.

use super::{View, count, once};
use crate::catalogue::middlegame::{CLOSED_SPACE_CENTRAL, CLOSED_SPACE_SEMICENTRAL, SPACE_PAWNS};
use crate::catalogue::thresholds::NO_COUNTERPLAY_LEAD;
use crate::context::bits::{file, rank, ranks};
use shakmaty::Bitboard;

/// The d- and e-files.
const CENTRAL: Bitboard = Bitboard(file(3).0 | file(4).0);
/// The c- and f-files.
const SEMICENTRAL: Bitboard = Bitboard(file(2).0 | file(5).0);

/// Which pawns a rule of space counts.
#[derive(Clone, Copy)]
enum Pawns {
    Plain,
    Central,
    Semicentral,
}

/// The own pawns on files that belong to the kind, given which of the two rules of closed
/// structures are in force.
fn on_files(view: &View<'_>, pawns: Bitboard, kind: Pawns) -> Bitboard {
    let closed = view.centre.gives_space();
    let central = closed && view.applies(CLOSED_SPACE_CENTRAL);
    let semicentral = closed && view.applies(CLOSED_SPACE_SEMICENTRAL);
    let files = match kind {
        Pawns::Central if central => CENTRAL,
        Pawns::Semicentral if semicentral => SEMICENTRAL,
        Pawns::Central | Pawns::Semicentral => Bitboard::EMPTY,
        Pawns::Plain => {
            let central = if central { CENTRAL } else { Bitboard::EMPTY };
            let semicentral = if semicentral {
                SEMICENTRAL
            } else {
                Bitboard::EMPTY
            };
            !(central | semicentral)
        }
    };
    pawns & files
}

/// What `pawns` are worth by the ranks five and six.
pub(super) fn by_rank(pawns: Bitboard, [fifth, sixth]: [i32; 2]) -> i32 {
    fifth * count(pawns & rank(5)) + sixth * count(pawns & rank(6))
}

/// d- and e-pawns in a closed or semi-closed centre.
pub(super) fn closed_space_central(view: &View<'_>, numbers: [i32; 2]) -> i32 {
    by_rank(on_files(view, view.own.pawns, Pawns::Central), numbers)
}

/// c- and f-pawns in a closed or semi-closed centre.
pub(super) fn closed_space_semicentral(view: &View<'_>, numbers: [i32; 2]) -> i32 {
    by_rank(on_files(view, view.own.pawns, Pawns::Semicentral), numbers)
}

/// All other pawns.
pub(super) fn space_pawns(view: &View<'_>, numbers: [i32; 2]) -> i32 {
    by_rank(plain_space_pawns(view), numbers)
}

/// The own pawns to which [`space_pawns`] gives its numbers.
pub(super) fn plain_space_pawns(view: &View<'_>) -> Bitboard {
    on_files(view, view.own.pawns, Pawns::Plain)
}

/// What space is worth to the side with these pawns, which play up the board.
fn total(view: &View<'_>, pawns: Bitboard) -> i32 {
    let of = |kind, numbers| by_rank(on_files(view, pawns, kind), numbers);
    of(Pawns::Plain, view.numbers(SPACE_PAWNS))
        + of(Pawns::Central, view.numbers(CLOSED_SPACE_CENTRAL))
        + of(Pawns::Semicentral, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}

/// What the rules of space that are in force pay for these own pawns.
pub(super) fn paid(view: &View<'_>, pawns: Bitboard) -> i32 {
    let of = |kind, numbers| by_rank(on_files(view, pawns, kind), numbers);
    once(view.applies(SPACE_PAWNS)) * of(Pawns::Plain, view.numbers(SPACE_PAWNS))
        + of(Pawns::Central, view.numbers(CLOSED_SPACE_CENTRAL))
        + of(Pawns::Semicentral, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}

/// Whether the own side has so much space that the enemy has no counterplay: a big lead, no piece
/// on the own king position, no pawn in the own half (the condition NC of
/// `king-security.storm-exemption`).
pub(super) fn no_counterplay(view: &View<'_>) -> bool {
    view.enemy.by_pieces.is_disjoint(view.own.king.zone)
        && view.enemy.pawns.is_disjoint(ranks(1, 4))
        && total(view, view.own.pawns) - total(view, view.enemy.pawns.flip_vertical())
            >= NO_COUNTERPLAY_LEAD
}
