//! From initiative to the prevention of counterplay: edges of the readings, and what takes whose
//! place.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// Rule, position, the score that it reads, and what it gives White and Black, in centipawns.
type Case = (&'static str, &'static str, i32, [i32; 2]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // On the other wing; tension; both halves; two blocks on one file; a minor that looks across; one on the
    // sixth rank; rooks on open and half-open files; space in a closed centre.
    ("initiative.blocked-flank-observers", "6k1/8/p7/Pp1p4/1P1P4/2P5/N7/R5K1 w", 0, [-70, 0]),
    ("initiative.blocked-flank-observers", "1k6/8/7p/4p1pP/4P1P1/5P2/7N/1K5R w", 0, [-70, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p7/Pp1pp3/1P1P4/2P5/N7/R5K1 w", 0, [0, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p2p4/Pp1P2p1/1P2p1Pp/2P1P2P/N7/R5K1 w", 0, [0, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p7/Pp6/1P6/p7/P7/N5K1 w", 0, [0, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p1N5/Pp1p4/1P1P4/2P5/8/6K1 w", 0, [-10, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/pN6/Pp1p4/1P1P4/2P5/8/6K1 w", 0, [-110, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p7/Pp1p4/1P1P4/8/8/2R3K1 w", 0, [-160, 0]),
    ("initiative.blocked-flank-observers", "6k1/8/p1p5/Pp1p4/1P1P4/8/8/2R3K1 w", 0, [-120, 0]),
    ("initiative.blocked-flank-observers", "6k1/2p5/p2p4/Pp1Pp3/1P2P3/8/2P5/6K1 w", 0, [-40, 0]),
    // Five pieces and four; kings and pawns do not count; no looking through men; two points; a
    // lesser one.
    ("initiative.clash-point-factor", "3r2k1/1n3ppp/3p4/8/4N3/6B1/5PPP/3R2K1 w", 0, [19, 8]),
    ("initiative.clash-point-factor", "3r2k1/1n3ppp/3p4/8/4N3/8/5PPP/3R2K1 w", 0, [0, 0]),
    ("initiative.clash-point-factor", "3r4/1np1kppp/3p4/8/4N3/8/5PPP/3R2K1 w", 0, [0, 0]),
    ("initiative.clash-point-factor", "3r2k1/1n3ppp/3p4/8/4N3/8/3R1PPP/3R2K1 w", 0, [0, 0]),
    // A piece more is no lead; a knight on f1 has left its home.
    ("kasparov.extra-developed-piece", "rnbqk1nr/ppp2ppp/3bp3/8/2B1P3/5Q2/PPP2PPP/RNB1K1NR w", 0, [0, 0]),
    ("kasparov.extra-developed-piece", "rn1qk1nr/ppp2ppp/3bp3/8/2B1P3/2N2Q2/PPP2PPP/R1B1K1NR w", 0, [0, 0]),
    ("kasparov.extra-developed-piece", "rnbqk1nr/ppp2ppp/3bp3/8/2B1P3/5Q2/PPP2PPP/R1B1KN1R w", 0, [100, 0]),
    // One half; both; the enemy is active too.
    ("kasparov.activity-both-sides", "6k1/8/8/8/8/8/8/R2R2K1 w", 0, [0, 0]),
    ("kasparov.activity-both-sides", "6k1/8/8/8/1R4R1/8/8/6K1 b", 0, [100, 0]),
    ("kasparov.activity-both-sides", "7k/8/8/8/1R4R1/8/8/1r4K1 w", 0, [0, 0]),
    // Three pawns; more pieces; a file that both or neither holds; what both have; unequal pieces.
    ("sacrifice-pawns.one-permanent-factor", "r5k1/pp3ppp/3p4/8/8/8/5PPP/2R3K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "2b3k1/1p3ppp/p7/8/8/2N5/P4PPP/2R1b1K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "1b4k1/1p3ppp/p7/8/8/2N5/P4PPP/6K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "1r4k1/pp3ppp/3p4/8/8/8/P4PPP/1R4K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "2r3k1/pp3ppp/8/8/8/8/P4PPP/3R2K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "r2r2k1/pp3ppp/2p5/8/8/8/P4PPP/3RR1K1 w", 0, [150, 0]),
    ("sacrifice-pawns.one-permanent-factor", "6k1/pR3ppp/1p1p4/8/8/7P/P4PrP/6K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "6k1/pR3ppp/1p1p2r1/8/8/8/P4PPP/6K1 w", 0, [150, 0]),
    ("sacrifice-pawns.one-permanent-factor", "n5k1/5ppp/1ppp4/1P6/P7/8/6PP/2B3K1 w", 0, [0, 0]),
    ("sacrifice-pawns.one-permanent-factor", "n5k1/5ppp/p3p3/2P5/1P6/8/4P3/2B3K1 w", 0, [150, 0]),
    ("sacrifice-pawns.one-permanent-factor", "n5k1/5ppp/p3p3/2P5/1P6/8/4P3/2R3K1 w", 0, [0, 0]),
    ("sacrifice-pawns.two-permanent-factors", "4bbk1/pp3ppp/8/8/8/8/P4PPP/4BBK1 w", 0, [0, 0]),
    // Past one man, but not past two or an own one; the own half; one piece; one line; along the rank.
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p7/8/n7/8/R3B1K1 w", 0, [20, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p7/n7/n7/8/R3B1K1 w", 0, [0, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p7/8/N7/8/R3B1K1 w", 0, [0, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/8/p7/8/8/R2B2K1 w", 0, [0, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p7/8/8/8/Q5K1 w", 0, [0, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p7/R7/8/8/R5K1 w", 0, [0, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/8/p5R1/8/8/8/R3B1K1 b", 0, [20, 0]),
    ("vectoral.intersection-on-enemy-pawn", "6k1/8/p7/8/8/8/Q7/5B1K b", 0, [20, 0]),
    ("vectoral.intersection-on-enemy-pawn", "8/p7/1k6/8/3B4/8/8/R6K b", 0, [0, 0]),
    ("vectoral.intersection-king-position", "6k1/7p/8/7n/8/3B4/8/K6R w", 0, [60, 0]),
    ("vectoral.intersection-king-position", "6k1/5p2/8/7n/2B5/8/8/K4R2 w", 0, [60, 0]),
    ("vectoral.intersection-king-position", "8/8/8/6k1/6p1/8/8/K2B2R1 w", 0, [0, 0]),
    ("counterplay.attacking-pieces-factor", "6k1/8/8/8/8/3B4/8/K3Q1RR b", -150, [26, 0]),
    ("counterplay.attacking-pieces-factor", "6k1/8/8/8/8/3B4/8/K3Q1RR b", -149, [0, 0]),
    ("counterplay.attacking-pieces-factor", "6k1/8/8/8/8/3B4/8/K3Q1RR b", -300, [39, 0]),
    ("counterplay.attacking-pieces-factor", "6k1/8/8/8/8/3B4/8/K3Q1RR b", -299, [26, 0]),
    ("counterplay.advanced-pawns-other-wing", "6k1/PP6/P1P2P2/P7/8/8/8/4K1r1 w", -150, [0, 0]),
    ("counterplay.advanced-pawns-other-wing", "6k1/PP6/P1PP1P2/P7/3n2q1/8/8/5K2 w", -150, [100, 0]),
    ("counterplay.advanced-pawns-other-wing", "6k1/PP6/P1PP1P2/P7/3n2q1/8/8/5K2 w", -149, [0, 0]),
    ("counterplay.advanced-pawns-other-wing", "6k1/PP6/P1PPPP2/P7/1n2q3/8/8/3K4 w", -150, [40, 0]),
    // A step that nobody guards twice; one that is not there; as many enemy pawns; blocked.
    ("prevention.extra-pawn-control", "6k1/2p2p2/8/3PP3/2P2P2/8/8/6K1 w", 0, [0, 0]),
    ("prevention.extra-pawn-control", "6k1/2p2p2/8/3PP3/1P1PPP2/8/8/6K1 w", 0, [50, 0]),
    ("prevention.extra-pawn-control", "6k1/5p2/3pp3/8/3PP3/8/8/6K1 w", 0, [0, 0]),
    ("prevention.extra-pawn-control", "6k1/2p2p2/8/8/1P1PP1P1/8/8/6K1 w", 0, [100, 0]),
    ("prevention.extra-pawn-control", "6k1/2p2p2/8/3pp3/1P1PP1P1/8/8/6K1 w", 0, [0, 0]),
    ("prevention.extra-pawn-control", "6k1/5p2/8/3p4/3PP1P1/8/8/6K1 w", 0, [50, 0]),
    ("prevention.extra-pawn-control", "6k1/5p2/5n2/8/3PP1P1/8/8/6K1 w", 0, [0, 0]),
    // Through a pawn and not through a piece; a second piece behind the first does not count.
    ("prevention.piece-control", "6k1/5p2/8/8/3PP3/3B4/2Q5/6K1 w", 0, [20, 0]),
    ("prevention.piece-control", "6k1/5p2/8/8/3PP3/3B1R2/8/5RK1 w", 0, [40, 0]),
    ("prevention.piece-control", "6k1/5p2/8/8/3PP1P1/3B3B/8/6K1 w", 0, [40, 0]),
    ("prevention.piece-control", "6k1/5p2/8/8/3PP1P1/3N3Q/2B5/6K1 w", 0, [20, 0]),
    ("prevention.piece-control", "6k1/2p2p2/8/8/3PP3/3Q4/8/6K1 w", 0, [20, 0]),
    // Five pieces and four; kings and pawns do not count; no looking through men; two points; a
    // lesser one.
    ("initiative.clash-point-factor", "1r3k2/2pqbNpp/p2Np1n1/1p1p4/bB1Pn3/1P1B4/2P1RPPP/1R4K1 w", 0, [22, 25]),
    ("initiative.clash-point-factor", "3r1bk1/1nn2ppp/3p4/rp6/4N3/N5B1/5PPP/1Q1R1BK1 w", 0, [16, 7]),
];

/// The position with the fields that most cases leave out.
fn complete(position: &str) -> String {
    let rest = if position.matches(' ').count() == 1 {
        " - - 0 1"
    } else {
        ""
    };
    format!("{position}{rest}")
}

#[test]
fn edges_of_the_readings() {
    let evaluator = compendium();
    for (rule, position, score, [white, black]) in CASES {
        let here = game(&complete(position));
        let turned = mirrored_game(&here);
        let turned = evaluator.raw(&turned, Some(-score)).unwrap();
        let here = evaluator.raw(&here, Some(*score)).unwrap();
        let expected = [10 * white, 10 * black];
        assert_eq!(raw_terms(&here, rule), expected, "{rule}: {position}");
        let [white, black] = raw_terms(&turned, rule);
        assert_eq!([black, white], expected, "{rule}: {position} mirrored");
    }
}

/// What `rule` posts for White, in centipawns, with the rules `off` switched off.
fn posted(position: &str, off: &[&str], rule: &str) -> i32 {
    let mut evaluator = compendium();
    evaluator.disable(off).expect("the patterns match rules");
    let terms = Evaluation::of(&evaluator, &game(position)).breakdown;
    raw_terms(&terms, rule)[0] / 10
}

#[test]
fn only_what_counts_is_taken_back_from_observers() {
    // A rook with six squares behind a pawn on the fifth rank, and another one on d5.
    let position = "4rrk1/2p1qbnp/p2p4/Pp1Pp3/1P2P3/8/2P1QBNP/1R3RK1 w - - 0 20";
    let rule = "initiative.blocked-flank-observers";
    let [closed, mobility] = ["*.closed-space-central", "*.piece-mobility"];
    assert_eq!(posted(position, &[], rule), -100);
    assert_eq!(posted(position, &[closed], rule), -80);
    assert_eq!(posted(position, &[mobility], rule), -40);
    let space = [closed, mobility, "*.space-pawns"];
    assert_eq!(posted(position, &space, rule), 0);
}

#[test]
fn only_what_counts_is_raised_at_a_clash_point() {
    let position = "q2r1bkr/1n3ppp/3p4/8/4N3/6B1/5PPP/Q2R2KR w - - 0 20";
    let rule = "initiative.clash-point-factor";
    let off = ["middlegame.piece-mobility", "activity.rook-semi-open"];
    assert_eq!(posted(position, &[], rule), 18);
    assert_eq!(posted(position, &off[..1], rule), 2);
    assert_eq!(posted(position, &off, rule), 0);
}

#[test]
fn in_the_opening_a_lead_of_two_has_its_own_rule() {
    let position = "rnbqkbnr/ppp2ppp/3pp3/8/2B1P3/2N2Q2/PPP2PPP/R1B1K1NR w KQkq - 0 5";
    let rule = "kasparov.extra-developed-piece";
    assert_eq!(posted(position, &[], rule), 0);
    assert_eq!(posted(position, &["opening.underdevelopment"], rule), 100);
    // A lead of one.
    let one = "rnbqk1nr/ppp2ppp/3bp3/8/2B1P3/2N2Q2/PPP2PPP/R1B1K1NR w KQkq - 0 5";
    assert_eq!(posted(one, &[], rule), 100);
}

#[test]
fn two_factors_are_one_without_their_rule() {
    let position = "r4bnk/1p3ppp/p7/8/8/8/P4PPP/2RBB1K1 w - - 0 30";
    let one = "sacrifice-pawns.one-permanent-factor";
    let two = "sacrifice-pawns.two-permanent-factors";
    assert_eq!(posted(position, &[], one), 0);
    assert_eq!(posted(position, &[], two), 250);
    assert_eq!(posted(position, &[two], one), 150);
}

#[test]
fn a_crossing_at_the_king_is_a_plain_one_without_its_rule() {
    let position = "r1bqr1k1/pp3ppp/2n2n2/8/8/3B4/PPP2PP1/RNBQ2KR w - - 0 10";
    let plain = "vectoral.intersection-on-enemy-pawn";
    let at_king = "vectoral.intersection-king-position";
    assert_eq!(posted(position, &[], plain), 0);
    assert_eq!(posted(position, &[], at_king), 60);
    assert_eq!(posted(position, &[at_king], plain), 20);
}
