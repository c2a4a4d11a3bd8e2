//! Engines outside a tournament: evaluators and programs named one by one, and those of a
//! configuration.

use std::path::Path;

use eval_external::Spec;

use super::checks::{Located, Resolved};
use super::engine::{self, Common};
use super::error::{ConfigError, Place};
use super::raw::{RawConfig, RawEngine, RawLimits};
use super::resolve::{limits, run};
use super::{EngineConfig, LimitKind, source};

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
    ///
    /// # Errors
    /// If a word or the file names no engine, or two engines have the same name.
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
        engine.map_err(|Located { key, problem }| ConfigError::Value {
            place: Box::new(Place {
                source: format!("--engine {word}"),
                position: None,
                key: key.last().cloned().unwrap_or_default(),
            }),
            problem,
        })
    }

    /// The keys of the engine that a word names.
    fn engine_of(word: &str) -> Resolved<RawEngine> {
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
        let words = words.ok_or_else(|| Located::new(["command"], problem()))?;
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
    ) -> Resolved<Vec<EngineConfig>> {
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
                engine.margin = limits::default_margin(limit);
            }
        }
        Ok(engines)
    }
}

#[cfg(test)]
mod tests {
    use super::super::EngineKind;
    use super::*;

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
}
