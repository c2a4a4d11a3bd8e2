//! Built-in evaluators, known by what they say and by what a search finds with them.

use std::sync::LazyLock;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Ledger, Sum};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::search::Search;
use engine_uci::bench;
use openings::Fingerprint;

use super::Identity;
use super::memo::Memo;
use crate::known_positions::of_all_kinds;
use crate::player::{PlayerError, configure_search, with_configured};
use crate::registry::{self, Visitor};
use config::EvaluatorConfig;

/// Plies of the search that identifies an evaluator: some ten thousand nodes.
pub const SIGNATURE_DEPTH: i32 = 6;
/// The evaluator whose `bench` identifies the search.
const OF_THE_SEARCH: &str = "michniewski";

/// Why an evaluator has no signature.
#[derive(Debug, thiserror::Error)]
pub enum SignatureError {
    /// There is no such evaluator.
    #[error("there is no evaluator {0:?}")]
    Unknown(String),
    /// It does not take its parameters.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

/// The identity of an evaluator with its parameters and the numbers of its search. Rules that are switched off stand in
/// the configuration, and change nothing here. `None` if there is no such evaluator or it does not take the
/// parameters.
pub(super) fn identity(config: &EvaluatorConfig, memo: &mut Memo) -> Option<Identity> {
    let config = EvaluatorConfig {
        disable: Vec::new(),
        // Neither changes what it says, nor the fixed search.
        table: 16,
        scale: None,
        ..config.clone()
    };
    let key = serde_json::to_string(&config).ok()?;
    memo.evaluator(&key, || {
        let nodes = bench(&config.evaluator, &config, SIGNATURE_DEPTH).ok()?;
        Some(Identity::with([
            (
                "evaluation".to_owned(),
                format!("values {}", values(&config)?),
            ),
            (
                "search".to_owned(),
                format!("bench {SIGNATURE_DEPTH}: {nodes} nodes"),
            ),
        ]))
    })
}

/// The nodes of michniewski's `bench`, which identify the search.
#[must_use]
pub fn search_bench() -> Option<u64> {
    let mut memo = Memo::read();
    let nodes = memo.evaluator(&format!("bench {}", bench::DEPTH), || {
        let config = EvaluatorConfig::of(OF_THE_SEARCH);
        let nodes = bench(OF_THE_SEARCH, &config, bench::DEPTH).ok()?;
        Some(Identity::with([("bench".to_owned(), nodes.to_string())]))
    })?;
    memo.write();
    nodes.0.get("bench")?.parse().ok()
}

/// The nodes of `bench` to `depth` plies with an evaluator so configured; `engine` is for messages.
///
/// # Errors
/// If there is no such evaluator, or it does not take its parameters.
pub fn bench(engine: &str, config: &EvaluatorConfig, depth: i32) -> Result<u64, SignatureError> {
    let signature = Signature {
        engine,
        config,
        depth,
    };
    let unknown = || SignatureError::Unknown(config.evaluator.clone());
    Ok(registry::with(&config.evaluator, signature).ok_or_else(unknown)??)
}

/// The nodes of the fixed search.
struct Signature<'s> {
    engine: &'s str,
    config: &'s EvaluatorConfig,
    depth: i32,
}

impl Visitor for Signature<'_> {
    type Output = Result<u64, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let (engine, config) = (self.engine, self.config);
        with_configured(evaluator, engine, config, Configured(self))?
    }
}

/// The same of an evaluator that is configured.
struct Configured<'s>(Signature<'s>);

impl Visitor for Configured<'_> {
    type Output = Result<u64, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let Signature {
            engine,
            config,
            depth,
        } = self.0;
        let mut search: Search<E> = bench::search(evaluator);
        configure_search(&mut search, engine, config)?;
        Ok(bench::signature(search, depth))
    }
}

/// What the evaluator says of the positions that the program holds, as a key.
fn values(config: &EvaluatorConfig) -> Option<String> {
    registry::with(&config.evaluator, WithParameters(config))?
}

/// Hands the evaluator with its parameters on.
struct WithParameters<'c>(&'c EvaluatorConfig);

impl Visitor for WithParameters<'_> {
    type Output = Option<String>;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Option<String> {
        with_configured(evaluator, &self.0.evaluator, self.0, Values).ok()
    }
}

/// The key of its values.
struct Values;

impl Visitor for Values {
    type Output = String;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> String {
        let mut key = Fingerprint::default();
        for game in positions() {
            let (node, _) = Node::root(&evaluator, game);
            let mut sum = Sum::default();
            evaluator.post(&node, &mut sum);
            key.add(&format!("{} ", sum.total()));
        }
        format!("{:016x}", key.0)
    }
}

/// The positions that evaluators are known by: those of `bench`, and of all kinds from games that the program holds.
fn positions() -> &'static [Game] {
    static POSITIONS: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let of_games = of_all_kinds().unwrap_or_default();
        bench::positions().chain(of_games).collect()
    });
    &POSITIONS
}
