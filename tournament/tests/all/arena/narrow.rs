//! Everything that prints tables, in lines of sixty columns and with long names.

use std::fs;
use std::path::Path;

use engine_core::game::position_from_fen;
use serde_json::Value;

use super::{CONFIGS, Contents, Files, Folder, arena, folder_with, run, stderr, stdout, success};

const COLUMNS: usize = 60;

/// Names of forty characters.
const NAMED: &str = r#"
run = { name = "named", format = "round-robin", pairs = 4, cycles = 2 }
limits = { nodes = 100 }
adjudication = { max_moves = 40 }
engine = [
    { name = "The first engine, of forty characters...", evaluator = "michniewski" },
    { name = "The second one, also of forty characters", evaluator = "material" },
    { name = "A third one, whose name is no shorter...", evaluator = "otter" },
]
"#;

const SUITE: &str = concat!(
    "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rxa8#; id \"A position whose name has forty letters.\";\n",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"Another whose name has forty letters....\";\n",
);

/// A position is not wrapped, and has its own line.
fn is_position(line: &str) -> bool {
    position_from_fen(line.trim()).is_ok()
}

fn assert_narrow(folder: &Path, arguments: &str) {
    let mut command = arena(folder, arguments);
    let output = command.env("COLUMNS", COLUMNS.to_string()).output().unwrap();
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {err}");
    assert!(!out.is_empty(), "{arguments:?}");
    let wide = |line: &&str| line.chars().count() > COLUMNS && !is_position(line);
    let wide: Vec<&str> = out.lines().chain(err.lines()).filter(wide).collect();
    assert!(wide.is_empty(), "{arguments:?}: {}\n\n{out}", wide.join("\n"));
}

/// A line each; words have no blanks in them.
const COMMANDS: &str = "\
run small.toml
match otter compendium-in-proportion --games 2 --nodes 20
match otter michniewski --games 4 --nodes 20 --sprt 0,400 --set run.seed=1
rate runs/named/games.pgn --los
explain startpos moves e2e4 c7c5 g1f3 d7d6 d2d4
why startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 --moves c5d4,g8f6,b8c6,e7e6 --engine compendium --nodes 500
suite suite.epd --engine otter --engine compendium-in-proportion --nodes 50 --list all
accuracy p.epd --config small.toml --engine compendium-in-proportion --terms
tune slate-atkin p.epd --out a-file-with-a-name-that-is-long-enough.toml
suite blunders.epd --engine compendium-in-proportion --nodes 1 --history h.jsonl
check otter --games 1
openings check book.pgn.gz
stats --penta 34,54,63,64,75 --elo0 0 --elo1 5
stats --plan --elo1 5
positions runs/named/games.pgn --out q.epd
report runs/named runs/other";

/// A folder in which there is what the commands name.
fn prepared() -> Folder {
    let folder = folder_with(NAMED);
    folder.write("suite.epd", SUITE);
    let book = Path::new(CONFIGS).join("openings/builtin.pgn.gz");
    fs::copy(book, folder.join("book.pgn.gz")).unwrap();
    let blunder = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    for arguments in [
        "run small.toml --quiet",
        "run small.toml --quiet --set run.seed=2 --out runs/other",
        "positions runs/named/games.pgn --out p.epd --per-game 3",
        &format!("suite add blunders.epd '{blunder}' --best Rxa8"),
    ] {
        success(&folder, arguments);
    }
    folder
}

#[test]
fn tables_fit_sixty_columns() {
    let folder = prepared();
    for line in COMMANDS.lines() {
        assert_narrow(&folder, line);
    }
}

#[test]
fn names_do_not_steer_the_terminal() {
    let folder = Folder::new();
    let name = "A\u{1b}[2J\u{9b}31m";
    let game = |black: &str| {
        format!("[White \"{name}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
    };
    let games = game("B\u{7}") + &game(name);
    folder.write("a.pgn", games);
    for format in ["", "--json"] {
        let output = run(&folder, &format!("rate a.pgn {format}"));
        let (text, printed) = (stdout(&output), stderr(&output));
        text.must_have(&["A\\u001b[2J\\u009b31m"]);
        printed.must_have(&["left out", "\\u001b"]);
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!text.contains(steers) && !printed.contains(steers), "{text}{printed}");
        if format == "--json" {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert!(value.to_string().contains("A\\u001b[2J"), "{value}");
        }
    }
    folder.write("t.toml", "\u{9b}2J = [");
    let output = run(&folder, "run t.toml");
    let printed = stderr(&output);
    printed.must_lack(&["\u{9b}"]);
    printed.must_have(&["t.toml"]);
}

#[test]
fn groups_and_rare_rules_are_listed_in_sixty_columns() {
    let folder = Folder::new();
    let arguments =
        "ablate compendium --groups --rules Beauty*,King* --nodes 20 --first 8 --games 8";
    let mut command = arena(&folder, arguments);
    let output = command.env("COLUMNS", "60").output().unwrap();
    let (out, err) = (stdout(&output), stderr(&output));
    assert!(output.status.success(), "{err}");
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
    out.must_have(&["King attack", "above 0 it"]);
    // In one position with bare kings no other table fires, and what is named is played all the same.
    folder.write("kings.epd", "4k3/8/8/8/8/8/8/K7 w - - 0 1 c9 \"1-0\"; id \"1\";\n");
    let rare = "ablate otter --positions kings.epd --nodes 1 --first 8 --games 8";
    let out = stdout(&run(&folder, rare));
    out.must_have(&["Too rare for games", "pst_rook"]);
    let out = stdout(&run(&folder, &format!("{rare} --rules pst_rook")));
    assert!(!out.contains("Too rare") && out.contains("pst_rook"), "{out}");
}
