//! What yields to what, through the terms that are posted.

use crate::posted;

#[test]
fn the_middlegame_posts_what_both_share() {
    let position = "6k1/5ppp/8/P7/3N4/8/5PPP/6K1 w - - 0 1";
    let pairs = [
        ("middlegame.piece-mobility", "endgame.general.mobility"),
        ("middlegame.pawn-mobility", "endgame.general.pawn-mobility"),
        ("middlegame.space-pawns", "endgame.general.space"),
    ];
    for (shared, own) in pairs {
        let both = posted(position, &[], &[shared, own]);
        assert!(both[0] != [0, 0] && both[1] == [0, 0], "{shared}: {both:?}");
        let instead = posted(position, &[shared], &[shared, own]);
        assert_eq!(instead, [[0, 0], both[0]], "{own}");
    }
    // In a closed centre only the endgame gives the pawns on c to f their plain worth.
    let closed = "6k1/2p5/2Pp4/3Pp3/4Pp2/5P2/8/6K1 w - - 0 1";
    let space = posted(
        closed,
        &[],
        &["middlegame.space-pawns", "endgame.general.space"],
    );
    assert_eq!(space, [[0, 0], [400, 100]]);
}

#[test]
fn a_passer_has_one_base_value() {
    let rules = [
        "endgame.pawn.passed",
        "endgame.pawn.passed-seventh",
        "endgame.pawn.passed-protected",
        "endgame.pawn.passed-connected",
        "endgame.general.negative-passer",
    ];
    let white = |position: &str, disable: &[&str]| {
        let all = posted(position, disable, &rules);
        all.into_iter()
            .map(|[white, _]| white / 10)
            .collect::<Vec<_>>()
    };
    let protected = "n5k1/P1p5/1P6/8/8/8/8/6K1 w - - 0 1";
    assert_eq!(white(protected, &[]), [0, 0, 75, 0, 0]);
    assert_eq!(white(protected, &[rules[2]]), [0, 70, 0, 0, 0]);
    assert_eq!(white(protected, &[rules[1], rules[2]]), [50, 0, 0, 0, 0]);
    let tandem = "n5k1/8/8/P7/1P6/8/8/6K1 w - - 0 1";
    assert_eq!(white(tandem, &[]), [100, 0, 0, 75, 0]);
    assert_eq!(white(tandem, &[rules[3]]), [50, 0, 75, 0, 0]);
    let negative = "8/8/4k3/4P3/8/8/4K3/8 w - - 0 1";
    assert_eq!(white(negative, &[]), [0, 0, 0, 0, -70]);
    assert_eq!(white(negative, &[rules[4]]), [50, 0, 0, 0, 0]);
    let avalanche = "n5k1/8/8/8/2PPPP2/8/8/6K1 w - - 0 1";
    assert_eq!(white(avalanche, &[]), [0, 0, 0, 0, 0]);
    let off = ["middlegame.avalanche-four"];
    assert_eq!(white(avalanche, &off), [200, 0, 0, 225, 0]);
}

#[test]
fn rules_of_an_ending_take_the_place_of_the_general_ones() {
    let doubled = ["endgame.pawn.doubled-in-group"];
    let pawns = "8/5ppp/4k3/8/8/P3K3/PP6/8 w - - 0 1";
    assert_eq!(posted(pawns, &[], &doubled), [[0, 0]]);
    let off = ["endgame.pawn-ending.doubled-in-group"];
    assert_eq!(posted(pawns, &off, &doubled), [[-350, 0]]);
    let heavy = "qr4k1/8/8/8/8/P7/PP6/QR4K1 w - - 0 1";
    assert_eq!(posted(heavy, &[], &doubled), [[0, 0]]);
    let off = ["endgame.composite.queen-rook-no-doubling"];
    assert_eq!(posted(heavy, &off, &doubled), [[-350, 0]]);
    let backward = ["endgame.pawn.backward"];
    let fixed = "6k1/1p6/p7/P7/8/8/8/6K1 w - - 0 1";
    assert_eq!(posted(fixed, &[], &backward), [[0, 0]]);
    let off = ["endgame.pawn-ending.backward"];
    assert_eq!(posted(fixed, &off, &backward), [[0, -350]]);
    let knights = "6k1/1p6/p3n3/P7/8/2N5/8/6K1 w - - 0 1";
    let off = ["endgame.knight.backward-fixed"];
    assert_eq!(posted(knights, &off, &backward), [[0, -350]]);
}

#[test]
fn an_advanced_passer_excuses_what_the_phase_charges() {
    let rule = ["endgame.pawn.doubling-exempt-passer"];
    // Without an ending's own number the general one is given back.
    let pawns = "6k1/8/8/P7/P7/8/1P6/6K1 w - - 0 1";
    assert_eq!(posted(pawns, &[], &rule), [[500, 0]]);
    let off = ["endgame.pawn-ending.doubled-in-group"];
    assert_eq!(posted(pawns, &off, &rule), [[350, 0]]);
    // With all pieces it is the middlegame's: 100 for two less 20 for one.
    let men = |pawns: &str| format!("qrrbb1k1/{pawns}/QRRBB1K1 w - - 0 1");
    assert_eq!(posted(&men("8/8/P7/P7/8/8"), &[], &rule), [[800, 0]]);
    // Three ranks apart, and well defended: nothing was charged.
    let apart = men("8/8/7P/8/8/7P");
    let exempt = ["middlegame.double-isolated-two-ranks-apart"];
    let [[kept, _]] = posted(&apart, &[], &rule)[..] else {
        panic!("one rule")
    };
    let [[off, _]] = posted(&apart, &exempt, &rule)[..] else {
        panic!("one rule")
    };
    assert_eq!([kept, off], [0, 800]);
    // Without the rule on several each was charged as one.
    let double = ["middlegame.double-isolated"];
    assert_eq!(posted(&men("8/8/P7/P7/8/8"), &double, &rule), [[200, 0]]);
}

#[test]
fn blockades_are_the_middlegames_as_long_as_there_is_one() {
    // All weight on the middlegame: a passer's blocker, a pawn at home, a wedge.
    let men = |pawns: &str| format!("qrrbb1k1/{pawns}/QRRBB1K1 w - - 0 1");
    let cases = [
        (
            "8/8/3p4/3N4/8/8",
            "minor-passer",
            "blockade.minor-on-passer",
            300,
        ),
        (
            "8/8/3p4/3Q4/8/8",
            "queen-passer",
            "blockade.queen-on-passer",
            -500,
        ),
        (
            "8/8/3p4/3N4/8/2P5",
            "unopposed-pawn",
            "blockade.minor-on-half-free-pawn",
            300,
        ),
        (
            "8/8/3p4/3R4/8/2P5",
            "unopposed-pawn",
            "blockade.rook-on-half-free-pawn",
            200,
        ),
        (
            "3p4/3N4/8/8/8/8",
            "initial-square",
            "blockade.piece-on-initial-pawn",
            900,
        ),
        (
            "3p4/3P4/8/8/8/8",
            "initial-square",
            "blockade.pawn-on-initial-pawn",
            1000,
        ),
        // A wedge has its 100 already.
        (
            "7p/7P/8/8/8/8",
            "initial-square",
            "blockade.pawn-on-initial-pawn",
            0,
        ),
    ];
    for (pawns, rule, shared, tenths) in cases {
        let (position, rule) = (men(pawns), [format!("endgame.blockade.{rule}")]);
        let rule = [rule[0].as_str()];
        assert_eq!(posted(&position, &[], &rule), [[0, 0]], "{pawns}");
        assert_eq!(
            posted(&position, &[shared], &rule),
            [[tenths, 0]],
            "{pawns}"
        );
    }
}

#[test]
fn the_attack_weighs_meeting_squares_where_it_is_seen() {
    // The rooks meet on h8, next to the king; two rooks attack, a bishop is too little.
    let rule = ["middlegame.intersections"];
    let rooks = "7k/8/8/8/8/8/8/RR4K1 w - - 0 1";
    let seen = posted(rooks, &[], &rule);
    let off = posted(rooks, &["endgame.general.king-attack"], &rule);
    assert_eq!(seen, off);
    let minors = "7k/8/8/6N1/8/1B6/8/6K1 w - - 0 1";
    let [[quiet, _]] = posted(minors, &[], &rule)[..] else {
        panic!("one rule")
    };
    let [[loud, _]] = posted(minors, &["endgame.general.king-attack"], &rule)[..] else {
        panic!("one rule")
    };
    assert!(quiet < loud, "{quiet} {loud}");
}
