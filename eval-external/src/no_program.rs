//! Programs, where there are none: they are run on Unix systems only.

use std::path::Path;
use std::time::Duration;

use crate::failure::ExternalError;

pub(crate) use {NoProgram as Program, NoWait as Wait};

/// No program.
#[derive(Debug)]
pub(crate) enum NoProgram {}

/// The text that is awaited and the time for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoWait;

impl NoWait {
    pub(crate) fn new(_what: &'static str, _limit: Duration) -> NoWait {
        NoWait
    }
}

impl NoProgram {
    pub(crate) fn start(
        words: &[String],
        _folder: Option<&Path>,
    ) -> Result<NoProgram, ExternalError> {
        Err(ExternalError::Start {
            program: words.first().cloned().unwrap_or_default(),
            reason: "programs are run on Unix systems only".to_owned(),
        })
    }

    pub(crate) fn exchange(
        &mut self,
        _bytes: &[u8],
        _wait: NoWait,
        _take: impl FnMut(&str) -> Result<bool, ExternalError>,
    ) -> Result<(), ExternalError> {
        match *self {}
    }

    pub(crate) fn rest(&self) -> Option<String> {
        match *self {}
    }
}
