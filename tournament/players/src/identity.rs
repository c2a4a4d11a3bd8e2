//! The identity of an engine, independent of its name and its path: what it answers.
//!
//! A built-in evaluator is known by its values of several thousand fixed positions and by the nodes of fixed searches, an
//! evaluation from outside by its values of 500 of these positions, asked each time; a program by its file and those that
//! it names, and by its answers to fixed searches unless it is one of the system's. Files are hashed once and
//! remembered by size, times and inode in the user's cache folder, evaluators by the arena's own program.

mod files;
mod memo;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use build_info::{BUILD, Build};
use config::{EngineConfig, EngineKind, EvaluatorConfig};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_uci::bench;
use evaluators::AnyEvaluator;
use openings::Fingerprint;
use serde::{Deserialize, Serialize};

use crate::known_positions::of_all_kinds;
use crate::player::{PlayerError, configured, params, searcher};
use files::Files;
use memo::Memo;
pub use memo::sha256;

/// A build of the arena and its search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArenaBuild {
    /// The program.
    #[serde(flatten)]
    pub build: Build,
    /// The SHA-256 of its file; `None` if it cannot be read.
    pub sha256: Option<String>,
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
        let own = |memo: &mut Memo| (memo.own(), full_bench(OF_THE_SEARCH, memo));
        let (sha256, bench) = Memo::with(own);
        Self { build: BUILD, sha256, bench }
    }

    /// Its name in files, with the beginning of its program's SHA-256: `Evalarena 0.1.0 36c91cb0a1, sha256 9f86d081884c`.
    pub fn name(&self) -> String {
        let digest = self.sha256.as_ref().map(|digest| format!(", {}", brief(&format!("{SHA256}{digest}"))));
        format!("{PROJECT} {}{}", self.build.short(), digest.unwrap_or_default())
    }
}

/// Parts of an identity by name, each with its digest.
type Parts = BTreeMap<String, String>;

/// One engine: what it answers, and what it is made of.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Identity {
    /// `values ...` of an evaluation, and the nodes or the answers of searches.
    answers: Parts,
    /// Files that are part of it whatever it answers: a program, and those that its configuration names.
    files: Parts,
    /// Files that may be part of it: it is another one if its answers are, or if it has none.
    beside: Parts,
    /// Changes when one of the files is touched; only of an identity that was looked for by this process.
    #[serde(skip)]
    stamp: u64,
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        let parts = |of: &Self| [of.answers.clone(), of.files.clone(), of.beside.clone()];
        parts(self) == parts(other)
    }
}

impl Eq for Identity {}

/// The engines of a run, by their names. One whose files cannot be found or read is left out.
pub type Identities = BTreeMap<String, Identity>;

impl Identity {
    /// The parts that decide, by name, each with its digest: `values ...`, `bench ...`, `sha256 ...`.
    pub fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let parts = self.answers.iter().chain(&self.files);
        parts.map(|(name, digest)| (name.as_str(), digest.as_str()))
    }

    /// These in one line.
    pub fn text(&self) -> String {
        let parts = self.parts().map(|(name, digest)| format!("{name}: {digest}"));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// These in one line, with the beginnings of long digests.
    pub fn brief(&self) -> String {
        let parts = self.parts().map(|(name, digest)| format!("{name}: {}", brief(digest)));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// True if a file of `engine`, whose identity this was, was touched since.
    pub fn is_touched(&self, engine: &EngineConfig) -> bool {
        self.stamp != Files::of(engine).map_or(0, |files| files.stamp())
    }

    /// True if it is a part of what plays, and not an engine of this program's own.
    pub fn is_foreign(engine: &EngineConfig) -> bool {
        !matches!(&engine.kind, EngineKind::Evaluator(own) if own.external.is_none())
    }

    /// The differences that make the other one another engine, in words that go on from its name.
    fn differences(&self, now: &Self) -> Vec<String> {
        let both = |name: &&String| now.answers.contains_key(*name);
        let answers: Vec<&String> = self.answers.keys().filter(both).collect();
        let mut lines = changes(&self.answers, &now.answers, answers.iter().copied());
        lines.extend(changes(&self.files, &now.files, self.files.keys().chain(now.files.keys())));
        if !self.is_answered() || !now.is_answered() {
            let own = |line: &String| line.starts_with(&format!("its {OWN} "));
            lines.extend(self.changes_beside(now).into_iter().filter(|line| !own(line)));
        }
        lines
    }

    /// True if it is known by what it answers: an evaluation, which this program searches with, by values.
    fn is_answered(&self) -> bool {
        self.has_values() || !(self.answers.is_empty() || self.beside.contains_key(OWN))
    }

    /// True if it is known by the values of an evaluation.
    pub fn has_values(&self) -> bool {
        self.answers.contains_key(VALUES)
    }

    fn changes_beside(&self, now: &Self) -> Vec<String> {
        changes(&self.beside, &now.beside, self.beside.keys().chain(now.beside.keys()))
    }
}

/// The changes of the parts of these names, in words that go on from the engine's name.
fn changes<'n>(was: &Parts, is: &Parts, names: impl Iterator<Item = &'n String>) -> Vec<String> {
    let line = |name: &String| match (was.get(name), is.get(name)) {
        (Some(was), Some(is)) if was == is => None,
        (Some(was), Some(is)) => Some(format!("its {name} has changed (it was {}, and is {})", brief(was), brief(is))),
        (Some(_), None) => Some(format!("its {name} is gone")),
        (None, _) => Some(format!("its {name} is new")),
    };
    names.collect::<BTreeSet<_>>().into_iter().filter_map(line).collect()
}

const SHA256: &str = "sha256 ";

/// A digest that is short enough for a message.
fn brief(digest: &str) -> &str {
    const DIGITS: usize = 12;
    match digest.strip_prefix(SHA256) {
        Some(_) => digest.get(..SHA256.len() + DIGITS).unwrap_or(digest),
        None => digest,
    }
}

/// The current identities of these engines.
pub fn identities(engines: &[EngineConfig]) -> Identities {
    let mut evaluations = BTreeMap::new();
    let mut of = |engine: &EngineConfig, memo: &mut Memo| {
        let identity = match &engine.kind {
            EngineKind::Evaluator(own) => {
                // Engines that differ in what does not count here are asked once.
                let own = counting(own);
                let known = evaluations.entry(serde_json::to_string(&own).ok()?);
                known.or_insert_with(|| of_evaluator_in(&own, engine, memo)).clone()
            }
            EngineKind::Program(program) => files::identity(program, engine, memo),
        };
        Some((engine.name.clone(), identity?))
    };
    Memo::with(|memo| engines.iter().filter_map(|engine| of(engine, memo)).collect())
}

/// The current identity of an evaluator; `None` if there is none of its name, or a built-in one rejects its parameters.
pub fn of_evaluator(config: &EvaluatorConfig) -> Option<Identity> {
    let engine = EngineConfig { kind: EngineKind::Evaluator(config.clone()), ..EngineConfig::of_evaluator("", 1) };
    identities(&[engine]).into_values().next()
}

/// The part of a configuration on which an identity depends: disabled rules are in the configuration, and neither the
/// table nor the scale changes values or fixed searches.
fn counting(config: &EvaluatorConfig) -> EvaluatorConfig {
    EvaluatorConfig { disable: Vec::new(), table: 16, eval_scale: None, ..config.clone() }
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
    each(began, now, Identity::differences)
}

/// Changes between them that are none of what they answer, a line each: of files, and of this program.
pub fn rebuilt(began: &Identities, now: &Identities) -> Vec<String> {
    let same = |was: &Identity, is: &Identity| {
        let answers = if is.beside.contains_key(OWN) { "and its values have not" } else { "and its searches have not" };
        let lines = was.changes_beside(is).into_iter();
        lines.map(|line| format!("{line}, {answers}")).collect::<Vec<_>>()
    };
    let own = |line: &String| line.contains(&format!("its {OWN} has"));
    let (builds, mut lines): (Vec<String>, _) = each(began, now, same).into_iter().partition(own);
    if !builds.is_empty() {
        lines.push(format!("another build of {OWN} goes on with this run, with the same values and the same search"));
    }
    lines
}

fn each(began: &Identities, now: &Identities, lines: impl Fn(&Identity, &Identity) -> Vec<String>) -> Vec<String> {
    let both = began.iter().filter_map(|(engine, was)| {
        let lines = lines(was, now.get(engine)?).into_iter();
        Some(lines.map(move |line| format!("engine {engine:?}: {line}")))
    });
    both.flatten().collect()
}

/// Plies of the search that identifies an evaluator with its parameters: some ten thousand nodes.
pub const SIGNATURE_DEPTH: i32 = 6;
/// The evaluator whose `bench` identifies the search.
const OF_THE_SEARCH: &str = "michniewski";
/// The part that is its values.
const VALUES: &str = "evaluation";
/// The part that is this program.
const OWN: &str = "evalarena";

/// The identity of an evaluator with its parameters and the numbers of its search. `None` if there is no such evaluator
/// or it does not take the parameters.
fn of_evaluator_in(config: &EvaluatorConfig, engine: &EngineConfig, memo: &mut Memo) -> Option<Identity> {
    let own = memo.own().map(|own| (OWN.to_owned(), format!("{SHA256}{own}")));
    let mut identity = match &config.external {
        Some(_) => {
            let files = Files::of(engine)?;
            let stamp = files.stamp();
            let evaluator = configured(&config.evaluator, config).ok()?;
            let ask = || values(&*evaluator, positions().step_by(ASKED_EVERY));
            let search =
                format!("bench {} of {OF_THE_SEARCH}: {} nodes", bench::DEPTH, full_bench(OF_THE_SEARCH, memo)?);
            let mut answers = answers([("search", search)]);
            // One that says something else when it is asked again is not known by that.
            let values = ask().filter(|first| ask().as_ref() == Some(first));
            answers.extend(values.map(|values| (VALUES.to_owned(), values)));
            let beside = files.digests(memo)?.into_iter().flatten().collect();
            Identity { answers, beside, stamp, ..Identity::default() }
        }
        None => {
            // The search as a whole, once a build; with its own numbers to fewer plies.
            let whole = full_bench(&config.evaluator, memo)?;
            let answers = memo.answers(&serde_json::to_string(config).ok()?, || {
                let nodes = bench(&config.evaluator, config, SIGNATURE_DEPTH).ok()?;
                let values = values(&*configured(&config.evaluator, config).ok()?, positions())?;
                let search = format!("bench {SIGNATURE_DEPTH}: {nodes} nodes, {}: {whole}", bench::DEPTH);
                Some(answers([(VALUES, values), ("search", search)]))
            })?;
            Identity { answers, ..Identity::default() }
        }
    };
    identity.beside.extend(own);
    Some(identity)
}

fn answers<const N: usize>(parts: [(&str, String); N]) -> Parts {
    parts.map(|(name, answer)| (name.to_owned(), answer)).into()
}

/// The nodes of an evaluator's `bench`, remembered in `memo`.
fn full_bench(evaluator: &str, memo: &mut Memo) -> Option<u64> {
    const NODES: &str = "nodes";
    let nodes = memo.answers(&format!("bench {} of {evaluator}", bench::DEPTH), || {
        let nodes = bench(evaluator, &EvaluatorConfig::of(evaluator), bench::DEPTH).ok()?;
        Some(answers([(NODES, nodes.to_string())]))
    })?;
    nodes.get(NODES)?.parse().ok()
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

/// The evaluator's values of positions, as a key; `None` if it fails.
fn values<'g>(evaluator: &dyn AnyEvaluator, games: impl Iterator<Item = &'g Game>) -> Option<String> {
    let mut key = Fingerprint::default();
    for game in games {
        key.add(&format!("{} ", evaluator.tenths(game).ok()?));
    }
    Some(format!("values {:016x}", key.0))
}

/// An evaluation from outside is asked for the value of one in so many positions, some 500; an odd number, so that both
/// sides are to move in them.
const ASKED_EVERY: usize = 15;

/// The positions that identify evaluators: those of `bench`, and of all kinds from the built-in games, of which every other
/// one has a move more.
fn positions() -> std::slice::Iter<'static, Game> {
    static POSITIONS: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let mut known = of_all_kinds().unwrap_or_default();
        for game in known.iter_mut().step_by(2) {
            let mv = game.legal_moves().first().copied();
            mv.into_iter().for_each(|mv| game.play(mv));
        }
        bench::positions().chain(known).collect()
    });
    POSITIONS.iter()
}
