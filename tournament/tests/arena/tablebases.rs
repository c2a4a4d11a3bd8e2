//! Games that tablebases end, and tablebases that are not there.

use std::env;
use std::fs::{self, File};

use crate::common::{folder_with, results, run, stderr, stdout};

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

/// Of five men each: the first capture or move of a pawn into four ends the game.
const ENDINGS: &str = "8/8/4k3/8/3pK3/8/3P1P2/8 w - - 0 1\n\
    8/5k2/8/4p3/4K3/4P3/3P4/8 w - - 0 1\n\
    8/8/2k5/3p4/3K4/2P5/2P5/8 w - - 0 1\n\
    4k3/8/8/3pp3/8/8/3PK3/8 w - - 0 1\n";

#[test]
fn tables_that_are_not_there_stop_the_run_before_it_begins() {
    let folder = folder_with(CONFIG);
    fs::write(folder.path().join("endings.epd"), ENDINGS).unwrap();
    let refused = |paths: &str, told: &str| {
        let output = run(folder.path(), &["run", "small.toml", "--syzygy", paths]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let message = stderr(&output);
        assert!(message.contains(told), "{message}");
    };
    refused("no/such/folder", "no/such/folder");
    refused(".", "there are no Syzygy tables in .");
    let table = File::create(folder.path().join("KQvK.rtbw")).unwrap();
    table.set_len(80).unwrap();
    refused(".", "of the 5 Syzygy tables of 3 men 4 are missing");
    let set = "adjudication.syzygy=elsewhere";
    let output = run(folder.path(), &["run", "small.toml", "--set", set]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("elsewhere"));
    let words = ["match", "material", "otter", "--syzygy", "elsewhere"];
    assert_eq!(run(folder.path(), &words).status.code(), Some(2));
    assert!(!folder.path().join("runs").exists());
}

#[test]
#[ignore = "needs files: SYZYGY_PATH=FOLDER"]
fn games_end_by_tablebases_and_resume_with_the_same() {
    let paths = env::var("SYZYGY_PATH").unwrap();
    let folder = folder_with(CONFIG);
    fs::write(folder.path().join("endings.epd"), ENDINGS).unwrap();
    let play = |out: &str, pairs: &str| {
        let words = [
            "run",
            "small.toml",
            "--syzygy",
            &paths,
            "--out",
            out,
            "--set",
            pairs,
        ];
        let output = run(folder.path(), &words);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let table = play("run", "run.pairs=4");
    assert!(table.contains("adjudication by tablebase"), "{table}");
    let ended = &results(&folder.path().join("run"))["terminations"]["adjudicated-tablebase"];
    assert!(ended.as_u64().unwrap() >= 4, "{ended}");
    let pgn = fs::read_to_string(folder.path().join("run/games.pgn")).unwrap();
    assert!(pgn.contains("Game ended by adjudication by tablebase"));
    // The tables are part of what is played.
    let without = run(folder.path(), &["run", "small.toml", "--out", "run"]);
    assert_eq!(without.status.code(), Some(2));
    assert!(stderr(&without).contains("syzygy"));
}
