//! Errors in configurations, with their remedies.

use std::io;

use uci_client::did_you_mean;

use super::engine_config::MOST_HASH;
use super::place::Place;
use super::raw::RawLimits;
use super::time_control::TimeControlFault;

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
    Value { place: Box<Place>, problem: Problem },
}

/// The fault of a value; the text ends with the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum Problem {
    /// A key that must be there is not.
    #[error("missing; add {example}")]
    Missing { example: &'static str },
    /// A number outside its range.
    #[error("{given} is out of range; choose {low} to {high}")]
    Range { given: u64, low: u64, high: u64 },
    /// A factor on the margins of the search outside its range.
    #[error(
        "{given} is out of range; choose 0.01 to 100, where 1 is Michniewski's margins, or leave it \
         out for the evaluator's own"
    )]
    MarginScale { given: String },
    /// An evaluation scale outside its range.
    #[error(
        "{given} is no evaluation scale; choose the centipawns that make an expected score of 73 %, 1 to 100000, or leave \
         it out for the evaluator's own"
    )]
    EvalScale { given: String },
    /// An unknown number of the search, or an impossible value.
    #[error("{message}")]
    Search { message: String },
    /// A value of the search that is not a number.
    #[error("must be a number")]
    SearchType,
    /// A number with decimals outside its range.
    #[error("{given} is out of range; choose {low} to {high}")]
    Between { given: String, low: String, high: String },
    /// An anchor that is given twice.
    #[error("{given:?} is given twice; leave one out")]
    AnchorTwice { given: String },
    /// An unknown key of a tuning.
    #[error(
        "{given:?} names no number of an engine; write search.NAME, params.NAME or, of a program, \
         options.NAME"
    )]
    SpsaKey { given: String },
    /// A text that has to be one of a few.
    #[error("{given:?} is unknown{}; choose one of: {}", did_you_mean(given, known), known.join(", "))]
    Unknown { given: String, known: Vec<String> },
    /// A size of a hash table that is not a power of two, or out of range.
    #[error("{given} is not a hash size; choose 1, 2, 4 ... {MOST_HASH} (MiB, a power of two)")]
    Hash { given: u32 },
    /// The key `table`, a power of two of entries, in place of `hash`.
    #[error(
        "is `hash` now, in MiB as UCI's Hash: table = 16, 17 ... 24 is hash = 1, 2 ... 256; write hash = {mib} in place of \
         table = {given}"
    )]
    OldTable { given: String, mib: u32 },
    /// A key of another format.
    #[error("{remedy}")]
    OtherFormat { remedy: &'static str },
    /// A run's name that cannot be the name of a folder.
    #[error("{given:?} cannot name the run's folder; {RUN_NAME_REMEDY}")]
    RunName { given: String },
    /// A name that would spoil a table or a PGN file.
    #[error("{given:?} cannot be a name in a table: {reason}; choose a name of 1 to 60 characters")]
    EngineName { given: String, reason: &'static str },
    /// Two engines or time controls of one name.
    #[error("{name:?} is also the name of number {first}; give each a `name` of its own")]
    DuplicateName { name: String, first: usize },
    /// Too few engines for any tournament, or not two for a match.
    #[error("{format} needs {needed} engines and there are {found}; {remedy}")]
    EngineCount { format: &'static str, needed: &'static str, found: usize, remedy: &'static str },
    /// An engine without an evaluator or a command.
    #[error("missing; add evaluator = \"material\", or command = \"...\" for a UCI program")]
    NoEngine,
    /// A key that an engine of this kind does not take.
    #[error(
        "{key} is for {belongs}, and this engine is {is} (it has `{because}`); remove one of the two"
    )]
    WrongKind { key: &'static str, belongs: String, is: &'static str, because: &'static str },
    /// A text that names no evaluation from outside.
    #[error("{message}")]
    Evaluation { message: String },
    /// An invalid file of parameters.
    #[error("names no file of parameters: {message}")]
    Parameters { message: String },
    /// A text that a program cannot be given.
    #[error("{given:?} {reason}")]
    Text { given: String, reason: &'static str },
    /// A parameter or a UCI option of a strange type, or a number that JSON does not have.
    #[error("must be a text, true, false or a finite number")]
    OptionType,
    /// No limit, or an empty table of limits.
    #[error("no limit for the search; give one of: {}", RawLimits::KINDS.join(", "))]
    NoLimit,
    /// A limit that goes by speed, and an engine without one.
    #[error(
        "missing, and ms_at_speed is a limit by it; add the nodes that it searches a second, as a run's table has them: \
         speed = 3.2e6"
    )]
    NoSpeed,
    /// A limit that goes by speed where engines have none.
    #[error(
        "is for engines that have a `speed`, of a tournament; choose nodes, depth, movetime or tc"
    )]
    NoSpeeds,
    /// Limits beside time controls.
    #[error(
        "every [[time_control]] has the limits of all engines; remove these, or the time controls"
    )]
    LimitsBesideTimeControls,
    /// A sequential test of anything but a match of two.
    #[error(
        "a sequential test ends a match of two engines within one limit, and there are {found} engines \
         or a [[time_control]]; remove [sprt]"
    )]
    SprtOfMore { found: usize },
    /// A test and an interval.
    #[error("[sprt] and [stop_when] both end the match; keep one of them")]
    TwoEndings,
    /// An impossible sequential test.
    #[error("{message}")]
    Sprt { message: String },
    /// More than one limit.
    #[error("{} exclude each other; keep one of them", given.join(" and "))]
    TwoLimits { given: Vec<&'static str> },
    /// Not a time control.
    #[error(transparent)]
    TimeControl(TimeControlFault),
    /// Openings of standard chess for Chess960.
    #[error(
        "has positions of standard chess, but variant is \"chess960\"; name a file of Chess960 positions or games, \
         or leave it out for the start positions, among which `numbers` chooses (518 is chess)"
    )]
    ChessOpenings,
    /// An opening policy where there is no choice.
    #[error("{message}")]
    Policy { message: &'static str },
    /// Numbers of start positions where they have no meaning.
    #[error("{reason}")]
    Numbers { reason: String },
    /// The start position is one opening, and a pairing never repeats an opening.
    #[error(
        "\"none\" is a single opening, the start position, and this tournament needs {needed}, or \
         the same games would be counted again; set run.pairs = 1 (and no run.cycles or run.rounds) \
         or name a file of openings"
    )]
    StartPositionOnly { needed: u64 },
}

const RUN_NAME_REMEDY: &str = "use 1 to 60 letters, digits, '-', '_', '.' or spaces, \
    beginning and ending with a letter or a digit";
