//! `evalarena tune` and `spsa`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use config::disk::{quoted, quoted_path, write_named};
use config::{EngineConfig, EngineKind, EvaluatorConfig, SpsaConfig};
use evaluators::registry;
use lab::calibration::change_of;
use lab::fit::tune::{Step, TunedNumber, TuningReport, tune};
use lab::positions;
use lab::spsa::{LIST, PARAMETERS, TunedValue, Tuning};
use players::player::confirmed;
use report::progress::Progress;
use report::{Column, Columns, Document, plural};
use serde_json::{Value, json};

use super::INTERRUPTED;
use super::engines::{EvaluatorName, evaluator, margin_positions};
use super::playing::{Threads, run_folder};

/// Tune an evaluator's numbers on game results
#[derive(Args)]
#[command(long_about = super::help::text("tune"), after_help = super::help::text("after tune"))]
pub(crate) struct TuneArgs {
    /// The evaluator, built in or from outside, such as ./mine.so
    #[arg(value_name = "ENGINE", value_parser = EvaluatorName)]
    engine: String,
    /// The positions, as written by `evalarena positions`
    file: PathBuf,
    /// Only numbers with matching names, separated by commas; * matches any text
    #[arg(long, value_name = "GLOBS", value_delimiter = ',')]
    params: Vec<String>,
    /// The output file [default: ENGINE-tuned.toml]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Games for the positions on which the margin scale is measured.
const MARGIN_GAMES: u32 = 100;
/// Set by the first Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Fits the numbers, writes and prints them; returns the exit status.
pub(crate) fn run(arguments: &TuneArgs) -> anyhow::Result<ExitCode> {
    let (name, config) = evaluator(&arguments.engine)?;
    let evaluator = confirmed(&name, &config)?;
    let positions = positions::read(&arguments.file, super::warn)?;
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED.into());
        }
        super::remark("interrupted; the best so far is being written");
    })?;
    let progress: Mutex<Option<Progress>> = Mutex::new(None);
    let found = tune(
        &arguments.engine,
        &*evaluator,
        &arguments.params,
        &positions,
        |step| {
            if let Ok(mut progress) = progress.lock() {
                notify(&mut progress, step, positions.len());
            }
        },
        || STOPPED.load(Ordering::Relaxed),
    );
    if let Ok(Some(progress)) = progress.into_inner() {
        progress.finish();
    }
    let Some(mut report) = found? else {
        super::remark("interrupted before better numbers were found; nothing was written");
        return Ok(ExitCode::from(INTERRUPTED));
    };
    if report.numbers.iter().any(TunedNumber::is_changed) {
        // How large values are now, so that the search's margins keep their meaning.
        let games = margin_positions(MARGIN_GAMES)?;
        report.measure_sizes(&*evaluator, |of| change_of(of, &games), &positions)?;
    }
    let out = arguments.out.clone().unwrap_or_else(|| format!("{name}-tuned.toml").into());
    let text = report.file()?;
    write_named::<io::Error>(&out, |file| file.write_all(text.as_bytes()))?;
    super::present(arguments.json, &report, |width| {
        let mut text = report.document(width);
        text.blank();
        text.sentence(next_step(&report, &out));
        text
    })?;
    Ok(if report.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A bar for the positions of each round, and lines for the steps after it.
fn notify(progress: &mut Option<Progress>, step: Step, positions: usize) {
    match step {
        Step::Round(_) => {
            let before = progress.replace(Progress::new(positions, 0, "positions"));
            if let Some(before) = before {
                before.finish();
            }
        }
        Step::Positions(count) => {
            if let Some(progress) = progress {
                progress.advance(count, |_| String::new());
            }
        }
        Step::Ridge(ridge, loss) => {
            if let Some(progress) = progress {
                progress.note(format!("ridge {ridge}: log loss {loss:.5} in the held-out games"));
            }
        }
    }
}

fn next_step(report: &TuningReport, out: &Path) -> String {
    let (engine, file) = (quoted(&report.evaluator), quoted_path(out));
    let out = out.display();
    format!("{out} is written. Prove it: evalarena regress {engine} --params {file}")
}

/// Tune numbers by playing games (SPSA)
#[derive(Args)]
#[command(long_about = super::help::text("spsa"), after_help = super::help::text("after spsa"))]
pub(crate) struct SpsaArgs {
    /// The tuning: a TOML file
    config: PathBuf,
    /// The tuning's folder [default: runs/NAME, from the name in the configuration]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Start again; an old folder is kept under another name
    #[arg(long)]
    fresh: bool,
    /// Print the values as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run_spsa(arguments: &SpsaArgs) -> anyhow::Result<()> {
    let mut config = SpsaConfig::load(&arguments.config, registry::NAMES)?;
    super::engines::give_measured(&mut config.base.engines)?;
    super::stop_programs_on_interrupt("interrupted; finished batches are saved, the same command resumes")?;
    let (name, limits) = (config.base.run.name.clone(), config.base.limits_text());
    let folder = run_folder(arguments.out.as_ref(), &name);
    let mut tuning = Tuning::open(config, &folder, arguments.fresh)?;
    let threads = arguments.threads.count();
    let (done, total) = tuning.games();
    let progress = Progress::new(total, done, "games");
    let going_on = match done {
        0 => String::new(),
        done => format!(", {done} of them already played"),
    };
    progress.note(format!(
        "{name}: {}, {total} games{going_on}, {limits}, {threads} at a time",
        plural(tuning.values().count(), "number")
    ));
    for note in tuning.config().notes() {
        progress.note(format!("warning: {note}"));
    }
    tuning.play(threads, |values| {
        progress.advance(1, |_| {
            let values: Vec<String> = values.iter().map(|value| short(*value)).collect();
            values.join(" ")
        });
    })?;
    progress.finish();
    super::present(arguments.json, &as_json(&tuning), |width| table(&tuning, &arguments.config, &folder, width))
}

/// The commands that test the values in `folder`, one for each engine: an evaluator as its document has it by its name, all
/// others as `config` has them.
fn proofs(tuning: &Tuning, config: &Path, folder: &Path) -> Vec<String> {
    let file = folder.join(PARAMETERS);
    let of_one = |engine: &EngineConfig| match &engine.kind {
        EngineKind::Evaluator(own)
            if *own == (EvaluatorConfig { table: own.table, ..EvaluatorConfig::of(&own.evaluator) }) =>
        {
            format!("evalarena regress {} --params {}", own.evaluator, quoted_path(&file))
        }
        _ => {
            let (word, option) = (format!("{}:{}", config.display(), engine.name), format!("1:{}", file.display()));
            let (word, option) = (quoted(&word), quoted(&option));
            format!("evalarena match {word} {word} --option {option} --sprt 0,10")
        }
    };
    tuning.config().base.engines.iter().map(of_one).collect()
}

fn short(value: f64) -> String {
    let decimals = (3 - value.abs().max(1.0).log10().floor() as i32).max(0) as usize;
    format!("{value:.decimals$}")
}

fn table(tuning: &Tuning, config: &Path, folder: &Path, width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("Number").gap(0).cut(),
        Column::right("Start").gap(1).least(10).goes(1),
        Column::right("Now").gap(1).least(10),
        Column::right("±").gap(1),
        Column::right("Change").gap(1).least(10),
        Column::left(""),
    ]);
    for of in tuning.values() {
        let start = of.parameter.start;
        columns.row([
            of.parameter.name.clone(),
            short(start),
            short(of.value),
            of.error.map_or(String::new(), short),
            format!("{:+.3}", of.value - start),
            course(&of).to_owned(),
        ]);
    }
    let mut text = columns.document(width);
    text.blank();
    text.sentence(
        "± is what the chance of games may have moved a number by in the second half of the iterations (95 %). rising, falling: it \
         moved farther, so its best value is farther on. Where games hardly depend on a number it stays near its start.",
    );
    let (done, _) = tuning.games();
    let [parameters, list] = [PARAMETERS, LIST].map(|name| folder.join(name).display().to_string());
    text.sentence(format!(
        "After {done} games: {parameters}, and as a list {list}; tune on from that until nothing moves far. Prove it:"
    ));
    for proof in proofs(tuning, config, folder) {
        text.row(proof);
    }
    text
}

/// Where a number is going, if it is.
fn course(of: &TunedValue<'_>) -> &'static str {
    match of.drift {
        Some(drift) if drift > 0.0 => "rising",
        Some(_) => "falling",
        None => "",
    }
}

fn as_json(tuning: &Tuning) -> Value {
    let (games, _) = tuning.games();
    let values = tuning.values().map(|of| {
        json!({
            "name": of.parameter.name,
            "start": of.parameter.start,
            "value": of.value,
            "error": of.error,
            "course": course(&of),
            "whole": of.parameter.whole,
        })
    });
    json!({ "games": games, "parameters": values.collect::<Vec<_>>() })
}
