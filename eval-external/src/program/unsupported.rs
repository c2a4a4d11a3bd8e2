//! Programs, where there are none: they are run on Unix systems only.

use std::time::Duration;

use crate::failure::ExternalError;

/// No program.
#[derive(Debug)]
pub(crate) enum Program {}

/// The text that is awaited and the time for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait;

impl Wait {
    pub(crate) fn new(_what: &'static str, _limit: Duration) -> Wait {
        Wait
    }
}

impl Program {
    pub(crate) fn start(words: &[String]) -> Result<Program, ExternalError> {
        Err(ExternalError::Start {
            program: words.first().cloned().unwrap_or_default(),
            reason: "programs are run on Unix systems only".to_owned(),
        })
    }

    pub(crate) fn exchange(
        &mut self,
        _bytes: &[u8],
        _wait: Wait,
        _take: impl FnMut(&str) -> Result<bool, ExternalError>,
    ) -> Result<(), ExternalError> {
        match *self {}
    }

    pub(crate) fn rest(&self) -> Option<String> {
        match *self {}
    }
}
