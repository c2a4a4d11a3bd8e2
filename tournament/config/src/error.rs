//! Errors in configurations, with their places and remedies.

use std::{fmt, io};

use uci_client::did_you_mean;

/// The reason that a configuration is refused.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{file}: {source}; give the path of a configuration such as configs/round-robin.toml")]
    Read { file: String, source: io::Error },
    /// Not TOML, or a key that does not exist, or a value of the wrong type.
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    /// A `--set KEY=VALUE` that cannot be applied.
    #[error("--set {argument}: {message}")]
    Set { argument: String, message: String },
    /// Two engines of one name, from different places.
    #[error(
        "two engines are called {name:?}; name it once, or give each a `name` of its own in a \
         configuration"
    )]
    Twice { name: String },
    /// A configuration from which engines were to be taken.
    #[error("{file}: there are no engines in it; add [[engine]] tables")]
    NoEngines { file: String },
    /// A value that has no meaning.
    #[error("{place}: {problem}")]
    Value { place: Box<Place>, problem: String },
}

/// The place of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, or the argument that gave the value.
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

/// The message of the TOML reader, with a suggestion if a key or one of a few values is misspelt.
pub(super) fn toml_message(error: &toml::de::Error) -> String {
    let text = error.to_string().trim_end().to_owned();
    // serde: unknown field `a`, expected one of `b`, `c`
    let names = ["unknown field `", "unknown variant `"].map(|start| text.split_once(start));
    let Some((_, names)) = names.into_iter().flatten().next() else {
        return text;
    };
    let mut names = names.split('`').step_by(2).map(str::to_owned);
    let given = names.next().unwrap_or_default();
    let known: Vec<String> = names.collect();
    format!("{text}{}", did_you_mean(&given, &known))
}
