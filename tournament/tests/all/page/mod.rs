//! The page of a run as its readers meet it: from `evalarena serve`, and in a browser.
//!
//! Without Chromium the browser's tests pass without a test. With EVALARENA_BROWSER, which names the program, they must
//! find it.

#[cfg(feature = "full")]
pub(crate) mod browser;
#[cfg(feature = "full")]
mod explored;
#[cfg(feature = "full")]
mod replayed;
mod served;
#[cfg(feature = "full")]
mod shown;

use crate::arena::section;
use crate::common::{Files, Folder, folder_of, success};

/// Names that do harm where they are not escaped.
pub(crate) const HOSTILE: &str = "<script>alert(1)</script> \"O'Tter\" & 🦦 </td>";

/// The name of the second opening.
pub(crate) fn hostile_opening() -> String {
    format!("<img src=x onerror=alert(1)> '\"& {}", "long ".repeat(40).trim())
}

/// Three openings, one of them with a name that is meant to do harm.
fn book() -> String {
    let hostile = hostile_opening().replace('"', "\\\"");
    let opening = |name: &str, moves: &str| format!("[Opening \"{name}\"]\n\n{moves} *\n\n");
    [
        opening("Sicilian Defense: Open", "1. e4 c5 2. Nf3 d6 3. d4 cxd4"),
        opening(&hostile, "1. d4 d5 2. c4 e6"),
        opening("English Opening", "1. c4 e5"),
    ]
    .concat()
}

/// The folder in which the small run was played as `run`.
pub(crate) fn small_run() -> Folder {
    run_of(&section("replayed").replace("NAME", HOSTILE), &book())
}

/// The same of a configuration, from the openings of book.pgn.
pub(crate) fn run_of(config: &str, book: &str) -> Folder {
    let folder = folder_of("run.toml", config);
    folder.write("book.pgn", book);
    success(&folder, "run run.toml --out run");
    folder
}
