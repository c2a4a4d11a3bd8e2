//! `tournament merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use report::Reports;
use report::page::{Delivery, PAGE, Page};
use report::progress::{Progress, Style};
use runner::merge::{Merged, Told, merge};
use runner::shard;
use serde_json::json;

/// Join shards of a run to one run
#[derive(Args)]
#[command(
    long_about = "Joins the games of shards (`run --shard`, `match --shard`, `regress --shard`, `ablate --shard`) to the run in \
        the folder RUN, which is made if it is not there. Each FOLDER is that of a shard, or one that has shards in it; \
        without any they are those in RUN/shards. A whole run of the same tournament is as good as a shard.\n\n\
        Shards may be merged in any order, again and again, and before they are finished: each game is taken once, and \
        what is missing yet is told by the numbers of games, as they stand in games.pgn. A shard in which somebody plays is \
        passed over, and taken the next time.\n\n\
        Shards of another configuration, other openings or another program are refused, and nothing is merged. A shard that is \
        damaged, or has another game where the run has one though both are at fixed nodes or depth, is refused alone.\n\n\
        Afterwards the run is like any other: `run` with the same configuration plays what is missing, `report`, `compare` and \
        `export` read it. games.pgn, results.json and report.html are written if a game has come, and not with --no-reports.",
    after_help = "Exit status: 0, also if games are missing yet; 2 if a shard was refused, or nothing could be done.\n\n\
        Examples:\n  \
        tournament merge runs/round-robin\n  \
        tournament merge runs/round-robin downloads/shard-*\n  \
        tournament merge all runs/monday runs/tuesday --json"
)]
pub(crate) struct Arguments {
    /// The folder of the run
    run: PathBuf,

    /// Shards, or folders of shards [default: RUN/shards]
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,

    /// Write neither games.pgn nor results.json nor report.html
    #[arg(long)]
    no_reports: bool,

    /// Print what was done as one JSON object
    #[arg(long)]
    json: bool,

    /// Say nothing on the way
    #[arg(long, short)]
    quiet: bool,
}

/// Joins them; the exit status tells whether one was refused.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let folders = if arguments.folders.is_empty() {
        vec![arguments.run.join(shard::FOLDER)]
    } else {
        arguments.folders.clone()
    };
    let style = Style::asked(arguments.quiet, false);
    let mut progress: Option<Progress> = None;
    let merged = merge(&arguments.run, &folders, |parts| {
        progress
            .get_or_insert_with(|| Progress::styled(style, parts, 0, "shards"))
            .advance(1, |_| String::new());
    })?;
    if let Some(progress) = progress {
        progress.finish();
    }
    let is_new = merged.told.added > 0 || !arguments.run.join("results.json").exists();
    if is_new && !arguments.no_reports {
        write_files(&merged, &arguments.run, style)?;
    }
    let told = &merged.told;
    let planned = merged.schedule.len();
    if arguments.json {
        super::print(&json(told, planned))?;
    } else {
        super::show(&text(told, planned, &arguments.run))?;
    }
    for (_, error) in &told.refused {
        super::remark(&format!("error: {error}"));
    }
    Ok(if told.refused.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

/// Writes what `run` writes at its end.
fn write_files(merged: &Merged, folder: &Path, style: Style) -> anyhow::Result<()> {
    let games = merged.store.count()?;
    let mut progress = Progress::styled(style, games, 0, "games written");
    Reports::of_merged(merged, folder).write(|| progress.advance(1, |_| String::new()))?;
    progress.finish();
    let mut progress = Progress::styled(style, games, 0, "games read for the page");
    let page = Page::of(&merged.config, &merged.store, Delivery::File, || {
        progress.advance(1, |_| String::new());
    })?;
    page.write(&folder.join(PAGE))?;
    progress.finish();
    Ok(())
}

/// What was done, for people.
fn text(told: &Told, planned: usize, run: &Path) -> String {
    let missing = told.missing.games();
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut text = format!(
        "{}: {} from {}; {} of {planned}\n",
        run.display(),
        counted(told.added, "new game"),
        counted(told.parts, "shard"),
        counted(planned - missing, "game"),
    );
    if missing > 0 {
        text += &format!("missing: {}\n", told.missing.text());
    }
    if !told.playing.is_empty() {
        text += &format!(
            "{} still being played; merge again when it is over\n",
            match told.playing.len() {
                1 => "1 shard is".to_owned(),
                more => format!("{more} shards are"),
            }
        );
    }
    text
}

/// What was done, for programs.
fn json(told: &Told, planned: usize) -> String {
    let paths = |paths: &[PathBuf]| -> Vec<String> {
        paths
            .iter()
            .map(|path| path.display().to_string())
            .collect()
    };
    let refused = told.refused.iter().map(|(folder, error)| {
        json!({ "folder": folder.display().to_string(), "reason": error.to_string() })
    });
    let ranges = told.missing.ranges().iter();
    let ranges = ranges.map(|range| [*range.start(), *range.end()]);
    let told = json!({
        "shards": told.parts,
        "unchanged": told.unchanged,
        "playing": paths(&told.playing),
        "refused": refused.collect::<Vec<_>>(),
        "added": told.added,
        "games": planned - told.missing.games(),
        "planned_games": planned,
        "missing": ranges.collect::<Vec<_>>(),
    });
    told.to_string() + "\n"
}
