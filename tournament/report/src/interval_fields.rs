//! The names of an interval's three numbers in JSON: a field `#[serde(flatten, with = "Elo")]` is written
//! as `elo`, `elo_low` and `elo_high`, in its place among the others.

use match_stats::Interval;
use serde::{Deserialize, Serialize};

macro_rules! interval_fields {
    ($($(#[$attribute:meta])* $visibility:vis $name:ident: $value:literal, $low:literal, $high:literal;)*) => {$(
        $(#[$attribute])*
        #[serde(remote = "Interval")]
        $visibility struct $name<T> {
            #[serde(rename = $value)]
            value: T,
            #[serde(rename = $low)]
            low: T,
            #[serde(rename = $high)]
            high: T,
        }
    )*};
}

interval_fields! {
    /// Elo.
    #[derive(Serialize, Deserialize)]
    pub Elo: "elo", "elo_low", "elo_high";

    /// Elo, drawn towards the mean of its list.
    #[derive(Serialize)]
    pub ShrunkElo: "shrunk_elo", "shrunk_elo_low", "shrunk_elo_high";

    /// Elo, adjusted for the stop of a sequential test.
    #[derive(Serialize)]
    pub(crate) SprtElo: "sprt_elo", "sprt_elo_low", "sprt_elo_high";

    /// Normalised Elo, with fishtest's interval.
    #[derive(Serialize)]
    pub(crate) Nelo: "nelo", "nelo_low", "nelo_high";

    /// White's advantage.
    #[derive(Serialize)]
    pub(crate) WhiteAdvantage: "white_advantage", "white_advantage_low", "white_advantage_high";

    /// A share.
    #[derive(Serialize)]
    pub Share: "share", "share_low", "share_high";
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
