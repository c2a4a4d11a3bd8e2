//! Scores of nodes that need no search: draws by the rules, mate and stalemate, and the static value.

use super::Search;
use crate::endgames::{has_few_pieces, kpk, mop_up};
use crate::evaluator::Evaluator;
use crate::movegen::Generator;
use crate::node::Node;
use crate::position::Position;
use crate::score::{MAX_PLY, Score, Value};
use crate::tables::transposition::{Bound, Entry};

impl<E: Evaluator> Search<E> {
    /// The score of a draw by the rules, or of the end of the longest line.
    #[inline]
    pub(super) fn terminal_score(&mut self, node: &Node<E::State>) -> Option<Score> {
        if node.is_repetition() || is_insufficient(node.position()) {
            return Some(Score::DRAW);
        }
        if node.halfmoves() >= 100 {
            return Some(fifty_moves(node));
        }
        if node.ply() >= MAX_PLY {
            return Some(self.evaluate(node).into());
        }
        None
    }

    /// The static value, taken from the table where it is there and moved by what was `learnt`; `None` in check.
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
        learnt: i32,
    ) -> Option<StaticEval> {
        if node.is_check() {
            return None;
        }
        let stored = entry.and_then(|entry| entry.eval);
        let raw = stored.unwrap_or_else(|| self.evaluate(node));
        Some(StaticEval { raw, value: raw + learnt })
    }

    /// The correction of static values that was learnt in positions like that of `node`, in centipawns. To be looked up
    /// before the table is probed: the processor fetches the table's entry meanwhile.
    #[inline]
    pub(super) fn learnt(&self, node: &Node<E::State>) -> i32 {
        if node.is_check() || !self.is_corrected(node.position()) {
            return 0;
        }
        self.correction.of(node.position(), self.stack.last_moves(node.ply()))
    }

    /// True if static values of `position` are corrected: not of a bare king, where small differences lead to mate.
    #[inline]
    fn is_corrected(&self, position: &Position) -> bool {
        let none_is_bare = position.us().more_than_one() && position.them().more_than_one();
        none_is_bare && self.correction.learns()
    }

    /// Learns from what a search of `node` has `found` how far its static value was off. A capture that was best is
    /// no fault of it, and a bound is evidence only where it contradicts.
    #[inline]
    pub(super) fn update_correction(&mut self, node: &Node<E::State>, found: &Entry, eval: Option<StaticEval>) {
        let position = node.position();
        let Some(eval) = eval.filter(|_| self.learns && self.is_corrected(position)) else {
            return;
        };
        let difference = found.score.above(eval.value.into());
        let contradicts = match found.bound {
            Bound::Exact => true,
            Bound::Lower => difference > 0,
            Bound::Upper => difference < 0,
        };
        if contradicts && !found.score.is_mate() && !found.mv.is_capture_or_promotion(position) {
            let moves = self.stack.last_moves(node.ply());
            self.correction.learn(position, moves, found.depth, difference);
        }
    }

    /// The evaluator's value, and what the search knows of the last endings.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node<E::State>) -> Value {
        if has_few_pieces(node.position()) {
            return self.evaluate_ending(node);
        }
        self.evaluate_alone(node)
    }

    /// The same with few pieces: which endings of king and pawn are drawn, and how a bare king is mated.
    #[cold]
    #[inline(never)]
    fn evaluate_ending(&mut self, node: &Node<E::State>) -> Value {
        if kpk::is_drawn(node.position()) {
            return Value::clamped(0);
        }
        self.evaluate_alone(node) + self.params.mop_up * mop_up(node.position())
    }

    #[inline(always)]
    fn evaluate_alone(&mut self, node: &Node<E::State>) -> Value {
        if E::IS_COSTLY {
            let key = self.table_key(node);
            self.evaluations.get(key, || self.evaluator.evaluate(node))
        } else {
            self.evaluator.evaluate(node)
        }
    }
}

#[inline]
pub(super) fn mated_or_stalemate<S: Copy>(node: &Node<S>) -> Score {
    if node.is_check() { Score::mated_in(node.ply()) } else { Score::DRAW }
}

#[inline]
fn is_insufficient(position: &Position) -> bool {
    let board = position.board();
    (board.pawns() | board.rooks_and_queens()).is_empty() && position.is_insufficient_material()
}

/// Fifty moves of each side without capture or pawn move are a draw, unless the last one gave mate.
#[cold]
fn fifty_moves<S: Copy>(node: &Node<S>) -> Score {
    let mated = node.is_check() && !Generator::new(node.position(), node.checkers()).has_legal_move();
    if mated { Score::mated_in(node.ply()) } else { Score::DRAW }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEval {
    /// The evaluator's, as the table keeps it.
    pub(super) raw: Value,
    /// The same moved by what the search has learnt of such positions.
    pub(super) value: Value,
}

impl StaticEval {
    /// A better guess at the score, where the table shows that the value is off.
    #[inline]
    pub(super) fn refined(self, entry: Option<&Entry>) -> Value {
        entry.map_or(self.value, |entry| entry.refined(self.value))
    }
}
