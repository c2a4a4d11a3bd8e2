//! The engines, validated.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::description::Description;
use super::external::ExternalConfig;
use super::limit::{self, LimitKind};
use super::program::ProgramConfig;

/// One engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineConfig {
    /// Its name, unique, 1 to 60 characters, without control characters.
    pub name: String,
    /// The engine.
    #[serde(flatten)]
    pub kind: EngineKind,
    /// Its limit; with several time controls, that of the first.
    pub limit: LimitKind,
    /// Its time margin; with several time controls, that of the first.
    #[serde(with = "limit::milliseconds")]
    pub margin: Duration,
    /// Nodes a second, for limits that go by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Its description.
    #[serde(default, skip_serializing_if = "Description::is_empty")]
    pub description: Description,
}

impl EngineConfig {
    /// The evaluator of this name, with its documented values, at `nodes` a move.
    #[must_use]
    pub fn of_evaluator(evaluator: &str, nodes: u64) -> Self {
        Self {
            name: evaluator.to_owned(),
            kind: EngineKind::Evaluator(EvaluatorConfig::of(evaluator)),
            limit: LimitKind::Nodes(nodes),
            margin: Duration::ZERO,
            speed: None,
            description: Description::default(),
        }
    }
}

/// The engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum EngineKind {
    /// An evaluator under the arena's search: a built-in one in this process, or one from outside in another.
    Evaluator(EvaluatorConfig),
    /// A UCI program.
    Program(Box<ProgramConfig>),
}

impl EngineKind {
    /// True if it plays in a process of its own.
    #[must_use]
    pub fn is_program(&self) -> bool {
        match self {
            EngineKind::Evaluator(evaluator) => evaluator.external.is_some(),
            EngineKind::Program(_) => true,
        }
    }
}

/// The largest hash table of an evaluator, in MiB.
pub(super) const MOST_HASH: u32 = 256;

/// The power of two of entries in a MiB of a hash table.
const ENTRIES_OF_A_MIB: u8 = 16;

/// The power of two of entries that a hash table of `mib` MiB has; `None` unless that is 1, 2, 4 ... 256.
#[must_use]
pub fn table_of(mib: u32) -> Option<u8> {
    let fits = mib.is_power_of_two() && mib <= MOST_HASH;
    fits.then(|| ENTRIES_OF_A_MIB + mib.ilog2() as u8)
}

/// An evaluator under the arena's search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluatorConfig {
    /// Its name in the registry, or that of an evaluation from outside.
    pub evaluator: String,
    /// The surroundings of an evaluation from outside; `None` for a built-in evaluator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external: Option<Box<ExternalConfig>>,
    /// Its parameters, for the evaluator to check.
    #[serde(serialize_with = "super::sorted::serialize")]
    pub params: toml::Table,
    /// Patterns of the rules that are switched off, for the evaluator to check.
    pub disable: Vec<String>,
    /// Its transposition table has two to this power entries, 10 to 24 ([`table_of`]).
    pub table: u8,
    /// The factor on the margins of its search, 0.01 to 100; `None`: the evaluator's own.
    #[serde(
        rename = "swing",
        alias = "margin_scale",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub margin_scale: Option<f64>,
    /// K: the centipawns that make an expected score of 73 %, 1 to 100,000; `None`: the evaluator's own.
    #[serde(
        rename = "scale",
        alias = "eval_scale",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub eval_scale: Option<f64>,
    /// Other numbers of its search, by their names in [`engine_core::params::tunable`], checked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, f64>,
}

impl EvaluatorConfig {
    /// The same evaluator as its document has it: without parameters, disabled rules or numbers of its own.
    #[must_use]
    pub fn unchanged(&self) -> Self {
        Self { external: self.external.clone(), ..Self::of(&self.evaluator) }
    }

    /// The size of its transposition table in MiB.
    #[must_use]
    pub fn hash(&self) -> u32 {
        1 << self.table.saturating_sub(ENTRIES_OF_A_MIB)
    }

    /// The bytes of its transposition table.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        const ENTRY: u64 = 16;
        ENTRY << self.table
    }

    /// The evaluator of this name as it is, with a table of 65,536 entries.
    #[must_use]
    pub fn of(evaluator: &str) -> Self {
        Self {
            evaluator: evaluator.to_owned(),
            external: None,
            params: toml::Table::new(),
            disable: Vec::new(),
            table: 16,
            margin_scale: None,
            eval_scale: None,
            search: BTreeMap::new(),
        }
    }
}
