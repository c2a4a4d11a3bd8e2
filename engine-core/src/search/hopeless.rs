//! When a move of a zero-window node is not worth a look.

use shakmaty::Move;

use super::Search;
use super::picker::{Picker, is_quiet};
use super::prune::late_move_count;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::{Score, Value};
use crate::search::margins::{
    FUTILITY_DEPTH, HISTORY_PRUNING, HISTORY_PRUNING_DEPTH, NOISY_EXCHANGE, NOISY_EXCHANGE_DEPTH,
    QUIET_EXCHANGE, QUIET_EXCHANGE_DEPTH,
};
use crate::see::see_at_least;

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hopeless {
    /// Nothing.
    Nothing,
    /// This move.
    Move,
    /// This move and all quiet ones after it.
    AllQuiet,
}

/// A move's place in its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) depth: i32,
    /// How many moves have been searched.
    pub(super) moves: usize,
    pub(super) beta: Score,
    /// The best guess at the score; `None` in check.
    pub(super) estimate: Option<Value>,
}

impl<E: Evaluator> Search<E> {
    /// What to leave out, now that `mv` is next and some move has not lost at once.
    #[inline]
    pub(super) fn is_hopeless(
        &self,
        node: &Node<E::State>,
        picker: &mut Picker<'_>,
        mv: Move,
        place: Place,
    ) -> Hopeless {
        let depth = place.depth;
        if !is_quiet(mv) {
            return when(
                depth <= NOISY_EXCHANGE_DEPTH
                    && !see_at_least(node.position(), mv, -NOISY_EXCHANGE * depth),
            );
        }
        // Nothing but a search tells what a check is worth.
        if picker.gives_check(node, mv) {
            return Hopeless::Nothing;
        }
        if place.moves >= late_move_count(depth) {
            return Hopeless::AllQuiet;
        }
        let reduced = (depth - self.reductions.late_move(depth, place.moves, 0)).max(1);
        if self.is_futile(reduced, place) {
            return Hopeless::AllQuiet;
        }
        if depth <= HISTORY_PRUNING_DEPTH && self.quiet_history(node, mv) < -HISTORY_PRUNING * depth
        {
            return Hopeless::Move;
        }
        when(
            depth <= QUIET_EXCHANGE_DEPTH
                && !see_at_least(node.position(), mv, -QUIET_EXCHANGE * reduced),
        )
    }

    /// Whether no quiet move of `reduced` plies is likely to bring the score up to beta.
    /// Source: <https://www.chessprogramming.org/Futility_Pruning>.
    #[inline]
    fn is_futile(&self, reduced: i32, place: Place) -> bool {
        let hope = self.margins.futility + self.margins.futility_ply * reduced;
        reduced <= FUTILITY_DEPTH
            && place
                .estimate
                .is_some_and(|estimate| Score::from(estimate + hope) < place.beta)
    }
}

#[inline]
fn when(hopeless: bool) -> Hopeless {
    if hopeless {
        Hopeless::Move
    } else {
        Hopeless::Nothing
    }
}
