//! Options of engines in a line of arguments: `--option Hash=64`, `--option 2:Threads=4`.

use std::str::FromStr;

use anyhow::bail;
use config::{EngineConfig, EngineKind};
use toml::Value;
use uci_client::did_you_mean;

/// An option, and the engines that have it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EngineOption {
    /// The engine's name, or its number from 1; `None` means every program.
    engine: Option<String>,
    name: String,
    value: Value,
}

impl FromStr for EngineOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let example = || {
            "write NAME=VALUE, for all programs, or ENGINE:NAME=VALUE, as in Hash=64 or 2:Threads=4"
                .to_owned()
        };
        let (name, value) = text.split_once('=').ok_or_else(example)?;
        // Names of options have no colon, and names of engines may.
        let (engine, name) = match name.rsplit_once(':') {
            Some((engine, name)) => (Some(engine.trim()), name.trim()),
            None => (None, name.trim()),
        };
        if name.is_empty() || engine == Some("") || text.contains(['\n', '\r', '\0']) {
            return Err(example());
        }
        Ok(Self {
            engine: engine.map(str::to_owned),
            name: name.to_owned(),
            value: read_value(value),
        })
    }
}

/// A flag or a whole number if it is written as one, else a text.
fn read_value(text: &str) -> Value {
    if let Ok(flag) = text.parse::<bool>() {
        return Value::Boolean(flag);
    }
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Value::Integer(number),
        _ => Value::String(text.to_owned()),
    }
}

/// Gives the engines their options: UCI options of a program, parameters of an evaluator.
pub(crate) fn give(engines: &mut [EngineConfig], options: &[EngineOption]) -> anyhow::Result<()> {
    for option in options {
        let Some(engine) = &option.engine else {
            give_programs(engines, option)?;
            continue;
        };
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let number = engine.parse::<usize>().ok();
        let number = number.and_then(|number| number.checked_sub(1));
        let index = names.iter().position(|name| name == engine).or(number);
        let Some(found) = index.and_then(|index| engines.get_mut(index)) else {
            bail!(
                "--option {engine}:{}: no engine is called {engine:?}{}; name one of them, or its number in the \
                 line from 1: {}",
                option.name,
                did_you_mean(engine, &names),
                names.join(", ")
            );
        };
        let table = match &mut found.kind {
            EngineKind::Program(program) => &mut program.options,
            EngineKind::Evaluator(evaluator) => &mut evaluator.params,
        };
        table.insert(option.name.clone(), option.value.clone());
    }
    Ok(())
}

fn give_programs(engines: &mut [EngineConfig], option: &EngineOption) -> anyhow::Result<()> {
    let mut programs = 0;
    for engine in engines {
        if let EngineKind::Program(program) = &mut engine.kind {
            let (name, value) = (option.name.clone(), option.value.clone());
            program.options.insert(name, value);
            programs += 1;
        }
    }
    if programs == 0 {
        bail!(
            "--option {name}: no program plays, and evaluators have parameters of their own; name the engine \
             that is meant: --option 1:{name}=...",
            name = option.name
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::{ProgramConfig, Timeouts};
    use std::path::Path;

    fn read(text: &str) -> EngineOption {
        text.parse().unwrap()
    }

    fn program(name: &str) -> EngineConfig {
        let mut engine = config::EngineConfig::of_evaluator("otter", 1);
        engine.name = name.to_owned();
        engine.kind = EngineKind::Program(Box::new(ProgramConfig {
            command: "x".to_owned(),
            path: Some(Path::new("x").to_owned()),
            args: Vec::new(),
            dir: None,
            folder: None,
            env: Default::default(),
            options: toml::Table::new(),
            scores_from_white: false,
            timeouts: Timeouts::default(),
        }));
        engine
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
            assert_eq!(option.value, value, "{text}");
        }
        for text in ["Hash", "=4", ":Hash=4", "2:=4", "A=b\nquit"] {
            assert!(text.parse::<EngineOption>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn engines_are_meant_by_name_by_number_or_all() {
        let mut engines =
            [program("new"), program("old"), config::EngineConfig::of_evaluator("otter", 1)];
        let options = ["Threads=2", "Hash=8", "2:Hash=16", "old:Style=wild", "3:x=1"].map(read);
        give(&mut engines, &options).unwrap();
        let table = |engine: &EngineConfig| match &engine.kind {
            EngineKind::Program(program) => program.options.to_string(),
            EngineKind::Evaluator(evaluator) => evaluator.params.to_string(),
        };
        assert_eq!(table(&engines[0]).replace('\n', " ").trim(), "Threads = 2 Hash = 8");
        assert_eq!(
            table(&engines[1]).replace('\n', " ").trim(),
            "Threads = 2 Hash = 16 Style = \"wild\""
        );
        assert_eq!(table(&engines[2]).trim(), "x = 1");
        for (text, part) in [
            ("nww:Hash=1", "did you mean \"new\"?"),
            ("0:Hash=1", "no engine is called \"0\""),
            ("4:Hash=1", "name one of them"),
        ] {
            let error = give(&mut engines, &[read(text)]).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let mut alone = [config::EngineConfig::of_evaluator("otter", 1)];
        let error = give(&mut alone, &[read("Hash=1")]).unwrap_err().to_string();
        assert!(error.contains("no program plays"), "{error}");
    }
}
