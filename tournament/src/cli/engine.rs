//! `evalarena engine`: a UCI engine with an evaluation from outside, in a process that does nothing else.

use std::fs::File;
use std::io::{self, BufReader, Write};

use anyhow::{Context, anyhow, bail};
use clap::{Args, ValueEnum};
use config::table_of;
use engine_core::options::Configure;
use engine_core::params::Params;
use engine_core::params::tunable::tunable;
use engine_uci::session::SearchSetup;
use engine_uci::{output, session};
use eval_external::uci_eval::OutputFormat;
use eval_external::{ExternalEvaluator, Spec, Start, serve};

use super::r#match::mebibytes;

/// Play as a UCI engine with an evaluation in any language
#[derive(Args)]
#[command(
    long_about = "A UCI engine on standard input and output, with the search of the built-in engines and an evaluation \
        from outside: a shared library (in C, C++ or any language with a C interface), a program in any language that \
        reads a position a line and answers its value, or a UCI engine that prints its static value at `eval`.\n\n\
        A failure of the evaluation (a value out of range, two values of one position, a program that ends or is \
        silent) ends the engine with a message on standard error and status 3. Output of a library to standard output \
        goes to standard error.\n\n\
        All commands that take an evaluator take such an evaluation, too, and start this engine themselves: \
        docs/own-evaluation.md.",
    after_help = "EVALUATION is one of\n  \
        ./mine.so               a shared library with the interface of eval-external/include/evaluation.h\n  \
        'eval:python3 mine.py'  a program: its first line is `evaluation 1`, and then it answers each line, a FEN,\n                          \
        with a whole number of centipawns from the side to move\n  \
        uci-eval:stockfish      a UCI engine; presets: Stockfish up to 15 (its classical evaluation), Glaurung\n\n\
        Examples:\n  \
        evalarena engine --evaluation ./mine.so --option tempo=12\n  \
        evalarena engine --evaluation 'eval:python3 mine.py'\n  \
        evalarena engine --evaluation uci-eval:./mine --eval-pattern 'Eval: {} cp' --eval-unit 100 --eval-view mover\n  \
        evalarena match ./mine.so michniewski\n\n\
        Exit status: 0 at the end of the session, 2 for invalid input, 3 if the evaluation failed."
)]
pub(crate) struct EngineArgs {
    /// A shared library, `eval:COMMAND` or `uci-eval:COMMAND`
    #[arg(long, value_name = "EVALUATION")]
    evaluation: String,

    /// An option of the evaluation, or of the UCI engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The line of a UCI engine's value at `eval`, with {} in place of the number
    #[arg(long, value_name = "LINE", requires_all = ["eval_unit", "eval_view"])]
    eval_pattern: Option<String>,

    /// The number that is a pawn there: 1 if it prints pawns, 100 if it prints centipawns
    #[arg(long, value_name = "N", requires = "eval_pattern")]
    eval_unit: Option<f64>,

    /// The side from which the number is
    #[arg(long, requires = "eval_pattern")]
    eval_view: Option<View>,

    /// A pattern of terms that do not count; may be given several times
    #[arg(long, value_name = "TERMS")]
    disable: Vec<String>,

    /// A number of the search; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    search: Vec<String>,

    /// The factor on the margins of the search
    #[arg(long, value_name = "RATIO")]
    margin_scale: Option<f64>,

    /// The size of the transposition table in MiB, a power of two [default: that of the option Hash]
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    hash: Option<u32>,

    /// The same as a power of two of its entries, from the arena: an old run may have less than a MiB
    #[arg(long, hide = true, conflicts_with = "hash", value_parser = clap::value_parser!(u32).range(10..=24))]
    table: Option<u32>,

    /// Answer positions over a pipe, as a program of `eval:COMMAND` does, in place of UCI
    #[arg(long)]
    pipe: bool,
}

/// A point of view.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// White's
    White,
    /// That of the side to move
    Mover,
}

pub(crate) fn run(arguments: &EngineArgs) -> anyhow::Result<()> {
    let spec = arguments.evaluation.parse::<Spec>();
    let spec = spec.map_err(|error| anyhow!("--evaluation: {error}"))?;
    let start = Start {
        format: format(arguments, &spec)?,
        options: options(&arguments.options)?,
        ..Start::default()
    };
    let (input, mut to_gui) =
        own_pipes().context("the engine's standard input and output cannot be kept")?;
    let opened = ExternalEvaluator::open(&spec, start);
    if arguments.pipe {
        let served = match opened {
            Ok(mut evaluator) => serve(&mut evaluator, input, to_gui),
            Err(error) => writeln!(to_gui, "error {error}"),
        };
        return served.context("standard output");
    }
    let mut evaluator = opened.map_err(|error| anyhow!("--evaluation {spec}: {error}"))?;
    let patterns: Vec<&str> = arguments.disable.iter().map(String::as_str).collect();
    let disabled = evaluator.disable(&patterns);
    disabled.map_err(|error| anyhow!("--disable: {error}"))?;
    if let Some(ratio) = arguments.margin_scale {
        evaluator.set_margin_scale(ratio);
    }
    let hash = arguments.hash.and_then(table_of);
    let setup = SearchSetup {
        table: arguments.table.or(hash.map(u32::from)),
        params: search(&arguments.search)?,
    };
    output::redirect(to_gui);
    session::run(evaluator, setup, BufReader::new(input));
    Ok(())
}

/// The numbers of the search.
fn search(texts: &[String]) -> anyhow::Result<Params> {
    let mut params = Params::MICHNIEWSKI;
    for text in texts {
        let number = text.split_once('=');
        let number = number.and_then(|(name, value)| Some((name, value.parse().ok()?)));
        let (name, value) = number.ok_or_else(|| anyhow!("--search {text} is not NAME=VALUE"))?;
        let set = tunable(name).and_then(|known| known.set(&mut params, value));
        set.map_err(|error| anyhow!("--search {text}: {error}"))?;
    }
    Ok(params)
}

/// The description of a UCI engine's output, if one was given.
fn format(arguments: &EngineArgs, spec: &Spec) -> anyhow::Result<Option<OutputFormat>> {
    let EngineArgs {
        eval_pattern: Some(pattern),
        eval_unit: Some(per_pawn),
        eval_view: Some(view),
        ..
    } = arguments
    else {
        return Ok(None);
    };
    if !matches!(spec, Spec::UciEval(_)) {
        bail!("--eval-pattern is for `uci-eval:COMMAND`; leave it out");
    }
    if !pattern.contains("{}") {
        bail!("--eval-pattern \"{pattern}\" has no {{}} in place of the number");
    }
    if !(*per_pawn > 0.0 && per_pawn.is_finite()) {
        bail!("--eval-unit {per_pawn} is no unit; it is 1 for pawns and 100 for centipawns");
    }
    Ok(Some(OutputFormat {
        patterns: vec![pattern.clone()],
        per_pawn: *per_pawn,
        white: *view == View::White,
        options: Vec::new(),
    }))
}

fn options(texts: &[String]) -> anyhow::Result<Vec<(String, String)>> {
    let option = |text: &String| {
        let (name, value) = text
            .split_once('=')
            .filter(|(name, _)| !name.is_empty())
            .ok_or_else(|| anyhow!("--option \"{text}\" is not NAME=VALUE"))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    texts.iter().map(option).collect()
}

/// Copies of standard input and output, which foreign code in the process does not know: in their place it reads
/// nothing, and writes to standard error.
#[cfg(unix)]
fn own_pipes() -> io::Result<(File, File)> {
    use std::os::fd::AsFd;

    use rustix::stdio::{dup2_stdin, dup2_stdout};

    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    dup2_stdin(File::open("/dev/null")?)?;
    // Standard error may be closed.
    if dup2_stdout(io::stderr()).is_err() {
        dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    }
    Ok((input.into(), output.into()))
}

/// Standard input and output themselves: foreign code may disturb them.
#[cfg(not(unix))]
fn own_pipes() -> io::Result<(File, File)> {
    Err(io::ErrorKind::Unsupported.into())
}
