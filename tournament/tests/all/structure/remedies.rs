//! What a message names, an option or a key, is there where the message is printed. Each text of the sources with an option
//! or a key in it has a row in remedies.tsv: a part of it; the commands that print it (`-`: it is no message of ours); keys
//! that it names, each after the command whose configuration has them; and, where that is cheap, a command line that prints
//! it and one that follows its advice.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use super::{files, sources, workspace};
use crate::common::*;

/// The options of each command, as its help has them, with those of the command above it; and that help.
static HELP: LazyLock<BTreeMap<&str, (BTreeSet<String>, String)>> = LazyLock::new(|| {
    let folder = Folder::new();
    let help = |command: &str| stdout(&success(&folder, &format!("{command} --help")));
    let of = |command: &'static str| {
        let both = help(command) + &command.split_once(' ').map_or(String::new(), |(above, _)| help(above));
        let lines = both.lines().filter(|line| line.trim_start().starts_with('-'));
        (command, (lines.flat_map(flags).map(str::to_owned).collect(), help(command)))
    };
    crate::arena::rows("commands").concat().into_iter().map(of).collect()
});

/// One line, as a reader sees it.
fn plain(text: &str) -> String {
    let words = text.replace("\\n", " ").replace("\\\"", "\"");
    words.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"
}

/// The texts in quotes of a source, comments and unit tests left out.
fn literals(code: &str) -> Vec<String> {
    let mut left = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut found = Vec::new();
    while let Some(at) = left.find(['/', '"', '\'']) {
        let (before, rest) = left.split_at(at);
        let hashes = before.len() - before.trim_end_matches('#').len();
        let is_raw = before.trim_end_matches('#').ends_with('r');
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with('"') && is_raw {
            let end = format!("\"{}", "#".repeat(hashes));
            let length = rest[1..].find(&end).unwrap();
            found.push(rest[1..=length].to_owned());
            1 + length + end.len()
        } else if rest.starts_with('"') {
            let mut is_escaped = false;
            let closing = |&(_, c): &(usize, char)| {
                let closes = c == '"' && !is_escaped;
                is_escaped = c == '\\' && !is_escaped;
                closes
            };
            let length = rest.char_indices().skip(1).find(closing).unwrap().0;
            found.push(rest[1..length].split("\\\n").map(str::trim_start).collect());
            length + 1
        } else if rest.starts_with("'\\") {
            3 + rest[3..].find('\'').unwrap()
        } else if rest.starts_with("'\"'") || rest.starts_with("'/'") {
            3
        } else {
            1
        };
        left = &rest[end..];
    }
    found
}

fn flags(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase())))
}

fn has_key(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._".contains(c);
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(fits);
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_start_matches(['`', '(', '{', '['])).collect();
    let dotted = |word: &&str| word.split_once('=').is_some_and(|(name, _)| name.contains('.') && is_name(name));
    words.iter().any(dotted) || words.windows(2).any(|pair| pair[1] == "=" && is_name(pair[0]))
}

/// The commands that a text names: in backticks, or after the program's name.
fn named(text: &str) -> Vec<&'static str> {
    let after = |words: &str| {
        let words = words.trim_start_matches("evalarena ");
        let is_it =
            |name: &&&str| words.strip_prefix(**name).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        HELP.keys().filter(is_it).max_by_key(|name| name.len()).copied()
    };
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.chain(text.split("evalarena ").skip(1)).filter_map(after).collect()
}

/// The options of a text that none of the commands that it names has, and not all of `commands`.
fn missing<'t>(text: &'t str, commands: &[&str]) -> Vec<&'t str> {
    let has = |command: &str, flag: &str| HELP[command].0.contains(flag);
    let named = named(text);
    let of_others = |part: &&str| ["cargo ", "git ", "cmd:"].iter().any(|program| part.starts_with(program));
    let parts = text.split(['`', '\'']).filter(|part| !of_others(part));
    let is_missing = |flag: &&str| {
        let everywhere = !commands.is_empty() && commands.iter().all(|command| has(command, flag));
        !everywhere && !named.iter().any(|command| has(command, flag))
    };
    parts.flat_map(flags).filter(is_missing).collect()
}

/// The part of the message, the commands, the keys, and the two command lines; what is missing is empty.
fn rows() -> Vec<[&'static str; 5]> {
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    };
    include_str!("remedies.tsv").lines().map(row).collect()
}

#[test]
fn every_option_and_key_of_a_message_is_there() {
    let rows = rows();
    let help: String = HELP.values().map(|(_, help)| plain(help)).collect();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for path in sources().iter().flat_map(|source| files(source)) {
        for text in literals(&fs::read_to_string(&path).unwrap()).iter().map(|text| plain(text)) {
            let text = text.trim_end();
            if !text.contains(' ') || help.contains(text) || flags(text).next().is_none() && !has_key(text) {
                continue;
            }
            let place = path.strip_prefix(workspace()).unwrap().display();
            let Some(at) = rows.iter().position(|row| text.contains(row[0])) else {
                wrong.push(format!("{place}: remedies.tsv has no row for: {text}"));
                continue;
            };
            seen.insert(at);
            if rows[at][1] != "-" {
                let missing = missing(text, &rows[at][1].split(", ").collect::<Vec<_>>());
                wrong.extend(missing.iter().map(|flag| format!("{place}: {flag} is not there: {text}")));
            }
        }
    }
    let unused = (0..rows.len()).filter(|at| !seen.contains(at));
    wrong.extend(unused.map(|at| format!("remedies.tsv: no text has: {}", rows[at][0])));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_option_in_the_help_of_a_command_is_there() {
    for (command, (_, help)) in HELP.iter() {
        let missing = missing(help, &[command]);
        assert!(missing.is_empty(), "{command}: {missing:?}");
    }
}

/// A folder with what the rows name.
fn prepared() -> Folder {
    let folder = folder_of("a.toml", crate::arena::section("a run"));
    folder.write("queen.toml", "params = { \"value.queen\" = 950 }\n");
    for (name, more) in [("one.epd", ""), ("bad.epd", "nonsense\n")] {
        folder.write(name, format!("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n{more}"));
    }
    folder
}

#[test]
fn every_key_of_a_message_is_one() {
    let folder = prepared();
    let keys = rows().into_iter().flat_map(|row| row[2].split(", ")).filter_map(|key| key.split_once(' '));
    for (command, key) in keys {
        let line = if command == "run" { "run a.toml" } else { "regress otter --params queen.toml --max-pairs 1" };
        let message = stderr(&run(&folder, &format!("{line} --set {key}=oops --quiet")));
        message.must_lack(&["unknown field", "no such", "unknown key"]);
        let message = stderr(&run(&folder, &format!("{line} --set {key}x=oops --quiet")));
        message.must_have(&["unknown field"]);
    }
}

#[test]
fn whoever_does_what_a_message_says_does_not_see_it_again() {
    for [part, _, _, before, after] in rows().into_iter().filter(|row| !row[3].is_empty()) {
        let folder = prepared();
        let printed = |line: &str| plain(&stderr(&run(&folder, line)));
        printed(before).must_have(&[part]);
        printed(after).must_lack(&[part, "error"]);
    }
}
