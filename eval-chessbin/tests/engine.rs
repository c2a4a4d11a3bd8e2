//! The engine binary as its users meet it.

#![allow(clippy::unwrap_used)]

use std::process::Output;

use engine_core::testkit::{output_of, printed};
use serde_json::{Value, json};

fn run(arguments: &[&str], input: &str) -> Output {
    output_of(env!("CARGO_BIN_EXE_chessbin"), arguments, input)
}

#[test]
fn eval_prints_terms_and_facts() {
    let input = "startpos moves e2e4\nR6k/8/6K1/8/8/8/8/8 b - - 0 1\n";
    let output = run(&["eval", "--json"], input);
    assert!(output.status.success());
    let rows: Vec<Value> =
        printed(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0]["evaluator"], "chessbin");
    assert_eq!(rows[0]["terms"]["tempo"], json!([0, 10]));
    assert_eq!(
        rows[0]["meta"],
        json!({"endgame_phase": false, "men": 32, "castled": [false, false], "terminal": null})
    );
    assert_eq!(rows[1]["terms"], json!({"terminal": [32767, 0]}));
    assert_eq!(rows[1]["relative"], -32767);
    assert_eq!(rows[1]["meta"]["terminal"], "mate");
}

#[test]
fn it_plays_and_takes_its_option() {
    let script = "uci\nsetoption name a_file_fix value true\n\
                  position fen 7k/1p6/8/8/8/8/P7/7K w - - 0 1\neval\ngo nodes 3000\n";
    let output = printed(&run(&[], script));
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("id name ChessBin"), "{output}");
    assert!(lines.contains(&"option name a_file_fix type check default false"));
    let squares = "option name pst_bishop.c1 type spin default -40 min -2000 max 2000";
    assert!(lines.contains(&squares), "{output}");
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{output}");
}
