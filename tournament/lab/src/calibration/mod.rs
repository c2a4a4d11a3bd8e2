//! Calibration: the scales of an evaluator's numbers, for the search and in results, measured beside Michniewski's.
//!
//! [`measure`] measures both for a new evaluator, and [`measured`] keeps them in a file.
//!
//! The margins of the search (for pruning and reductions) are bets on the distance between the static value and the
//! score of a search of some plies. They are written for Michniewski's evaluation. An evaluator whose values are twice
//! as far from the scores of a search needs margins twice as wide, whatever its pawn is worth: that factor is the margin
//! scale. The worth of a value in results is independent of it: that is the evaluation scale ([`scale`](players::scale)).
//!
//! The positions are those of games from the built-in openings, every one of `EVERY` plies,
//! outside check. In each, the evaluator's own search of `DEPTH` plies is one observation: the
//! absolute difference of its score and the static value, unless it is a mate. The mean of the
//! observations between the tenth and the ninetieth percentile is the measure: unlike a median it
//! is not rounded to the five centipawns in which some evaluators count, and unlike a mean it is
//! not ruled by the few positions in which a queen hangs.
//!
//! The change of the value over single quiet moves looks similar, but is not a substitute: where an evaluator counts
//! hanging pieces it is dominated by moves that no search would choose.

pub mod measured;

use config::{EngineConfig, EngineKind, EvaluatorConfig};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::params::Params;
use openings::Opening;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Position;

use crate::error::{LabError, message};
use crate::fit::accuracy::scale_and_ratio;
use crate::fit::{is_fitted_on, rounded};
use crate::positions;
use evaluators::{AnyEvaluator, EvaluationError, Searcher, registry};
use measured::{Measurement, values};
use players::player::configured;
use runner::drawn::builtin_openings;

const UNIT: &str = "michniewski";

/// The scales of an evaluator.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct MeasuredScale {
    pub evaluator: &'static str,
    /// The distance of a search's score from its static values, relative to Michniewski's.
    pub margin_scale: f64,
    pub margin_scale_positions: usize,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
    /// Its standard error, by games.
    pub eval_scale_error: f64,
    /// K over that of Michniewski's evaluator on the same positions.
    pub ratio: f64,
    pub ratio_error: f64,
    /// Games to whose positions K was fitted.
    pub games: usize,
    pub eval_scale_positions: usize,
    /// A key of the evaluator's values of some positions.
    pub values: String,
}

/// Measures the evaluator of `config`, without its parameters: its margin scale on `games`, as [`margin_positions`]
/// has them, its evaluation scale on the [built-in positions](positions::builtin). Fails if its values mean nothing.
pub fn measure(config: &EvaluatorConfig, games: &[Game]) -> Result<MeasuredScale, LabError> {
    let own = configured(&config.evaluator, &config.unchanged())?;
    let evaluator = own.info().name;
    let (margin_scale, margin_scale_positions) = margin_scale(&*own, games)?;
    if margin_scale <= 0.0 {
        return Err(message!(
            "{evaluator}: a search does not change its values; look at its terms with `evalarena explain`"
        ));
    }
    let positions = positions::builtin()?;
    let mut engines = [UNIT; 2].map(|name| EngineConfig::of_evaluator(name, 1));
    engines[0].kind = EngineKind::Evaluator(config.unchanged());
    let [eval_scale, ratio] = scale_and_ratio(&engines, &positions)?;
    let fitted = positions.iter().map(|position| position.number);
    let mut games: Vec<usize> = fitted.filter(|&game| is_fitted_on(game)).collect();
    let eval_scale_positions = games.len();
    games.dedup();
    Ok(MeasuredScale {
        evaluator,
        margin_scale: rounded(margin_scale, 100.0),
        margin_scale_positions,
        eval_scale: rounded(eval_scale.value, 10.0),
        eval_scale_error: rounded(eval_scale.error, 10.0),
        ratio: rounded(ratio.value, 1000.0),
        ratio_error: rounded(ratio.error, 1000.0),
        games: games.len(),
        eval_scale_positions,
        values: values(&*own)?,
    })
}

impl MeasuredScale {
    /// The measurement as it is stored.
    pub fn measurement(&self, date: &str) -> Measurement {
        Measurement {
            margin_scale: self.margin_scale,
            eval_scale: self.eval_scale,
            measured: format!(
                "{date}, on {} positions of {} built-in games",
                self.eval_scale_positions, self.games
            ),
            values: self.values.clone(),
        }
    }
}

/// The table of a search, two to this power entries.
const TABLE: u32 = 14;
const EVERY: usize = 6;
/// Plies of the search that the static value is compared with: as deep as the margins reach.
const DEPTH: i32 = 4;
const NODES: u64 = 1_000;
const PLIES: usize = 160;
/// Observations in the outer tenths do not count.
const TRIM: f64 = 0.1;

/// The positions that are searched, with the moves that led to them: from games of Michniewski's evaluation against
/// itself, one from each of the first `games` built-in openings, of which there are 10,000. `progress` is called after
/// each game.
pub fn margin_positions(games: usize, progress: impl Fn() + Sync) -> Result<Vec<Game>, LabError> {
    let mut openings = builtin_openings(None)?;
    openings.truncate(games);
    let games = openings.par_iter().map(|opening| {
        let positions = collect_positions(opening);
        progress();
        positions
    });
    let games = games.collect::<Result<Vec<_>, EvaluationError>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// A search that measures the evaluator alone, and not what the search learns of it.
fn searcher(evaluator: &dyn AnyEvaluator) -> Box<dyn Searcher> {
    let mut search = evaluator.searcher(TABLE);
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    search
}

fn collect_positions(opening: &Opening) -> Result<Vec<Game>, EvaluationError> {
    let mut search = searcher(&*registry::michniewski());
    let mut game = Game::new(opening.start.clone());
    opening.moves.iter().for_each(|&mv| game.play(mv));
    let mut positions = Vec::new();
    for ply in 0..PLIES {
        let outcome = search.go(&game, &Limits::nodes(NODES), &mut |_| {})?;
        let position = game.position();
        let goes_on = position.halfmoves() < 100 && !position.is_insufficient_material();
        let Some(best) = outcome.best().filter(|_| goes_on) else { break };
        if ply % EVERY == 0 && !game.position().is_check() {
            positions.push(game.clone());
        }
        game.play(best);
    }
    Ok(positions)
}

/// The margin scale of `evaluator`, measured on `positions`: by how much a search changes its values, relative to
/// Michniewski's; and the number of positions in which its search found no mate.
fn margin_scale(
    evaluator: &dyn AnyEvaluator,
    positions: &[Game],
) -> Result<(f64, usize), EvaluationError> {
    let reference = change_of(&*registry::michniewski(), positions)?;
    let changes = changes(evaluator, positions)?;
    Ok((trimmed_mean(&changes) / reference, changes.len()))
}

/// The trimmed mean change of `evaluator`'s values by a search, in its centipawns; 0 without a position.
pub fn change_of(evaluator: &dyn AnyEvaluator, positions: &[Game]) -> Result<f64, EvaluationError> {
    Ok(trimmed_mean(&changes(evaluator, positions)?))
}

/// The absolute differences of search and static value but for mates, sorted.
fn changes(evaluator: &dyn AnyEvaluator, positions: &[Game]) -> Result<Vec<i32>, EvaluationError> {
    let searched = positions.par_iter();
    let changes = searched.map_init(
        || searcher(evaluator),
        |search, game| {
            let value = evaluator.evaluate(game)?;
            search.clear();
            let found = search.go(game, &Limits::depth(DEPTH), &mut |_| {})?;
            let score = found.score.cp().filter(|_| !found.score.is_mate());
            Ok(score.map(|score| (score - value).abs()))
        },
    );
    let changes: Vec<Option<i32>> = changes.collect::<Result<_, _>>()?;
    let mut changes: Vec<i32> = changes.into_iter().flatten().collect();
    changes.sort_unstable();
    Ok(changes)
}

/// The mean without the outer tenths of `sorted`; 0 if there is nothing.
fn trimmed_mean(sorted: &[i32]) -> f64 {
    let cut = (sorted.len() as f64 * TRIM) as usize;
    let kept = &sorted[cut..sorted.len() - cut];
    if kept.is_empty() {
        return 0.0;
    }
    kept.iter().map(|&change| f64::from(change)).sum::<f64>() / kept.len() as f64
}
