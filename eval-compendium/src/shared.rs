//! The rules and the search, compiled once for all tests: at their optimisation a crate shares the generic code of those
//! below it, and without this every program of a test would compile them again.

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::search::{Report, Search};
use engine_core::tables::transposition::Transposition;

use crate::Compendium;

/// Has the code compiled here. Nothing calls it.
#[doc(hidden)]
pub fn compiled_here(evaluator: &Compendium, game: &Game) -> bool {
    let (node, _) = Node::root(evaluator, game);
    let mut search = Search::new(evaluator.clone(), Transposition::with_bits(10));
    let found = search.go(game, &Limits::nodes(1), &mut |_: &Report| {});
    let recording = evaluator.record(&node);
    let terms = evaluator.explain(&node);
    found.score.cp() == Some(evaluator.evaluate(&node).cp())
        && recording.calls().is_empty()
        && terms.terms().is_empty()
}
