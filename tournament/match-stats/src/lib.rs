//! Statistics of match results: pure arithmetic on counts of chess games.
//!
//! Nothing here reads a file, plays a game or runs an engine. The input is counts, from the first player's side;
//! the output is scores from 0 to 1, differences of strength in Elo and intervals that hold the truth 95 times
//! of a hundred. Formulas, sources, and tables of the example simulate, which validates them on games whose truth is known,
//! are in docs/statistics.md.
//!
//! [`Wdl`] counts games, [`Pentanomial`] counts pairs of games, and [`Sample`] is either. A pair is the two games that two
//! engines play from one opening with colours reversed. They are not independent: an opening that is good for White helps one
//! engine in the first and the other in the second. All intervals of the arena come from pairs.
//!
//! ```
//! use match_stats::sprt::{Decision, Model, Sprt};
//! use match_stats::{Pentanomial, Sample};
//!
//! // Pairs in which the first engine has 0, 1/2, 1, 3/2 and 2 points.
//! let match_so_far = Sample::Pairs(Pentanomial([34, 54, 63, 64, 75]));
//! let found = match_so_far.estimate().ok_or("no games")?;
//! assert_eq!(format!("{:.3}", found.score), "0.579");
//! assert_eq!(found.elo.low.map(f64::round), Some(28.0));
//! assert_eq!(found.elo.high.map(f64::round), Some(84.0));
//!
//! // Is it 5 Elo stronger, or not at all? Wrong with a probability of 5 %, either way.
//! let test = Sprt::new((0.0, 5.0), (0.05, 0.05), Model::Logistic)?;
//! let llr = test.llr(&match_so_far).ok_or("no games")?;
//! assert_eq!(test.decision(llr), Decision::Continue);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brownian;
pub mod differences;
mod distribution;
pub mod elo;
pub mod functions;
pub mod goodness_of_fit;
pub mod length;
pub mod matrix;
pub mod race;
pub mod ratings;
mod sample;
pub mod sprt;
pub mod stop_rule;

pub use elo::Estimate;
pub use functions::{Interval, Z95};
pub use ratings::{Meeting, Rating, Ratings, rate};
pub use sample::{Pentanomial, Sample, Wdl, WithForfeits};
pub use sprt::Sprt;
pub use stop_rule::{SequentialMatch, StopRule};

/// The reason that a test or a race is impossible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImpossibleTest(String);

fn ensure(is_possible: bool, reason: impl FnOnce() -> String) -> Result<(), ImpossibleTest> {
    if is_possible { Ok(()) } else { Err(ImpossibleTest(reason())) }
}

/// Random numbers for resampling and for simulations.
pub mod random {
    use rand_pcg::rand_core::Rng;

    const FRACTION_BITS: u32 = 53;

    /// Uniform on [0, 1).
    pub fn uniform(random: &mut impl Rng) -> f64 {
        (random.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64 / (1_u64 << FRACTION_BITS) as f64
    }

    /// Uniform on [0, `end`). (Lemire's multiplication without its correction: the bias is below `end` / 2^64.)
    pub fn below(random: &mut impl Rng, end: u64) -> u64 {
        ((u128::from(random.next_u64()) * u128::from(end)) >> u64::BITS) as u64
    }
}
