//! A run as an array job of Slurm: its parts ([`runner::shard`]) as tasks, and a job that merges them ([`runner::merge`]).
//!
//! The request is in `cluster/job.json` in the run's folder, with the scripts beside it, where people can read and
//! change them. Only the scheduler knows the state of the tasks; it is queried for all jobs whose comment is the
//! run's folder: nothing is lost if the submitting process is killed, and users of the folder may inspect and cancel.
//! A test that is to end the run is made after every task, of the pairs in the order of their numbers; it cancels
//! the remaining tasks once the test has decided.

mod error;
mod job;
mod poll;
mod script;
mod slurm;
mod status;

use std::fs;
use std::path::{Path, PathBuf};

use config::output::replace_file;
pub use error::ClusterError;
pub use job::{Ending, Job};
pub use poll::{PollReport, poll};
use runner::arena::Plan;
use runner::run::{RunError, changes, info, put_away};
use runner::shard;
use runner::store::{Part, Store, StoreError};
use script::{array_script, merge_script};
pub use slurm::{Queued, Resources, Slurm};
pub use status::Status;

/// The folder of scripts and logs, in the run's.
pub const FOLDER: &str = "cluster";

/// Checks that the run in the folder `run` is of the tournament of `plan`, played by the same engines; with `fresh`,
/// an existing run is renamed first.
///
/// # Errors
/// If it is not, or a process plays there.
pub fn prepare(run: &Path, plan: &Plan, fresh: bool) -> Result<(), RunError> {
    if fresh && run.exists() {
        put_away(run)?;
    }
    let shards = fs::read_dir(run.join(shard::FOLDER)).into_iter().flatten();
    let shard = shards.flatten().map(|entry| entry.path()).find(|path| Store::exists(path));
    let is_begun = |folder: &PathBuf| Store::exists(folder);
    for folder in [Some(run.to_owned()), shard].into_iter().flatten().filter(is_begun) {
        let part = match Part::open(&folder) {
            // The process that plays there checks that, and a run not begun cannot be another one.
            Err(StoreError::Locked { .. } | StoreError::NoRun { .. }) => continue,
            part => part?,
        };
        let changes = changes(part.info(), &info(plan, Default::default()));
        if !changes.is_empty() {
            return Err(RunError::Changed { folder, changes });
        }
    }
    Ok(())
}

/// Submits the tasks of `job` for the run in `run` and a job that merges them when they have ended; returns the numbers
/// of the arrays. `notify` receives each array.
///
/// # Errors
/// If tasks of it wait or run already, Slurm does not take the job, or a file cannot be written.
pub fn submit(
    run: &Path,
    job: &Job,
    slurm: &Slurm,
    mut notify: impl FnMut(&str),
) -> Result<(), ClusterError> {
    let comment = job.comment.as_str();
    let queued = slurm.queued(comment)?;
    if !queued.is_empty() {
        return Err(ClusterError::Submitted { run: run.to_owned(), tasks: queued.len() });
    }
    let folder = run.join(FOLDER);
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).map_err(|source| ClusterError::file(&logs, source))?;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        let written = replace_file::<std::io::Error>(&path, |file| file.write_all(text.as_bytes()));
        written.map(|()| path.clone()).map_err(|source| ClusterError::file(&path, source))
    };
    job.write(run)?;
    let array = write("array.sh", &array_script(job))?;
    let merge = write("merge.sh", &merge_script(job))?;
    let most = slurm.largest_array()?;
    let mut ids = Vec::new();
    for first in (0..job.tasks).step_by(most) {
        let tasks = most.min(job.tasks - first);
        let id = slurm.submit_array(&array, first, tasks, &job.resources)?;
        notify(&format!(
            "array job {id}: shards {} to {} of {}",
            first + 1,
            first + tasks,
            job.tasks
        ));
        ids.push(id);
    }
    let id = slurm.submit_after(&merge, &ids, &job.resources)?;
    notify(&format!("job {id} merges them when they have ended"));
    Ok(())
}
