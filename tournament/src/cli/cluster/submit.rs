//! `evalarena cluster submit`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use config::shell::quoted_path;
use regression::cluster::{ClusterError, Ending, Job, Resources, Slurm, prepare, submit};
use runner::run::Planned;
use serde_json::json;

use super::super::run::Configured;

/// Submit a tournament as an array job
#[derive(Args)]
#[command(
    long_about = "Writes the batch scripts of the tournament in CONFIG to the folder cluster of its run, and submits \
        them: an array of --tasks tasks, several arrays if the cluster allows none as large (MaxArraySize), \
        and a job that merges when they have ended. Each task plays a shard, and is requeued if its node \
        fails, or 30 seconds before its time limit; it resumes where it stopped. A task that fails on a node \
        is tried on up to three others.\n\n\
        A cluster starts about one task a second: give each at least 30 seconds of games. A match with \
        [sprt] is merged after every task, and the rest is cancelled once the test has decided; the decision \
        is that of the pairs in the order of their numbers, regardless of which task was fast. A Swiss \
        tournament is submitted once for each round.\n\n\
        The scripts may be edited and submitted by hand: `sbatch --array=1-200 RUN/cluster/array.sh 0`. The \
        same command submits what is missing.",
    after_help = "Examples:\n  \
        evalarena cluster submit my.toml --tasks 200\n  \
        evalarena cluster submit my.toml --tasks 2000 --time 0:20:00 --partition short --set limits.nodes=20000\n  \
        evalarena cluster submit my.toml --tasks 50 --threads 8 --sbatch --mem=2G --sbatch --account=chess"
)]
pub(crate) struct ClusterSubmitArgs {
    #[command(flatten)]
    what: Configured,

    /// The number of tasks, one shard each
    #[arg(value_parser = crate::cli::positive, long, value_name = "N")]
    tasks: NonZeroUsize,

    /// The run's folder, visible to all nodes [default: runs/NAME, from run.name in the configuration]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Concurrent games of a task, and the processors that it requests
    #[arg(
        value_parser = crate::cli::positive,
        long,
        value_name = "N",
        default_value = "1",
        visible_alias = "concurrency"
    )]
    threads: NonZeroUsize,

    #[command(flatten)]
    resources: ResourceArguments,

    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The resources requested from Slurm, per task.
#[derive(Args)]
pub(crate) struct ResourceArguments {
    /// The time limit of a task, as in `sbatch --time` [default: the partition's]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,

    /// The partition [default: the cluster's]
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,

    /// A further option for `sbatch` (repeatable)
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

impl ResourceArguments {
    /// The same for tasks that play `threads` games at a time.
    pub(crate) fn resources(&self, threads: usize) -> Resources {
        Resources {
            time: self.time.clone(),
            partition: self.partition.clone(),
            processors: threads,
            more: self.sbatch.clone(),
        }
    }
}

pub(crate) fn run(arguments: &ClusterSubmitArgs) -> anyhow::Result<ExitCode> {
    let config = arguments.what.configuration()?;
    let name = config.run.name.clone();
    let run = arguments.out.clone();
    let run = run.unwrap_or_else(|| PathBuf::from("runs").join(name));
    let ending = match config.run.stop {
        Some(_) => Ending::Configured,
        None => Ending::Complete,
    };
    let planned = Planned::new(config)?;
    let waiting = Job::read(&run).ok().map(|job| Slurm.queued(&job.comment));
    let waiting = waiting.transpose()?.unwrap_or_default().len();
    if waiting > 0 {
        return Err(ClusterError::Submitted { run, tasks: waiting }.into());
    }
    prepare(&run, planned.plan(), arguments.fresh)?;
    if planned.is_over(&run) {
        if arguments.json {
            super::super::print_json(&json!({ "run": run.display().to_string(), "shards": 0 }))?;
            return Ok(ExitCode::SUCCESS);
        }
        super::super::show(format!(
            "{}: every game is played, or the test has ended the match; nothing is submitted\n",
            run.display()
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let job = Job::new(
        &run,
        planned.plan(),
        arguments.tasks.get(),
        arguments.resources.resources(arguments.threads.get()),
        ending,
    )?;
    submit(&run, &job, &Slurm, |text| {
        super::super::note(text);
    })?;
    let (games, shards) = (planned.plan().schedule.len(), arguments.tasks);
    if arguments.json {
        let run = run.display().to_string();
        super::super::print_json(&json!({ "run": run, "games": games, "shards": shards }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let run = quoted_path(&run);
    super::super::show(format!(
        "{games} games in {shards} shards are submitted; `evalarena cluster status {run}` shows how they stand\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}
