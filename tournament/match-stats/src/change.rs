//! The sequential test of a change: is it a gain, a loss, or neither?
//!
//! One sequential probability ratio test cannot tell a loss from no change: when it accepts H0 of
//! "0 against 10 Elo", the change may be worth nothing or cost a hundred. So two run side by side
//! on the same games: a test for a gain (`elo0` against `elo1`) and its mirror image, a test for a
//! loss (`-elo1` against `-elo0`). The change is *improved* once the first accepts H1, *worse* once
//! the second accepts H0, and *not worse* once each has accepted the side nearer to 0. (Sobel and
//! Wald 1949, "A sequential decision procedure for choosing one of three hypotheses".)
//!
//! `alpha` is the probability of finding a gain where there is none (`elo0`) and, by symmetry, a
//! loss where there is none (`-elo0`); `beta` that of missing a gain of `elo1` or a loss of as much.
//!
//! The verdict depends on the finished beginning of the schedule alone: a pair counts when all
//! before it have ended, so neither the number of threads nor a stop changes it.

use serde::{Deserialize, Serialize};

use super::in_order::InOrder;
use super::sprt::{Decision, Leg, Model, SprtError};
use super::{Interval, Pentanomial, Sample, Sprt};

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Both search the same tree: nothing was played.
    Same,
    /// A gain.
    Improved,
    /// No loss as great as was asked about; perhaps a gain.
    NotWorse,
    /// A loss.
    Worse,
    /// The pairs ran out.
    Undecided,
}

impl Verdict {
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
    /// A change of this much, in Elo, is no gain.
    pub elo0: f64,
    /// A change of this much, in Elo, is a gain, and one of as much the other way a loss.
    pub elo1: f64,
    /// The probability of finding a gain or a loss where there is none.
    pub alpha: f64,
    /// The probability of missing one.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    pub model: Model,
    /// Whether only a loss is looked for: the test ends sooner, and never says "improved".
    pub non_regression: bool,
}

/// Why there is no such test.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum BoundsError {
    /// One of the two tests is none.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A gain and its mirror image would overlap.
    #[error(
        "elo0 is {elo0} and elo1 is {elo1}: their middle must lie above 0, as the test for a loss is \
         their mirror image; to look for a loss alone use --non-regression"
    )]
    Middle { elo0: f64, elo1: f64 },
}

/// A test under way.
#[derive(Debug, Clone)]
pub struct Sequential {
    gain: Option<Leg>,
    loss: Leg,
    penta: Pentanomial,
    order: InOrder,
    verdict: Option<Verdict>,
}

impl Sequential {
    /// A test without results.
    ///
    /// # Errors
    /// If the bounds or rates are no test.
    pub fn new(bounds: &Bounds) -> Result<Self, BoundsError> {
        let Bounds {
            elo0,
            elo1,
            alpha,
            beta,
            model,
            ..
        } = *bounds;
        let gain = Sprt::new((elo0, elo1), (alpha, beta), model)?;
        if elo0 + elo1 <= 0.0 {
            return Err(BoundsError::Middle { elo0, elo1 });
        }
        // Subtracted from 0, so that no bound is a negative zero.
        let loss = Sprt::new((0.0 - elo1, 0.0 - elo0), (beta, alpha), model)?;
        Ok(Self {
            gain: (!bounds.non_regression).then(|| Leg::new(gain)),
            loss: Leg::new(loss),
            penta: Pentanomial::default(),
            order: InOrder::default(),
            verdict: None,
        })
    }

    /// Takes in a finished game by its place in the schedule, from 0, with the half points of the new
    /// side, 0, 1 or 2. The order does not matter; games after the end of the test do not count.
    pub fn add(&mut self, game: usize, half_points: u8) {
        self.order.add(game, half_points);
        while let Some([first, second]) = self.order.next_pair() {
            self.add_pair(first, second);
        }
    }

    /// Counts the next pair by the new side's half points in its games.
    fn add_pair(&mut self, first: u8, second: u8) {
        if self.verdict.is_some() {
            return;
        }
        self.penta.add(first, second);
        let sample = Sample::Pairs(self.penta);
        self.loss.look(&sample);
        if let Some(gain) = &mut self.gain {
            gain.look(&sample);
        }
        self.verdict = self.judged();
    }

    fn judged(&self) -> Option<Verdict> {
        match (self.gain.map(|gain| gain.decision), self.loss.decision) {
            (_, Decision::H0) => Some(Verdict::Worse),
            (Some(Decision::H1), _) => Some(Verdict::Improved),
            (None | Some(Decision::H0), Decision::H1) => Some(Verdict::NotWorse),
            _ => None,
        }
    }

    /// The verdict, once there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The pairs that count, from the new side.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.penta
    }

    /// The test for a gain; `None` if only a loss is looked for.
    #[must_use]
    pub fn gain(&self) -> Option<&Leg> {
        self.gain.as_ref()
    }

    /// The test for a loss.
    #[must_use]
    pub fn loss(&self) -> &Leg {
        &self.loss
    }

    /// Elo of the new side over the old one: knowing that the test stopped where one of the two tests
    /// ended it alone, else the ordinary one. What is unbounded is `None`, and all of it without pairs.
    #[must_use]
    pub fn elo(&self) -> Interval<Option<f64>> {
        let sample = Sample::Pairs(self.penta);
        let ended_by = match self.verdict {
            Some(Verdict::Improved) => self.gain,
            Some(Verdict::Worse) => Some(self.loss),
            Some(Verdict::NotWorse) if self.gain.is_none() => Some(self.loss),
            _ => None,
        };
        let stopped = ended_by.and_then(|leg| leg.sprt.estimate(&sample));
        match (stopped, sample.estimate()) {
            (Some(stopped), _) => stopped.elo,
            (None, Some(plain)) => plain.elo,
            (None, None) => Interval::UNKNOWN,
        }
    }
}

#[cfg(test)]
mod tests;
