//! How strong is an engine after a sequential test of it?
//!
//! A test that stops as soon as it likes what it sees makes the score it stops at too extreme: the
//! ordinary estimate is biased away from the middle. The estimate here knows how the test stopped.
//! Outcomes of a test are ordered from bad to good (rejected early, rejected late, still undecided
//! and low, undecided and high, accepted late, accepted early). For every true strength there is a
//! probability of an outcome worse than the one observed, and it falls as the strength rises. The
//! strength at which it is one half is the median-unbiased estimate, those at which it is 97.5 %
//! and 2.5 % bound the 95 % interval, and its value at 0 is the likelihood of superiority.
//! (Siegmund 1985, chapter 3; the method of fishtest's `sprt.py`.) The LLR is taken as a Brownian
//! motion whose drift and variance follow from the observed distribution tilted to each strength.

use super::brownian::Brownian;
use super::distribution::Distribution;
use super::elo::score_from_elo;
use super::root::bisect;
use super::{Sample, Sprt};

/// The search for a strength begins so many times the distance of the hypotheses around them.
const FIRST_REACH: f64 = 30.0;
/// And ends this many Elo from 0.
const LAST_REACH: f64 = 1000.0;
/// Half of what lies outside a 95 % interval.
const TAIL: f64 = 0.025;

/// Logistic Elo after a sequential test, from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stopped {
    /// The median-unbiased estimate; `None` beyond 1000 Elo.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub elo_high: Option<f64>,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

/// A test as it stands, as a particle between walls.
struct State {
    observed: Distribution,
    /// What each result adds to the LLR, the worst result first.
    jumps: Vec<f64>,
    sprt: Sprt,
    /// Results until it stopped, or until now.
    time: f64,
    llr: f64,
}

impl Sprt {
    /// The strength that the results show, knowing that the test stops at its bounds. Results
    /// beyond a bound are taken as having stopped at it. `None` without results, or if the
    /// hypotheses are out of reach of any distribution near the results.
    #[must_use]
    pub fn estimate(&self, sample: &Sample) -> Option<Stopped> {
        if sample.games() == 0 {
            return None;
        }
        let state = State::new(*self, sample)?;
        let probability = |elo: f64| state.worse(elo);
        let (elo0, elo1) = self.hypotheses();
        let middle = f64::midpoint(elo0, elo1);
        let strength = |share: f64| {
            let mut reach = FIRST_REACH * (elo1 - elo0);
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
        Some(Stopped {
            elo: strength(0.5),
            elo_low: strength(1.0 - TAIL),
            elo_high: strength(TAIL),
            los: probability(0.0)?,
        })
    }

    /// The walls and the drift of the LLR for engines of this distribution.
    pub(super) fn particle(&self, truth: &Distribution, jumps: &[f64]) -> Brownian {
        let (drift, variance) = truth.moments(jumps);
        Brownian {
            lower: self.lower(),
            upper: self.upper(),
            drift,
            variance,
        }
    }

    /// What each result adds to the LLR; `None` if a hypothesis is out of reach.
    pub(super) fn jumps(&self, observed: &Distribution, games_each: u64) -> Option<Vec<f64>> {
        let (score0, score1) = self.scores(observed, games_each);
        let (under0, under1) = (observed.with_mean(score0)?, observed.with_mean(score1)?);
        Some(under1.log_ratios(&under0))
    }
}

impl State {
    fn new(sprt: Sprt, sample: &Sample) -> Option<Self> {
        let (observed, results) = Distribution::from_counts(&sample.counts());
        let jumps = sprt.jumps(&observed, sample.games_each())?;
        let each = observed.moments(&jumps).0;
        let llr = (results * each).clamp(sprt.lower(), sprt.upper());
        let inside = llr > sprt.lower() && llr < sprt.upper();
        Some(Self {
            observed,
            jumps,
            sprt,
            time: if inside { results } else { llr / each },
            llr,
        })
    }

    /// The probability of a worse outcome of an engine of this strength.
    fn worse(&self, elo: f64) -> Option<f64> {
        let truth = self.observed.with_mean(score_from_elo(elo))?;
        let particle = self.sprt.particle(&truth, &self.jumps);
        Some(particle.worse_than(self.time, self.llr))
    }
}
