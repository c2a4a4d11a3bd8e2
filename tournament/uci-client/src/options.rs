//! The options that a program offers, and the commands that set them.

use engine_core::notation::did_you_mean;
use toml::Value;

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
pub(crate) struct Offers(pub(crate) Vec<Offer>);

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
    /// Takes in a line; one that does not offer an option is ignored.
    pub(crate) fn read(&mut self, line: &str) {
        let offer = parse(line);
        self.0.extend(offer.filter(|_| self.0.len() < MAX_OPTIONS));
    }

    /// The option of this name. UCI: names and values are not case sensitive.
    pub(crate) fn find(&self, name: &str) -> Option<&Offer> {
        self.0.iter().find(|offer| same(&offer.name, name))
    }

    /// The command that sets an option, with its line end; empty for a button that is not to be pressed.
    pub(crate) fn command(&self, name: &str, value: &Value) -> Result<String, OptionFault> {
        let offer = self.find(name).ok_or_else(|| OptionFault::Unknown {
            given: name.to_owned(),
            known: self.0.iter().map(|offer| offer.name.clone()).collect(),
        })?;
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
        let remedy = match &self.kind {
            Kind::Button if value.is_bool() => return Ok(None),
            Kind::Button => "it is a button: true presses it".to_owned(),
            Kind::Check if plain == "true" || plain == "false" => return Ok(Some(plain)),
            Kind::Check => "choose true or false".to_owned(),
            Kind::Spin(low, high) => match plain.parse() {
                Ok(number) if (*low..=*high).contains(&number) => return Ok(Some(plain)),
                _ => format!("choose a whole number from {low} to {high}"),
            },
            Kind::Combo(texts) => match texts.iter().find(|text| same(text, &plain)) {
                Some(text) => return Ok(Some(text.clone())),
                None => format!("choose one of: {}", texts.join(", ")),
            },
            Kind::Text if plain.is_empty() => return Ok(Some("<empty>".to_owned())),
            Kind::Text => return Ok(Some(plain)),
        };
        Err(OptionFault::Value { option: self.name.clone(), given: value.to_string(), remedy })
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
    let values = |key| fields.iter().filter(move |(own, _)| *own == key).map(|(_, value)| value);
    let bound = |key| values(key).next().and_then(|value| value.parse().ok());
    let kind = match values("type").next()?.as_str() {
        "check" => Kind::Check,
        "spin" => Kind::Spin(bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX)),
        "combo" => Kind::Combo(values("var").cloned().collect()),
        "button" => Kind::Button,
        _ => Kind::Text,
    };
    let default = values("default").next().cloned();
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
