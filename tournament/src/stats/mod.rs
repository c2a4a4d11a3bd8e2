//! What results say about strength: pure arithmetic on counts.
//!
//! [`elo`] has the logistic scale and what every estimate has in common, [`wdl`] counts games,
//! [`pentanomial`] counts pairs of games, and [`ratings`] puts all engines of a tournament on one
//! scale.
//!
//! A pair is the two games that two engines play from one opening with colours reversed. Its games
//! are not independent: an opening that is good for White helps one engine in the first and the
//! other in the second. Intervals from games alone are therefore too wide (or too narrow, if two
//! deterministic engines repeat themselves); all intervals of the arena come from pairs.

pub mod elo;
mod matrix;
pub mod pentanomial;
pub mod ratings;
pub mod wdl;

pub use elo::Estimate;
pub use pentanomial::Pentanomial;
pub use ratings::{PairingResult, Rating, rate};
pub use wdl::Wdl;
