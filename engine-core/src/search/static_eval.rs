//! The value of a node without a search.

use super::Search;
use crate::endgames::{kpk, mop_up::mop_up};
use crate::evaluator::Evaluator;
use crate::handicap;
use crate::node::Node;
use crate::score::Value;
use crate::tables::transposition::{Bound, Entry};

impl<E: Evaluator> Search<E> {
    /// The static value before the table is probed, whose memory is still on its way: to compute it takes less time
    /// than to wait. `None` in check, and of a costly evaluator, whose value the table may know.
    #[inline]
    pub(super) fn early_static_eval(&mut self, node: &Node<E::State>) -> Option<Value> {
        if E::IS_COSTLY {
            return None;
        }
        self.static_eval(node, None)
    }

    /// The static value, taken from the table where it is there; `None` in check.
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        node: &Node<E::State>,
        entry: Option<&Entry>,
    ) -> Option<Value> {
        if node.is_check() {
            return None;
        }
        let stored = entry.and_then(|entry| entry.eval);
        Some(stored.unwrap_or_else(|| {
            let value = self.evaluate(node);
            if self.correction.is_none() && self.params.noise == 0 {
                return value;
            }
            self.adjusted(node, value)
        }))
    }

    /// The static value moved by what the search has learnt of it, and with an error in it if it plays below its
    /// strength.
    #[cold]
    fn adjusted(&self, node: &Node<E::State>, value: Value) -> Value {
        let correction = self.correction.as_ref();
        let learnt = correction.map_or(0, |correction| correction.of(node.position()));
        value + learnt + handicap::error(self.table_key(node), self.params.noise)
    }

    /// Learns from what a search of `node` has `found` how far its static value was off.
    #[inline]
    pub(super) fn update_correction(&mut self, node: &Node<E::State>, found: &Entry) {
        if self.correction.is_some() {
            self.learn(node, *found);
        }
    }

    /// A capture that was best is no fault of the static value, and a bound is evidence only
    /// where it contradicts.
    #[cold]
    fn learn(&mut self, node: &Node<E::State>, found: Entry) {
        let (Some(correction), Some(eval)) = (&mut self.correction, found.eval) else {
            return;
        };
        let difference = found.score.above(eval.into());
        let contradicts = match found.bound {
            Bound::Exact => true,
            Bound::Lower => difference > 0,
            Bound::Upper => difference < 0,
        };
        let position = node.position();
        if contradicts && !found.score.is_mate() && !found.mv.takes_or_promotes(position) {
            correction.learn(position, found.depth, difference);
        }
    }

    /// The evaluator's value, and what the search knows of the last endings: which ones of king and
    /// pawn are drawn, and how a bare king is mated.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &Node<E::State>) -> Value {
        if kpk::is_drawn(node.position()) {
            return Value::clamped(0);
        }
        let value = if E::IS_COSTLY {
            let key = self.table_key(node);
            self.evaluations.get(key, || self.evaluator.evaluate(node))
        } else {
            self.evaluator.evaluate(node)
        };
        value + self.params.mop_up * mop_up(node.position())
    }
}
