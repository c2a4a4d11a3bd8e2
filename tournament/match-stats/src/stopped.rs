//! The estimate of strength after a sequential test, which stops at a score that is too extreme.
//!
//! Outcomes are ordered from bad to good (rejected early, rejected late, still undecided and low, undecided and high, accepted
//! late, accepted early). The probability of an outcome worse than the one observed falls as the strength rises: where it is
//! one half is the median-unbiased estimate (Siegmund 1985, chapter 3; the method of fishtest's `sprt.py`). The surplus of
//! points over the middle of the hypotheses is a Brownian motion, on the scale on which a stopped test has the position of its
//! LLR, with the variance that gives a score the likelihood that it has; the walls lie beyond the bounds by the mean overshoot.

use super::brownian::Brownian;
use super::distribution::Distribution;
use super::elo::score_from_elo;
use super::functions::{TAIL, bisect};
use super::sprt::Decision;
use super::{Interval, Sample, Sprt};

/// The first range of the search for a strength, in distances between the hypotheses.
const FIRST_REACH: f64 = 30.0;
/// The last range, in Elo from 0.
const LAST_REACH: f64 = 1000.0;

/// Logistic Elo after a sequential test, from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoppedEstimate {
    /// The median-unbiased estimate; what is beyond 1000 Elo is `None`.
    pub elo: Interval<Option<f64>>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

/// A test as it stands, as a particle between walls, which lie beyond the bounds by the mean overshoot.
struct State {
    observed: Distribution,
    /// The score between those of the hypotheses.
    middle: f64,
    /// LLR for each point above the middle.
    slope: f64,
    lower: f64,
    upper: f64,
    /// The number of results, and where the particle is then: beyond a bound, where it met the wall.
    time: f64,
    place: f64,
}

impl Sprt {
    /// The probability, 0 to 1, that a test of an engine of this strength, in logistic Elo, ends
    /// worse than this one: what the estimate and its interval come from.
    #[must_use]
    pub fn worse(&self, sample: &Sample, elo: f64) -> Option<f64> {
        State::new(*self, sample)?.worse(elo)
    }

    /// The strength estimated from the results, given that the test stops at its bounds. Results
    /// beyond a bound are treated as having stopped at it. `None` without results, or if the
    /// hypotheses are out of reach of any distribution near the results.
    #[must_use]
    pub fn estimate(&self, sample: &Sample) -> Option<StoppedEstimate> {
        if sample.games() == 0 {
            return None;
        }
        let state = State::new(*self, sample)?;
        let middle = f64::midpoint(self.elo0, self.elo1);
        let strength = |share: f64| {
            let mut reach = FIRST_REACH * (self.elo1 - self.elo0);
            loop {
                let low = (middle - reach).max(-LAST_REACH);
                let high = (middle + reach).min(LAST_REACH);
                let found = bisect(low, high, |elo| Some(state.worse(elo)? - share));
                if found.is_some() || reach > 2.0 * LAST_REACH {
                    return found;
                }
                reach *= 2.0;
            }
        };
        Some(StoppedEstimate {
            elo: Interval { value: 0.5, low: 1.0 - TAIL, high: TAIL }.map(strength),
            los: state.worse(0.0)?,
        })
    }
}

impl State {
    fn new(sprt: Sprt, sample: &Sample) -> Option<Self> {
        let (observed, results) = Distribution::from_counts(&sample.counts());
        let (score0, score1) = sprt.scores(&observed, sample.games_each());
        let variances = (observed.variance_towards(score0)?, observed.variance_towards(score1)?);
        let usual = (score1 - score0) / f64::midpoint(variances.0, variances.1);
        let middle = f64::midpoint(score0, score1);
        let llr = sprt.llr(sample)?;
        let own = llr / (results * (observed.mean() - middle));
        let decision = sprt.decision(llr);
        let stopped = decision != Decision::Continue;
        let slope = if stopped && own.is_finite() && own > 0.0 { own } else { usual };
        // A test under way has no overshoot; fishtest's estimate is the same then.
        let excess = if stopped { observed.excess(&observed.offsets(middle)) } else { 0.0 };
        let (lower, upper) = (sprt.lower() - slope * excess, sprt.upper() + slope * excess);
        let place = match decision {
            Decision::H0 => lower,
            Decision::H1 => upper,
            Decision::Continue => slope * results * (observed.mean() - middle),
        };
        let time = if stopped { results * place / llr } else { results };
        let is_known = lower.is_finite() && slope.is_finite();
        is_known.then(|| {
            let place = place.clamp(lower, upper);
            Self { observed, middle, slope, lower, upper, time, place }
        })
    }

    /// The probability of a worse outcome of an engine of this strength.
    fn worse(&self, elo: f64) -> Option<f64> {
        let score = score_from_elo(elo);
        let particle = Brownian {
            lower: self.lower,
            upper: self.upper,
            drift: self.slope * (score - self.middle),
            variance: self.slope.powi(2) * self.observed.variance_towards(score)?,
        };
        Some(particle.worse_than(self.time, self.place))
    }
}
