//! The numbers of evaluators that have none in their source.

use std::path::Path;

use config::EngineConfig;
use lab::calibration::measured::{FILE, Measurements};

/// The measurements stored in the current folder.
pub(crate) fn measurements() -> anyhow::Result<Measurements> {
    Ok(Measurements::read(Path::new(FILE))?)
}

/// Gives the evaluators among `engines` what was measured of them, and warns of numbers that are missing or old unless
/// it is to be `quiet`.
pub(crate) fn give_measured(engines: &mut [EngineConfig], quiet: bool) -> anyhow::Result<()> {
    let warnings = measurements()?.give_all(engines)?;
    for warning in warnings.iter().filter(|_| !quiet) {
        super::remark(warning);
    }
    Ok(())
}
