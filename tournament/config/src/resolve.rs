//! The meaning of the keys.

pub(super) mod games;
pub(super) mod limits;
pub(super) mod run;

use std::path::Path;

use super::Config;
use super::checks::Resolved;
use super::engine::{self, Common, DEFAULT_TABLE};
use super::raw::RawConfig;

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(mut raw: RawConfig, folder: &Path, evaluators: &[&str]) -> Resolved<Config> {
    let own = std::mem::take(&mut raw.engines);
    let format = run::format(&raw.run, own.len())?;
    let names = engine::names(&own)?;
    let mut config = run::tournament(&raw, folder, format, &names)?;
    config.time_controls = run::time_controls(&raw, &own)?;
    let common = Common::new(&raw, &config.time_controls, folder, evaluators, DEFAULT_TABLE)?;
    config.engines = engine::resolve_all(own, names, &common)?;
    Ok(config.told_to_programs())
}
