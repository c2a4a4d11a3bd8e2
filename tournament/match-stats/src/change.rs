//! The sequential test of a change: is it a gain, a loss, or neither?
//!
//! One test cannot distinguish a loss from no change, so two run side by side on the same games: for a gain (`elo0` against
//! `elo1`) and its mirror image, for a loss (`-elo1` against `-elo0`). The change is *improved* once the first accepts H1,
//! *worse* once the second accepts H0, and *not worse* once each has accepted the side nearer to 0. (Sobel and Wald 1949.)

use serde::{Deserialize, Serialize};

use super::sprt::{Decision, Model};
use super::{ImpossibleTest, Interval, Pentanomial, Sample, Sprt, ensure};

/// The verdict on a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeVerdict {
    /// Both search the same tree: nothing was played.
    Same,
    /// A gain.
    Improved,
    /// No loss of `elo1`; perhaps a gain.
    NotWorse,
    /// A loss.
    Worse,
    /// The pairs ran out.
    Undecided,
}

impl ChangeVerdict {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Improved => "improved",
            Self::NotWorse => "not worse",
            Self::Worse => "worse",
            Self::Undecided => "undecided",
        }
    }
}

/// The bounds and error rates of a test.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// A change of this much, in Elo, is not a gain.
    pub elo0: f64,
    /// A change of this much, in Elo, is a gain, and the opposite change a loss.
    pub elo1: f64,
    /// The probability of finding a gain or a loss where there is none.
    pub alpha: f64,
    /// The probability of missing one.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    pub model: Model,
    /// True to test for a loss only: the test ends sooner and never returns "improved".
    pub non_regression: bool,
}

/// The tests of a change, from the new side; [`super::StopRule::Change`] stops a match by them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangeTest {
    /// The test for a gain; `None` if only a loss is tested for.
    pub gain: Option<Sprt>,
    /// The test for a loss.
    pub loss: Option<Sprt>,
}

impl ChangeTest {
    /// The tests by these bounds.
    ///
    /// # Errors
    /// If the test is impossible with these bounds or rates.
    pub fn new(bounds: &Bounds) -> Result<Self, ImpossibleTest> {
        let Bounds { elo0, elo1, alpha, beta, model, .. } = *bounds;
        let gain = Sprt::new((elo0, elo1), (alpha, beta), model)?;
        ensure(elo0 + elo1 > 0.0, || {
            format!(
                "elo0 is {elo0} and elo1 is {elo1}: their middle must lie above 0, as the test for a loss is \
                 their mirror image; to look for a loss alone use --non-regression"
            )
        })?;
        // Subtracted from 0, so that no bound is a negative zero.
        let loss = Sprt::new((0.0 - elo1, 0.0 - elo0), (beta, alpha), model)?;
        Ok(Self { gain: (!bounds.non_regression).then_some(gain), loss: Some(loss) })
    }

    /// The verdict, or `None` while it is open. A test that has ended is dropped, and the other one continues alone.
    pub(crate) fn look(&mut self, sample: &Sample) -> Option<ChangeVerdict> {
        let [gain, loss] =
            [self.gain, self.loss].map(|test| test.map(|test| test.verdict(sample).0));
        if loss == Some(Decision::H0) {
            return Some(ChangeVerdict::Worse);
        }
        if gain == Some(Decision::H1) {
            return Some(ChangeVerdict::Improved);
        }
        let is_open = |decision| decision == Some(Decision::Continue);
        self.gain = self.gain.filter(|_| is_open(gain));
        self.loss = self.loss.filter(|_| is_open(loss));
        (self.gain.is_none() && self.loss.is_none()).then_some(ChangeVerdict::NotWorse)
    }

    /// The log-likelihood ratios of the tests for a gain and for a loss, 0 without pairs; `None` without the test.
    #[must_use]
    pub fn llrs(&self, pairs: Pentanomial) -> [Option<f64>; 2] {
        let llr = |test: Sprt| test.llr(&Sample::Pairs(pairs)).unwrap_or(0.0);
        [self.gain, self.loss].map(|test| test.map(llr))
    }

    /// Elo of the new side over the old one after a match of these pairs with this verdict: the estimate after a
    /// stopped test where one of the two tests alone ended it, else the ordinary one. What is unbounded is `None`, and
    /// everything without pairs.
    #[must_use]
    pub fn elo(&self, pairs: Pentanomial, verdict: ChangeVerdict) -> Interval<Option<f64>> {
        let sample = Sample::Pairs(pairs);
        let ended_by = match verdict {
            ChangeVerdict::Improved => self.gain,
            ChangeVerdict::Worse => self.loss,
            ChangeVerdict::NotWorse if self.gain.is_none() => self.loss,
            _ => None,
        };
        let stopped = ended_by.and_then(|test| Some(test.estimate(&sample)?.elo));
        let plain = || sample.estimate().map(|plain| plain.elo);
        stopped.or_else(plain).unwrap_or(Interval::UNKNOWN)
    }
}
