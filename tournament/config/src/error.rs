//! What can be wrong with a configuration, and what to do about it.

use std::io;

use uci_client::did_you_mean;

use super::place::Place;
use super::raw::RawLimits;
use super::time_control::TimeControlFault;

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{file}: {source}; give the path of a configuration such as configs/round-robin.toml")]
    Read {
        /// The file as it was given.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// Not TOML, or a key that does not exist, or a value of the wrong type.
    #[error("{file}: {message}")]
    Syntax {
        /// The file as it was given.
        file: String,
        /// The TOML reader's message, with line and column.
        message: String,
    },
    /// A `--set KEY=VALUE` that cannot be applied.
    #[error("--set {argument}: {message}")]
    Set {
        /// The argument as it was given.
        argument: String,
        /// What is wrong with it.
        message: String,
    },
    /// Two engines of one name, from different places.
    #[error(
        "two engines are called {name:?}; name it once, or give each a `name` of its own in a \
         configuration"
    )]
    Twice {
        /// The name.
        name: String,
    },
    /// A configuration from which engines were to be taken.
    #[error("{file}: there are no engines in it; add [[engine]] tables")]
    NoEngines {
        /// The file as it was given.
        file: String,
    },
    /// A value that has no meaning.
    #[error("{place}: {problem}")]
    Value {
        /// Where it stands.
        place: Box<Place>,
        /// What is wrong with it.
        problem: Problem,
    },
}

/// What is wrong with a value; the text ends with the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A key that must be there is not.
    #[error("is missing; add {example}")]
    Missing {
        /// A line that would do.
        example: &'static str,
    },
    /// A number outside its range.
    #[error("{given} is out of range; choose {low} to {high}")]
    Range {
        /// The number given.
        given: u64,
        /// The least that is allowed.
        low: u64,
        /// The most that is allowed.
        high: u64,
    },
    /// A factor on the margins of the search outside its range.
    #[error(
        "{given} is no factor on the margins of the search; choose 0.01 to 100, 1 for Michniewski's \
         margins, or leave it out for the evaluator's own"
    )]
    Swing {
        /// The number given.
        given: String,
    },
    /// A scale outside its range.
    #[error(
        "{given} is no scale; choose the centipawns that make an expected score of 73 %, 1 to 100000, or leave \
         it out for the evaluator's own"
    )]
    Scale {
        /// The number given.
        given: String,
    },
    /// A number of the search that there is not, or that cannot be so.
    #[error("{message}")]
    Search {
        /// What the search says.
        message: String,
    },
    /// A number of the search that is none.
    #[error("must be a number")]
    SearchType,
    /// A number with decimals outside its range.
    #[error("{given} is out of range; choose {low} to {high}")]
    Between {
        /// The number given.
        given: String,
        /// The least that is allowed.
        low: String,
        /// The most that is allowed.
        high: String,
    },
    /// An anchor that is given twice.
    #[error("{given:?} is given twice; leave one out")]
    AnchorTwice {
        /// The engine.
        given: String,
    },
    /// A key of a tuning that means nothing.
    #[error(
        "{given:?} names no number of an engine; write search.NAME, params.NAME or, of a program, \
         options.NAME"
    )]
    SpsaKey {
        /// The key given.
        given: String,
    },
    /// A text that has to be one of a few.
    #[error("{given:?} is unknown{}; choose one of: {}", did_you_mean(given, known), known.join(", "))]
    Unknown {
        /// The text given.
        given: String,
        /// All that are known.
        known: Vec<String>,
    },
    /// A key that means something in another format only.
    #[error("{remedy}")]
    OtherFormat {
        /// Why, and what to do instead.
        remedy: &'static str,
    },
    /// A run's name that cannot be the name of a folder.
    #[error("{given:?} cannot name the run's folder; {RUN_NAME_REMEDY}")]
    RunName {
        /// The name given.
        given: String,
    },
    /// A name that would spoil a table or a PGN file.
    #[error("{given:?} cannot be a name in a table: {reason}; choose a name of 1 to 60 characters")]
    EngineName {
        /// The name given.
        given: String,
        /// Why not.
        reason: &'static str,
    },
    /// Two engines or ladders of one name.
    #[error("{name:?} is also the name of number {first}; give each a `name` of its own")]
    DuplicateName {
        /// The name.
        name: String,
        /// The one that had it first, counted from 0.
        first: usize,
    },
    /// Too few engines for any tournament, or not two for a match.
    #[error("{format} needs {needed} engines and there are {found}; {remedy}")]
    EngineCount {
        /// The format.
        format: &'static str,
        /// How many it needs, in words.
        needed: &'static str,
        /// How many there are.
        found: usize,
        /// What to change.
        remedy: &'static str,
    },
    /// An engine that is nothing.
    #[error("is missing; add evaluator = \"material\", or command = \"...\" for a UCI program")]
    NoEngine,
    /// A key that an engine of this kind does not take.
    #[error(
        "{key} is for {belongs}, and this engine is {is} (it has `{because}`); remove one of the two"
    )]
    WrongKind {
        /// The key that does not fit.
        key: &'static str,
        /// The engines that take it.
        belongs: &'static str,
        /// What this engine is.
        is: &'static str,
        /// The key that makes it so.
        because: &'static str,
    },
    /// A file of parameters that is none.
    #[error("names no file of parameters: {message}")]
    Parameters {
        /// What is wrong with it, and the remedy.
        message: String,
    },
    /// A text that a program cannot be given.
    #[error("{given:?} {reason}")]
    Text {
        /// The text given.
        given: String,
        /// What is wrong with it, and what to do.
        reason: &'static str,
    },
    /// A parameter or a UCI option of a strange type, or a number that JSON does not have.
    #[error("must be a text, true, false or a finite number")]
    OptionType,
    /// No limit, or an empty table of limits.
    #[error("no limit for the search; give one of: {}", RawLimits::KINDS.join(", "))]
    NoLimit,
    /// Limits beside ladders.
    #[error("every [[ladder]] has the limits of all engines; remove these, or the ladders")]
    LimitsBesideLadders,
    /// A sequential test of what is no match of two.
    #[error(
        "a sequential test ends a match of two engines within one limit, and there are {found} engines \
         or a [[ladder]]; remove [sprt]"
    )]
    SprtOfMore {
        /// How many engines there are.
        found: usize,
    },
    /// A test and an interval.
    #[error("[sprt] and [stop_when] both end the match; keep one of them")]
    TwoEndings,
    /// No sequential test.
    #[error("{message}")]
    Sprt {
        /// Why not, and what it would be.
        message: String,
    },
    /// More than one limit.
    #[error("{} exclude each other; keep one of them", given.join(" and "))]
    TwoLimits {
        /// The kinds given.
        given: Vec<&'static str>,
    },
    /// Not a time control.
    #[error(transparent)]
    TimeControl(TimeControlFault),
    /// Openings of chess where Chess960 is played.
    #[error(
        "is of chess, and variant is \"chess960\"; name a file of Chess960 positions or games, \
         or leave it out for the start positions, among which `numbers` chooses (518 is chess)"
    )]
    ChessOpenings,
    /// A choice of which pairings play the same openings, where there is none.
    #[error("{message}")]
    Policy {
        /// Why not, and what to do.
        message: &'static str,
    },
    /// Numbers of start positions where there are none.
    #[error("{reason}")]
    Numbers {
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The start position is one opening, and a pairing never repeats an opening.
    #[error(
        "\"none\" is a single opening, the start position, and this tournament needs {needed}, or \
         the same games would be counted again; set run.pairs = 1 (and no run.cycles or run.rounds) \
         or name a file of openings"
    )]
    StartPositionOnly {
        /// Openings needed.
        needed: u64,
    },
}

const RUN_NAME_REMEDY: &str = "use 1 to 60 letters, digits, '-', '_', '.' or spaces, \
    beginning and ending with a letter or a digit";
