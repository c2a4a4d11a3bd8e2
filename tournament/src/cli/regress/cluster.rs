//! A regression test that Slurm plays.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::bail;
use regression::cluster::{ClusterError, Ending, FOLDER, Job, PollReport, Slurm, poll, submit};
use regression::regress::Regression;
use report::progress::Progress;
use runner::run::Planned;

use super::RegressArgs;

/// The interval between polls.
const LOOK: Duration = Duration::from_secs(5);

/// Submits the games to play, unless they are being played, and waits until there is an answer or nothing is left to
/// play. What is stored then is all that the test needs.
pub(super) fn play(
    regression: &Regression,
    arguments: &RegressArgs,
    tasks: NonZeroUsize,
    threads: usize,
) -> anyhow::Result<()> {
    if regression.is_over()? {
        return Ok(());
    }
    let run = regression.folder();
    if waiting(run)? == 0 {
        let planned = Planned::new(regression.config().clone())?;
        let job = Job::new(
            run,
            planned.plan(),
            tasks.get(),
            arguments.resources.resources(threads),
            Ending::Change(regression.bounds()),
        )?;
        submit(run, &job, &Slurm, |text| {
            super::super::note(text);
        })?;
    }
    wait(run)?;
    if !regression.is_over()? {
        bail!(
            "{}: the tasks have ended and there is no answer: games are missing; {FOLDER}/logs in this folder has the reasons, and \
             the same command submits them again",
            run.display()
        );
    }
    Ok(())
}

/// Tasks of the run that wait or run.
fn waiting(run: &Path) -> Result<usize, ClusterError> {
    match Job::read(run) {
        Ok(job) => Ok(Slurm.queued(&job.comment)?.len()),
        Err(ClusterError::NotSubmitted { .. }) => Ok(0),
        Err(error) => Err(error),
    }
}

fn wait(run: &Path) -> Result<(), ClusterError> {
    let progress = Progress::open_ended(0, "games");
    let mut games = 0;
    loop {
        // Counted before merging: games of tasks that end meanwhile are merged.
        let left = waiting(run)?;
        let PollReport { busy, games: now, is_clear, .. } = poll(run, &Slurm)?;
        if now > games {
            progress.advance(now - games, |_| format!("{left} tasks wait or run"));
            games = now;
        }
        if is_clear || left == 0 && !busy {
            progress.finish();
            return Ok(());
        }
        sleep(LOOK);
    }
}
