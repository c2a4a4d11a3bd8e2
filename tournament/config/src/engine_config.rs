//! The engines, validated: evaluators, evaluations from outside and programs, and files of parameters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine_core::params::{Params, tunable};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};
use uci_client::Timeouts;

use crate::disk;
use crate::error::{
    ConfigError, Key, KeyProblem, KeyResult, NOT_A_NUMBER, NOT_SCALAR, check_scales, is_scalar, toml_message,
};
use crate::limit::{self, LimitKind, TimeoutsInMilliseconds};

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
    pub fn is_program(&self) -> bool {
        match self {
            EngineKind::Evaluator(evaluator) => evaluator.external.is_some(),
            EngineKind::Program(_) => true,
        }
    }
}

/// The largest hash table of an evaluator, in MiB.
pub(super) const MAX_HASH: u32 = 256;

/// The power of two of entries in a MiB of a hash table.
const ENTRIES_OF_A_MIB: u8 = 16;

/// The power of two of entries that a hash table of `mib` MiB has; `None` unless that is 1, 2, 4 ... 256.
pub fn table_of(mib: u32) -> Option<u8> {
    let fits = mib.is_power_of_two() && mib <= MAX_HASH;
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
    pub params: toml::Table,
    /// Patterns of the rules that are switched off, for the evaluator to check.
    pub disable: Vec<String>,
    /// Its transposition table has two to this power entries, 10 to 24 ([`table_of`]).
    pub table: u8,
    /// The factor on the margins of its search, 0.01 to 100; `None`: the evaluator's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin_scale: Option<f64>,
    /// K: the centipawns that make an expected score of 73 %, 1 to 100,000; `None`: the evaluator's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval_scale: Option<f64>,
    /// Other numbers of its search, by their names in [`engine_core::params::tunable`], checked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub search: BTreeMap<String, f64>,
}

impl EvaluatorConfig {
    /// The same evaluator as its document has it: without parameters, disabled rules or numbers of its own.
    pub fn unchanged(&self) -> Self {
        Self { external: self.external.clone(), ..Self::of(&self.evaluator) }
    }

    /// Takes over what `parameters` has, in place of its own.
    pub fn take(&mut self, parameters: Parameters) -> Result<(), ConfigError> {
        let Parameters { params, disable, search, margin_scale, eval_scale, .. } = parameters;
        let search = checked_search(&search, margin_scale, eval_scale);
        self.search.extend(search.map_err(|(key, problem)| ConfigError(format!("{key}: {problem}")))?);
        self.params.extend(params);
        self.disable.extend(disable);
        self.margin_scale = margin_scale.or(self.margin_scale);
        self.eval_scale = eval_scale.or(self.eval_scale);
        Ok(())
    }

    /// The size of its transposition table in MiB.
    pub fn hash(&self) -> u32 {
        1 << self.table.saturating_sub(ENTRIES_OF_A_MIB)
    }

    /// The bytes of its transposition table.
    pub fn table_bytes(&self) -> u64 {
        const ENTRY: u64 = 16;
        ENTRY << self.table
    }

    /// The evaluator of this name as it is, with a table of 65,536 entries.
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

/// The surroundings of an evaluation from outside, which runs under the arena's search in a process of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExternalConfig {
    /// The configuration's folder: its paths count from there, and programs are started in it. Empty: the working
    /// directory.
    #[serde(default, skip_serializing_if = "super::source::is_empty")]
    pub folder: PathBuf,
    /// The timeouts of its process.
    #[serde(with = "TimeoutsInMilliseconds")]
    pub timeouts: Timeouts,
}

/// A UCI program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramConfig {
    /// The program as it is written: a bare name is searched in PATH and beside the arena's own
    /// program, anything else is a path from the configuration's folder.
    pub command: String,
    /// The program's path from the working directory; `None` for a bare name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to start it in, as it is written; `None`: the arena's own.
    pub dir: Option<String>,
    /// That folder from the working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// Environment variables to set, besides the arena's own.
    pub env: BTreeMap<String, String>,
    /// UCI options to set, in the order in which they are sent: texts, flags and numbers, for the program to check.
    pub options: toml::Table,
    /// True if its scores are from White's side, in place of the side to move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scores_from_white: bool,
    /// The times after which it has failed.
    #[serde(with = "TimeoutsInMilliseconds")]
    pub timeouts: Timeouts,
}

/// The origin of an engine's evaluation, as lists show it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The year of its publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<u16>,
    /// The kind of its knowledge, in a word or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The document or program that it is from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Description {
    /// True if it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A file of parameters: the keys `params`, `disable`, `search`, `margin_scale` and `eval_scale` of an evaluator's
/// `[[engine]]`, or `options` of a program's.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "parameters: params = { NAME = VALUE }, disable = [RULES], search, margin_scale, eval_scale; or options"
)]
pub struct Parameters {
    /// The evaluator's parameters, for it to check.
    pub params: Table,
    /// Patterns of the rules that are switched off, for it to check.
    pub disable: Vec<String>,
    /// Other numbers of the search, for it to check.
    pub search: Table,
    /// Another factor on the margins of the search.
    pub margin_scale: Option<f64>,
    /// Its evaluation scale.
    pub eval_scale: Option<f64>,
    /// The UCI options of a program.
    pub(super) options: Option<Table>,
}

impl Parameters {
    /// Reads an evaluator's file.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let found = Self::read(path)?;
        match found.options {
            None => Ok(found),
            Some(_) => Err(ConfigError(format!(
                "{}: options are a program's, and this is an evaluator; give it params = {{ NAME = VALUE }}",
                path.display()
            ))),
        }
    }

    /// Reads a program's file.
    pub fn options(path: &Path) -> Result<Table, ConfigError> {
        match Self::read(path)? {
            Self { options: Some(options), .. } => Ok(options),
            found if found == Self::default() => Ok(Table::new()),
            _ => Err(ConfigError(format!(
                "{}: it has no options, and this is a program; give it options = {{ NAME = VALUE }}",
                path.display()
            ))),
        }
    }

    /// True if a file is a program's.
    pub fn is_of_program(path: &Path) -> Result<bool, ConfigError> {
        Ok(Self::read(path)?.options.is_some())
    }

    fn read(path: &Path) -> Result<Self, ConfigError> {
        let error = |message: String| ConfigError(format!("{}: {message}", path.display()));
        let remedy =
            "give a TOML file with `params = { ... }` and `disable = [ ... ]`, or a program's `options = { ... }`";
        let text = disk::text(path).map_err(|source| error(format!("{source}; {remedy}")))?;
        let found: Self = toml::from_str(&text).map_err(|fault| error(toml_message(&fault)))?;
        if found.options.is_some() && found != (Self { options: found.options.clone(), ..Self::default() }) {
            return Err(error(
                "options are a program's, and the other keys an evaluator's; remove one of them".to_owned(),
            ));
        }
        for (key, table) in [("params", Some(&found.params)), ("options", found.options.as_ref())] {
            if let Some((name, _)) = table.into_iter().flatten().find(|(_, value)| !is_scalar(value)) {
                return Err(error(format!("{key}.{name} {NOT_SCALAR}")));
            }
        }
        Ok(found)
    }
}

/// Numbers of a search by their names.
pub(crate) type Numbers = BTreeMap<String, f64>;

/// The numbers of a search, after its margin scale and its evaluation scale are checked, too; else the
/// invalid key and the problem.
pub fn checked_search(
    search: &Table,
    margin_scale: Option<f64>,
    eval_scale: Option<f64>,
) -> Result<Numbers, (String, String)> {
    let numbers = check_scales(margin_scale, eval_scale).and_then(|()| numbers(search));
    numbers.map_err(|KeyProblem { key, problem }| (key.join("."), problem))
}

/// The numbers of the table `search`, by their dotted names.
pub(super) fn numbers(table: &Table) -> KeyResult<Numbers> {
    let mut numbers = Numbers::new();
    for (key, value) in table {
        let fields: Vec<(Vec<&String>, &Value)> = match value {
            Value::Table(group) => group.iter().map(|(name, own)| (vec![key, name], own)).collect(),
            own => vec![(vec![key], own)],
        };
        for (path, value) in fields {
            let path: Key = path.into_iter().cloned().collect();
            let name = path.join(".");
            let number = number(&name, value).map_err(|problem| KeyProblem { key: path, problem }.below("search"))?;
            numbers.insert(name, number);
        }
    }
    Ok(numbers)
}

fn number(name: &str, value: &Value) -> Result<f64, String> {
    let number = match value {
        Value::Integer(number) => *number as f64,
        Value::Float(number) => *number,
        _ => return Err(NOT_A_NUMBER.to_owned()),
    };
    tunable(name)?.set(&mut Params::MICHNIEWSKI.clone(), number)?;
    Ok(number)
}
