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

/// Openings, middlegames, endgames, checks, castling, promotions, en passant, mates.
const POSITIONS: [&str; 24] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
    "startpos moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8",
    "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5",
    "startpos moves d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5",
    "startpos moves e2e4 e7e6 d2d4 d7d5 b1c3 f8b4 e4e5 c7c5 a2a3 b4c3 b2c3 g8e7 d1g4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1B3N2/PP2QPPP/RNBR2K1 w - - 0 13",
    "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 8",
    "2rq1rk1/pb2bppp/1pn1pn2/8/2BP4/P1N2N2/1P2QPPP/R1B2RK1 w - - 4 14",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p4ppp/1p2b3/2p1P3/2P2P2/1P1q4/P2Q2PP/R4RK1 w - - 0 24",
    "1r3rk1/5ppp/p2p4/2pPp3/P1P1P1n1/2N2qP1/5P1P/R1BQR1K1 w - - 0 21",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "2k5/5pp1/p6p/1p2P3/1P3P2/P2K3P/6P1/8 w - - 0 34",
    "5k2/1R4p1/4pp1p/r7/4P3/5P1P/6PK/8 w - - 2 41",
    "8/8/1p1kp1p1/p1pr1n1p/P6P/1R1P2P1/2P2KB1/8 w - - 0 33",
    "6k1/5p1p/4p1p1/3b4/1P1B4/5P2/6PP/6K1 b - - 0 36",
    "8/3k4/8/2KP1p2/5P2/8/8/8 w - - 0 50",
    "8/8/8/3k4/8/8/3KBN2/8 w - - 0 60",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "r1b2rk1/ppq1bppp/2p1pn2/8/2BP1P2/P1N1PR2/1PQ3PP/R1B3K1 w - - 0 1",
];

/// The positions as games.
pub fn positions() -> impl Iterator<Item = Game> {
    POSITIONS.iter().map(|text| Game::parse(text).expect("bench positions are legal"))
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
