//! The numbers of evaluators that have none in their source.

use std::path::Path;

use config::EngineConfig;
use lab::calibration::measured::{FILE, Measurements};

/// The measurements stored in the current folder.
pub(crate) fn measurements() -> anyhow::Result<Measurements> {
    Ok(Measurements::read(Path::new(FILE))?)
}

/// Gives the evaluators among `engines` their measured numbers, and warns of missing or old ones.
pub(crate) fn give_measured(engines: &mut [EngineConfig]) -> anyhow::Result<()> {
    let warnings = measurements()?.give_all(engines)?;
    for warning in &warnings {
        super::note(warning);
    }
    Ok(())
}
