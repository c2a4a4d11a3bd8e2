//! The anchors of ratings.

use match_stats::ratings::{Anchor, Anchors};
use serde::{Deserialize, Serialize};

/// The engines whose ratings are given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnchorConfig {
    /// This one is rated 0, and certain.
    Zero(usize),
    /// Engines of known rating, none of them twice.
    Given(Vec<GivenRating>),
}

/// A given rating.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GivenRating {
    /// The engine.
    pub engine: usize,
    /// The rating in Elo, -10,000 to 10,000.
    pub elo: f64,
    /// Half of its 95 % interval in Elo, 0 to 10,000; 0: it is certain.
    pub error: f64,
}

impl AnchorConfig {
    /// Each engine that is an anchor, and its rating.
    #[must_use]
    pub fn ratings(&self) -> Vec<GivenRating> {
        match self {
            Self::Zero(engine) => vec![GivenRating { engine: *engine, elo: 0.0, error: 0.0 }],
            Self::Given(ratings) => ratings.clone(),
        }
    }

    /// The same for the fit.
    #[must_use]
    pub fn anchors(&self) -> Anchors {
        let anchor = |rating: GivenRating| Anchor {
            player: rating.engine,
            elo: rating.elo,
            error: rating.error,
        };
        Anchors(self.ratings().into_iter().map(anchor).collect())
    }
}
