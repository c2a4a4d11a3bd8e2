//! From the Tal dimension to the pins: edges of the readings, and what takes whose place.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// Rule, position, and what it gives White and Black, in centipawns.
type Case = (&'static str, &'static str, [i32; 2]);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Rooks from both sides; two men between; a queen is no minor. The other rule on pins leaves these out.
    ("tal.rook-eighth-rank-pin", "R2nk1bR/8/8/8/8/8/8/6K1 w", [180, 0]),
    ("tal.rook-eighth-rank-pin", "R1bnk3/8/8/8/8/8/8/6K1 w", [0, 0]),
    ("tal.rook-eighth-rank-pin", "R2qk3/8/8/8/8/8/8/6K1 w", [0, 0]),
    ("pins.rook-pins-minor", "R2nk1bR/8/8/8/8/8/8/6K1 w", [0, 0]),
    ("pins.rook-pins-minor", "4k3/8/8/8/R1nq4/3b4/8/K2R4 w", [100, 0]),
    // One pin to the queen and none to the king; a bishop is no knight.
    ("pins.bishop-pins-knight", "8/3k1q2/4n3/8/2B5/8/8/6K1 w", [30, 0]),
    ("pins.bishop-pins-knight", "2k5/5q2/4b3/8/2B3B1/8/8/6K1 w", [0, 0]),
    // A queen on an open file; bishops of one colour; a line that is shut; an outpost that a pawn can drive
    // away, and one that no pawn protects; a pawn that attacks the zone from outside.
    ("tal.two-permanent-factors", "6k1/5pp1/8/8/2b5/8/1B3PP1/6KQ w", [200, 0]),
    ("tal.two-permanent-factors", "6k1/5pp1/8/8/3b4/8/1B3PP1/6KQ w", [0, 0]),
    ("tal.two-permanent-factors", "6k1/5pp1/8/8/2b5/2P5/1B3PP1/6KQ w", [0, 0]),
    ("tal.two-permanent-factors", "6k1/5p1p/4N3/3P4/8/8/5P1P/5RRK b", [0, 0]),
    ("tal.two-permanent-factors", "6k1/4p2p/4N3/3P4/8/8/5P1P/5RRK b", [200, 0]),
    ("tal.two-permanent-factors", "6k1/4p2p/4N3/8/8/8/5P1P/5RRK b", [0, 0]),
    ("tal.two-permanent-factors", "6k1/4P1pp/8/8/8/3B4/6PP/5RK1 w", [200, 0]),
    ("tal.two-permanent-factors", "6k1/3P2pp/8/8/8/3B4/6PP/5RK1 w", [0, 0]),
    ("tal.three-permanent-factors", "6k1/4Pp1p/5N2/4P3/8/8/5P1P/6RK b", [300, 0]),
    ("tal.three-permanent-factors", "6k1/4P3/5N2/4P3/8/8/5P1P/5RRK b", [400, 0]),
    ("tal.three-permanent-factors", "2b3k1/4P3/5N1B/4P3/8/8/5P1P/5RRK b", [500, 0]),
    // One rook is not heavy; one attacker is no attack.
    ("tal.sixth-rank-pawn-bare-king", "6k1/8/P4P2/8/8/8/8/5RRK b", [200, 0]),
    ("tal.sixth-rank-pawn-bare-king", "6k1/8/P4P2/8/8/3B4/8/6RK b", [0, 0]),
    ("tal.sixth-rank-pawn-bare-king", "6k1/8/PP6/8/8/8/8/KQ6 w", [0, 0]),
    ("tal.crossed-pawn-bare-king", "6k1/1P6/P7/7P/6P1/8/8/K1RR4 w", [150, 0]),
    ("tal.crossed-pawn-bare-king", "6k1/1P4p1/P7/7P/6P1/8/8/K1RR4 w", [0, 0]),
    ("tal.bare-king", "6k1/8/8/8/8/8/7P/5RRK b", [400, 0]),
    ("tal.bare-king", "6k1/8/8/6N1/8/8/5P1P/6RK w", [0, 0]),
    ("tal.bare-king", "6k1/7p/8/8/8/8/7P/5RRK b", [0, 0]),
    // No looking through men.
    ("tal.two-bishops-attack", "6k1/5ppp/8/8/8/2B5/1B3PPP/6K1 w", [0, 0]),
    // A blocked one counts; a knight alone is no attack.
    ("tal.seventh-rank-passer-attack", "n5k1/P1P2ppp/8/6N1/8/3B4/5PPP/6K1 w", [400, 0]),
    ("tal.seventh-rank-passer-attack", "6k1/P1P2ppp/8/6N1/8/8/5PPP/6K1 w", [0, 0]),
    ("tal.central-rook", "6k1/8/8/3RR3/3RR3/8/8/6K1 w", [120, 0]),
    // The bishop in front; a man that keeps the square, and one that does not; onto a pawn; steps of one and
    // two squares, and one that is blocked; a queen that a pawn attacks; own men on the way; down the board,
    // where the nearest square counts; an own man next to the king; what lies behind the queen.
    ("tal.queen-bishop-penetration", "6k1/2p2p1p/6p1/8/8/2B5/1Q3PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/6np/8/8/8/2Q5/1B3PPP/6K1 w", [500, 0]),
    ("tal.queen-bishop-penetration", "6k1/6np/8/5n2/8/2Q5/1B3PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/7p/8/8/8/3Q4/2B2PPP/6K1 w", [500, 0]),
    ("tal.queen-bishop-penetration", "6k1/7p/7r/8/8/3Q4/2B2PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/7p/6n1/8/8/3Q4/2B2PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/5p1p/8/8/8/3Q4/2B2PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/5p1p/5r2/8/8/3Q4/2B2PPP/6K1 w", [500, 0]),
    ("tal.queen-bishop-penetration", "7k/8/1p6/8/3Q4/2B5/5PPP/6K1 b", [500, 0]),
    ("tal.queen-bishop-penetration", "7k/8/8/2p5/3Q4/2B5/5PPP/6K1 b", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/8/8/4P3/8/2Q5/1B4PP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/8/8/8/8/2Q5/3P2PP/B5K1 w", [500, 0]),
    ("tal.queen-bishop-penetration", "6k1/8/8/8/8/2Q5/1P4PP/B5K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "K7/6B1/5Q2/8/8/8/8/1k6 w", [500, 0]),
    ("tal.queen-bishop-penetration", "K7/6B1/5Q2/8/8/8/7r/1k6 w", [0, 0]),
    ("tal.queen-bishop-penetration", "6k1/6N1/8/8/8/2Q5/1B3PPP/6K1 w", [0, 0]),
    ("tal.queen-bishop-penetration", "8/8/8/4Q3/8/8/2k5/B6K w", [0, 0]),
    // Attacked by a pawn; a bishop that has more by another rule.
    ("tal.minor-sixth-rank-king-position", "7k/6pp/4N2B/8/8/8/8/6K1 w", [90, 0]),
    ("tal.minor-sixth-rank-king-position", "6k1/8/4N2B/8/8/8/8/6K1 w", [180, 0]),
    ("tal.minor-sixth-rank-king-position", "6k1/5p1p/4pBp1/8/8/8/8/6K1 w", [0, 0]),
    ("tal.minor-sixth-rank-king-position", "6k1/5p1p/5Bp1/8/8/8/8/6K1 w", [90, 0]),
    // Who attacks a guard is involved; a storming pawn is the third; who stands in the zone is involved.
    ("disregard.idle-minor", "3r2k1/5ppp/8/6NQ/8/3B4/1N3PPP/4B1K1 w", [-100, 0]),
    ("disregard.idle-minor", "3r2k1/5ppp/8/B5NQ/8/3B4/1N3PPP/6K1 w", [-50, 0]),
    ("disregard.idle-minor", "6k1/5ppp/8/6NP/8/3B4/N4PP1/6K1 w", [-50, 0]),
    ("disregard.idle-minor", "6k1/5ppp/8/6N1/8/3B3P/N4PP1/6K1 w", [0, 0]),
    ("disregard.idle-minor", "6k1/5pNp/8/6NQ/8/3B4/5PPP/6K1 w", [0, 0]),
    ("disregard.idle-rook", "r5k1/5ppp/8/6NQ/8/3B4/5PPP/R5KR w", [-60, 0]),
    ("disregard.idle-rook", "n5k1/5ppp/8/6NQ/8/3B4/5PPP/R5KR w", [-120, 0]),
    // Three minors more; queens that do not match; two moves away; pawns that close its ways.
    ("rook-two-minors.attack", "6k1/5ppp/8/6NQ/8/5R2/5PPP/nqn2RK1 w", [0, 0]),
    ("rook-two-minors.attack", "3q2k1/5ppp/8/7Q/8/5R2/n4PPP/n5K1 w", [200, 0]),
    ("rook-two-minors.attack", "3q2k1/5ppp/8/7Q/1n6/5R2/3n1PPP/6K1 w", [0, 0]),
    ("rook-two-minors.attack", "6k1/5ppp/8/7Q/8/5R2/n4PPP/n5K1 w", [0, 0]),
    ("rook-two-minors.attack", "3q2k1/5ppp/8/8/8/5R2/n4PPP/n4QK1 w", [0, 0]),
    ("rook-two-minors.attack", "3q2k1/5ppp/8/1P5Q/b1P5/1P3R2/2Pn1PPP/6K1 w", [200, 0]),
    ("rook-two-minors.attack", "3q2k1/5ppp/8/1P5Q/b1P5/1P3R2/3n1PPP/6K1 w", [0, 0]),
    // Steps that one side or nobody covers, or that are supported; pawns that can take; no attack; the own
    // pawn past the enemy one; a pawn behind does not matter.
    ("other.closed-center-attack", "6k1/5ppp/3p4/4p1NQ/4P3/3P4/8/6K1 w", [200, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3p4/4p1NQ/4P3/8/3P4/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/3p1ppp/8/4p1NQ/4P3/3P4/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/5ppp/2pp4/4p1NQ/4P3/3P4/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3p4/4p1NQ/4P3/2PP4/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3pp3/3PP1NQ/8/8/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3p4/3Pp2Q/4P3/8/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3p4/3Pp1NQ/4P3/4P3/8/6K1 w", [200, 0]),
    ("other.closed-center-attack", "6k1/5ppp/3P4/3pp1NQ/4P3/8/8/6K1 w", [0, 0]),
    ("other.closed-center-attack", "6k1/2p2ppp/8/3Pp1NQ/3pP3/8/2P5/6K1 w", [0, 0]),
    // A pawn outside the chain; in it; a king in the centre.
    ("other.closed-center-storm", "6k1/5ppp/3p4/3Pp1P1/4P3/8/8/6K1 w", [0, 0]),
    ("other.closed-center-storm", "6k1/5ppp/3p4/3Pp1P1/4P2P/8/8/6K1 w", [300, 0]),
    ("other.closed-center-storm", "4k3/5ppp/3p4/3PpP2/4P3/8/8/6K1 w", [0, 0]),
    // A second rook behind the first; no attack; a rank.
    ("other.incapacitated-pawn", "6k1/6p1/8/8/6Q1/7R/6R1/6K1 w", [20, 0]),
    ("other.incapacitated-pawn", "6k1/6p1/8/8/6Q1/8/8/6K1 w", [0, 0]),
    ("other.incapacitated-pawn", "8/4k1pR/8/3N4/6Q1/8/8/6K1 b", [0, 0]),
    ("other.diagonal-pawn-pin", "4k3/3p1p2/8/1B5Q/8/8/8/6K1 w", [40, 0]),
    ("other.diagonal-pawn-pin", "6k1/5n2/8/7Q/8/1B6/8/6K1 w", [0, 0]),
    // No open file; knights, lines, pawns that step once, twice or take; discovery by a pawn that takes, but
    // not by one that steps; promotions, one of them back along the line; castling.
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/8/3B4/8/K7 w", [20, 0]),
    ("other.attacker-king-safe-square", "6k1/2pppppp/8/6N1/8/3B4/8/K7 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/3n4/6N1/8/K2B4/8/8 w", [0, 0]),
    ("other.attacker-king-safe-square", "r5k1/n4ppp/8/6N1/8/3B4/8/K7 w", [0, 0]),
    ("other.attacker-king-safe-square", "r5k1/p4ppp/8/6N1/8/3B4/8/K7 w", [20, 0]),
    ("other.attacker-king-safe-square", "r5k1/p4ppp/1N6/6N1/8/3B4/8/K7 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/1p4N1/8/3B4/K7/8 w", [20, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/1p4N1/8/K2B4/8/8 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/1p3ppp/8/6N1/K7/3B4/8/8 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/1p3ppp/1P6/6N1/K7/3B4/8/8 w", [20, 0]),
    ("other.attacker-king-safe-square", "6k1/1p3ppp/2P5/1K4N1/8/3B4/8/8 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/3B4/8/4p3/4N1K1 w", [20, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/8/3BK3/4p3/8 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/3B4/8/6p1/K7 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/3B4/1r6/8/K7 w", [0, 0]),
    ("other.attacker-king-safe-square", "6k1/5ppp/8/6N1/3B4/n7/8/1K6 w", [0, 0]),
    ("other.attacker-king-safe-square", "3k3K/2ppp3/8/2N5/8/1B6/8/8 b", [20, 0]),
    ("other.attacker-king-safe-square", "K3k2r/3ppp2/8/8/1B6/6N1/8/8 b k - 0 1", [0, 0]),
    ("other.attacker-king-safe-square", "r3k2K/3ppp2/8/8/1B6/6N1/8/8 b q - 0 1", [0, 0]),
    ("other.attacker-king-safe-square", "K3k2r/3ppp2/8/6N1/2B5/8/8/8 b", [20, 0]),
    ("other.attacker-king-safe-square", "K3k2r/3ppp2/8/6N1/2B5/8/8/8 b k - 0 1", [0, 0]),
    ("other.attacker-king-safe-square", "KN2k2r/3ppp2/8/6N1/2B5/8/8/8 b k - 0 1", [20, 0]),
    ("other.attacker-king-safe-square", "r3k1K1/3ppp2/8/6N1/2B5/8/8/8 b q - 0 1", [0, 0]),
    ("other.attacker-king-safe-square", "rn2k2K/3ppp2/8/6N1/2B5/8/8/8 b q - 0 1", [20, 0]),
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
    for (rule, position, [white, black]) in CASES {
        let here = game(&complete(position));
        let turned = evaluator.raw(&mirrored_game(&here), None).unwrap();
        let here = evaluator.raw(&here, None).unwrap();
        let expected = [10 * white, 10 * black];
        assert_eq!(raw_terms(&here, rule), expected, "{rule}: {position}");
        let [white, black] = raw_terms(&turned, rule);
        assert_eq!([black, white], expected, "{rule}: {position} mirrored");
    }
}

/// What `rules` post for White, in centipawns, with the rules `off` switched off.
fn posted<const N: usize>(position: &str, off: &[&str], rules: [&str; N]) -> [i32; N] {
    let mut evaluator = compendium();
    evaluator.disable(off).expect("the patterns match rules");
    let terms = Evaluation::of(&evaluator, &game(position)).breakdown;
    rules.map(|rule| raw_terms(&terms, rule)[0] / 10)
}

#[test]
fn three_factors_are_two_without_their_rule() {
    let position = "rnbq1rk1/ppp5/5P2/8/8/8/PPPP2P1/RNBQ2KR w - - 0 10";
    let rules = ["tal.two-permanent-factors", "tal.three-permanent-factors"];
    assert_eq!(posted(position, &[], rules), [0, 300]);
    assert_eq!(posted(position, &rules[1..], rules), [200, 0]);
    assert_eq!(posted(position, &rules[..1], rules), [0, 300]);
}

#[test]
fn a_storm_takes_the_place_of_the_attack() {
    let position = "rnbq1rk1/pp3ppp/3p4/2pPpPN1/4P3/8/PPP3PP/R1BQ1RK1 w - - 0 10";
    let rules = ["other.closed-center-attack", "other.closed-center-storm"];
    assert_eq!(posted(position, &[], rules), [0, 300]);
    assert_eq!(posted(position, &rules[1..], rules), [200, 0]);
}

#[test]
fn a_bishop_in_the_hole_counts_on_the_sixth_rank_without_its_rule() {
    let position = "rnbq1rk1/ppp2p1p/4pBp1/6P1/8/8/PPP4P/RN1Q1RK1 w - - 0 10";
    let hole = "king-attack.bishop-sixth-rank";
    let rules = [hole, "tal.minor-sixth-rank-king-position"];
    assert_eq!(posted(position, &[], rules), [200, 0]);
    assert_eq!(posted(position, &[hole], rules), [0, 90]);
}

#[test]
fn a_pin_on_the_back_rank_is_a_plain_one_without_its_rule() {
    let position = "R2nk2r/1ppqbppp/8/8/8/8/1PPPPPPP/1NBQKBNR b k - 0 10";
    let rules = ["tal.rook-eighth-rank-pin", "pins.rook-pins-minor"];
    assert_eq!(posted(position, &[], rules), [90, 0]);
    assert_eq!(posted(position, &rules[..1], rules), [0, 50]);
}

#[test]
fn the_opening_has_its_own_number_for_a_pin_to_the_king() {
    // One pin to the king, one to the queen.
    let position = "r1bqkb1r/ppp2ppp/2np1n2/1B2p1B1/4P3/5N2/PPPP1PPP/RN1QK2R w KQkq - 0 5";
    let rules = ["opening.pin-knight-to-king", "pins.bishop-pins-knight"];
    assert_eq!(posted(position, &[], rules), [40, 30]);
    assert_eq!(posted(position, &rules[..1], rules), [0, 60]);
    let later = "r2qk2r/ppp2ppp/2nbbn2/1B2p1B1/4P3/2NP1N2/PPP2PPP/R2QK2R w - - 0 9";
    assert_eq!(posted(later, &[], rules), [0, 60]);
}
