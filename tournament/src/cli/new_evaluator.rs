//! `tournament new-evaluator`.

use std::env::current_dir;
use std::fmt::Write;

use clap::Args;
use lab::new_evaluator::new_evaluator;

/// Begin an evaluation of one's own
#[derive(Args)]
#[command(
    long_about = "Writes a crate eval-NAME into the arena's source: an evaluation by material and the \
        centre that compiles, plays, and passes the laws of an evaluation, with a UCI program of its own; \
        and enters it in the workspace and the registry. Then change its src/lib.rs.\n\n\
        It must be given in a clone of the project.",
    after_help = "Example:\n  tournament new-evaluator my-idea"
)]
pub(crate) struct Arguments {
    /// Its name: small letters, digits and hyphens
    name: String,
}

/// Writes it, and says what can be done with it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
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
            format!("{cargo} measure {name}"),
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
