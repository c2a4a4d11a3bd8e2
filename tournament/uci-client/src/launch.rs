//! A program's command line, options and timeouts; the options that it offers, and the commands that set them.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use engine_core::notation::did_you_mean;
use toml::Value;

#[cfg(target_os = "linux")]
use crate::linux::command;
#[cfg(not(target_os = "linux"))]
use crate::system::command;

/// The option for castling written as king takes rook.
pub const CHESS960: &str = "UCI_Chess960";
/// The option by which a program takes nodes for time, so many to a millisecond, as Stockfish named it.
pub const NODESTIME: &str = "nodestime";

/// A program to start, and its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Launch {
    /// The program.
    pub executable: Executable,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in, from the working directory; `None`: the working directory.
    pub folder: Option<PathBuf>,
    /// Environment variables to set, besides our own.
    pub env: BTreeMap<String, String>,
    /// UCI options to set: texts, flags and numbers, for the program to check.
    pub options: toml::Table,
    /// True if its scores are from White's side, in place of the side to move.
    pub scores_from_white: bool,
    /// The number of its centipawns worth one of Michniewski's.
    pub scale: f64,
    /// The longest waits for it.
    pub timeouts: Timeouts,
}

impl Launch {
    /// The program as it is: no arguments, no options, the usual patience.
    pub fn new(executable: Executable) -> Launch {
        Launch {
            executable,
            args: Vec::new(),
            folder: None,
            env: BTreeMap::new(),
            options: toml::Table::new(),
            scores_from_white: false,
            scale: 1.0,
            timeouts: Timeouts::default(),
        }
    }

    /// The command that starts it.
    pub fn command(&self) -> io::Result<Command> {
        let mut command = command(&self.executable.file()?);
        command.args(&self.args).envs(&self.env);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &self.folder {
            if !folder.is_dir() {
                let message = format!("dir = {:?} is not a folder", folder.display());
                return Err(io::Error::new(ErrorKind::NotFound, message));
            }
            command.current_dir(folder);
        }
        Ok(command)
    }

    /// True if it is set to ponder: it then does, in every game with a clock.
    pub fn ponders(&self) -> bool {
        self.is_on("Ponder")
    }

    pub(crate) fn is_on(&self, flag: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|(name, value)| {
            let is_on = match value {
                Value::String(text) => text.eq_ignore_ascii_case("true"),
                value => value.as_bool() == Some(true),
            };
            name.eq_ignore_ascii_case(flag) && is_on
        })
    }
}

/// The location of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Executable {
    /// A bare name: looked for in PATH and beside the program that runs.
    Name(String),
    /// A path from the working directory.
    Path(PathBuf),
}

impl Executable {
    /// True if there is a program that can be started.
    pub fn is_there(&self) -> bool {
        self.file().is_ok()
    }

    /// The file that is started, from the root. A bare name is looked for in PATH, then beside the arena's own program.
    pub fn file(&self) -> io::Result<PathBuf> {
        let name = match self {
            Self::Name(name) => name,
            // It may be started in another folder, by a process that could not report an error.
            Self::Path(path) if path.metadata()?.is_file() && is_executable(path) => {
                return path::absolute(path);
            }
            Self::Path(_) => return Err(ErrorKind::PermissionDenied.into()),
        };
        let own = env::current_exe().ok();
        let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
        let path = env::var_os("PATH").unwrap_or_default();
        let mut candidates = env::split_paths(&path).chain(own).map(|folder| folder.join(name));
        let found = candidates.find(|path| is_executable(path)).ok_or_else(|| {
            let missing = "it is neither in PATH nor beside the arena's own program";
            io::Error::new(ErrorKind::NotFound, missing)
        });
        found.and_then(path::absolute)
    }
}

fn is_executable(path: &Path) -> bool {
    let file = path.metadata().ok().filter(std::fs::Metadata::is_file);
    #[cfg(unix)]
    let file = file.filter(|file| {
        use std::os::unix::fs::PermissionsExt;
        file.permissions().mode() & 0o111 != 0
    });
    file.is_some()
}

/// The longest silences of a program before it has failed. All are at least a millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    pub ready: Duration,
    /// From `ucinewgame` to `readyok`.
    pub newgame: Duration,
    /// From `go` to `bestmove` at fixed nodes or depth, where no clock runs.
    pub hang: Duration,
    /// From `quit` to its end; after that it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            newgame: Duration::from_secs(10),
            hang: Duration::from_secs(300),
            quit: Duration::from_secs(2),
        }
    }
}

/// More options than any program has.
const MAX_OPTIONS: usize = 10_000;

/// The type of an option, with its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Check,
    /// A whole number in a range.
    Spin(i64, i64),
    /// One of some texts.
    Combo(Vec<String>),
    /// It is pressed, and has no value.
    Button,
    Text,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) default: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Offers(pub(crate) Vec<Offer>);

/// The reason that an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum OptionFault {
    #[error("{given:?}: the program has no such option{}; {}", did_you_mean(given, known), offered(known))]
    Unknown { given: String, known: Vec<String> },
    #[error("{option:?}: invalid value {given}; {remedy}")]
    Value { option: String, given: String, remedy: String },
}

fn offered(known: &[String]) -> String {
    match known {
        [] => "it has none".to_owned(),
        _ => format!("its options are: {}", known.join(", ")),
    }
}

impl Offers {
    /// Takes in a line; one that does not offer an option is ignored.
    pub(crate) fn read(&mut self, line: &str) {
        self.0.extend(parse(line).filter(|_| self.0.len() < MAX_OPTIONS));
    }

    /// The option of this name. UCI: names and values are not case sensitive.
    pub(crate) fn find(&self, name: &str) -> Option<&Offer> {
        self.0.iter().find(|offer| same(&offer.name, name))
    }

    /// The command that sets an option, with its line end; empty for a button that is not to be pressed.
    pub(crate) fn command(&self, name: &str, value: &Value) -> Result<String, OptionFault> {
        let offer = self.find(name).ok_or_else(|| OptionFault::Unknown {
            given: name.to_owned(),
            known: self.0.iter().map(|offer| offer.name.clone()).collect(),
        })?;
        let set = format!("setoption name {}", offer.name);
        Ok(match offer.text(value)? {
            None if *value == Value::Boolean(false) => String::new(),
            None => format!("{set}\n"),
            Some(text) => format!("{set} value {text}\n"),
        })
    }
}

impl Offer {
    /// The value as UCI writes it; `None` for a button.
    fn text(&self, value: &Value) -> Result<Option<String>, OptionFault> {
        let plain = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let remedy = match &self.kind {
            Kind::Button if value.is_bool() => return Ok(None),
            Kind::Button => "it is a button: true presses it".to_owned(),
            Kind::Check if plain == "true" || plain == "false" => return Ok(Some(plain)),
            Kind::Check => "choose true or false".to_owned(),
            Kind::Spin(low, high) => match plain.parse() {
                Ok(number) if (*low..=*high).contains(&number) => return Ok(Some(plain)),
                _ => format!("choose a whole number from {low} to {high}"),
            },
            Kind::Combo(texts) => match texts.iter().find(|text| same(text, &plain)) {
                Some(text) => return Ok(Some(text.clone())),
                None => format!("choose one of: {}", texts.join(", ")),
            },
            Kind::Text if plain.is_empty() => return Ok(Some("<empty>".to_owned())),
            Kind::Text => return Ok(Some(plain)),
        };
        Err(OptionFault::Value { option: self.name.clone(), given: value.to_string(), remedy })
    }
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// `option name NAME type TYPE [default X] [min X] [max X] [var X]...`; names and values may have spaces in them.
fn parse(line: &str) -> Option<Offer> {
    const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let words = words.strip_prefix(&["option", "name"])?;
    let at = words.iter().position(|&word| word == "type")?;
    let name = words[..at].join(" ");
    let mut fields: Vec<(&str, String)> = Vec::new();
    for words in words[at..].chunk_by(|_, word| !KEYS.contains(word)) {
        fields.push((words[0], words[1..].join(" ")));
    }
    let values = |key| fields.iter().filter(move |(own, _)| *own == key).map(|(_, value)| value);
    let bound = |key| values(key).next().and_then(|value| value.parse().ok());
    let kind = match values("type").next()?.as_str() {
        "check" => Kind::Check,
        "spin" => Kind::Spin(bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX)),
        "combo" => Kind::Combo(values("var").cloned().collect()),
        "button" => Kind::Button,
        _ => Kind::Text,
    };
    let default = values("default").next().cloned();
    (!name.is_empty()).then_some(Offer { name, kind, default })
}
