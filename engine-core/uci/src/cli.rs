//! The command line of an engine binary.
//!
//! Without an argument the engine runs a UCI session; `bench`, `eval` and `perft` answer and leave. The
//! exit status is 0 for success and 2 for bad input.

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use build_info::BUILD;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::notation::printable;
use engine_core::notation::uci_move;
use engine_core::options::Configure;
use serde_json::json;
use terminal_size::{Width, terminal_size_of};

use crate::bench::{self, MAX_PERFT_DEPTH, divide};
use crate::input::lines;
use crate::output::speed;
use crate::session;

const POSITION_HELP: &str = "\
A POSITION is a FEN or a line of EPD, or `startpos [moves ...]`, or `fen FEN [moves ...]`, \
with moves in UCI notation (e2e4, e1g1, e7e8q); quotes around it are not needed.";

#[derive(Parser)]
#[command(after_help = "Without a command the engine runs a UCI session on standard input and \
output: that is what a chess GUI starts. Type `help` there for its commands.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Search fixed positions; the last line is `N nodes M nps`, and N is always the same
    Bench {
        /// Plies to search each position
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
        depth: i32,
    },
    /// Evaluate a position term by term, or one a line from standard input
    #[command(after_help = POSITION_HELP)]
    Eval {
        /// One JSON object a line; centipawns from White's side
        #[arg(long)]
        json: bool,
        /// Each rule's own reading, before phases, switches and what rules do to each other
        #[arg(long)]
        raw: bool,
        /// Stands in for the score that some rules read: centipawns from White's side
        #[arg(long, value_name = "CP", requires = "raw", allow_negative_numbers = true)]
        score: Option<i32>,
        /// The position; without it, one position a line is read from standard input
        position: Vec<String>,
    },
    /// Count the leaves of the tree of legal moves, move by move
    #[command(after_help = POSITION_HELP)]
    Perft {
        /// The depth, in plies
        #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PERFT_DEPTH)))]
        depth: u32,
        /// The position; without it, the start position
        position: Vec<String>,
    },
}

/// Runs the engine binary of `evaluator`.
pub fn run<E: Evaluator + Configure + Clone>(evaluator: E) -> ExitCode {
    let info = evaluator.info();
    let about = format!("{}: a UCI chess engine that evaluates by \"{}\"", info.title, info.document);
    let matches = Arguments::command().name(info.name).about(about).version(&*BUILD.short().leak()).get_matches();
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    // The reader may have gone; that is no reason to fail.
    let print = |text: &str| writeln!(stdout(), "{text}").unwrap_or(());
    let good = match arguments.command {
        None => {
            session::run(evaluator, session::SearchSetup::default(), stdin().lock());
            true
        }
        Some(Command::Bench { depth }) => {
            bench::run(evaluator, depth, &Arc::new(AtomicBool::new(false)), print);
            true
        }
        Some(Command::Eval { json, raw, score, position }) => {
            let show = |position: &str| {
                let shown = evaluation(&evaluator, raw.then_some(score), json, position);
                let good = shown.is_ok();
                print(&printable(&shown.unwrap_or_else(|error| failure(json, &error))));
                good
            };
            match position.join(" ").as_str() {
                "" => eval_lines(show, |error| print(&printable(&failure(json, &error)))),
                position => {
                    let assumed = Game::pasted(position).ok().and_then(|(_, assumed)| assumed);
                    assumed.iter().for_each(|assumed| eprintln!("{assumed}"));
                    show(position)
                }
            }
        }
        Some(Command::Perft { depth, position }) => perft(depth, &position.join(" ")),
    };
    if good { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// Shows the evaluation of every line of standard input; returns true if every position could be read.
fn eval_lines(show: impl Fn(&str) -> bool, complain: impl Fn(String)) -> bool {
    let mut good = true;
    for (index, line) in lines(stdin().lock()).enumerate() {
        match line {
            Ok(Ok(line)) if line.trim().is_empty() => {}
            Ok(Ok(line)) => good &= show(line.split('|').next().unwrap_or(&line)),
            Ok(Err(fault)) => {
                complain(format!("line {}: {fault}", index + 1));
                good = false;
            }
            Err(error) => {
                complain(format!("cannot read standard input: {error}"));
                return false;
            }
        }
    }
    good
}

fn failure(json: bool, error: &str) -> String {
    if json { json!({ "error": error }).to_string() } else { format!("error: {error}") }
}

/// The evaluation: terms as they count, and their sum. Or the raw reading of each rule alone, with a score (centipawns from
/// White's side) for rules that read it.
fn evaluation(
    evaluator: &(impl Evaluator + Configure),
    raw: Option<Option<i32>>,
    json: bool,
    position: &str,
) -> Result<String, String> {
    let game = Game::parse(position).map_err(|error| error.to_string())?;
    let evaluation = match raw {
        None => Evaluation::of(evaluator, &game),
        Some(score) => Evaluation::raw(evaluator, &game, score).ok_or_else(|| {
            let name = evaluator.info().name;
            format!("{name} has no raw readings; leave out --raw")
        })?,
    };
    if json {
        return serde_json::to_string(&evaluation).map_err(|error| error.to_string());
    }
    let width = terminal_size_of(stdout());
    let width = width.map_or(usize::MAX, |(Width(columns), _)| columns.into());
    Ok(evaluation.table(width).trim_end().to_owned())
}

/// Counts below each move of `position`, or of the start; returns true if it could be read.
fn perft(depth: u32, position: &str) -> bool {
    let text = if position.is_empty() { "startpos" } else { position };
    let game = match Game::parse(text) {
        Ok(game) => game,
        Err(error) => {
            eprintln!("error: {}", printable(&error.to_string()));
            return false;
        }
    };
    let mut out = stdout().lock();
    let started = Instant::now();
    let never = AtomicBool::new(false);
    let total = divide(&game, depth, &never, |mv, leaves| {
        writeln!(out, "{}: {leaves}", uci_move(mv)).ok();
    });
    let (time, total) = (started.elapsed(), total.unwrap_or(0));
    writeln!(out, "\n{total} leaves, {} a second", speed(total, time)).ok();
    true
}
