//! The place of a value in a configuration.

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use uci_client::did_you_mean;

use crate::renamed::{old_key, without_old_keys};

/// The way to a key: `["engine", "1", "limits"]`, arrays by index from 0.
pub(super) type Key = Vec<String>;

/// The place of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, or the `--set` argument that gave the value.
    pub source: String,
    /// Line and column from 1, where the file has the key or the table it belongs to.
    pub position: Option<(usize, usize)>,
    /// The key with its tables, such as `engine.1.evaluator` (engines counted from 0).
    pub key: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if let Some((line, column)) = self.position {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.key)
    }
}

/// The message of the TOML reader, with a suggestion if a key is misspelt.
pub(super) fn toml_message(error: &toml::de::Error) -> String {
    let text = without_old_keys(error.to_string().trim_end());
    // serde: unknown field `a`, expected one of `b`, `c`
    let Some((_, names)) = text.split_once("unknown field `") else {
        return text;
    };
    let mut names = names.split('`').step_by(2).map(str::to_owned);
    let given = names.next().unwrap_or_default();
    let known: Vec<String> = names.collect();
    format!("{text}{}", did_you_mean(&given, &known))
}

/// Line and column, both from 1, of a key in a file, or of the innermost table around it that
/// the file has.
pub(super) fn locate(text: &str, key: &[String]) -> Option<(usize, usize)> {
    let document = DeTable::parse(text).ok()?;
    let mut value = entry(document.get_ref(), key.first()?)?;
    for part in &key[1..] {
        let inner = match value.get_ref() {
            DeValue::Table(table) => entry(table, part),
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

/// The value of a key, which may have its old name.
fn entry<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t Spanned<DeValue<'i>>> {
    let old = || table.get(old_key(key)?);
    table.get(key).or_else(old)
}
