//! Each rule on its own positions, worked by hand: what it gives, and a near miss.

use engine_core::explain::{Meta, Term};
use engine_core::testkit::worked;
use eval_chessbin::chessbin;

use super::{explain, fact, fixed, rows, term};

/// A rule, what it gives White and Black, in centipawns, and a position, a line each.
const RULES: &str = include_str!("../data/rules.txt");

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    worked(RULES, |position, rule| term(&explain(&chessbin(), position), rule));
}

#[test]
fn whites_a_file_looks_at_blacks_b_file() {
    for [fen, slip, mended] in rows("passed pawns with the slip on White's a-file") {
        let passed =
            [chessbin(), fixed()].map(|evaluator| format!("{:?}", term(&explain(&evaluator, fen), "passed_pawn")));
        assert_eq!(passed, [slip, mended], "{fen}");
    }
}

#[test]
fn the_facts_name_the_flag_and_who_has_castled() {
    for [text, flag] in rows("the flag of the endgame") {
        let found = fact(&explain(&chessbin(), text), "endgame_phase");
        assert_eq!(found, Meta::Flag(flag == "on"), "{text}");
    }
    let explained = explain(&chessbin(), "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1");
    assert_eq!(fact(&explained, "castled"), Meta::Sides(true, false));
}

/// Where a position is settled nothing else counts.
#[test]
fn settled_positions_have_their_verdict_alone() {
    for [name, total, text] in rows("verdicts") {
        let explained = explain(&chessbin(), text);
        let (name, total) = (Some(name).filter(|name| *name != "-"), total.parse::<i32>().ok());
        assert_eq!(fact(&explained, "terminal"), Meta::Word(name), "{text}");
        let is_other = |term: &&Term| term.rule.name != "terminal" && (term.white, term.black) != (0, 0);
        let others = explained.terms().iter().filter(is_other).count();
        assert_eq!((others == 0, total.is_some()), (name.is_some(), name.is_some()), "{text}: {explained:?}");
        if let Some(total) = total {
            assert_eq!(explained.centipawns(), total, "{text}");
        }
    }
}
