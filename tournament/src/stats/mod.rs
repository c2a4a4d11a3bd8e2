//! What results say about strength: pure arithmetic on counts.
//!
//! [`elo`] has the logistic scale and what every estimate has in common, [`wdl`] counts games,
//! [`pentanomial`] counts pairs of games. [`sprt`] stops a match when it is decided, [`stopped`]
//! says how strong an engine is that was tested so, and [`length`] how long all this takes.
//! [`ratings`] puts all engines of a tournament on one scale, [`goodness_of_fit`] asks whether one
//! scale is enough, and [`differences`] says who is stronger than whom, corrected for the number of
//! verdicts ([`holm`]) and in [`letters`]. [`forfeits`] asks whether games that
//! were not decided by chess could have decided a match, [`wilson`] how sure a share of solved
//! positions is. Formulas, sources and proofs by
//! simulation are in docs/statistics.md.
//!
//! A pair is the two games that two engines play from one opening with colours reversed. Its games
//! are not independent: an opening that is good for White helps one engine in the first and the
//! other in the second. Intervals from games alone are therefore too wide (or too narrow, if two
//! deterministic engines repeat themselves); all intervals of the arena come from pairs.

mod brownian;
pub mod differences;
mod distribution;
pub mod elo;
pub mod forfeits;
pub mod goodness_of_fit;
pub mod holm;
pub mod length;
pub mod letters;
pub(crate) mod matrix;
mod moments;
pub(crate) mod normalised;
pub mod pentanomial;
pub(crate) mod random;
pub mod ratings;
pub(crate) mod root;
mod sample;
pub mod sprt;
pub mod stopped;
mod student;
pub mod wdl;
pub mod wilson;

pub use elo::Estimate;
pub use pentanomial::Pentanomial;
pub use ratings::{Meeting, Rating, Ratings, rate};
pub use sample::Sample;
pub use sprt::Sprt;
pub use wdl::Wdl;
