//! An instance of an evaluation from outside, whose values are checked.

use std::path::PathBuf;
use std::slice;

use engine_core::explain::rounded;
use engine_core::options::{OptionInfo, matches};
use engine_core::position::Position;
use engine_core::rule::Rule;
use engine_core::score::EVAL_MAX;

use crate::ExternalError;
use crate::library::{Library, LibraryInstance, fen};
use crate::pipe::{Patience, PipeProgram, out_of_range};
use crate::term::ExternalTerm;

/// The settings with which an evaluation is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The folder in which programs are started, and from which the path of a library counts; without it the process's.
    pub folder: Option<PathBuf>,
    /// The time that a program has.
    pub patience: Patience,
    /// The effect of a failure during a search.
    pub on_failure: OnFailure,
}

/// The effect of a failure where no error can be returned: within a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnFailure {
    /// It ends the process, with a message on standard error and [`FAILURE_STATUS`](crate::FAILURE_STATUS).
    #[default]
    EndProcess,
    /// It is kept for [`ExternalEvaluator::failure`](crate::ExternalEvaluator::failure), and values are 0 from then on.
    Keep,
}

/// The number of values after which one is remembered, and after as many more it is computed again.
const BETWEEN_REPEATS: u64 = 512;

/// A loaded library, or the words of a program.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Library(Library),
    Pipe(Vec<String>),
}

impl Origin {
    pub(crate) fn source(&self, start: &Start) -> Result<Source, ExternalError> {
        match self {
            Origin::Library(library) => library.instance().map(Source::Library),
            Origin::Pipe(words) => {
                let folder = start.folder.as_deref();
                PipeProgram::start(words, folder, start.patience).map(Source::Pipe)
            }
        }
    }
}

/// What values come from: an instance of a library, or a program.
#[derive(Debug)]
pub(crate) enum Source {
    Library(LibraryInstance),
    Pipe(PipeProgram),
}

impl Source {
    #[inline]
    fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        match self {
            Source::Library(instance) => Ok(instance.value(position)),
            Source::Pipe(program) => Ok(program.values(slice::from_ref(position))?[0]),
        }
    }

    /// Sets an option to `value`, which is `number`; false if it does not take it.
    pub(crate) fn set(&mut self, option: &OptionInfo, value: &str, number: i32) -> bool {
        match self {
            Source::Library(instance) => instance.set(option.name, number),
            Source::Pipe(program) => {
                program.set(option.name, value);
                true
            }
        }
    }
}

/// The rule of a value without terms.
pub(crate) const VALUE: Rule = Rule::other("value");
/// The rule of what the terms leave of the value.
pub(crate) const REMAINDER: Rule = Rule::other("not in the terms");

/// An instance whose values are checked.
#[derive(Debug)]
pub(crate) struct Instance {
    /// An error if it could not be made.
    source: Result<Source, ExternalError>,
    /// Patterns of the terms that do not count.
    pub(crate) disabled: Vec<String>,
    values: u64,
    remembered: Option<(Position, i32)>,
}

impl Instance {
    pub(crate) fn new(source: Result<Source, ExternalError>) -> Instance {
        Instance { source, disabled: Vec::new(), values: 0, remembered: None }
    }

    #[inline]
    pub(crate) fn source(&mut self) -> Result<&mut Source, ExternalError> {
        self.source.as_mut().map_err(|error| error.clone())
    }

    /// Forgets the value of before: another option has others.
    pub(crate) fn forget(&mut self) {
        self.remembered = None;
    }

    pub(crate) fn terms(&mut self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        match self.source()? {
            Source::Library(instance) => instance.terms(position),
            Source::Pipe(program) => program.terms(position),
        }
    }

    /// The value in centipawns from the side to move.
    #[inline]
    pub(crate) fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        if self.disabled.is_empty() {
            return self.whole_value(position);
        }
        let posts = self.posts(position)?;
        let white = rounded(posts.iter().map(ExternalTerm::balance).sum());
        Ok(position.turn().fold_wb(white, -white))
    }

    /// The values of the positions; many are sent ahead to a program.
    pub(crate) fn values(&mut self, positions: &[Position]) -> Result<Vec<i32>, ExternalError> {
        match &mut self.source {
            Ok(Source::Pipe(program)) if self.disabled.is_empty() => {
                let values = program.values(positions)?;
                let both = positions.iter().zip(values);
                both.map(|(position, value)| self.checked(position, value)).collect()
            }
            _ => positions.iter().map(|position| self.value(position)).collect(),
        }
    }

    /// The terms, and what they leave of the value, without those that are disabled.
    pub(crate) fn posts(&mut self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        let value = self.whole_value(position)?;
        let white = position.turn().fold_wb(value, -value);
        let mut terms = self.terms(position)?;
        let sum: i32 = terms.iter().map(ExternalTerm::balance).sum();
        if terms.is_empty() || rounded(sum) != white {
            terms.push(ExternalTerm {
                rule: if terms.is_empty() { VALUE } else { REMAINDER },
                white: 10 * white - sum,
                black: 0,
            });
        }
        let is_off = |term: &ExternalTerm| {
            let mut patterns = self.disabled.iter();
            patterns.any(|pattern| matches(pattern, term.rule.name))
        };
        terms.retain(|term| !is_off(term));
        Ok(terms)
    }

    /// The value with all terms.
    #[inline]
    fn whole_value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        let value = self.source()?.value(position)?;
        self.checked(position, value)
    }

    #[inline]
    fn checked(&mut self, position: &Position, value: i32) -> Result<i32, ExternalError> {
        if value.unsigned_abs() > EVAL_MAX as u32 {
            return Err(out_of_range(value.into(), &fen(position)));
        }
        if self.values.is_multiple_of(BETWEEN_REPEATS) {
            self.repeat(position, value)?;
        }
        self.values += 1;
        Ok(value)
    }

    /// Computes again the value that is remembered, and remembers this one; the very first is repeated at once.
    #[cold]
    fn repeat(&mut self, position: &Position, value: i32) -> Result<(), ExternalError> {
        let (before, first) = self.remembered.take().unwrap_or_else(|| (position.clone(), value));
        let second = self.source()?.value(&before)?;
        if first != second {
            let fen = fen(&before);
            return Err(ExternalError(format!(
                "\"{fen}\" has two values: {first} when it was given first, and {second} when it was given again; \
                 a value may depend on nothing but the position"
            )));
        }
        self.remembered = Some((position.clone(), value));
        Ok(())
    }
}
