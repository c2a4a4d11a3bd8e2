//! One of the two that play: an archived program, or an evaluator with parameters.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use config::{EngineKind, EvaluatorConfig, ExternalConfig, Parameters, ProgramConfig, Timeouts, checked_search};
use engine_uci::bench;
use eval_simplified::MICHNIEWSKI_SCALE;
use players::identity;
use uci_client::{Executable, FixedLimit, Launch, NotReady, OptionFault, probe};

use crate::archive::Archive;
use crate::git::Repository;
use crate::history::Party;
use crate::version::{Version, is_evaluation, with_params};

const HASH: &str = "Hash";
/// Entries of an evaluator's transposition table, as a power of two: it stays in the cache.
const TABLE: u8 = 16;

/// One of the two that play.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its identity in the history.
    pub party: Party,
    /// The engine that plays.
    pub kind: EngineKind,
    /// The UCI options of a version.
    pub options: toml::Table,
    /// The number of centipawns of a program worth one of Michniewski's; 1 for an evaluator, which can be asked.
    pub scale: f64,
}

impl Side {
    /// An archived version: an evaluation, or a program with a table of `hash` MiB (0, or no option Hash: its default).
    pub fn archived(archive: &Archive, version: &Version, hash: u32, timeouts: Timeouts) -> Result<Self> {
        let (path, folder) = archive.program(version)?;
        let mut party = Party::from(version);
        let mut scale = 1.0;
        let kind = if is_evaluation(&path) {
            let config = EvaluatorConfig {
                params: version.params.clone(),
                external: Some(Box::new(ExternalConfig { folder: folder.clone(), timeouts })),
                ..EvaluatorConfig::of(&format!("./{}", version.file_in_tree()))
            };
            let nodes = identity::bench(&version.name, &config, identity::SIGNATURE_DEPTH)?;
            party.bench = Some(nodes);
            EngineKind::Evaluator(config)
        } else {
            let mut options = toml::Table::new();
            if hash > 0 {
                options.insert(HASH.to_owned(), toml::Value::Integer(hash.into()));
            }
            options.extend(version.params.clone());
            let mut program = ProgramConfig {
                // Not the path: the archive may be moved, and the checksums identify the program.
                command: format!("{} {}{}", version.file, version.sha256, version.files_text()),
                path: Some(path),
                args: Vec::new(),
                dir: None,
                folder: Some(folder),
                env: BTreeMap::new(),
                options,
                scores_from_white: false,
                timeouts,
            };
            if lacks_hash(&program) {
                program.options.remove(HASH);
            }
            // By its margin scale if its evaluation scale is unknown.
            let of_values = version.eval_scale.map(|k| k / MICHNIEWSKI_SCALE.centipawns);
            scale = of_values.unwrap_or(version.margin_scale);
            EngineKind::Program(Box::new(program))
        };
        Ok(Self { party, kind, options: version.params.clone(), scale })
    }

    /// Forgets equal counts of `bench` where a file differs in these trees that a program may read and `bench` does not,
    /// and returns its name.
    pub fn forget_bench(both: &mut [Self; 2], trees: &[String], repository: &Repository) -> Result<Option<String>> {
        let [new, old] = both.each_ref().map(|side| side.party.bench);
        let [one, other] = trees else { return Ok(None) };
        if new.is_none() || new != old {
            return Ok(None);
        }
        let data = repository.changed_data([one, other])?;
        for side in both.iter_mut().filter(|_| data.is_some()) {
            (side.party.bench, side.party.search) = (None, None);
        }
        Ok(data)
    }

    /// The evaluator of `config` with these parameters in place of its own, under the name `name`.
    pub fn evaluator(config: &EvaluatorConfig, name: String, parameters: Parameters) -> Result<Self> {
        let evaluator = &config.evaluator;
        let (mut all, mut numbers) = (parameters.params.clone(), toml::Table::new());
        if !parameters.disable.is_empty() {
            let rules = parameters.disable.iter().cloned().map(toml::Value::String);
            all.insert("disable".to_owned(), rules.collect::<Vec<_>>().into());
        }
        let (margin_scale, eval_scale) = (parameters.margin_scale, parameters.eval_scale);
        let search = checked_search(&parameters.search, margin_scale, eval_scale)
            .map_err(|(key, problem)| anyhow!("{key}: {problem}"))?;
        for (key, number) in [("margin_scale", margin_scale), ("eval_scale", eval_scale)] {
            numbers.extend(number.map(|number| (key.to_owned(), number.into())));
        }
        numbers.extend(search.iter().map(|(name, &number)| (format!("search.{name}"), number.into())));
        all.extend(numbers.clone());
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
        let depth = if config.external.is_some() { identity::SIGNATURE_DEPTH } else { bench::DEPTH };
        let bench = Some(identity::bench(&name, &config, depth)?);
        let known = identity::of_evaluator(&config).map(|identity| identity.text());
        let source = format!("evaluator {evaluator} ({})", known.clone().unwrap_or_default());
        let identity = with_params(source.clone(), &all);
        // Parameters that change no value and no search are no other side.
        let source = if known.is_some() { with_params(source, &numbers) } else { identity.clone() };
        let party = Party { name, identity, bench, source, ..Party::default() };
        let (kind, options) = (EngineKind::Evaluator(config), toml::Table::new());
        Ok(Self { party, kind, options, scale: 1.0 })
    }

    /// True if it is a program without the option Hash, whose size `hash` sets.
    pub fn omits_hash(&self, hash: u32) -> bool {
        match &self.kind {
            EngineKind::Program(program) => hash > 0 && !program.options.contains_key(HASH),
            EngineKind::Evaluator(_) => false,
        }
    }

    /// Starts its program, if it has one, and ends it; false if it does not keep to `go nodes`.
    pub fn try_start(&self) -> Result<bool> {
        let EngineKind::Program(program) = &self.kind else { return Ok(true) };
        let report = probe(&launch(program), Some(FixedLimit::Nodes(1000)));
        let report = report.map_err(|fault| anyhow!("{} was built, but does not play: {fault}", self.party.name))?;
        Ok(report.unkept.is_none() && report.doubt.is_none())
    }
}

fn launch(program: &ProgramConfig) -> Launch {
    let path = program.path.clone().unwrap_or_default();
    let (options, timeouts) = (program.options.clone(), program.timeouts);
    Launch { folder: program.folder.clone(), options, timeouts, ..Launch::new(Executable::Path(path)) }
}

/// True if the program has no option Hash, which is then left out; other faults show when it plays.
fn lacks_hash(program: &ProgramConfig) -> bool {
    let lacks = |fault: &OptionFault| matches!(fault, OptionFault::Unknown { given, .. } if given == HASH);
    program.options.contains_key(HASH)
        && matches!(probe(&launch(program), None), Err(NotReady::Option(fault)) if lacks(&fault))
}
