//! Nodes that only have to show whether they reach beta: nearly all of the tree.

use arrayvec::ArrayVec;
use shakmaty::{Move, Position};

use super::picker::{Picker, is_quiet};
use super::prune::{late_move_count, null_move_reduction, reverse_futility, tries_null_move};
use super::reduce::without_table_move;
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Value, Window};
use crate::search::margins::FULL_MOVES_ZERO;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

/// What a node knows before it looks at its moves.
struct Known {
    key: u64,
    table_move: PackedMove,
    eval: Option<Value>,
}

/// The quiet moves that were searched before the one that caused a cutoff.
pub(super) type Tried = ArrayVec<Move, 64>;

impl<E: Evaluator> Search<E> {
    /// Whether `node` reaches `beta` in `depth` plies: a score at or above it is a lower bound, a
    /// score below it an upper bound. `null_move` says whether passing may be tried.
    pub(super) fn zero_node(
        &mut self,
        node: &Node<E::State>,
        beta: Score,
        depth: i32,
        null_move: bool,
    ) -> Result<Score, Interrupted> {
        if depth <= 0 {
            return self.quiescence(node, Window::zero(beta));
        }
        if let Some(score) = self.settled(node) {
            return Ok(score);
        }
        if let Some(score) = mate_distance(node.ply(), beta) {
            return Ok(score);
        }
        let key = self.table_key(node);
        let entry = self.table.probe(key, node.ply());
        if let Some(entry) = entry
            && entry.decides(depth, beta)
        {
            return Ok(entry.score);
        }
        let eval = self.static_value(node, entry.as_ref());
        self.stack.set_eval(node.ply(), eval);
        if let Some(eval) = eval {
            if reverse_futility(&self.margins, eval, beta, depth) {
                return Ok(eval.into());
            }
            if null_move
                && tries_null_move(eval, beta, depth)
                && let Some(score) = self.null_move(node, eval, beta, depth)?
            {
                return Ok(score);
            }
        }
        let known = Known {
            key,
            table_move: entry.map_or(PackedMove::NONE, |entry| entry.mv),
            eval,
        };
        self.zero_moves(node, beta, depth, &known)
    }

    /// The score of passing, if it reaches `beta`. Not tried with nothing but pawns, where having
    /// to move is often the trouble.
    fn null_move(
        &mut self,
        node: &Node<E::State>,
        eval: Value,
        beta: Score,
        depth: i32,
    ) -> Result<Option<Score>, Interrupted> {
        let board = node.position().board();
        let pieces = node.position().us() & !board.pawns() & !board.kings();
        if pieces.is_empty() {
            return Ok(None);
        }
        let Some(child) = self.enter_null(node)? else {
            return Ok(None);
        };
        let reduced = depth - null_move_reduction(&self.margins, eval, beta, depth);
        let score = -self.zero_node(&child, -beta.just_below(), reduced, false)?;
        // A mate found after passing is not a mate.
        let score = if score.is_mate() { beta } else { score };
        Ok((score >= beta).then_some(score))
    }

    fn zero_moves(
        &mut self,
        node: &Node<E::State>,
        beta: Score,
        depth: i32,
        known: &Known,
    ) -> Result<Score, Interrupted> {
        let depth = match known.table_move {
            PackedMove::NONE => without_table_move(depth),
            _ => depth,
        };
        let mut picker = Picker::all(node, known.table_move, self.killers.at(node.ply()));
        let mut best = -Score::INFINITE;
        let mut best_move = PackedMove::NONE;
        let mut tried = Tried::new();
        let mut moves = 0;
        while let Some(mv) = picker.next(node, &self.history) {
            let quiet = is_quiet(mv);
            if quiet && moves >= late_move_count(depth) && !node.is_check() && !best.is_mate() {
                picker.skip_quiet();
                continue;
            }
            let score = self.zero_move(node, mv, beta, depth, moves)?;
            moves += 1;
            if score > best {
                best = score;
                if score >= beta {
                    best_move = PackedMove::new(mv);
                    self.reward(node, mv, &tried, depth);
                    break;
                }
            }
            if quiet {
                tried.try_push(mv).ok();
            }
        }
        if moves == 0 {
            return Ok(without_moves(node));
        }
        let found = Entry {
            mv: best_move,
            score: best,
            eval: known.eval,
            depth,
            bound: if best >= beta {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.table.store(known.key, node.ply(), found);
        Ok(best)
    }

    /// The score of one move: reduced at first if it comes late.
    fn zero_move(
        &mut self,
        node: &Node<E::State>,
        mv: Move,
        beta: Score,
        depth: i32,
        moves: usize,
    ) -> Result<Score, Interrupted> {
        let reduction = if moves >= FULL_MOVES_ZERO {
            self.late_move_reduction(node, mv, depth, moves)
        } else {
            0
        };
        let child = self.enter(node, mv)?;
        let child_beta = -beta.just_below();
        let score = -self.zero_node(&child, child_beta, depth - 1 - reduction, true)?;
        if reduction > 0 && score >= beta {
            return Ok(-self.zero_node(&child, child_beta, depth - 1, true)?);
        }
        Ok(score)
    }
}

/// The score if a mate that is already found elsewhere is nearer than any that could be found here.
/// Source: <https://www.chessprogramming.org/Mate_Distance_Pruning>.
#[inline]
fn mate_distance(ply: usize, beta: Score) -> Option<Score> {
    let (worst, best) = (Score::mated_in(ply), Score::mate_in(ply + 1));
    if worst >= beta {
        Some(worst)
    } else if best < beta {
        Some(best)
    } else {
        None
    }
}

/// The score of a node without legal moves: mated or stalemate.
#[inline]
pub(super) fn without_moves<S: Copy>(node: &Node<S>) -> Score {
    if node.is_check() {
        Score::mated_in(node.ply())
    } else {
        Score::DRAW
    }
}
