//! `evalarena completions` and `evalarena man`: what shells and `man` read, from the same source as `--help`.

use std::fs::create_dir_all;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::help::grouped;

/// Print the completions of a shell
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        evalarena completions bash > ~/.local/share/bash-completion/completions/evalarena\n  \
        evalarena completions zsh > ~/.zfunc/_evalarena\n  \
        evalarena completions fish > ~/.config/fish/completions/evalarena.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Write the manual pages
#[derive(Args)]
#[command(
    long_about = "Writes a manual page for the program and one for each command into a folder: evalarena.1, \
        evalarena-run.1 and so on.",
    after_help = "Example:\n  evalarena man ~/.local/share/man/man1"
)]
pub(crate) struct ManArguments {
    /// The folder, created if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The command line without its hidden commands.
fn command() -> Command {
    let all = grouped(super::Arguments::command(), super::line_width());
    let visible = all.get_subcommands().filter(|below| !below.is_hide_set());
    Command::new("evalarena")
        .about(all.get_about().cloned().unwrap_or_default())
        .after_help(all.get_after_help().cloned().unwrap_or_default())
        .args(all.get_arguments().cloned())
        .subcommands(visible.cloned())
}

pub(crate) fn completions(arguments: &CompletionsArguments) -> anyhow::Result<()> {
    let mut command = command();
    let name = command.get_name().to_owned();
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    super::print(&String::from_utf8(text)?)
}

pub(crate) fn man(arguments: &ManArguments) -> anyhow::Result<()> {
    let folder = &arguments.folder;
    let unwritten = || format!("{}: manual pages cannot be written there", folder.display());
    create_dir_all(folder).with_context(unwritten)?;
    clap_mangen::generate_to(command(), folder).with_context(unwritten)?;
    super::print(&format!("{}\n", folder.join("evalarena.1").display()))
}
