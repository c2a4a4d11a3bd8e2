//! Commands that have another name now.

use std::ffi::OsString;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, Error};
use players::registry;

use super::Arguments;

/// Commands as they were called, and as they are called now.
const RENAMED: [(&str, &str); 3] = [("measure", "scale"), ("swing", "margins"), ("wdl", "wdl")];

/// The arguments that `words` are; the error for a command that has another name says it.
pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    Arguments::try_parse_from(words).map_err(|mut error| {
        let given = error.get(ContextKind::InvalidSubcommand);
        if let Some(new) = given.and_then(|given| new_name(&given.to_string())) {
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

/// What follows `calibrate` now; `calibrate EVALUATOR` was a command, too.
fn new_name(given: &str) -> Option<String> {
    if registry::NAMES.contains(&given) {
        return Some(format!("levels {given}"));
    }
    let renamed = RENAMED.iter().find(|(old, _)| *old == given)?;
    Some(renamed.1.to_owned())
}
