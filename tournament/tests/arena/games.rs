//! What is played: configurations, openings, clocks.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{CONFIGS, SMALL, entries, folder_with, run, stderr, stdout};

#[test]
fn every_configuration_runs_as_it_stands() {
    let mut configurations = 0;
    for path in entries(Path::new(CONFIGS)) {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        configurations += 1;
        let folder = tempdir().unwrap();
        let config = path.to_str().unwrap();
        let small = [
            "run",
            config,
            "--set",
            "run.pairs=1",
            "--set",
            "limits.nodes=200",
        ];
        let output = run(folder.path(), &small);
        assert!(output.status.success(), "{config}: {}", stderr(&output));
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| line.contains(" = ")) {
            let is_comment = line.starts_with('#');
            let has_comment = line.contains(" # ") || line.starts_with("evaluator");
            assert!(
                is_comment || has_comment,
                "{config}: say what this does: {line}"
            );
        }
    }
    assert!(configurations > 0);
}

#[test]
fn openings_are_generated_reproducibly() {
    let folder = tempdir().unwrap();
    let generate = |file: &str| {
        let arguments = [
            "openings", "generate", file, "--count", "30", "--nodes", "500",
        ];
        let output = run(folder.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read(folder.path().join(file)).unwrap()
    };
    assert_eq!(generate("a.pgn.gz"), generate("b.pgn.gz"));
    let text = String::from_utf8(generate("c.pgn")).unwrap();
    assert_eq!(text.matches("[Event ").count(), 30);
    let nowhere = run(folder.path(), &["openings", "generate", "no/such/book.pgn"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let wrong = run(folder.path(), &["openings", "generate", "book.txt"]);
    assert!(stderr(&wrong).contains(".pgn.gz"));
}

#[test]
fn clocks_are_played() {
    let config = SMALL.replace("limits = { depth = 3 }", "limits = { movetime = 5 }");
    let folder = folder_with(&config);
    let set = [
        "--set",
        "limits.tc=0.2+0.01",
        "--set",
        "run.pairs=1",
        "--json",
    ];
    let output = run(folder.path(), &[&["run", "small.toml"], &set[..]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let results: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(results["games"], 6);
}
