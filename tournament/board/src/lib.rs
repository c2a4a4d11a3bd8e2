//! A board that answers questions about positions: each evaluation of them, term by term, side by side; the moves that
//! the evaluations choose, and why; the worth of a piece on each square.
//!
//! Questions and answers are JSON. There is no server, process, file, thread or clock here: whoever serves the board
//! adds these, so that it also runs where there are none.

mod collection;
mod comparison;
mod position;
mod searches;
mod values;
mod why;

use std::any::Any;
use std::error::Error;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use engine_core::evaluator::EvaluatorInfo;
use engine_core::game::Game;
use evaluators::{AnyEvaluator, EvaluationError};
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use collection::Collection;
pub use comparison::{AspectRow, Comparison, Disagreement, TermRow};
pub use why::{Candidate, Gain, Why, why};

/// The most moves of a line.
const MAX_MOVES: usize = 2000;

/// An evaluator for one question, and what is given back with it.
pub struct Lease(pub Arc<dyn AnyEvaluator>, pub Option<Box<dyn Any>>);

impl Deref for Lease {
    type Target = dyn AnyEvaluator;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// The evaluator that answers now, or the reason that it cannot.
pub type Source = Box<dyn Fn() -> Result<Lease, EvaluationError> + Send + Sync>;

/// An evaluator on the board.
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct BoardEvaluator {
    pub label: String,
    /// True if the run or the user named it; false if it is built in.
    pub is_given: bool,
    /// Its description, with the scales by which it counts.
    pub info: EvaluatorInfo,
    pub source: Source,
}

impl BoardEvaluator {
    /// A built-in evaluator, as its document has it.
    pub fn built_in(evaluator: Box<dyn AnyEvaluator>) -> Self {
        let info = evaluator.info();
        let evaluator: Arc<dyn AnyEvaluator> = Arc::from(evaluator);
        let source: Source = Box::new(move || Ok(Lease(Arc::clone(&evaluator), None)));
        Self { label: info.title.to_owned(), is_given: false, info, source }
    }
}

/// The evaluators and the games about which questions are answered.
pub struct Board {
    /// The evaluators, in the order in which they are listed.
    pub evaluators: Vec<BoardEvaluator>,
    /// The games.
    pub games: Collection,
    /// The most time of a search, for a slow evaluation from outside; without it no clock is read.
    pub max_time: Option<Duration>,
}

/// The reason that a question is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The question is wrong.
    Invalid(String),
    /// There is no such thing.
    Unknown(String),
}

impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Invalid(error.to_string())
    }
}

/// A question about a position, for one of the evaluators if it has a place in the list.
#[derive(Debug, Deserialize)]
struct PositionQuestion {
    /// As `evalarena explain` reads it: a FEN, or a start and the moves from it.
    position: String,
    /// True to drop castling rights that the pieces do not have: the position is being set up.
    #[serde(default)]
    lenient: bool,
}

impl Board {
    /// True if a question takes a search.
    pub fn is_search(question: &str) -> bool {
        matches!(question, "best" | "why")
    }

    /// The answer, as JSON, to the question of this name about `body`. Fails if there is no such question, or it cannot
    /// be answered.
    pub fn answer(&self, question: &str, body: &[u8]) -> Result<String, Refusal> {
        let answer = match question {
            "evaluators" => self.list(),
            "position" => position::answer(&read(body)?)?,
            "values" => self.values(&read(body)?)?,
            "comparison" => serde_json::to_value(self.comparison(&read(body)?)?)?,
            "rule" => self.rule(&read(body)?)?,
            "read" => collection::read(&read(body)?)?,
            "games" => self.games.list(),
            "game" => self.games.game(&read(body)?)?,
            "best" => self.best(&read(body)?)?,
            "why" => self.reasons(&read(body)?)?,
            "heat" => self.heat(&read(body)?)?,
            _ => return Err(Refusal::Unknown("there is no such question".to_owned())),
        };
        Ok(answer.to_string())
    }

    fn evaluator(&self, at: usize) -> Result<&BoardEvaluator, Refusal> {
        let evaluator = self.evaluators.get(at);
        evaluator.ok_or_else(|| Refusal::Unknown("there is no such evaluator".to_owned()))
    }
}

fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::Invalid(format!("the question is malformed: {error}")))
}

fn game_of(position: &str) -> Result<Game, Refusal> {
    Ok(pasted(position)?.0)
}

/// The game, and what was assumed where the text lacks a field.
fn pasted(position: &str) -> Result<(Game, Option<String>), Refusal> {
    if position.split_whitespace().count() > MAX_MOVES {
        let words = format!("this line has more than {MAX_MOVES} words; begin later, with a FEN");
        return Err(Refusal::Invalid(words));
    }
    Ok(Game::pasted(position)?)
}
