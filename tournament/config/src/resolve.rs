//! The meaning of the keys.

pub(super) mod games;
pub(super) mod run;
pub(super) mod time_controls;

use std::path::Path;

use super::checks::Resolved;
use super::engine::{self, Common, DEFAULT_TABLE};
use super::raw::RawConfig;
use super::{Config, PgnConfig};

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(raw: RawConfig, folder: &Path, evaluators: &[&str]) -> Resolved<Config> {
    let format = run::format(&raw.run, raw.engines.len())?;
    let names = engine::names(&raw.engines)?;
    let run = run::run(raw.run.clone(), run::stop_rule(&raw)?, format, &names)?;
    let openings = games::openings(&raw.openings, folder, format, run.openings())?;
    let adjudication = games::adjudication(&raw.adjudication, folder)?;
    let time_controls = time_controls::time_controls(&raw)?;
    let common = Common::new(&raw, &time_controls, folder, evaluators, DEFAULT_TABLE)?;
    let engines = raw.engines.into_iter().zip(names).enumerate();
    let engines = engines.map(|(index, (raw, name))| {
        let engine = engine::resolve(raw, name, &common);
        engine.map_err(|error| error.below(["engine", &index.to_string()]))
    });
    let config = Config {
        run,
        openings,
        adjudication,
        pgn: PgnConfig {
            pv: raw.pgn.pv,
            seldepth: raw.pgn.seldepth,
            time_left: raw.pgn.time_left,
            scores: raw.pgn.scores,
        },
        time_controls,
        engines: engines.collect::<Resolved<_>>()?,
    };
    Ok(config.told_to_programs())
}
