//! Each rule on its own positions, worked by hand: what it gives, and a near miss.

use engine_core::explain::{Meta, Term};
use engine_core::testkit::worked;
use eval_chessbin::chessbin;

use super::{explain, fact, fixed, term};

/// White takes with check: nine pieces are left.
const CAPTURE: &str = "fen 4k3/ppp5/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2";

/// A rule, what it gives White and Black, in centipawns, and a position, a line each.
const RULES: &str = include_str!("../data/rules.txt");

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    worked(RULES, |position, rule| term(&explain(&chessbin(), position), rule));
}

#[test]
fn whites_a_file_looks_at_blacks_b_file() {
    for (fen, slip, mended) in [
        ("7k/1p6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [10, 10]),
        ("7k/p7/8/8/8/8/P7/7K w - - 0 1", [10, 0], [0, 0]),
        ("7k/pp6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [0, 10]),
        ("7k/8/8/8/8/8/P7/7K w - - 0 1", [10, 0], [10, 0]),
        // Neither Black's a-file nor the other wing slips.
        ("7k/p7/8/8/8/8/1P6/7K w - - 0 1", [10, 10], [10, 10]),
        ("7k/6p1/8/8/8/8/7P/7K w - - 0 1", [10, 10], [10, 10]),
    ] {
        assert_eq!(term(&explain(&chessbin(), fen), "passed_pawn"), slip, "{fen}");
        assert_eq!(term(&explain(&fixed(), fen), "passed_pawn"), mended, "{fen}");
    }
}

#[test]
fn the_facts_name_the_flag_and_who_has_castled() {
    let late = format!("{CAPTURE} e8d8");
    for (text, is_endgame) in [
        // The flag acts one position late, but for a position without its past.
        (CAPTURE, false),
        (&late, true),
        ("4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1", true),
        // With fewer pieces there is nothing to be late for.
        ("fen 4k3/pp6/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2", true),
        ("fen 4k3/pppp4/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2", false),
    ] {
        let flag = fact(&explain(&chessbin(), text), "endgame_phase");
        assert_eq!(flag, Meta::Flag(is_endgame), "{text}");
    }
    let explained = explain(&chessbin(), "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1");
    assert_eq!(fact(&explained, "castled"), Meta::Sides(true, false));
}

/// Positions, and what settles them with the total in centipawns.
const VERDICTS: &[(&str, Option<(&str, i32)>)] = &[
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(("stalemate", 0))),
    ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", None),
    ("7k/4Q3/6K1/8/8/8/8/8 b - - 0 1", None),
    // A pawn that can move is a way out.
    ("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1", None),
    // A pinned piece is none, a blocked pawn is none.
    ("R5bk/8/6K1/8/8/8/8/8 b - - 0 1", Some(("stalemate", 0))),
    ("6bk/8/6K1/8/8/8/8/R7 b - - 0 1", None),
    // It comes before the fifty moves.
    ("7k/5Q2/6K1/8/p7/P7/8/8 b - - 100 80", Some(("stalemate", 0))),
    // Mate is worth a king.
    ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Some(("mate", 32_767))),
    ("8/8/8/8/8/6k1/8/r6K w - - 0 1", Some(("mate", -32_767))),
    // The corner behind the king is a valid move, but not a legal one.
    ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Some(("mate", -32_767))),
    ("R6k/8/5K2/8/8/8/8/8 b - - 0 1", None),
    // Fifty moves come before mate.
    ("R6k/8/6K1/8/8/8/8/8 b - - 99 80", Some(("mate", 32_767))),
    ("R6k/8/6K1/8/8/8/8/8 b - - 100 80", Some(("fifty", 0))),
    ("R7/7k/5K2/8/8/8/8/8 w - - 99 80", None),
    ("R7/7k/5K2/8/8/8/8/8 w - - 100 80", Some(("fifty", 0))),
    ("fen R7/7k/5K2/8/8/8/8/8 w - - 99 80 moves a8a7", Some(("fifty", 0))),
    // The third occurrence of the starting position.
    ("startpos moves g1f3 g8f6 f3g1 f6g8", None),
    (THREEFOLD, Some(("repetition", 0))),
    // Too few pieces to mate.
    ("6k1/8/8/8/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4n3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4B3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4b3/8/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/b7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4B3/n7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    // A win, and yet.
    ("6k1/8/8/4B3/N7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4b3/n7/8/8/1K6 w - - 0 1", Some(("insufficient", 0))),
    ("6k1/8/8/4N3/n7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4B3/b7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4B3/1b6/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4N3/N7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4BB2/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4BN2/n7/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4P3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4p3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4R3/8/8/8/1K6 w - - 0 1", None),
    ("6k1/8/8/4q3/8/8/8/1K6 w - - 0 1", None),
    // It comes last: bishop and knight have mated.
    ("k7/8/NKB5/8/8/8/8/8 b - - 0 1", Some(("mate", 32_767))),
    ("k7/8/NKB5/8/8/8/8/8 b - - 100 90", Some(("fifty", 0))),
    ("7k/8/8/8/8/8/4N3/K7 b - - 100 90", Some(("fifty", 0))),
];

const THREEFOLD: &str = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// Where a position is settled nothing else counts.
#[test]
fn settled_positions_have_their_verdict_alone() {
    for &(text, verdict) in VERDICTS {
        let explained = explain(&chessbin(), text);
        let name = verdict.map(|(name, _)| name);
        assert_eq!(fact(&explained, "terminal"), Meta::Word(name), "{text}");
        let is_other = |term: &&Term| term.rule.name != "terminal" && (term.white, term.black) != (0, 0);
        let others = explained.terms().iter().filter(is_other).count();
        assert_eq!(others == 0, verdict.is_some(), "{text}: {explained:?}");
        if let Some((_, total)) = verdict {
            assert_eq!(explained.centipawns(), total, "{text}");
        }
    }
    let after = explain(&chessbin(), &format!("{THREEFOLD} g1f3 g8f6 f3g1 h7h6"));
    assert_eq!(fact(&after, "terminal"), Meta::Word(None));
}
