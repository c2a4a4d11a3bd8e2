//! A part of a run: a number of whole pairs of its games, played in a folder for this part only.
//!
//! The pairs stand in the order of the schedule, those of all time controls side by side, and are cut into stretches of the
//! same length but for one. As all pairings advance together in a schedule, each part has nearly the same work of every
//! pairing and time control; parts that are played in the order of their numbers make a fair beginning of the tournament; and
//! of two engines no two parts share an opening. The games of a part depend on the configuration and its number alone.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::schedule::{Schedule, ScheduledGame};

const MAX_PARTS: usize = 1_000_000;
/// The folder of a run's parts, below the run's own.
pub const FOLDER: &str = "shards";

/// The `number`-th of `of` parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    number: usize,
    of: usize,
}

/// The reason that a text does not name a part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ShardError {
    /// It is not of the form K/N.
    #[error("write K/N, the K-th of N parts counted from 1, as in 3/200; or env, in an array job")]
    Form,
    /// There is no such part.
    #[error(
        "there is no part {number} of {of}: parts are counted from 1, and there are at most {MAX_PARTS}"
    )]
    Range { number: usize, of: usize },
    /// This is not a task of an array.
    #[error(
        "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set, the number of a task of Slurm or Kubernetes; write K/N"
    )]
    NoArray,
    /// Kubernetes does not set the number of tasks.
    #[error("Kubernetes does not say how many tasks the job has; write env/N")]
    NoCount,
    /// The variables do not describe a whole array from 0 or 1 on.
    #[error(
        "Slurm runs task {index} of {count} from {first} on, which is not a whole array of {} tasks that begins with 0 or \
         1: which part that is cannot be known; write K/N",
        given.unwrap_or(*count)
    )]
    PartOfArray { given: Option<usize>, index: usize, count: usize, first: usize },
}

impl Shard {
    /// The `number`-th part, from 1.
    pub fn new(number: usize, of: usize) -> Result<Self, ShardError> {
        if (1..=of).contains(&number) && of <= MAX_PARTS {
            Ok(Self { number, of })
        } else {
            Err(ShardError::Range { number, of })
        }
    }

    /// Parses a text: `K/N`; or in an array job `env` (Slurm) or `env/N` (Kubernetes, which does not set the
    /// number of tasks). `variable` looks up an environment variable.
    pub fn named(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse().map_err(|_| ShardError::Form);
        match text.split_once('/') {
            None if text == "env" => Self::of_task(None, variable),
            Some(("env", of)) => Self::of_task(Some(number(of)?), variable),
            Some((index, of)) => Self::new(number(index)?, number(of)?),
            None => Err(ShardError::Form),
        }
    }

    /// The part of this task of an array job; `of` is the number of parts, if given.
    fn of_task(
        of: Option<usize>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let number = |name: &str| variable(name).and_then(|text| text.parse::<usize>().ok());
        if let Some(index) = number("SLURM_ARRAY_TASK_ID") {
            let first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(1);
            let count = number("SLURM_ARRAY_TASK_COUNT").unwrap_or(0);
            let tasks = first..first + count;
            if first > 1 || !tasks.contains(&index) || of.is_some_and(|of| of != count) {
                return Err(ShardError::PartOfArray { given: of, index, count, first });
            }
            return Self::new(index - first + 1, count);
        }
        let index = number("JOB_COMPLETION_INDEX").ok_or(ShardError::NoArray)?;
        Self::new(index + 1, of.ok_or(ShardError::NoCount)?)
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
