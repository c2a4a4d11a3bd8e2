//! Rules of choice: what an evaluator plays at the root in place of the move with the best score.

use shakmaty::Move;

use super::depth::LateMove;
use super::facts::NodeFacts;
use super::root::RootMove;
use super::{Interruption, Search};
use crate::choice::{Preference, RootChoice, SecondLook, Substitution};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::node::Node;
use crate::rule::Rule;
use crate::score::Score;

/// A move that a rule has chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    rule: Rule,
    /// The move with the best score.
    over: EncodedMove,
    /// The most by which the chosen one may score less.
    margin: i32,
    /// The lower bound of its score; never more than the best move's.
    pub(super) score: Score,
    pub(super) line: Vec<Move>,
}

impl Choice {
    /// The move that begins `line` in place of `best`, shown to score at least `score`.
    fn instead(best: &RootMove, rule: Rule, margin: i32, score: Score, line: Vec<Move>) -> Choice {
        Choice { rule, over: best.mv, margin, score: score.min(best.score), line }
    }

    /// True if it still holds now that `best` is the best move: no other one, and no better than
    /// the rule allows. So a choice outlives the iteration that made it, and a later one that is
    /// broken off.
    pub(super) fn stands(&self, best: &RootMove) -> bool {
        self.over == best.mv && self.score.shifted(self.margin) >= best.score
    }

    /// The part of it that a report shows.
    pub(super) fn substitution(&self) -> Substitution {
        Substitution { rule: self.rule, over: self.over.into() }
    }
}

impl<E: Evaluator> Search<E> {
    /// The evaluator's choice in place of the best of `moves`, after an iteration of `depth` plies.
    /// A mate is played as it is.
    pub(super) fn choose(
        &mut self,
        node: &Node<E::State>,
        moves: &[RootMove],
        depth: i32,
    ) -> Result<Option<Choice>, Interruption> {
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

    /// The move that the evaluator prefers to the best one, if it scores enough; of several the one
    /// that is shown to score most.
    fn preferred(
        &mut self,
        node: &Node<E::State>,
        moves: &[RootMove],
        depth: i32,
    ) -> Result<Option<Choice>, Interruption> {
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
    ) -> Result<Score, Interruption> {
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
    ) -> Result<Option<Choice>, Interruption> {
        self.turns.look_twice();
        let best = &moves[0];
        let mut seen = moves.to_vec();
        for mv in &mut seen {
            mv.score = -Score::INFINITE;
        }
        // What is found of changed values does not correct the plain ones.
        self.learns = false;
        let searched = self.aspiration(
            &node.with_state(look.state),
            &mut seen,
            depth,
            best.score,
            |_, _, _, _| {},
        );
        self.learns = true;
        searched?;
        let found = &seen[0];
        let beta = best.score.shifted(-look.margin);
        let line = found.moves();
        let rules = self.evaluator.root_choice();
        let eligible =
            found.mv != best.mv && beta <= best.score && rules.confirms(node, &look, &line);
        if !eligible {
            return Ok(None);
        }
        let score = self.root_move_reaches(node, found.mv, beta, depth, 0)?;
        Ok((score >= beta).then(|| Choice::instead(best, look.rule, look.margin, score, line)))
    }
}
