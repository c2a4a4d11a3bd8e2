//! Reports of a search while it runs, and its result.

use std::time::Duration;

use shakmaty::Move;

use super::Search;
use super::root::{Choice, RootMove};
use crate::choice::Substitution;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::Score;
use crate::tables::transposition::Bound;

/// The result of a finished iteration, or of one that continues with another window.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// The rank of the line, the best one being 1.
    pub rank: usize,
    /// From the side to move.
    pub score: Score,
    /// The bound that the score is: exact at the end of an iteration.
    pub bound: Bound,
    /// Nodes since the search started, of all threads that help.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// The share of the table that is filled, in thousandths.
    pub table_permille: usize,
    /// The line.
    pub line: Vec<Move>,
    /// Set if the evaluator has chosen the line, whose score is then the least that it is worth.
    pub chosen: Option<Substitution>,
}

impl Report {
    /// True if it is the best line at the end of an iteration.
    pub fn is_result(&self) -> bool {
        self.rank == 1 && self.bound == Bound::Exact
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal one (or none of the requested ones).
    pub best: Option<Move>,
    /// The best line, which begins with the best move.
    pub line: Vec<Move>,
    /// Set if the evaluator has chosen the move, whose score is then the least that it is worth.
    pub chosen: Option<Substitution>,
    /// From the side to move.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// Nodes searched: positions entered by a move or a null move, quiescence included.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// The share of the table that is filled, in thousandths.
    pub table_permille: usize,
}

impl SearchResult {
    /// The same as a last report: what the search has used by now.
    pub fn report(&self) -> Report {
        Report {
            depth: self.depth,
            selective_depth: self.selective_depth,
            rank: 1,
            score: self.score,
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.time,
            table_permille: self.table_permille,
            line: self.line.clone(),
            chosen: self.chosen,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct IterationResult {
    pub(super) depth: i32,
    pub(super) score: Score,
    pub(super) choice: Option<Choice>,
}

/// The move to play: the best one, or another that the evaluator prefers.
pub(super) struct LineToPlay {
    pub(super) line: Vec<Move>,
    pub(super) score: Score,
    pub(super) chosen: Option<Substitution>,
}

impl IterationResult {
    pub(super) fn line_to_play(&self, best: &RootMove) -> LineToPlay {
        let choice = self.choice.as_ref();
        match choice.filter(|choice| choice.stands(best)) {
            Some(choice) => LineToPlay {
                line: choice.line.clone(),
                score: choice.score,
                chosen: Some(choice.substitution()),
            },
            None => LineToPlay { line: best.moves(), score: self.score, chosen: None },
        }
    }
}

impl<E: Evaluator> Search<E> {
    /// The line that is the `index`-th best, counted from 0, and begins with `mv`.
    pub(super) fn report(
        &self,
        node: &Node<E::State>,
        found: &IterationResult,
        mv: &RootMove,
        index: usize,
    ) -> Report {
        let mut line = match index {
            0 => found.line_to_play(mv),
            _ => LineToPlay { line: mv.moves(), score: mv.score, chosen: None },
        };
        self.complete_mate(node, &mut line.line, line.score);
        Report {
            chosen: line.chosen,
            ..self.line_report(found.depth, index, line.line, line.score, Bound::Exact)
        }
    }

    pub(super) fn line_report(
        &self,
        depth: i32,
        index: usize,
        line: Vec<Move>,
        score: Score,
        bound: Bound,
    ) -> Report {
        Report {
            depth,
            selective_depth: self.selective_depth,
            rank: index + 1,
            score,
            bound,
            nodes: match &self.shared {
                Some(shared) => shared.nodes(self.nodes),
                None => self.nodes,
            },
            time: self.time.elapsed(),
            table_permille: self.table.permille(),
            line,
            chosen: None,
        }
    }
}
