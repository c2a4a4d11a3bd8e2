//! The root: its moves are kept from iteration to iteration with what is known of each.

use shakmaty::Move;

use super::depth::LateMove;
use super::facts::NodeFacts;
use super::stack::Variation;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Window};
use crate::tables::packed_move::PackedMove;

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: EncodedMove,
    /// As of the last search in which it was the best.
    pub(super) score: Score,
    /// The line that begins with the move.
    pub(super) line: Variation,
    /// Nodes that went into the move since the search started.
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: EncodedMove) -> RootMove {
        RootMove { mv, score: -Score::INFINITE, line: Variation::from_iter([mv]), nodes: 0 }
    }

    /// The line, to be played or printed.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.line.iter().map(|&mv| mv.into()).collect()
    }
}

impl<E: Evaluator> Search<E> {
    /// Searches the root moves within `window`. The best move so far stands first at any time,
    /// so an interrupted search leaves its best move there.
    pub(super) fn root(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        mut window: Window,
        depth: i32,
    ) -> Result<Score, Interruption> {
        let facts = self.root_facts(node, depth);
        let mut best = -Score::INFINITE;
        for index in 0..moves.len() {
            let mv = moves[index].mv;
            let before = self.nodes;
            let late = LateMove { moves: index, history: self.history.of(&facts.histories, mv) };
            let score = self.pv_move(node, mv, window, depth, late, &facts)?;
            moves[index].nodes += self.nodes - before;
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.stack.set_variation(node.ply(), mv);
                moves[..=index].rotate_right(1);
                moves[0].score = score;
                moves[0].line.clone_from(self.stack.variation(node.ply()));
            }
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The facts about the root, whose moves are in an order of their own.
    pub(super) fn root_facts(&self, node: &Node<E::State>, depth: i32) -> NodeFacts {
        NodeFacts {
            depth,
            pv: true,
            cut: false,
            improving: false,
            has_pieces: true,
            table_move: PackedMove::NONE,
            table_move_is_noisy: false,
            histories: self.history_context(node),
        }
    }
}
