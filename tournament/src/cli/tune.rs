//! `evalarena tune` and `spsa`.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use config::SpsaConfig;
use config::disk::{quoted, quoted_path, write_named};
use evaluators::registry;
use lab::calibration::change_of;
use lab::fit::tune::{Step, TunedNumber, TuningReport, tune};
use lab::positions;
use lab::spsa::{PARAMETERS, Tuning};
use players::player::confirmed;
use report::progress::Progress;
use report::{Column, Columns, Document, plural};
use serde_json::{Value, json};

use super::INTERRUPTED;
use super::engines::{EvaluatorName, evaluator, margin_positions};
use super::playing::{Threads, run_folder};

/// Tune an evaluator's numbers on game results
#[derive(Args)]
#[command(
    long_about = "Fits the numbers that an evaluator offers as options to the results of the games that the positions \
        are from: it minimises the log loss of `accuracy` with a ridge, a pull towards the document's \
        numbers. Without --params all numbers are fitted except weights (`weight.*`), which would count the \
        same things twice.\n\n\
        Every fifth game is held out. The ridge begins strong and is loosened until the evaluator with its \
        new numbers predicts the held-out games no better; if they are better than the document's, the fit \
        continues from there. The numbers written are fitted to all games with the best ridge. Numbers that \
        matter in fewer than 20 games are left unchanged.\n\n\
        The output file is for `regress ENGINE --params FILE`, and for an [[engine]] of a configuration: \
        params = \"FILE\". Each number has a comment with the document's value, the tuned value and its \
        standard error, by games; where a number hardly matters, the error is as wide as the ridge. The file \
        also has the margin scale (`margin_scale`) and the evaluation scale (`eval_scale`) of the tuned evaluator \
        (docs/statistics.md, Margin scale and evaluation scale).\n\n\
        Ctrl-C writes the best numbers so far and ends; a second Ctrl-C ends at once. Numbers that predict \
        results better do not always play better: test them with a match.",
    after_help = "Examples:\n  \
        evalarena tune slate-atkin positions.epd.gz\n  \
        evalarena tune compendium positions.epd.gz --params 'intro.piece-values.*' --out men.toml\n  \
        evalarena regress slate-atkin --params slate-atkin-tuned.toml"
)]
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
    tuning.play(threads, |values| {
        progress.advance(1, |_| {
            let values: Vec<String> = values.iter().map(|value| short(*value)).collect();
            values.join(" ")
        });
    })?;
    progress.finish();
    let file = folder.join(PARAMETERS).display().to_string();
    super::present(arguments.json, &as_json(&tuning), |width| table(&tuning, &file, width))
}

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
    text.sentence(format!("After {done} games. Prove it: evalarena regress EVALUATOR --params {file}"));
    text
}

fn as_json(tuning: &Tuning) -> Value {
    let (games, _) = tuning.games();
    let values = tuning.values().map(|(parameter, value)| {
        json!({
            "set": parameter.set,
            "start": parameter.start,
            "value": value,
            "whole": parameter.dimension.whole,
        })
    });
    json!({ "games": games, "parameters": values.collect::<Vec<_>>() })
}
