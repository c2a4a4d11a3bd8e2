//! Builds, with messages on their progress.

use regression::versions::build::Builder;
use regression::versions::git::State;
use regression::versions::{Version, VersionError};
use report::progress::Progress;

use super::signature;

/// Builds and their progress.
pub(crate) struct Steps {
    quiet: bool,
}

impl Steps {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            crate::cli::remark(text);
        }
    }

    /// The version of an engine from a state, under `name` if one is given.
    pub(crate) fn build(
        &self,
        builder: &Builder<'_>,
        state: &State,
        engine: &str,
        name: Option<&str>,
    ) -> Result<Version, VersionError> {
        let mut progress = None;
        let tell = |line: &str| {
            let begin = || {
                let progress = if self.quiet {
                    Progress::hidden()
                } else {
                    Progress::step()
                };
                if !self.quiet {
                    progress.note(format!("Building {engine} from {}", state.text()));
                }
                progress
            };
            progress.get_or_insert_with(begin).tell(line);
        };
        let version = match name {
            Some(name) => builder.named(state, engine, name, tell),
            None => builder.version(state, engine, tell),
        };
        if let Some(progress) = &progress {
            progress.finish();
        }
        let version = version?;
        self.note(&format!("{}: {}", state.text(), signature(&version)));
        Ok(version)
    }
}
