//! The engine programs: each plays by its evaluation.

use engine_core::testkit::{Contents, output_of, printed};

#[test]
fn each_engine_plays_by_its_evaluation() {
    for (title, program, option) in [
        ("Michniewski", env!("CARGO_BIN_EXE_michniewski"), "endgame_rule"),
        ("Otter", env!("CARGO_BIN_EXE_otter"), "pst_king.e4"),
    ] {
        let output = printed(&output_of(program, &[], "uci\nposition startpos\ngo nodes 500\n"));
        output.must_have(&[&format!("id name {title} "), &format!("option name {option} type ")]);
        assert!(
            output.lines().last().is_some_and(|line| line.starts_with("bestmove ")),
            "{output}"
        );
    }
}
