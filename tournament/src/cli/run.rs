//! `tournament run`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use tournament::arena::Plan;
use tournament::config::Config;
use tournament::report::progress::{Leader, Progress};
use tournament::report::{Results, write_json, write_table};
use tournament::store::Store;
use tournament::{registry, run};

/// The configuration that is played without a CONFIG, built in so that it runs from any folder.
const DEFAULT: (&str, &str) = (
    "configs/round-robin.toml",
    include_str!("../../../configs/round-robin.toml"),
);

/// Play a tournament, or go on with one
#[derive(Args, Default)]
#[command(
    long_about = "Plays the tournament that CONFIG describes (without CONFIG: all evaluators \
        against each other) and prints who is stronger and by how much.\n\n\
        The run is kept in a folder, runs/NAME: every game is stored as it ends, so a run that is \
        stopped, in whatever way, goes on where it was when it is started again, and ends with \
        the same games. games.pgn and results.json are made from the store at the end.",
    after_help = "Examples:\n  \
        tournament run\n  \
        tournament run configs/match.toml --set run.pairs=200\n  \
        tournament run --set limits.nodes=20000 --set run.name=slow"
)]
pub(crate) struct Arguments {
    /// The TOML file that says who plays whom, and how
    config: Option<PathBuf>,

    /// The run's folder [default: runs/NAME, by the name in the configuration]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The seed of everything random, instead of the configuration's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Change a key of the configuration, such as limits.nodes=20000 (may be repeated)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,

    /// Print results.json instead of the table
    #[arg(long)]
    json: bool,
}

/// Plays or goes on.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut plan = run::plan(configuration(arguments)?)?;
    let name = &plan.config.run.name;
    for note in run::notes(&plan) {
        eprintln!("warning: {note}");
    }
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => PathBuf::from("runs").join(name),
    };
    let store = run::open(&plan, &folder, arguments.fresh)?;
    let was_complete = store.is_complete()?;
    play(&mut plan, &store, arguments)?;
    let results = run::report(&plan, &store, &folder)?;
    if was_complete {
        eprintln!("This run was complete already; --fresh plays it again.");
    }
    super::print(&text(&results, arguments.json)?)?;
    eprintln!("Games and results: {}", folder.display());
    Ok(())
}

fn configuration(arguments: &Arguments) -> anyhow::Result<Config> {
    let mut overrides = arguments.set.clone();
    overrides.extend(arguments.seed.map(|seed| format!("run.seed={seed}")));
    let config = match &arguments.config {
        Some(path) => Config::load(path, &overrides, registry::NAMES)?,
        None => Config::parse(DEFAULT.0, DEFAULT.1, &overrides, registry::NAMES)?,
    };
    Ok(config)
}

fn play(plan: &mut Plan, store: &Store, arguments: &Arguments) -> anyhow::Result<()> {
    let threads = arguments.threads.or_else(|| available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let (total, done) = (plan.schedule.len(), store.count()?);
    let config = &plan.config;
    if done < total {
        let going_on = match done {
            0 => String::new(),
            done => format!(", {done} of them already played"),
        };
        eprintln!(
            "{}: {} engines, {total} games{going_on}, {}, {threads} at a time",
            config.run.name,
            config.engines.len(),
            config.limits_text(),
        );
    }
    let mut leader = Leader::new(config.engines.iter().map(|e| e.name.clone()).collect());
    let mut progress = Progress::new(total, done, "games");
    run::play(plan, store, threads, |game| {
        leader.add(game);
        progress.advance(1, || leader.text());
    })?;
    progress.finish();
    Ok(())
}

fn text(results: &Results, json: bool) -> anyhow::Result<String> {
    let mut text = Vec::new();
    if json {
        write_json(results, &mut text)?;
    } else {
        write_table(results, &mut text)?;
    }
    Ok(String::from_utf8(text)?)
}
