//! Explanation of an evaluator's preference for a move: the terms at the ends of the lines that it expects.
//!
//! Each move is searched alone, with the same number of nodes and without corrections. A search is worth what its static value is at
//! the end of the best line, after the captures in which quiescence search ends it, so the terms there are the
//! reasons. The captures, which a search does not report, are found again by a small search of captures alone. Where
//! a line was cut short by the transposition table the two values differ, and the output notes it.

mod reasons;
mod settled;
mod text;

use std::time::Duration;

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::params::Params;
use engine_core::score::Score;
use serde::Serialize;
use shakmaty::{Color, Move, Position};

use crate::calibration::measured::Measurements;
use crate::suite::moves::san;
use evaluators::{AnyEvaluator, EvaluationError, Searcher};
pub(crate) use reasons::Reason;
pub(crate) use settled::captures;

/// The table of a search, two to this power entries: as large as that of a UCI program, 16 MB.
const TABLE: u32 = 20;

/// Some moves of a position, as one evaluator sees them.
#[derive(Debug, Serialize)]
pub struct Why {
    /// The evaluator.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// The side to move; all scores are from this side.
    pub side: &'static str,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// The moves, the preferred one first.
    pub moves: Vec<Considered>,
}

/// A move, and where it leads.
#[derive(Debug, Serialize)]
pub struct Considered {
    /// In SAN.
    #[serde(rename = "move")]
    pub san: String,
    /// Centipawns of the evaluator, from the side to move; `None` for a mate.
    pub score: Option<i32>,
    /// Full moves to mate, negative if the side to move is mated; `None` if it is no mate.
    pub mate: Option<i32>,
    /// Plies of the search.
    pub depth: i32,
    /// The line that is expected, this move first, in SAN.
    pub line: Vec<String>,
    /// The evaluation at its end; from White's side, as ever.
    pub end: Evaluation,
    #[serde(skip)]
    rank: Score,
}

/// Searches each of `moves`, which are legal in `game`, with `nodes` nodes, in `time` at most if it is given, and the move
/// that the evaluator would play, if there is only one of them. The margin scale of one that has none in its source is in `measured`.
///
/// # Errors
/// If an evaluation from outside fails.
pub fn why(
    evaluator: &dyn AnyEvaluator,
    game: &Game,
    moves: &[Move],
    nodes: u64,
    time: Option<Duration>,
    measured: &Measurements,
) -> Result<Why, EvaluationError> {
    let info = measured.applied_to(evaluator.info());
    let mut search = evaluator.searcher(TABLE);
    // The terms at the end of a line have to account for its score.
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    search.set_margin_scale(info.margin_scale.ratio);
    let limits = Limits { move_time: time, ..Limits::nodes(nodes) };
    let mut asked = moves.to_vec();
    if let [only] = moves {
        let own = search.go(game, &limits, &mut |_| {})?.best;
        asked.extend(own.filter(|own| own != only));
    }
    let mut ask = Ask { game, limits, evaluator, search: &mut *search };
    let considered = asked.into_iter().map(|mv| ask.consider(mv));
    let mut considered = considered.collect::<Result<Vec<Considered>, _>>()?;
    considered.sort_by_key(|considered| std::cmp::Reverse(considered.rank));
    let position = game.position();
    Ok(Why {
        evaluator: info.name,
        fen: engine_core::notation::fen_of(position),
        side: match position.turn() {
            Color::White => "White",
            Color::Black => "Black",
        },
        nodes,
        moves: considered,
    })
}

struct Ask<'a> {
    game: &'a Game,
    limits: Limits,
    evaluator: &'a dyn AnyEvaluator,
    search: &'a mut dyn Searcher,
}

impl Ask<'_> {
    fn consider(&mut self, mv: Move) -> Result<Considered, EvaluationError> {
        self.search.clear();
        let limits = Limits { search_moves: vec![mv], ..self.limits.clone() };
        let found = self.search.go(self.game, &limits, &mut |_| {})?;
        let mut end = self.game.clone();
        let mut line = Vec::new();
        let expected = if found.line.first() == Some(&mv) { found.line } else { vec![mv] };
        for mv in expected {
            line.push(san(mv, end.position()));
            end.play(mv);
        }
        for mv in captures(self.evaluator, &end)? {
            line.push(san(mv, end.position()));
            end.play(mv);
        }
        Ok(Considered {
            san: line[0].clone(),
            score: found.score.cp(),
            mate: found.score.mate_moves(),
            depth: found.depth,
            line,
            end: self.evaluator.explain(&end)?,
            rank: found.score,
        })
    }
}

#[cfg(test)]
mod tests;
