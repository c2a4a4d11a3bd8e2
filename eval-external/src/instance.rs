//! An instance of an evaluation from outside, whose values are checked.

use std::sync::{Arc, Mutex, PoisonError};

use engine_core::explain::rounded;
use engine_core::options::matches;
use engine_core::rule::Rule;
use engine_core::score::EVAL_MAX;

use crate::ExternalError;
use crate::interface::fen;
use crate::library::state::{Kept, Place, place};
use crate::pipe::out_of_range;
use crate::replica::{Replica, Setting, two_values};
use crate::source::Source;
use crate::term::ExternalTerm;

/// The number of values after which one is remembered, and after as many more it is computed again.
pub(crate) const BETWEEN_REPEATS: u64 = 512;

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
    /// The options that were set, in order.
    pub(crate) settings: Vec<Setting>,
    /// The process that confirms its values, shared with copies.
    pub(crate) replica: Option<Arc<Mutex<Replica>>>,
    values: u64,
    remembered: Option<(Kept, i32)>,
}

impl Instance {
    pub(crate) fn new(source: Result<Source, ExternalError>) -> Instance {
        let (disabled, settings) = (Vec::new(), Vec::new());
        Instance { source, disabled, settings, replica: None, values: 0, remembered: None }
    }

    #[inline]
    pub(crate) fn source(&mut self) -> Result<&mut Source, ExternalError> {
        self.source.as_mut().map_err(|error| error.clone())
    }

    /// Forgets the value of before: another option has others.
    pub(crate) fn forget(&mut self) {
        self.remembered = None;
    }

    /// The terms; those of a program come with the value, which must be `value` if that is given.
    pub(crate) fn terms(&mut self, at: Place<'_>, value: Option<i32>) -> Result<Vec<ExternalTerm>, ExternalError> {
        let (second, terms) = match self.source()? {
            Source::Library(instance) => return instance.terms(at),
            Source::Pipe(program) => program.terms(at)?,
        };
        match value.filter(|value| *value != second) {
            Some(value) => Err(two_values(at.position, value, second, ", with its terms")),
            None => Ok(terms),
        }
    }

    /// The value in centipawns from the side to move.
    #[inline]
    pub(crate) fn value(&mut self, at: Place<'_>) -> Result<i32, ExternalError> {
        if self.disabled.is_empty() {
            return self.whole_value(at);
        }
        let posts = self.posts(at)?;
        let white = rounded(posts.iter().map(ExternalTerm::balance).sum());
        Ok(at.position.turn().fold_wb(white, -white))
    }

    /// The values of the positions; many are sent ahead to a program.
    pub(crate) fn values(&mut self, places: &[Place<'_>]) -> Result<Vec<i32>, ExternalError> {
        match &mut self.source {
            Ok(Source::Pipe(program)) if self.disabled.is_empty() => {
                let values = program.values(places)?;
                let both = places.iter().zip(values);
                both.map(|(at, value)| self.checked(*at, value)).collect()
            }
            _ => places.iter().map(|at| self.value(*at)).collect(),
        }
    }

    /// The terms, and what they leave of the value, without those that are disabled.
    pub(crate) fn posts(&mut self, at: Place<'_>) -> Result<Vec<ExternalTerm>, ExternalError> {
        let value = self.whole_value(at)?;
        let white = at.position.turn().fold_wb(value, -value);
        let mut terms = self.terms(at, Some(value))?;
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
    fn whole_value(&mut self, at: Place<'_>) -> Result<i32, ExternalError> {
        let value = self.source()?.value(at)?;
        self.checked(at, value)
    }

    /// The value, if it is in its range; now and then another one is computed again.
    #[inline]
    pub(crate) fn checked(&mut self, at: Place<'_>, value: i32) -> Result<i32, ExternalError> {
        if value.unsigned_abs() > EVAL_MAX as u32 {
            return Err(out_of_range(value.into(), &fen(at.position)));
        }
        if self.values.is_multiple_of(BETWEEN_REPEATS) {
            self.repeat(at, value)?;
        }
        self.values += 1;
        if let Some(replica) = &self.replica {
            let mut replica = replica.lock().unwrap_or_else(PoisonError::into_inner);
            replica.take(&self.settings, at, value)?;
        }
        Ok(value)
    }

    /// Computes again the value that is remembered, and remembers this one; the very first is repeated at once.
    #[cold]
    pub(crate) fn repeat(&mut self, at: Place<'_>, value: i32) -> Result<(), ExternalError> {
        let (before, first) = self.remembered.take().unwrap_or_else(|| (at.kept(), value));
        let second = self.source()?.value(place(&before))?;
        if first != second {
            return Err(two_values(&before.0, first, second, ""));
        }
        self.remembered = Some((at.kept(), value));
        Ok(())
    }
}
