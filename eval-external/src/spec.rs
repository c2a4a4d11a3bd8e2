//! The name of an evaluation from outside.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::failure::ExternalError;

/// An evaluation from outside, as a command line names it: `./mine.so`, `eval:python3 mine.py`, `uci-eval:stockfish`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A shared library with the interface of `evaluation.h`.
    Library(PathBuf),
    /// A program over a pipe and its arguments.
    Pipe(Vec<String>),
    /// A UCI engine that prints its static value at `eval`, and its arguments.
    UciEval(Vec<String>),
}

impl FromStr for Spec {
    type Err = ExternalError;

    fn from_str(text: &str) -> Result<Spec, ExternalError> {
        let unknown = || ExternalError::Spec(text.to_owned());
        let words = |command: &str| {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            words.ok_or_else(unknown)
        };
        if let Some(command) = text.strip_prefix("eval:") {
            words(command).map(Spec::Pipe)
        } else if let Some(command) = text.strip_prefix("uci-eval:") {
            words(command).map(Spec::UciEval)
        } else if text.is_empty() {
            Err(unknown())
        } else {
            Ok(Spec::Library(text.into()))
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |words: &[String]| {
            let words = words.iter().map(String::as_str);
            shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "))
        };
        match self {
            Spec::Library(path) => write!(f, "{}", path.display()),
            Spec::Pipe(words) => write!(f, "eval:{}", join(words)),
            Spec::UciEval(words) => write!(f, "uci-eval:{}", join(words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_kinds_are_read_and_written() {
        for text in [
            "./mine.so",
            "eval:python3 'my file.py'",
            "uci-eval:stockfish",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let spec: Spec = "eval:python3 'my file.py'".parse().unwrap();
        assert_eq!(
            spec,
            Spec::Pipe(vec!["python3".into(), "my file.py".into()])
        );
        for text in ["", "eval:", "uci-eval:\"x"] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("is no evaluation"), "{error}");
        }
    }
}
