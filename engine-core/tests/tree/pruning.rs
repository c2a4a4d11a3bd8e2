//! Pruning: what it leaves out, and what it must not.

use crate::toy::{game, search};
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::params::Params;
use engine_core::search::SearchResult;

/// The search of `text` with numbers that `change` has changed.
fn go(text: &str, limits: &Limits, change: impl FnOnce(&mut Params)) -> SearchResult {
    let mut search = search();
    let mut params = Params::MICHNIEWSKI;
    change(&mut params);
    search.set_params(params);
    search.go(&game(text), limits, |_| {})
}

/// Only these moves of the root.
fn moves(text: &str, depth: i32, among: &[&str]) -> Limits {
    let legal = game(text).legal_moves().into_iter();
    Limits {
        search_moves: legal
            .filter(|mv| among.contains(&uci_move(*mv).as_str()))
            .collect(),
        ..Limits::depth(depth)
    }
}

/// One move of the root and one of the answer: the answer's node is the only one with moves to prune.
#[test]
fn quiet_moves_that_cannot_reach_alpha_are_left_out_on_the_principal_variation() {
    // The queen steps before a bishop; beside taking it Black has dozens of quiet moves.
    let fen = "r1bqkbnr/pppp1ppp/8/8/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
    let limits = moves(fen, 2, &["d4c5"]);
    let pruned = go(fen, &limits, |_| {});
    let full = go(fen, &limits, |params| {
        params.futility.max_depth = 0;
        params.lmp.max_depth = 0;
    });
    assert_eq!(uci_move(pruned.line[1]), "f8c5");
    assert_eq!((pruned.line, pruned.score), (full.line, full.score));
    // In both iterations the queen's move and its capture, and nothing else.
    assert_eq!(pruned.nodes, 4);
    assert!(full.nodes > 20);
}
