//! The estimate of strength after a sequential test.
//!
//! A test that stops at a bound makes the score that it stops at too extreme: the ordinary
//! estimate is biased away from the middle. The estimate here accounts for the stopping rule.
//! Outcomes of a test are ordered from bad to good (rejected early, rejected late, still undecided
//! and low, undecided and high, accepted late, accepted early). For every true strength there is a
//! probability of an outcome worse than the one observed, and it falls as the strength rises. The
//! strength at which it is one half is the median-unbiased estimate, those at which it is 97.5 %
//! and 2.5 % bound the 95 % interval, and its value at 0 is the likelihood of superiority.
//! (Siegmund 1985, chapter 3; the method of fishtest's `sprt.py`.)
//!
//! The surplus of points over the middle of the hypotheses is modelled as a Brownian motion, on the
//! scale of the LLR. Three things make this accurate for short tests too. The motion's variance for a
//! true score is the one that gives this score the likelihood that it has, not the one observed
//! (see `Distribution::variance_towards`); so an interval of a match of fixed length would be that
//! of empirical likelihood (Owen 1988). The walls lie beyond the bounds by the mean overshoot
//! (Siegmund 1985, chapter 8), as results come in steps. And the scale is the one on which a
//! stopped test has the position of its LLR.

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

/// A test as it stands, as a particle between walls.
struct State {
    sprt: Sprt,
    observed: Distribution,
    results: f64,
    llr: f64,
    /// The score between those of the hypotheses.
    middle: f64,
    /// LLR for each point above the middle.
    slope: f64,
    /// The mean overshoot over a bound; 0 in a test under way.
    overshoot: f64,
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
        let probability = |elo: f64| state.worse(elo);
        let middle = f64::midpoint(self.elo0, self.elo1);
        let strength = |share: f64| {
            let mut reach = FIRST_REACH * (self.elo1 - self.elo0);
            loop {
                let low = (middle - reach).max(-LAST_REACH);
                let high = (middle + reach).min(LAST_REACH);
                let found = bisect(low, high, |elo| probability(elo).map(|p| p - share));
                if found.is_some() || reach > 2.0 * LAST_REACH {
                    return found;
                }
                reach *= 2.0;
            }
        };
        Some(StoppedEstimate {
            elo: Interval { value: 0.5, low: 1.0 - TAIL, high: TAIL }.map(strength),
            los: probability(0.0)?,
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
        let stopped = sprt.decision(llr) != Decision::Continue;
        let slope = if stopped && own.is_finite() && own > 0.0 { own } else { usual };
        // A test under way has no overshoot; fishtest's estimate is the same then.
        let excess = if stopped { observed.excess(&observed.offsets(middle)) } else { 0.0 };
        let overshoot = slope * excess;
        (overshoot.is_finite() && slope.is_finite()).then_some(Self {
            sprt,
            results,
            llr,
            middle,
            slope,
            overshoot,
            observed,
        })
    }

    /// The probability of a worse outcome of an engine of this strength.
    fn worse(&self, elo: f64) -> Option<f64> {
        let score = score_from_elo(elo);
        let particle = Brownian {
            lower: self.sprt.lower() - self.overshoot,
            upper: self.sprt.upper() + self.overshoot,
            drift: self.slope * (score - self.middle),
            variance: self.slope.powi(2) * self.observed.variance_towards(score)?,
        };
        let wall = match self.sprt.decision(self.llr) {
            Decision::H0 => particle.lower,
            Decision::H1 => particle.upper,
            Decision::Continue => {
                let surplus = self.results * (self.observed.mean() - self.middle);
                let place = (self.slope * surplus).clamp(particle.lower, particle.upper);
                return Some(particle.worse_than(self.results, place));
            }
        };
        // Results beyond a bound are treated as having stopped there.
        Some(particle.worse_than(self.results * wall / self.llr, wall))
    }
}
