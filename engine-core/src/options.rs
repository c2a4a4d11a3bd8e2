//! Options of an evaluator: one table serves TOML, the UCI `option` lines and the help.

use std::fmt;

use thiserror::Error;

use crate::explain::{Breakdown, centipawns};
use crate::game::Game;
use crate::notation::did_you_mean;

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Flag {
        /// As the document has it.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// As the document has it.
        default: &'static str,
        /// The words.
        choices: &'static [&'static str],
    },
    /// A whole number.
    Number {
        /// As the document, or the reading of it, has it.
        default: i32,
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
    /// A number with at most one decimal.
    Tenths {
        /// As the document, or the reading of it, has it, in tenths.
        default: i32,
        /// The least, in tenths.
        min: i32,
        /// The greatest, in tenths.
        max: i32,
    },
    /// Patterns of names of rules, separated by commas: what they match is switched off.
    Patterns,
}

/// A number with at most one decimal, in tenths.
pub fn tenths(text: &str) -> Option<i32> {
    let (whole, decimal) = text.split_once('.').unwrap_or((text, "0"));
    let digits = !whole.ends_with(['-', '+']) && decimal.bytes().all(|byte| byte.is_ascii_digit());
    let decimal: i32 = decimal.parse().ok().filter(|decimal| *decimal < 10 && digits)?;
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    let whole: i32 = whole.parse().ok()?;
    whole.checked_mul(10)?.checked_add(sign * decimal)
}

impl OptionKind {
    /// The values that it takes, in words, if `value` is none of them.
    fn refuses(&self, value: &str) -> Option<String> {
        let (takes, words) = match self {
            OptionKind::Flag { .. } => (value == "true" || value == "false", "true or false".to_owned()),
            OptionKind::Choice { choices, .. } => (choices.contains(&value), choices.join(" or ")),
            OptionKind::Number { min, max, .. } => (
                value.parse::<i32>().is_ok_and(|number| (*min..=*max).contains(&number)),
                format!("a whole number from {min} to {max}"),
            ),
            OptionKind::Tenths { min, max, .. } => {
                let [from, to] = [*min, *max].map(centipawns);
                (
                    tenths(value).is_some_and(|number| (*min..=*max).contains(&number)),
                    format!("a number from {from} to {to} with at most one decimal"),
                )
            }
            OptionKind::Patterns => return None,
        };
        (!takes).then_some(words)
    }
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, the same in TOML and in UCI.
    pub name: &'static str,
    /// The values that it takes.
    pub kind: OptionKind,
    /// Its effect, in one sentence.
    pub help: &'static str,
}

impl fmt::Display for OptionKind {
    /// As a UCI `option` line describes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Flag { default } => write!(f, "type check default {default}"),
            OptionKind::Choice { default, choices } => {
                write!(f, "type combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Number { default, min, max } => {
                write!(f, "type spin default {default} min {min} max {max}")
            }
            OptionKind::Tenths { default, .. } => {
                write!(f, "type string default {}", centipawns(*default))
            }
            OptionKind::Patterns => write!(f, "type string default {EMPTY}"),
        }
    }
}

/// The reason that an option cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum OptionError {
    #[error("there is no option \"{name}\"{}; {}", did_you_mean(.name, .options), known(.options))]
    Unknown { name: String, options: Vec<&'static str> },
    #[error("option \"{name}\" cannot be \"{value}\"; it takes {takes}")]
    Value { name: &'static str, value: String, takes: String },
    #[error("this evaluator has no rules that can be switched off; leave it out")]
    NoRules,
    #[error("no rule matches \"{pattern}\"; there are {}", .families.join(", "))]
    Pattern { pattern: String, families: Vec<String> },
    #[error("rule \"{rule}\" cannot be switched off: {why}; leave it out")]
    Inseparable { rule: &'static str, why: &'static str },
}

/// An empty string in UCI.
const EMPTY: &str = "<empty>";

fn known(options: &[&str]) -> String {
    if options.is_empty() {
        "this evaluator has none".to_owned()
    } else {
        let families = families(options.iter().copied());
        format!("this evaluator has {}", families.join(", "))
    }
}

/// An evaluator whose options can be set before play.
pub trait Configure {
    /// True if [`Configure::disable`] switches rules off. If not, [`RuleMask`](crate::rule_mask::RuleMask) leaves
    /// them out.
    const SWITCHES: bool = false;

    /// The options there are.
    fn options(&self) -> Vec<OptionInfo>;

    /// Sets an option that [`Configure::options`] lists to a value that it takes.
    fn apply(&mut self, option: &OptionInfo, value: &str);

    /// Sets the option `name` (upper and lower case are the same) to `value`.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value; the error lists what there is.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = self.options();
        let option = options.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            OptionError::Unknown { name: name.to_owned(), options: options.iter().map(|option| option.name).collect() }
        })?;
        if option.kind == OptionKind::Patterns {
            let patterns = value.split(',').map(str::trim);
            let given = patterns.filter(|pattern| !pattern.is_empty() && *pattern != EMPTY);
            return self.disable(&given.collect::<Vec<_>>());
        }
        match option.kind.refuses(value) {
            Some(takes) => Err(OptionError::Value { name: option.name, value: value.to_owned(), takes }),
            None => {
                self.apply(option, value);
                Ok(())
            }
        }
    }

    /// Switches off the rules that match one of `patterns`, and only those; `*` stands for any
    /// text. A rule that is off is as if the document did not have it: what it replaces counts.
    ///
    /// # Errors
    /// If the evaluator has no such rules or a pattern matches none of them; then nothing changes.
    fn disable(&mut self, patterns: &[&str]) -> Result<(), OptionError> {
        if patterns.is_empty() {
            return Ok(());
        }
        Err(OptionError::NoRules)
    }

    /// The reading of each rule alone for the game's position, before phases, switches and the effects that rules
    /// do to each other; `score` (centipawns from White's side) stands in for the score that some
    /// rules read. `None` for an evaluator that is not made of such rules.
    fn raw(&self, game: &Game, score: Option<i32>) -> Option<Breakdown> {
        let _ = (game, score);
        None
    }
}

/// True if `name` matches `pattern`, in which `*` stands for any text.
pub fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = name.find(part) else {
            return false;
        };
        name = &name[at + part.len()..];
    }
    name.ends_with(end)
}

/// The names in their order, those with the same text before a dot as one: `value.*` for `value.pawn` and
/// `value.knight`. A name that is alone with its text stays whole.
pub fn families<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut families: Vec<(Option<&str>, &str, usize)> = Vec::new();
    for name in names {
        let family = name.split_once('.').map(|(family, _)| family);
        let mut known = families.iter_mut();
        match known.find(|(other, ..)| family.is_some() && *other == family) {
            Some((.., members)) => *members += 1,
            None => families.push((family, name, 1)),
        }
    }
    let shortened = families.into_iter().map(|(family, name, members)| match family {
        Some(family) if members > 1 => format!("{family}.*"),
        _ => name.to_owned(),
    });
    shortened.collect()
}
