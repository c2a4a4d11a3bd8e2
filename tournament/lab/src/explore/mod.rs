//! A page on which positions are looked at: each evaluation of them, term by term, side by side; the moves that the
//! evaluations choose, and why; the worth of a piece on each square.
//!
//! The page asks questions as JSON, and its rules of chess are those of this module: the script draws positions and
//! knows no move. Values are those of [`crate::side_by_side`] and reasons those of [`crate::why`], as the command
//! line prints them.

mod collection;
mod heat;
mod page;
mod places;
mod queue;
mod searches;
mod shown;
mod values;

use std::time::Duration;

use engine_core::game::Game;
use report::serve::{Explorer, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::calibration::measured::Measurements;
pub use collection::{Collection, CollectionError};
use evaluators::registry;
use queue::Queue;
pub use shown::ShownEvaluator;

/// Searches at a time, and those that wait for one of them.
const SEARCHES: usize = 2;
const WAITING: usize = 8;
/// The longest wait for a search.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most moves of a line.
const MOVES: usize = 2000;

/// The page and its answers.
pub struct Explore {
    evaluators: Vec<ShownEvaluator>,
    measured: Measurements,
    games: Collection,
    queue: Queue,
    page: String,
}

impl Explore {
    /// A page with all built-in evaluators and those that were `given`, and with `games` to open; `has_run` if the
    /// server shows a run, too.
    #[must_use]
    pub fn new(
        given: Vec<ShownEvaluator>,
        measured: Measurements,
        games: Collection,
        has_run: bool,
    ) -> Self {
        let builtin = registry::NAMES.iter().filter_map(|name| {
            let evaluator = registry::evaluator(name)?;
            Some(ShownEvaluator::built_in(evaluator))
        });
        Self {
            evaluators: builtin.chain(given).collect(),
            measured,
            games,
            queue: Queue::new(SEARCHES, WAITING, PATIENCE),
            page: page::html(has_run),
        }
    }

    fn evaluator(&self, at: usize) -> Result<&ShownEvaluator, Refusal> {
        let shown = self.evaluators.get(at);
        shown.ok_or_else(|| Refusal::unknown("there is no such evaluator"))
    }
}

impl Explorer for Explore {
    fn page(&self) -> &str {
        &self.page
    }

    fn answer(&self, question: &str, body: &[u8]) -> Result<String, Refusal> {
        match question {
            "evaluators" => json(&self.list()),
            "position" => json(&places::position(&read(body)?)?),
            "values" => json(&self.values(&read(body)?)?),
            "comparison" => json(&self.comparison(&read(body)?)?),
            "rule" => json(&self.rule(&read(body)?)?),
            "read" => json(&collection::read(&read::<collection::Pasted>(body)?.text)?),
            "games" => json(&self.games.list()),
            "game" => json(&self.games.game(read::<collection::Wanted>(body)?.game)?),
            "best" => json(&self.best(&read(body)?)?),
            "why" => json(&self.reasons(&read(body)?)?),
            "heat" => json(&self.heat(&read(body)?)?),
            _ => Err(Refusal::unknown("there is no such question")),
        }
    }
}

/// A question about a position.
#[derive(Debug, Deserialize)]
struct PositionQuestion {
    /// As `evalarena explain` reads it: a FEN, or a start and the moves from it.
    position: String,
    /// True to drop castling rights that the men do not have: the position is being set up.
    #[serde(default)]
    lenient: bool,
}

fn read<Q: DeserializeOwned>(body: &[u8]) -> Result<Q, Refusal> {
    serde_json::from_slice(body)
        .map_err(|error| Refusal::invalid(format!("the question is malformed: {error}")))
}

fn json(answer: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(answer).map_err(|error| Refusal { status: 500, words: error.to_string() })
}

/// The game that a text describes.
fn game_of(position: &str) -> Result<Game, Refusal> {
    if position.split_whitespace().count() > MOVES {
        let words = format!("this line has more than {MOVES} words; begin later, with a FEN");
        return Err(Refusal::invalid(words));
    }
    Game::parse(position).map_err(Refusal::invalid)
}

#[cfg(test)]
mod tests;
