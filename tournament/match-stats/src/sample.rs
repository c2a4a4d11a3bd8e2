//! The results of a match, by pairs of games or, where these are not known, by games.

use super::{Estimate, Pentanomial, Wdl};

/// Counts of games or of pairs, from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// Pairs of games with colours reversed.
    Pairs(Pentanomial),
    /// Games that are not paired.
    Games(Wdl),
}

impl Sample {
    /// Counts by points, the fewest first.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        match self {
            Self::Pairs(pairs) => pairs.0.to_vec(),
            Self::Games(games) => vec![games.losses, games.draws, games.wins],
        }
    }

    /// Games in each counted unit: 2 for pairs, 1 for games.
    #[must_use]
    pub fn games_each(&self) -> u64 {
        match self {
            Self::Pairs(_) => 2,
            Self::Games(_) => 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games_each() * self.counts().iter().sum::<u64>()
    }

    /// Score, Elo and their intervals; `None` without results.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Pairs(pairs) => pairs.estimate(),
            Self::Games(games) => games.estimate(),
        }
    }

    /// Share of the pairs of 1 point, or of the games that were drawn, 0 to 1.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        match self {
            Self::Pairs(pairs) => pairs.draw_ratio(),
            Self::Games(games) => games.draw_ratio(),
        }
    }
}
