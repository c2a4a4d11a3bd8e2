//! Iterative deepening: one ply more each time, until a limit is reached.

use std::time::Duration;

use shakmaty::Move;

use super::Search;
use super::root::RootMove;
use crate::clock::{Budget, Settled};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::node::Node;
use crate::score::{MAX_PLY, Score};
use crate::search::margins::time::SETTLED_DEPTH;

/// What a finished iteration found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub selective_depth: usize,
    /// From the side to move.
    pub score: Score,
    /// Nodes since the search started, of all threads that help.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: usize,
    /// The best line.
    pub line: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best move; `None` if there is no legal one (or none of those asked for).
    pub best: Option<Move>,
    /// The best line, which begins with the best move.
    pub line: Vec<Move>,
    /// From the side to move.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// Nodes searched: positions entered by a move or a null move, quiescence included.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

/// The result of the last finished iteration.
#[derive(Clone, Copy, Debug)]
struct Found {
    depth: i32,
    score: Score,
}

impl<E: Evaluator> Search<E> {
    /// Searches the game's position within `limits`, telling `observer` of every finished
    /// iteration.
    ///
    /// At fixed nodes or depth the outcome depends on nothing but the game, the limits, the
    /// evaluator and what the search remembers: after [`Search::clear`] it is always the same.
    pub fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut observer: impl FnMut(&Report),
    ) -> Outcome {
        let node = self.prepare(game, limits);
        let mut moves = root_moves(game, limits);
        let score = if moves.is_empty() {
            super::zero_node::without_moves(&node)
        } else {
            self.evaluate(&node).into()
        };
        let mut found = Found { depth: 0, score };
        if !moves.is_empty() {
            self.deepen(&node, &mut moves, &mut found, limits, &mut observer);
        }
        let best = moves.first();
        Outcome {
            best: best.map(|best| best.mv),
            line: best.map_or_else(Vec::new, |best| best.line.to_vec()),
            score: found.score,
            depth: found.depth,
            nodes: self.nodes,
            time: self.budget.elapsed(),
        }
    }

    /// One ply more each time, until a limit is reached.
    fn deepen(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        found: &mut Found,
        limits: &Limits,
        observer: &mut impl FnMut(&Report),
    ) {
        let deepest = limits
            .depth
            .unwrap_or(i32::MAX)
            .clamp(1, MAX_PLY as i32 - 1);
        let mut confirmed = 0;
        for depth in self.first_depth..=deepest {
            self.root_depth = depth;
            let (best, last) = (moves[0].mv, found.score);
            let Ok(score) = self.aspiration(node, moves, depth, last) else {
                // What the broken iteration had already proved better counts.
                if moves[0].score != -Score::INFINITE {
                    found.score = moves[0].score;
                }
                return;
            };
            *found = Found { depth, score };
            confirmed = if moves[0].mv == best {
                confirmed + 1
            } else {
                0
            };
            observer(&self.report(*found, &moves[0]));
            let forced = self.budget.is_managed() && moves.len() == 1;
            let settled = (depth >= SETTLED_DEPTH)
                .then(|| self.how_settled(&moves[0], confirmed, last.above(score)));
            if forced || self.budget.is_nearly_spent(settled) {
                return;
            }
        }
    }

    /// How settled the choice of `best` is, whose score has fallen by `fall` centipawns.
    fn how_settled(&self, best: &RootMove, confirmed: usize, fall: i32) -> Settled {
        Settled {
            effort: best.nodes as f64 / self.nodes.max(1) as f64,
            confirmed,
            fall: f64::from(fall) / self.evaluator.info().swing.ratio,
        }
    }

    fn prepare(&mut self, game: &Game, limits: &Limits) -> Node<E::State> {
        self.budget = Budget::new(limits);
        self.nodes = 0;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.selective_depth = 0;
        self.table.age();
        self.killers.clear();
        let (node, line) = Node::root(&self.evaluator, game);
        self.line = line;
        node
    }

    fn report(&self, found: Found, best: &RootMove) -> Report {
        Report {
            depth: found.depth,
            selective_depth: self.selective_depth,
            score: found.score,
            nodes: match &self.crew {
                Some(crew) => crew.nodes(self.nodes),
                None => self.nodes,
            },
            time: self.budget.elapsed(),
            table_permille: self.table.permille(),
            line: best.line.to_vec(),
        }
    }
}

fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
    game.legal_moves()
        .into_iter()
        .filter(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
        .map(RootMove::new)
        .collect()
}
