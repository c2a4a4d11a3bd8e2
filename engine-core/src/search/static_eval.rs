//! Scores of nodes that need no search: draws by the rules, mate and stalemate, endings that tablebases solve, and the
//! static value.
//!
//! No table is probed unless tables are given, which comparisons never do: to know endings is a part of an
//! evaluation. In the tree a table is probed where a capture or a pawn's move has just been made, since only
//! there the fifty-move rule does not matter yet.
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>.

use std::sync::Arc;

use super::Search;
use super::root::RootMove;
use crate::encoded_move::EncodedMove;
use crate::endgames::{has_few_pieces, kpk, mop_up};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::movegen::Generator;
use crate::node::Node;
use crate::position::Position;
use crate::score::{EVAL_MAX, MAX_PLY, Score, Value};
use crate::tablebase::{Tablebase, Verdict};
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

    /// Looks into these tables from now on, or into none; the search should be cleared afterwards.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<Tablebase>>) {
        self.tablebase = tablebase;
    }

    #[inline]
    pub(super) fn tablebase_score(&self, node: &Node<E::State>) -> Option<Score> {
        if self.probes_tables { self.probed(node) } else { None }
    }

    #[cold]
    fn probed(&self, node: &Node<E::State>) -> Option<Score> {
        let tables = self.tablebase.as_ref()?;
        let pieces = node.position().board().occupied().count();
        if pieces > tables.pieces || node.halfmoves() > 0 {
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
        self.probes_tables = self.tablebase.is_some();
        let Some(tables) = &self.tablebase else {
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
        self.probes_tables = false;
        if moves.iter().any(|root| best.contains(&root.mv)) {
            moves.retain(|root| best.contains(&root.mv));
        }
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
    pub(super) fn update_correction(
        &mut self,
        node: &Node<E::State>,
        found: &Entry,
        eval: Option<StaticEval>,
    ) {
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
    let mated =
        node.is_check() && !Generator::new(node.position(), node.checkers()).has_legal_move();
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
