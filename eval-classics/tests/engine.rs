//! The engine programs: each plays by its evaluation.

#![allow(clippy::unwrap_used)]

use engine_core::testkit::{Contents, output_of, printed};

const ENGINES: [(&str, &str, &str); 4] = [
    ("Shannon", env!("CARGO_BIN_EXE_shannon"), "pawn_backward"),
    ("Turochamp", env!("CARGO_BIN_EXE_turochamp"), "mate_threat"),
    ("PeSTO", env!("CARGO_BIN_EXE_pesto"), "pst_king_endgame.e4"),
    ("Kaufman", env!("CARGO_BIN_EXE_kaufman"), "rook_pawn"),
];

#[test]
fn each_engine_plays_by_its_evaluation() {
    for (title, program, option) in ENGINES {
        let output = printed(&output_of(program, &[], "uci\nposition startpos\ngo nodes 500\n"));
        output.must_have(&[&format!("id name {title}"), &format!("option name {option} type ")]);
        assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
    }
}
