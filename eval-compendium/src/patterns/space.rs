//! Space advantage: pawns in the enemy half, and what a lead in space makes harmless.

use shakmaty::Bitboard;

use crate::board::bits::{CENTRAL_FILES, SEMI_CENTRAL_FILES, count, once, rank, ranks};
use crate::interplay::{CLOSED_SPACE_CENTRAL, CLOSED_SPACE_SEMICENTRAL, RankWorth, SPACE_PAWNS};
use crate::view::View;

/// The lead in space, in tenths of a centipawn, that leaves the opponent without counterplay.
pub(crate) const NO_COUNTERPLAY_LEAD: i32 = 400;

/// Which pawns a rule of space counts.
#[derive(Clone, Copy)]
pub(crate) enum Pawns {
    Plain,
    Central,
    Semicentral,
}

/// The own pawns on files that belong to the kind, given which of the two rules of closed
/// structures are in force.
pub(crate) fn on_files(view: &View<'_>, pawns: Bitboard, kind: Pawns) -> Bitboard {
    let closed = view.centre.gives_space();
    let central = closed && view.applies(CLOSED_SPACE_CENTRAL);
    let semicentral = closed && view.applies(CLOSED_SPACE_SEMICENTRAL);
    let files = match kind {
        Pawns::Central if central => CENTRAL_FILES,
        Pawns::Semicentral if semicentral => SEMI_CENTRAL_FILES,
        Pawns::Central | Pawns::Semicentral => Bitboard::EMPTY,
        Pawns::Plain => {
            let central = if central {
                CENTRAL_FILES
            } else {
                Bitboard::EMPTY
            };
            let semicentral = if semicentral {
                SEMI_CENTRAL_FILES
            } else {
                Bitboard::EMPTY
            };
            !(central | semicentral)
        }
    };
    pawns & files
}

/// What `pawns` are worth by the ranks five and six.
pub(crate) fn by_rank(pawns: Bitboard, worth: RankWorth) -> i32 {
    worth.rank5 * count(pawns & rank(5)) + worth.rank6 * count(pawns & rank(6))
}

/// d- and e-pawns in a closed or semi-closed centre.
pub(crate) fn closed_space_central(view: &View<'_>, worth: RankWorth) -> i32 {
    by_rank(on_files(view, view.own.pawns, Pawns::Central), worth)
}

/// c- and f-pawns in a closed or semi-closed centre.
pub(crate) fn closed_space_semicentral(view: &View<'_>, worth: RankWorth) -> i32 {
    by_rank(on_files(view, view.own.pawns, Pawns::Semicentral), worth)
}

/// The own pawns to which [`space_pawns`] gives its numbers.
pub(crate) fn plain_space_pawns(view: &View<'_>) -> Bitboard {
    on_files(view, view.own.pawns, Pawns::Plain)
}

/// What space is worth to the side with these pawns, which play up the board.
pub(crate) fn total(view: &View<'_>, pawns: Bitboard) -> i32 {
    let of = |kind, worth| by_rank(on_files(view, pawns, kind), worth);
    of(Pawns::Plain, view.numbers(SPACE_PAWNS))
        + of(Pawns::Central, view.numbers(CLOSED_SPACE_CENTRAL))
        + of(Pawns::Semicentral, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}

/// What the rules of space that are in force pay for these own pawns.
pub(crate) fn paid(view: &View<'_>, pawns: Bitboard) -> i32 {
    let of = |kind, worth| by_rank(on_files(view, pawns, kind), worth);
    once(view.applies(SPACE_PAWNS)) * of(Pawns::Plain, view.numbers(SPACE_PAWNS))
        + of(Pawns::Central, view.numbers(CLOSED_SPACE_CENTRAL))
        + of(Pawns::Semicentral, view.numbers(CLOSED_SPACE_SEMICENTRAL))
}

/// Whether the own side has so much space that the enemy has no counterplay: a big lead, no piece
/// on the own king position, no pawn in the own half (the condition NC of
/// `king-security.storm-exemption`).
pub(crate) fn no_counterplay(view: &View<'_>) -> bool {
    view.enemy.by_pieces.is_disjoint(view.own.king.zone)
        && view.enemy.pawns.is_disjoint(ranks(1, 4))
        && total(view, view.own.pawns) - total(view, view.enemy.pawns.flip_vertical())
            >= NO_COUNTERPLAY_LEAD
}
