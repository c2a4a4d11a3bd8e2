//! `evalarena cluster status`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use regression::cluster::{Slurm, Status};
use report::{Canvas, Document, standings_table};
use serde_json::json;

/// Show how a submitted run stands
#[derive(Args)]
#[command(
    long_about = "Merges the games that the tasks of the run in RUN have played, and shows the number of tasks that \
        are waiting, running, done and failed, the games, the estimated time left, and the ratings so far \
        with intervals.\n\n\
        A shard is done when all of its games are merged, and failed if they are not and no task for it \
        waits or runs: RUN/cluster/logs has the reason, and the same `cluster submit` command resumes it.",
    after_help = "Example:\n  evalarena cluster status runs/round-robin"
)]
pub(crate) struct ClusterStatusArgs {
    /// The run's folder
    run: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ClusterStatusArgs) -> anyhow::Result<ExitCode> {
    let status = Status::of(&arguments.run, &Slurm)?;
    if arguments.json {
        let mut value = serde_json::to_value(&status)?;
        value["results"] = json!(status.results);
        super::super::print_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    super::super::show(text(&status))?;
    for refused in &status.refused {
        super::super::remark(&format!("error: {refused}"));
    }
    if let Some(results) = &status.results {
        let mut document = Document::new();
        document.blank();
        document.append(standings_table(results, Canvas::plain(super::super::line_width())));
        super::super::show(document)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The counts in words.
pub(super) fn text(status: &Status) -> String {
    let mut text = format!(
        "Tasks   {} waiting, {} running; shards {} done, {} failed\n",
        status.waiting, status.running, status.done, status.failed
    );
    if status.waiting > 0 && !status.reasons.is_empty() {
        text += &format!("Waiting {}\n", status.reasons.join(", "));
    }
    text += &format!("Games   {} of {}\n", status.games, status.planned_games);
    if status.decided {
        text += "Clear   the test that ends the run has done so\n";
    }
    if let Some(seconds) = status.seconds_left.filter(|_| status.games < status.planned_games) {
        text += &format!("Left    {}, by the tasks that run now\n", duration(seconds));
    }
    text
}

fn duration(seconds: f64) -> String {
    let duration = Duration::from_secs_f64(seconds.clamp(0.0, 1e9));
    let minutes = duration.as_secs().div_ceil(60);
    match minutes {
        0 | 1 => "a minute".to_owned(),
        2..120 => format!("{minutes} minutes"),
        _ => format!("{:.1} hours", minutes as f64 / 60.0),
    }
}
