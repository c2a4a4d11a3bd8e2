//! The names of an interval's three numbers in JSON: a field `#[serde(flatten, with = "Elo")]` is written
//! as `elo`, `elo_low` and `elo_high`, in its place among the others.

use match_stats::Interval;
use serde::{Deserialize, Serialize};

/// Elo.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Interval")]
pub struct Elo<T> {
    #[serde(rename = "elo")]
    value: T,
    #[serde(rename = "elo_low")]
    low: T,
    #[serde(rename = "elo_high")]
    high: T,
}

/// Elo, drawn towards the mean of its list.
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub struct ShrunkElo<T> {
    #[serde(rename = "shrunk_elo")]
    value: T,
    #[serde(rename = "shrunk_elo_low")]
    low: T,
    #[serde(rename = "shrunk_elo_high")]
    high: T,
}

/// Elo, adjusted for the stop of a sequential test.
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub(crate) struct SprtElo<T> {
    #[serde(rename = "sprt_elo")]
    value: T,
    #[serde(rename = "sprt_elo_low")]
    low: T,
    #[serde(rename = "sprt_elo_high")]
    high: T,
}

/// Normalised Elo, with fishtest's interval.
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub(crate) struct Nelo<T> {
    #[serde(rename = "nelo")]
    value: T,
    #[serde(rename = "nelo_low")]
    low: T,
    #[serde(rename = "nelo_high")]
    high: T,
}

/// The ends of normalised Elo's other interval; the value is that of [`Nelo`].
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub(crate) struct NeloDelta<T> {
    #[serde(skip)]
    value: T,
    #[serde(rename = "nelo_delta_low")]
    low: T,
    #[serde(rename = "nelo_delta_high")]
    high: T,
}

/// White's advantage.
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub(crate) struct WhiteAdvantage<T> {
    #[serde(rename = "white_advantage")]
    value: T,
    #[serde(rename = "white_advantage_low")]
    low: T,
    #[serde(rename = "white_advantage_high")]
    high: T,
}

/// A share.
#[derive(Serialize)]
#[serde(remote = "Interval")]
pub struct Share<T> {
    #[serde(rename = "share")]
    value: T,
    #[serde(rename = "share_low")]
    low: T,
    #[serde(rename = "share_high")]
    high: T,
}
