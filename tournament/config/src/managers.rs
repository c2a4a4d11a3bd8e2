//! What other match managers are given, as a configuration: command lines of cutechess-cli and fastchess, and the
//! engines.json of Cute Chess.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::disk;
use crate::draft::{Draft, set};
use crate::error::ConfigError;
use crate::selection::plain;
use crate::source::as_toml;

/// Options, alone or with a part and its value, after what becomes of them: their key here, the key that they imply, or
/// why they are refused or left out.
const OPTIONS: &str = include_str!("managers.tsv");
/// As many pairs as the built-in book has openings.
const MOST_PAIRS: i64 = 10_000;

/// The options of an engine, each with its value.
type EngineOptions = Vec<(String, String)>;

/// What the table has of an option.
fn entry(what: &str, option: &str) -> Option<&'static str> {
    let mut rows = OPTIONS.lines().filter_map(|line| line.strip_prefix(what)?.strip_prefix('\t')?.split_once('\t'));
    rows.find(|(name, _)| *name == option).map(|(_, text)| text)
}

/// Gives a table the key that an option is or implies, or notes why it has none.
fn put(table: &mut Table, option: &str, value: &str, notes: &mut Vec<String>) -> Result<(), ConfigError> {
    let whole = if value.is_empty() { option.to_owned() } else { format!("{option}={value}") };
    if let Some((option, remedy)) = [option, &whole].iter().find_map(|of| Some((of, entry("refused", of)?))) {
        return Err(ConfigError(format!("-{option} has no equal here: {remedy}")));
    }
    let shown = if option.contains(' ') { whole.clone() } else { format!("{option} {value}").trim_end().to_owned() };
    let key = entry("key", option);
    if let Some(why) = entry("noted", &whole) {
        notes.push(format!("-{shown}: {why}"));
    } else if let Some((key, implied)) = entry("implied", &whole).and_then(|text| text.split_once(" = ")) {
        set(table, key, as_toml(implied).unwrap_or_else(|| implied.into()));
    } else if let Some(key) = key {
        let is_text = ["name", "command", "dir", "limits.tc", "run.name"].contains(&key);
        set(table, key, as_toml(value).filter(|_| !is_text).unwrap_or_else(|| value.into()));
    } else if let Some(name) = option.strip_prefix("engine option.") {
        // Its name may have a dot.
        let options = table.entry("options").or_insert_with(|| Table::new().into());
        options.as_table_mut().map(|options| options.insert(name.to_owned(), read_value(value)));
    } else {
        let why = entry("noted", option).or(entry("noted", option.split(' ').next().unwrap_or_default()));
        notes.push(format!("-{shown}: {}", why.unwrap_or("it is unknown here")));
    }
    Ok(())
}

/// A flag or a whole number if it is written as one, else a text.
pub fn read_value(text: &str) -> Value {
    if let Ok(flag) = text.parse::<bool>() {
        return Value::Boolean(flag);
    }
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Value::Integer(number),
        _ => Value::String(text.to_owned()),
    }
}

/// The options of a command line in their order, each with its values.
fn options(words: &[String]) -> Vec<(&str, Vec<&str>)> {
    let mut options: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        let name = word.trim_start_matches('-');
        match options.last_mut() {
            Some((_, values)) if !word.starts_with('-') || !name.starts_with(char::is_alphabetic) => values.push(word),
            _ => options.push((name, Vec::new())),
        }
    }
    options
}

/// The engines of an engines.json, with their options as in a command line.
fn of_file(path: &Path) -> Result<Vec<EngineOptions>, ConfigError> {
    let read = disk::text(path).map_err(|error| error.to_string());
    let engines = read.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let engines: Vec<BTreeMap<String, Json>> = engines
        .map_err(|error| ConfigError(format!("{}: {error}; name an engines.json of Cute Chess", path.display())))?;
    let text = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let names = [("command", "cmd"), ("workingDirectory", "dir"), ("protocol", "proto"), ("initStrings", "initstr")];
    let of_one = |engine: &BTreeMap<String, Json>| {
        let mut options = EngineOptions::new();
        for (key, value) in engine {
            let name = names.iter().find(|(name, _)| name == key).map_or(key.as_str(), |(_, name)| name);
            match value {
                Json::Array(offered) if key == "options" => {
                    // All that the engine offers are there.
                    let set = offered.iter().filter(|own| own["type"] != "button" && own["value"] != own["default"]);
                    options.extend(set.map(|own| (format!("option.{}", text(&own["name"])), text(&own["value"]))));
                }
                Json::Bool(false) | Json::Null => {}
                Json::Array(values) if values.is_empty() => {}
                Json::Bool(true) => options.push((name.to_owned(), String::new())),
                _ => options.push((name.to_owned(), text(value))),
            }
        }
        options
    };
    Ok(engines.iter().map(of_one).collect())
}

impl Draft {
    /// The tournament that a command line of cutechess-cli or fastchess plays. Before its options there are the name of
    /// the program, by which defaults differ (fastchess without it), and files of engines for `conf=`; without options
    /// it has the engines of these files.
    /// Fails for what cannot be played here; what is left out, changes no game or is unknown, is among the notes.
    pub fn of_command_line(words: &[String]) -> Result<Self, ConfigError> {
        let start = words.iter().position(|word| word.starts_with('-')).unwrap_or(words.len());
        let (before, words) = words.split_at(start);
        let (files, programs): (Vec<&String>, Vec<_>) = before.iter().partition(|word| word.ends_with(".json"));
        let known = files.iter().map(|file| of_file(Path::new(file))).collect::<Result<Vec<_>, _>>()?.concat();
        let mut draft = Self::default();
        let (mut each, mut engines) = (EngineOptions::new(), if words.is_empty() { known.clone() } else { Vec::new() });
        for (name, values) in options(words) {
            let (pairs, alone): (Vec<&str>, Vec<&str>) = values.iter().partition(|value| value.contains('='));
            let of_engine = values.iter().map(|value| value.split_once('=').unwrap_or((value, "")));
            let of_engine = of_engine.map(|(key, value)| (key.to_owned(), value.to_owned()));
            match name {
                "engine" => engines.push(of_engine.collect()),
                "each" => each.extend(of_engine),
                _ => {
                    if pairs.is_empty() || !alone.is_empty() || entry("implied", name).is_some() {
                        put(&mut draft.keys, name, &alone.join(" "), &mut draft.notes)?;
                    }
                    for (part, value) in pairs.iter().filter_map(|pair| pair.split_once('=')) {
                        put(&mut draft.keys, &format!("{name} {part}"), value, &mut draft.notes)?;
                    }
                }
            }
        }
        for own in engines {
            let table = engine(&[own, each.clone()].concat(), &known, &mut draft.notes)?;
            draft.engines.push(table);
        }
        if !words.is_empty() {
            draft.complete(programs.iter().any(|program| program.to_lowercase().contains("cutechess")))?;
        }
        Ok(draft)
    }

    /// Gives the number of pairs, and what is said once for all.
    fn complete(&mut self, is_cutechess: bool) -> Result<(), ConfigError> {
        self.set_format();
        let games = self.keys.remove("games").unwrap_or_else(|| Table::new().into());
        let number = |name: &str, usual: i64| {
            let given = games.get(name).map_or(Some(usual), Value::as_integer).filter(|number| *number > 0);
            given.ok_or_else(|| ConfigError(format!("-{name}: expected a positive integer")))
        };
        let (repeat, has_test) = (number("repeat", 2)?, self.keys.contains_key("sprt"));
        if is_cutechess && repeat != 2 {
            return Err(ConfigError("-repeat: each opening is played twice here; leave its number out".to_owned()));
        }
        let (each, rounds) = match (is_cutechess, has_test) {
            (true, _) => (1, 1),
            (false, true) => (repeat, MOST_PAIRS),
            (false, false) => (repeat, 2),
        };
        let games = number("games", each)?.saturating_mul(number("rounds", rounds)?);
        if games % 2 == 1 {
            self.notes.push(format!("{games} games: one more is played, each opening twice with colours reversed"));
        }
        let mut pairs = games.saturating_add(1) / 2;
        if self.get("openings", "file").is_some() {
            set(&mut self.keys, "openings.wrap", true);
        } else {
            pairs = pairs.min(MOST_PAIRS);
            self.notes.push("games from the start position: openings are those of the built-in book".to_owned());
        }
        set(&mut self.keys, "run.pairs", pairs);
        if let Some(name) = self.get("run", "name").and_then(Value::as_str).map(plain) {
            set(&mut self.keys, "run.name", name);
        }
        if let Some(paths) = self.get("adjudication", "syzygy").and_then(Value::as_str) {
            let paths = paths.replace(';', if cfg!(windows) { ";" } else { ":" });
            set(&mut self.keys, "adjudication.syzygy", paths);
        }
        if has_test && is_cutechess {
            set(&mut self.keys, "sprt.model", "logistic");
            self.notes.push("-sprt in BayesElo: its bounds are logistic Elo here".to_owned());
        }
        let first = self.engines.first().and_then(|engine| engine.get("limits")).cloned();
        if let Some(shared) = first.filter(|first| self.engines.iter().all(|own| own.get("limits") == Some(first))) {
            self.engines.iter_mut().for_each(|engine| drop(engine.remove("limits")));
            self.keys.insert("limits".to_owned(), shared);
        }
        Ok(())
    }
}

/// The table of an engine; where an option is given twice the last one counts.
fn engine(
    options: &[(String, String)],
    known: &[EngineOptions],
    notes: &mut Vec<String>,
) -> Result<Table, ConfigError> {
    let mut table = Table::new();
    let mut args: Vec<String> = Vec::new();
    for (key, value) in options {
        match key.as_str() {
            "conf" => {
                let found = known.iter().find(|engine| engine.contains(&("name".to_owned(), value.clone())));
                let none =
                    || ConfigError(format!("conf={value}: no such engine; name its engines.json before -engine"));
                table = engine(found.ok_or_else(none)?, &[], notes)?;
            }
            "arg" => args.push(value.clone()),
            "args" => args = shlex::split(value).unwrap_or_else(|| vec![value.clone()]),
            _ => put(&mut table, &format!("engine {key}"), value, notes)?,
        }
    }
    let text = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (folder, command) = (text("dir"), text("command"));
    let inside = Path::new(&folder).join(&command);
    if !folder.is_empty() && !inside.starts_with(".") && (command.starts_with("./") || inside.is_file()) {
        set(&mut table, "command", inside.to_string_lossy().into_owned());
    } else if !command.contains('/') && Path::new(&command).is_file() {
        set(&mut table, "command", format!("./{command}"));
    }
    if !args.is_empty() {
        set(&mut table, "args", args);
    }
    if let Some(limits) = table.get_mut("limits").and_then(Value::as_table_mut)
        && let Some(seconds) = limits.remove("st")
    {
        let ms = seconds.as_float().or(seconds.as_integer().map(|whole| whole as f64)).map(|of| (of * 1000.0).round());
        let none = || ConfigError(format!("-engine st={seconds}: expected the seconds of a move"));
        limits.insert("movetime".to_owned(), (ms.filter(|ms| *ms >= 1.0).ok_or_else(none)? as i64).into());
    }
    Ok(table)
}
