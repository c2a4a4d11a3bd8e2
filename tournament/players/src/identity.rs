//! The identity of an engine, independent of its name and its path.
//!
//! A program is identified by the SHA-256 of its file and of the files named by its command line, options and folder; a
//! built-in evaluator by its values of several thousand fixed positions and by the nodes of a fixed search; an
//! evaluation from outside by its files, and by the search of this program. Files are hashed once and remembered by
//! size, times and inode in the user's cache folder, evaluators by the arena's own program.

mod memo;
mod program;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use build_info::{BUILD, Build};
use config::{EngineConfig, EngineKind, EvaluatorConfig};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_uci::bench;
use openings::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::known_positions::of_all_kinds;
use crate::player::{PlayerError, configured, params, searcher};
use memo::Memo;
pub use memo::sha256;

/// A build of the arena and its search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaBuild {
    /// The program.
    #[serde(flatten)]
    pub build: Build,
    /// The nodes of michniewski's `bench`, which identify the search.
    pub bench: Option<u64>,
}

/// The name of the project, as files and pages have it.
pub const PROJECT: &str = "Evalarena";

/// Name and version of this program in files: `Evalarena 0.1.0`.
pub fn software() -> String {
    format!("{PROJECT} {}", BUILD.version)
}

impl ArenaBuild {
    /// The build that runs.
    pub fn own() -> Self {
        Self { build: BUILD, bench: search_bench() }
    }

    /// Its name in files: `Evalarena 0.1.0 36c91cb0a1`.
    pub fn name(&self) -> String {
        format!("{PROJECT} {}", self.build.short())
    }
}

/// One engine: the names of its parts, each with its digest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(BTreeMap<String, String>);

/// The engines of a run, by their names. One whose files cannot be found or read is left out.
pub type Identities = BTreeMap<String, Identity>;

impl Identity {
    /// The parts by name, each with its digest: `sha256 ...` of a file, `values ...` and `bench ...` of an evaluator.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.0.iter();
        parts.map(|(name, digest)| (name.as_str(), digest.as_str()))
    }

    /// All of it in one line.
    pub fn text(&self) -> String {
        let parts = self.parts().map(|(name, digest)| format!("{name}: {digest}"));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// All of it in one line, with the beginnings of long digests.
    pub fn brief(&self) -> String {
        let parts = self.parts().map(|(name, digest)| format!("{name}: {}", brief(digest)));
        parts.collect::<Vec<_>>().join(", ")
    }

    fn with(parts: impl IntoIterator<Item = (String, String)>) -> Self {
        Self(parts.into_iter().collect())
    }

    fn differences(&self, now: &Self, engine: &str) -> Vec<String> {
        let all = self.0.iter().chain(&now.0).map(|(name, _)| name);
        let names: std::collections::BTreeSet<&String> = all.collect();
        let line = |name: &String| match (self.0.get(name), now.0.get(name)) {
            (Some(was), Some(is)) if was == is => None,
            (Some(was), Some(is)) => {
                Some(format!("engine {engine:?}: its {name} has changed (it was {}, and is {})", brief(was), brief(is)))
            }
            (Some(_), None) => Some(format!("engine {engine:?}: its {name} is gone")),
            (None, _) => Some(format!("engine {engine:?}: its {name} is new")),
        };
        names.into_iter().filter_map(line).collect()
    }
}

/// A digest that is short enough for a message.
fn brief(digest: &str) -> &str {
    const SHA256: &str = "sha256 ";
    const DIGITS: usize = 12;
    match digest.strip_prefix(SHA256) {
        Some(_) => digest.get(..SHA256.len() + DIGITS).unwrap_or(digest),
        None => digest,
    }
}

/// The current identities of these engines.
pub fn identities(engines: &[EngineConfig]) -> Identities {
    let of = |engine: &EngineConfig, memo: &mut Memo| {
        let identity = match &engine.kind {
            EngineKind::Evaluator(own) => of_evaluator_in(own, memo),
            EngineKind::Program(program) => program::identity(program, memo),
        };
        Some((engine.name.clone(), identity?))
    };
    Memo::with(|memo| engines.iter().filter_map(|engine| of(engine, memo)).collect())
}

/// The current identity of an evaluator; `None` if there is none of its name, or a built-in one rejects its parameters.
pub fn of_evaluator(config: &EvaluatorConfig) -> Option<Identity> {
    Memo::with(|memo| of_evaluator_in(config, memo))
}

fn of_evaluator_in(config: &EvaluatorConfig, memo: &mut Memo) -> Option<Identity> {
    match &config.external {
        Some(external) => program::external_identity(config, external, memo),
        None => identity(config, memo),
    }
}

/// A seed for games between these engines, the same for the same engines with the same options and another one for
/// others: below a million.
pub fn seed(engines: &[EngineConfig]) -> u64 {
    let identities = identities(engines);
    seed_of(engines.iter().map(|engine| {
        // Texts and numbers: there is nothing that JSON could not hold.
        let kind = serde_json::to_string(&engine.kind).unwrap_or_default();
        let identity = identities.get(&engine.name).map(Identity::text);
        format!("{kind} {}\n", identity.unwrap_or_default())
    }))
}

/// The number of seeds to draw from: small enough for people to read and write them.
const SEEDS: u64 = 1_000_000;

/// A seed that is drawn from texts, below a million.
pub fn seed_of(texts: impl IntoIterator<Item = String>) -> u64 {
    let mut key = Fingerprint::default();
    texts.into_iter().for_each(|text| key.add(&text));
    key.0 % SEEDS
}

/// The differences between the engines that began a run and those that would resume it, a line each. Engines that only
/// one of them knows are not compared.
pub fn differences(began: &Identities, now: &Identities) -> Vec<String> {
    let both = began.iter().filter_map(|(engine, was)| {
        let is = now.get(engine)?;
        Some(was.differences(is, engine))
    });
    both.flatten().collect()
}

/// Plies of the search that identifies an evaluator: some ten thousand nodes.
pub const SIGNATURE_DEPTH: i32 = 6;
/// The evaluator whose `bench` identifies the search.
const OF_THE_SEARCH: &str = "michniewski";

/// The identity of an evaluator with its parameters and the numbers of its search. Disabled rules are in the
/// configuration, and change nothing here. `None` if there is no such evaluator or it does not take the parameters.
fn identity(config: &EvaluatorConfig, memo: &mut Memo) -> Option<Identity> {
    let config = EvaluatorConfig {
        disable: Vec::new(),
        // Neither changes its values, nor the fixed search.
        table: 16,
        eval_scale: None,
        ..config.clone()
    };
    memo.evaluator(&serde_json::to_string(&config).ok()?, || {
        let nodes = bench(&config.evaluator, &config, SIGNATURE_DEPTH).ok()?;
        Some(Identity::with([
            ("evaluation".to_owned(), format!("values {}", values(&config)?)),
            ("search".to_owned(), format!("bench {SIGNATURE_DEPTH}: {nodes} nodes")),
        ]))
    })
}

/// The nodes of michniewski's `bench`, which identify the search.
pub fn search_bench() -> Option<u64> {
    Memo::with(search_identity)
}

/// The same, remembered in `memo`.
fn search_identity(memo: &mut Memo) -> Option<u64> {
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
    let mut search = searcher(&*evaluator, config, params(engine, config)?, bench::TABLE_BITS);
    let nodes = bench::positions().map(|game| {
        search.clear();
        Ok(search.go(&game, &Limits::depth(depth), &mut |_| {})?.nodes)
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
    static POSITIONS: LazyLock<Vec<Game>> =
        LazyLock::new(|| bench::positions().chain(of_all_kinds().unwrap_or_default()).collect());
    &POSITIONS
}
