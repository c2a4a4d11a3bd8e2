//! Iterative deepening: one ply more each time, until a limit is reached.

use std::time::Duration;

use shakmaty::Move;

use super::Search;
use super::root::RootMove;
use super::root_choice::Choice;
use crate::choice::Chosen;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::node::Node;
use crate::score::{MAX_PLY, Score};
use crate::search::params::time::SETTLED_DEPTH;
use crate::time_manager::{Stability, TimeManager};

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
    /// Set if the evaluator has chosen the line, whose score is then the least that it is worth.
    pub chosen: Option<Chosen>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal one (or none of those asked for).
    pub best: Option<Move>,
    /// The best line, which begins with the best move.
    pub line: Vec<Move>,
    /// Set if the evaluator has chosen the move, whose score is then the least that it is worth.
    pub chosen: Option<Chosen>,
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
}

/// The result of the last finished iteration.
#[derive(Clone, Debug)]
struct Found {
    depth: i32,
    score: Score,
    choice: Option<Choice>,
}

/// What is to be played: the best move, or another one that the evaluator has chosen.
struct Played {
    line: Vec<Move>,
    score: Score,
    chosen: Option<Chosen>,
}

impl Found {
    /// What is to be played, `best` being the best move.
    fn played(&self, best: &RootMove) -> Played {
        let choice = self.choice.as_ref();
        match choice.filter(|choice| choice.stands(best)) {
            Some(choice) => Played {
                line: choice.line.clone(),
                score: choice.score,
                chosen: Some(choice.told()),
            },
            None => Played {
                line: best.moves(),
                score: self.score,
                chosen: None,
            },
        }
    }
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
    ) -> SearchResult {
        let node = self.prepare(game, limits);
        let mut moves = root_moves(game, limits);
        let score = if moves.is_empty() {
            super::terminal::mated_or_stalemate(&node)
        } else {
            self.evaluate(&node).into()
        };
        let mut found = Found {
            depth: 0,
            score,
            choice: None,
        };
        if !moves.is_empty() {
            self.deepen(&node, &mut moves, &mut found, limits, &mut observer);
        }
        let played = moves.first().map(|best| found.played(best));
        let played = played.unwrap_or(Played {
            line: Vec::new(),
            score: found.score,
            chosen: None,
        });
        // What some of the moves are worth is not what the position is.
        if limits.search_moves.is_empty() {
            self.turns.end(node.key(), played.score);
        }
        SearchResult {
            best: played.line.first().copied(),
            line: played.line,
            chosen: played.chosen,
            score: played.score,
            depth: found.depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            time: self.time.elapsed(),
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
        let mut choosing = 0;
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
            (found.depth, found.score) = (depth, score);
            confirmed = if moves[0].mv == best {
                confirmed + 1
            } else {
                0
            };
            let before = self.nodes;
            let choice = self.choose(node, moves, depth);
            choosing += self.nodes - before;
            let broken_off = choice.is_err();
            if let Ok(choice) = choice {
                found.choice = choice;
            }
            observer(&self.report(found, &moves[0]));
            if broken_off {
                return;
            }
            let forced = self.time.is_managed() && moves.len() == 1;
            let settled = (depth >= SETTLED_DEPTH).then(|| {
                self.stability(
                    &moves[0],
                    self.nodes - choosing,
                    confirmed,
                    last.above(score),
                )
            });
            if forced || self.time.is_nearly_spent(settled) {
                return;
            }
        }
    }

    /// How settled the choice of `best` is among all moves, into which `nodes` went, if its score has
    /// fallen by `fall` centipawns.
    fn stability(&self, best: &RootMove, nodes: u64, confirmed: usize, fall: i32) -> Stability {
        Stability {
            effort: best.nodes as f64 / nodes.max(1) as f64,
            confirmed,
            fall: f64::from(fall) / self.swing,
        }
    }

    fn prepare(&mut self, game: &Game, limits: &Limits) -> Node<E::State> {
        self.time = TimeManager::new(limits);
        self.nodes = 0;
        self.node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.selective_depth = 0;
        self.table.age();
        self.killers.clear();
        let (node, line) = Node::root(&self.evaluator, game);
        self.line = line;
        self.turns.begin(self.line.keys());
        node
    }

    fn report(&self, found: &Found, best: &RootMove) -> Report {
        let played = found.played(best);
        Report {
            depth: found.depth,
            selective_depth: self.selective_depth,
            score: played.score,
            nodes: match &self.shared {
                Some(shared) => shared.nodes(self.nodes),
                None => self.nodes,
            },
            time: self.time.elapsed(),
            table_permille: self.table.permille(),
            line: played.line,
            chosen: played.chosen,
        }
    }
}

fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
    game.legal_moves()
        .into_iter()
        .filter(|mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv))
        .map(|mv| RootMove::new(mv.into()))
        .collect()
}
