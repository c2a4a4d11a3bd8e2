//! `evalarena regress`.

mod archive;
mod output;
mod project;

use std::env::current_dir;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use config::{LimitKind, OpeningSource, RegressConfig};
use match_stats::stop_rule::ChangeVerdict;
use output::{Judged, Watch, summary};
use project::{PROJECT, RegressSides, engine_name, init};
use regression::git::Repository;
use regression::{Archive, Regression, Tries, known_pairs};
use report::{EngineResult, Results};
use runner::run::Begin;
use runner::shard::Shard;
use serde_json::json;

use super::playing::{ALWAYS_FAILED, EventFormat, Threads};

/// The test without a --config, built in so that it is the same in every project.
const DEFAULT: (&str, &str) = ("configs/regress.toml", include_str!("../../../configs/regress.toml"));

/// Test whether a change is an improvement
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    long_about = super::help::text("regress"),
    after_help = super::help::text("after regress")
)]
pub(crate) struct RegressArgs {
    #[command(subcommand)]
    command: Option<archive::ArchiveCommand>,
    /// A program of this project, an evaluation from outside, or with --params an evaluator [default: that of regress.toml,
    /// cargo's only program or that with the name of the project's folder, or this name]
    engine: Option<String>,
    /// Build the engine, start it, and write regress.toml
    #[arg(long, conflicts_with_all = ["against", "candidate", "params", "config", "shard", "json"])]
    init: bool,
    /// The version before: an archived version, a commit, branch or tag, an evaluation from outside, or parameters
    #[arg(long, value_name = "VERSION|GITREF")]
    against: Option<String>,
    /// The version under test, instead of the working tree
    #[arg(long, value_name = "VERSION|GITREF")]
    candidate: Option<String>,
    /// Test parameters of an evaluator, without a build, or UCI options of a program
    #[arg(long, value_name = "FILE", conflicts_with = "candidate")]
    params: Option<PathBuf>,
    /// The command that builds the engine, in the project's folder
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,
    /// The file that the build makes [default: the program with the engine's name]
    #[arg(long, value_name = "FILE")]
    program: Option<String>,
    /// A file like the one that --init writes [default: regress.toml of the project]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Override a key of the configuration, such as test.alpha=0.01 (repeatable)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    test: TestArguments,
    #[command(flatten)]
    threads: Threads,
    /// Play only part K of N of all pairs, in a folder below the test's, without a verdict; `evalarena merge` joins the
    /// parts, and the same command without --shard gives the verdict
    #[arg(long, value_name = "K/N|env")]
    shard: Option<Shard>,
    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,
    /// Print the result as one JSON object: that of versions/history.jsonl, and all tests of the two sides
    #[arg(long)]
    json: bool,
    /// Print events as they happen, one JSON object a line, instead of the result
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "shard"])]
    events: Option<EventFormat>,
}

/// Arguments in place of keys of the configuration.
#[derive(Args)]
struct TestArguments {
    /// Elo of H0, no gain [default: 0]
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo0: Option<f64>,
    /// Elo of H1, a gain; the loss test uses -ELO [default: 10]
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo1: Option<f64>,
    /// Test for a loss only, which takes fewer games; `not worse` is then exit status 0
    #[arg(long)]
    non_regression: bool,
    /// Give up as undecided after N game pairs [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    max_pairs: Option<u32>,
    /// Nodes a move [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,
    /// A time control, in seconds or minutes:seconds: 10+0.1, 1:30+1, 40/60+0.6
    #[arg(long, value_name = "TC", value_parser = LimitKind::parse_tc, conflicts_with = "nodes")]
    tc: Option<LimitKind>,
    /// The opening book: .epd, .pgn or .bin, also .gz or .zip [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// The configuration of the arguments, or else of the project in whose repository this is.
fn configuration(arguments: &RegressArgs, repository: Option<&Repository>) -> anyhow::Result<RegressConfig> {
    let of_project = repository.map(|repository| repository.root.join(PROJECT));
    let file = arguments.config.clone().or(of_project.filter(|path| path.exists()));
    let mut config = match file {
        Some(path) => RegressConfig::load(&path, &arguments.set)?,
        None => RegressConfig::parse(DEFAULT.0, DEFAULT.1, &arguments.set)?,
    };
    let test = &arguments.test;
    let bounds = &mut config.bounds;
    bounds.elo0 = test.elo0.unwrap_or(bounds.elo0);
    bounds.elo1 = test.elo1.unwrap_or(bounds.elo1);
    bounds.non_regression |= test.non_regression;
    config.max_pairs = test.max_pairs.unwrap_or(config.max_pairs);
    if let Some(book) = &test.book {
        config.openings.source = OpeningSource::of_file(book);
    }
    if let Some(limit) = test.nodes.map(LimitKind::Nodes).or(test.tc) {
        // A margin in the file belongs to the limit in the file.
        (config.limit, config.margin) = (limit, None);
    }
    if config.engine.is_none() || arguments.engine.is_some() {
        config.engine.clone_from(&arguments.engine);
    }
    Ok(config)
}

/// Tests the change; the exit status is that of the verdict.
pub(crate) fn run(arguments: &RegressArgs) -> anyhow::Result<ExitCode> {
    let here = current_dir()?;
    if let Some(command) = &arguments.command {
        archive::run(command, &here)?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.init {
        return init(arguments, &here);
    }
    let repository = Repository::around(&here);
    let config = configuration(arguments, repository.as_ref().ok())?;
    let engine = &engine_name(config.engine.as_ref(), repository.as_ref())?;
    super::finish_games_on_interrupt(super::RESUMES)?;
    let sides = RegressSides::find((arguments, engine), &config, repository, &here)?;
    let [new, old] = &sides.both;
    let same_source = new.party.identity == old.party.identity;
    let bench = new.party.bench;
    let same_tree = bench.is_some() && bench == old.party.bench && new.options == old.options;
    // On a clock it matters how fast a tree is searched, and how the time is used, be it of nodes.
    let is_fixed = config.limit.is_deterministic();
    let same = is_fixed && (same_source || same_tree && config.limit.clock_nodes().is_none());
    let mut regression = Regression::new(&config, &sides.name, sides.both, &sides.root)?;
    let configured = config.concurrency.and_then(NonZeroUsize::new);
    let threads = super::engines::threads(arguments.threads.asked().or(configured));
    let begin = if arguments.fresh { Begin::Fresh } else { Begin::GoOn };
    let archive = Archive::below(&sides.root);
    let entries = archive.entries()?;
    let known = arguments.shard.is_none().then(|| known_pairs(&entries, engine, &regression.limits()));
    let mut watch = Watch::new(&regression, threads, known, arguments.events.is_some());
    if let Some(shard) = arguments.shard {
        return play_shard(&mut regression, (shard, begin), watch, arguments.json);
    }
    let verdict =
        if same { ChangeVerdict::Same } else { regression.play(threads, begin, |event| watch.show(event))? };
    watch.finish();
    let entry = regression.entry(engine, verdict);
    archive.record(&entry)?;
    let results = regression.results.as_ref();
    let judged = Judged { tries: Tries::of(&archive.entries()?, &entry), entry: &entry };
    if arguments.events.is_some() {
        watch.end(&judged)?;
    } else {
        let text = |_| summary(&judged, &sides.title, same_source, &regression);
        super::present(arguments.json, &judged, text)?;
    }
    let failed = |results: &Results| results.engines.iter().any(EngineResult::always_failed);
    Ok(ExitCode::from(match entry.verdict {
        _ if results.is_some_and(failed) => ALWAYS_FAILED,
        ChangeVerdict::Same | ChangeVerdict::Improved => 0,
        ChangeVerdict::NotWorse if entry.test.non_regression => 0,
        ChangeVerdict::Worse => 1,
        ChangeVerdict::Undecided => 3,
        // A gain was looked for.
        ChangeVerdict::NotWorse => 5,
    }))
}

fn play_shard(
    regression: &mut Regression,
    (shard, begin): (Shard, Begin),
    mut watch: Watch,
    json: bool,
) -> anyhow::Result<ExitCode> {
    let threads = watch.threads;
    let games = regression.play_shard(shard, threads, begin, |event| watch.show(event))?;
    watch.finish();
    let folder = shard.folder(&regression.folder).display().to_string();
    let value = json!({ "shard": shard.to_string(), "folder": folder, "games": games });
    super::present(json, &value, |_| format!("shard {shard}: {games} games, in {folder}"))?;
    Ok(ExitCode::SUCCESS)
}
