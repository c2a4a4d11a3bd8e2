//! Reports of a small tournament, by the public interface.

#![allow(clippy::unwrap_used)]

mod games;
mod results;
mod tables;

use config::Config;
use report::{Results, ResultsBuilder};
use runner::sample;

/// Results of the first games of the sample, by the half points of the engine that is first in its configuration.
fn results(half_points: &[u8]) -> Results {
    results_of(&sample::config(), half_points)
}

fn results_of(config: &Config, half_points: &[u8]) -> Results {
    let mut builder = ResultsBuilder::new(config, sample::schedule(config).len());
    sample::games(config, half_points).iter().for_each(|game| builder.add(game));
    builder.results()
}
