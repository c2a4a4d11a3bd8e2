//! The search: one for all evaluators, compiled once for each.
//!
//! [`Search::go`] (in `driver`) deepens iteratively; `aspiration` chooses the window, `root`
//! looks at the root's moves, `pv_node` and `zero_node` are the two kinds of inner node, and
//! `quiescence` ends every line. What prunes nodes is in `prune`, what prunes moves in `hopeless`,
//! what is searched more deeply in `extend`, what reduces in `reduce`, how a bare king
//! is mated in `mop_up`, and every number in [`margins`]. A [`Team`] (in `threads`) lets several
//! threads search together.

mod aspiration;
mod driver;
mod extend;
mod hopeless;
pub mod margins;
mod mop_up;
mod picker;
mod prune;
mod pv;
mod pv_node;
mod quiescence;
mod reduce;
mod root;
mod stack;
mod threads;
mod zero_node;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use shakmaty::{Chess, Move, Position};

pub use driver::{Outcome, Report};
pub use threads::{STACK, Team};

use crate::clock::Budget;
use crate::evaluator::Evaluator;
use crate::limits::Limits;
use crate::movegen::Generator;
use crate::node::{Line, Node};
use crate::score::{MAX_PLY, Score, Value};
use crate::tables::correction::Correction;
use crate::tables::history::{History, Moved};
use crate::tables::killers::Killers;
use crate::tables::packed_move::PackedMove;
use crate::tables::transposition::{Bound, Entry, Transposition};
use margins::{Margins, history_bonus, time::NODES_BETWEEN_LOOKS};
use mop_up::mop_up;
use picker::{Picker, is_quiet};
use pv::PvTable;
use reduce::Reductions;
use stack::Stack;
use threads::Crew;
use zero_node::Tried;

/// The search was told to stop: a limit was reached, or somebody asked.
#[derive(Clone, Copy, Debug)]
struct Interrupted;

/// A search with everything it remembers from move to move of a game.
pub struct Search<E: Evaluator> {
    evaluator: E,
    scratch: E::Scratch,
    table: Transposition,
    history: History,
    killers: Killers,
    /// Off in comparisons.
    correction: Option<Correction>,
    stack: Stack,
    reductions: Reductions,
    margins: Margins,
    line: Line,
    pv: PvTable,
    budget: Budget,
    stop: Arc<AtomicBool>,
    /// The other threads, if there are any.
    crew: Option<Arc<Crew>>,
    /// Plies of the first iteration.
    first_depth: i32,
    nodes: u64,
    node_limit: u64,
    selective_depth: usize,
    root_depth: i32,
}

impl<E: Evaluator> Search<E> {
    /// A search with an empty table.
    pub fn new(evaluator: E, table: Transposition) -> Search<E> {
        Search {
            margins: Margins::scaled(evaluator.info().swing),
            evaluator,
            scratch: E::Scratch::default(),
            table,
            history: History::default(),
            killers: Killers::default(),
            correction: None,
            stack: Stack::default(),
            reductions: Reductions::default(),
            line: Line::default(),
            pv: PvTable::default(),
            budget: Budget::new(&Limits::default()),
            stop: Arc::default(),
            crew: None,
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
        self.killers.clear();
        if let Some(correction) = &mut self.correction {
            correction.clear();
        }
    }

    /// Whether static values are corrected by what earlier searches found in positions with the same
    /// pawns. Off unless it is switched on, so that evaluators are compared as they are; the search
    /// should be cleared afterwards.
    pub fn set_correction(&mut self, on: bool) {
        let ratio = self.evaluator.info().swing.ratio;
        self.correction = on.then(|| Correction::new(ratio));
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The evaluator, to set its options; the search should be cleared afterwards.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Replaces the table by another one.
    pub fn set_table(&mut self, table: Transposition) {
        self.table = table;
    }

    /// While this flag is up, searches end at once. Whoever raises it lowers it again.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Plays `mv`: the one place where nodes are counted and searches end.
    #[inline]
    fn enter(&mut self, node: &Node<E::State>, mv: Move) -> Result<Node<E::State>, Interrupted> {
        self.count_node()?;
        let moved = Moved::of(node.position().turn(), mv);
        self.stack.set(node.ply(), Some(moved));
        Ok(node.play(&self.evaluator, mv, &mut self.line))
    }

    /// Passes the turn; `None` if the position does not allow it.
    fn enter_null(&mut self, node: &Node<E::State>) -> Result<Option<Node<E::State>>, Interrupted> {
        self.count_node()?;
        self.stack.set(node.ply(), None);
        Ok(node.null_move(&self.evaluator, &mut self.line))
    }

    #[inline]
    fn count_node(&mut self) -> Result<(), Interrupted> {
        if self.nodes >= self.node_limit {
            return Err(Interrupted);
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && self.has_to_stop() {
            return Err(Interrupted);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Whether somebody asked for the end, or the time is over. The first nodes are always searched:
    /// they cost next to nothing and are enough to choose a move by.
    #[cold]
    fn has_to_stop(&self) -> bool {
        if self.nodes == 0 {
            return false;
        }
        let with_others = self.crew.as_ref().is_some_and(|crew| crew.look());
        with_others || self.stop.load(Relaxed) || self.budget.is_spent()
    }

    /// The table's key: the position's, and whatever else the evaluator's value depends on.
    #[inline]
    fn table_key(&self, node: &Node<E::State>) -> u64 {
        node.key().0 ^ self.evaluator.state_key(node)
    }

    /// The static value, taken from the table where it is there; `None` in check.
    #[inline]
    fn static_value(&mut self, node: &Node<E::State>, entry: Option<&Entry>) -> Option<Value> {
        if node.is_check() {
            return None;
        }
        let stored = entry.and_then(|entry| entry.eval);
        Some(stored.unwrap_or_else(|| {
            let value = self.evaluate(node);
            if self.correction.is_none() {
                return value;
            }
            self.corrected(node, value)
        }))
    }

    /// The static value moved by what the search has learnt of it.
    #[cold]
    fn corrected(&self, node: &Node<E::State>, value: Value) -> Value {
        let correction = self.correction.as_ref();
        value + correction.map_or(0, |correction| correction.of(node.position()))
    }

    /// Learns from what a search of `node` has `found` how far its static value was off.
    #[inline]
    fn learn(&mut self, node: &Node<E::State>, found: &Entry) {
        if self.correction.is_some() {
            self.correct(node, *found);
        }
    }

    /// A capture that was best is no fault of the static value, and a bound says something only
    /// where it contradicts.
    #[cold]
    fn correct(&mut self, node: &Node<E::State>, found: Entry) {
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

    /// The evaluator's value, and what the search knows of mating a bare king.
    #[inline]
    fn evaluate(&mut self, node: &Node<E::State>) -> Value {
        let value = self.evaluator.evaluate(node, &mut self.scratch);
        value + self.margins.mop_up * mop_up(node.position())
    }

    /// The moves of `node`, best first.
    #[inline]
    fn picker<'n>(&self, node: &'n Node<E::State>, table_move: PackedMove) -> Picker<'n> {
        let (killers, trail) = (self.killers.at(node.ply()), self.stack.trail(node.ply()));
        Picker::all(node, table_move, killers, trail)
    }

    /// The score of a node that needs no search: a draw by the rules, or the end of the longest
    /// line.
    #[inline]
    fn settled(&mut self, node: &Node<E::State>) -> Option<Score> {
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

    /// How well the quiet move `mv` of `node` has done.
    #[inline]
    fn quiet_history(&self, node: &Node<E::State>, mv: Move) -> i32 {
        let trail = self.stack.trail(node.ply());
        self.history.quiet(node.position().turn(), mv, trail)
    }

    /// The reduction of a move that comes after `moves` others, in plies.
    #[inline]
    fn late_move_reduction(
        &self,
        node: &Node<E::State>,
        mv: Move,
        depth: i32,
        moves: usize,
    ) -> i32 {
        if node.is_check() || !is_quiet(mv) {
            return 0;
        }
        let history = self.quiet_history(node, mv);
        self.reductions.late_move(depth, moves, history)
    }

    /// Remembers that `mv` caused a cutoff, and that the moves tried before did not; quiet moves are
    /// not to blame where a capture was best.
    fn reward(&mut self, node: &Node<E::State>, mv: Move, tried: &Tried, depth: i32) {
        let side = node.position().turn();
        let bonus = history_bonus(depth);
        for &other in &tried.noisy {
            self.history.update_capture(side, other, -bonus);
        }
        if !is_quiet(mv) {
            self.history.update_capture(side, mv, bonus);
            return;
        }
        let trail = self.stack.trail(node.ply());
        self.killers.add(node.ply(), mv);
        self.history.update_quiet(side, mv, trail, bonus);
        for &other in &tried.quiet {
            self.history.update_quiet(side, other, trail, -bonus);
        }
    }
}

/// Whether neither side can ever mate.
#[inline]
fn is_insufficient(position: &Chess) -> bool {
    let board = position.board();
    (board.pawns() | board.rooks_and_queens()).is_empty() && position.is_insufficient_material()
}

/// After fifty moves of each side without capture or pawn move the game is drawn, unless the last
/// of them gave mate.
#[cold]
fn fifty_moves<S: Copy>(node: &Node<S>) -> Score {
    let mated =
        node.is_check() && !Generator::new(node.position(), node.checkers()).has_legal_move();
    if mated {
        Score::mated_in(node.ply())
    } else {
        Score::DRAW
    }
}
