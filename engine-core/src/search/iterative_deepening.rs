//! Iterative deepening: one ply more each time, until a limit is reached.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use shakmaty::Position as _;

use super::report::{IterationResult, Report};
use super::root::RootMove;
use super::static_eval::mated_or_stalemate;
use super::{Found, Search};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::{Limits, Stability, TimeManager};
use crate::node::Node;
use crate::params::time::SETTLED_DEPTH;
use crate::score::{MAX_PLY, Score};
use crate::tables::history::PieceTo;
use crate::tables::transposition::{Bound, Entry, PackedMove};

impl<E: Evaluator> Search<E> {
    /// Searches the game's position within `limits`, passing `observer` every line of a finished
    /// iteration, best first, and windows that turned out too narrow. Returns what is to be played.
    ///
    /// At fixed nodes or depth the outcome depends on nothing but the game, the limits, the
    /// evaluator and what the search remembers: after [`Search::clear`] it is always the same.
    pub fn go(&mut self, game: &Game, limits: &Limits, mut observer: impl FnMut(&Report)) -> Report {
        self.go_observed(game, limits, &mut observer)
    }

    /// Apart from [`Search::go`], so that it is compiled once for an evaluator and not once for an observer.
    fn go_observed(&mut self, game: &Game, limits: &Limits, observer: &mut dyn FnMut(&Report)) -> Report {
        let node = self.prepare(game, limits);
        let mut moves = root_moves(game, limits);
        let score = if moves.is_empty() { mated_or_stalemate(&node) } else { self.evaluate(&node).into() };
        let mut found = IterationResult { depth: 0, score, choice: None };
        if !moves.is_empty() {
            self.deepen(&node, &mut moves, &mut found, limits, observer);
        }
        let mut played = self.played(&found, moves.first());
        self.complete_mate(&node, &mut played.line, played.score);
        // The score of some of the moves is not the position's.
        if limits.search_moves.is_empty() {
            self.turns.end(node.key(), played.score);
        }
        // Those of helpers are counted when they have ended.
        Report { nodes: self.nodes, ..played }
    }

    pub(super) fn deepen(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        found: &mut IterationResult,
        limits: &Limits,
        observer: &mut dyn FnMut(&Report),
    ) {
        let deepest = limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_PLY as i32 - 1);
        let lines = limits.lines.clamp(1, moves.len());
        let mut confirmed = 0;
        let mut choosing = 0;
        for depth in self.first_depth..=deepest {
            self.root_depth = depth;
            let (best, last) = (moves[0].mv, found.score);
            let finished = (lines > 1).then(|| moves.to_vec());
            let Ok(score) = self.best_lines(node, moves, depth, last, lines, observer) else {
                if let Some(finished) = finished {
                    // Lines of two iterations do not fit together.
                    moves.clone_from_slice(&finished);
                } else if moves[0].score != -Score::INFINITE {
                    // A move that the broken iteration had already proved better counts.
                    found.score = moves[0].score;
                }
                return;
            };
            (found.depth, found.score) = (depth, score);
            // A refutation that took long may be none a ply deeper.
            moves[lines..].sort_by_key(|mv| Reverse(mv.nodes));
            // The score of some of the moves is not the position's.
            if limits.search_moves.is_empty() {
                self.store_root(node, &moves[0], depth);
            }
            confirmed = if moves[0].mv == best { confirmed + 1 } else { 0 };
            let before = self.nodes;
            let choice = if lines == 1 && !limits.by_score { self.choose(node, moves, depth) } else { Ok(None) };
            choosing += self.nodes - before;
            let broken_off = choice.is_err();
            if let Ok(choice) = choice {
                found.choice = choice;
            }
            for (index, mv) in moves[..lines].iter().enumerate() {
                observer(&self.report(node, found, mv, index));
            }
            let mated = limits.mate.is_some_and(|most| is_mate_within(found.score, most));
            if broken_off || mated {
                return;
            }
            let forced = self.time.is_managed() && moves.len() == 1;
            let settled = (depth >= SETTLED_DEPTH)
                .then(|| self.stability(&moves[0], self.nodes - choosing, confirmed, last.above(score)));
            let may_end = !self.pondering.load(Relaxed);
            if may_end && (forced || self.time.is_nearly_spent(self.all_nodes(), settled)) {
                return;
            }
        }
    }

    /// The score of the best line at `depth`, expected to be near `last`. With several `lines`, each is
    /// the best of the moves that those before it leave; they are in order afterwards.
    fn best_lines(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        depth: i32,
        last: Score,
        lines: usize,
        observer: &mut dyn FnMut(&Report),
    ) -> Found<Score> {
        let mut best = last;
        for index in 0..lines {
            let expected = if index == 0 { last } else { moves[index].score };
            let rest = &mut moves[index..];
            let score = self.aspiration(node, rest, depth, expected, |search, mv, score, bound| {
                observer(&search.line_report(depth, index, mv.moves(), score, bound));
            })?;
            if index == 0 {
                best = score;
            }
        }
        if lines > 1 {
            moves[..lines].sort_by_key(|mv| Reverse(mv.score));
            best = moves[0].score;
        }
        Ok(best)
    }

    /// Stores the root in the table: lines return to it, and so does the game's next search.
    fn store_root(&mut self, node: &Node<E::State>, best: &RootMove, depth: i32) {
        let key = self.table_key(node);
        let learnt = self.learnt(node);
        let eval = self.static_eval(node, self.table.probe(key, 0).as_ref(), learnt);
        let found = Entry {
            mv: PackedMove::of(best.mv),
            score: best.score,
            eval: eval.map(|eval| eval.raw),
            depth,
            bound: Bound::Exact,
        };
        self.table.store(key, 0, found);
    }

    /// How stable the choice of `best` is, if `nodes` went into all moves and its score has fallen by `fall` centipawns.
    fn stability(&self, best: &RootMove, nodes: u64, confirmed: usize, fall: i32) -> Stability {
        Stability {
            effort: best.nodes as f64 / nodes.max(1) as f64,
            confirmed,
            fall: f64::from(fall) / self.margin_scale,
        }
    }

    pub(super) fn prepare(&mut self, game: &Game, limits: &Limits) -> Node<E::State> {
        self.time = TimeManager::new(limits, self.params.time);
        self.nodes = 0;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.selective_depth = 0;
        self.table.age();
        let (node, line) = Node::root(&self.evaluator, game);
        self.line = line;
        self.stack.begin(last_moves(game));
        self.turns.begin(&self.line.keys);
        node
    }
}

pub(super) fn last_moves(game: &Game) -> impl Iterator<Item = PieceTo> {
    let mut side = game.position().turn();
    game.moves().iter().rev().map(move |&mv| {
        side = !side;
        PieceTo::of(side, mv.into())
    })
}

fn is_mate_within(score: Score, moves: u32) -> bool {
    let mate = score.mate_moves().and_then(|mate| u32::try_from(mate).ok());
    mate.is_some_and(|mate| mate <= moves)
}

pub(super) fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
    game.legal_moves()
        .into_iter()
        .filter(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
        .map(|mv| RootMove::new(mv.into()))
        .collect()
}
