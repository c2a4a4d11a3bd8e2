//! The moves that evaluations choose, by the search of the arena, with their reasons.

use std::time::Duration;

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_core::rule::Aspect;
use report::serve::Refusal;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Move, Position};

use super::values::expected;
use super::{Explore, game_of};
use crate::suite::moves::{read, san};
use crate::why::{Reason, Why, captures, why};
use evaluators::AnyEvaluator;

/// The most nodes of a search.
const NODES: u64 = 1_000_000;
/// The most time of a search, for an evaluation from outside that is slow.
const TIME: Duration = Duration::from_secs(20);
/// The table of a search, two to this power entries: 4 MB.
const TABLE: u32 = 18;
/// The most moves that are compared at a time.
const COMPARED: usize = 4;

/// A question for a move after `nodes` nodes.
#[derive(Debug, Deserialize)]
pub(super) struct BestQuestion {
    position: String,
    evaluator: usize,
    nodes: u64,
}

/// The move of an evaluation.
#[derive(Debug, Serialize)]
pub(super) struct BestMove {
    uci: String,
    san: String,
    /// Centipawns of the evaluator from White's side; `None` for a mate.
    score: Option<i32>,
    /// Full moves to mate, negative if White is mated.
    mate: Option<i32>,
    /// White's expected score.
    expected: f64,
    depth: i32,
    nodes: u64,
    /// The line, in SAN.
    line: Vec<String>,
    /// The position at the end of the line.
    end: String,
    /// The terms that the line changes, in centipawns for the side to move, the greatest change first.
    gains: Vec<(&'static str, Aspect, f64)>,
}

/// A question for the reasons that a move is better than another.
#[derive(Debug, Deserialize)]
pub(super) struct WhyQuestion {
    position: String,
    evaluator: usize,
    nodes: u64,
    /// In SAN or UCI.
    moves: Vec<String>,
}

/// The moves, the best first, and the reasons that it is better than each other one.
#[derive(Debug, Serialize)]
pub(super) struct ShownWhy {
    #[serde(flatten)]
    why: Why,
    reasons: Vec<Vec<Reason>>,
}

impl Explore {
    pub(super) fn best(&self, question: &BestQuestion) -> Result<BestMove, Refusal> {
        let game = game_of(&question.position)?;
        let shown = self.evaluator(question.evaluator)?;
        let info = shown.info(&self.measured);
        check(question.nodes, 1, &game)?;
        let _turn = self.queue.turn()?;
        let evaluator = &*shown.evaluator().map_err(Refusal::invalid)?;
        let mut search = evaluator.searcher(TABLE);
        search.set_margin_scale(info.margin_scale.ratio);
        let limits = Limits { move_time: Some(TIME), ..Limits::nodes(question.nodes) };
        let found = search.go(&game, &limits, &mut |_| {}).map_err(Refusal::invalid)?;
        let best = found.best.ok_or_else(|| Refusal::invalid("no move was found"))?;
        let line = if found.line.first() == Some(&best) { found.line } else { vec![best] };
        let (end, line) = followed(evaluator, &game, line)?;
        let now = evaluator.explain(&game).map_err(Refusal::invalid)?;
        let then = evaluator.explain(&end).map_err(Refusal::invalid)?;
        let sign = game.position().turn().fold_wb(1, -1);
        let score = found.score.cp().map(|score| sign * score);
        let mate = found.score.mate_moves().map(|moves| sign * moves);
        Ok(BestMove {
            uci: uci_move(best),
            san: line[0].clone(),
            score,
            mate,
            expected: match (score, mate) {
                (Some(score), _) => expected(score, info.eval_scale),
                (None, mate) => f64::from(u8::from(mate > Some(0))),
            },
            depth: found.depth,
            nodes: found.nodes,
            line,
            end: engine_core::notation::fen_of(end.position()),
            gains: gains(&now, &then, game.position().turn()),
        })
    }

    pub(super) fn reasons(&self, question: &WhyQuestion) -> Result<ShownWhy, Refusal> {
        let game = game_of(&question.position)?;
        let shown = self.evaluator(question.evaluator)?;
        if !(1..=COMPARED).contains(&question.moves.len()) {
            return Err(Refusal::invalid(format!("name one to {COMPARED} moves to be compared")));
        }
        check(question.nodes, question.moves.len().max(2) as u64, &game)?;
        let mut moves: Vec<Move> = Vec::new();
        for text in &question.moves {
            let mv = read(text.trim(), game.position()).map_err(Refusal::invalid)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let _turn = self.queue.turn()?;
        let evaluator = &*shown.evaluator().map_err(Refusal::invalid)?;
        let found = why(evaluator, &game, &moves, question.nodes, Some(TIME), &self.measured);
        let why = found.map_err(Refusal::invalid)?;
        Ok(ShownWhy {
            reasons: why.moves.iter().skip(1).map(|other| why.reasons(other)).collect(),
            why,
        })
    }
}

/// Refuses searches that are too large, and those of games that are over.
fn check(nodes: u64, searches: u64, game: &Game) -> Result<(), Refusal> {
    if !(1..=NODES / searches).contains(&nodes) {
        let most = NODES / searches;
        return Err(Refusal::invalid(format!("a search here has 1 to {most} nodes")));
    }
    if game.position().is_game_over() {
        return Err(Refusal::invalid(
            "the game is over in this position; there is no move to choose",
        ));
    }
    Ok(())
}

/// The end of a line and of the captures after it, and the line in SAN.
fn followed(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
    line: Vec<Move>,
) -> Result<(Game, Vec<String>), Refusal> {
    let mut end = game.clone();
    let mut names = Vec::new();
    let mut follow = |end: &mut Game, moves: Vec<Move>| {
        for mv in moves {
            names.push(san(mv, end.position()));
            end.play(mv);
        }
    };
    follow(&mut end, line);
    let more = captures(evaluator, &end).map_err(Refusal::invalid)?;
    follow(&mut end, more);
    Ok((end, names))
}

/// The terms that differ between two positions, for a side, the greatest change first.
fn gains(now: &Evaluation, then: &Evaluation, side: Color) -> Vec<(&'static str, Aspect, f64)> {
    let mut changes: Vec<(&'static str, Aspect, i32)> = Vec::new();
    for (evaluation, sign) in [(then, 1), (now, -1)] {
        for term in evaluation.breakdown.terms() {
            let change = sign * side.fold_wb(1, -1) * (term.white - term.black);
            match changes.iter_mut().find(|(name, _, _)| *name == term.rule.name) {
                Some((_, _, sum)) => *sum += change,
                None => changes.push((term.rule.name, term.rule.aspect, change)),
            }
        }
    }
    changes.retain(|&(_, _, change)| change != 0);
    changes.sort_by_key(|&(_, _, change)| -change.abs());
    let changes = changes.into_iter();
    changes.map(|(name, aspect, tenths)| (name, aspect, f64::from(tenths) / 10.0)).collect()
}
