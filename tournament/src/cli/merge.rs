//! `evalarena merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use report::progress::Progress;
use report::write_reports_and_page;
use runner::merge::{MergeSummary, merge};
use runner::shard;
use runner::store::Store;
use serde_json::json;

/// Merge the shards of a run
#[derive(Args)]
#[command(
    long_about = "Merges the games of shards (`run --shard`, `match --shard`, `regress --shard`, `ablate --shard`) \
        into the run in the folder RUN, which is created if necessary. Each FOLDER is a shard or contains \
        shards; the default is RUN/shards. A complete run of the same tournament counts as a shard.\n\n\
        Shards may be merged in any order, repeatedly, and before they are finished: each game is taken \
        once, and missing games are listed by their numbers in games.pgn. A shard that is being played is \
        skipped and taken the next time.\n\n\
        Shards of another configuration, other openings or another program are refused, and nothing is \
        merged. A shard that is damaged, or has a different game where the run has one at fixed nodes or \
        depth, is refused alone.\n\n\
        The result is an ordinary run: `run` with the same configuration plays what is missing; `report`, \
        `export` reads it. games.pgn, results.json and report.html are written if games were \
        added.",
    after_help = "Exit status: 0, also if games are still missing; 2 if a shard was refused, or on any other error.\n\n\
        Examples:\n  \
        evalarena merge runs/round-robin\n  \
        evalarena merge runs/round-robin downloads/shard-*\n  \
        evalarena merge all runs/monday runs/tuesday --json"
)]
pub(crate) struct MergeArgs {
    /// The folder of the run
    run: PathBuf,

    /// Shards, or folders of shards [default: RUN/shards]
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,

    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// Joins them; the exit status is a failure if one was refused.
pub(crate) fn run(arguments: &MergeArgs) -> anyhow::Result<ExitCode> {
    let folders = match &arguments.folders[..] {
        [] => vec![arguments.run.join(shard::FOLDER)],
        named => named.iter().map(|folder| shards_of(folder)).collect(),
    };
    let mut progress: Option<Progress> = None;
    let merged = merge(&arguments.run, &folders, |parts| {
        progress.get_or_insert_with(|| Progress::new(parts, 0, "shards")).tick();
    })?;
    if let Some(progress) = progress {
        progress.finish();
    }
    let is_new = merged.summary.added > 0 || !arguments.run.join("results.json").exists();
    if is_new {
        let games = merged.run.store.count()?;
        let progress = Progress::new(games, 0, "games written");
        write_reports_and_page(&merged.run, || progress.tick())?;
        progress.finish();
    }
    let summary = &merged.summary;
    let planned = merged.run.schedule.len();
    if arguments.json {
        super::print(&json(summary, planned))?;
    } else {
        super::show(text(summary, planned, &arguments.run))?;
    }
    for (_, error) in &summary.refused {
        super::remark(&format!("error: {error}"));
    }
    Ok(if summary.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// The folder of a run's shards, if `folder` is that of a run which has nothing but shards.
fn shards_of(folder: &Path) -> PathBuf {
    let shards = folder.join(shard::FOLDER);
    if shards.is_dir() && !Store::exists(folder) { shards } else { folder.to_owned() }
}

/// The summary, for people.
fn text(summary: &MergeSummary, planned: usize, run: &Path) -> String {
    let missing = summary.missing.games();
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut text = format!(
        "{}: {} from {}; {} of {planned}\n",
        run.display(),
        counted(summary.added, "new game"),
        counted(summary.parts, "shard"),
        counted(planned - missing, "game"),
    );
    if missing > 0 {
        text += &format!("missing: {}\n", summary.missing.text());
    }
    if !summary.playing.is_empty() {
        text += &format!(
            "{} still being played; merge again when it is over\n",
            match summary.playing.len() {
                1 => "1 shard is".to_owned(),
                more => format!("{more} shards are"),
            }
        );
    }
    text
}

/// The summary, for programs.
fn json(summary: &MergeSummary, planned: usize) -> String {
    let paths = |paths: &[PathBuf]| -> Vec<String> {
        paths.iter().map(|path| path.display().to_string()).collect()
    };
    let refused = summary.refused.iter().map(|(folder, error)| {
        json!({ "folder": folder.display().to_string(), "reason": error.to_string() })
    });
    let ranges = summary.missing.ranges().iter();
    let ranges = ranges.map(|range| [*range.start(), *range.end()]);
    let summary = json!({
        "shards": summary.parts,
        "unchanged": summary.unchanged,
        "playing": paths(&summary.playing),
        "refused": refused.collect::<Vec<_>>(),
        "added": summary.added,
        "games": planned - summary.missing.games(),
        "planned_games": planned,
        "missing": ranges.collect::<Vec<_>>(),
    });
    summary.to_string() + "\n"
}
