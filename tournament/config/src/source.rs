//! Files of settings: read, changed by `--set` arguments, and given their meaning.

use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use super::checks::{Key, Located, Resolved};
use super::error::{ConfigError, Place, toml_message};
use super::overrides;
use super::read_limited;

/// Reads a file by `parse`, which gets its name and its text.
pub(super) fn load<T>(
    path: &Path,
    parse: impl FnOnce(&str, &str) -> Result<T, ConfigError>,
) -> Result<T, ConfigError> {
    let file = path.display().to_string();
    match read_limited::text(path) {
        Ok(text) => parse(&file, &text),
        Err(source) => Err(ConfigError::Read { file, source }),
    }
}

/// The meaning that `resolve` gives to the keys of a text after the `KEY=VALUE` arguments `overrides`; it gets the
/// folder of the file.
pub(super) fn parse<R: DeserializeOwned, T>(
    file: &str,
    text: &str,
    overrides: &[String],
    resolve: impl FnOnce(R, &Path) -> Resolved<T>,
) -> Result<T, ConfigError> {
    let syntax = |error: toml::de::Error| ConfigError::Syntax {
        file: file.to_owned(),
        message: toml_message(&error),
    };
    // From the text, not from a table: only then do errors have a line and a column.
    let mut raw: R = toml::from_str(text).map_err(syntax)?;
    let mut changed = Vec::new();
    if !overrides.is_empty() {
        let mut table: toml::Table = toml::from_str(text).map_err(syntax)?;
        for argument in overrides {
            changed.push((argument, overrides::apply::<R>(&mut table, argument)?));
        }
        raw = table.try_into().map_err(syntax)?;
    }
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    resolve(raw, folder).map_err(|Located { key, problem }| ConfigError::Value {
        place: Box::new(place(file, text, &changed, &key)),
        problem,
    })
}

/// The source of a key's value: the last override that set it, else the file.
fn place(file: &str, text: &str, changed: &[(&String, Key)], key: &[String]) -> Place {
    let from_override = changed.iter().rev().find(|(_, set)| key.starts_with(set));
    let key_text = key.join(".");
    match from_override {
        Some((argument, _)) => {
            Place { source: format!("--set {argument}"), position: None, key: key_text }
        }
        None => Place { source: file.to_owned(), position: locate(text, key), key: key_text },
    }
}

/// Line and column, both from 1, of a key in a file, or of the innermost table around it that
/// the file has.
fn locate(text: &str, key: &[String]) -> Option<(usize, usize)> {
    let document = DeTable::parse(text).ok()?;
    let mut value = document.get_ref().get(&**key.first()?)?;
    for part in &key[1..] {
        let inner = match value.get_ref() {
            DeValue::Table(table) => table.get(&**part),
            DeValue::Array(array) => part.parse().ok().and_then(|i: usize| array.get(i)),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let before = text.get(..value.span().start)?;
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    Some((line, column))
}
