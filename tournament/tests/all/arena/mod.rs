//! The arena as its users meet it: the binary, its folder, its errors.

mod ablations;
mod chess960;
#[cfg(all(unix, feature = "full"))]
mod commands;
mod damage;
#[cfg(feature = "full")]
mod documents;
mod formats;
mod identities;
mod input;
#[cfg(feature = "full")]
mod long;
mod matches;
mod output;
#[cfg(target_os = "linux")]
mod outputs;
mod resume;
mod shards;

pub(crate) use crate::common::*;

use std::fs;
use std::path::{Path, PathBuf};

/// Three engines, twelve games, a fraction of a second.
pub(crate) const SMALL: &str = include_str!("small.toml");

pub(crate) fn folder_with(config: &str) -> Folder {
    folder_of("small.toml", config)
}

/// A part of texts.txt, where `== NAME` is before each: `few` are positions in place of the 27,000 that are built in, in one
/// of which every rule of the tables fires.
pub(crate) fn section(name: &str) -> &'static str {
    let (_, text) = include_str!("texts.txt").split_once(&format!("== {name}\n")).unwrap();
    text.find("\n== ").map_or(text, |end| &text[..=end])
}

/// Its rows: commands of the documents that are given, with the options that make them short; those that are not, with the
/// reason; and commands that are refused, with parts of the message.
pub(crate) fn rows(name: &str) -> Vec<Vec<&'static str>> {
    section(name).lines().map(|line| line.split('\t').collect()).collect()
}

/// The same, slow enough to be killed in the middle.
pub(crate) fn slow() -> String {
    SMALL.replace("nodes = 200", "nodes = 1500")
}

/// A fourth engine, and a tournament of two rounds.
pub(crate) fn swiss(pairs: u32) -> String {
    let swiss = SMALL.replace("round-robin", "swiss");
    let swiss = swiss.replace("pairs = 2", &format!("pairs = {pairs}\nrounds = 2"));
    swiss + "[[engine]]\nname = \"ChessBin\"\nevaluator = \"chessbin\"\n"
}

pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with(".gitignore"));
    paths.sort();
    paths
}

/// Begins or resumes the run in `folder/out` and kills it as soon as `more` games are
/// stored, in the middle of the next; `false` if it ended before.
pub(crate) fn interrupt(folder: &Path, out: &str, more: usize) -> bool {
    let run = folder.join(out);
    let before = stored(&run);
    let mut child = start(arena(folder, &format!("run small.toml --out {out} --threads 1")));
    wait_until(&mut child, || stored(&run) >= before + more);
    kill(child)
}

/// Plays the run whole, and again with kills after `more` games each; both end with the same games. The output of the
/// first.
#[track_caller]
pub(crate) fn assert_kills_change_nothing(folder: &Path, times: usize, more: usize) -> String {
    let whole = text(folder, "run small.toml --out whole");
    let games = |out: &str| timeless(&folder.join(out));
    let kills = (0..times).filter(|_| {
        let was_killed = interrupt(folder, "killed", more);
        let so_far = fs::read_to_string(folder.join("killed/games.pgn")).unwrap();
        assert!(so_far.is_empty() || so_far.ends_with("\n\n"), "{so_far}");
        assert!(games("whole").starts_with(&games("killed")), "{so_far}");
        was_killed
    });
    assert!(kills.count() > 0, "every run ended before it could be killed");
    success(folder, "run small.toml --out killed");
    assert_eq!(games("whole"), games("killed"));
    whole
}

/// tests/memory.py measures what the arena takes, and ends with what is wrong.
#[cfg(all(target_os = "linux", feature = "full"))]
#[test]
fn memory_has_its_bounds() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/memory.py");
    if crate::left_out::is_there(crate::left_out::PYTHON) {
        let measured = std::process::Command::new("python3").args([script, env!("CARGO_BIN_EXE_evalarena")]).output();
        measured.unwrap().ended(0);
    }
}
