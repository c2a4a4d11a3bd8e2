//! `evalarena engine`, a UCI engine with an evaluation from outside in a process that does nothing else; and
//! `new-evaluator`.

use std::env::current_dir;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;
use config::disk::named;
use config::table_of;
use engine_core::params::{Params, tunable};
use engine_uci::output;
use engine_uci::session::SearchSetup;
use eval_external::Setup;
use lab::new_evaluator::{Language, new_evaluator, new_folder};
use players::external;

use super::help::choices;

/// Play as a UCI engine with an evaluation in any language
#[derive(Args)]
#[command(long_about = super::help::text("engine"), after_help = super::help::text("after engine"))]
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
    let (input, mut to_gui) = own_pipes().context("the engine's standard input and output cannot be kept")?;
    let opened = setup.open();
    if arguments.pipe {
        let served = match opened {
            Ok(evaluator) => external::serve(evaluator, input, to_gui),
            Err(error) => writeln!(to_gui, "error {error}"),
        };
        return Ok(served.map_err(|error| named(Path::new("standard output"), error))?);
    }
    let evaluator = opened.map_err(|error| anyhow!("{}: {error}", setup.evaluation))?;
    output::redirect(to_gui);
    external::play(evaluator, search, input);
    Ok(())
}

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

/// Create a new evaluation, ready to play
#[derive(Args)]
#[command(long_about = super::help::text("new-evaluator"), after_help = super::help::text("after new-evaluator"))]
pub(crate) struct NewEvaluatorArgs {
    /// Its name: lower-case letters, digits and hyphens
    name: String,
    /// The language
    #[arg(long, default_value = "rust", value_parser = choices(LANGUAGES))]
    language: LanguageArg,
}

/// The language of a folder; `None` for a crate.
type LanguageArg = Option<Language>;

const UCI_EVAL: &str = "An adapter, in Python, of the static value that a UCI engine prints at `eval`";
const LANGUAGES: [(&str, &str, LanguageArg); 5] = [
    ("rust", "A crate of this workspace", None),
    ("c", "A shared library", Some(Language::C)),
    ("cpp", "A shared library", Some(Language::Cpp)),
    ("python", "A program over a pipe", Some(Language::Python)),
    ("uci-eval", UCI_EVAL, Some(Language::UciEval)),
];

/// The commands that are to be given next, each with its purpose.
type Steps = Vec<(String, &'static str)>;

pub(crate) fn run_new_evaluator(arguments: &NewEvaluatorArgs) -> anyhow::Result<()> {
    let NewEvaluatorArgs { name, language } = arguments;
    let here = current_dir()?;
    let (written, change, steps) = match *language {
        None => (new_evaluator(name, &here)?, format!("eval-{name}/src/lib.rs; then"), of_crate(name)),
        Some(language) => (
            new_folder(name, language, &here)?,
            format!("{name}/{}; then, in the folder {name},", language.source(name)),
            of_folder(name, language),
        ),
    };
    let mut text = format!("written: {}\n", written.folder.display());
    for file in &written.entered {
        writeln!(text, "entered: {}", file.display())?;
    }
    writeln!(text, "\nChange {change}")?;
    for (command, purpose) in steps {
        writeln!(text, "    {command:<60}  {purpose}")?;
    }
    super::print(&text)
}

fn of_crate(name: &str) -> Steps {
    let cargo = "cargo run --profile quick --";
    vec![
        (format!("cargo test -p eval-{name}"), "does it keep the laws?"),
        (format!("{cargo} explain startpos"), "its terms"),
        (format!("{cargo} check {name}"), "how much is a centipawn?"),
        (format!("{cargo} match {name} michniewski"), "what is it worth?"),
    ]
}

fn of_folder(name: &str, language: Language) -> Steps {
    // In quotes, if the shell would take it apart.
    let spec = language.spec(name);
    let spec = shlex::try_quote(&spec).unwrap_or_default();
    let [check, measure, play] = match language {
        Language::C | Language::Cpp => ["make check", "make measure", "make match"].map(str::to_owned),
        Language::Python | Language::UciEval => [
            format!("evalarena check {spec} --games 0"),
            format!("evalarena check {spec}"),
            format!("evalarena match {spec} michniewski"),
        ],
    };
    let first = match language {
        Language::C | Language::Cpp => Some(("make", "build it")),
        Language::Python => Some(("pip install -r requirements.txt", "what it needs")),
        Language::UciEval => None,
    };
    first
        .map(|(command, purpose)| (command.to_owned(), purpose))
        .into_iter()
        .chain([
            (check, "does it keep the laws?"),
            (format!("evalarena explain startpos --engine {spec}"), "its terms"),
            (measure, "how much is a centipawn?"),
            (play, "what is it worth?"),
        ])
        .collect()
}
