//! What values come from, and how it is started.

use std::path::PathBuf;
use std::slice;

use engine_core::game::Game;
use engine_core::options::OptionInfo;

use crate::ExternalError;
use crate::interface::RawMove;
use crate::library::state::Place;
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
                PipeProgram::start(words, folder, start.patience).map(|program| Source::Pipe(Box::new(program)))
            }
        }
    }
}

/// What values come from: an instance of a library, or a program.
#[derive(Debug)]
pub(crate) enum Source {
    Library(LibraryInstance),
    Pipe(Box<PipeProgram>),
}

impl Source {
    #[inline]
    pub(crate) fn value(&mut self, at: Place<'_>) -> Result<i32, ExternalError> {
        match self {
            Source::Library(instance) => Ok(instance.value(at)),
            Source::Pipe(program) => Ok(program.values(slice::from_ref(&at))?[0]),
        }
    }

    /// The bytes of a state; 0 if none is kept.
    pub(crate) fn state_size(&self) -> usize {
        match self {
            Source::Library(instance) => instance.library().state_size(),
            Source::Pipe(program) => program.greeting.state_size,
        }
    }

    /// The state of the game's position.
    pub(crate) fn root(&mut self, game: &Game, state: &mut [u64]) -> Result<(), ExternalError> {
        match self {
            Source::Library(instance) => instance.handle().root(game, state),
            Source::Pipe(program) => program.root(game, state)?,
        }
        Ok(())
    }

    /// Brings the parent's state up to date with a move.
    pub(crate) fn play(&mut self, state: &mut [u64], mv: &RawMove) -> Result<(), ExternalError> {
        match self {
            Source::Library(instance) => instance.handle().play(state, mv),
            Source::Pipe(program) => program.play(state, mv)?,
        }
        Ok(())
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
