//! Foreign text on its way to a terminal.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::run;

#[test]
fn names_do_not_steer_the_terminal() {
    let folder = tempdir().unwrap();
    let name = "A\u{1b}[2J\u{9b}31m";
    let game = |black: &str| {
        format!("[White \"{name}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
    };
    let games = game("B\u{7}") + &game(name);
    fs::write(folder.path().join("a.pgn"), games).unwrap();
    for format in [&[][..], &["--json"]] {
        let output = run(folder.path(), &[&["rate", "a.pgn"], format].concat());
        let (text, said) = (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        );
        assert!(text.contains("A\\u001b[2J\\u009b31m"), "{text}");
        assert!(
            said.contains("left out") && said.contains("\\u001b"),
            "{said}"
        );
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(
            !text.contains(steers) && !said.contains(steers),
            "{text}{said}"
        );
        if let [_json] = format {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert!(value.to_string().contains("A\\u001b[2J"), "{value}");
        }
    }
    fs::write(folder.path().join("t.toml"), "\u{9b}2J = [").unwrap();
    let output = run(folder.path(), &["run", "t.toml"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !said.contains('\u{9b}') && said.contains("t.toml"),
        "{said}"
    );
}
