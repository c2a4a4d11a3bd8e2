//! What a search reports while it runs, and in the end.

use std::time::Duration;

use shakmaty::{Move, Position as _};

use super::Search;
use super::root::{Choice, RootMove};
use crate::choice::Substitution;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::score::Score;
use crate::tables::transposition::Bound;

/// A line of a finished iteration, or of one that continues with another window. In the end the line that is played, with
/// what the search has used by then.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched, of the last finished iteration.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// The rank of the line, the best one being 1.
    pub rank: usize,
    /// From the side to move.
    pub score: Score,
    /// The bound that the score is: exact at the end of an iteration.
    pub bound: Bound,
    /// Nodes searched, of all threads that help: positions entered by a move or a null move, quiescence included.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// The share of the table that is filled, in thousandths.
    pub table_permille: usize,
    /// The line; empty if there is no legal move, or none of the requested ones.
    pub line: Vec<Move>,
    /// Set if the evaluator has chosen the line, whose score is then the least that it is worth.
    pub chosen: Option<Substitution>,
}

impl Report {
    /// The move that begins the line.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// True if it is the best line at the end of an iteration.
    pub fn is_result(&self) -> bool {
        self.rank == 1 && self.bound == Bound::Exact
    }
}

#[derive(Clone, Debug)]
pub(super) struct IterationResult {
    pub(super) depth: i32,
    pub(super) score: Score,
    pub(super) choice: Option<Choice>,
}

impl<E: Evaluator> Search<E> {
    /// The line to play: that of `best`, or another that the evaluator prefers; its mate may end before it.
    pub(super) fn played(&self, found: &IterationResult, best: Option<&RootMove>) -> Report {
        let (depth, bound) = (found.depth, Bound::Exact);
        let choice = found.choice.as_ref();
        match choice.filter(|choice| best.is_some_and(|best| choice.stands(best))) {
            Some(choice) => Report {
                chosen: Some(choice.chosen),
                ..self.line_report(depth, 0, choice.line.clone(), choice.score, bound)
            },
            None => {
                let line = best.map_or_else(Vec::new, RootMove::moves);
                self.line_report(depth, 0, line, found.score, bound)
            }
        }
    }

    /// The line that is the `index`-th best, counted from 0, and begins with `mv`.
    pub(super) fn report(&self, node: &Node<E::State>, found: &IterationResult, mv: &RootMove, index: usize) -> Report {
        let mut report = match index {
            0 => self.played(found, Some(mv)),
            _ => self.line_report(found.depth, index, mv.moves(), mv.score, Bound::Exact),
        };
        self.complete_mate(node, &mut report.line, report.score);
        report
    }

    pub(super) fn line_report(&self, depth: i32, index: usize, line: Vec<Move>, score: Score, bound: Bound) -> Report {
        let nodes = self.all_nodes();
        Report {
            depth,
            selective_depth: self.selective_depth,
            rank: index + 1,
            score,
            bound,
            nodes,
            time: self.time.elapsed(nodes),
            table_permille: self.table.permille(),
            line,
            chosen: None,
        }
    }

    /// Continues `line` from the root `node` by moves that the table knows to lead to the mate that its `score` announces:
    /// quiescence, in which mates are found too, keeps no variation.
    pub(super) fn complete_mate(&self, node: &Node<E::State>, line: &mut Vec<Move>, score: Score) {
        let Some(plies) = score.mate_plies().filter(|&plies| line.len() < plies) else {
            return;
        };
        let mut keys = self.line.clone();
        let mut at = node.clone();
        for &mv in line.iter() {
            at = at.play(&self.evaluator, mv, &mut keys);
        }
        while line.len() < plies {
            let from_here = if line.len().is_multiple_of(2) { score } else { -score };
            let mut moves = at.position().to_chess().legal_moves().into_iter();
            let next = moves.find_map(|mv| {
                let after = at.play(&self.evaluator, mv, &mut keys);
                self.is_known(&after, -from_here, plies).then_some((mv, after))
            });
            let Some((mv, after)) = next else { break };
            line.push(mv);
            at = after;
        }
    }

    /// True if `node` is the end of a mate after `plies` plies, or the table knows that it has `score`.
    fn is_known(&self, node: &Node<E::State>, score: Score, plies: usize) -> bool {
        if node.ply() == plies {
            return node.position().to_chess().is_checkmate();
        }
        let entry = self.table.probe(self.table_key(node), node.ply());
        entry.is_some_and(|entry| entry.score == score) && !node.is_repetition()
    }
}
