//! `evalarena run` and `merge`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use config::Config;
use evaluators::registry;
use report::progress::Progress;
use report::{plural, write_reports_and_page};
use runner::merge::{MergeSummary, merge};
use runner::shard;
use runner::store::Store;
use serde_json::{Value, json};

use super::playing::OutputArgs;

/// The default configuration, built in so that it runs from any folder.
pub(super) const DEFAULT: (&str, &str) =
    ("configs/round-robin.toml", include_str!("../../../configs/round-robin.toml"));

/// Play a tournament, or resume one
#[derive(Args)]
#[command(long_about = super::help::text("run"), after_help = super::help::text("after run"))]
pub(crate) struct RunArgs {
    #[command(flatten)]
    what: TournamentArgs,
    #[command(flatten)]
    playing: OutputArgs,
}

/// The tournament.
#[derive(Args)]
struct TournamentArgs {
    /// The tournament: a TOML file
    config: Option<PathBuf>,
    /// Override a key of the configuration, such as limits.nodes=20000 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Plays or resumes; the exit status is 4 if an engine failed in all of its games.
pub(crate) fn run(arguments: &RunArgs) -> anyhow::Result<ExitCode> {
    arguments.playing.play(arguments.what.configuration()?)
}

impl TournamentArgs {
    /// The configuration, with the measured numbers of its evaluators.
    pub(crate) fn configuration(&self) -> anyhow::Result<Config> {
        let mut config = match &self.config {
            Some(path) => Config::load(path, &self.set, registry::NAMES)?,
            None => Config::parse(DEFAULT.0, DEFAULT.1, &self.set, registry::NAMES)?,
        };
        super::engines::give_measured(&mut config.engines)?;
        Ok(config)
    }
}

/// Merge the shards of a run
#[derive(Args)]
#[command(long_about = super::help::text("merge"), after_help = super::help::text("after merge"))]
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
pub(crate) fn run_merge(arguments: &MergeArgs) -> anyhow::Result<ExitCode> {
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
        super::counted(merged.run.store.count()?, "games written", |progress| {
            write_reports_and_page(&merged.run, || progress.tick())
        })?;
    }
    let summary = &merged.summary;
    let planned = merged.run.schedule.len();
    let run = &arguments.run;
    super::present(arguments.json, &json(summary, planned), |_| text(summary, planned, run))?;
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

fn text(summary: &MergeSummary, planned: usize, run: &Path) -> String {
    let missing = summary.missing.games();
    let mut text = format!(
        "{}: {} from {}; {} of {planned}\n",
        run.display(),
        plural(summary.added, "new game"),
        plural(summary.parts, "shard"),
        plural(planned - missing, "game"),
    );
    if missing > 0 {
        text += &format!("missing: {}\n", summary.missing.text());
    }
    if !summary.playing.is_empty() {
        let shards = plural(summary.playing.len(), "shard");
        let are = if summary.playing.len() == 1 { "is" } else { "are" };
        text += &format!("{shards} {are} still being played; merge again when it is over\n");
    }
    text
}

fn json(summary: &MergeSummary, planned: usize) -> Value {
    let playing = summary.playing.iter().map(|path| path.display().to_string());
    let refused = summary
        .refused
        .iter()
        .map(|(folder, error)| json!({ "folder": folder.display().to_string(), "reason": error.to_string() }));
    let ranges = summary.missing.ranges().iter();
    let ranges = ranges.map(|range| [*range.start(), *range.end()]);
    json!({
        "shards": summary.parts,
        "unchanged": summary.unchanged,
        "playing": playing.collect::<Vec<_>>(),
        "refused": refused.collect::<Vec<_>>(),
        "added": summary.added,
        "games": planned - summary.missing.games(),
        "planned_games": planned,
        "missing": ranges.collect::<Vec<_>>(),
    })
}
