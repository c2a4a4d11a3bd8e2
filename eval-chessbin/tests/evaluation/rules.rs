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

/// What settles a position, or `-`, the total in centipawns, and the position, a line each.
const VERDICTS: &str = include_str!("../data/verdicts.txt");

const THREEFOLD: &str = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";

/// Where a position is settled nothing else counts.
#[test]
fn settled_positions_have_their_verdict_alone() {
    for line in VERDICTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [name, total, text] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
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
    let after = explain(&chessbin(), &format!("{THREEFOLD} g1f3 g8f6 f3g1 h7h6"));
    assert_eq!(fact(&after, "terminal"), Meta::Word(None));
}
