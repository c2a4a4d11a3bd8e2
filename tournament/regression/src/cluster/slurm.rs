//! Slurm, by its commands.

use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::ClusterError;

/// The largest index of an array where the cluster does not set it: Slurm's own default.
const ARRAY: usize = 1000;
/// The name of the jobs that play.
const PLAYING: &str = "arena";

/// The resources that a task needs, as options of `sbatch`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Resources {
    /// The time that a task may take, as `--time`.
    pub time: Option<String>,
    /// The partition.
    pub partition: Option<String>,
    /// Processors of a task.
    pub processors: usize,
    /// Further options.
    pub more: Vec<String>,
}

/// A task that the scheduler knows and that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queued {
    /// The number of its array.
    pub array: String,
    /// True if it runs; false if it waits.
    pub runs: bool,
    /// The reason that it waits, in Slurm's words.
    pub reason: String,
}

/// Slurm's commands.
#[derive(Debug, Clone, Copy, Default)]
pub struct Slurm;

impl Slurm {
    /// The largest number of tasks in an array.
    ///
    /// # Errors
    /// If Slurm does not answer.
    pub fn largest_array(&self) -> Result<usize, ClusterError> {
        let config = output("scontrol", Command::new("scontrol").args(["show", "config"]))?;
        let line = config.lines().find(|line| line.starts_with("MaxArraySize"));
        let size = line.and_then(|line| line.split('=').nth(1));
        let size = size.and_then(|size| size.trim().parse::<usize>().ok());
        // It is the first index that is too large.
        Ok(size.map_or(ARRAY, |size| size.saturating_sub(1)).max(1))
    }

    /// Submits `tasks` tasks of a script, after `first` others; the number of the array.
    pub(super) fn submit_array(
        self,
        script: &Path,
        first: usize,
        tasks: usize,
        resources: &Resources,
    ) -> Result<String, ClusterError> {
        let mut command = sbatch(resources);
        command.arg(format!("--array=1-{tasks}"));
        command.arg(format!("--cpus-per-task={}", resources.processors.max(1)));
        if let Some(time) = &resources.time {
            command.arg(format!("--time={time}"));
        }
        command.args(&resources.more);
        submitted(command.arg(script).arg(first.to_string()))
    }

    /// Submits a script that runs when these jobs have ended, in any way; returns its number.
    pub(super) fn submit_after(
        self,
        script: &Path,
        jobs: &[String],
        resources: &Resources,
    ) -> Result<String, ClusterError> {
        let mut command = sbatch(resources);
        command.arg(format!("--dependency=afterany:{}", jobs.join(":")));
        submitted(command.arg(script))
    }

    /// The tasks with this comment that wait or run.
    ///
    /// # Errors
    /// If Slurm does not answer.
    pub fn queued(&self, comment: &str) -> Result<Vec<Queued>, ClusterError> {
        let mut command = Command::new("squeue");
        // The comment is the last, because anything may be in it.
        command.args(["-h", "-r", "--states=all", "-o", "%F|%T|%j|%r|%k"]);
        let lines = output("squeue", &mut command)?;
        let task = |line: &str| {
            let mut fields = line.splitn(5, '|');
            let mut field = || fields.next().unwrap_or_default().trim().to_owned();
            let [array, state, name, reason, is] = std::array::from_fn(|_| field());
            let runs =
                matches!(state.as_str(), "RUNNING" | "COMPLETING" | "CONFIGURING" | "SUSPENDED");
            let waits = matches!(
                state.as_str(),
                "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "REQUEUE_FED" | "SPECIAL_EXIT"
            );
            let ours = is == comment && name == PLAYING && (runs || waits);
            ours.then_some(Queued { array, runs, reason })
        };
        Ok(lines.lines().filter_map(task).collect())
    }

    /// Cancels these tasks.
    ///
    /// # Errors
    /// If Slurm does not do it.
    pub fn cancel(&self, tasks: &[Queued]) -> Result<(), ClusterError> {
        let mut arrays: Vec<&str> = tasks.iter().map(|task| task.array.as_str()).collect();
        arrays.sort_unstable();
        arrays.dedup();
        if arrays.is_empty() {
            return Ok(());
        }
        output("scancel", Command::new("scancel").args(arrays)).map(|_| ())
    }
}

fn sbatch(resources: &Resources) -> Command {
    let mut command = Command::new("sbatch");
    command.arg("--parsable");
    if let Some(partition) = &resources.partition {
        command.arg(format!("--partition={partition}"));
    }
    command
}

/// The number of the job; on a federation its cluster follows after a semicolon.
fn submitted(command: &mut Command) -> Result<String, ClusterError> {
    let output_text = output("sbatch", command)?;
    let id = output_text.trim().split(';').next().unwrap_or_default();
    if !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(id.to_owned())
    } else {
        Err(ClusterError::Unknown { program: "sbatch", output_text })
    }
}

/// The output of a command.
fn output(program: &'static str, command: &mut Command) -> Result<String, ClusterError> {
    let output = command.output();
    let output = output.map_err(|source| ClusterError::NoSlurm { program, source })?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout))
    } else {
        Err(ClusterError::Refused { program, output_text: text(&output.stderr).trim().to_owned() })
    }
}
