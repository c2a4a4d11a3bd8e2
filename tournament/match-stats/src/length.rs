//! The number of games that a sequential test or an interval needs, and the estimate of strength after a test, which stops at
//! a score that is too extreme.
//!
//! The log-likelihood ratio of a test between its bounds is a particle that drifts and diffuses between two walls, which lie
//! beyond the bounds by the mean overshoot: after T results it is nearly normal with mean `drift * T` and variance
//! `variance * T`. (Wald 1945; Siegmund 1985.)
//!
//! Outcomes of a test are ordered from bad to good (rejected early, rejected late, still undecided and low, undecided and high,
//! accepted late, accepted early). The probability of an outcome worse than the one observed falls as the strength rises: where
//! it is one half is the median-unbiased estimate (Siegmund 1985, chapter 3; the method of fishtest's `sprt.py`). The particle
//! of the estimate is the surplus of points over the middle of the hypotheses, on the scale on which a stopped test has the
//! position of its LLR, with the variance that gives a score the likelihood that it has.

use std::f64::consts::PI;

use super::distribution::Distribution;
use super::elo::{elo_from_score, score_from_elo};
use super::functions::{TAIL, Z95, bisect, phi};
use super::sprt::Decision;
use super::{Interval, Sample, Sprt};

/// The distribution of the results of two engines.
#[derive(Debug, Clone, PartialEq)]
pub struct Results {
    distribution: Distribution,
    games_each: u64,
}

/// The expected outcome of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedOutcome {
    /// Games until it stops, on the average.
    pub games: f64,
    /// Probability, 0 to 1, that it accepts H1.
    pub passes: f64,
}

impl Results {
    /// Of pairs of independent games, by their Elo and the share of games that are drawn, between 0 and 1.
    /// `None` if the score is impossible with this share of draws.
    pub fn independent(elo: f64, draw_ratio: f64) -> Option<Self> {
        let score = score_from_elo(elo);
        let (win, loss) = (score - draw_ratio / 2.0, 1.0 - score - draw_ratio / 2.0);
        if !(win > 0.0 && loss > 0.0 && draw_ratio > 0.0) {
            return None;
        }
        let game = [loss, draw_ratio, win];
        let mut pair = [0.0; 5];
        for (i, p) in game.iter().enumerate() {
            for (j, q) in game.iter().enumerate() {
                pair[i + j] += p * q;
            }
        }
        Some(Self::of_pairs(&pair))
    }

    /// By the chances of a pair's points: 0, 1/2, 1, 3/2, 2. All of them are above 0.
    pub fn of_pairs(chances: &[f64; 5]) -> Self {
        Self { distribution: Distribution::weighted(chances), games_each: 2 }
    }

    /// The distribution in an earlier match; `None` without results.
    pub fn as_in(sample: &Sample) -> Option<Self> {
        (sample.games() > 0).then(|| Self {
            distribution: Distribution::from_counts(&sample.counts()).0,
            games_each: sample.games_each(),
        })
    }

    /// The same, of engines `elo` apart; `None` beyond what is possible.
    pub fn at(&self, elo: f64) -> Option<Self> {
        Some(Self { distribution: self.distribution.with_mean(score_from_elo(elo))?, games_each: self.games_each })
    }

    /// Their Elo.
    pub fn elo(&self) -> Option<f64> {
        elo_from_score(self.distribution.mean())
    }

    /// The expected outcome of a test of them; `None` if its hypotheses are out of reach.
    pub fn expected(&self, sprt: &Sprt) -> Option<ExpectedOutcome> {
        let particle = sprt.particle(&self.distribution, self.games_each)?;
        Some(ExpectedOutcome {
            games: particle.mean_duration() * self.games_each as f64,
            passes: 1.0 - particle.ends_below(),
        })
    }

    /// Games after which the 95 % interval reaches `half_width` Elo to either side; `None` if it can never be so wide.
    pub fn games_for_width(&self, half_width: f64) -> Option<f64> {
        if half_width.is_nan() || half_width <= 0.0 {
            return None;
        }
        let mean = self.distribution.mean();
        let reach = mean.min(1.0 - mean);
        let error = bisect(0.0, reach * (1.0 - f64::EPSILON), |error| {
            let width = elo_from_score(mean + error)? - elo_from_score(mean - error)?;
            Some(width / 2.0 - half_width)
        })?;
        let results = self.distribution.variance() * (Z95 / error).powi(2);
        Some(results * self.games_each as f64)
    }
}

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
    /// The LLR of results like these as a particle between walls: the bounds, and beyond them the
    /// mean overshoot. `None` if a hypothesis is out of reach.
    fn particle(&self, results: &Distribution, games_each: u64) -> Option<Brownian> {
        let (score0, score1) = self.scores(results, games_each);
        let (under0, under1) = (results.with_mean(score0)?, results.with_mean(score1)?);
        let jumps = under1.log_ratios(&under0);
        let drift = results.mean_of(jumps.iter().copied());
        let variance = results.mean_of(jumps.iter().map(|jump| (jump - drift).powi(2)));
        let overshoot = results.excess(&jumps);
        let (lower, upper) = (self.lower() - overshoot, self.upper() + overshoot);
        Some(Brownian { lower, upper, drift, variance })
    }

    /// The probability, 0 to 1, that a test of an engine of this strength, in logistic Elo, ends
    /// worse than this one: what the estimate and its interval come from.
    pub fn worse(&self, sample: &Sample, elo: f64) -> Option<f64> {
        State::new(*self, sample)?.worse(elo)
    }

    /// The strength estimated from the results, given that the test stops at its bounds. Results
    /// beyond a bound are treated as having stopped at it. `None` without results, or if the
    /// hypotheses are out of reach of any distribution near the results.
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

/// Below this share of the squared distance of the walls, diffusion has not yet carried the
/// particle from wall to wall, and each wall can be treated alone, with an error below 1e-9.
const SHORT_TIME: f64 = 0.05;
/// Terms of the series smaller than this are left out.
const NEGLIGIBLE: f64 = 1e-14;
/// Terms beyond [`SHORT_TIME`] are below e^(10 - n²/4), whatever the drift is: this many are never needed.
const MAX_TERMS: u32 = 100;
/// Drifts smaller than this, in variances times the distance of the walls, are treated as 0.
const NO_DRIFT: f64 = 1e-8;

/// Starts at 0 between two walls.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Brownian {
    /// The lower wall, below 0.
    lower: f64,
    /// The upper wall, above 0.
    upper: f64,
    /// Mean change for each result.
    drift: f64,
    /// Variance of the change for each result, above 0.
    variance: f64,
}

impl Brownian {
    /// The probability, 0 to 1, that it ends at the lower wall.
    fn ends_below(&self) -> f64 {
        let width = self.upper - self.lower;
        let start = -self.lower;
        let pull = self.drift / self.variance;
        if (pull * width).abs() < NO_DRIFT {
            return 1.0 - start / width;
        }
        // (e^-2gx - e^-2gA) / (1 - e^-2gA), without overflow for either sign of g.
        if pull > 0.0 {
            let rest = (-2.0 * pull * (width - start)).exp_m1() / (-2.0 * pull * width).exp_m1();
            (-2.0 * pull * start).exp() * rest
        } else {
            (2.0 * pull * (width - start)).exp_m1() / (2.0 * pull * width).exp_m1()
        }
    }

    /// The mean number of results until it meets a wall (Wald's identity).
    fn mean_duration(&self) -> f64 {
        let width = self.upper - self.lower;
        if (self.drift / self.variance * width).abs() < NO_DRIFT {
            return -self.lower * self.upper / self.variance;
        }
        let below = self.ends_below();
        ((1.0 - below) * self.upper + below * self.lower) / self.drift
    }

    /// The probability of an outcome that is worse than being at `place` after `time` results: having met the lower
    /// wall earlier, being lower now, or (if it is the upper wall that was met) meeting that later or never.
    fn worse_than(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let worse = if self.variance * time < SHORT_TIME * width * width {
            self.worse_soon(time, place)
        } else {
            self.worse_later(time, place)
        };
        worse.clamp(0.0, 1.0)
    }

    /// Each wall alone, by the reflection principle.
    fn worse_soon(&self, time: f64, place: f64) -> f64 {
        let spread = (self.variance * time).sqrt();
        let moved = self.drift * time;
        let pull = self.drift / self.variance;
        let reflected = |wall: f64, z: f64| (2.0 * pull * wall + ln_phi(z)).exp();
        let lower = reflected(self.lower, (2.0 * self.lower + moved - place) / spread);
        let upper = reflected(self.upper, (place - 2.0 * self.upper - moved) / spread);
        phi((place - moved) / spread) + lower - upper
    }

    /// The eigenfunctions of diffusion between absorbing walls: the final probability, corrected
    /// by what has not been absorbed yet.
    fn worse_later(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let (start, end) = (-self.lower, place - self.lower);
        let pull = self.drift / self.variance;
        let scale = pull * (end - start) - pull * pull * self.variance * time / 2.0;
        let mut sum = 0.0;
        for n in 1..=MAX_TERMS {
            let wave = f64::from(n) * PI / width;
            let left = (scale - wave * wave * self.variance * time / 2.0).exp();
            let (sine, cosine) = (wave * end).sin_cos();
            let shape = (pull * sine - wave * cosine) / (pull * pull + wave * wave);
            sum += left * (wave * start).sin() * shape;
            // A comparison that is false for NaN.
            let goes_on = left / wave > NEGLIGIBLE;
            if !goes_on {
                break;
            }
        }
        self.ends_below() + 2.0 / width * sum
    }
}

/// The logarithm of the normal distribution's probability below x, where that itself would be 0.
fn ln_phi(x: f64) -> f64 {
    /// From here on the first term of the asymptotic series is good to a thousandth.
    const FAR: f64 = -30.0;
    if x > FAR { phi(x).ln() } else { -x * x / 2.0 - (-x * (2.0 * PI).sqrt()).ln() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particle(drift: f64) -> Brownian {
        Brownian { lower: -2.0, upper: 3.0, drift, variance: 0.7 }
    }

    #[test]
    fn both_ways_of_computing_agree_where_they_meet_and_in_the_end_it_is_at_a_wall() {
        for drift in [-0.9, -0.1, 0.0, 1e-12, 0.2, 1.1] {
            let p = particle(drift);
            let time = SHORT_TIME * 25.0 / p.variance;
            for place in [-2.0, -1.0, 0.0, 0.5, 2.9, 3.0] {
                let (soon, later) = (p.worse_soon(time, place), p.worse_later(time, place));
                assert!((soon - later).abs() < 1e-8, "{drift} {place} {soon} {later}");
            }
            for wall in [p.lower, p.upper] {
                let error = p.worse_than(1e5, wall) - p.ends_below();
                assert!(error.abs() < 1e-9, "{drift} {wall} {error}");
            }
        }
    }

    /// In a bounded number of steps: without a bound this takes minutes.
    #[test]
    fn a_drift_beyond_all_bounds_ends_the_series() {
        for drift in [1e300, -1e300, f64::INFINITY, f64::NAN] {
            let particle = Brownian { variance: 1e-200, ..particle(drift) };
            particle.worse_later(1e201, 1.0);
        }
    }

    /// Wald: with the walls of a test, drift half the variance gives its error rates.
    #[test]
    fn known_ends_and_durations() {
        let wall = 19_f64.ln();
        let test = Brownian { lower: -wall, upper: wall, drift: 0.5, variance: 1.0 };
        for (found, expected, error) in [
            (particle(0.0).ends_below(), 0.6, 1e-12),
            (particle(0.0).mean_duration(), 6.0 / 0.7, 1e-9),
            (particle(1e-7).mean_duration(), 6.0 / 0.7, 1e-5),
            (test.ends_below(), 0.05, 1e-12),
        ] {
            assert!((found - expected).abs() < error, "{found} {expected}");
        }
    }
}
