//! The search: one for all evaluators, compiled once for each.
//!
//! [`Search::go`] (in `iterative_deepening`) deepens ply by ply; `root` chooses the window, looks at the root's moves and
//! consults the evaluator on whether another one is to be played; an `inner_node` is of one of two kinds, and
//! `quiescence` ends every line. A node reads top to bottom: draws, mates and its `static_eval`, the table, `pruning`,
//! then a loop over the moves of a `move_picker`, each searched to its own `depth` by the facts of the node. The `stack`
//! keeps what belongs to a ply, and [`params`](crate::params) every number. A `report` has
//! the results. In a [`ThreadPool`] several threads search together.

mod depth;
mod inner_node;
mod iterative_deepening;
mod move_picker;
mod pruning;
mod quiescence;
mod report;
mod root;
mod stack;
mod static_eval;
#[cfg(test)]
mod tests;
mod thread_pool;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

pub use report::Report;
pub use thread_pool::{STACK, ThreadPool};

use crate::choice::Turns;
use crate::encoded_move::EncodedMove;
use crate::endgames::kpk;
use crate::evaluator::Evaluator;
use crate::key::Key;
use crate::limits::{Limits, TimeManager};
use crate::node::{Line, Node};
use crate::params::{Params, time::NODES_BETWEEN_LOOKS};
use crate::tables::correction::Correction;
use crate::tables::evaluations::Evaluations;
use crate::tables::history::{History, PieceTo};
use crate::tables::transposition::Transposition;
use depth::{NodeFacts, Reductions};
use move_picker::{MoveList, MovePicker};
use stack::Stack;
use thread_pool::SharedState;

/// The search has to stop: a limit was reached, or a stop was requested.
#[derive(Clone, Copy, Debug)]
struct Interruption;

/// What was found, unless the search has to stop.
type Found<T> = Result<T, Interruption>;

/// A search with everything it keeps from move to move of a game.
pub struct Search<E: Evaluator> {
    /// Its options may be set; the search should be cleared afterwards.
    pub evaluator: E,
    /// Another one may take its place.
    pub table: Transposition,
    history: History,
    /// Only of an evaluator that is costly.
    evaluations: Evaluations,
    correction: Correction,
    /// True if what is found corrects static values.
    learns: bool,
    stack: Stack,
    reductions: Reductions,
    margin_scale: f64,
    /// The numbers before the margins are scaled.
    base: Params,
    params: Params,
    line: Line,
    turns: Turns,
    time: TimeManager,
    /// While this flag is up, searches end at once. The caller that raises it lowers it again.
    pub stop: Arc<AtomicBool>,
    /// While this flag is up, it is the other side's turn, and no time limit ends a search; the time counts
    /// all the same, and as used when the flag is lowered.
    pub pondering: Arc<AtomicBool>,
    shared: Option<Arc<SharedState>>,
    /// True if it only helps another search, which chooses the move.
    helps: bool,
    first_depth: i32,
    nodes: u64,
    node_limit: u64,
    selective_depth: usize,
    root_depth: i32,
}

impl<E: Evaluator> Search<E> {
    /// A search with an empty table.
    pub fn new(evaluator: E, table: Transposition) -> Search<E> {
        // Now, and not while a clock runs.
        kpk::solve();
        let margin_scale = evaluator.info().margin_scale.ratio;
        let params = Params::MICHNIEWSKI.scaled(margin_scale);
        Search {
            reductions: Reductions::new(&params.lmr),
            base: Params::MICHNIEWSKI,
            params,
            margin_scale,
            evaluator,
            table,
            history: History::default(),
            evaluations: Evaluations::new(E::IS_COSTLY),
            correction: Correction::new(margin_scale, params.correction.weight),
            learns: true,
            stack: Stack::default(),
            line: Line::default(),
            turns: Turns::default(),
            time: TimeManager::new(&Limits::default(), params.time),
            stop: Arc::default(),
            pondering: Arc::default(),
            shared: None,
            helps: false,
            first_depth: 1,
            nodes: 0,
            node_limit: u64::MAX,
            selective_depth: 0,
            root_depth: 0,
        }
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.evaluations.clear();
        self.turns.clear();
        self.correction.clear();
    }

    /// Another factor on the margins than the one that was measured of the evaluator: above 0, and 1
    /// for those of Michniewski's. The search should be cleared afterwards.
    pub fn set_margin_scale(&mut self, ratio: f64) {
        self.margin_scale = ratio;
        self.set_params(self.base);
    }

    /// Other numbers than those in use, with margins for Michniewski's evaluation; they are scaled here.
    /// The search should be cleared afterwards.
    pub fn set_params(&mut self, params: Params) {
        self.base = params;
        self.params = params.scaled(self.margin_scale);
        self.reductions = Reductions::new(&params.lmr);
        self.correction = Correction::new(self.margin_scale, params.correction.weight);
    }

    /// Prefetches the table entry of the position after `mv`, and returns that position's key for
    /// [`Search::make_move`]. Loading the entry takes longer than making the move, so this comes as soon as the move
    /// is chosen.
    #[inline]
    fn approach(&self, node: &Node<E::State>, mv: EncodedMove) -> Key {
        let key = node.key().moved(node.position().turn(), mv);
        self.table.prefetch(key.0 ^ self.evaluator.state_key(node));
        key
    }

    /// Plays `mv`, which has been counted and leads to `key`, on `child`, a copy of `node`: one returned would be copied.
    #[inline(never)]
    fn make_move(&mut self, node: &Node<E::State>, mv: EncodedMove, key: Key, child: &mut Node<E::State>) {
        let moved = PieceTo::of(node.position().turn(), mv);
        self.stack.set_moved(node.ply(), moved);
        node.play_keyed(&self.evaluator, mv, key, &mut self.line, child);
    }

    fn make_null_move(&mut self, node: &Node<E::State>) -> Found<Option<Node<E::State>>> {
        self.count_node()?;
        self.stack.set_moved(node.ply(), PieceTo::NONE);
        Ok(node.null_move(&self.evaluator, &mut self.line))
    }

    /// Counts the node of a move that is to be played: the one place where searches end.
    #[inline]
    fn count_node(&mut self) -> Found<()> {
        if self.nodes >= self.node_limit {
            return Err(Interruption);
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.should_stop() {
            return Err(Interruption);
        }
        self.nodes += 1;
        Ok(())
    }

    /// True if a stop was requested, or the time is over. The first nodes are always searched, to have a move.
    #[cold]
    fn should_stop(&self) -> bool {
        if self.nodes == 0 {
            return false;
        }
        let with_others = self.shared.as_ref().is_some_and(|shared| shared.poll());
        with_others || self.stop.load(Relaxed) || self.time.is_spent(self.all_nodes()) && !self.pondering.load(Relaxed)
    }

    /// The nodes of all threads, as far as this one knows.
    fn all_nodes(&self) -> u64 {
        self.shared.as_ref().map_or(self.nodes, |shared| shared.nodes(self.nodes))
    }

    /// The table's key: the position's, and whatever else the evaluator's value depends on.
    #[inline]
    fn table_key(&self, node: &Node<E::State>) -> u64 {
        node.key().0 ^ self.evaluator.state_key(node)
    }

    #[inline]
    fn move_picker<'n>(&self, node: &'n Node<E::State>, moves: &'n mut MoveList, facts: &NodeFacts) -> MovePicker<'n> {
        let killer = self.stack.killers[node.ply()];
        MovePicker::all(node, moves, facts.table_move, killer, facts.histories)
    }
}
