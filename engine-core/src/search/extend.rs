//! Moves that are searched more deeply.

use shakmaty::Move;

use super::zero_node::Zero;
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::Score;
use crate::search::margins::{LONGEST_LINE, SINGULAR_DEPTH, SINGULAR_TABLE_DEPTH};
use crate::tables::transposition::{Bound, Entry};

/// What a search without the table move says of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singular {
    /// Search it so many plies deeper, or less deeply.
    Extend(i32),
    /// Other moves reach this score too, and it is enough.
    Enough(Score),
}

impl<E: Evaluator> Search<E> {
    /// The plies added to a node whose side to move is in check: few moves are legal, and the
    /// threat has to be seen through.
    /// Source: <https://www.chessprogramming.org/Check_Extensions>.
    #[inline]
    pub(super) fn in_check(&self, node: &Node<E::State>) -> i32 {
        i32::from(node.is_check() && self.may_grow(node))
    }

    /// Whether the line to `node` may still grow beyond the depth of the iteration.
    #[inline]
    fn may_grow(&self, node: &Node<E::State>) -> bool {
        (node.ply() as i32) < LONGEST_LINE * self.root_depth
    }

    /// Whether the table move `mv` is much better than all others, by a search without it: then it
    /// is searched a ply deeper. If others reach `beta` too, that is enough; if the move itself
    /// only seems to, it is searched a ply less deeply.
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>.
    pub(super) fn singular(
        &mut self,
        node: &Node<E::State>,
        mv: Move,
        entry: &Entry,
        beta: Score,
        depth: i32,
    ) -> Result<Singular, Interrupted> {
        if !self.may_be_singular(node, entry, depth) {
            return Ok(Singular::Extend(0));
        }
        let target = entry.score.shifted(-(self.margins.singular * depth));
        let others = Zero {
            beta: target,
            depth: (depth - 1) / 2,
            null_move: false,
            excluded: Some(mv),
        };
        let score = self.zero_node(node, others)?;
        Ok(if score < target {
            Singular::Extend(1)
        } else if target >= beta {
            Singular::Enough(target)
        } else {
            Singular::Extend(-i32::from(entry.score >= beta))
        })
    }

    fn may_be_singular(&self, node: &Node<E::State>, entry: &Entry, depth: i32) -> bool {
        depth >= SINGULAR_DEPTH
            && entry.bound != Bound::Upper
            && entry.depth >= depth - SINGULAR_TABLE_DEPTH
            && !entry.score.is_mate()
            && self.may_grow(node)
    }
}
