//! `evalarena tune`.

use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use clap::Args;
use config::output::write_named;
use config::shell::{quoted, quoted_path};
use evaluators::AnyEvaluator;
use lab::calibration::margins::change_of;
use lab::fit::tune::{Step, TuneError, Tuned, TuningReport, tune};
use lab::positions::{self, Position};
use players::player::configured;
use report::progress::Progress;

use super::evaluator_name::{EvaluatorName, evaluator};
use super::measured::margin_positions;

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

/// The exit status after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;
/// Games for the positions on which the margin scale is measured.
const MARGIN_GAMES: u32 = 100;
/// Set by the first Ctrl-C.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Fits the numbers, writes and prints them; returns the exit status.
pub(crate) fn run(arguments: &TuneArgs) -> anyhow::Result<ExitCode> {
    let (name, config) = evaluator(&arguments.engine)?;
    let evaluator = configured(&name, &config)?;
    let positions = positions::read(&arguments.file, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED.into());
        }
        eprintln!("interrupted; the best so far is being written");
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
    let mut report = match found {
        Err(error @ TuneError::Interrupted) => {
            super::remark(&error.to_string());
            return Ok(ExitCode::from(INTERRUPTED));
        }
        found => found?,
    };
    measure_sizes(&mut report, &*evaluator, &positions)?;
    let named = arguments.out.clone();
    let out = named.unwrap_or_else(|| format!("{name}-tuned.toml").into());
    save(&report, &out)?;
    if arguments.json {
        super::print_json(&report)?;
    } else {
        super::show(report.document(super::line_width()))?;
        super::show(next_step(&report, &out))?;
    }
    Ok(if report.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Measures how large values are with the tuned numbers, so that the search's margins keep their meaning.
fn measure_sizes(
    report: &mut TuningReport,
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> anyhow::Result<()> {
    if !report.numbers.iter().any(Tuned::is_changed) {
        return Ok(());
    }
    let games = margin_positions(MARGIN_GAMES)?;
    report.measure_sizes(evaluator, |of| change_of(of, &games), positions)?;
    Ok(())
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

fn save(report: &TuningReport, out: &Path) -> anyhow::Result<()> {
    let text = report.file()?;
    let saved = write_named(out, |file| file.write_all(text.as_bytes()));
    if let Err(error) = saved {
        bail!("{}: {error}; name a file that can be written", out.display());
    }
    Ok(())
}

fn next_step(report: &TuningReport, out: &Path) -> String {
    let (engine, file) = (quoted(&report.evaluator), quoted_path(out));
    let out = out.display();
    format!("\n{out} is written. Prove it: evalarena regress {engine} --params {file}\n")
}
