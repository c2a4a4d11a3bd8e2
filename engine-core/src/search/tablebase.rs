//! Endings that are solved: their scores in the tree, and their moves at the root.
//!
//! Nothing is probed unless tables are given, which comparisons never do: to know endings is a part of an
//! evaluation. In the tree a table is probed where a capture or a pawn's move has just been made, since only
//! there the fifty-move rule does not matter yet.
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>.

use std::sync::Arc;

use super::Search;
use super::root::RootMove;
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::node::Node;
use crate::score::{EVAL_MAX, Score, Value};
use crate::tablebase::{Tablebase, Verdict};

/// Tables, and whether the tree of this search probes them.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tablebase: Option<Arc<Tablebase>>,
    in_tree: bool,
}

impl<E: Evaluator> Search<E> {
    /// Looks into these tables from now on, or into none; the search should be cleared afterwards.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tables = Tables { tablebase, in_tree: false };
    }

    /// The result of probing tables at a node, if they are probed.
    #[inline]
    pub(super) fn tablebase_score(&self, node: &Node<E::State>) -> Option<Score> {
        if self.tables.in_tree { self.probed(node) } else { None }
    }

    #[cold]
    fn probed(&self, node: &Node<E::State>) -> Option<Score> {
        let tables = self.tables.tablebase.as_ref()?;
        let men = node.position().board().occupied().count();
        if men > tables.men() || node.halfmoves() > 0 {
            return None;
        }
        let won = Score::from(Value::clamped(EVAL_MAX));
        Some(match tables.after_zeroing(&node.position().to_chess())? {
            Verdict::Win => won,
            Verdict::Draw => Score::DRAW,
            Verdict::Loss => -won,
        })
    }

    /// Keeps only the root's moves that tables hold to be best, if they have the position. The tree then probes
    /// no table: all that is left is to be won as the evaluation would, and no mate is to be hidden by a verdict.
    pub(super) fn choose_by_tables(
        &mut self,
        game: &Game,
        moves: &mut Vec<RootMove>,
        limits: &Limits,
    ) {
        self.tables.in_tree = self.tables.tablebase.is_some();
        let Some(tables) = &self.tables.tablebase else {
            return;
        };
        let is_plain = limits.mate.is_none() && limits.lines <= 1;
        if !is_plain || !tables.has(game.position()) {
            return;
        }
        let Some(best) = tables.best_moves(game.position()) else {
            return;
        };
        let best: Vec<EncodedMove> = best.into_iter().map(Into::into).collect();
        self.tables.in_tree = false;
        if moves.iter().any(|root| best.contains(&root.mv)) {
            moves.retain(|root| best.contains(&root.mv));
        }
    }
}
