//! Configurations to be written for a user: the keys that are given, between the explanations of all keys that
//! `configs/round-robin.toml` has.

use std::path::Path;

use toml::{Table, Value};

use crate::{EngineConfig, EngineKind};

/// The file whose head has every key with its explanation, a line each.
const EXPLAINED: &str = include_str!("../../../configs/round-robin.toml");
/// The column of explanations.
const COLUMN: usize = 27;
/// The run of engines that are only named: the one that `match` plays.
const USUAL: &str = "run = { pairs = 200, seed = 1 }\nadjudication = { draw = { after = 40, moves = 8, score = 10 }, \
                     resign = { moves = 4, score = 900, both = true }, max_moves = 200 }";

/// A configuration that is not yet written.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// All keys but those of engines.
    pub(crate) keys: Table,
    pub(crate) engines: Vec<Table>,
    /// What the words had that is not in it, a sentence each.
    pub notes: Vec<String>,
}

impl Draft {
    /// The tournament that `match` plays, of these engines and of those it has, at the limit with this key below `limits`.
    pub fn add(&mut self, engines: &[EngineConfig], (key, limit): (&str, Value)) {
        self.engines.extend(engines.iter().map(table));
        self.keys = USUAL.parse().unwrap_or_default();
        set(&mut self.keys, &format!("limits.{key}"), limit);
        self.set_format();
    }

    pub(crate) fn get(&self, table: &str, key: &str) -> Option<&Value> {
        self.keys.get(table)?.get(key)
    }

    /// Gives it the usual format for its engines, if it has none.
    pub(crate) fn set_format(&mut self) {
        let usual = if self.engines.len() == 2 { "match" } else { "round-robin" };
        if self.get("run", "format").is_none() {
            set(&mut self.keys, "run.format", usual);
        }
    }

    /// The name of the file, which is that of the run unless it is given, as the run's is then; or the format's.
    pub fn named(&mut self, file: Option<&str>) -> String {
        let usual = self.get("run", "name").or_else(|| self.get("run", "format")).and_then(Value::as_str);
        let file = file.map_or_else(|| format!("{}.toml", usual.unwrap_or_default()), str::to_owned);
        if self.get("run", "name").is_none() {
            set(&mut self.keys, "run.name", file.trim_end_matches(".toml"));
        }
        file
    }

    /// The file, which says in its first line that it is `file`: keys that are not given are comments in it.
    pub fn text(&self, file: &str) -> String {
        let mut text = format!(
            "# Play this with `evalarena run {file}`; the same command resumes it. A key behind \"# \" is not set: the\n\
             # value it shows is an example or the default.\n"
        );
        for note in &self.notes {
            text += &format!("# Left out: {note}\n");
        }
        text.push('\n');
        let start = EXPLAINED.find("[run]").unwrap_or_default();
        let mut section = "";
        for line in EXPLAINED[start..].lines().take_while(|line| *line != "[[engine]]") {
            let bare = line.strip_prefix("# ").unwrap_or(line);
            if let Some((name, _)) = bare.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                section = name;
                let is_given = self.keys.contains_key(section);
                // An empty table of limits is none.
                text += if !is_given && section == "limits" { "# " } else { "" };
                text += if is_given { bare } else { line };
            } else if let Some((key, shown, why)) = parts(bare) {
                let given = self.get(section, key).map(ToString::to_string);
                let mark = if given.is_some() { "" } else { "# " };
                let line = format!("{mark}{key} = {}", given.as_deref().unwrap_or(shown));
                text += format!("{line:<COLUMN$} # {why}").trim_end_matches(" # ");
            } else {
                text += line;
            }
            text.push('\n');
        }
        for engine in &self.engines {
            let lines = engine.iter().map(|(key, value)| format!("{key} = {value}\n"));
            text += &format!("[[engine]]\n{}\n", lines.collect::<String>());
        }
        text.truncate(text.trim_end().len());
        text + "\n"
    }
}

/// Gives the dotted key `key` of a table a value.
pub(crate) fn set(mut table: &mut Table, key: &str, value: impl Into<Value>) {
    let mut key = key;
    while let Some((name, below)) = key.split_once('.') {
        key = below;
        let inner = table.entry(name).or_insert_with(|| Table::new().into());
        let Value::Table(inner) = inner else { return };
        table = inner;
    }
    table.insert(key.to_owned(), value.into());
}

/// The key, the value and the explanation of a line.
fn parts(line: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = line.split_once(" = ")?;
    let is_key = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let (value, why) = rest.split_once(" # ").unwrap_or((rest, ""));
    is_key.then(|| (key, value.trim_end(), why))
}

/// The keys of an engine that a word names.
fn table(engine: &EngineConfig) -> Table {
    let text = |path: &Path| Value::String(path.to_string_lossy().into_owned());
    let of_kind: Vec<(&str, Value)> = match &engine.kind {
        EngineKind::Evaluator(own) => match &own.external {
            Some(_) => vec![("evaluation", own.evaluator.clone().into())],
            None => vec![("evaluator", own.evaluator.clone().into())],
        },
        EngineKind::Program(program) => vec![
            ("command", program.path.as_deref().map_or_else(|| program.command.clone().into(), text)),
            ("args", program.args.clone().into()),
            ("dir", program.folder.as_deref().map_or_else(|| "".into(), text)),
            ("options", program.options.clone().into()),
        ],
    };
    let is_given = |value: &Value| !["[]", "\"\"", "{}"].contains(&&*value.to_string());
    let keys = std::iter::once(("name", engine.name.clone().into())).chain(of_kind);
    keys.filter(|(_, value)| is_given(value)).map(|(key, value)| (key.to_owned(), value)).collect()
}
