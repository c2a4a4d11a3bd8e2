//! The name of an evaluation from outside.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::failure::ExternalError;

/// The prefix of a program over a pipe.
const PIPE: &str = "eval:";

/// An evaluation from outside, as a command line names it: `./mine.so`, `eval:python3 mine.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A shared library with the interface of `evaluation.h`.
    Library(PathBuf),
    /// A program over a pipe and its arguments.
    Pipe(Vec<String>),
}

impl Spec {
    /// The endings of the names of shared libraries.
    const LIBRARIES: [&str; 3] = [".so", ".dylib", ".dll"];

    /// True if the text is meant as an evaluation from outside: it has a prefix of one, or the ending of a shared library.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.starts_with(PIPE) || Self::LIBRARIES.iter().any(|ending| text.ends_with(ending))
    }

    /// A name for tables: `mine` of `./libmine.so` and of `eval:python3 tools/mine.py`.
    #[must_use]
    pub fn short_name(&self) -> String {
        let stem = |path: &Path| {
            let stem = path.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        match self {
            Spec::Library(path) => {
                let stem = stem(path);
                stem.strip_prefix("lib").unwrap_or(&stem).to_owned()
            }
            // The script that an interpreter runs, or else the program.
            Spec::Pipe(words) => {
                let is_file = |word: &&String| word.contains('.') && !word.starts_with('-');
                let file = words.iter().skip(1).find(is_file);
                file.or(words.first()).map_or_else(String::new, |word| stem(Path::new(word)))
            }
        }
    }
}

impl FromStr for Spec {
    type Err = ExternalError;

    fn from_str(text: &str) -> Result<Spec, ExternalError> {
        let unknown = || ExternalError::Spec(text.to_owned());
        match text.strip_prefix(PIPE) {
            Some(command) => {
                let words = shlex::split(command).filter(|words| !words.is_empty());
                words.map(Spec::Pipe).ok_or_else(unknown)
            }
            None if text.is_empty() => Err(unknown()),
            None => Ok(Spec::Library(text.into())),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Library(path) => write!(f, "{}", path.display()),
            Spec::Pipe(words) => {
                let joined = shlex::try_join(words.iter().map(String::as_str));
                write!(f, "{PIPE}{}", joined.unwrap_or_else(|_| words.join(" ")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_are_read_and_written() {
        for text in ["./mine.so", "eval:python3 'my file.py'"] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        let spec: Spec = "eval:python3 'my file.py'".parse().unwrap();
        assert_eq!(spec, Spec::Pipe(vec!["python3".into(), "my file.py".into()]));
        for (text, name) in [
            ("./mine.so", "mine"),
            ("../a/libmine.so", "mine"),
            ("eval:python3 -u tools/mine.py 3", "mine"),
            ("eval:./mine --fast", "mine"),
        ] {
            assert!(Spec::is_one(text));
            assert_eq!(text.parse::<Spec>().unwrap().short_name(), name);
        }
        assert!(!Spec::is_one("./mine") && !Spec::is_one("material"));
        for text in ["", "eval:", "eval:\"x"] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("is not an evaluation"), "{error}");
        }
    }
}
