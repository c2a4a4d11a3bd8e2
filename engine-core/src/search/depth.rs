//! The depth to which a move is searched: extensions and reductions.

use super::task::ZeroWindow;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::params::LateMoveReductions;
use crate::score::Score;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

/// The verdict of a search without the table move.
#[derive(Clone, Copy, Debug)]
pub(super) enum SingularVerdict {
    /// Plies by which it is searched deeper, or less deeply.
    Extend(i32),
    /// Other moves reach this score too, and it is enough.
    Enough(Score),
}

/// Reductions by depth and number of the move, in plies.
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    table: Box<[[i8; 64]; 64]>,
    min_depth: i32,
    history: i32,
}

impl Reductions {
    pub(super) fn new(params: &LateMoveReductions) -> Reductions {
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (moves, entry) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (moves as f64).ln();
                *entry = (params.base + product / params.divisor) as i8;
            }
        }
        Reductions {
            table,
            min_depth: params.min_depth,
            history: params.history,
        }
    }

    /// The reduction of a quiet move with this `history`, searched after `moves` others; it
    /// leaves at least one ply of `depth`.
    #[inline]
    pub(super) fn late_move(&self, depth: i32, moves: usize, history: i32) -> i32 {
        if depth < self.min_depth {
            return 0;
        }
        let base = self.table[depth.min(63) as usize][moves.min(63)];
        (i32::from(base) - history / self.history).clamp(0, depth - 2)
    }
}

impl<E: Evaluator> Search<E> {
    /// The plies added to a node whose side to move is in check: few moves are legal, and the
    /// threat has to be seen through. Not to one that is not searched `whole`: it is searched a second time,
    /// without one of its moves, and has been extended already.
    /// Source: <https://www.chessprogramming.org/Check_Extensions>.
    #[inline]
    pub(super) fn check_extension(&self, node: &Node<E::State>, whole: bool) -> i32 {
        i32::from(whole && node.is_check() && self.may_grow(node))
    }

    /// True if the line to `node` may still grow beyond the depth of the iteration.
    #[inline]
    fn may_grow(&self, node: &Node<E::State>) -> bool {
        (node.ply() as i32) < self.params.longest_line * self.root_depth
    }

    /// By how many plies `mv` is extended: only the table's move can be. If a search without it
    /// shows that it is much better than all others, it is searched a ply deeper. If others reach
    /// `beta` too, that is enough; if the move itself only seems to, it is searched a ply less deeply.
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>.
    #[inline]
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        entry: Option<&Entry>,
        beta: Score,
        depth: i32,
    ) -> Result<SingularVerdict, Interruption> {
        match entry {
            Some(entry)
                if entry.mv == PackedMove::of(mv) && self.may_be_singular(node, entry, depth) =>
            {
                self.singular(node, mv, entry, beta, depth)
            }
            _ => Ok(SingularVerdict::Extend(0)),
        }
    }

    #[inline]
    fn may_be_singular(&self, node: &Node<E::State>, entry: &Entry, depth: i32) -> bool {
        let params = &self.params.singular;
        depth >= params.min_depth
            && entry.bound != Bound::Upper
            && entry.depth >= depth - params.table_depth
            && !entry.score.is_mate()
            && self.may_grow(node)
    }

    fn singular(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        entry: &Entry,
        beta: Score,
        depth: i32,
    ) -> Result<SingularVerdict, Interruption> {
        let target = entry.score.shifted(-(self.params.singular.margin * depth));
        let others = ZeroWindow {
            beta: target,
            depth: (depth - 1) / 2,
            null_move: false,
            excluded: Some(mv),
        };
        let score = self.zero_window(node, others)?;
        Ok(if score < target {
            SingularVerdict::Extend(1)
        } else if target >= beta {
            SingularVerdict::Enough(target)
        } else {
            SingularVerdict::Extend(-i32::from(entry.score >= beta))
        })
    }

    /// The depth to which a node is searched when `depth` is requested: without a table move a ply
    /// less, since its order of moves is poor.
    /// Source: E. Schröder, internal iterative reductions, 2020.
    #[inline]
    pub(super) fn internal_iterative_reduction(&self, depth: i32, table_move: PackedMove) -> i32 {
        let poor = table_move == PackedMove::NONE && depth >= self.params.iir_min_depth;
        depth - i32::from(poor)
    }

    /// The reduction of `mv`, searched after `moves` others, in plies.
    #[inline]
    pub(super) fn late_move_reduction(
        &self,
        node: &Node<E::State>,
        mv: EncodedMove,
        depth: i32,
        moves: usize,
    ) -> i32 {
        if node.is_check() || !mv.is_quiet() {
            return 0;
        }
        let history = self.quiet_history(node, mv);
        self.reductions.late_move(depth, moves, history)
    }
}

/// The reduction of a move that led to `child`: none if it gave check.
#[inline]
pub(super) fn unless_check<S: Copy>(child: &Node<S>, reduction: i32) -> i32 {
    if child.is_check() { 0 } else { reduction }
}
