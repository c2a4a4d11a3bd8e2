//! `tournament run`.

mod output;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use engine_core::text::printable;
use output::{Output, painted};
use tournament::config::Config;
use tournament::registry;
use tournament::report::{EngineResult, Results, write_json, write_table};
use tournament::run::{self, Planned, Stored};

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
        the same games. games.pgn and results.json are made from the store at the end.\n\n\
        An engine is an evaluator of ours or any UCI program. A program that fails loses its game \
        (or draws it, if its opponent has not the material to mate at all), is started again, and \
        failures.log tells what it did; with run.strict = true the run stops instead. If an engine \
        failed in every one of its games, the table says so first and the exit status is 4.\n\n\
        A program that wants to follow a run reads the lines of --events ndjson: run_started, \
        game_started, game_finished, standings (with --standings N), warning and run_finished, \
        each a JSON object with that name under \"event\". Colours appear on terminals only, and not \
        if NO_COLOR is set.",
    after_help = "Examples:\n  \
        tournament run\n  \
        tournament run configs/match.toml --set run.pairs=200\n  \
        tournament run configs/external.toml --threads 1\n  \
        tournament run --set limits.nodes=20000 --set run.name=slow\n  \
        tournament run --quiet --events ndjson --standings 100"
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
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
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

    /// Print what happens as it happens, one JSON object a line, and no table
    #[arg(long, value_name = "FORMAT")]
    events: Option<EventFormat>,

    /// Write the events into a file instead; the table is then printed as usual
    #[arg(long, value_name = "FILE")]
    events_file: Option<PathBuf>,

    /// Show the standings after every N games
    #[arg(long, value_name = "N")]
    standings: Option<NonZeroUsize>,

    /// Say nothing while it plays; the result is printed all the same
    #[arg(long, short)]
    quiet: bool,

    /// A line now and then instead of a bar, as when standard error is no terminal
    #[arg(long)]
    plain: bool,
}

/// How events are written.
#[derive(Clone, Copy, ValueEnum)]
enum EventFormat {
    /// One JSON object a line
    Ndjson,
}

/// The exit status of a run in which an engine failed in all of its games.
const ALWAYS_FAILED: u8 = 4;

/// Plays or goes on; the exit status tells whether every engine has shown that it plays.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let planned = Planned::new(configuration(arguments)?)?;
    let folder = match &arguments.out {
        Some(folder) => folder.clone(),
        None => PathBuf::from("runs").join(&planned.plan().config.run.name),
    };
    let notes = planned.notes();
    if !arguments.fresh && run::is_complete(&folder) {
        let stored = planned.reopen(&folder)?;
        let mut output = begin(arguments, &stored, &notes)?;
        let status = end(arguments, &stored, &mut output)?;
        output.note("This run was complete already; --fresh plays it again.");
        return Ok(status);
    }
    super::stop_programs_when_interrupted(
        "interrupted; what was played is safe, the same command goes on",
    )?;
    let mut warnings = Vec::new();
    let probed = planned.probe(|warning| warnings.push(warning.to_owned()))?;
    warnings.extend(notes);
    let mut opened = probed.open(&folder, arguments.fresh)?;
    let mut output = begin(arguments, opened.stored(), &warnings)?;
    opened.play(threads(arguments), |event| output.event(event))?;
    end(arguments, &opened.close(), &mut output)
}

/// Games played at the same time.
fn threads(arguments: &Arguments) -> usize {
    let threads = arguments.threads.or_else(|| available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get)
}

/// Tells what is about to be played.
fn begin(arguments: &Arguments, stored: &Stored, warnings: &[String]) -> anyhow::Result<Output> {
    let done = stored.store().count()?;
    let played = (stored.begun()?, done);
    let mut output = Output::new(arguments, stored.plan(), stored.folder(), played)?;
    for warning in warnings {
        output.warning(warning);
    }
    output.begin(threads(arguments), done);
    Ok(output)
}

/// Makes the files of what was played, and prints the result.
fn end(arguments: &Arguments, stored: &Stored, output: &mut Output) -> anyhow::Result<ExitCode> {
    let results = stored.report()?;
    output.end(&results);
    if arguments.events.is_none() || arguments.events_file.is_some() {
        super::print_as_it_is(&text(&results, arguments.json)?)?;
    }
    let folder = stored.folder().display();
    output.note(&format!("Games and results: {folder}"));
    let failed = results.engines.iter().any(EngineResult::always_failed);
    Ok(match failed {
        true => ExitCode::from(ALWAYS_FAILED),
        false => ExitCode::SUCCESS,
    })
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

fn text(results: &Results, json: bool) -> anyhow::Result<String> {
    let mut text = Vec::new();
    if json {
        write_json(results, &mut text)?;
    } else {
        write_table(results, &mut text)?;
    }
    let text = String::from_utf8(text)?;
    let text = printable(&text);
    Ok(if json {
        text.into_owned()
    } else {
        painted(&text)
    })
}
