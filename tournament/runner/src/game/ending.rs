//! The end of a game by the rules of chess, and the cost of a failure.

use engine_core::key::Key;
use engine_core::movegen::Generator;
use shakmaty::{Chess, Position};

use crate::adjudicate::won_by;
use players::record::{GameResult, Termination};

/// The end of a game in `position` by the rules of chess, if any; `occurrences` counts the current one.
pub(super) fn by_rule(
    position: &Chess,
    occurrences: impl FnOnce() -> usize,
) -> Option<(GameResult, Termination)> {
    let tree = engine_core::position::Position::from(position);
    let in_check = tree.checkers();
    if !Generator::new(&tree, in_check).has_legal_move() {
        return Some(if in_check.any() {
            (won_by(!position.turn()), Termination::Checkmate)
        } else {
            (GameResult::Draw, Termination::Stalemate)
        });
    }
    without_mobility(position, occurrences)
}

/// The same in a position that is known to have a legal move.
pub(super) fn without_mobility(
    position: &Chess,
    occurrences: impl FnOnce() -> usize,
) -> Option<(GameResult, Termination)> {
    let reason = if position.is_insufficient_material() {
        Termination::InsufficientMaterial
    } else if occurrences() >= 3 {
        Termination::Repetition
    } else if position.halfmoves() >= 100 {
        Termination::FiftyMoves
    } else {
        return None;
    };
    Some((GameResult::Draw, reason))
}

/// The number of occurrences of the last position of a game, given the keys of all its positions.
pub(super) fn occurrences(keys: &[Key]) -> usize {
    let now = keys.last();
    keys.iter().filter(|key| Some(*key) == now).count()
}

/// The result if the side to move fails. It loses, or draws if the opponent has not the material to mate by any series
/// of legal moves (FIDE Laws of Chess, 6.9 and 7.5.5).
pub(super) fn after_failure(position: &Chess) -> GameResult {
    let opponent = !position.turn();
    if position.has_insufficient_material(opponent) { GameResult::Draw } else { won_by(opponent) }
}
