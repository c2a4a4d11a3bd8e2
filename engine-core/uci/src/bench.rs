//! Reproducible work: a fixed search whose node count identifies a version of the search, and whose time its speed; and the
//! leaves of the tree of legal moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::movegen::{Generator, perft};
use engine_core::notation::uci_move;
use engine_core::position::Position;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use shakmaty::Move;

use crate::output::{score, speed};

/// Plies searched without an argument.
pub const DEPTH: i32 = 11;

/// Entries of the table, as a power of two: it stays in the cache, as in a tournament.
pub const TABLE_BITS: u32 = 16;

/// The positions as games: openings, middlegames, endgames, checks, castling, promotions, en passant, mates.
pub fn positions() -> impl Iterator<Item = Game> {
    include_str!("bench.txt").lines().map(|text| Game::parse(text).expect("bench positions are legal"))
}

/// Searches every position to `depth` with a cleared search and prints what it took, line by line; a raised
/// `stop` ends it without a result.
pub fn run<E: Evaluator>(evaluator: E, depth: i32, stop: &Arc<AtomicBool>, mut send: impl FnMut(&str)) {
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    let EvaluatorInfo { margin_scale, eval_scale, .. } = evaluator.info();
    send(&format!("margin scale {} (measured: {})", margin_scale.ratio, margin_scale.measured));
    send(&format!("evaluation scale {} (measured: {})", eval_scale.centipawns, eval_scale.measured));
    let mut search = Search::new(evaluator, Transposition::with_bits(TABLE_BITS));
    search.stop = Arc::clone(stop);
    for game in positions() {
        search.clear();
        let outcome = search.go(&game, &Limits::depth(depth), |_| {});
        if stop.load(Relaxed) {
            break;
        }
        nodes += outcome.nodes;
        time += outcome.time;
        let best = outcome.best().map_or_else(|| "none".to_owned(), uci_move);
        let score = score(outcome.score);
        let fen = engine_core::notation::fen_of(game.position());
        send(&format!("{:>10} nodes  {best:<5}  {score:<10}  {fen}", outcome.nodes));
    }
    if !stop.load(Relaxed) {
        send(&format!("{nodes} nodes {} nps", speed(nodes, time)));
    }
}

/// Plies counted without a look at the flag: a fraction of a second.
const AT_ONCE: u32 = 4;

/// The deepest count: deeper counts are not known.
pub(crate) const MAX_PERFT_DEPTH: u32 = 20;

/// The leaves `depth` plies below `game`, reported move by move; `None` if `stop` was raised.
pub(crate) fn divide(game: &Game, depth: u32, stop: &AtomicBool, mut report: impl FnMut(Move, u64)) -> Option<u64> {
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
    after.play(mv.into());
    after
}
