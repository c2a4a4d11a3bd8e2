//! Parsing of the command line, the list of commands in groups, and `evalarena completions` and `man`.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs::create_dir_all;
use std::io;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, Command, CommandFactory, Error, FromArgMatches};
use clap_complete::Shell;
use report::{Document, Style};

use super::{Arguments, line_width};

/// Headings, with the commands below them in the order in which they are listed.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["run", "match", "init", "merge", "repeat"]),
    ("Look at results", &["report", "serve", "rate", "stats"]),
    ("Test engines and openings", &["regress", "check", "suite", "openings"]),
    ("Study evaluations", &["explain", "why", "positions", "accuracy", "ablate", "tune", "spsa", "new-evaluator"]),
    ("Set up programs", &["engine", "completions", "man"]),
];
/// The exit statuses of commands that have no further ones.
const STATUSES: &str = "Exit status: 0 for success, 2 for invalid input, 130 for an interrupt.";
/// Columns for the names of commands.
const NAMES: usize = 17;

/// A text of help.txt, where `== NAME` is before each: the description of a command, or what follows its options.
pub(crate) fn text(name: &str) -> &'static str {
    let (_, text) = include_str!("help.txt").split_once(&format!("== {name}\n")).unwrap_or_default();
    text.split("\n== ").next().unwrap_or_default().trim_end()
}

pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    // The help of `help` is the list of commands.
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.remove(1);
    }
    // What follows `init` may be the command line of another program, whose options have one dash.
    let is_foreign = |word: &OsString| {
        let text = word.to_string_lossy();
        text.len() > 2 && text.starts_with('-') && text[1..].starts_with(char::is_alphabetic)
    };
    if words.get(1).is_some_and(|word| word == "init")
        && !words.iter().any(|word| word == "--")
        && let Some(at) = words.iter().position(is_foreign)
    {
        words.insert(at, "--".into());
    }
    let command = grouped(Arguments::command(), line_width());
    let matches = command.try_get_matches_from(&words);
    matches.and_then(|matches| Arguments::from_arg_matches(&matches)).map_err(|error| translated(error, &words))
}

/// The error, or one that names the command of ours that does what a word of another program asks for.
fn translated(error: Error, words: &[OsString]) -> Error {
    let invalid =
        error.get(ContextKind::InvalidSubcommand).or(error.get(ContextKind::InvalidArg)).map(ToString::to_string);
    let invalid = invalid.filter(|_| matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument));
    // Of `-engine` the first letter is invalid.
    let word = words.iter().skip(1).map(|word| word.to_string_lossy());
    let word = invalid.and_then(|invalid| word.into_iter().find(|word| word.starts_with(&*invalid)));
    let remedy = word.and_then(|word| {
        let name = word.split('=').next().unwrap_or_default().trim_start_matches('-').to_lowercase();
        let mut rows = text("words of others").lines().filter_map(|line| line.split_once(": "));
        let (_, remedy) = rows.find(|(names, _)| names.split(", ").any(|other| other == name))?;
        Some(format!("there is no `{word}` here; {remedy}\n"))
    });
    remedy.map_or(error, |remedy| Error::raw(ErrorKind::UnknownArgument, remedy))
}

/// The command line with its list of commands in groups, in lines of `width` columns.
pub(crate) fn grouped(command: Command, width: usize) -> Command {
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        // Writing into a text cannot fail.
        writeln!(text, "{heading}:").ok();
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let mut line = Document::new();
            let start = format!("  {name:<width$}", width = NAMES - 2);
            line.hanging([(Style::Plain, start)], about);
            text.push_str(&line.text(width, false));
        }
    }
    text.push_str("Options:\n{options}{after-help}");
    command.help_template(text).mut_subcommands(add_exit_statuses)
}

/// The command, its help ending with its exit statuses; those with commands of their own have none.
fn add_exit_statuses(command: Command) -> Command {
    if command.has_subcommands() {
        return command.mut_subcommands(add_exit_statuses);
    }
    let after = command.get_after_help().map(ToString::to_string);
    match after {
        Some(after) if after.contains("Exit status") => command,
        Some(after) => command.after_help(format!("{after}\n\n{STATUSES}")),
        None => command.after_help(STATUSES),
    }
}

/// The values of an option: each as it is written, its help, and its meaning.
pub(crate) fn choices<T: Clone + Send + Sync + 'static, const N: usize>(
    table: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let values = table.each_ref().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(values).try_map(move |given| {
        let chosen = table.iter().find(|(name, _, _)| *name == given);
        chosen.map(|(_, _, meaning)| meaning.clone()).ok_or("it is not one of the values")
    })
}

/// Print the completions of a shell
#[derive(Args)]
#[command(after_help = text("after completions"))]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Write the manual pages
#[derive(Args)]
#[command(long_about = text("man"), after_help = text("after man"))]
pub(crate) struct ManArguments {
    /// The folder, created if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

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
    let unwritten = |error: io::Error| {
        anyhow!(
            "{}: manual pages cannot be written there: {error}; make room, or choose another folder",
            folder.display()
        )
    };
    create_dir_all(folder).map_err(unwritten)?;
    clap_mangen::generate_to(command(), folder).map_err(unwritten)?;
    super::print(&format!("{}\n", folder.join("evalarena.1").display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: usize = 40;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Arguments::command();
        let visible = command.get_subcommands().filter(|own| !own.is_hide_set());
        let mut visible: Vec<&str> = visible.map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        visible.sort_unstable();
        listed.sort_unstable();
        assert_eq!(visible, listed);
    }

    #[test]
    fn every_command_documents_its_exit_statuses() {
        fn check(command: &Command) {
            let commands: Vec<&Command> = command.get_subcommands().collect();
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            assert!(!commands.is_empty() || help.contains("Exit status"), "{command:?}");
            commands.into_iter().for_each(check);
        }
        grouped(Arguments::command(), 60).get_subcommands().for_each(check);
    }

    #[test]
    fn the_list_fits_its_width_and_a_screen() {
        let help = |width| grouped(Arguments::command(), width).render_help().to_string();
        let narrow = help(60);
        let list = narrow.split_once("Play:").and_then(|(_, list)| list.split_once("Options:"));
        let (list, _) = list.unwrap();
        assert!(list.starts_with("\n  run            Play a tournament"), "{narrow}");
        assert!(list.lines().all(|line| line.chars().count() <= 60), "{narrow}");
        let whole = help(80);
        assert!(whole.lines().count() <= SCREEN, "{} lines: {whole}", whole.lines().count());
    }
}
