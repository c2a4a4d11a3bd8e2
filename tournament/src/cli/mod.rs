//! The command line: arguments only, a file for each subcommand or for a few that belong together.

mod ablate;
mod check;
mod engine;
mod engines;
mod explain;
mod help;
mod init;
mod r#match;
mod playing;
mod positions;
mod rate;
mod regress;
mod repeat;
mod report;
mod run;
mod sides;
mod stats;
mod suite;
mod tune;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write, stdout};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{park, sleep};
use std::time::Duration;

use ::report::progress::{DisplayStyle, Progress, is_quiet, set_style};
use ::report::{Document, NARROWEST, terminal_width};
use build_info::BUILD;
use clap::{Parser, Subcommand};
use config::disk::{named, standard_output};
use engine_core::game::Game;
use engine_core::notation::printable;
use players::identity::{ArenaBuild, PROJECT};
use players::player::{become_program, interrupted, kill_all, launch_through_self, raise_descriptor_limit, watch};
use runner::arena::{is_winding_down, wind_down};
use serde::Serialize;
#[cfg(unix)]
use signal_hook::consts::SIGXFSZ;

pub(crate) use help::parsed;

/// Evalarena: plays chess evaluations and engines, and measures which is stronger
#[derive(Parser)]
#[command(name = "evalarena", disable_version_flag = true)]
pub(crate) struct Arguments {
    /// Print the version, the commit and the facts of the build
    #[arg(short = 'V', long)]
    version: bool,
    /// Print only the result: no progress, no notes
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,
    /// Print progress as lines instead of a bar
    #[arg(long, global = true, display_order = 901)]
    plain: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    Match(r#match::MatchArgs),
    Check(check::CheckArgs),
    Repeat(repeat::RepeatArgs),
    Init(init::InitArgs),
    Merge(run::MergeArgs),
    Report(report::ReportArgs),
    Serve(report::ServeArgs),
    Rate(rate::RateArgs),
    Stats(stats::StatsArgs),
    Explain(explain::ExplainArgs),
    Why(explain::WhyArgs),
    Openings(check::OpeningsArgs),
    Suite(suite::SuiteArgs),
    Positions(positions::PositionsArgs),
    Accuracy(stats::AccuracyArgs),
    Ablate(ablate::AblateArgs),
    Tune(tune::TuneArgs),
    Spsa(tune::SpsaArgs),
    Regress(regress::RegressArgs),
    NewEvaluator(engine::NewEvaluatorArgs),
    Engine(engine::EngineArgs),
    Completions(help::CompletionsArguments),
    Man(help::ManArguments),
    /// Become another program, which ends when PARENT does: how the arena starts programs
    #[command(name = BECOME, hide = true)]
    Become {
        /// The arena's process number
        parent: u32,
        /// The program and its arguments; without one, end what programs leave when the arena has ended
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
}

/// The hidden command that starts engine programs.
const BECOME: &str = "become-program";
/// The exit status of a shell for a program that cannot be started.
const NOT_STARTED: u8 = 127;

pub(crate) fn obey(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Some(Command::Become { parent, words }) = &arguments.command {
        let Some((program, args)) = words.split_first() else {
            watch(*parent);
            return Ok(ExitCode::SUCCESS);
        };
        let error = become_program(*parent, program, args);
        remark(&format!("{}: {error}", program.display()));
        return Ok(ExitCode::from(NOT_STARTED));
    }
    if arguments.version {
        print(&version())?;
        return Ok(ExitCode::SUCCESS);
    }
    match (arguments.quiet, arguments.plain) {
        (true, _) => set_style(DisplayStyle::Hidden),
        (false, true) => set_style(DisplayStyle::Log),
        (false, false) => {}
    }
    raise_descriptor_limit();
    launch_through_self(BECOME);
    // A file that grows beyond `ulimit -f` is then an error like a full disk; the process is not killed.
    #[cfg(unix)]
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let done = match arguments.command {
        Some(Command::Become { .. }) => Ok(()),
        None => print(&format!("{}\n", help::text("alone"))),
        Some(Command::Run(arguments)) => return run::run(&arguments),
        Some(Command::Init(arguments)) => init::run(&arguments),
        Some(Command::Match(arguments)) => return r#match::run(&arguments),
        Some(Command::Check(arguments)) => return check::run(&arguments),
        Some(Command::Repeat(arguments)) => return repeat::run(&arguments),
        Some(Command::Merge(arguments)) => return run::run_merge(&arguments),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Serve(arguments)) => report::run_serve(&arguments),
        Some(Command::Rate(arguments)) => rate::run(&arguments),
        Some(Command::Stats(arguments)) => stats::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Why(arguments)) => explain::run_why(&arguments),
        Some(Command::Openings(arguments)) => check::run_openings(&arguments),
        Some(Command::Suite(arguments)) => return suite::run(&arguments),
        Some(Command::Positions(arguments)) => positions::run(&arguments),
        Some(Command::Accuracy(arguments)) => stats::run_accuracy(&arguments),
        Some(Command::Ablate(arguments)) => ablate::run(&arguments),
        Some(Command::Tune(arguments)) => return tune::run(&arguments),
        Some(Command::Spsa(arguments)) => tune::run_spsa(&arguments),
        Some(Command::Regress(arguments)) => return regress::run(&arguments),
        Some(Command::NewEvaluator(arguments)) => engine::run_new_evaluator(&arguments),
        Some(Command::Engine(arguments)) => engine::run(&arguments),
        Some(Command::Completions(arguments)) => help::completions(&arguments),
        Some(Command::Man(arguments)) => help::man(&arguments),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// The version and the commit, and all facts of the build, one a line.
fn version() -> String {
    let ArenaBuild { build, sha256, bench } = ArenaBuild::own();
    let commit = build.commit.as_deref().unwrap_or("not known");
    let modified = if build.modified { " with changes" } else { "" };
    let sha256 = sha256.as_deref().unwrap_or("not known");
    let bench = bench.map_or_else(|| "not known".to_owned(), |nodes| nodes.to_string());
    format!(
        "{PROJECT} {}\ncommit: {commit}{modified}\ncompiler: {}\ntarget: {}\nprofile: {}\nsha256: {sha256}\nbench: {bench}\n",
        BUILD.short(),
        build.compiler,
        build.target,
        build.profile
    )
}

/// Writes to standard output, with control characters of others' texts escaped.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_raw(&printable(text))
}

/// Writes a remark to standard error, as [`print()`] does.
pub(crate) fn remark(text: &str) {
    ::report::progress::log(text);
}

pub(crate) fn warn(text: impl Display) {
    remark(&format!("warning: {text}"));
}

/// The position of a command; a note says what was assumed where it lacks a field.
pub(crate) fn position(words: &[String]) -> anyhow::Result<Game> {
    let (game, assumed) = Game::pasted(&words.join(" "))?;
    assumed.iter().for_each(|assumed| remark(assumed));
    Ok(game)
}

pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Writes a note to standard error, unless the process is quiet.
pub(crate) fn note(text: &str) {
    if !is_quiet() {
        remark(text);
    }
}

/// Writes to standard output; a closed pipe is not an error.
pub(crate) fn print_raw(text: &str) -> anyhow::Result<()> {
    let mut out = standard_output();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Prints what clap has to say, and returns the exit status.
pub(crate) fn print_help(help: &clap::Error) -> ExitCode {
    let printed =
        help.print().and_then(|()| stdout().flush()).map_err(|error| named(Path::new("standard output"), error));
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            remark(&format!("error: {error}"));
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

pub(crate) fn positive(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a positive integer".to_owned())
}

pub(crate) fn line_width() -> usize {
    ::report::line_width(&stdout())
}

/// Characters of a line in which names are to be whole: unlimited where neither COLUMNS nor the terminal sets a width.
pub(crate) fn requested_line_width() -> usize {
    terminal_width(&stdout()).map_or(usize::MAX, |columns| columns.max(NARROWEST))
}

pub(crate) fn show(document: impl Into<Document>) -> anyhow::Result<()> {
    print_raw(&document.into().text_for(&stdout()))
}

/// Prints a result: as one line of JSON, or for people in lines of the width that `document` is given.
pub(crate) fn present<D: Into<Document>>(
    json: bool,
    value: &impl Serialize,
    document: impl FnOnce(usize) -> D,
) -> anyhow::Result<()> {
    if json { print_json(value) } else { show(document(line_width())) }
}

/// What `work` returns, while its progress towards `total` things called `unit` is displayed.
pub(crate) fn counted<T>(total: usize, unit: &'static str, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::new(total, 0, unit);
    let done = work(&progress);
    progress.finish();
    done
}

/// Waits to be ended if the process has been interrupted: the handler of the signal sets the exit status.
pub(crate) fn await_interrupt_exit() {
    while interrupted() {
        park();
    }
}

/// The exit status after Ctrl-C, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;
/// The message of a command that plays, after an interrupt.
pub(crate) const RESUMES: &str = "interrupted; finished games are saved, the same command resumes";

/// Sets a handler that prints `message` and ends engine programs, which do not receive the terminal's interrupt.
pub(crate) fn stop_programs_on_interrupt(message: &'static str) -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(move || exit_interrupted(message))?)
}

/// As [`stop_programs_on_interrupt`], but the first Ctrl-C lets the games in play end, and the second does not.
pub(crate) fn finish_games_on_interrupt(message: &'static str) -> anyhow::Result<()> {
    let ctrl_c = Arc::new(AtomicBool::new(false));
    let was_ctrl_c = Arc::clone(&ctrl_c);
    ctrlc::set_handler(move || {
        // Both handlers receive a signal, one after the other.
        sleep(Duration::from_millis(20));
        if was_ctrl_c.swap(false, Ordering::SeqCst) && wind_down() {
            remark("ending after the games in play; Ctrl-C again ends at once");
            return;
        }
        exit_interrupted(message);
    })?;
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGINT, ctrl_c)?;
    Ok(())
}

/// The exit status of a command that failed, or that of an interrupt.
pub(crate) fn status_of_failure() -> ExitCode {
    if is_winding_down() { ExitCode::from(INTERRUPTED) } else { ExitCode::from(2) }
}

fn exit_interrupted(message: &str) -> ! {
    kill_all();
    remark(message);
    exit(INTERRUPTED.into());
}

#[cfg(test)]
mod tests;
