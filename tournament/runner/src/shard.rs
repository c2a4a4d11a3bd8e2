//! A part of a run: a number of whole pairs of its games, played in a folder for this part only.
//!
//! The pairs stand in the order of the schedule, those of all time controls side by side, and are cut into stretches of the
//! same length but for one. As all pairings advance together in a schedule, each part has nearly the same work of every
//! pairing and time control; parts that are played in the order of their numbers make a fair beginning of the tournament; and
//! of two engines no two parts share an opening. The games of a part depend on the configuration and its number alone.

mod scheduler;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, ScheduledGame};
pub use scheduler::SchedulerError;

/// More parts than any run will have.
const MOST: usize = 1_000_000;
/// The folder of a run's parts, below the run's own.
pub const FOLDER: &str = "shards";

/// The `number`-th of `of` parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    number: usize,
    of: usize,
}

/// The reason that a text names no part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ShardError {
    /// It is not of the form K/N.
    #[error("write K/N, the K-th of N parts counted from 1, as in 3/200; or env, in an array job")]
    Form,
    /// There is no such part.
    #[error(
        "there is no part {number} of {of}: parts are counted from 1, and there are at most {MOST}"
    )]
    Range { number: usize, of: usize },
    /// The scheduler does not determine the part.
    #[error(transparent)]
    Scheduler(#[from] SchedulerError),
}

impl Shard {
    /// The `number`-th part, from 1.
    pub fn new(number: usize, of: usize) -> Result<Self, ShardError> {
        if (1..=of).contains(&number) && of <= MOST {
            Ok(Self { number, of })
        } else {
            Err(ShardError::Range { number, of })
        }
    }

    /// Parses a text: `K/N`; or `env`, from the scheduler of an array job, or `env/N` where that does not
    /// set the number of tasks. `variable` looks up an environment variable.
    pub fn named(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse().map_err(|_| ShardError::Form);
        match text.split_once('/') {
            None if text == "env" => scheduler::shard(None, variable),
            Some(("env", of)) => scheduler::shard(Some(number(of)?), variable),
            Some((index, of)) => Self::new(number(index)?, number(of)?),
            None => Err(ShardError::Form),
        }
    }

    /// True if it has the `rank`-th of `total` pairs, from 0.
    #[must_use]
    pub fn has(&self, rank: usize, total: usize) -> bool {
        number_of(rank, total, self.of) == Some(self.number)
    }

    /// True if it has a game of a schedule.
    #[must_use]
    pub fn has_game(&self, schedule: &Schedule, game: &ScheduledGame) -> bool {
        let (rank, total) = schedule.dealt(game);
        self.has(rank, total)
    }

    /// Its folder, below that of the run.
    #[must_use]
    pub fn folder(&self, run: &Path) -> PathBuf {
        let width = self.of.to_string().len();
        let name = format!("{:0width$}-of-{}", self.number, self.of);
        run.join(FOLDER).join(name)
    }
}

/// The part, of `of`, that has the `rank`-th of `total` pairs, from 0; `None` for a pair beyond them.
#[must_use]
pub fn number_of(rank: usize, total: usize, of: usize) -> Option<usize> {
    // Both factors are far below 2^32.
    (rank < total).then(|| rank * of / total + 1)
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    /// As [`Shard::named`], with the environment of this process.
    fn from_str(text: &str) -> Result<Self, ShardError> {
        Self::named(text, |name| std::env::var(name).ok())
    }
}

#[cfg(test)]
mod tests;
