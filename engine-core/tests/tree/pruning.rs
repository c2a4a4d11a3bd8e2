//! Pruning: what it leaves out, and what it must not.

use crate::toy::{game, search};
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::search::SearchResult;

/// One move of the root and one of the answer: the answer's node is the only one with moves to prune.
fn answered(fen: &str, only: &str) -> SearchResult {
    let game = game(fen);
    let legal = game.legal_moves().into_iter();
    let limits = Limits {
        search_moves: legal.filter(|mv| uci_move(*mv) == only).collect(),
        ..Limits::depth(2)
    };
    search().go(&game, &limits, |_| {})
}

#[test]
fn quiet_moves_that_come_late_are_left_out_on_the_principal_variation() {
    // The queen steps before a bishop; beside taking it Black has dozens of quiet moves.
    let fen = "r1bqkbnr/pppp1ppp/8/8/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
    let pruned = answered(fen, "d4c5");
    assert_eq!(uci_move(pruned.line[1]), "f8c5");
    // In both iterations the queen's move and its capture, in the second one more answer, and nothing else.
    assert_eq!(pruned.nodes, 5);
}

#[test]
fn a_king_and_pawns_have_all_their_moves_searched() {
    // The queen steps before a pawn; with a knight Black's other moves are left out.
    let fen = |piece| format!("4k1{piece}1/1p1p1ppp/8/8/2Q5/8/PPP1PPPP/RNB1KBNR w KQ - 0 1");
    let [with_pieces, without] = ["n", "1"].map(|piece| answered(&fen(piece), "c4c6"));
    assert_eq!(with_pieces.line, without.line);
    // In both iterations the queen's move and its two captures.
    assert_eq!(with_pieces.nodes, 6);
    assert!(without.nodes > 15);
}
