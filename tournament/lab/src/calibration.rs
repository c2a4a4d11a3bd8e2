//! Calibration: the scales of an evaluator's numbers, for the search and in results, measured beside Michniewski's.
//!
//! [`measure`] measures both for a new evaluator, and [`Measurements`] keeps them in a file, [`FILE`], in the folder where
//! the arena is started. Its numbers go into the configuration of every run, as the keys `margin_scale` and `eval_scale` of
//! an `[[engine]]` do, so that a run begun with one number is not resumed with another. An evaluator's own numbers and
//! those of a configuration take precedence.
//!
//! The margins of the search (for pruning and reductions) are bets on the distance between the static value and the
//! score of a search of some plies. They are written for Michniewski's evaluation. An evaluator whose values are twice
//! as far from the scores of a search needs margins twice as wide, whatever its pawn is worth: that factor is the margin
//! scale. The worth of a value in results is independent of it: that is the evaluation scale ([`scale`](players::scale)).
//!
//! The positions are those of games from the built-in openings, every one of `EVERY` plies, outside check. In each, the
//! evaluator's own search of `DEPTH` plies is one observation: the absolute difference of its score and the static
//! value, unless it is a mate. The mean of the observations between the tenth and the ninetieth percentile is the
//! measure: unlike a median it is not rounded to the five centipawns in which some evaluators count, and unlike a mean
//! it is not ruled by the few positions in which a queen hangs.
//!
//! The change of the value over single quiet moves looks similar, but is not a substitute: where an evaluator counts
//! hanging pieces it is dominated by moves that no search would choose.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{anyhow, bail};
use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::params::Params;
use eval_simplified::MICHNIEWSKI_SCALE;
use openings::{Fingerprint, Opening};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use shakmaty::Position;

use crate::fit::accuracy::scale_and_ratio;
use crate::fit::{is_fitted_on, rounded};
use crate::positions;
use config::disk::replace_file;
use config::{EVAL_SCALE, EngineConfig, EngineKind, EvaluatorConfig, MARGIN_SCALE, Parameters, disk};
use evaluators::{AnyEvaluator, EvaluationError, Searcher, registry};
use players::player::confirmed;
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
pub fn measure(config: &EvaluatorConfig, games: &[Game]) -> anyhow::Result<MeasuredScale> {
    let own = confirmed(&config.evaluator, &config.unchanged())?;
    let evaluator = own.info().name;
    // The distance of a search's scores from its values, as far as it finds no mate, beside that of Michniewski's.
    let changes = changes(&*own, games)?;
    let margin_scale = trimmed_mean(&changes) / change_of(&*registry::michniewski(), games)?;
    if margin_scale <= 0.0 {
        bail!("{evaluator}: a search does not change its values; look at its terms with `evalarena explain`");
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
        margin_scale_positions: changes.len(),
        eval_scale: rounded(eval_scale.value, 10.0),
        eval_scale_error: rounded(eval_scale.error, 10.0),
        ratio: rounded(ratio.value, 1000.0),
        ratio_error: rounded(ratio.error, 1000.0),
        games: games.len(),
        eval_scale_positions,
        values: values(&*own)?,
    })
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
pub fn margin_positions(games: usize, progress: impl Fn() + Sync) -> anyhow::Result<Vec<Game>> {
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

/// The file, in the folder where the arena is started.
pub const FILE: &str = "measured.toml";

const HEAD: &str = "# What `evalarena check` has measured of evaluators that have no scales in their source\n\
    # (docs/statistics.md, Margin scale and evaluation scale). `values` shows whether the evaluator is still the same.\n";

/// Openings whose final positions make the key of an evaluator.
const ASKED: usize = 500;

/// The measurement of one evaluator: its scales, and the date and the program by which they were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measurement {
    margin_scale: f64,
    eval_scale: f64,
    measured: String,
    /// A key of its values of some positions, by which it is recognized.
    values: String,
}

/// The measurements of all evaluators of a file, by their names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Measurements(BTreeMap<String, Measurement>);

impl Measurements {
    /// Reads a file; without one there are no measurements.
    pub fn read(path: &Path) -> anyhow::Result<Measurements> {
        let text = match disk::text(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => bail!("{}: {error}", path.display()),
            Ok(text) => text,
        };
        let wrong = |message: &str| {
            anyhow!("{}: {message}; `evalarena check NAME` writes it anew when it is gone", path.display())
        };
        let all: Self = toml::from_str(&text).map_err(|e| wrong(e.to_string().trim_end()))?;
        for (name, Measurement { margin_scale, eval_scale, .. }) in &all.0 {
            if !MARGIN_SCALE.contains(margin_scale) || !EVAL_SCALE.contains(eval_scale) {
                return Err(wrong(&format!(
                    "{name}: margin_scale must be 0.01 to 100 and eval_scale 1 to 100000, and they are {margin_scale} and \
                     {eval_scale}"
                )));
            }
        }
        Ok(all)
    }

    /// With one more measurement, of this day.
    pub fn with(mut self, scale: &MeasuredScale, date: &str) -> Measurements {
        let (positions, games) = (scale.eval_scale_positions, scale.games);
        let measurement = Measurement {
            margin_scale: scale.margin_scale,
            eval_scale: scale.eval_scale,
            measured: format!("{date}, on {positions} positions of {games} built-in games"),
            values: scale.values.clone(),
        };
        self.0.insert(scale.evaluator.to_owned(), measurement);
        self
    }

    /// Writes a file, at once and entirely or not at all.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        // Names are texts and numbers finite: TOML can represent all of them.
        let text = toml::to_string(self).unwrap_or_default();
        Ok(replace_file::<std::io::Error>(path, |to| write!(to, "{HEAD}\n{text}"))?)
    }

    /// The evaluator's own numbers, with measured ones in place of those that it lacks.
    pub fn applied_to(&self, info: EvaluatorInfo) -> EvaluatorInfo {
        let (margin_scale, eval_scale) = self.missing(&info);
        EvaluatorInfo {
            margin_scale: margin_scale.map_or(info.margin_scale, |ratio| MarginScale { ratio, measured: FILE }),
            eval_scale: eval_scale.map_or(info.eval_scale, |centipawns| EvalScale { centipawns, measured: FILE }),
            ..info
        }
    }

    /// Measured margin scale and evaluation scale, as far as the evaluator has none in its source.
    fn missing(&self, info: &EvaluatorInfo) -> (Option<f64>, Option<f64>) {
        let of_it = self.0.get(info.name);
        let margin_scale = of_it.filter(|_| !info.margin_scale.is_measured());
        let eval_scale = of_it.filter(|_| !info.eval_scale.is_measured());
        (margin_scale.map(|of| of.margin_scale), eval_scale.map(|of| of.eval_scale))
    }

    /// The number of centipawns of a program with this evaluator that are worth one of Michniewski's, for an evaluator
    /// without a scale in its source.
    pub fn scale_of(&self, evaluator: &str) -> Option<f64> {
        Some(self.0.get(evaluator)?.eval_scale / MICHNIEWSKI_SCALE.centipawns)
    }

    /// Parameters, with measured numbers where they and the evaluator's source have none.
    pub fn completed(&self, evaluator: &str, mut parameters: Parameters) -> Parameters {
        if let Some(info) = registry::info(evaluator) {
            let (margin_scale, eval_scale) = self.missing(&info);
            parameters.margin_scale = parameters.margin_scale.or(margin_scale);
            parameters.eval_scale = parameters.eval_scale.or(eval_scale);
        }
        parameters
    }

    /// Gives the evaluators among `engines` the numbers that neither their source nor the configuration has, and
    /// evaluations from outside the scale that they state; returns a warning for each that was not measured or has
    /// changed since.
    pub fn give_all(&self, engines: &mut [EngineConfig]) -> anyhow::Result<Vec<String>> {
        let mut warnings = Vec::new();
        for engine in engines {
            let EngineKind::Evaluator(config) = &mut engine.kind else {
                continue;
            };
            let evaluator = match &config.external {
                Some(_) => Some(confirmed(&engine.name, &config.unchanged())?),
                None => registry::evaluator(&config.evaluator),
            };
            let Some(evaluator) = evaluator else { continue };
            let (name, info) = (&config.evaluator, evaluator.info());
            let (margin_scale, eval_scale) = self.missing(&info);
            let stated =
                Some(info.eval_scale.centipawns).filter(|_| config.external.is_some() && info.eval_scale.is_measured());
            config.eval_scale = config.eval_scale.or(stated);
            let given = (config.margin_scale, config.eval_scale);
            config.margin_scale = config.margin_scale.or(margin_scale);
            config.eval_scale = config.eval_scale.or(eval_scale);
            if given != (config.margin_scale, config.eval_scale) {
                let measured = self.0.get(info.name).map(|of| &of.values);
                if measured != Some(&values(&*evaluator)?) {
                    warnings.push(format!(
                        "{name} has changed since it was measured ({FILE}); `evalarena check {name}` \
                         measures it again"
                    ));
                }
            } else if !info.eval_scale.is_measured() && config.eval_scale.is_none() {
                warnings.push(format!(
                    "{name}: what its centipawns are worth was not measured, and they count as Michniewski's; \
                     `evalarena check {name}` measures it"
                ));
            }
        }
        warnings.dedup();
        Ok(warnings)
    }
}

/// A key of what an evaluator says of some positions.
fn values(evaluator: &dyn AnyEvaluator) -> anyhow::Result<String> {
    let mut key = Fingerprint::default();
    for opening in builtin_openings(None)?.iter().take(ASKED) {
        let mut game = Game::new(opening.start.clone());
        opening.moves.iter().for_each(|&mv| game.play(mv));
        key.add(&format!("{} ", evaluator.tenths(&game)?));
    }
    Ok(format!("{:016x}", key.0))
}
