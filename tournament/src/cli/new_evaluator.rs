//! `evalarena new-evaluator`.

use std::env::current_dir;
use std::fmt::Write;

use clap::{Args, ValueEnum};
use lab::new_evaluator::{Language, new_evaluator, new_folder};

/// Create a new evaluation, ready to play
#[derive(Args)]
#[command(
    long_about = "Writes a small evaluation, by material and the centre, that builds, plays and keeps the laws of an \
        evaluation. Then change it.\n\n\
        In Rust (the default) it is a crate eval-NAME of this workspace with its own UCI engine, entered in the \
        workspace and the registry: run it inside a clone of the project. In C and C++ it is a folder NAME here, \
        wherever that is, with a Makefile (`make`, `make check`, `make match`) and the header of the interface; in \
        Python a folder with a program, which needs python-chess; `uci-eval` is one that asks a UCI engine for its static \
        value. docs/own-evaluation.md describes them.",
    after_help = "Examples:\n  \
        evalarena new-evaluator my-idea\n  \
        evalarena new-evaluator my-idea --language cpp"
)]
pub(crate) struct NewEvaluatorArgs {
    /// Its name: lower-case letters, digits and hyphens
    name: String,

    /// The language
    #[arg(long, default_value = "rust")]
    language: LanguageArg,
}

/// A language in which evaluations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageArg {
    /// A crate of this workspace
    Rust,
    /// A shared library
    C,
    /// A shared library
    Cpp,
    /// A program over a pipe
    Python,
    /// An adapter, in Python, of the static value that a UCI engine prints at `eval`
    UciEval,
}

impl LanguageArg {
    /// The language of a folder; `None` for a crate.
    fn of_folder(self) -> Option<Language> {
        match self {
            LanguageArg::Rust => None,
            LanguageArg::C => Some(Language::C),
            LanguageArg::Cpp => Some(Language::Cpp),
            LanguageArg::Python => Some(Language::Python),
            LanguageArg::UciEval => Some(Language::UciEval),
        }
    }
}

/// The commands that are to be given next, each with its purpose.
type Steps = Vec<(String, &'static str)>;

/// Writes it, and prints the next steps.
pub(crate) fn run(arguments: &NewEvaluatorArgs) -> anyhow::Result<()> {
    let NewEvaluatorArgs { name, language } = arguments;
    let here = current_dir()?;
    let (written, change, steps) = match language.of_folder() {
        None => {
            (new_evaluator(name, &here)?, format!("eval-{name}/src/lib.rs; then"), of_crate(name))
        }
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
        Language::C | Language::Cpp => {
            ["make check", "make measure", "make match"].map(str::to_owned)
        }
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
    let first = first.map(|(command, purpose)| (command.to_owned(), purpose));
    first
        .into_iter()
        .chain([
            (check, "does it keep the laws?"),
            (format!("evalarena explain startpos --engine {spec}"), "its terms"),
            (measure, "how much is a centipawn?"),
            (play, "what is it worth?"),
        ])
        .collect()
}
