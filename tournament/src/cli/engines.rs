//! Arguments for engines, their limits and their options, and the measured numbers of evaluators.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::Path;
use std::str::FromStr;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind, Parameters, read_value};
use engine_core::game::Game;
use eval_external::Spec;
use evaluators::{AnyEvaluator, registry};
use lab::calibration::{self, FILE, Measurements};
use players::player::{Probe, confirmed, probe};
use report::progress::Progress;
use toml::Value;
use uci_client::did_you_mean;

use super::sides::{Usual, engines_of, engines_with};

pub(crate) const NODES: u64 = 100_000;
/// The table of an evaluator, two to this power entries: as large as that of its UCI program, 16 MB.
pub(crate) const TABLE: u8 = 20;

/// The engines, and their limits.
#[derive(Args)]
pub(crate) struct Engines {
    /// Nodes for each position [default: 100000]
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "depth"], value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(LimitKind::MAX_DEPTH)))]
    depth: Option<u8>,
    /// Positions tried at the same time [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Engines {
    /// The engines that the words and arguments name; programs are started once, to make sure that they play.
    pub(crate) fn chosen(&self, words: &[String]) -> anyhow::Result<Vec<(EngineConfig, Probe)>> {
        let mut engines = selected(words, self.limit())?;
        give_measured(&mut engines)?;
        let probed = engines.into_iter().map(|engine| {
            let probe = probe(&engine, true)?;
            Ok((engine, probe))
        });
        probed.collect()
    }

    fn limit(&self) -> Option<LimitKind> {
        let time = self.movetime.map(Duration::from_millis);
        let nodes = self.nodes.map(LimitKind::Nodes);
        nodes.or(time.map(LimitKind::MoveTime)).or(self.depth.map(LimitKind::Depth))
    }

    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// The engines that `words` name, within `limit` if there is one; all evaluators if nothing is named.
pub(crate) fn selected(words: &[String], limit: Option<LimitKind>) -> anyhow::Result<Vec<EngineConfig>> {
    let all: Vec<String> = registry::NAMES.iter().map(|&name| name.to_owned()).collect();
    let words = if words.is_empty() { &all } else { words };
    if let Some(twice) = (1..words.len()).find(|&at| words[..at].contains(&words[at])) {
        bail!("two engines are {:?}; name it once, or give each a `name` of its own in a configuration", words[twice]);
    }
    engines_with(words, Usual { limit, nodes: NODES, table: TABLE })
}

pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// A name that [`evaluator`] takes; the built-in ones are known to completions.
#[derive(Clone)]
pub(crate) struct EvaluatorName;

impl TypedValueParser for EvaluatorName {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        match value.to_str() {
            Some(text) if Spec::is_one(text) || text.contains(".toml:") => Ok(text.to_owned()),
            _ => PossibleValuesParser::new(registry::NAMES).parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(registry::NAMES.iter().map(PossibleValue::new)))
    }
}

/// The evaluator of this name, and the name to list it under.
pub(crate) fn evaluator(word: &str) -> anyhow::Result<(String, EvaluatorConfig)> {
    match &engines_of(&[word.to_owned()], None)?[..] {
        [EngineConfig { name, kind: EngineKind::Evaluator(config), .. }] => Ok((name.clone(), config.clone())),
        _ => bail!("{word} is a UCI engine, whose evaluation has no terms; name an evaluator"),
    }
}

/// The same, to be used.
pub(crate) fn opened(word: &str) -> anyhow::Result<Box<dyn AnyEvaluator>> {
    let (name, config) = evaluator(word)?;
    Ok(confirmed(&name, &config)?)
}

pub(crate) fn measurements() -> anyhow::Result<Measurements> {
    Measurements::read(Path::new(FILE))
}

/// Gives the evaluators among `engines` their measured numbers, and warns of missing or old ones.
pub(crate) fn give_measured(engines: &mut [EngineConfig]) -> anyhow::Result<()> {
    measurements()?.give_all(engines)?.iter().for_each(|warning| super::note(warning));
    Ok(())
}

/// The positions of `games` games on which margin scales are measured, with a progress bar while they are played.
pub(crate) fn margin_positions(games: u32) -> anyhow::Result<Vec<Game>> {
    let games = games as usize;
    let play = |progress: &Progress| calibration::margin_positions(games, || progress.tick());
    super::counted(games, "games", play)
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineOption {
    /// The engine's name, or its number from 1; `None` means every program.
    engine: Option<String>,
    /// The option's name, or the file with several.
    name: String,
    /// `None`: the values are in the file.
    value: Option<Value>,
}

impl FromStr for EngineOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = || {
            "write NAME=VALUE or FILE.toml, for all programs, or with ENGINE: before it, as in Hash=64 or 2:Threads=4"
                .to_owned()
        };
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(read_value(value))),
            None if text.ends_with(".toml") => (text, None),
            None => return Err(example()),
        };
        // Names of options have no colon, and names of engines may.
        let (engine, name) = match name.rsplit_once(':') {
            Some((engine, name)) => (Some(engine.trim()), name.trim()),
            None => (None, name.trim()),
        };
        if name.is_empty() || engine == Some("") || text.contains(['\n', '\r', '\0']) {
            return Err(example());
        }
        Ok(Self { engine: engine.map(str::to_owned), name: name.to_owned(), value })
    }
}

impl EngineOption {
    /// Gives it to an engine: UCI options to a program, parameters to an evaluator.
    fn give(&self, engine: &mut EngineConfig) -> anyhow::Result<()> {
        let file = Path::new(&self.name);
        match (&mut engine.kind, self.value.clone()) {
            (EngineKind::Program(program), None) => program.options.extend(Parameters::options(file)?),
            (EngineKind::Evaluator(evaluator), None) => evaluator.take(Parameters::load(file)?)?,
            (EngineKind::Program(program), Some(value)) => program.options.extend([(self.name.clone(), value)]),
            (EngineKind::Evaluator(evaluator), Some(value)) => evaluator.params.extend([(self.name.clone(), value)]),
        }
        Ok(())
    }
}

/// Gives the engines their options: UCI options of a program, parameters of an evaluator.
pub(crate) fn give_options(engines: &mut [EngineConfig], options: &[EngineOption]) -> anyhow::Result<()> {
    for option in options {
        let EngineOption { engine, name, .. } = option;
        let Some(engine) = engine else {
            let is_program = |engine: &&mut EngineConfig| matches!(engine.kind, EngineKind::Program(_));
            let mut programs = engines.iter_mut().filter(is_program).peekable();
            if programs.peek().is_none() {
                bail!(
                    "--option {name}: no program plays, and evaluators have parameters of their own; name the engine \
                     that is meant: --option 1:{name}"
                );
            }
            programs.try_for_each(|program| option.give(program))?;
            continue;
        };
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let number = engine.parse::<usize>().ok();
        let number = number.and_then(|number| number.checked_sub(1));
        let index = names.iter().position(|name| name == engine).or(number);
        match index.and_then(|index| engines.get_mut(index)) {
            Some(found) => option.give(found)?,
            None => bail!(
                "--option {engine}:{name}: no engine is called {engine:?}{}; name one of them, or its number in the \
                 line from 1: {}",
                did_you_mean(engine, &names),
                names.join(", ")
            ),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> EngineOption {
        text.parse().unwrap()
    }

    #[test]
    fn options_as_they_are_written() {
        for (text, engine, name, value) in [
            ("Hash=64", None, "Hash", Value::Integer(64)),
            ("2:Threads=4", Some("2"), "Threads", Value::Integer(4)),
            ("Toga II:Skill Level=3", Some("Toga II"), "Skill Level", Value::Integer(3)),
            ("a:b:Ponder=false", Some("a:b"), "Ponder", Value::Boolean(false)),
            ("Book=C:\\a=b", None, "Book", Value::String("C:\\a=b".to_owned())),
            ("Name=007", None, "Name", Value::String("007".to_owned())),
            ("File=", None, "File", Value::String(String::new())),
        ] {
            let option = read(text);
            assert_eq!((option.engine.as_deref(), &*option.name), (engine, name));
            assert_eq!(option.value, Some(value), "{text}");
        }
        let file = EngineOption { engine: Some("2".to_owned()), name: "runs/x.toml".to_owned(), value: None };
        assert_eq!(read("2:runs/x.toml"), file);
        for text in ["Hash", "=4", ":Hash=4", "2:=4", "A=b\nquit"] {
            assert!(text.parse::<EngineOption>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn engines_are_meant_by_name_by_number_or_all() {
        let words = ["cmd:new", "cmd:old", "otter"].map(str::to_owned);
        let mut engines = engines_of(&words, None).unwrap();
        let options = ["Threads=2", "Hash=8", "2:Hash=16", "old:Style=wild", "3:x=1"].map(read);
        give_options(&mut engines, &options).unwrap();
        let table = |engine: &EngineConfig| match &engine.kind {
            EngineKind::Program(program) => program.options.to_string(),
            EngineKind::Evaluator(evaluator) => evaluator.params.to_string(),
        };
        let tables: Vec<String> = engines.iter().map(table).collect();
        let second = "Threads = 2\nHash = 16\nStyle = \"wild\"\n";
        assert_eq!(tables, ["Threads = 2\nHash = 8\n", second, "x = 1\n"]);
        for (text, part) in [
            ("nww:Hash=1", "did you mean \"new\"?"),
            ("0:Hash=1", "no engine is called \"0\""),
            ("4:Hash=1", "name one of them"),
        ] {
            let error = give_options(&mut engines, &[read(text)]).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let error = give_options(&mut engines[2..], &[read("Hash=1")]).unwrap_err().to_string();
        assert!(error.contains("no program plays"), "{error}");
    }
}
