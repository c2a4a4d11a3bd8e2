//! `evalarena spsa`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use config::SpsaConfig;
use evaluators::registry;
use lab::spsa::{PARAMETERS, Tuning};
use report::progress::Progress;
use report::{Column, Columns, Document};
use serde_json::json;

/// Tune numbers by playing games (SPSA)
#[derive(Args)]
#[command(
    long_about = "Tunes numbers of engines by simultaneous perturbation (SPSA): every iteration moves all numbers \
        randomly up or down, plays the engines against the same engines moved the opposite way, and steps \
        towards the better side. CONFIG names the numbers: search.NAME of the built-in search, params.NAME \
        of an evaluator, options.NAME of a UCI engine; see configs/spsa.toml.\n\n\
        The values are stored after each batch of games, in the folder runs/NAME; the same command \
        resumes a tuning that was stopped, which at fixed nodes ends with the same values on any number of \
        threads. parameters.toml has the values after the last batch, so a tuning can be used before its end.\n\n\
        The result is an estimate, not a proof: test it with `evalarena regress EVALUATOR --params \
        parameters.toml`. Some thousands of games for each number are usual.",
    after_help = "Examples:\n  \
        evalarena spsa configs/spsa.toml\n  \
        evalarena spsa my.toml --threads 2 --json"
)]
pub(crate) struct SpsaArgs {
    /// The tuning: a TOML file
    config: PathBuf,

    /// The tuning's folder [default: runs/NAME, from the name in the configuration]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played concurrently [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,

    /// Print the values as JSON
    #[arg(long)]
    json: bool,
}

/// Tunes or resumes.
pub(crate) fn run(arguments: &SpsaArgs) -> anyhow::Result<()> {
    let mut config = SpsaConfig::load(&arguments.config, registry::NAMES)?;
    super::measured::give_measured(&mut config.base.engines)?;
    super::stop_programs_when_interrupted(
        "interrupted; finished batches are saved, the same command resumes",
    )?;
    let (name, limits) = (config.base.run.name.clone(), config.base.limits_text());
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from("runs").join(&name));
    let mut tuning = Tuning::open(config, &folder, arguments.fresh)?;
    let threads = arguments.threads.or_else(|| available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let (done, total) = tuning.games();
    let progress = Progress::new(total, done, "games");
    let going_on = match done {
        0 => String::new(),
        done => format!(", {done} of them already played"),
    };
    progress.note(format!(
        "{name}: {} numbers, {total} games{going_on}, {limits}, {threads} at a time",
        tuning.values().count()
    ));
    tuning.play(threads, |values| {
        progress.advance(1, |_| {
            let values: Vec<String> = values.iter().map(|value| short(*value)).collect();
            values.join(" ")
        });
    })?;
    progress.finish();
    if arguments.json {
        return super::print(&as_json(&tuning));
    }
    let file = folder.join(PARAMETERS).display().to_string();
    super::show(table(&tuning, &file, super::line_width()))
}

/// A value with about four digits.
fn short(value: f64) -> String {
    let decimals = (3 - value.abs().max(1.0).log10().floor() as i32).max(0) as usize;
    format!("{value:.decimals$}")
}

fn table(tuning: &Tuning, file: &str, width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("Number").gap(0).cut(),
        Column::right("Start").gap(1).least(10).goes(1),
        Column::right("Now").gap(1).least(10),
        Column::right("Change").gap(1).least(10),
    ]);
    for (parameter, value) in tuning.values() {
        columns.row([
            parameter.set.clone(),
            short(parameter.start),
            short(value),
            format!("{:+.3}", value - parameter.start),
        ]);
    }
    let mut text = columns.document(width);
    let (done, _) = tuning.games();
    text.blank();
    text.sentence(format!(
        "After {done} games. Prove it: evalarena regress EVALUATOR --params {file}"
    ));
    text
}

fn as_json(tuning: &Tuning) -> String {
    let (games, _) = tuning.games();
    let values = tuning.values().map(|(parameter, value)| {
        json!({
            "set": parameter.set,
            "start": parameter.start,
            "value": value,
            "whole": parameter.dimension.whole,
        })
    });
    let values: Vec<_> = values.collect();
    json!({ "games": games, "parameters": values }).to_string() + "\n"
}
