//! The number of games that a sequential test or an interval needs, and the estimate of strength after a test, which stops at
//! a score that is too extreme.
//!
//! The log-likelihood ratio of a test between its bounds is a particle that drifts and diffuses between two walls, which lie
//! beyond the bounds by the mean overshoot: after T results it is nearly normal with mean `drift * T` and variance
//! `variance * T`. (Wald 1945; Siegmund 1985.)
//!
//! The strength at which half of the outcomes are worse than the one observed is the median-unbiased estimate (Siegmund 1985,
//! chapter 3; docs/statistics.md, Sequential tests).

use super::brownian::Brownian;
use super::distribution::Distribution;
use super::elo::{elo_from_score, score_from_elo};
use super::functions::{TAIL, Z95, bisect};
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

/// The share of games drawn that is supposed where nothing is known of it.
pub const ASSUMED_DRAWS: f64 = 0.4;

/// The expected length of a match that tests end, at one strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectedLength {
    /// The strength, in Elo of the test's model.
    pub elo: f64,
    /// Games until it stops, on the average, if there are enough.
    pub games: f64,
    /// Probability, 0 to 1, that the games run out first.
    pub undecided: f64,
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

    /// The length of a match that has ended once each of `tests` has, the first of which is for a gain or the only one, at
    /// its hypotheses and halfway between, with `most` games; `None` if they are out of reach.
    pub fn lengths(&self, tests: &[Sprt], most: f64) -> Option<[ExpectedLength; 3]> {
        let test = tests.first()?;
        let (score0, score1) = test.scores(&self.distribution, self.games_each);
        let length = |elo, score| {
            let results = self.distribution.with_mean(score)?;
            let particle = |test: &Sprt| test.particle(&results, self.games_each);
            let particles = tests.iter().map(particle).collect::<Option<Vec<Brownian>>>()?;
            let open = |time: f64| particles.iter().map(|particle| particle.open(time)).sum::<f64>();
            let sum: f64 = particles.iter().map(Brownian::mean_duration).sum();
            // Of two tests, mirror images, one is always open until either could have ended, and only one from then on.
            let step = sum / f64::from(STEPS);
            let both =
                (0..STEPS).map(|count| open((f64::from(count) + 0.5) * step) - 1.0).take_while(|both| *both > 0.0);
            let games = (sum - step * both.sum::<f64>()) * self.games_each as f64;
            Some(ExpectedLength { elo, games, undecided: open(most / self.games_each as f64).min(1.0) })
        };
        let middle = (f64::midpoint(test.elo0, test.elo1), f64::midpoint(score0, score1));
        Some([length(test.elo0, score0)?, length(middle.0, middle.1)?, length(test.elo1, score1)?])
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

/// Steps of a sum over the mean lengths of tests.
const STEPS: u32 = 200;
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
        self.estimate_without(sample, TAIL)
    }

    /// The same with an interval that leaves out `tail` of the outcomes at either end.
    pub(super) fn estimate_without(&self, sample: &Sample, tail: f64) -> Option<StoppedEstimate> {
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
            elo: Interval { value: 0.5, low: 1.0 - tail, high: tail }.map(strength),
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
