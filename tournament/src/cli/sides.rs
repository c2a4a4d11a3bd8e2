//! The words that name engines, and the arguments for their limit.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::env::{current_dir, split_paths, var_os};
use std::path::{Component, MAIN_SEPARATOR, Path};
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use config::{EngineConfig, LimitKind, Selection, Timeouts};
use eval_external::Spec;
use evaluators::registry;
use regression::git::Repository;
use regression::{Archive, Side};
use strsim::damerau_levenshtein;
use uci_client::did_you_mean;

/// Nodes a move of engines without another limit.
const NODES: u64 = 10_000;
/// The table of an evaluator, two to this power entries: 1 MiB, which stays in the processor's cache.
const TABLE: u8 = 16;
/// The prefix of the command line of a program with arguments.
const COMMAND: &str = "cmd:";

/// The limit of each search.
#[derive(Args)]
pub(crate) struct Limits {
    /// Nodes a move [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2), group = "limit")]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=i64::from(LimitKind::MAX_DEPTH)), group = "limit")]
    depth: Option<u8>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000), group = "limit")]
    movetime: Option<u64>,
    /// A time control, in seconds or minutes:seconds: 10+0.1, 1:30+1, 40/60+0.6
    #[arg(long, value_name = "TC", value_parser = LimitKind::parse_tc, group = "limit")]
    tc: Option<LimitKind>,
}

impl Limits {
    pub(crate) fn given(&self) -> Option<LimitKind> {
        let time = self.movetime.map(Duration::from_millis);
        let nodes = self.nodes.map(LimitKind::Nodes);
        nodes.or(self.depth.map(LimitKind::Depth)).or(time.map(LimitKind::MoveTime)).or(self.tc)
    }
}

/// What engines have that do not say otherwise.
#[derive(Clone, Copy)]
pub(crate) struct Usual {
    /// The limit of all, in place of a configuration's.
    pub(crate) limit: Option<LimitKind>,
    /// Nodes a move of engines without a limit.
    pub(crate) nodes: u64,
    /// The table of an evaluator: two to this power entries.
    pub(crate) table: u8,
}

/// The engines that the words name, within `limit` in place of a configuration's, if it is given.
pub(crate) fn engines_of(words: &[String], limit: Option<LimitKind>) -> anyhow::Result<Vec<EngineConfig>> {
    engines_with(words, Usual { limit, nodes: NODES, table: TABLE })
}

/// The same, with other defaults.
pub(crate) fn engines_with(words: &[String], usual: Usual) -> anyhow::Result<Vec<EngineConfig>> {
    let mut found: Vec<(&str, EngineConfig)> = Vec::new();
    for word in words {
        found.extend(named(word, usual)?.into_iter().map(|engine| (&**word, engine)));
    }
    add_folders(&mut found);
    let mut engines: Vec<EngineConfig> = Vec::new();
    for (word, mut engine) in found {
        engine.name = free_name(&engines, engine.name, word);
        engines.push(engine);
    }
    Ok(engines)
}

/// The one engine that the word names.
pub(crate) fn engine_of(word: &str, limit: Option<LimitKind>) -> anyhow::Result<EngineConfig> {
    let mut engines = engines_of(&[word.to_owned()], limit)?;
    let count = engines.len();
    match engines.pop() {
        Some(engine) if count == 1 => Ok(engine),
        _ => bail!("{word}: it has {count} engines; name one of them: FILE.toml:NAME"),
    }
}

fn named(word: &str, usual: Usual) -> anyhow::Result<Vec<EngineConfig>> {
    if registry::NAMES.contains(&word) || word.starts_with(COMMAND) || Spec::is_one(word) {
        return selected(&[word.to_owned()], None, usual);
    }
    if let Some((file, name)) = in_configuration(word) {
        let mut engines = selected(&[], Some(file), usual)?;
        let Some(name) = name else {
            return Ok(engines);
        };
        let known: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        engines.retain(|engine| engine.name == name);
        if engines.is_empty() {
            let meant = did_you_mean(name, &known);
            bail!("{word}: no engine is called {name:?} there{meant}; choose one of: {}", known.join(", "));
        }
        return Ok(engines);
    }
    if let Some(version) = archived(word, usual)? {
        return Ok(vec![version]);
    }
    if !word.contains(MAIN_SEPARATOR) && !is_program(word) {
        let meant = match did_you_mean(word, registry::NAMES) {
            meant if meant.is_empty() => did_you_mean(word, similar_program(word).as_slice()),
            meant => meant,
        };
        bail!(
            "{word:?} is not an evaluator{meant}, an archived version or a program in PATH; the evaluators are \
             {}, and a program in this folder is .{MAIN_SEPARATOR}{word}",
            registry::NAMES.join(", ")
        );
    }
    selected(&[format!("{COMMAND}{word}")], None, usual)
}

fn selected(words: &[String], file: Option<&Path>, usual: Usual) -> anyhow::Result<Vec<EngineConfig>> {
    let Usual { limit, nodes, table } = usual;
    let selection = Selection { words, file, limit, nodes, table };
    Ok(selection.engines(registry::NAMES)?)
}

/// The archived version of this name, if there is one in this project or folder.
fn archived(word: &str, usual: Usual) -> anyhow::Result<Option<EngineConfig>> {
    let here = current_dir()?;
    let root = Repository::around(&here).map_or(here, |found| found.root);
    let archive = Archive::below(&root);
    let Some(version) = archive.get(word)? else { return Ok(None) };
    let side = Side::archived(&archive, &version, 0, Timeouts::default())?;
    // This gives it the limit and the margin of a program.
    let like = selected(&[format!("{COMMAND}{word}")], None, usual)?;
    Ok(like.into_iter().next().map(|engine| EngineConfig { name: word.to_owned(), kind: side.kind, ..engine }))
}

fn is_program(name: &str) -> bool {
    uci_client::Executable::Name(name.to_owned()).is_there()
}

/// The program in PATH whose name has a letter or two less, more or other.
fn similar_program(word: &str) -> Option<String> {
    let folders: Vec<_> = split_paths(&var_os("PATH")?).collect();
    let files = folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    let near = names.map(|name| (damerau_levenshtein(&name, word), name));
    near.filter(|(distance, _)| *distance <= 1 + word.len() / 8).min().map(|(_, name)| name)
}

/// A configuration, and the name of one of its engines.
fn in_configuration(word: &str) -> Option<(&Path, Option<&str>)> {
    const TOML: &str = ".toml";
    if word.ends_with(TOML) {
        return Some((Path::new(word), None));
    }
    let end = word.find(".toml:")? + TOML.len();
    Some((Path::new(&word[..end]), Some(&word[end + 1..])))
}

/// Puts folders before the names of programs of one name, as many as distinguish them all; none if they do not.
fn add_folders(named: &mut [(&str, EngineConfig)]) {
    /// The names that the last `count` folders of each make.
    fn labels(of: &[(usize, Vec<String>)], name: &str, count: usize) -> Vec<(usize, String)> {
        let label = |(index, folders): &(usize, Vec<String>)| {
            let from = folders.len().saturating_sub(count);
            let words = folders[from..].iter().map(String::as_str);
            (*index, words.chain([name]).collect::<Vec<_>>().join("/"))
        };
        of.iter().map(label).collect()
    }
    let names: Vec<String> = named.iter().map(|(_, engine)| engine.name.clone()).collect();
    for name in names.iter().collect::<BTreeSet<_>>() {
        let of_name = (0..names.len()).filter(|&index| names[index] == *name);
        let folders: Vec<_> = of_name.map(|index| (index, folders(named[index].0))).collect();
        let deepest = folders.iter().map(|(_, folders)| folders.len()).max();
        let mut labels = (0..=deepest.unwrap_or(0)).map(|count| labels(&folders, name, count));
        let are_unique = |labels: &Vec<(usize, String)>| {
            let of_all: BTreeSet<&String> = labels.iter().map(|(_, label)| label).collect();
            of_all.len() == labels.len()
        };
        for (index, label) in labels.find(are_unique).into_iter().flatten() {
            named[index].1.name = label;
        }
    }
}

/// The program that a word names, with its arguments.
fn program_words(word: &str) -> Vec<String> {
    let command = word.strip_prefix(COMMAND);
    command.and_then(shlex::split).unwrap_or_else(|| vec![command.unwrap_or(word).to_owned()])
}

/// The folders of a program's path as it is written.
fn folders(word: &str) -> Vec<String> {
    let program = program_words(word).into_iter().next().unwrap_or_default();
    let folder = Path::new(&program).parent().unwrap_or(Path::new(""));
    let parts = folder.components().filter_map(|part| match part {
        Component::Normal(_) | Component::ParentDir => Some(part.as_os_str().to_string_lossy()),
        _ => None,
    });
    parts.map(Cow::into_owned).collect()
}

/// `name`, or one that distinguishes programs of the same name in different folders, or with other arguments.
fn free_name(engines: &[EngineConfig], name: String, word: &str) -> String {
    let is_taken = |name: &str| engines.iter().any(|engine| engine.name == name);
    if !is_taken(&name) {
        return name;
    }
    let words = program_words(word);
    let stem = |path: &str| {
        let stem = Path::new(path).file_stem();
        stem.map(|stem| stem.to_string_lossy().into_owned())
    };
    let folder = words.first().map(Path::new).and_then(Path::parent);
    let folder = folder.and_then(Path::file_name);
    let with_folder = folder.map(|folder| format!("{}/{name}", folder.display()));
    let argument = words.iter().skip(1).rev().find_map(|word| {
        let value = word.rsplit_once('=').map_or(&**word, |(_, value)| value);
        stem(value).filter(|_| !value.starts_with('-'))
    });
    let with_argument = argument.map(|argument| format!("{name} {argument}"));
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    let distinguished = [with_folder, with_argument].into_iter().flatten();
    let mut candidates = distinguished.chain(numbered);
    candidates.find(|name| !is_taken(name)).unwrap_or(name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_one_name_are_distinguished_by_folder_argument_or_number() {
        let words = [
            "./engine",
            "new/engine",
            "cmd:./engine --net=nets/big.nnue",
            "cmd:./engine -l small.nnue",
            "cmd:./engine -l small.nnue",
            "./mine.so",
            "old/mine.so",
        ];
        let named = |words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            engines_of(&words, None).unwrap().into_iter().map(|engine| engine.name).collect()
        };
        let names = named(&words);
        let expected = ["engine", "new/engine", "engine big", "engine small", "engine (2)"];
        assert_eq!(names[..5], expected);
        assert_eq!(names[5..], ["mine", "old/mine"]);
        assert_eq!(named(&["./new/engine", "cmd:old/engine -x"]), ["new/engine", "old/engine"]);
        assert_eq!(named(&["/a/bin/engine", "/b/bin/engine", "./other"]), ["a/bin/engine", "b/bin/engine", "other"]);
        assert_eq!(named(&["x/engine", "x/engine"]), ["engine", "x/engine"]);
    }

    #[test]
    fn words_that_name_a_configuration() {
        let file = |word| in_configuration(word).map(|(file, name)| (file.to_str().unwrap(), name));
        assert_eq!(file("a/b.toml"), Some(("a/b.toml", None)));
        assert_eq!(file("a.toml:Toga II"), Some(("a.toml", Some("Toga II"))));
        assert_eq!(file("stockfish"), None);
    }
}
