//! Parsing of the command line, and the list of commands, in groups.

use std::ffi::OsString;
use std::fmt::Write;

use clap::{Command, CommandFactory, Error, FromArgMatches};

use super::{Arguments, line_width};

/// Headings, with the commands below them in the order in which they are listed.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["run", "match", "merge", "repeat"]),
    ("Look at results", &["report", "serve", "export", "rate", "stats"]),
    ("Test engines and openings", &["regress", "check", "suite", "openings"]),
    (
        "Study evaluations",
        &["explain", "why", "positions", "accuracy", "ablate", "tune", "spsa", "new-evaluator"],
    ),
    ("Set up programs", &["engine", "completions", "man"]),
];
/// The exit statuses of commands that have no further ones.
const STATUSES: &str = "Exit status: 0 for success, 2 for invalid input, 130 for an interrupt.";
/// Columns for the names of commands.
const NAMES: usize = 17;

/// Parses `words`.
pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    // The help of `help` is the list of commands.
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.remove(1);
    }
    let command = grouped(Arguments::command(), line_width());
    let matches = command.try_get_matches_from(&words);
    matches.and_then(|matches| Arguments::from_arg_matches(&matches))
}

/// The command line with its list of commands in groups, in lines of `width` columns.
pub(crate) fn grouped(command: Command, width: usize) -> Command {
    let mut text = "{about}\n\n{usage-heading} {usage}; without a command `run`\n".to_owned();
    for (heading, names) in GROUPS {
        // Writing into a text cannot fail.
        writeln!(text, "{heading}:").ok();
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let start = format!("  {name:<width$}", width = NAMES - 2);
            text.push_str(&indented(&start, &about, width));
        }
    }
    text.push_str("Options:\n{options}{after-help}");
    command.help_template(text).mut_subcommands(with_exit_statuses)
}

/// The command, its help ending with its exit statuses; those with commands of their own have none.
fn with_exit_statuses(command: Command) -> Command {
    if command.has_subcommands() {
        return command.mut_subcommands(with_exit_statuses);
    }
    let after = command.get_after_help().map(ToString::to_string);
    match after {
        Some(after) if after.contains("Exit status") => command,
        Some(after) => command.after_help(format!("{after}\n\n{STATUSES}")),
        None => command.after_help(STATUSES),
    }
}

/// Words after a start of [`NAMES`] columns, with further lines indented alike.
fn indented(start: &str, words: &str, width: usize) -> String {
    let mut text = start.to_owned();
    let mut column = NAMES;
    for (index, word) in words.split(' ').enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > width {
            text.push('\n');
            text.push_str(&" ".repeat(NAMES));
            column = NAMES;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of a screen.
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
