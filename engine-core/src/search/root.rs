//! The root: its moves with what is known of each, the windows in which they are searched, and the rules by which an
//! evaluator plays another move than the one with the best score.
//!
//! Source: <https://www.chessprogramming.org/Aspiration_Windows>.

use shakmaty::Move;

use super::depth::{LateMove, NodeFacts};
use super::stack::Variation;
use super::{Found, Search};
use crate::choice::{Preference, RootChoice, SecondLook, Substitution};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::rule::Rule;
use crate::score::{Score, Window};
use crate::tables::transposition::{Bound, PackedMove};

#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: EncodedMove,
    /// As of the last search in which it was the best.
    pub(super) score: Score,
    pub(super) line: Variation,
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: EncodedMove) -> RootMove {
        RootMove { mv, score: -Score::INFINITE, line: Variation::from_iter([mv]), nodes: 0 }
    }

    pub(super) fn moves(&self) -> Vec<Move> {
        self.line.iter().map(|&mv| mv.into()).collect()
    }
}

impl<E: Evaluator> Search<E> {
    /// Searches the root moves within `window`. At any time the best move so far stands first.
    pub(super) fn root(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        mut window: Window,
        depth: i32,
    ) -> Found<Score> {
        let facts = self.root_facts(node, depth);
        let mut best = -Score::INFINITE;
        for index in 0..moves.len() {
            let mv = moves[index].mv;
            let before = self.nodes;
            let late = LateMove { moves: index, history: self.history.of(&facts.histories, mv) };
            let score = self.pv_move(node, mv, window, depth, late, &facts)?;
            moves[index].nodes += self.nodes - before;
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.stack.set_variation(node.ply(), mv);
                moves[..=index].rotate_right(1);
                moves[0].score = score;
                moves[0].line.clone_from(&self.stack.variations[node.ply()]);
            }
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    /// The facts about the root, whose moves are in an order of their own.
    pub(super) fn root_facts(&self, node: &Node<E::State>, depth: i32) -> NodeFacts {
        NodeFacts {
            depth,
            pv: true,
            cut: false,
            improving: false,
            has_pieces: true,
            table_move: PackedMove::NONE,
            table_move_is_noisy: false,
            histories: self.history_context(node),
        }
    }

    /// The score of the root at `depth`, expected near `last`; `report` receives scores outside a window.
    pub(super) fn aspiration(
        &mut self,
        node: &Node<E::State>,
        moves: &mut [RootMove],
        depth: i32,
        last: Score,
        mut report: impl FnMut(&Self, &RootMove, Score, Bound),
    ) -> Found<Score> {
        let params = self.params.aspiration;
        if depth < params.min_depth || last.is_mate() {
            return self.root(node, moves, Window::FULL, depth);
        }
        let (mut margin, mut reduced) = (params.window, depth);
        let mut window = Window { alpha: last.shifted(-margin), beta: last.shifted(margin) };
        loop {
            let score = self.root(node, moves, window, reduced)?;
            margin += margin / 3;
            if score <= window.alpha {
                window.alpha = score.shifted(-margin);
                reduced = depth;
                report(self, &moves[0], score, Bound::Upper);
            } else if score >= window.beta {
                window.beta = score.shifted(margin);
                // A move that is much better is so in a ply less, too.
                reduced = (reduced - 1).max(1);
                report(self, &moves[0], score, Bound::Lower);
            } else {
                return Ok(score);
            }
            // A score that is a mate, or runs away, is found faster without a window.
            if score.is_mate() || margin > 16 * params.window {
                window = Window::FULL;
            }
        }
    }

    /// The evaluator's choice in place of the best of `moves` at `depth`. A mate is played as it is.
    pub(super) fn choose(&mut self, node: &Node<E::State>, moves: &[RootMove], depth: i32) -> Found<Option<Choice>> {
        let best = &moves[0];
        if self.helps || moves.len() == 1 || best.score.is_mate() {
            return Ok(None);
        }
        let rules = self.evaluator.root_choice();
        let look = rules.second_look(node, best.score, depth, &self.turns);
        if let Some(look) = look
            && let Some(choice) = self.look_twice(node, moves, depth, look)?
        {
            return Ok(Some(choice));
        }
        self.preferred(node, moves, depth)
    }

    /// The move that the evaluator prefers to the best one, if it scores enough; of several the best.
    fn preferred(&mut self, node: &Node<E::State>, moves: &[RootMove], depth: i32) -> Found<Option<Choice>> {
        let best = &moves[0];
        let mut choice: Option<Choice> = None;
        for (index, other) in moves.iter().enumerate().skip(1) {
            let rules = self.evaluator.root_choice();
            let Some(preference) = rules.preference(node, best.mv.into(), other.mv.into()) else {
                continue;
            };
            let enough = best.score.shifted(-preference.margin);
            let beta = match &choice {
                Some(choice) => enough.max(choice.score.shifted(1)),
                None => enough,
            };
            if beta > best.score {
                continue;
            }
            let score = self.root_move_reaches(node, other.mv, beta, depth, index)?;
            if score >= beta {
                let Preference { rule, margin } = preference;
                choice = Some(Choice::instead(best, rule, margin, score, vec![other.mv.into()]));
            }
        }
        Ok(choice)
    }

    /// The score of a move of the root, searched after `moves` others, as far as it has to do with `beta`.
    fn root_move_reaches(
        &mut self,
        node: &Node<E::State>,
        mv: EncodedMove,
        beta: Score,
        depth: i32,
        moves: usize,
    ) -> Found<Score> {
        let facts = NodeFacts { pv: false, ..self.root_facts(node, depth) };
        let history = self.history.of(&facts.histories, mv);
        let late = LateMove { moves, history };
        self.zero_window_move(node, mv, beta, depth, late, &facts)
    }

    /// Searches the root from the state of `look`, and what that finds from the root's own state.
    #[cold]
    fn look_twice(
        &mut self,
        node: &Node<E::State>,
        moves: &[RootMove],
        depth: i32,
        look: SecondLook<E::State>,
    ) -> Found<Option<Choice>> {
        self.turns.look_twice();
        let best = &moves[0];
        let mut seen = moves.to_vec();
        for mv in &mut seen {
            mv.score = -Score::INFINITE;
        }
        // What is found of changed values does not correct the plain ones.
        self.learns = false;
        let from = Node { state: look.state, ..node.clone() };
        let searched = self.aspiration(&from, &mut seen, depth, best.score, |_, _, _, _| {});
        self.learns = true;
        searched?;
        let found = &seen[0];
        let beta = best.score.shifted(-look.margin);
        let line = found.moves();
        let rules = self.evaluator.root_choice();
        let eligible = found.mv != best.mv && beta <= best.score && rules.confirms(node, &look, &line);
        if !eligible {
            return Ok(None);
        }
        let score = self.root_move_reaches(node, found.mv, beta, depth, 0)?;
        Ok((score >= beta).then(|| Choice::instead(best, look.rule, look.margin, score, line)))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) chosen: Substitution,
    /// The most by which the chosen one may score less.
    margin: i32,
    /// The lower bound of its score; never more than the best move's.
    pub(super) score: Score,
    pub(super) line: Vec<Move>,
}

impl Choice {
    /// The move that begins `line` in place of `best`, shown to score at least `score`.
    fn instead(best: &RootMove, rule: Rule, margin: i32, score: Score, line: Vec<Move>) -> Choice {
        let chosen = Substitution { rule, over: best.mv.into() };
        Choice { chosen, margin, score: score.min(best.score), line }
    }

    /// True if it still holds now that `best` is the best move: it outlives the iteration that made it.
    pub(super) fn stands(&self, best: &RootMove) -> bool {
        self.chosen.over == best.mv.into() && self.score.shifted(self.margin) >= best.score
    }
}
