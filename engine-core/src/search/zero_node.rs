//! Nodes that only have to show whether they reach beta: nearly all of the tree.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::extend::Singular;
use super::hopeless::{Hopeless, Place};
use super::picker::{Picker, is_quiet};
use super::reduce::{searched_depth, unless_check};
use super::shortcut::mate_distance;
use super::{Interrupted, Search};
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Value, Window};
use crate::search::margins::FULL_MOVES_ZERO;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry};

/// What a zero-window search is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zero {
    /// Whether the score reaches this.
    pub(super) beta: Score,
    /// In so many plies.
    pub(super) depth: i32,
    /// Whether passing may be tried.
    pub(super) null_move: bool,
    /// A move that is left out, to see what the others are worth.
    pub(super) excluded: Option<Move>,
}

impl Zero {
    /// Whether a node reaches `beta` in `depth` plies.
    pub(super) fn new(beta: Score, depth: i32) -> Zero {
        Zero {
            beta,
            depth,
            null_move: true,
            excluded: None,
        }
    }
}

/// What a node knows before it looks at its moves.
struct Known {
    key: u64,
    entry: Option<Entry>,
    eval: Option<Value>,
    /// The best guess at the score: the static value, or what the table says better.
    estimate: Option<Value>,
}

/// The moves that were searched before the one that caused a cutoff.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) quiet: ArrayVec<Move, 64>,
    pub(super) noisy: ArrayVec<Move, 32>,
}

impl Tried {
    #[inline]
    pub(super) fn add(&mut self, mv: Move) {
        if is_quiet(mv) {
            self.quiet.try_push(mv).ok();
        } else {
            self.noisy.try_push(mv).ok();
        }
    }
}

impl<E: Evaluator> Search<E> {
    /// The answer to `task`: a score at or above its beta is a lower bound, a score below it an
    /// upper bound.
    pub(super) fn zero_node(
        &mut self,
        node: &Node<E::State>,
        task: Zero,
    ) -> Result<Score, Interrupted> {
        let beta = task.beta;
        let depth = task.depth + self.in_check(node);
        let task = Zero { depth, ..task };
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
        let whole = task.excluded.is_none();
        if let Some(entry) = entry
            && whole
            && entry.decides(searched_depth(depth, entry.mv), beta)
        {
            return Ok(entry.score);
        }
        let eval = self.static_value(node, entry.as_ref());
        let refined = |eval| entry.map_or(eval, |entry| entry.refined(eval));
        let known = Known {
            key,
            entry,
            eval,
            estimate: eval.map(refined),
        };
        if whole
            && let (Some(eval), Some(estimate)) = (known.eval, known.estimate)
            && let Some(score) = self.without_move(node, (eval, estimate), task)?
        {
            return Ok(score);
        }
        self.zero_moves(node, task, &known)
    }

    fn zero_moves(
        &mut self,
        node: &Node<E::State>,
        task: Zero,
        known: &Known,
    ) -> Result<Score, Interrupted> {
        let Zero { beta, .. } = task;
        let table_move = known.entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let depth = searched_depth(task.depth, table_move);
        let mut picker = self.picker(node, table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = PackedMove::NONE;
        let mut tried = Tried::default();
        let mut moves = 0;
        loop {
            let place = Place {
                depth,
                moves,
                beta,
                estimate: known.estimate,
            };
            // Before a move that is not mate nothing is left out.
            let prunes = !node.is_check() && !best.is_mate();
            let Some(mv) = self.next_move(node, &mut picker, task, prunes.then_some(place)) else {
                break;
            };
            let score = match self.zero_extension(node, mv, task, known, depth)? {
                Singular::Enough(score) => return Ok(score),
                Singular::Extend(plies) => self.zero_move(node, mv, beta, depth + plies, moves)?,
            };
            moves += 1;
            if score > best {
                best = score;
                if score >= beta {
                    best_move = PackedMove::new(mv);
                    self.reward(node, mv, &tried, depth);
                    break;
                }
            }
            tried.add(mv);
        }
        if task.excluded.is_some() {
            // Without another move the excluded one is singular indeed.
            return Ok(if moves == 0 { beta.just_below() } else { best });
        }
        if moves == 0 {
            return Ok(without_moves(node));
        }
        self.remember(node, known, (best, best_move), beta, depth);
        Ok(best)
    }

    /// Stores what a search of `depth` plies found: the best score, and the move if it reached `beta`.
    #[inline]
    fn remember(
        &mut self,
        node: &Node<E::State>,
        known: &Known,
        (score, mv): (Score, PackedMove),
        beta: Score,
        depth: i32,
    ) {
        let bound = if score >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let found = Entry {
            mv,
            score,
            eval: known.eval,
            depth,
            bound,
        };
        self.learn(node, &found);
        self.table.store(known.key, node.ply(), found);
    }

    /// The next move that is worth a look; without a `place` every one is.
    #[inline]
    fn next_move(
        &self,
        node: &Node<E::State>,
        picker: &mut Picker<'_>,
        task: Zero,
        place: Option<Place>,
    ) -> Option<Move> {
        loop {
            let mv = picker.next(node, &self.history)?;
            if task.excluded == Some(mv) {
                continue;
            }
            let hopeless = place.map_or(Hopeless::Nothing, |place| {
                self.is_hopeless(node, picker, mv, place)
            });
            match hopeless {
                Hopeless::Nothing => return Some(mv),
                Hopeless::Move => {}
                Hopeless::AllQuiet => picker.skip_quiet(),
            }
        }
    }

    /// By how many plies `mv` is extended: only the table move can be.
    #[inline]
    fn zero_extension(
        &mut self,
        node: &Node<E::State>,
        mv: Move,
        task: Zero,
        known: &Known,
        depth: i32,
    ) -> Result<Singular, Interrupted> {
        match known.entry {
            Some(entry) if task.excluded.is_none() && entry.mv == PackedMove::new(mv) => {
                self.singular(node, mv, &entry, task.beta, depth)
            }
            _ => Ok(Singular::Extend(0)),
        }
    }

    /// The score of one move: reduced at first if it comes late.
    pub(super) fn zero_move(
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
        let reduction = unless_check(&child, reduction);
        let child_beta = -beta.just_below();
        let score = -self.zero_node(&child, Zero::new(child_beta, depth - 1 - reduction))?;
        if reduction > 0 && score >= beta {
            return Ok(-self.zero_node(&child, Zero::new(child_beta, depth - 1))?);
        }
        Ok(score)
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
