//! The moves that evaluations choose, by the search of the arena, with their reasons.

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::{fen_of, uci_move};
use openings::moves::read;
use serde::Deserialize;
use serde_json::{Value, json};
use shakmaty::{Move, Position};

use crate::values::expected_score;
use crate::why::{follow, gains, why};
use crate::{Board, Refusal, game_of};

/// The most nodes of a search.
const MAX_NODES: u64 = 1_000_000;
/// The table of a search, two to this power entries: 4 MB.
const TABLE: u32 = 18;
/// The most moves that are compared at a time.
const MAX_COMPARED: usize = 4;

/// A question for a move, or for the reasons that some moves are better than others.
#[derive(Debug, Deserialize)]
pub(crate) struct SearchQuestion {
    position: String,
    evaluator: usize,
    nodes: u64,
    /// In SAN or UCI.
    #[serde(default)]
    moves: Vec<String>,
}

impl Board {
    /// The move of an evaluation: `score` in its centipawns and `mate` in full moves from White's side, White's
    /// expected score, the line in SAN, and the terms that it changes for the side to move.
    pub(crate) fn best(&self, question: &SearchQuestion) -> Result<Value, Refusal> {
        let game = game_of(&question.position)?;
        let shown = self.evaluator(question.evaluator)?;
        check(question.nodes, 1, &game)?;
        // A search has a process of its own.
        let evaluator = (shown.source)()?.0;
        let mut search = evaluator.searcher(TABLE);
        search.set_margin_scale(shown.info.margin_scale.ratio);
        let limits = Limits { move_time: self.max_time, ..Limits::nodes(question.nodes) };
        let found = search.go(&game, &limits, &mut |_| {})?;
        let best = found.best().ok_or_else(|| Refusal::Invalid("no move was found".to_owned()))?;
        let line = if found.line.first() == Some(&best) { found.line } else { vec![best] };
        let (end, line) = follow(&*evaluator, &game, line)?;
        let sign = game.position().turn().fold_wb(1, -1);
        let score = found.score.cp().map(|score| sign * score);
        let mate = found.score.mate_moves().map(|moves| sign * moves);
        let expected = match (score, mate) {
            (Some(score), _) => expected_score(score, shown.info.eval_scale),
            (None, mate) => f64::from(u8::from(mate > Some(0))),
        };
        let gains = gains(&evaluator.explain(&game)?, &evaluator.explain(&end)?, sign).into_iter();
        let gains = gains.map(|(name, aspect, tenths)| (name, aspect, f64::from(tenths) / 10.0));
        Ok(json!({
            "uci": uci_move(best),
            "san": line[0],
            "score": score,
            "mate": mate,
            "expected": expected,
            "depth": found.depth,
            "nodes": found.nodes,
            "line": line,
            "end": fen_of(end.position()),
            "gains": gains.collect::<Vec<_>>(),
        }))
    }

    /// The moves, the best first, and the reasons that it is better than each other one.
    pub(crate) fn reasons(&self, question: &SearchQuestion) -> Result<Value, Refusal> {
        let game = game_of(&question.position)?;
        let shown = self.evaluator(question.evaluator)?;
        if !(1..=MAX_COMPARED).contains(&question.moves.len()) {
            return Err(Refusal::Invalid(format!("name one to {MAX_COMPARED} moves to compare")));
        }
        check(question.nodes, question.moves.len().max(2) as u64, &game)?;
        let mut moves: Vec<Move> = Vec::new();
        for text in &question.moves {
            let mv = read(text.trim(), game.position())?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        let evaluator = (shown.source)()?.0;
        let limits = Limits { move_time: self.max_time, ..Limits::nodes(question.nodes) };
        let why = why(&*evaluator, &shown.info, &game, &moves, &limits)?;
        let reasons = why.moves.iter().skip(1).map(|other| -> Option<Vec<(&str, f64)>> {
            let reasons = why.reasons(other)?.into_iter();
            Some(reasons.map(|(name, _, tenths)| (name, f64::from(tenths) / 10.0)).collect())
        });
        let mut answer = json!(why);
        answer["reasons"] = json!(reasons.collect::<Vec<_>>());
        Ok(answer)
    }
}

/// Refuses searches that are too large, and those of games that are over.
fn check(nodes: u64, searches: u64, game: &Game) -> Result<(), Refusal> {
    let most = MAX_NODES / searches;
    if !(1..=most).contains(&nodes) {
        return Err(Refusal::Invalid(format!("a search here has 1 to {most} nodes")));
    }
    if game.position().is_game_over() {
        let words = "the game is over in this position; there is no move to choose";
        return Err(Refusal::Invalid(words.to_owned()));
    }
    Ok(())
}
