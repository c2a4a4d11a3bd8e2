//! The engine binary: `eval`, its raw readings, and UCI.

use std::process::Output;

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::{output_of, printed};
use eval_compendium::compendium;
use shakmaty::Square;

const START: &str = "startpos moves e2e4 e7e5 g1f3 b8c6 f3g5 d7d6";

fn engine(arguments: &[&str], input: &str) -> Output {
    output_of(env!("CARGO_BIN_EXE_compendium"), arguments, input)
}

#[test]
fn raw_readings_have_terms_and_no_total() {
    let output = engine(&["eval", "--json", "--raw", "--score", "-30"], START);
    let text = printed(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("\"opening.same-piece-twice\":[-35,0]"), "{text}");
    assert!(text.contains("\"king-security.king-position\":"), "{text}");
    assert!(text.contains("\"scale16\":16"), "{text}");
    assert!(!text.contains("\"total\""), "{text}");
}

#[test]
fn an_evaluation_shows_only_what_counts() {
    let output = engine(&["eval", "--json"], START);
    let text = printed(&output);
    assert!(text.contains("\"opening.same-piece-twice\":[-35,0]"), "{text}");
    assert!(text.contains("\"total\":"), "{text}");
    assert!(!text.contains("king-security.king-position"), "{text}");
}

#[test]
fn a_rule_that_chooses_a_move_is_named() {
    // c5-c4 wins a bishop; at this price a minor comes out all the same.
    let output = engine(
        &[],
        "setoption name opening.develop-over-pawn-push value 2000\n\
         position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 d7d6 d2d4 a7a6 b5a4 b7b5 a4b3 c6d4 f3d4 \
         e5d4 d1d4 c7c5 d4d1\ngo depth 8\n",
    );
    let text = printed(&output);
    let prefix = "info string opening.develop-over-pawn-push: ";
    let choice = text.lines().rev().find_map(|line| line.strip_prefix(prefix));
    let mv = choice.and_then(|choice| choice.split(' ').next());
    let mv = mv.unwrap_or_else(|| panic!("{text}"));
    assert!(text.contains(&format!("bestmove {mv}")), "{text}");
}

#[test]
fn a_score_without_raw_is_refused() {
    let output = engine(&["eval", "--score", "10"], START);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_table_sums_up_by_heading() {
    let text = printed(&engine(&["eval"], START));
    for heading in ["INTRO", "OPENING", "MIDDLEGAME", "KING-SECURITY"] {
        let lines = text.lines().filter(|line| line.starts_with(heading));
        assert_eq!(lines.count(), 1, "{heading} in {text}");
    }
}

#[test]
fn switches_work_in_uci() {
    let input = "uci\nsetoption name disable value middlegame.*, opening.early-queen\n\
        setoption name disable value nothing.*\n\
        setoption name middlegame.defence-potential.rook value 5.5\n\
        setoption name disable value\neval\nquit\n";
    let text = printed(&engine(&[], input));
    for line in [
        "option name disable type string default <empty>",
        "option name karpov type check default false",
        "option name opening.bishop-pair type spin default 25 min -10000 max 10000",
        "option name middlegame.defence-potential.rook type string default 4.5",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert_eq!(text.matches("error").count(), 1, "{text}");
    assert!(text.contains("no rule matches \"nothing.*\""), "{text}");
    assert!(text.contains("\nmiddlegame.piece-mobility"), "{text}");
}

/// A check at the end of the line must not count as won because the one evasion that was tried loses.
#[test]
fn a_lone_king_keeps_to_the_corner_that_the_bishop_does_not_guard() {
    let mut search = Search::new(compendium(), Transposition::with_bits(16));
    let game = Game::parse("6k1/8/3K2BP/8/8/8/8/8 b - - 0 1").unwrap();
    let found = search.go(&game, &Limits::nodes(8_000), |_| {});
    assert_eq!(found.best.map(shakmaty::Move::to), Some(Square::H8), "{found:?}");
}
