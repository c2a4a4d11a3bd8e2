//! What values come from, and how it is started.

use std::path::PathBuf;
use std::slice;

use engine_core::options::OptionInfo;
use engine_core::position::Position;

use crate::ExternalError;
use crate::library::{Library, LibraryInstance};
use crate::pipe::{Patience, PipeProgram};

/// The settings with which an evaluation is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The folder in which programs are started, and from which the path of a library counts; without it the process's.
    pub folder: Option<PathBuf>,
    /// The time that a program has.
    pub patience: Patience,
    /// The effect of a failure during a search.
    pub on_failure: OnFailure,
    /// True if a second process confirms the first values and one in 64 of the others: where values are measured.
    pub confirms: bool,
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
    pub(crate) fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
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
