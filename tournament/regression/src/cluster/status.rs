//! The status of a submitted run.

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::poll::join;
use super::{ClusterError, Job, Slurm};
use report::{Results, results_of};
use runner::schedule::Schedule;
use runner::shard;
use runner::store::StoreError;

/// The status of a submitted run.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    /// Tasks that wait.
    pub waiting: usize,
    /// The reasons that they wait, in Slurm's words, the most frequent first.
    pub reasons: Vec<String>,
    /// Tasks that run.
    pub running: usize,
    /// Shards of which every game is merged.
    pub done: usize,
    /// Shards that are not done, and of which no task waits or runs.
    pub failed: usize,
    /// Games that are merged.
    pub games: usize,
    /// Games of the whole run.
    pub planned_games: usize,
    /// Shards that cannot be merged, and why not.
    pub refused: Vec<String>,
    /// True if the test that ends the run has done so.
    pub decided: bool,
    /// The time left at the pace of the games so far, with the tasks that run now; `None` if unknown.
    pub seconds_left: Option<f64>,
    /// The results so far; `None` before the first game.
    #[serde(skip)]
    pub results: Option<Results>,
}

impl Status {
    /// The status of the run in `run`, after a merge of its shards' games.
    ///
    /// # Errors
    /// If nothing was submitted, Slurm does not answer, or the finished games cannot be merged.
    pub fn of(run: &Path, slurm: &Slurm) -> Result<Self, ClusterError> {
        let job = Job::read(run)?;
        // Asked first: a task that ends meanwhile has merged games then.
        let tasks = slurm.queued(&job.comment)?;
        let running = tasks.iter().filter(|task| task.runs).count();
        let mut status = Self {
            waiting: tasks.len() - running,
            reasons: reasons(&tasks),
            running,
            done: 0,
            failed: 0,
            games: 0,
            planned_games: 0,
            refused: Vec::new(),
            decided: false,
            seconds_left: None,
            results: None,
        };
        let Some(merged) = join(run)? else {
            status.failed = job.tasks.saturating_sub(tasks.len());
            return Ok(status);
        };
        let refused = merged.summary.refused.iter();
        status.refused = refused.map(|(_, error)| error.to_string()).collect();
        let (schedule, store) = (&merged.run.schedule, &merged.run.store);
        let finished = store.finished(schedule.len())?;
        status.games = finished.iter().filter(|&&finished| finished).count();
        status.planned_games = finished.len();
        status.done = done(schedule, &finished, job.tasks);
        let open = job.tasks - status.done;
        status.failed = open.saturating_sub(tasks.len());
        status.decided = job.ending.is_clear(&merged.run)?;
        let mut spent = Duration::ZERO;
        store.visit_without_moves(|game| {
            spent += game.overhead + game.white_stats.time + game.black_stats.time;
            Ok::<_, StoreError>(())
        })?;
        let missing = status.planned_games - status.games;
        let at_a_time = running * job.resources.processors.max(1);
        status.seconds_left = (at_a_time > 0 && status.games > 0).then(|| {
            let a_game = spent.as_secs_f64() / status.games as f64;
            a_game * missing as f64 / at_a_time as f64
        });
        status.results = Some(results_of(&merged.run)?);
        Ok(status)
    }

    /// True if no task will play any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.waiting + self.running == 0
    }
}

/// The number of shards that have all of their games.
fn done(schedule: &Schedule, finished: &[bool], tasks: usize) -> usize {
    let mut open = vec![false; tasks];
    for (index, _) in finished.iter().enumerate().filter(|(_, finished)| !**finished) {
        let number = schedule.game(index).and_then(|game| {
            let (rank, total) = schedule.dealt(&game);
            shard::number_of(rank, total, tasks)
        });
        // A game of a round that is not known yet is missing from all of them.
        match number {
            Some(number) => open[number - 1] = true,
            None => return 0,
        }
    }
    open.iter().filter(|&&open| !open).count()
}

fn reasons(tasks: &[super::Queued]) -> Vec<String> {
    let waiting = tasks.iter().filter(|task| !task.runs);
    let mut reasons: Vec<&str> = waiting.map(|task| task.reason.as_str()).collect();
    reasons.sort_unstable();
    let mut counted: Vec<(usize, &str)> =
        reasons.chunk_by(|one, next| one == next).map(|same| (same.len(), same[0])).collect();
    counted.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    counted.into_iter().map(|(_, reason)| reason.to_owned()).collect()
}
