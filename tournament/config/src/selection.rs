//! Engines and matches without a file: evaluators and programs named one by one, and those of a configuration.

use std::path::Path;

use eval_external::Spec;
use openings::Fingerprint;

use crate::engine::{self, Common, RawEngine};
use crate::error::{ConfigError, KeyProblem, KeyResult};
use crate::limit::{RawLimits, default_margin};
use crate::run::{self, RawConfig};
use crate::{Config, EngineConfig, EngineKind, LimitKind, RunConfig, source};

/// The prefix of a program's command.
const COMMAND: &str = "cmd:";

/// The engines and their limit.
#[derive(Debug, Clone, Copy)]
pub struct Selection<'a> {
    /// Each the name of an evaluator, an evaluation from outside ([`Spec`]), or `cmd:` and the command of a UCI program
    /// with its arguments, with quotes and backslashes as a shell has them.
    pub words: &'a [String],
    /// A configuration from which the engines are taken, with their limits.
    pub file: Option<&'a Path>,
    /// The limit of all, overriding a configuration.
    pub limit: Option<LimitKind>,
    /// Nodes a move of engines without a limit.
    pub nodes: u64,
    /// The default table of an evaluator: two to this power entries.
    pub table: u8,
}

impl Selection<'_> {
    /// The engines: those of the words, then those of the file.
    /// Fails if a word or the file names no engine. Those of two words may have the same name.
    pub fn engines(&self, evaluators: &[&str]) -> Result<Vec<EngineConfig>, ConfigError> {
        let named = self.words.iter().map(|word| self.named(word, evaluators));
        let mut engines: Vec<EngineConfig> = named.collect::<Result<_, _>>()?;
        if let Some(path) = self.file {
            engines.extend(self.configured(path, evaluators)?);
        }
        Ok(engines)
    }

    fn named(&self, word: &str, evaluators: &[&str]) -> Result<EngineConfig, ConfigError> {
        let engine = Self::engine_of(word).and_then(|engine| {
            let raw = RawConfig { engines: vec![engine], ..RawConfig::default() };
            Ok(self.resolved(raw, Path::new(""), evaluators)?.remove(0))
        });
        engine.map_err(|KeyProblem { key, problem }| {
            let key = key.last().map_or("", String::as_str);
            ConfigError(format!("engine {word}: {key}: {problem}"))
        })
    }

    /// The keys of the engine that a word names.
    fn engine_of(word: &str) -> KeyResult<RawEngine> {
        let Some(command) = word.strip_prefix(COMMAND) else {
            let name = Some(word.to_owned());
            return Ok(if Spec::is_one(word) {
                RawEngine { evaluation: name, ..RawEngine::default() }
            } else {
                RawEngine { evaluator: name, ..RawEngine::default() }
            });
        };
        // A path with spaces in it is not a program with arguments.
        let words = if Path::new(command).is_file() {
            vec![command.to_owned()]
        } else {
            shlex::split(command).ok_or_else(|| {
                let problem = format!(
                    "{command:?} has a quote that is not closed, or ends with a backslash; write it as for a shell"
                );
                KeyProblem::new("command", problem)
            })?
        };
        let mut words = words.into_iter();
        Ok(RawEngine {
            command: Some(words.next().unwrap_or_default()),
            args: Some(words.collect()),
            ..RawEngine::default()
        })
    }

    fn configured(&self, path: &Path, evaluators: &[&str]) -> Result<Vec<EngineConfig>, ConfigError> {
        let (file, text) = source::read(path)?;
        let resolve = |raw, folder: &Path| self.resolved(raw, folder, evaluators);
        let engines = source::parse(&file, &text, &[], resolve)?;
        if engines.is_empty() {
            let message = "there are no engines in it; add [[engine]] tables";
            return Err(ConfigError(format!("{file}: {message}")));
        }
        Ok(engines)
    }

    fn resolved(&self, mut raw: RawConfig, folder: &Path, evaluators: &[&str]) -> KeyResult<Vec<EngineConfig>> {
        let engines = std::mem::take(&mut raw.engines);
        let names = engine::names(&engines)?;
        let time_controls = run::time_controls(&raw, &engines)?;
        if time_controls.is_empty() {
            let limits = raw.limits.get_or_insert_with(RawLimits::default);
            if limits.given().is_empty() {
                limits.nodes = Some(self.nodes);
            }
        }
        let table = raw.table()?.unwrap_or(self.table);
        let limits = (raw.limits.as_ref(), &*time_controls);
        let common = Common::new(limits, &raw.timeouts, table, folder, evaluators)?;
        let mut engines = engine::resolve_all(engines, names, &common)?;
        if let Some(limit) = self.limit {
            for engine in &mut engines {
                engine.limit = limit;
                engine.margin = default_margin(limit);
            }
        }
        Ok(engines)
    }
}

/// The longest beginning of a run's name that comes from its engines.
const NAME: usize = 40;
/// Pairs of each pairing, without a test.
const PAIRS: u32 = 200;
/// As many pairs as there are openings in the built-in book.
const MAX_PAIRS: u32 = 10_000;
/// The adjudication of configs/match.toml.
const USUAL: &str = "adjudication = { draw = {}, resign = {}, max_moves = 200 }";

impl Config {
    /// The tournament of `engines`, at least two of different names, with the usual adjudication and what the
    /// `KEY=VALUE` arguments `settings` change; limits, timeouts and the hash size are those of all engines. Without a
    /// seed among them openings are drawn by `seed`. Its name has the engines, and differs if anything but the number
    /// of games, that seed and the stopping rule does.
    /// Fails if a setting is not possible; the message has the argument.
    pub fn of_match(engines: Vec<EngineConfig>, seed: u64, settings: &[String]) -> Result<Self, ConfigError> {
        source::parse("the match", USUAL, settings, |raw, _| resolve(raw, engines, seed))
    }
}

fn resolve(mut raw: RawConfig, mut engines: Vec<EngineConfig>, seed: u64) -> KeyResult<Config> {
    if !raw.engines.is_empty() {
        return Err(KeyProblem::new("engine", "the engines are those of the command line"));
    }
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let is_open = raw.sprt.is_some() || raw.stop_when.is_some();
    raw.run.pairs.get_or_insert(if is_open { MAX_PAIRS } else { PAIRS });
    let usual_format = if names.len() == 2 { "match" } else { "round-robin" };
    raw.run.format.get_or_insert_with(|| usual_format.to_owned());
    let own_name = raw.run.name.replace("match".to_owned());
    let own_seed = raw.run.seed;
    let format = run::format(&raw.run, names.len())?;
    set_shared_limits(&raw, &mut engines)?;
    let mut config = run::tournament(&raw, std::path::Path::new(""), format, &names)?;
    config.time_controls = run::time_controls(&raw, &[])?;
    config.engines = engines;
    config.check_clocks()?;
    let mut config = config.set_program_variant();
    config.run.name = own_name.unwrap_or_else(|| name_of(&config, &names, own_seed.unwrap_or(0)));
    config.run.seed = own_seed.unwrap_or(seed);
    Ok(config)
}

/// Gives all engines the limit, the margin, the table and the timeouts that are set.
fn set_shared_limits(raw: &RawConfig, engines: &mut [EngineConfig]) -> KeyResult<()> {
    let (limit, margin) = RawLimits::resolve(raw.limits.as_ref())?;
    let table = raw.table()?;
    for engine in engines {
        if let Some(limit) = limit {
            engine.limit = limit.of(engine.speed).ok_or_else(|| {
                let problem = format!("{:?} has no speed; choose nodes or a time", engine.name);
                KeyProblem::new("limits", problem)
            })?;
            engine.margin = default_margin(engine.limit);
        }
        engine.margin = margin.unwrap_or(engine.margin);
        let timeouts = match &mut engine.kind {
            EngineKind::Evaluator(own) => {
                own.table = table.unwrap_or(own.table);
                own.external.as_mut().map(|external| &mut external.timeouts)
            }
            EngineKind::Program(program) => Some(&mut program.timeouts),
        };
        if let Some(timeouts) = timeouts {
            *timeouts = raw.timeouts.resolve(*timeouts)?;
        }
    }
    Ok(())
}

/// The name of the match's folder.
fn name_of(config: &Config, names: &[String], seed: u64) -> String {
    let run = RunConfig { name: String::new(), pairs: 1, seed, ..config.run.clone() };
    let identifying = Config { run, ..config.without_descriptions() };
    let mut key = Fingerprint::default();
    key.add(&identifying.canonical());
    format!("{}-{:08x}", plain(&names.join("-")), key.0 >> 32)
}

/// A text that every system accepts as the beginning of a folder's name.
pub(crate) fn plain(text: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let text: String = text.chars().map(fit).take(NAME).collect();
    match text.trim_matches('-') {
        "" => "match".to_owned(),
        text => text.to_owned(),
    }
}
