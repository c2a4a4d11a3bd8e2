//! Games that tablebases end.

use std::env;
use std::fs::File;

use super::common::{Contents, Files, folder_with, results, text};

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
