//! Elo and sequential tests from the counts of a match.

use match_stats::sprt::{Decision, Model};
use match_stats::{Pentanomial, Sample, Sprt, Wdl};
use pyo3::Borrowed;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A number of games or nodes.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

/// More than the games of any match, and far from where sums overflow.
const MOST: u64 = 1 << 48;

const NO_GAMES: &str = "all counts are 0; without games there is nothing to say, so give some";

impl<'py> FromPyObject<'_, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Count> {
        match number.extract::<u64>() {
            Ok(count @ 0..=MOST) => Ok(Count(count)),
            Err(error) if error.is_instance_of::<PyTypeError>(number.py()) => Err(error),
            _ => Err(PyValueError::new_err(format!(
                "a count is out of range; counts are whole numbers from 0 to {MOST}"
            ))),
        }
    }
}

/// The counts as those of a match. Fails if they are not.
fn sample(games: [Count; 3], pairs: Option<&Bound<'_, PyAny>>) -> PyResult<Sample> {
    let wrong = |reason: String| Err(PyValueError::new_err(reason));
    let [wins, draws, losses] = games.map(|count| count.0);
    let Some(pairs) = pairs else {
        let games = Wdl { wins, draws, losses };
        return match games.games() {
            0 => wrong(NO_GAMES.into()),
            _ => Ok(Sample::Games(games)),
        };
    };
    let counts = pairs.try_iter()?.map(|count| Ok(count?.extract::<Count>()?.0)).collect::<PyResult<Vec<u64>>>()?;
    let shape = "five, by the first player's points in a pair: 0, 1/2, 1, 3/2, 2";
    let found = counts.len();
    let Ok(counts) = <[u64; 5]>::try_from(counts) else {
        return wrong(format!("pairs has {found} counts; give {shape}"));
    };
    let half_points: u64 = counts.iter().zip(0..).map(|(count, points)| count * points).sum();
    let paired = 2 * counts.iter().sum::<u64>();
    let played = wins + draws + losses;
    if paired == 0 {
        return wrong("all counts of pairs are 0; leave out pairs, or give those of the match".into());
    }
    if played != 0 && (played != paired || 2 * wins + draws != half_points) {
        let (points, of_games) = (half_points as f64 / 2.0, Wdl { wins, draws, losses }.points());
        return wrong(format!(
            "pairs has {paired} games with {points} points, and wins, draws and losses are {played} with {of_games}; \
             give counts of the same games, or pairs alone"
        ));
    }
    Ok(Sample::Pairs(Pentanomial(counts)))
}

/// Elo of the first player over the second from the counts of a match: a dict.
///
/// pairs counts pairs of games from one opening with colours reversed, by the first player's points in a pair: [0, 1/2, 1,
/// 3/2, 2]. With them the intervals come from pairs, as they should where games were paired; wins, draws and losses
/// may then be left out, and otherwise have to fit. Without pairs games count as independent.
///
/// games; score, points per game from 0 to 1; elo (logistic) with its 95 % interval, low to high; nelo (normalised
/// Elo) with nelo_low and nelo_high; los, the likelihood of superiority, 0 to 1. None is unbounded, or unknown.
#[pyfunction]
#[pyo3(
    signature = (wins=Count(0), draws=Count(0), losses=Count(0), pairs=None),
    text_signature = "(wins=0, draws=0, losses=0, pairs=None)"
)]
pub(crate) fn elo<'py>(
    py: Python<'py>,
    wins: Count,
    draws: Count,
    losses: Count,
    pairs: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let sample = sample([wins, draws, losses], pairs)?;
    let estimate = sample.estimate().ok_or_else(|| PyValueError::new_err(NO_GAMES))?;
    let (elo, nelo) = (estimate.elo, estimate.nelo_delta);
    Ok(dict!(
        py, games: sample.games(), score: estimate.score, elo: elo.value, low: elo.low, high: elo.high,
        nelo: nelo.value, nelo_low: nelo.low, nelo_high: nelo.high, los: estimate.los,
    ))
}

/// The sequential probability ratio test of H0: elo0 against H1: elo1, from the counts of a match (those of elo): a dict.
///
/// model is "logistic" (Elo of the score) or "normalized" (nElo); alpha is the probability of accepting H1 where H0 holds,
/// beta that of accepting H0 where H1 holds.
///
/// llr, the log-likelihood ratio (None if no results like these can have such a strength); lower and upper, where it
/// ends; decision, "H0", "H1" or "continue"; elo with its 95 % interval, low to high, and los, which allow for the test
/// once it has ended.
#[pyfunction]
#[pyo3(
    signature = (
        wins=Count(0), draws=Count(0), losses=Count(0), pairs=None,
        *, elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, model="logistic"
    ),
    text_signature = "(wins=0, draws=0, losses=0, pairs=None, *, elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, \
                      model='logistic')"
)]
#[allow(clippy::too_many_arguments, reason = "Python's names")]
pub(crate) fn sprt<'py>(
    py: Python<'py>,
    wins: Count,
    draws: Count,
    losses: Count,
    pairs: Option<&Bound<'_, PyAny>>,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let model = match model {
        "logistic" => Model::Logistic,
        "normalized" => Model::Normalized,
        _ => return Err(PyValueError::new_err(format!("model is {model:?}; give \"logistic\" or \"normalized\""))),
    };
    let test =
        Sprt::new((elo0, elo1), (alpha, beta), model).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let sample = sample([wins, draws, losses], pairs)?;
    let llr = test.llr(&sample);
    let decision = llr.map_or(Decision::Continue, |llr| test.decision(llr));
    let (decision, is_over) = match decision {
        Decision::H0 => ("H0", true),
        Decision::H1 => ("H1", true),
        Decision::Continue => ("continue", false),
    };
    // Before the test ends there is no selection to adjust for.
    let stopped = if is_over { test.estimate(&sample).map(|stopped| (stopped.elo, stopped.los)) } else { None };
    let plain = || sample.estimate().map(|estimate| (estimate.elo, estimate.los));
    let (elo, los) = stopped.or_else(plain).ok_or_else(|| PyValueError::new_err(NO_GAMES))?;
    Ok(dict!(
        py, llr: llr, lower: test.lower(), upper: test.upper(), decision: decision,
        elo: elo.value, low: elo.low, high: elo.high, los: los,
    ))
}
