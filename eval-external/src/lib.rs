//! Evaluations from outside under the workspace's search: a shared library with a C interface, or a program over a pipe.
//!
//! A [`Spec`] names one, [`ExternalEvaluator::open`] starts it, a [`Setup`] is one with all its settings, and the result is an
//! [`Evaluator`](engine_core::evaluator::Evaluator) like any other. Code from outside may crash, hang or write where
//! it likes, so that an external evaluator belongs in a process that does nothing else: `evalarena engine` is one.
//! A failure during a search ends that process with a message on standard error.
//!
//! `include/evaluation.h` is the interface of libraries, [`pipe`] describes the protocol of programs. All unsafe code is in `library`.

mod evaluator;
mod failure;
mod instance;
mod library;
mod names;
#[cfg(not(unix))]
mod no_program;
pub mod pipe;
mod position;
#[cfg(unix)]
mod program;
mod rules;
mod serve;
mod setup;
mod spec;
mod term;

#[cfg(not(unix))]
use no_program as program;

pub use evaluator::{ExternalEvaluator, FAILURE_STATUS};
pub use failure::ExternalError;
pub use instance::{OnFailure, Start};
pub use library::INTERFACE;
pub use serve::serve;
pub use setup::Setup;
pub use spec::Spec;
pub use term::ExternalTerm;

/// The header of the C interface, include/evaluation.h.
pub const HEADER: &str = include_str!("../include/evaluation.h");
