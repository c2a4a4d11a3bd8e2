//! One of the two that play.

use std::collections::BTreeMap;
use std::path::Path;

use config::{
    EngineKind, EvaluatorConfig, ExternalConfig, Parameters, ProgramConfig, Timeouts,
    checked_search,
};
use engine_uci::bench;
use players::identity;
use uci_client::{Executable, FixedLimit, Launch, NotReady, OptionFault, probe};

use crate::archive::Archive;
use crate::error::RegressionError;
use crate::history::Party;
use crate::version::{Version, with_params};

const HASH: &str = "Hash";
/// Entries of an evaluator's transposition table, as a power of two: it stays in the cache.
const TABLE: u8 = 16;

/// One of the two that play.
#[derive(Debug, Clone)]
pub struct Contestant {
    /// Its identity in the history.
    pub party: Party,
    /// The engine that plays.
    pub kind: EngineKind,
    /// The number of centipawns of a program, which cannot be queried while it plays, worth one of
    /// Michniewski's; 1 for an evaluator, which can.
    pub scale: f64,
}

impl Contestant {
    /// An archived version: a program with a table of `hash` MiB (0, or without the option Hash: its default),
    /// or the shared library of an evaluation. Fails if it has changed.
    pub fn archived(
        archive: &Archive,
        version: &Version,
        hash: u32,
        timeouts: Timeouts,
    ) -> Result<Self, RegressionError> {
        let path = archive.program(version)?;
        if Version::is_evaluation(&path) {
            return Self::library(&path, version, timeouts);
        }
        let mut options = toml::Table::new();
        if hash > 0 {
            options.insert(HASH.to_owned(), toml::Value::Integer(hash.into()));
        }
        options.extend(version.params.clone());
        if lacks_hash(&path, &options, timeouts) {
            options.remove(HASH);
        }
        Ok(Self {
            party: version.into(),
            kind: EngineKind::Program(Box::new(ProgramConfig {
                // Not the path: the archive may be moved, and the checksum identifies the program.
                command: format!("{} {}", version.file, version.sha256),
                path: Some(path),
                args: Vec::new(),
                dir: None,
                folder: None,
                env: BTreeMap::new(),
                options,
                scores_from_white: false,
                timeouts,
            })),
            scale: version.scale_ratio(),
        })
    }

    fn library(
        path: &Path,
        version: &Version,
        timeouts: Timeouts,
    ) -> Result<Self, RegressionError> {
        let config = EvaluatorConfig {
            params: version.params.clone(),
            external: Some(Box::new(ExternalConfig {
                folder: path.parent().map(Path::to_owned).unwrap_or_default(),
                timeouts,
            })),
            ..EvaluatorConfig::of(&format!("./{}", version.file))
        };
        let nodes = identity::bench(&version.name, &config, identity::SIGNATURE_DEPTH)?;
        Ok(Self {
            party: Party { bench: Some(nodes), ..version.into() },
            kind: EngineKind::Evaluator(config),
            scale: 1.0,
        })
    }

    /// The evaluator of `config` with these parameters in place of its own, under the name `name`.
    pub fn evaluator(
        config: &EvaluatorConfig,
        name: String,
        parameters: Parameters,
    ) -> Result<Self, RegressionError> {
        let evaluator = &config.evaluator;
        let mut all = parameters.params.clone();
        if !parameters.disable.is_empty() {
            let rules = parameters.disable.iter().cloned().map(toml::Value::String);
            all.insert("disable".to_owned(), rules.collect::<Vec<_>>().into());
        }
        let wrong = |(key, problem)| RegressionError::Message(format!("{key}: {problem}"));
        let (margin_scale, eval_scale) = (parameters.margin_scale, parameters.eval_scale);
        let search = checked_search(&parameters.search, margin_scale, eval_scale).map_err(wrong)?;
        for (key, number) in [("margin_scale", margin_scale), ("eval_scale", eval_scale)] {
            all.extend(number.map(|number| (key.to_owned(), number.into())));
        }
        all.extend(search.iter().map(|(name, &number)| (format!("search.{name}"), number.into())));
        let config = EvaluatorConfig {
            external: config.external.clone(),
            evaluator: evaluator.clone(),
            params: parameters.params,
            disable: parameters.disable,
            table: TABLE,
            margin_scale,
            eval_scale,
            search,
        };
        // A value from outside takes longer than a built-in one.
        let depth = match config.external {
            Some(_) => identity::SIGNATURE_DEPTH,
            None => bench::DEPTH,
        };
        let nodes = identity::bench(&name, &config, depth)?;
        let known = identity::of_evaluator(&config).map(|identity| identity.text());
        let source = format!("evaluator {evaluator} ({})", known.unwrap_or_default());
        Ok(Self {
            party: Party {
                name,
                identity: with_params(source, &all),
                commit: None,
                changed: false,
                bench: Some(nodes),
            },
            kind: EngineKind::Evaluator(config),
            scale: 1.0,
        })
    }

    /// True if it is a program without the option Hash, whose size `hash` sets.
    pub fn omits_hash(&self, hash: u32) -> bool {
        match &self.kind {
            EngineKind::Program(program) => hash > 0 && !program.options.contains_key(HASH),
            EngineKind::Evaluator(_) => false,
        }
    }

    /// Starts its program, if it has one, and ends it; false if it does not keep to `go nodes`.
    pub fn try_start(&self) -> Result<bool, RegressionError> {
        let EngineKind::Program(program) = &self.kind else { return Ok(true) };
        let Some(path) = &program.path else { return Ok(true) };
        let nodes = FixedLimit::Nodes(1000);
        let launch = launch(path, &program.options, program.timeouts);
        match probe(&launch, Some(nodes)) {
            Ok(report) => Ok(report.unkept.is_none() && report.doubt.is_none()),
            Err(fault) => {
                let engine = &self.party.name;
                let message = format!("{engine} was built, but does not play: {fault}");
                Err(RegressionError::Message(message))
            }
        }
    }
}

fn launch(program: &Path, options: &toml::Table, timeouts: Timeouts) -> Launch {
    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.options.clone_from(options);
    launch.timeouts = timeouts;
    launch
}

/// True if the program has no option Hash, which is then left out; other faults show when it plays.
fn lacks_hash(program: &Path, options: &toml::Table, timeouts: Timeouts) -> bool {
    if !options.contains_key(HASH) {
        return false;
    }
    match probe(&launch(program, options, timeouts), None) {
        Err(NotReady::Option(fault)) => {
            matches!(*fault, OptionFault::Unknown { ref given, .. } if given == HASH)
        }
        _ => false,
    }
}
