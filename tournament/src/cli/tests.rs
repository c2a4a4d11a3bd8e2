use std::fs::read_to_string;
use std::path::Path;

use clap::{Command, CommandFactory};

use super::{Arguments, parsed};

/// Documents for users with their names; the commands in them are indented.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let own = ["README.md", "EVALUATIONS.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let docs = root.join("docs").read_dir().unwrap().map(|entry| entry.unwrap().path());
    let documents = own.into_iter().chain(docs).filter(|path| path.extension() == Some("md".as_ref()));
    documents.map(|path| (path.display().to_string(), read_to_string(&path).unwrap())).collect()
}

/// The words that follow the arena's name in a line, without the explanation; `None` if it is not a command.
fn command(line: &str) -> Option<Vec<String>> {
    const NAMES: [&str; 4] =
        ["cargo run --release -- ", "cargo run --profile quick -- ", "target/release/evalarena ", "evalarena "];
    let line = line.trim();
    let rest = NAMES.iter().find_map(|name| line.strip_prefix(name))?;
    let rest = rest.split(" > ").next().unwrap_or(rest);
    let rest = rest.split(" | ").next().unwrap_or(rest);
    let is_command = rest.starts_with(|c: char| c.is_ascii_lowercase());
    is_command.then(|| shlex::split(rest.split("  ").next()?)).flatten()
}

fn parses(place: &str, words: &[String]) {
    let all = std::iter::once("evalarena".to_owned()).chain(words.iter().cloned());
    if let Err(error) = parsed(all.map(Into::into)) {
        panic!("{place}: {}: {error}", words.join(" "));
    }
}

#[test]
fn every_command_in_the_documents_can_be_given() {
    let mut seen = 0;
    for (name, text) in documents() {
        for line in text.lines().filter(|line| line.starts_with("    ")) {
            if let Some(words) = command(line) {
                parses(&name, &words);
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn every_example_in_the_help_can_be_given() {
    fn examples(command_of: &Command, seen: &mut usize) {
        let help = command_of.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in help.lines().filter(|line| line.starts_with("  ")) {
            if let Some(words) = command(line) {
                parses(command_of.get_name(), &words);
                *seen += 1;
            }
        }
        for below in command_of.get_subcommands() {
            examples(below, seen);
        }
    }
    let mut seen = 0;
    examples(&Arguments::command(), &mut seen);
    // And those that stand in for words of other programs.
    for words in super::help::text("words of others").split('`').skip(1).step_by(2).filter_map(command) {
        parses("words of others", &words);
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}

/// The options of all help pages may not be more than these; the number only falls.
const OPTION_SLOTS: usize = 155;

/// Options of a command and of those below it, without the ones that every command has.
fn option_slots(command: &Command) -> usize {
    const OF_ALL: [&str; 4] = ["quiet", "plain", "help", "version"];
    let own = command.get_arguments().filter(|own| !own.is_positional());
    let own = own.filter(|own| !OF_ALL.contains(&own.get_id().as_str())).count();
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    own + below.map(option_slots).sum::<usize>()
}

#[test]
fn options_are_few() {
    let slots = option_slots(&Arguments::command());
    assert!(slots <= OPTION_SLOTS, "{slots} options, and at most {OPTION_SLOTS} are allowed");
    println!("{slots} options");
}

#[test]
fn the_arguments_do_not_contradict_each_other() {
    Arguments::command().debug_assert();
}
