//! Games of runs: configurations, openings, clocks.

use std::env;
use std::fs::{self, File};
use std::path::Path;

#[cfg(unix)]
use super::common::{CONFIGS, Folder, TEST_ENGINE, arena, entries, stderr, write_program};
use super::common::{Contents, Files, SMALL, folder_with, json, results, text};

/// A folder with the engine binaries of this workspace that configurations name. Cargo builds none
/// for the tests of another package, so a program of this one stands in, with the same evaluators.
#[cfg(unix)]
fn engine_binaries() -> Folder {
    let folder = Folder::new();
    for name in [
        "michniewski",
        "otter",
        "chessbin",
        "slate-atkin",
        "compendium",
        "compendium-in-proportion",
    ] {
        let script = format!("#!/bin/sh\nexec {TEST_ENGINE:?} --evaluator {name}\n");
        write_program(&folder.join(name), script);
    }
    folder
}

#[cfg(unix)]
#[test]
fn every_configuration_runs_as_it_stands() {
    let programs = engine_binaries();
    let inherited = std::env::var("PATH").unwrap_or_default();
    let search_path = format!("{}:{inherited}", programs.display());
    let mut configurations = 0;
    for path in entries(Path::new(CONFIGS)) {
        // What `regress` and `spsa` read is tested with them; the folder is also a crate.
        let others = ["regress.toml", "spsa.toml", "Cargo.toml"];
        let of_others = others.map(|name| path.ends_with(name));
        if of_others.contains(&true) || path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        configurations += 1;
        let folder = Folder::new();
        let config = path.to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let cut = cut_down(&text);
        let cut: String = cut.iter().map(|set| format!(" --set {set}")).collect();
        let mut command = arena(&folder, &format!("run {config}{cut}"));
        let output = command.env("PATH", &search_path).output().unwrap();
        assert!(output.status.success(), "{config}: {}", stderr(&output));
        for line in text.lines().filter(|line| line.contains(" = ")) {
            let is_comment = line.starts_with('#');
            let has_comment = line.contains(" # ") || line.starts_with("evaluator");
            assert!(is_comment || has_comment, "{config}: explain this key: {line}");
        }
    }
    assert!(configurations > 0);
}

/// The same tournament in a second or two: every limit that the file has, and one pair.
fn cut_down(text: &str) -> Vec<String> {
    let mut sets = vec!["run.pairs=1".to_owned()];
    let file: toml::Table = text.parse().unwrap();
    let mut cut = |key: &str, limits: Option<&toml::Value>| {
        let cheap = [("nodes", 100), ("movetime", 1), ("depth", 2)];
        for (kind, value) in cheap {
            if limits.is_some_and(|limits| limits.get(kind).is_some()) {
                sets.push(format!("{key}limits.{kind}={value}"));
            }
        }
    };
    cut("", file.get("limits"));
    for list in ["time_control", "engine"] {
        let members = file.get(list).and_then(toml::Value::as_array);
        for (index, member) in members.into_iter().flatten().enumerate() {
            cut(&format!("{list}.{index}."), member.get("limits"));
        }
    }
    sets
}

#[test]
fn clocks_are_played() {
    let config = SMALL.replace("limits = { depth = 3 }", "limits = { movetime = 5 }");
    let folder = folder_with(&config);
    let set = "--set limits.tc=0.2+0.01 --set run.pairs=1";
    let results = json(&folder, &format!("run small.toml {set}"));
    assert_eq!(results["games"], 6);
}

/// Endings that are won and endings that are drawn.
const CONFIG: &str = r#"
run = { name = "tables", format = "match", pairs = 4 }
limits = { nodes = 100 }
openings = { file = "endings.epd", order = "sequential" }
adjudication = { max_moves = 100 }
[[engine]]
evaluator = "material"
[[engine]]
evaluator = "michniewski"
"#;

/// Of five pieces each: the first capture or move of a pawn into four ends the game.
const ENDINGS: &str = "8/8/4k3/8/3pK3/8/3P1P2/8 w - - 0 1\n\
    8/5k2/8/4p3/4K3/4P3/3P4/8 w - - 0 1\n\
    8/8/2k5/3p4/3K4/2P5/2P5/8 w - - 0 1\n\
    4k3/8/8/3pp3/8/8/3PK3/8 w - - 0 1\n";

#[test]
fn tables_that_are_not_there_stop_the_run_before_it_begins() {
    let folder = folder_with(CONFIG);
    folder.write("endings.epd", ENDINGS);
    let refused = |paths: &str, shown: &str| {
        let line = format!("run small.toml --set adjudication.syzygy={paths}");
        super::common::refused(&folder, &line, &[shown]);
    };
    refused("no/such/folder", "no/such/folder");
    refused(".", "there are no Syzygy tables in .");
    let table = File::create(folder.join("KQvK.rtbw")).unwrap();
    table.set_len(80).unwrap();
    refused(".", "of the 5 Syzygy tables of 3 pieces 4 are missing");
    for line in [
        "run small.toml --set adjudication.syzygy=elsewhere",
        "match material otter --set adjudication.syzygy=elsewhere",
    ] {
        super::common::refused(&folder, line, &["elsewhere"]);
    }
    assert!(!folder.join("runs").exists());
}

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn games_end_by_tablebases_and_resume_with_the_same() {
    let paths = env::var("SYZYGY_PATH").unwrap();
    let folder = folder_with(CONFIG);
    folder.write("endings.epd", ENDINGS);
    let play = |out: &str, pairs: &str| {
        let words =
            format!("run small.toml --set adjudication.syzygy='{paths}' --out {out} --set {pairs}");
        text(&folder, &words)
    };
    let table = play("run", "run.pairs=4");
    table.must_have(&["adjudication by tablebase"]);
    let ended = &results(&folder.join("run"))["terminations"]["adjudicated-tablebase"];
    assert!(ended.as_u64().unwrap() >= 4, "{ended}");
    let pgn = folder.read("run/games.pgn");
    pgn.must_have(&["Game ended by adjudication by tablebase"]);
    // The tables are part of what is played.
    super::common::refused(&folder, "run small.toml --out run", &["syzygy"]);
}
