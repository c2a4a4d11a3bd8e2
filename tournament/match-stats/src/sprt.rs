//! The sequential probability ratio test: stop as soon as the results are clear.
//!
//! After every result it compares how probable all results are under H1 and H0, as a logarithm (the LLR), and stops at Wald's
//! bounds. What the hypotheses leave open, how often engines draw and how the games of a pair depend on each
//! other, is taken as the data fit best under either hypothesis; that is what "generalised" means (see `distribution`).

use serde::{Deserialize, Serialize};

use super::distribution::Distribution;
use super::elo::{NELO_SCALE, score_from_elo};
use super::{ImpossibleTest, Sample, ensure};

/// The Elo scale of a test's hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Logistic Elo: a function of the score alone.
    Logistic,
    /// Normalised Elo: the score's advantage in standard deviations of a game's result.
    Normalized,
}

impl Model {
    /// The unit of its hypotheses.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Logistic => "Elo",
            Self::Normalized => "nElo",
        }
    }
}

/// A test of H0: `elo0` against H1: `elo1`, both from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// H0, in Elo of the model.
    pub elo0: f64,
    /// H1, in Elo of the model.
    pub elo1: f64,
    /// The probability of accepting H1 where H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 holds.
    pub beta: f64,
    /// The scale of the hypotheses.
    pub model: Model,
}

/// The largest distance of a hypothesis from 0, in Elo.
const MAX_ELO: f64 = 400.0;
/// Hypotheses nearer to each other than this, in Elo, are too near for the arithmetic of doubles.
const MIN_DISTANCE: f64 = 0.001;

/// See [`Sprt::verdict`].
const PAUSE_SAFETY: f64 = 2.0;

/// The decision of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The lower bound is reached.
    H0,
    /// The upper bound is reached.
    H1,
    /// Neither: play on.
    #[serde(rename = "continue")]
    Continue,
}

impl Sprt {
    /// The test of these hypotheses with these probabilities, alpha and beta.
    ///
    /// # Errors
    /// If the hypotheses are not in order or out of range, or an error rate is not between 0 and one half.
    pub fn new((elo0, elo1): (f64, f64), (alpha, beta): (f64, f64), model: Model) -> Result<Self, ImpossibleTest> {
        for elo in [elo0, elo1] {
            ensure((-MAX_ELO..=MAX_ELO).contains(&elo), || {
                format!("an Elo bound of {elo} is out of range; bounds lie between -{MAX_ELO} and {MAX_ELO}")
            })?;
        }
        ensure(elo0 < elo1, || format!("elo0 is {elo0} and elo1 is {elo1}; elo0 must be below elo1"))?;
        let apart = elo1 - elo0;
        ensure(apart >= 0.999 * MIN_DISTANCE, || {
            format!("elo0 and elo1 differ by {apart}; they must be {MIN_DISTANCE} Elo apart at least")
        })?;
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            ensure(rate > 0.0 && rate < 0.5, || format!("{name} is {rate}; it must lie above 0 and below one half"))?;
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The LLR at which H0 is accepted; below 0.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which H1 is accepted; above 0.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the results, positive if they favour H1. `None` without
    /// results, or if no distribution near the results has the strength of a hypothesis.
    pub fn llr(&self, sample: &Sample) -> Option<f64> {
        self.look(sample).map(|(llr, _)| llr)
    }

    /// The LLR, and its largest change by a result like one of these.
    fn look(&self, sample: &Sample) -> Option<(f64, f64)> {
        let counts = sample.counts();
        if counts.iter().all(|&count| count == 0) {
            return None;
        }
        let (observed, results) = Distribution::from_counts(&counts);
        let under = |elo: f64| match self.model {
            Model::Logistic => observed.with_mean(score_from_elo(elo)),
            // A pair's mean score varies by the square root of 2 less than a game's.
            Model::Normalized => {
                let games = sample.games_each() as f64;
                observed.with_advantage(elo / NELO_SCALE * games.sqrt())
            }
        };
        let ratios = under(self.elo1)?.log_ratios(&under(self.elo0)?);
        let largest = ratios.iter().fold(0.0, |most, ratio| f64::max(most, ratio.abs()));
        Some((results * observed.mean_of(ratios), largest))
    }

    /// The decision, and the number of further results, at least 1, after which an undecided test
    /// is to be checked again: it does not end sooner, unless single results come to weigh twice as much as they do.
    pub fn verdict(&self, sample: &Sample) -> (Decision, u64) {
        let Some((llr, largest)) = self.look(sample) else {
            return (Decision::Continue, 1);
        };
        let distance = (self.upper() - llr).min(llr - self.lower());
        let pause = (distance / (PAUSE_SAFETY * largest)) as u64;
        (self.decision(llr), pause.max(1))
    }

    /// The decision at a value of the LLR.
    pub fn decision(&self, llr: f64) -> Decision {
        if llr >= self.upper() {
            Decision::H1
        } else if llr <= self.lower() {
            Decision::H0
        } else {
            Decision::Continue
        }
    }

    /// The scores of the two hypotheses, 0 to 1, for engines whose results vary like this.
    pub(super) fn scores(&self, observed: &Distribution, games_each: u64) -> (f64, f64) {
        let score = |elo: f64| match self.model {
            Model::Logistic => score_from_elo(elo),
            Model::Normalized => {
                let of_game = (games_each as f64 * observed.variance()).sqrt();
                0.5 + elo / NELO_SCALE * of_game
            }
        };
        (score(self.elo0), score(self.elo1))
    }
}
