//! The failures of an evaluation from outside.

use std::time::Duration;

use engine_core::score::EVAL_MAX;
use thiserror::Error;

/// The reason that an evaluation cannot be used, or can no longer be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum ExternalError {
    #[error(
        "the evaluation {0}: {1}; keys are evaluation, options, disable, search, margin_scale, hash"
    )]
    Setup(String, String),
    #[error(
        "\"{0}\" is not an evaluation: write the path of a shared library (./mine.so) or `eval:COMMAND`"
    )]
    Spec(String),
    #[error("the library cannot be loaded: {0}")]
    Load(String),
    #[error(
        "the library lacks {}; evaluation.h declares the functions that it needs, and in C++ they are extern \"C\"",
        .0.join(", ")
    )]
    Missing(Vec<&'static str>),
    #[error(
        "the library has version {found} of the interface, and this program version {expected}; \
         build it with this program's evaluation.h"
    )]
    Interface { found: u32, expected: u32 },
    #[error("evaluation_new returned NULL")]
    NoInstance,
    #[error("{what} is not a name of 1 to {most} printable characters: {found}")]
    Name { what: &'static str, most: usize, found: String },
    #[error("more than {0} different names of terms and options")]
    TooManyNames(usize),
    #[error("disable: {0}")]
    Disable(String),
    #[error("option \"{name}\" {fault}")]
    Option { name: String, fault: String },
    #[error("evaluation_scale returned {0}, and a scale is above 0")]
    Scale(String),
    #[error("the term \"{name}\" has the amount {amount} in \"{fen}\"")]
    Amount { name: String, amount: f64, fen: String },
    #[error("the value {value} of \"{fen}\" is not within -{EVAL_MAX} to {EVAL_MAX}")]
    Range { value: i64, fen: String },
    #[error(
        "\"{fen}\" has two values: {first} when it was given first, and {second} when it was given again; \
         a value may depend on nothing but the position"
    )]
    Unstable { fen: String, first: i32, second: i32 },
    #[error("cannot start {program}: {reason}")]
    Start { program: String, reason: String },
    #[error("the program {how} while {waiting} was awaited")]
    Ended { how: String, waiting: &'static str },
    #[error(
        "{waiting} did not come within {} s; a program flushes each line that it prints (in Python: flush=True)",
        .limit.as_secs_f64()
    )]
    Silent { waiting: &'static str, limit: Duration },
    #[error("a line of more than {0} bytes")]
    EndlessLine(usize),
    #[error("a line that is not UTF-8 text")]
    NotText,
    #[error("a line that answers nothing: {0}")]
    Unasked(String),
    #[error("{0}")]
    GivenUp(String),
    #[error(
        "the line option {0} is not an option: write `option name NAME type spin default N min N max N` or `option name NAME \
         type check default true`"
    )]
    OptionLine(String),
    #[error(
        "the first line is {0}, and the greeting is `evaluation 1 [white] [terms] [scale=K] [name=NAME]`"
    )]
    Greeting(String),
    #[error("{line} is not an answer to \"{fen}\": {fault}")]
    Answer { line: String, fen: String, fault: String },
}

/// The longest text of a program that a message quotes.
const MAX_QUOTED: usize = 100;

/// A text of a program without control characters.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A text of a program in quotes, without control characters and not too long.
pub(crate) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(MAX_QUOTED).collect();
    let more = if shown.len() < text.len() { "..." } else { "" };
    format!("\"{}\"{more}", shown.escape_debug())
}
