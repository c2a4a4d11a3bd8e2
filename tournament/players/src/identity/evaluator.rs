//! Built-in evaluators, identified by their description and by the results of searches with them.

use std::sync::LazyLock;

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_uci::bench;
use openings::Fingerprint;

use super::Identity;
use super::memo::Memo;
use crate::known_positions::of_all_kinds;
use crate::player::{PlayerError, SearchNumbers, configured};
use config::EvaluatorConfig;

/// Plies of the search that identifies an evaluator: some ten thousand nodes.
pub const SIGNATURE_DEPTH: i32 = 6;
/// The evaluator whose `bench` identifies the search.
const OF_THE_SEARCH: &str = "michniewski";

/// The identity of an evaluator with its parameters and the numbers of its search. Disabled rules are in the
/// configuration, and change nothing here. `None` if there is no such evaluator or it does not take the
/// parameters.
pub(super) fn identity(config: &EvaluatorConfig, memo: &mut Memo) -> Option<Identity> {
    let config = EvaluatorConfig {
        disable: Vec::new(),
        // Neither changes its values, nor the fixed search.
        table: 16,
        eval_scale: None,
        ..config.clone()
    };
    let key = serde_json::to_string(&config).ok()?;
    memo.evaluator(&key, || {
        let nodes = bench(&config.evaluator, &config, SIGNATURE_DEPTH).ok()?;
        Some(Identity::with([
            ("evaluation".to_owned(), format!("values {}", values(&config)?)),
            ("search".to_owned(), format!("bench {SIGNATURE_DEPTH}: {nodes} nodes")),
        ]))
    })
}

/// The nodes of michniewski's `bench`, which identify the search.
#[must_use]
pub fn search_bench() -> Option<u64> {
    let mut memo = Memo::read();
    let nodes = of_the_search(&mut memo);
    memo.write();
    nodes
}

/// The same, remembered in `memo`.
pub(super) fn of_the_search(memo: &mut Memo) -> Option<u64> {
    let nodes = memo.evaluator(&format!("bench {}", bench::DEPTH), || {
        let config = EvaluatorConfig::of(OF_THE_SEARCH);
        let nodes = bench(OF_THE_SEARCH, &config, bench::DEPTH).ok()?;
        Some(Identity::with([("bench".to_owned(), nodes.to_string())]))
    })?;
    nodes.0.get("bench")?.parse().ok()
}

/// The nodes of `bench` to `depth` plies with an evaluator so configured; `engine` is for messages.
pub fn bench(engine: &str, config: &EvaluatorConfig, depth: i32) -> Result<u64, PlayerError> {
    let evaluator = configured(engine, config)?;
    let numbers = SearchNumbers::of(engine, config)?;
    let mut search = numbers.searcher(&*evaluator, bench::TABLE_BITS);
    let nodes = bench::positions().map(|game| {
        search.clear();
        let found = search.go(&game, &Limits::depth(depth), &mut |_| {});
        Ok(found?.nodes)
    });
    nodes.sum()
}

/// The evaluator's values of the built-in positions, as a key.
fn values(config: &EvaluatorConfig) -> Option<String> {
    let evaluator = configured(&config.evaluator, config).ok()?;
    let mut key = Fingerprint::default();
    for game in positions() {
        key.add(&format!("{} ", evaluator.tenths(game).ok()?));
    }
    Some(format!("{:016x}", key.0))
}

/// The positions that identify evaluators: those of `bench`, and of all kinds from the built-in games.
fn positions() -> &'static [Game] {
    static POSITIONS: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let of_games = of_all_kinds().unwrap_or_default();
        bench::positions().chain(of_games).collect()
    });
    &POSITIONS
}
