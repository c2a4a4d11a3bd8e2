//! The command line of an engine binary.
//!
//! Without an argument the engine runs a UCI session; `bench`, `eval` and `perft` answer and leave. The
//! exit status is 0 for success and 2 for bad input.

mod eval;
mod perft;

use std::io::{Write, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use build_info::BUILD;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::bench;
use crate::perft::DEEPEST;
use crate::session;
use engine_core::evaluator::Evaluator;
use engine_core::options::Configure;
use eval::View;

const POSITION_HELP: &str = "\
A POSITION is a FEN of four to six fields, or `startpos [moves ...]`, or `fen FEN [moves ...]`, \
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
        #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST)))]
        depth: u32,
        /// The position; without it, the start position
        position: Vec<String>,
    },
}

/// Runs the engine binary of `evaluator`.
pub fn run<E: Evaluator + Configure + Clone>(evaluator: E) -> ExitCode {
    let info = evaluator.info();
    let about =
        format!("{}: a UCI chess engine that evaluates by \"{}\"", info.title, info.document);
    let matches = Arguments::command()
        .name(info.name)
        .about(about)
        .version(&*BUILD.short().leak())
        .get_matches();
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    let good = match arguments.command {
        None => {
            session::run(evaluator, session::SearchSetup::default(), stdin().lock());
            true
        }
        Some(Command::Bench { depth }) => {
            let never = Arc::new(AtomicBool::new(false));
            // The reader may have gone; that is no reason to fail.
            bench::run(evaluator, depth, &never, |line| {
                writeln!(stdout(), "{line}").ok();
            });
            true
        }
        Some(Command::Eval { json, raw, score, position }) => {
            let view = if raw { View::Raw(score) } else { View::Counted };
            eval::run(&evaluator, view, json, &position.join(" "))
        }
        Some(Command::Perft { depth, position }) => perft::run(depth, &position.join(" ")),
    };
    if good { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
