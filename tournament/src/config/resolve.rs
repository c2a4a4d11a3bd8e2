//! From the keys as written to what they mean.

pub(super) mod games;
pub(super) mod ladders;
pub(super) mod run;

use std::ops::RangeInclusive;
use std::path::Path;

use super::engine::{self, Common};
use super::error::{Located, Problem};
use super::raw::RawConfig;
use super::{Config, PgnConfig};

/// Names longer than this spoil tables.
pub(super) const MAX_NAME: usize = 60;

/// The factor on the margins of the search: from where hardly any is left to where they are as wide as
/// scores go.
const SWING: RangeInclusive<f64> = 0.01..=100.0;

pub(super) type Resolved<T> = Result<T, Located>;

/// Gives the keys their meaning. `folder` is where relative paths start.
pub(super) fn resolve(raw: RawConfig, folder: &Path, evaluators: &[&str]) -> Resolved<Config> {
    let format = run::format(&raw.run, raw.engines.len())?;
    let names = engine::names(&raw.engines)?;
    let run = run::run(raw.run.clone(), format, &names)?;
    let openings = games::openings(&raw.openings, folder, run.openings())?;
    let adjudication = games::adjudication(&raw.adjudication)?;
    let ladders = ladders::ladders(&raw)?;
    let common = Common::new(&raw, ladders.first(), folder, evaluators)?;
    let engines = raw.engines.into_iter().zip(names).enumerate();
    let engines = engines.map(|(index, (raw, name))| {
        let engine = engine::resolve(raw, name, &common);
        engine.map_err(|error| error.below(["engine", &index.to_string()]))
    });
    Ok(Config {
        run,
        openings,
        adjudication,
        pgn: PgnConfig { pv: raw.pgn.pv },
        ladders,
        engines: engines.collect::<Resolved<_>>()?,
    })
}

pub(super) fn within<const N: usize>(
    key: [&str; N],
    given: u64,
    range: RangeInclusive<u64>,
) -> Resolved<()> {
    if range.contains(&given) {
        return Ok(());
    }
    let (low, high) = range.into_inner();
    Err(Located::new(key, Problem::Range { given, low, high }))
}

pub(super) fn swing(given: Option<f64>) -> Resolved<Option<f64>> {
    match given.filter(|swing| !SWING.contains(swing)) {
        None => Ok(given),
        Some(wrong) => {
            let given = wrong.to_string();
            Err(Located::new(["swing"], Problem::Swing { given }))
        }
    }
}

pub(super) fn missing<const N: usize>(key: [&str; N], example: &'static str) -> Located {
    Located::new(key, Problem::Missing { example })
}

pub(super) fn unknown(given: &str, known: &[impl AsRef<str>]) -> Problem {
    Problem::Unknown {
        given: given.to_owned(),
        known: owned(known),
    }
}

fn owned(names: &[impl AsRef<str>]) -> Vec<String> {
    names.iter().map(|name| name.as_ref().to_owned()).collect()
}
