//! Evaluators side by side, by how well their static values predict results.

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::Position as _;

use super::data::{Bootstrap, Data, Mean, deviation, difference, dot, mean, result, turn};
use super::logistic::{Ridge, expected, fit, fit_with_errors, log_loss};
use super::multipliers::{Term, terms};
use super::prediction::{Bin, Prediction, Residual, by_stage, calibration};
use super::{check_halves, is_fitted_on, no_scale};
use crate::error::LabError;
use crate::positions::{Position, Stage};
use config::{EngineConfig, EngineKind};
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::configured;

/// The results for all evaluators.
#[derive(Debug, Clone, Serialize)]
pub struct AccuracyReport {
    pub(super) positions: usize,
    /// The number of positions measured on: those of the odd games.
    pub(super) measured: usize,
    /// The numbers of positions from the opening, the middlegame and the endgame.
    pub(super) stages: [usize; 3],
    /// The log loss of a prediction from the side to move alone.
    pub(super) nothing: Mean,
    /// The best first.
    pub engines: Vec<Accuracy>,
}

/// The results for one evaluator.
#[derive(Debug, Clone, Serialize)]
pub struct Accuracy {
    /// Its name.
    pub name: String,
    /// The log loss of a position in the odd games, in natural units: less is better.
    pub(super) log_loss: Mean,
    /// The excess over the best one's loss, on the same positions.
    pub(super) worse: Mean,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub(crate) eval_scale: f64,
    /// Its standard error, by games.
    pub(crate) eval_scale_error: f64,
    /// The lower end of its 95 % interval, games drawn again.
    eval_scale_low: Option<f64>,
    eval_scale_high: Option<f64>,
    /// The value of being on the move, in its centipawns.
    pub(super) move_bonus: f64,
    /// The standard deviation of its values, in its centipawns.
    pub(super) deviation: f64,
    /// The prediction of the odd games: of all, then by stage.
    pub(super) predictions: Vec<Prediction>,
    /// The scores in positions that it values about the same.
    pub(super) calibration: Vec<Bin>,
    /// Its terms, the largest first, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Vec<Term>>,
    #[serde(skip)]
    losses: Vec<f64>,
}

/// The numbers that turn values into expected scores, and the losses with them.
struct Calibration {
    /// K, in centipawns.
    eval_scale: f64,
    eval_scale_error: f64,
    eval_scale_interval: Option<[f64; 2]>,
    move_bonus: f64,
    /// Its prediction for each position of the odd games, in logistic units.
    predictions: Vec<f64>,
    losses: Vec<f64>,
}

/// Measures `engines` on `positions`, with their terms if they are asked for; `progress` is called with each engine
/// that is done. Fails if there are too few games.
pub fn compare(
    engines: &[EngineConfig],
    positions: &[Position],
    with_terms: bool,
    mut progress: impl FnMut(),
) -> Result<AccuracyReport, LabError> {
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let games = measured_games(&all);
    let (nothing, losses_of_nothing) = of_nothing(&all);
    let mut measured = Vec::new();
    for engine in engines {
        let evaluator = evaluator(engine)?;
        let values = values_by(&*evaluator, positions.par_iter())?;
        let terms = with_terms.then(|| terms(&*evaluator, positions)).transpose()?;
        let calibrated = calibrate(&engine.name, &values, &all)?;
        let held = held(&all, &calibrated.predictions, &nothing);
        measured.push(Accuracy {
            name: engine.name.clone(),
            log_loss: mean(&calibrated.losses, &games),
            worse: mean(&calibrated.losses, &games),
            eval_scale: calibrated.eval_scale,
            eval_scale_error: calibrated.eval_scale_error,
            eval_scale_low: calibrated.eval_scale_interval.map(|[low, _]| low),
            eval_scale_high: calibrated.eval_scale_interval.map(|[_, high]| high),
            move_bonus: calibrated.move_bonus,
            deviation: deviation(values.iter().copied()),
            predictions: by_stage(&held),
            calibration: calibration(&held),
            terms,
            losses: calibrated.losses,
        });
        progress();
    }
    measured.sort_by(|a, b| a.log_loss.value.total_cmp(&b.log_loss.value));
    let best = measured.first().map(|best| best.losses.clone());
    for one in &mut measured {
        one.worse = difference(&one.losses, best.as_deref().unwrap_or_default(), &games);
    }
    let stages = positions.iter().map(|position| Stage::of(position.game.position().board()));
    let stages: Vec<Stage> = stages.collect();
    let of_stage = |stage: &Stage| stages.iter().filter(|one| *one == stage).count();
    Ok(AccuracyReport {
        positions: positions.len(),
        measured: games.len(),
        stages: Stage::ALL.each_ref().map(of_stage),
        nothing: mean(&losses_of_nothing, &games),
        engines: measured,
    })
}

/// Fits evaluation scale and bonus for the move to `values` (centipawns from White's side) on the even games, and
/// measures on the odd ones.
fn calibrate(
    engine: &str,
    values: &[f64],
    positions: &[&Position],
) -> Result<Calibration, LabError> {
    let data = Data::of_values(values, positions.iter().copied());
    let fitted_on = data.part(is_fitted_on);
    let fitted = fit_with_errors(&fitted_on, &Ridge::none(2), &[0.0; 2]);
    let b = fitted.coefficients;
    if b[0] <= 0.0 {
        return Err(no_scale(engine));
    }
    let (predictions, losses) = held_back(&data, &b);
    Ok(Calibration {
        eval_scale: 100.0 / b[0],
        eval_scale_interval: interval(&fitted_on, [b[0], b[1]]),
        predictions,
        // The delta method.
        eval_scale_error: 100.0 * fitted.covariance[0][0].sqrt() / b[0].powi(2),
        move_bonus: 100.0 * b[1] / b[0],
        losses,
    })
}

/// The predictions from the side to move alone and their losses.
fn of_nothing(positions: &[&Position]) -> (Vec<f64>, Vec<f64>) {
    let mut data = Data::new(1);
    for position in positions {
        data.push_position(&[turn(position)], position);
    }
    let b = fit(&data.part(is_fitted_on), &Ridge::none(1), &[0.0]);
    held_back(&data, &b)
}

fn held_back(data: &Data, b: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let held_back = data.part(|game| !is_fitted_on(game));
    let predictions = held_back.predictions(b);
    let both = predictions.iter().zip(held_back.results());
    let losses = both.map(|(prediction, result)| log_loss(*prediction, *result)).collect();
    (predictions, losses)
}

fn held(positions: &[&Position], predictions: &[f64], nothing: &[f64]) -> Vec<Residual> {
    let measured = positions.iter().filter(|position| !is_fitted_on(position.number));
    let predicted = predictions.iter().zip(nothing);
    let held = measured.zip(predicted).map(|(position, (&prediction, &nothing))| Residual {
        game: position.number,
        stage: Stage::of(position.game.position().board()),
        result: result(position),
        prediction,
        nothing,
    });
    held.collect()
}

fn measured_games(positions: &[&Position]) -> Vec<usize> {
    let games = positions.iter().map(|position| position.number);
    games.filter(|game| !is_fitted_on(*game)).collect()
}

/// The evaluator that `engine` is, with its parameters and without the rules that it disables.
fn evaluator(engine: &EngineConfig) -> Result<Box<dyn AnyEvaluator>, LabError> {
    match &engine.kind {
        EngineKind::Evaluator(config) => Ok(configured(&engine.name, config)?),
        EngineKind::Program(_) => Err(LabError::Message(format!(
            "engine \"{}\" is a program, which has no static value; name an evaluator",
            engine.name
        ))),
    }
}

/// Static values in centipawns from White's side.
pub(super) fn values_by<'p>(
    evaluator: &dyn AnyEvaluator,
    positions: impl IndexedParallelIterator<Item = &'p Position>,
) -> Result<Vec<f64>, EvaluationError> {
    let values = positions.map(|position| {
        let tenths = evaluator.tenths(&position.game)?;
        Ok(f64::from(tenths) / 10.0)
    });
    values.collect()
}

pub(crate) struct ScaleEstimate {
    /// K, as [`compare`] finds it.
    pub(crate) eval_scale: Mean,
    /// The number of its centipawns that are worth one of another engine's.
    pub(crate) ratio: Mean,
}

/// The evaluation scale of the first engine and its ratio to that of the second, both fitted on the even games. Errors of the
/// two have much in common, and that of the ratio is found by leaving out games, a tenth at a time (the
/// jackknife; Quenouille 1956, Tukey 1958).
pub(crate) fn scaled(
    engines: &[EngineConfig; 2],
    positions: &[Position],
) -> Result<ScaleEstimate, LabError> {
    const PARTS: usize = 10;
    let all: Vec<&Position> = positions.iter().collect();
    check_halves(&all)?;
    let mut ratios = [1.0; PARTS];
    let mut calibrated = Vec::new();
    for (engine, power) in engines.iter().zip([1, -1]) {
        let values = values_by(&*evaluator(engine)?, positions.par_iter())?;
        calibrated.push(calibrate(&engine.name, &values, &all)?);
        let data = Data::of_values(&values, positions).part(is_fitted_on);
        for (left_out, ratio) in ratios.iter_mut().enumerate() {
            let part = data.part(|game| game / 2 % PARTS != left_out);
            let slope = fit(&part, &Ridge::none(2), &[0.0; 2])[0];
            if slope <= 0.0 {
                return Err(no_scale(&engine.name));
            }
            *ratio *= (100.0 / slope).powi(power);
        }
    }
    let mean = ratios.iter().sum::<f64>() / PARTS as f64;
    let spread: f64 = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
    Ok(ScaleEstimate {
        eval_scale: Mean { value: calibrated[0].eval_scale, error: calibrated[0].eval_scale_error },
        ratio: Mean {
            value: calibrated[0].eval_scale / calibrated[1].eval_scale,
            error: (spread * (PARTS - 1) as f64 / PARTS as f64).sqrt(),
        },
    })
}

/// The 95 % interval of K, in centipawns, of coefficients that were fitted to `data`: value in pawns and whose
/// move it is. For each draw Newton's method takes one step from the coefficients of all games, which is as exact as
/// the bootstrap is (the one-step bootstrap; Davison and Hinkley 1997, section 2.7).
fn interval(data: &Data, b: [f64; 2]) -> Option<[f64; 2]> {
    let rows = (0..data.len()).map(|at| {
        let row = data.row(at);
        let score = expected(dot(row, &b));
        let (error, weight) = (score - data.results()[at], score * (1.0 - score));
        let [x, y] = [row[0], row[1]];
        let of_it = [error * x, error * y, weight * x * x, weight * x * y, weight * y * y];
        (data.games()[at], of_it)
    });
    let rows: Vec<(usize, [f64; 5])> = rows.collect();
    let redrawn = Bootstrap::of(5, rows.iter().map(|(game, row)| (*game, &row[..])));
    let scale = redrawn.estimate(|sums| {
        let [slope_x, slope_y, xx, xy, yy] = *sums else {
            return None;
        };
        let step = (yy * slope_x - xy * slope_y) / (xx * yy - xy * xy);
        let slope = b[0] - step;
        (slope > 0.0).then(|| 100.0 / slope)
    });
    scale.map(|scale| [scale.low, scale.high])
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;
    use crate::fit::simulated::engines;

    /// Three positions of each game, in which White is ahead or behind by a rook, and mostly wins or
    /// loses.
    fn positions() -> Vec<Position> {
        let ahead = ["3k4/8/8/8/8/8/8/R2K4 w", "3k4/8/8/8/8/R7/8/3K4 b", "3k4/8/8/8/8/R7/8/2K5 w"];
        let behind = ["3k3r/8/8/8/8/8/8/3K4 w", "3k4/7r/8/8/8/8/8/3K4 b", "2k4r/8/8/8/8/8/8/3K4 w"];
        let games = (1..=200).flat_map(|number| {
            let is_ahead = number % 4 < 2;
            let as_expected = !matches!(number % 10, 6 | 7);
            let fens = if is_ahead { ahead } else { behind };
            fens.map(|fen| Position {
                game: Game::parse(&format!("{fen} - - 0 1")).unwrap(),
                number,
                white_half_points: 2 * u8::from(is_ahead == as_expected),
                score: None,
            })
        });
        games.collect()
    }

    #[test]
    fn a_scale_is_what_a_rook_is_worth_in_results() {
        let report =
            compare(&engines(&["material", "michniewski"]), &positions(), false, || {}).unwrap();
        assert_eq!((report.positions, report.measured), (600, 300));
        let [best, other] = &report.engines[..] else { panic!("{report:?}") };
        assert_eq!(best.worse, Mean { value: 0.0, error: 0.0 });
        assert!(other.worse.value >= 0.0);
        let material = report.engines.iter().find(|engine| engine.name == "material").unwrap();
        // Four games in five: 500 / ln 4.
        assert!((material.eval_scale - 360.7).abs() < 1.0, "{material:?}");
        // By hand, in units of 100: of 100 games 80 have a slope of -3 and 20 one of 12, the curvature
        // is 300 * 0.16 * 25, so the error of ln 4 / 5 is sqrt(3600) / 1200 = 0.05.
        let error = 100.0 * 0.05 / (4.0_f64.ln() / 5.0).powi(2);
        assert!((material.eval_scale_error - error).abs() < 0.1, "{material:?}");
        assert_eq!(material.deviation, 500.0);
        assert!((report.nothing.value - 2.0_f64.ln()).abs() < 0.05);
        assert!(report.document(98).to_string().contains("no evaluation"));
    }

    #[test]
    fn games_are_never_split() {
        let positions = positions();
        let all: Vec<&Position> = positions.iter().collect();
        let measured = measured_games(&all);
        assert!(measured.iter().all(|game| !is_fitted_on(*game)));
        assert_eq!(measured.len(), 300);
        // The results of odd games do not influence the fit.
        let mut other = positions.clone();
        for position in other.iter_mut().filter(|p| !is_fitted_on(p.number)) {
            position.white_half_points = 1;
        }
        let scale = |positions: &[Position]| {
            let report = compare(&engines(&["michniewski"]), positions, false, || {}).unwrap();
            (report.engines[0].eval_scale, report.engines[0].move_bonus)
        };
        assert_eq!(scale(&positions), scale(&other));
    }

    #[test]
    fn programs_and_few_games_are_refused() {
        let error = compare(&engines(&["cmd:true"]), &positions(), false, || {}).unwrap_err();
        assert!(error.to_string().contains("name an evaluator"), "{error}");
        let error = compare(&engines(&["otter"]), &positions()[..30], false, || {}).unwrap_err();
        assert!(error.to_string().contains("from 10 games"), "{error}");
    }

    #[test]
    fn rules_that_are_disabled_are_missing() {
        let mut engines = engines(&["michniewski", "material"]);
        let EngineKind::Evaluator(config) = &mut engines[0].kind else { panic!("{engines:?}") };
        config.disable = vec!["pst_*".to_owned()];
        let positions = positions();
        let [without, material] = [&engines[0], &engines[1]]
            .map(|engine| values_by(&*evaluator(engine).unwrap(), positions.par_iter()).unwrap());
        assert_eq!(without, material);
    }
}
