//! Each engine program plays by its evaluation, with its options; and what only the compendium's shows.

use engine_core::testkit::{Contents, output_of, printed};

/// A program, the title of its evaluation, and an option that is the evaluation's.
const ENGINES: [(&str, &str, &str); 10] = [
    (env!("CARGO_BIN_EXE_chessbin"), "ChessBin", "a_file_fix type check default false\n"),
    (COMPENDIUM, "Compendium (as printed)", "karpov type check default false\n"),
    (
        env!("CARGO_BIN_EXE_compendium-in-proportion"),
        "Compendium (in proportion)",
        "weight.pins.middlegame type spin default 28 ",
    ),
    (env!("CARGO_BIN_EXE_kaufman"), "Kaufman", "rook_pawn type "),
    (env!("CARGO_BIN_EXE_michniewski"), "Michniewski", "endgame_rule type "),
    (env!("CARGO_BIN_EXE_otter"), "Otter", "pst_king.e4 type "),
    (env!("CARGO_BIN_EXE_pesto"), "PeSTO", "pst_king_endgame.e4 type "),
    (env!("CARGO_BIN_EXE_shannon"), "Shannon", "pawn_backward type "),
    (env!("CARGO_BIN_EXE_slate-atkin"), "Slate & Atkin", "pawn_isolated type "),
    (env!("CARGO_BIN_EXE_turochamp"), "Turochamp", "mate_threat type "),
];
const COMPENDIUM: &str = env!("CARGO_BIN_EXE_compendium");

#[test]
fn each_plays_by_its_evaluation() {
    for (program, title, option) in ENGINES {
        let output = printed(&output_of(program, &[], "uci\nposition startpos\ngo nodes 500\n"));
        output.must_have(&[&format!("id name {title}"), &format!("option name {option}")]);
        assert!(output.lines().last().is_some_and(|l| l.starts_with("bestmove ")), "{output}");
    }
}

/// The output of the compendium's program.
fn compendium(arguments: &[&str], input: &str) -> String {
    printed(&output_of(COMPENDIUM, arguments, input))
}

#[test]
fn an_evaluation_shows_what_counts_and_raw_readings_have_no_total() {
    let start = "startpos moves e2e4 e7e5 g1f3 b8c6 f3g5 d7d6";
    let twice = "\"opening.same-piece-twice\":[-35,0]";
    let king = "\"king-security.king-position\":";
    let raw = compendium(&["eval", "--json", "--raw", "--score", "-30"], start);
    raw.must_have(&[twice, king, "\"scale16\":16"]);
    raw.must_lack(&["\"total\""]);
    let shown = compendium(&["eval", "--json"], start);
    shown.must_have(&[twice, "\"total\":"]);
    shown.must_lack(&[king]);
    let table = compendium(&["eval"], start);
    for heading in ["INTRO", "OPENING", "MIDDLEGAME", "KING-SECURITY"] {
        let sums = table.lines().filter(|line| line.starts_with(heading));
        assert_eq!(sums.count(), 1, "{heading} in {table}");
    }
}

#[test]
fn a_rule_that_chooses_a_move_is_named() {
    // c5-c4 wins a bishop; at this price a minor comes out all the same.
    let text = compendium(
        &[],
        "setoption name opening.develop-over-pawn-push value 2000\n\
         position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 d2d4 a7a6 b5a4 b7b5 a4b3 c6d4 f3d4 \
         e5d4 d1d4 c7c5 d4d1\ngo depth 8\n",
    );
    let prefix = "info string opening.develop-over-pawn-push: ";
    let choice = text.lines().rev().find_map(|line| line.strip_prefix(prefix));
    let mv = choice.and_then(|choice| choice.split(' ').next());
    let mv = mv.unwrap_or_else(|| panic!("{text}"));
    text.must_have(&[&format!("bestmove {mv}")]);
}

#[test]
fn rules_are_switched_and_numbers_set_by_uci() {
    let input = "uci\nsetoption name disable value middlegame.*, opening.early-queen\n\
        setoption name disable value nothing.*\n\
        setoption name middlegame.defence-potential.rook value 5.5\n\
        setoption name disable value\neval\nquit\n";
    let text = compendium(&[], input);
    text.must_have(&[
        "\noption name disable type string default <empty>\n",
        "\noption name karpov type check default false\n",
        "\noption name opening.bishop-pair type spin default 25 min -10000 max 10000\n",
        "\noption name middlegame.defence-potential.rook type string default 4.5\n",
        "no rule matches \"nothing.*\"",
        "\nmiddlegame.piece-mobility",
    ]);
    assert_eq!(text.matches("error").count(), 1, "{text}");
}
