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
mod values;

use std::time::Duration;

use config::EvaluatorConfig;
use engine_core::evaluator::{EvalScale, EvaluatorInfo};
use engine_core::game::Game;
use report::serve::{Explorer, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::calibration::measured::Measurements;
pub use collection::{Collection, CollectionError};
use players::evaluator::AnyEvaluator;
use players::player::{PlayerError, configured};
use players::registry;
use queue::Queue;

/// Searches at a time, and those that wait for one of them.
const SEARCHES: usize = 2;
const WAITING: usize = 8;
/// The longest wait for a search.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most moves of a line.
const MOVES: usize = 2000;

/// An evaluator that is shown.
pub struct ShownEvaluator {
    /// Its name on the page.
    pub label: String,
    /// The evaluator.
    pub evaluator: Box<dyn AnyEvaluator>,
    /// True if the run or the user named it; false if it is built in.
    pub is_given: bool,
    /// The evaluation scale of its configuration, if it has one.
    pub eval_scale: Option<f64>,
    /// The margin scale of its configuration, if it has one.
    pub margin_scale: Option<f64>,
}

impl ShownEvaluator {
    /// The evaluator of a configuration.
    ///
    /// # Errors
    /// If it cannot be set up.
    pub fn given(label: &str, config: &EvaluatorConfig) -> Result<Self, PlayerError> {
        Ok(Self {
            label: label.to_owned(),
            evaluator: configured(label, config)?,
            is_given: true,
            eval_scale: config.eval_scale,
            margin_scale: config.margin_scale,
        })
    }

    /// The ratings of its weakest and its strongest level; `None` if it has none, or other numbers than those that were
    /// measured.
    fn ratings(&self) -> Option<[f64; 2]> {
        let levels = self.evaluator.levels();
        let (weakest, strongest) = (levels.first()?, levels.last()?);
        (!self.is_given).then_some([weakest.elo, strongest.elo])
    }

    /// Its description, with the scales of its configuration, or else the measured ones.
    fn info(&self, measured: &Measurements) -> EvaluatorInfo {
        let mut info = measured.applied_to(self.evaluator.info());
        if let Some(centipawns) = self.eval_scale {
            info.eval_scale = EvalScale {
                centipawns,
                measured: "configured",
            };
        }
        if let Some(ratio) = self.margin_scale {
            info.margin_scale.ratio = ratio;
        }
        info
    }
}

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
            Some(ShownEvaluator {
                label: evaluator.info().title.to_owned(),
                evaluator,
                is_given: false,
                eval_scale: None,
                margin_scale: None,
            })
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
    /// As `tournament explain` reads it: a FEN, or a start and the moves from it.
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
    serde_json::to_string(answer).map_err(|error| Refusal {
        status: 500,
        words: error.to_string(),
    })
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
