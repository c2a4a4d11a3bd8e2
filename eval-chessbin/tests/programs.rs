//! The engine program: it plays by its evaluation.

use engine_core::testkit::{Contents, output_of, printed};

#[test]
fn it_plays_by_its_evaluation() {
    let script = "uci\nsetoption name a_file_fix value true\nposition startpos\ngo nodes 500\n";
    let output = printed(&output_of(env!("CARGO_BIN_EXE_chessbin"), &[], script));
    output.must_have(&["id name ChessBin ", "option name a_file_fix type check default false\n"]);
    assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{output}");
}
