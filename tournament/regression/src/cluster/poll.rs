//! The work after every task of a run that a test ends.

use std::path::Path;

use match_stats::StopRule;
use match_stats::change::ChangeTest;

use super::{ClusterError, Ending, Job, Slurm};
use runner::merge::{MergeError, Merged, merge};
use runner::run::Run;
use runner::shard;
use runner::store::StoreError;

/// The outcome of the work after a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PollReport {
    /// True if another process was merging; then nothing was done, and the next task merges the rest.
    pub busy: bool,
    /// Games that are merged.
    pub games: usize,
    /// True if the test that ends the run has done so.
    pub is_clear: bool,
    /// Tasks that were cancelled because of it.
    pub cancelled: usize,
}

/// Merges the shards' games into the run in `run`, and cancels waiting and running tasks once the test has decided.
///
/// # Errors
/// If nothing was submitted, Slurm does not answer, or the finished games cannot be merged.
pub fn poll(run: &Path, slurm: &Slurm) -> Result<PollReport, ClusterError> {
    let job = Job::read(run)?;
    let merged = match join(run) {
        Err(ClusterError::Merge(MergeError::Store(StoreError::Locked { .. }))) => {
            return Ok(PollReport { busy: true, ..PollReport::default() });
        }
        merged => merged?,
    };
    let Some(merged) = merged else {
        return Ok(PollReport::default());
    };
    let is_clear = job.ending.is_clear(&merged.run)?;
    let games = merged.run.store.count()?;
    // Tasks must not wait for this one while it asks Slurm.
    drop(merged);
    let mut cancelled = 0;
    if is_clear {
        let tasks = slurm.queued(&job.comment)?;
        slurm.cancel(&tasks)?;
        cancelled = tasks.len();
    }
    Ok(PollReport { busy: false, games, is_clear, cancelled })
}

/// The run in `run` with the games of its shards; `None` if there is nothing yet.
pub(super) fn join(run: &Path) -> Result<Option<Merged>, ClusterError> {
    let shards = run.join(shard::FOLDER);
    match merge(run, &[shards], |_| ()) {
        Ok(merged) => Ok(Some(merged)),
        Err(MergeError::Nothing { .. } | MergeError::NoPart { .. } | MergeError::Folder { .. }) => {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

impl Ending {
    /// True if the games of `run` have ended it, by the pairs in the order of their numbers.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn is_clear(&self, run: &Run) -> Result<bool, StoreError> {
        run.store.is_decided(match self {
            Self::Complete => None,
            Self::Configured => run.config.run.stop,
            Self::Change(bounds) => ChangeTest::new(bounds).ok().map(StopRule::Change),
        })
    }
}
