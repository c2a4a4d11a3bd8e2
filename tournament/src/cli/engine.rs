//! `evalarena engine`: a UCI engine with an evaluation from outside, in a process that does nothing else.

use std::fs::File;
use std::io::{self, BufReader, Write};

use anyhow::{Context, anyhow};
use clap::Args;
use config::table_of;
use engine_core::params::Params;
use engine_core::params::tunable::tunable;
use engine_uci::session::SearchSetup;
use engine_uci::{output, session};
use eval_external::{Setup, serve};

/// Play as a UCI engine with an evaluation in any language
#[derive(Args)]
#[command(
    long_about = "A UCI engine on standard input and output, with the search of the built-in engines and an evaluation \
        from outside: a shared library (in C, C++ or any language with a C interface), or a program in any language that \
        reads a position a line and answers its value.\n\n\
        A failure of the evaluation (a value out of range, two values of one position, a program that ends or is \
        silent) ends the engine with a message on standard error and status 3. Output of a library to standard output \
        goes to standard error.\n\n\
        All commands that take an evaluator take such an evaluation, too, and start this engine themselves: \
        docs/own-evaluation.md.",
    after_help = "EVALUATION is one of\n  \
        ./mine.so               a shared library with the interface of eval-external/include/evaluation.h\n  \
        'eval:python3 mine.py'  a program: its first line is `evaluation 1`, and then it answers each line, a FEN,\n                          \
        with a whole number of centipawns from the side to move\n  \
        a JSON object           one of these with settings as in an [[engine]]: options, disable, search,\n                          \
        margin_scale, hash\n\n\
        Examples:\n  \
        evalarena engine ./mine.so\n  \
        evalarena engine 'eval:python3 mine.py'\n  \
        evalarena engine '{\"evaluation\": \"./mine.so\", \"options\": {\"tempo\": 12}, \"hash\": 16}'\n  \
        evalarena match ./mine.so michniewski\n\n\
        Exit status: 0 at the end of the session, 2 for invalid input, 3 if the evaluation failed."
)]
pub(crate) struct EngineArgs {
    /// A shared library, `eval:COMMAND`, or one of them with its settings, as JSON
    evaluation: String,

    /// Answer positions over a pipe, as a program of `eval:COMMAND` does, in place of UCI
    #[arg(long)]
    pipe: bool,
}

pub(crate) fn run(arguments: &EngineArgs) -> anyhow::Result<()> {
    let setup: Setup = arguments.evaluation.parse()?;
    let search = search_setup(&setup)?;
    let (input, mut to_gui) =
        own_pipes().context("the engine's standard input and output cannot be kept")?;
    let opened = setup.open();
    if arguments.pipe {
        let served = match opened {
            Ok(mut evaluator) => serve(&mut evaluator, input, to_gui),
            Err(error) => writeln!(to_gui, "error {error}"),
        };
        return served.context("standard output");
    }
    let evaluator = opened.map_err(|error| anyhow!("{}: {error}", setup.evaluation))?;
    output::redirect(to_gui);
    session::run(evaluator, search, BufReader::new(input));
    Ok(())
}

/// The search of a setup.
fn search_setup(setup: &Setup) -> anyhow::Result<SearchSetup> {
    let mut params = Params::MICHNIEWSKI;
    for (name, value) in &setup.search {
        let set = tunable(name).and_then(|known| known.set(&mut params, *value));
        set.map_err(|error| anyhow!("search {name} = {value}: {error}"))?;
    }
    let bits = |mib| table_of(mib).ok_or_else(|| anyhow!("hash is {mib}; use 1, 2, 4 ... 256"));
    let table = setup.hash.map(bits).transpose()?.map(u32::from);
    Ok(SearchSetup { table, params })
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
