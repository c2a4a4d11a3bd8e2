//! Trapped and bad pieces, weak squares, bishops against knights: edges of the readings that the
//! worked positions do not show, and what yields to what.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// What a rule alone gives White at `score` (centipawns, White's view), in centipawns; turned
/// round it gives Black the same.
fn raw_at(score: Option<i32>, rule: &str, position: &str) -> i32 {
    let game = game(position);
    let read = |game, score| raw_terms(&compendium().raw(game, score).expect("raw readings"), rule);
    let here = read(&game, score);
    let [black, white] = read(&mirrored_game(&game), score.map(|score| -score));
    assert_eq!(here, [white, black], "{rule}: {position}");
    here[0] / 10
}

fn check(cases: &[(&str, &str, i32)]) {
    for (rule, position, white) in cases {
        assert_eq!(raw_at(None, rule, position), *white, "{rule}: {position}");
    }
}

/// What White gets by the rules, in centipawns, with `disable` switched off.
fn posted(position: &str, disable: &[&str], rules: &[&str]) -> Vec<i32> {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    let white = |rule: &&str| raw_terms(&breakdown, rule)[0] / 10;
    rules.iter().map(white).collect()
}

#[test]
fn trapped_pieces() {
    check(&[
        // The rook on a8 looks through the one that leaves; what it could take counts as a way out.
        ("trapped.rook", "rR4k1/1pp5/8/8/8/8/8/6K1 b - - 0 1", -150),
        ("trapped.rook", "rR4k1/1p6/1N6/8/8/8/8/6K1 b - - 0 1", -150),
        ("trapped.rook", "bR6/1pp5/8/8/2k5/8/8/6K1 w - - 0 1", 0),
        // The fourth rank is no enemy camp; one man beside it does not surround a piece inside the
        // board, and on the edge it has to be a pawn.
        ("trapped.knight", "6k1/8/8/8/N1p5/1pb5/1b6/6K1 w - - 0 1", 0),
        ("trapped.knight", "N1k5/1b6/8/2b5/8/8/8/6K1 w - - 0 1", 0),
        ("trapped.knight", "Nk6/1b6/8/8/8/8/8/6K1 w - - 0 1", -100),
        ("trapped.knight", "8/8/1p1p4/8/8/1k6/8/6K1 w - - 0 1", 0),
        // Two ways out are enough for a knight, not for a bishop.
        ("trapped.knight", "Nk6/1p6/8/8/8/8/8/6K1 w - - 0 1", -100),
        ("trapped.knight", "N7/1p6/8/8/8/8/8/3k2K1 w - - 0 1", 0),
        ("trapped.bishop", "5k2/B1p5/1p6/8/8/8/8/6K1 w - - 0 1", -100),
        ("trapped.bishop", "5k2/B7/1p6/8/8/8/8/6K1 w - - 0 1", -100),
        ("trapped.bishop", "5k2/B7/1P1p4/1p6/8/8/8/6K1 w - - 0 1", 0),
    ]);
}

#[test]
fn a_queen_in_prison_is_not_trapped_as_well() {
    let [prison, trapped] = ["bad.imprisoned-queen", "trapped.queen"];
    let alone = "2rq1rk1/Q2n1ppp/1pp5/PP6/8/8/5PPP/6K1 w - - 0 1";
    check(&[(prison, alone, -500), (trapped, alone, 0)]);
    let men = "2rq1rk1/Q2n1ppp/1pp5/PP6/8/8/5PPP/RRBBNNK1 w - - 0 1";
    assert_eq!(posted(men, &[], &[prison, trapped]), [-500, 0]);
    assert_eq!(posted(men, &[prison], &[prison, trapped]), [0, -300]);
    // Of the same region, but those who can attack the queen are worth no more than a queen.
    let hunted = "2rr2k1/Q2n1ppp/1pp5/PP6/8/8/5PPP/6K1 w - - 0 1";
    check(&[(prison, hunted, 0), (trapped, hunted, -300)]);
    // As confined and as much hunted, but it can go back to its first three ranks.
    let home = "5qk1/5p1p/p2n3P/Qqq1q3/4P3/8/4P3/4K3 w - - 0 1";
    check(&[(prison, home, 0)]);
}

#[test]
fn weak_squares() {
    check(&[
        // One against one; a king does not count, nor a rook behind a rook.
        (
            "weak-squares.outer",
            "6k1/8/8/8/6r1/5R2/P5PP/6K1 w - - 0 1",
            -20,
        ),
        (
            "weak-squares.central",
            "3rk3/3r4/8/8/8/8/3R4/6K1 w - - 0 1",
            0,
        ),
        (
            "weak-squares.central",
            "3rk3/8/8/8/3r4/3K4/8/8 w - - 0 1",
            -100,
        ),
        (
            "weak-squares.central",
            "4k3/8/8/2p1p3/8/8/8/6K1 w - - 0 1",
            0,
        ),
        (
            "retreats.minor-back-rank",
            "6k1/8/8/8/8/8/8/3NB1K1 w - - 0 1",
            -80,
        ),
    ]);
}

#[test]
fn bishops_and_knights() {
    let gates = ["bvn.bishop-side", "bn-vs-nn.bishop-side"];
    let [bishop, two] = gates;
    check(&[
        (bishop, "rq4k1/8/3n4/8/8/3B4/8/R5K1 w - - 0 1", 15),
        (bishop, "rq4k1/8/3nn3/8/8/3B4/8/R5K1 w - - 0 1", 0),
        (two, "6k1/8/2nn4/8/8/3BB3/8/6K1 w - - 0 1", 0),
        (two, "6k1/8/2nn4/8/8/3BN3/8/6K1 w - - 0 1", 15),
        // Both sides at once, by different pawns; knights make no difference.
        (
            "same-colour-bishops.fixed-pawn",
            "3n2k1/8/3bp1p1/p3P1P1/P7/4B3/8/3N2K1 w - - 0 1",
            -5,
        ),
        (
            "same-colour-bishops.fixed-pawn",
            "6k1/8/3bp1p1/4P1P1/8/2B1B3/8/6K1 w - - 0 1",
            0,
        ),
    ]);
    let [opposite, men] = [
        "opposite-bishops.weaker-side",
        "6k1/5ppp/3b4/8/8/3B4/5PP1/6K1 w - - 0 1",
    ];
    assert_eq!(raw_at(Some(-50), opposite, men), 50);
    assert_eq!(raw_at(Some(-49), opposite, men), 0);
    let same = "6k1/5ppp/4b3/8/8/3B4/5PP1/6K1 w - - 0 1";
    assert_eq!(raw_at(Some(-50), opposite, same), 0);
}

#[test]
fn a_fixed_pawn_in_the_middle_is_a_fixed_pawn_without_its_rule() {
    let [plain, focal] = ["bvn.fixed-pawn", "bvn.fixed-pawn-focal"];
    let men = "qrr3k1/8/n3p1p1/4P1P1/8/4B3/8/QRR2QK1 w - - 0 1";
    assert_eq!(posted(men, &[], &[plain, focal]), [-5, -10]);
    assert_eq!(posted(men, &[focal], &[plain, focal]), [-10, 0]);
}

#[test]
fn bad_pieces() {
    let [knights, bishop, edge, useless] = [
        "unhealthy.knights-defend-each-other",
        "bad.pawn-bishop",
        "bad.end-file-knight",
        "bad.useless-attacker",
    ];
    check(&[
        // Three in a row are two pairs; a contested square in the middle excuses its pairs only.
        (knights, "6k1/8/8/8/8/5N2/3N4/1N4K1 w - - 0 1", -50),
        (knights, "6k1/8/5n2/8/4N3/2N5/8/1N4K1 w - - 0 1", -25),
        (knights, "6k1/8/5n2/8/4N3/8/3N4/1N4K1 w - - 0 1", -25),
        (knights, "6k1/8/8/8/4N3/8/3N4/6K1 w - - 0 1", -25),
        (knights, "6k1/8/8/8/3n4/5N2/3N4/6K1 w - - 0 1", -25),
        (knights, "6k1/8/3b4/6N1/4N3/8/8/6K1 w - - 0 1", -25),
        (knights, "6k1/8/3b4/4N3/6N1/8/8/6K1 w - - 0 1", 0),
        // On the edge it has two neighbours, in the corner one; at home it waits.
        (bishop, "6k1/8/8/8/1P6/B7/1P6/6K1 w - - 0 1", -150),
        (bishop, "6k1/8/8/8/8/8/1P1P4/2B3K1 w - - 0 1", 0),
        (bishop, "6k1/8/8/8/1p6/B7/1P6/6K1 w - - 0 1", 0),
        // Held by enemy pawns it is a passive piece.
        (bishop, "6k1/8/8/1p6/1P6/Bp6/1P6/6K1 w - - 0 1", 0),
        // Own men leave it no square at all; a square with an enemy man that a pawn protects.
        (edge, "6k1/8/1P6/2P5/N7/2P5/1P6/6K1 w - - 0 1", 0),
        (edge, "6k1/8/1P6/2P5/N2p4/2n5/1P6/6K1 w - - 0 1", -50),
        (edge, "6k1/2p5/3p4/8/1N1p4/p7/8/6K1 w - - 0 1", 0),
        // On the fourth rank it is no attacker; with tension on the half it is not locked.
        (useless, "6k1/8/1p1p1p2/1P1P1P2/R7/8/8/6K1 w - - 0 1", 0),
    ]);
}

#[test]
fn a_bishop_behind_fixed_pawns_is_bad_where_passivity_is_off() {
    let bishop = "bad.pawn-bishop";
    let men = "qrrn2k1/8/8/1p6/1P6/Bp6/1P6/QRRNN1K1 w - - 0 1";
    assert_eq!(posted(men, &[], &[bishop]), [0]);
    assert_eq!(
        posted(men, &["special.passivity.own-pawns"], &[bishop]),
        [-150]
    );
}

#[test]
fn locked_halves() {
    let useless = "bad.useless-attacker";
    check(&[
        (useless, "6k1/5ppp/p1p5/P1Pp4/1N1P4/8/8/6K1 w - - 0 1", 0),
        (useless, "6k1/5ppp/p1p5/PNPp4/3P4/8/8/6K1 w - - 0 1", -50),
        // d6 is attacked: there is tension.
        (useless, "6k1/5ppp/p1pp4/PNP5/3P4/8/8/6K1 w - - 0 1", 0),
        // Both halves are locked.
        (useless, "6k1/8/p1p1p1p1/PNPpP1Pp/3P3P/8/8/6K1 w - - 0 1", 0),
        // From b7 the rook looks at e7 to h7.
        (useless, "6k1/1R6/p1p5/P1Pp4/3P4/8/8/6K1 w - - 0 1", 0),
    ]);
}

#[test]
fn moves_of_useless_attackers() {
    let rule = "bad.useless-attacker-transfer";
    let men = "fen 6k1/5ppp/8/3p4/p1pP4/PnP1B3/1P3PPP/6K1 b - - 0 1 moves";
    let after = |moves: &str| raw_at(None, rule, &format!("{men} {moves}"));
    // What was brought out counts until the side moves again; a piece that takes something may be
    // out as well.
    assert_eq!(after("b3d2"), 0);
    for (moves, black) in [("b3d2 g1h1", 25), ("b3d2 g1h1 g8h8", 0), ("b3c1", 25)] {
        let readings = compendium().raw(&game(&format!("{men} {moves}")), None);
        let terms = raw_terms(&readings.expect("raw readings"), rule);
        assert_eq!(terms, [0, 10 * black], "{moves}");
    }
}

#[test]
fn erroneous_activity() {
    let moved = |position: &str, moves: &str| {
        let line = format!("fen {position} w - - 0 1 moves {moves}");
        raw_at(None, "bad.erroneous-activity", &line)
    };
    // The king's answer changes nothing.
    assert_eq!(moved("6k1/5ppp/1p1p4/2p5/8/8/5PPP/4N1K1", "e1d3 g8h8"), -50);
    assert_eq!(
        moved("6k1/5ppp/1p1p4/2p5/8/8/5PPP/4N1K1", "e1d3 g8h8 g1h1"),
        0
    );
    // A second attacker makes them equal; without a protecting pawn it is no error.
    assert_eq!(moved("6k1/8/1p1p4/2p5/8/8/8/2R1N1K1", "e1d3"), 0);
    assert_eq!(moved("6k1/2rn4/8/2p5/8/8/8/4N1K1", "e1d3"), 0);
    // It had attacked the pawn before; it attacks a piece too; it looks at the king's position.
    assert_eq!(moved("6k1/8/1p1p4/2p5/8/8/8/2R3K1", "c1c2"), 0);
    assert_eq!(moved("6k1/8/1p1p4/2p5/1n6/8/8/4N1K1", "e1d3"), 0);
    assert_eq!(moved("8/3k4/1p1p4/2p5/8/8/8/4N1K1", "e1d3"), 0);
    assert_eq!(moved("8/7k/1p1p4/2p5/8/8/8/4N1K1", "e1d3"), -50);
    // Two pawns, of which one may be taken; a capture; a check that it uncovers.
    assert_eq!(moved("6k1/8/1p1p4/2p5/5p2/8/8/4N1K1", "e1d3"), 0);
    assert_eq!(moved("6k1/8/1p1p4/2p5/8/3p4/8/4N1K1", "e1d3"), 0);
    assert_eq!(moved("4k3/8/8/p1p5/1p6/8/4N3/4R1K1", "e2d4"), 0);
}

#[test]
fn stonewalls() {
    let rule = "stonewall.one-colour-pawns";
    let wall = "6k1/8/8/8/3P1P2/2P1P3/1P6/6K1 w - - 0 1";
    let at = |score: i32, position: &str| raw_at(Some(score), rule, position);
    assert_eq!(at(-50, wall), 100);
    assert_eq!(at(-49, wall), 0);
    // Four pawns; islands of three files; one pawn in the middle.
    assert_eq!(at(-99, "6k1/8/8/8/3P1P2/2P1P3/8/6K1 w - - 0 1"), 0);
    assert_eq!(at(-99, "6k1/8/8/8/3P3P/2P3P1/1P5P/6K1 w - - 0 1"), 0);
    assert_eq!(at(-99, "6k1/8/8/8/7P/P3P1P1/1P1P1P2/6K1 w - - 0 1"), 0);
}
