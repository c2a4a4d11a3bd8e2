//! From `uci` to the first `readyok`, with the options that a program offers.

use std::io;
use std::time::{Duration, Instant};

use engine_core::text::did_you_mean;
use toml::Value;

use crate::connection::{Connection, Silence, Trouble, as_text, is_move};
use crate::failure::{Failure, FailureKind};
use crate::launch::{Launch, Timeouts};
use crate::log::printable;
use crate::system::is_shortage;

#[derive(Debug)]
pub(super) struct ReadyProgram {
    pub(super) connection: Connection,
    pub(super) id_name: Option<String>,
    pub(super) offers: Offers,
}

/// The reason that a program is not ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// It could not be started, or failed.
    #[error("{}", .0.detail)]
    Failed(#[from] Failure),
    /// It runs, but does not take an option.
    #[error("option {0}")]
    Option(Box<OptionFault>),
    /// The machine has no room for another process: nothing that the program did.
    #[error("{0}")]
    Shortage(io::Error),
}

pub(super) fn open(launch: &Launch) -> Result<Connection, NotReady> {
    Connection::open(launch).map_err(|error| {
        if is_shortage(&error) {
            return NotReady::Shortage(error);
        }
        NotReady::Failed(Failure {
            kind: FailureKind::FailedStart,
            detail: error.to_string(),
            log: Vec::new(),
        })
    })
}

/// Greets the program that was started, and sets its options.
pub(super) fn greet(mut connection: Connection, launch: &Launch) -> Result<ReadyProgram, NotReady> {
    let (id_name, offers) = introduce(&mut connection, launch.timeouts.start)?;
    let mut commands = String::new();
    for (name, value) in &launch.options {
        let command = offers.command(name, value);
        commands += &command.map_err(|fault| NotReady::Option(Box::new(fault)))?;
    }
    commands += "isready\n";
    await_ready(&mut connection, &commands, launch.timeouts.ready)?;
    Ok(ReadyProgram { connection, id_name, offers })
}

/// Greets the program, and reads its name and options.
fn introduce(
    connection: &mut Connection,
    patience: Duration,
) -> Result<(Option<String>, Offers), Failure> {
    let silence = Silence { kind: FailureKind::NoUciok, owed: "uciok", patience };
    let deadline = Instant::now() + patience;
    let mut id_name = None;
    let mut offers = Offers::default();
    let mut exchange = || -> Result<(), Trouble> {
        connection.send(b"uci\n", deadline)?;
        loop {
            let line = connection.receive(deadline)?.trim_ascii();
            if line == b"uciok" {
                return Ok(());
            }
            if let Some(name) = line.strip_prefix(b"id name ") {
                id_name = Some(printable(name.trim_ascii()));
            } else if let Some(line) = as_text(line) {
                offers.read(line);
            }
        }
    };
    match exchange() {
        Ok(()) => Ok((id_name, offers)),
        Err(trouble) => Err(connection.failure(&trouble, silence)),
    }
}

pub(super) fn new_game(connection: &mut Connection, timeouts: &Timeouts) -> Result<(), Failure> {
    await_ready(connection, "ucinewgame\nisready\n", timeouts.newgame)
}

/// Sets options by `commands`, each with its line end.
pub(super) fn set_options(
    connection: &mut Connection,
    commands: &str,
    timeouts: &Timeouts,
) -> Result<(), Failure> {
    await_ready(connection, &format!("{commands}isready\n"), timeouts.ready)
}

/// Waits until all pending output of the program has been read: moves in it are those without a request.
pub(super) fn settle(connection: &mut Connection, timeouts: &Timeouts) -> Result<(), Failure> {
    await_ready(connection, "isready\n", timeouts.ready)
}

/// Sends `commands`, the last of which is `isready`, and waits for the answer.
fn await_ready(
    connection: &mut Connection,
    commands: &str,
    patience: Duration,
) -> Result<(), Failure> {
    let silence = Silence { kind: FailureKind::NoReadyok, owed: "readyok", patience };
    let deadline = Instant::now() + patience;
    let mut exchange = || -> Result<(), Trouble> {
        connection.send(commands.as_bytes(), deadline)?;
        loop {
            let line = connection.receive(deadline)?;
            if line.trim_ascii() == b"readyok" {
                return Ok(());
            }
            if is_move(line) {
                connection.count_unasked();
            }
        }
    };
    exchange().map_err(|trouble| connection.failure(&trouble, silence))
}

/// More options than any program has.
const MAX_OPTIONS: usize = 10_000;

/// The type of an option, with its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Check,
    /// A whole number in a range.
    Spin(i64, i64),
    /// One of some texts.
    Combo(Vec<String>),
    /// It is pressed, and has no value.
    Button,
    Text,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) default: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Offers(Vec<Offer>);

/// The reason that an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum OptionFault {
    #[error(
        "{given:?}: the program has no such option{}; {}",
        did_you_mean(given, known),
        offered(known)
    )]
    Unknown { given: String, known: Vec<String> },
    #[error("{option:?}: invalid value {given}; {remedy}")]
    Value { option: String, given: String, remedy: String },
}

fn offered(known: &[String]) -> String {
    match known {
        [] => "it has none".to_owned(),
        _ => format!("its options are: {}", known.join(", ")),
    }
}

impl Offers {
    pub(super) fn all(&self) -> &[Offer] {
        &self.0
    }

    /// Takes in a line; one that does not offer an option is ignored.
    pub(super) fn read(&mut self, line: &str) {
        let offer = parse(line);
        self.0.extend(offer.filter(|_| self.0.len() < MAX_OPTIONS));
    }

    /// The command that sets an option, with its line end; empty for a button that is not to be pressed.
    pub(super) fn command(&self, name: &str, value: &Value) -> Result<String, OptionFault> {
        // UCI: names and values are not case sensitive.
        let found = self.0.iter().find(|offer| same(&offer.name, name));
        let Some(offer) = found else {
            return Err(OptionFault::Unknown {
                given: name.to_owned(),
                known: self.0.iter().map(|offer| offer.name.clone()).collect(),
            });
        };
        let set = format!("setoption name {}", offer.name);
        Ok(match offer.text(value)? {
            None if *value == Value::Boolean(false) => String::new(),
            None => format!("{set}\n"),
            Some(text) => format!("{set} value {text}\n"),
        })
    }
}

impl Offer {
    /// The value as UCI writes it; `None` for a button.
    fn text(&self, value: &Value) -> Result<Option<String>, OptionFault> {
        let plain = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let fault = |remedy: String| {
            Err(OptionFault::Value { option: self.name.clone(), given: value.to_string(), remedy })
        };
        match &self.kind {
            Kind::Button => match value {
                Value::Boolean(_) => Ok(None),
                _ => fault("it is a button: true presses it".to_owned()),
            },
            Kind::Check if plain == "true" || plain == "false" => Ok(Some(plain)),
            Kind::Check => fault("choose true or false".to_owned()),
            Kind::Spin(low, high) => match plain.parse::<i64>() {
                Ok(number) if (*low..=*high).contains(&number) => Ok(Some(plain)),
                _ => fault(format!("choose a whole number from {low} to {high}")),
            },
            Kind::Combo(texts) => match texts.iter().find(|text| same(text, &plain)) {
                Some(text) => Ok(Some(text.clone())),
                None => fault(format!("choose one of: {}", texts.join(", "))),
            },
            Kind::Text if plain.is_empty() => Ok(Some("<empty>".to_owned())),
            Kind::Text => Ok(Some(plain)),
        }
    }
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
}

/// `option name NAME type TYPE [default X] [min X] [max X] [var X]...`; names and values may have spaces in them.
fn parse(line: &str) -> Option<Offer> {
    let mut words = line.split_whitespace();
    if words.next() != Some("option") || words.next() != Some("name") {
        return None;
    }
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(|&word| word == "type")?;
    let name = words[..at].join(" ");
    let fields = fields(&words[at..]);
    let first = |key: &str| fields.iter().find(|(name, _)| *name == key);
    let bound = |key| first(key).and_then(|(_, value)| value.parse().ok());
    let kind = match first("type")?.1.as_str() {
        "check" => Kind::Check,
        "spin" => Kind::Spin(bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX)),
        "combo" => {
            let texts = fields.iter().filter(|(key, _)| *key == "var");
            Kind::Combo(texts.map(|(_, text)| text.clone()).collect())
        }
        "button" => Kind::Button,
        _ => Kind::Text,
    };
    let default = first("default").map(|(_, value)| value.clone());
    (!name.is_empty()).then_some(Offer { name, kind, default })
}

/// Words as keys with their values.
fn fields<'w>(words: &[&'w str]) -> Vec<(&'w str, String)> {
    const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];
    let mut fields: Vec<(&str, String)> = Vec::new();
    for &word in words {
        match fields.last_mut() {
            _ if KEYS.contains(&word) => fields.push((word, String::new())),
            Some((_, value)) if value.is_empty() => word.clone_into(value),
            Some((_, value)) => {
                value.push(' ');
                value.push_str(word);
            }
            None => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers() -> Offers {
        let mut offers = Offers::default();
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Style type combo default Normal var Solid var Very Risky var Normal",
            "option name EvalFile type string default <empty>",
            "id name Test",
            "option",
        ] {
            offers.read(line);
        }
        offers
    }

    fn command(name: &str, value: impl Into<Value>) -> String {
        let command = offers().command(name, &value.into());
        command.unwrap_or_else(|fault| fault.to_string())
    }

    #[test]
    fn options_are_set_as_uci_writes_them() {
        for (name, value, expected) in [
            ("Hash", Value::Integer(64), "setoption name Hash value 64\n"),
            ("move overhead", 5.into(), "setoption name Move Overhead value 5\n"),
            ("Ponder", true.into(), "setoption name Ponder value true\n"),
            ("Clear Hash", true.into(), "setoption name Clear Hash\n"),
            ("Clear Hash", false.into(), ""),
            ("Style", "very risky".into(), "setoption name Style value Very Risky\n"),
            ("EvalFile", "a b.nnue".into(), "setoption name EvalFile value a b.nnue\n"),
            ("EvalFile", "".into(), "setoption name EvalFile value <empty>\n"),
        ] {
            assert_eq!(command(name, value), expected);
        }
    }

    #[test]
    fn unknown_options_and_bad_values_are_refused() {
        let message = command("Hsh", 1);
        assert!(message.contains("did you mean \"Hash\"?"), "{message}");
        assert!(message.contains("its options are: Hash, Move Overhead, "), "{message}");
        assert!(command("Hash", 4096).contains("invalid value 4096; choose a whole number from 1"));
        assert!(command("Hash", "big").contains("from 1 to 1024"));
        assert!(command("Ponder", 1).contains("true or false"));
        assert!(command("Style", "Wild").contains("Solid, Very Risky, Normal"));
        assert!(command("Clear Hash", "now").contains("true presses it"));
        let none = Offers::default().command("Hash", &Value::Integer(1));
        assert!(none.unwrap_err().to_string().contains("it has none"));
    }
}
