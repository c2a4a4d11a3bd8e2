//! Parsing of the command line.

use std::ffi::OsString;

use clap::error::Error;
use clap::{CommandFactory, FromArgMatches};

use super::help::grouped;
use super::{Arguments, line_width};

/// Parses `words`.
pub(crate) fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    // The help of `help` is the list of commands.
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.remove(1);
    }
    let command = grouped(Arguments::command(), line_width());
    Arguments::from_arg_matches(&command.try_get_matches_from(&words)?)
}
