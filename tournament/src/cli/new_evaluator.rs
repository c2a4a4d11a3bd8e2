//! `tournament new-evaluator`.

use std::env::current_dir;
use std::fmt::Write;

use clap::Args;
use lab::new_evaluator::new_evaluator;

/// Create a new evaluator crate
#[derive(Args)]
#[command(
    long_about = "Creates a crate eval-NAME in this workspace: a small evaluation, by material and the centre, that \
        compiles, plays, passes the laws of an evaluation and has its own UCI engine; and adds it to the \
        workspace and the registry. Then edit its src/lib.rs.\n\n\
        Run it inside a clone of the project.",
    after_help = "Example:\n  tournament new-evaluator my-idea"
)]
pub(crate) struct NewEvaluatorArgs {
    /// Its name: lower-case letters, digits and hyphens
    name: String,
}

/// Writes it, and prints the next steps.
pub(crate) fn run(arguments: &NewEvaluatorArgs) -> anyhow::Result<()> {
    let name = &arguments.name;
    let written = new_evaluator(name, &current_dir()?)?;
    let mut text = format!("written: {}\n", written.folder.display());
    for file in &written.entered {
        writeln!(text, "entered: {}", file.display())?;
    }
    writeln!(text, "\nChange eval-{name}/src/lib.rs; then")?;
    let cargo = "cargo run --profile quick --";
    for (command, question) in [
        (
            format!("cargo test -p eval-{name}"),
            "does it keep the laws?",
        ),
        (format!("{cargo} explain startpos"), "what does it say?"),
        (
            format!("{cargo} calibrate scale {name}"),
            "how much is a centipawn?",
        ),
        (
            format!("{cargo} match {name} michniewski"),
            "what is it worth?",
        ),
    ] {
        writeln!(text, "    {command:<60}  {question}")?;
    }
    super::print(&text)
}
