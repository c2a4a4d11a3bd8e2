//! Commands that have another name now.

use std::ffi::OsString;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, Error};
use players::registry;

use super::Arguments;

/// Commands as they were called, and what follows `calibrate` now.
const RENAMED: [(&str, &str); 3] = [("measure", "scale"), ("swing", "margins"), ("wdl", "wdl")];

/// The arguments that `words` are; the error for a command that has another name says it.
pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    let words: Vec<OsString> = words.into_iter().collect();
    Arguments::try_parse_from(&words).map_err(|mut error| {
        if let Some(given) = error.get(ContextKind::InvalidSubcommand)
            && let Some(new) = new_name(&given.to_string(), &words)
        {
            let tip = format!("it is `tournament calibrate {new}` now");
            error.remove(ContextKind::SuggestedSubcommand);
            error.insert(
                ContextKind::Suggested,
                ContextValue::StyledStrs(vec![tip.into()]),
            );
        }
        error
    })
}

/// What follows `calibrate` now in place of the command `given`; `calibrate EVALUATOR` was one, too.
fn new_name(given: &str, words: &[OsString]) -> Option<String> {
    if registry::NAMES.contains(&given) && words.get(1)? == "calibrate" {
        return Some(format!("levels {given}"));
    }
    let renamed = RENAMED.iter().find(|(old, _)| *old == given);
    renamed.map(|(_, new)| (*new).to_owned())
}
