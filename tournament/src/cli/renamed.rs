//! Parsing of the command line; renamed commands are answered with their new names.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error};
use clap::{CommandFactory, FromArgMatches};
use evaluators::registry;

use super::help::grouped;
use super::{Arguments, line_width};

/// Old names of commands, and their names below `calibrate`.
const RENAMED: [(&str, &str); 3] = [("measure", "scale"), ("swing", "margins"), ("wdl", "wdl")];

/// Parses `words`; the error for a renamed command suggests the new name.
pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    // The help of `help` is the list of commands.
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.remove(1);
    }
    let command = grouped(Arguments::command(), line_width());
    let matches = command.try_get_matches_from(&words);
    let parsed = matches.and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.map_err(|mut error| {
        if let Some(given) = error.get(ContextKind::InvalidSubcommand)
            && let Some(new) = new_name(&given.to_string(), &words)
        {
            let tip = format!("it is `evalarena calibrate {new}` now");
            error.remove(ContextKind::SuggestedSubcommand);
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
        }
        error
    })
}

/// The words after `calibrate` that replace the command `given`; `calibrate EVALUATOR` was one, too.
fn new_name(given: &str, words: &[OsString]) -> Option<String> {
    if registry::NAMES.contains(&given) && words.get(1)? == "calibrate" {
        return Some(format!("levels {given}"));
    }
    let renamed = RENAMED.iter().find(|(old, _)| *old == given);
    renamed.map(|(_, new)| (*new).to_owned())
}
