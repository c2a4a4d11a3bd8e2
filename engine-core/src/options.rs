//! Options of an evaluator: one table serves TOML, the UCI `option` lines and the help.

use std::fmt;

use thiserror::Error;

/// What an option can be set to.
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
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, the same in TOML and in UCI.
    pub name: &'static str,
    /// What it can be set to.
    pub kind: OptionKind,
    /// What it does, in one sentence.
    pub help: &'static str,
}

impl fmt::Display for OptionKind {
    /// As a UCI `option` line describes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Flag { default } => write!(f, "type check default {default}"),
            OptionKind::Choice { default, choices } => {
                write!(f, "type combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// Why an option cannot be set.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option \"{name}\"; {}", known(.options))]
    Unknown {
        /// As given.
        name: String,
        /// What there is.
        options: Vec<&'static str>,
    },
    /// The option cannot have this value.
    #[error("option \"{name}\" cannot be \"{value}\"; it takes {takes}")]
    Value {
        /// The option.
        name: &'static str,
        /// As given.
        value: String,
        /// What it takes.
        takes: String,
    },
}

fn known(options: &[&str]) -> String {
    if options.is_empty() {
        "this evaluator has none".to_owned()
    } else {
        format!("this evaluator has {}", options.join(", "))
    }
}

/// An evaluator whose options can be set before play.
pub trait Configure {
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
        let option = options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown {
                name: name.to_owned(),
                options: options.iter().map(|option| option.name).collect(),
            })?;
        let allowed: Vec<&str> = match &option.kind {
            OptionKind::Flag { .. } => vec!["true", "false"],
            OptionKind::Choice { choices, .. } => choices.to_vec(),
        };
        if !allowed.contains(&value) {
            return Err(OptionError::Value {
                name: option.name,
                value: value.to_owned(),
                takes: allowed.join(" or "),
            });
        }
        self.apply(option, value);
        Ok(())
    }
}
