//! Evaluations from outside under the workspace's search: a shared library with a C interface, or a program over a pipe.
//!
//! A [`Spec`] names one, [`ExternalEvaluator::open`] starts it, a [`Setup`] is one with all its settings, and the result is an
//! [`Evaluator`](engine_core::evaluator::Evaluator) like any other. Code from outside may crash, hang or write where
//! it likes, so that an external evaluator belongs in a process that does nothing else: `evalarena engine` is one.
//! A failure during a search ends that process with a message on standard error.
//!
//! `include/evaluation.h` is the interface of libraries, [`interface`] the same in Rust, and [`pipe`] describes the protocol of
//! programs. All unsafe code is in `library` and `interface`.

mod evaluator;
mod instance;
pub mod interface;
mod library;
pub mod pipe;
mod program;
mod replica;
mod source;
mod term;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::rule::Aspect;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

pub use evaluator::{ExternalEvaluator, FAILURE_STATUS};
use interface::RawMove;
use library::state;
pub use library::state::State;
pub use source::{OnFailure, Start};
pub use term::ExternalTerm;

/// The header of the C interface, include/evaluation.h.
pub const HEADER: &str = include_str!("../include/evaluation.h");

/// An evaluation from outside and the settings with which it plays, by the keys of an `[[engine]]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The path of a library, or `eval:COMMAND`.
    pub evaluation: String,
    /// Values of its options: flags, numbers or texts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// Patterns of the terms that do not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disable: Vec<String>,
    /// Numbers of the search, by their names in [`engine_core::params::tunable`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, f64>,
    /// The factor on the margins of the search; without it 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin_scale: Option<f64>,
    /// The size of the transposition table in MiB, a power of two; without it that of the option Hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
}

impl FromStr for Setup {
    type Err = ExternalError;

    /// Reads the JSON of a setup, or the evaluation alone.
    fn from_str(text: &str) -> Result<Setup, ExternalError> {
        if !text.starts_with('{') {
            return Ok(Setup { evaluation: text.to_owned(), ..Setup::default() });
        }
        let read = serde_json::from_str(text);
        read.map_err(|error| {
            ExternalError(format!(
                "the evaluation {text}: {error}; keys are evaluation, options, disable, search, margin_scale, hash"
            ))
        })
    }
}

impl Setup {
    /// Loads or starts the evaluation, with its options and its margin scale and without the disabled terms.
    /// Fails if it cannot be loaded or started, does not take an option, or has no such terms.
    pub fn open(&self) -> Result<ExternalEvaluator, ExternalError> {
        let mut evaluator = ExternalEvaluator::open(&self.evaluation.parse()?, Start::default())?;
        for (name, value) in &self.options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            set(&mut evaluator, name, &value)?;
        }
        let patterns: Vec<&str> = self.disable.iter().map(String::as_str).collect();
        let disabled = evaluator.disable(&patterns);
        disabled.map_err(|error| ExternalError(format!("disable: {error}")))?;
        if let Some(ratio) = self.margin_scale {
            evaluator.set_margin_scale(ratio);
        }
        Ok(evaluator)
    }
}

/// The prefix of a program over a pipe.
const PIPE: &str = "eval:";

/// An evaluation from outside, as a command line names it: `./mine.so`, `./several.so:mine`, `eval:python3 mine.py`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// An evaluation of a shared library with the interface of `evaluation.h`.
    Library {
        /// The file.
        path: PathBuf,
        /// The evaluation's name; without it the library has one alone.
        name: Option<String>,
    },
    /// A program over a pipe and its arguments.
    Pipe(Vec<String>),
}

impl Spec {
    /// The endings of the names of shared libraries.
    const LIBRARIES: [&str; 3] = [".so", ".dylib", ".dll"];

    /// True if the text is meant as an evaluation from outside: it has a prefix of one, or the ending of a shared library.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(PIPE) || Self::is_library(text) || Self::named(text).is_some()
    }

    fn is_library(text: &str) -> bool {
        Self::LIBRARIES.iter().any(|ending| text.ends_with(ending))
    }

    /// The path of a library and the name of one of its evaluations, behind a colon.
    fn named(text: &str) -> Option<(&str, &str)> {
        text.rsplit_once(':').filter(|(path, name)| Self::is_library(path) && !name.is_empty() && !name.contains('/'))
    }

    /// A name for tables: `mine` of `./libmine.so`, `./several.so:mine` and `eval:python3 tools/mine.py`.
    pub fn short_name(&self) -> String {
        let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match self {
            Spec::Library { name: Some(name), .. } => name.clone(),
            Spec::Library { path, name: None } => {
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
        let unknown = || {
            ExternalError(format!(
                "\"{text}\" is not an evaluation: write the path of a shared library (./mine.so) or `eval:COMMAND`"
            ))
        };
        match text.strip_prefix(PIPE) {
            Some(command) => {
                let words = shlex::split(command).filter(|words| !words.is_empty());
                words.map(Spec::Pipe).ok_or_else(unknown)
            }
            None if text.is_empty() => Err(unknown()),
            None => {
                let named = Self::named(text).map(|(path, name)| (path, Some(name.to_owned())));
                let (path, name) = named.unwrap_or((text, None));
                Ok(Spec::Library { path: path.into(), name })
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Library { path, name } => {
                write!(f, "{}", path.display())?;
                name.iter().try_for_each(|name| write!(f, ":{name}"))
            }
            Spec::Pipe(words) => {
                let joined = shlex::try_join(words.iter().map(String::as_str));
                write!(f, "{PIPE}{}", joined.unwrap_or_else(|_| words.join(" ")))
            }
        }
    }
}

/// Answers positions in the protocol of [`pipe`] until the input ends.
/// Fails if the output cannot be written. A failure of the evaluation is its last line.
pub fn serve(evaluator: &mut ExternalEvaluator, input: impl Read, mut output: impl Write) -> io::Result<()> {
    for option in evaluator.options() {
        writeln!(output, "option name {} {}", option.name, option.kind)?;
    }
    let info = engine_core::evaluator::Evaluator::info(evaluator);
    let mut words = String::new();
    if info.eval_scale.is_measured() {
        words += &format!(" scale={}", info.eval_scale.centipawns);
    }
    if info.margin_scale.is_measured() {
        words += &format!(" margin_scale={}", info.margin_scale.ratio);
    }
    if evaluator.state_size() > 0 {
        words += &format!(" state={}", evaluator.state_size());
    }
    writeln!(output, "evaluation 1 terms{words} name={}", info.name)?;
    output.flush()?;
    let mut input = BufReader::new(input);
    let mut answers = Vec::new();
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return output.write_all(&answers);
        }
        let answer = answer(evaluator, line.trim());
        match &answer {
            Ok(answer) => answers.extend(answer.as_bytes()),
            Err(error) => writeln!(answers, "error {}", printable(&error.to_string()))?,
        }
        // Answers go together as long as there are questions to read.
        if input.buffer().is_empty() || answer.is_err() {
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
        if answer.is_err() {
            return Ok(());
        }
    }
}

fn set(evaluator: &mut ExternalEvaluator, name: &str, value: &str) -> Result<(), ExternalError> {
    let set = evaluator.set(name, value);
    set.map_err(|error| ExternalError::of_option(name, format!("cannot be set: {error}")))
}

fn answer(evaluator: &mut ExternalEvaluator, line: &str) -> Result<String, ExternalError> {
    if let Some(option) = line.strip_prefix("setoption name ") {
        let (name, value) = option.split_once(" value ").unwrap_or((option, ""));
        return set(evaluator, name, value).map(|()| String::new());
    }
    let bytes = evaluator.state_size();
    let state_of = |text: &str| {
        let mut state: State = State::ZERO;
        let read = state::read(text, &mut state.words[..bytes / 8]);
        read.map(|()| state).ok_or_else(|| ExternalError(format!("{} is not a state", quoted(text))))
    };
    let text_of = |state: &State| state::text(&state.words[..bytes / 8]);
    let game_of = |text: &str| Game::parse(text).map_err(|error| ExternalError(error.to_string()));
    if let Some(game) = line.strip_prefix("start ") {
        return Ok(format!("{}\n", text_of(&evaluator.try_root(&game_of(game)?)?)));
    }
    if let Some((state, mv)) = line.strip_prefix("move ").and_then(|rest| rest.split_once(' ')) {
        let mut state = state_of(state)?;
        let mv = RawMove::read(mv)
            .ok_or_else(|| ExternalError(format!("{} is not what a move takes and puts", quoted(mv))))?;
        evaluator.try_play(&mut state, &mv)?;
        return Ok(format!("{}\n", text_of(&state)));
    }
    let question = line.strip_prefix("terms ");
    let (state, fen) = match question.unwrap_or(line).strip_prefix("state ").and_then(|rest| rest.split_once(' ')) {
        Some((state, fen)) => (Some(state_of(state)?), fen),
        None => (None, question.unwrap_or(line)),
    };
    let game = game_of(fen)?;
    let state = state.map_or_else(|| evaluator.try_root(&game), Ok)?;
    let node = Node::for_value(game.position().into(), state);
    let value = evaluator.try_value(&node)?;
    if question.is_none() {
        return Ok(format!("{value}\n"));
    }
    let terms = evaluator.try_terms(&node)?;
    let terms = if terms.is_empty() { String::new() } else { format!(" {}", json(&terms)) };
    Ok(format!("{value}{terms}\n"))
}

/// The terms as a JSON object; several of one name are added up.
fn json(terms: &[ExternalTerm]) -> String {
    let mut sums: Vec<ExternalTerm> = Vec::new();
    for term in terms {
        match sums.iter_mut().find(|sum| sum.rule == term.rule) {
            Some(sum) => (sum.white, sum.black) = (sum.white + term.white, sum.black + term.black),
            None => sums.push(*term),
        }
    }
    let entry = |ExternalTerm { rule, white, black }: &ExternalTerm| {
        let name = match rule.aspect {
            Aspect::Other => rule.name.to_owned(),
            aspect => format!("{}/{}", aspect.name(), rule.name),
        };
        let amounts = [*white, *black].map(|tenths| f64::from(tenths) / 10.0);
        (name, Value::from(amounts.to_vec()))
    };
    Value::Object(sums.iter().map(entry).collect()).to_string()
}

/// The reason that an evaluation cannot be used, or can no longer be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{0}")]
pub struct ExternalError(String);

impl ExternalError {
    fn of_option(name: &str, fault: impl fmt::Display) -> ExternalError {
        ExternalError(format!("option \"{name}\" {fault}"))
    }
}

/// The longest text of a program that a message quotes.
const MAX_QUOTED: usize = 100;

/// A text of a program without control characters.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A text of a program in quotes, without control characters and not too long.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(MAX_QUOTED).collect();
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("\"{}\"{more}", shown.escape_debug())
}
