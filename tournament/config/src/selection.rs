//! Engines and matches without a file: evaluators and programs named one by one, and those of a configuration.

use std::path::Path;

use eval_external::Spec;
use openings::Fingerprint;

use crate::error::{ConfigError, KeyProblem, KeyResult, Place};
use crate::raw::{RawConfig, RawEngine, RawLimits};
use crate::resolve::engine::{self, Common, table};
use crate::resolve::{self, default_margin, limit_and_margin, run, timeouts};
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
    /// Fails if a word or the file names no engine, or two engines have the same name.
    pub fn engines(&self, evaluators: &[&str]) -> Result<Vec<EngineConfig>, ConfigError> {
        let mut engines: Vec<EngineConfig> = Vec::new();
        for word in self.words {
            let mut engine = self.named(word, evaluators)?;
            // An evaluator and its own program is a natural pair.
            if engines.iter().any(|other| other.name == engine.name) && word.starts_with(COMMAND) {
                engine.name.push_str(" (program)");
            }
            engines.push(engine);
        }
        if let Some(path) = self.file {
            engines.extend(self.configured(path, evaluators)?);
        }
        for (index, engine) in engines.iter().enumerate() {
            if engines[..index].iter().any(|other| other.name == engine.name) {
                let name = engine.name.clone();
                return Err(ConfigError::Twice { name });
            }
        }
        Ok(engines)
    }

    fn named(&self, word: &str, evaluators: &[&str]) -> Result<EngineConfig, ConfigError> {
        let engine = Self::engine_of(word).and_then(|engine| {
            let raw = RawConfig { engines: vec![engine], ..RawConfig::default() };
            Ok(self.resolved(raw, Path::new(""), evaluators)?.remove(0))
        });
        engine.map_err(|KeyProblem { key, problem }| ConfigError::Value {
            place: Box::new(Place {
                source: format!("--engine {word}"),
                position: None,
                key: key.last().cloned().unwrap_or_default(),
            }),
            problem,
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
            Some(vec![command.to_owned()])
        } else {
            shlex::split(command)
        };
        let problem = || {
            format!(
                "{command:?} has a quote that is not closed, or ends with a backslash; write it as for a shell"
            )
        };
        let words = words.ok_or_else(|| KeyProblem::new(["command"], problem()))?;
        let mut words = words.into_iter();
        Ok(RawEngine {
            command: Some(words.next().unwrap_or_default()),
            args: Some(words.collect()),
            ..RawEngine::default()
        })
    }

    fn configured(
        &self,
        path: &Path,
        evaluators: &[&str],
    ) -> Result<Vec<EngineConfig>, ConfigError> {
        let engines = source::load(path, |file, text| {
            source::parse(file, text, &[], |raw, folder| self.resolved(raw, folder, evaluators))
        })?;
        if engines.is_empty() {
            return Err(ConfigError::NoEngines { file: path.display().to_string() });
        }
        Ok(engines)
    }

    fn resolved(
        &self,
        mut raw: RawConfig,
        folder: &Path,
        evaluators: &[&str],
    ) -> KeyResult<Vec<EngineConfig>> {
        let engines = std::mem::take(&mut raw.engines);
        let names = engine::names(&engines)?;
        let time_controls = run::time_controls(&raw, &engines)?;
        if time_controls.is_empty() {
            let limits = raw.limits.get_or_insert_with(RawLimits::default);
            if limits.given().is_empty() {
                limits.nodes = Some(self.nodes);
            }
        }
        let common = Common::new(&raw, &time_controls, folder, evaluators, self.table)?;
        let mut engines = engine::resolve_all(engines, names, &common)?;
        if let Some(limit) = self.limit {
            for engine in &mut engines {
                engine.limit = limit;
                engine.margin = resolve::default_margin(limit);
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
    pub fn of_match(
        engines: Vec<EngineConfig>,
        seed: u64,
        settings: &[String],
    ) -> Result<Self, ConfigError> {
        source::parse("the match", USUAL, settings, |raw, _| resolve(raw, engines, seed))
    }
}

fn resolve(mut raw: RawConfig, mut engines: Vec<EngineConfig>, seed: u64) -> KeyResult<Config> {
    if !raw.engines.is_empty() {
        return Err(KeyProblem::new(["engine"], "the engines are those of the command line"));
    }
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let is_open = raw.stop_rule()?.is_some();
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
    let mut config = config.set_program_variant();
    config.run.name = own_name.unwrap_or_else(|| name_of(&config, &names, own_seed.unwrap_or(0)));
    config.run.seed = own_seed.unwrap_or(seed);
    Ok(config)
}

/// Gives all engines the limit, the margin, the table and the timeouts that are set.
fn set_shared_limits(raw: &RawConfig, engines: &mut [EngineConfig]) -> KeyResult<()> {
    let (limit, margin) = limit_and_margin(raw.limits.as_ref())?;
    let table = table(raw.run.hash).map_err(|error| error.below(["run"]))?;
    for engine in engines {
        if let Some(limit) = limit {
            let no_speed = || {
                let problem = format!("{:?} has no speed; choose nodes or a time", engine.name);
                KeyProblem::new(["limits"], problem)
            };
            engine.limit = limit.of(engine.speed).ok_or_else(no_speed)?;
            engine.margin = default_margin(engine.limit);
        }
        engine.margin = margin.unwrap_or(engine.margin);
        match &mut engine.kind {
            EngineKind::Evaluator(own) => {
                own.table = table.unwrap_or(own.table);
                if let Some(external) = &mut own.external {
                    external.timeouts = timeouts(&raw.timeouts, external.timeouts)?;
                }
            }
            EngineKind::Program(program) => {
                program.timeouts = timeouts(&raw.timeouts, program.timeouts)?;
            }
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

/// A safe first character of a folder's name on every system.
fn plain(text: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let text: String = text.chars().map(fit).take(NAME).collect();
    let text = text.trim_matches('-');
    match text {
        "" => "match".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EngineKind, LimitKind};

    fn selected(words: &[&str], limit: Option<LimitKind>) -> Result<Vec<EngineConfig>, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let selection = Selection { words: &words, file: None, limit, nodes: 700, table: 12 };
        let engines = selection.engines(&["otter", "material"]);
        engines.map_err(|error| error.to_string())
    }

    #[test]
    fn an_evaluator_and_its_program_have_two_names() {
        let engines = selected(&["otter", "cmd:./bin/otter  --x  y"], None).unwrap();
        let names: Vec<_> = engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["otter", "otter (program)"]);
        let (EngineKind::Evaluator(evaluator), EngineKind::Program(program)) =
            (&engines[0].kind, &engines[1].kind)
        else {
            panic!("{engines:?}")
        };
        assert_eq!((evaluator.table, engines[0].limit), (12, LimitKind::Nodes(700)));
        assert_eq!(program.args, ["--x", "y"]);
        assert_eq!(program.path.as_deref(), Some(Path::new("./bin/otter")));
        assert!(selected(&["cmd:a/x", "cmd:b/x", "cmd:c/x"], None).is_err());
    }

    #[test]
    fn arguments_have_quotes_as_in_a_shell() {
        for (command, program, args) in [
            (r#"x --a="b c" d"#, "x", &["--a=b c", "d"][..]),
            (r#"x 'a  b' \"c\""#, "x", &["a  b", "\"c\""]),
            (r#"'my engine' "" 'it'"'"'s'"#, "my engine", &["", "it's"]),
            (r"x a\ b -- '#c'", "x", &["a b", "--", "#c"]),
            ("  x\t--y ", "x", &["--y"]),
        ] {
            let engines = selected(&[&format!("cmd:{command}")], None).unwrap();
            let EngineKind::Program(found) = &engines[0].kind else { panic!("{engines:?}") };
            assert_eq!(
                (found.command.as_str(), &found.args[..]),
                (program, &args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>()[..])
            );
        }
        for command in [r#"x --a="b c"#, "x 'y", r"x y\"] {
            let error = selected(&[&format!("cmd:{command}")], None).unwrap_err();
            assert!(error.contains("write it as for a shell"), "{error}");
            assert!(error.starts_with(&format!("--engine cmd:{command}: ")), "{error}");
        }
    }

    #[test]
    fn a_limit_is_for_all_and_a_wrong_name_is_told_with_its_argument() {
        let engines = selected(&["otter", "cmd:x"], Some(LimitKind::Depth(3))).unwrap();
        assert!(engines.iter().all(|engine| engine.limit == LimitKind::Depth(3)));
        let error = selected(&["oter"], None).unwrap_err();
        assert!(error.starts_with("--engine oter: evaluator: "), "{error}");
        assert!(error.contains("did you mean \"otter\"?"), "{error}");
    }

    const FILE: &str = include_str!("../../../configs/match.toml");

    fn of_match(settings: &[&str], seed: u64) -> Result<Config, String> {
        let like = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let config = Config::of_match(like.engines, seed, &settings);
        config.map_err(|error| error.to_string())
    }

    #[test]
    fn a_match_in_one_line_is_what_the_file_says() {
        let mut file = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let line = of_match(&["run.pairs=150", "run.seed=1"], 7).unwrap();
        file.run.name.clone_from(&line.run.name);
        assert_eq!(line, file);
    }

    #[test]
    fn its_name_tells_what_is_played_and_not_how_long() {
        let run = |settings: &[&str], seed| of_match(settings, seed).unwrap().run;
        let drawn = run(&[], 5);
        assert!(drawn.name.starts_with("As-printed-Mended-"), "{}", drawn.name);
        assert_eq!((drawn.seed, drawn.pairs), (5, 200));
        for same in [run(&[], 6), run(&["run.pairs=9"], 5), run(&["sprt.elo1=3"], 5)] {
            assert_eq!(same.name, drawn.name);
        }
        assert_eq!(run(&["sprt.alpha=0.01"], 5).pairs, 10_000);
        for other in [run(&["run.seed=5"], 5), run(&["limits.nodes=7"], 5)] {
            assert_ne!(other.name, drawn.name);
        }
        assert_eq!(run(&["run.name=mine"], 5).name, "mine");
        assert_eq!((&*plain("../../etc"), &*plain("...")), ("etc", "match"));
    }

    #[test]
    fn settings_are_for_all_engines() {
        let config = of_match(&["limits.movetime=5", "limits.margin=9", "run.hash=4"], 1).unwrap();
        for engine in &config.engines {
            let EngineKind::Evaluator(own) = &engine.kind else { panic!("{engine:?}") };
            assert_eq!((own.table, engine.margin.as_millis()), (18, 9));
            assert!(matches!(engine.limit, LimitKind::MoveTime(_)));
        }
        for (setting, problem) in [
            ("run.hash=3", "--set run.hash=3: run.hash: 3 is not a hash size"),
            ("limits.ms_at_speed=1", "has no speed"),
            ("engine=[{}]", "those of the command line"),
            ("openings.order=randem", "did you mean \"random\"?"),
        ] {
            let error = of_match(&[setting], 1).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
