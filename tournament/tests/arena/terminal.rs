//! Foreign text on its way to a terminal.

use serde_json::Value;

use crate::common::{Contents, Files, Folder, run, stderr, stdout};

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
