//! Conditions for extending nodes.

use super::*;
use crate::game::Game;
use crate::search::material::Material;
use crate::tables::transposition::Transposition;

/// The nodes of a search of all of White's evasions, `depth` plies deep, without one of the moves.
fn nodes(depth: i32, excluded: Option<EncodedMove>) -> u64 {
    let game = Game::parse("4r1k1/5ppp/8/8/8/8/3P1PPP/R3K1NR w - - 0 1").unwrap();
    let mut search = Search::new(Material, Transposition::with_bits(12));
    let (node, line) = Node::root(&search.evaluator, &game);
    search.line = line;
    search.root_depth = 10;
    let task = ZeroWindow {
        excluded,
        ..ZeroWindow::new(Score::DRAW.shifted(450), depth)
    };
    search.zero_window(&node, task).unwrap();
    search.nodes
}

#[test]
fn a_node_in_check_is_extended_once_where_a_move_is_singular() {
    // No move of the position: so nothing is left out but the extension.
    let none = EncodedMove::normal(
        shakmaty::Role::Rook,
        shakmaty::Square::A8,
        shakmaty::Square::A1,
        None,
    );
    for depth in 1..6 {
        assert_eq!(nodes(depth + 1, Some(none)), nodes(depth, None));
    }
    assert!(nodes(2, Some(none)) < nodes(2, None));
}
