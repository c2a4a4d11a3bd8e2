//! Builds, with messages on their progress.

use regression::versions::build::Builder;
use regression::versions::git::State;
use regression::versions::{Version, VersionError};
use report::progress::Progress;

use super::signature;

/// The version of an engine from a state, under `name` if one is given.
pub(crate) fn build_version(
    builder: &Builder<'_>,
    state: &State,
    engine: &str,
    name: Option<&str>,
) -> Result<Version, VersionError> {
    let mut progress = None;
    let notify = |line: &str| {
        let begin = || {
            let progress = Progress::step();
            progress.note(format!("Building {engine} from {}", state.text()));
            progress
        };
        let progress = progress.get_or_insert_with(begin);
        // A compiler's notes stay, too.
        if line.starts_with("note: ") {
            progress.note(line.to_owned());
        } else {
            progress.show(line);
        }
    };
    let version = match name {
        Some(name) => builder.named(state, engine, name, notify),
        None => builder.version(state, engine, notify),
    };
    if let Some(progress) = &progress {
        progress.finish();
    }
    let version = version?;
    crate::cli::note(&format!("{}: {}", state.text(), signature(&version)));
    Ok(version)
}
