//! A particle that drifts and diffuses between two absorbing walls. (Siegmund 1985.)

use std::f64::consts::PI;

use super::functions::phi;

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
pub(super) struct Brownian {
    /// The lower wall, below 0.
    pub(super) lower: f64,
    /// The upper wall, above 0.
    pub(super) upper: f64,
    /// Mean change for each result.
    pub(super) drift: f64,
    /// Variance of the change for each result, above 0.
    pub(super) variance: f64,
}

impl Brownian {
    /// The probability, 0 to 1, that it ends at the lower wall.
    pub(super) fn ends_below(&self) -> f64 {
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
    pub(super) fn mean_duration(&self) -> f64 {
        let width = self.upper - self.lower;
        if (self.drift / self.variance * width).abs() < NO_DRIFT {
            return -self.lower * self.upper / self.variance;
        }
        let below = self.ends_below();
        ((1.0 - below) * self.upper + below * self.lower) / self.drift
    }

    /// The probability, 0 to 1, that it has met neither wall after `time` results.
    pub(super) fn open(&self, time: f64) -> f64 {
        self.worse_than(time, self.upper) - self.worse_than(time, self.lower)
    }

    /// The probability of an outcome that is worse than being at `place` after `time` results: having met the lower
    /// wall earlier, being lower now, or (if it is the upper wall that was met) meeting that later or never.
    pub(super) fn worse_than(&self, time: f64, place: f64) -> f64 {
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
