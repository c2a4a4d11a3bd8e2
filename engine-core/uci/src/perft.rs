//! Leaves of the tree of legal moves, counted below each move, until stopped.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine_core::game::Game;
use engine_core::movegen::{Generator, perft};
use engine_core::position::Position;
use shakmaty::Move;

/// Plies counted without a look at the flag: a fraction of a second.
const AT_ONCE: u32 = 4;

/// The deepest count: deeper counts are not known.
pub(crate) const DEEPEST: u32 = 20;

/// The leaves `depth` plies below `game`, reported move by move; `None` if `stop` was raised.
pub(crate) fn divide(
    game: &Game,
    depth: u32,
    stop: &AtomicBool,
    mut report: impl FnMut(Move, u64),
) -> Option<u64> {
    let Some(below) = depth.checked_sub(1) else {
        return Some(1);
    };
    let root = Position::from(game.position());
    let mut total = 0_u64;
    for mv in game.legal_moves() {
        let leaves = count(&after(&root, mv), below, stop)?;
        total = total.saturating_add(leaves);
        report(mv, leaves);
    }
    Some(total)
}

fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= AT_ONCE {
        return (!stop.load(Relaxed)).then(|| perft(position, depth));
    }
    let moves = Generator::new(position, position.checkers()).all();
    let mut below = moves.into_iter().map(|mv| count(&after(position, mv), depth - 1, stop));
    below.try_fold(0_u64, |sum, leaves| Some(sum.saturating_add(leaves?)))
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv);
    after
}
