//! Blockade, files, batteries and gains of time: edges of the readings that the worked positions do
//! not show, and what yields to what.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// What a rule alone gives White, in centipawns; turned round it gives Black the same.
fn raw(rule: &str, position: &str) -> i32 {
    let game = game(position);
    let read = |game| raw_terms(&compendium().raw(game, None).expect("raw readings"), rule);
    let (here, [black, white]) = (read(&game), read(&mirrored_game(&game)));
    assert_eq!(here, [white, black], "{rule}: {position}");
    here[0] / 10
}

fn check(cases: &[(&str, &str, i32)]) {
    for (rule, position, white) in cases {
        assert_eq!(raw(rule, position), *white, "{rule}: {position}");
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
fn blockade() {
    let unmoved = "k7/5p2/5N2/8/8/8/8/6K1 w - - 0 1";
    let doubled = "k7/8/8/2p5/2N5/2p5/8/6K1 w - - 0 1";
    check(&[
        // A passer on its first square is stopped for more.
        ("blockade.minor-on-passer", unmoved, 0),
        ("blockade.piece-on-initial-pawn", unmoved, 90),
        (
            "blockade.queen-on-passer",
            "k7/5p2/5Q2/8/8/8/8/6K1 w - - 0 1",
            -50,
        ),
        (
            "blockade.piece-on-initial-pawn",
            "k7/5p2/5Q2/8/8/8/8/6K1 w - - 0 1",
            0,
        ),
        (
            "blockade.rook-on-half-free-pawn",
            "k7/1p3p2/5R2/8/8/8/4P3/6K1 w - - 0 1",
            0,
        ),
        // The rear one of two is no passer; an own pawn far behind the blocker spoils it.
        ("blockade.minor-on-passer", doubled, 0),
        ("blockade.minor-on-half-free-pawn", doubled, 30),
        (
            "blockade.minor-on-half-free-pawn",
            "k7/8/8/2p5/2N5/8/2P5/6K1 w - - 0 1",
            0,
        ),
        (
            "blockade.rook-on-half-free-pawn",
            "k7/8/8/2p5/2R5/8/2P5/6K1 w - - 0 1",
            0,
        ),
        // Two passers, a queen before each.
        (
            "blockade.queen-on-passer",
            "k7/8/p6p/Q6Q/8/8/8/6K1 w - - 0 1",
            -100,
        ),
        // A wedge is paid for as such, elsewhere the same pawn is not.
        (
            "blockade.pawn-on-initial-pawn",
            "6k1/5p1p/5P1P/8/8/8/8/K7 w - - 0 1",
            0,
        ),
        (
            "blockade.pawn-on-initial-pawn",
            "8/5p1p/5P1P/8/2k5/8/8/K7 w - - 0 1",
            200,
        ),
    ]);
}

#[test]
fn what_the_blockers_replace_counts_without_them() {
    let passer = "blockade.minor-on-passer";
    let initial = "blockade.piece-on-initial-pawn";
    let men = "qrrbb1k1/5p2/5N2/8/8/8/8/QRRBB1K1 b - - 0 1";
    assert_eq!(posted(men, &[], &[passer, initial]), [0, 90]);
    assert_eq!(posted(men, &[initial], &[passer, initial]), [30, 0]);
    let [pawn, wedge] = ["blockade.pawn-on-initial-pawn", "king-attack.wedge-pawn"];
    let men = "qrrbb1k1/5p1p/5P2/8/8/8/8/QRRBB1K1 w - - 0 1";
    assert_eq!(posted(men, &[], &[pawn, wedge]), [0, 100]);
    assert_eq!(posted(men, &[wedge], &[pawn, wedge]), [100, 0]);
}

#[test]
fn open_files() {
    let [rooks, both, triplet] = [
        "tandem.rooks-open-file",
        "tandem.queen-rook-open-file",
        "triplet.queen-two-rooks-open-file",
    ];
    let apart = "2k5/8/8/Q7/n7/8/R7/R5K1 w - - 0 1";
    check(&[
        (rooks, "2k5/8/8/8/R6R/8/8/R5KR w - - 0 1", 60),
        (rooks, "2k5/8/8/8/R6R/N6n/8/R5KR w - - 0 1", 0),
        (rooks, "2k5/8/8/8/R7/R7/R7/6K1 w - - 0 1", 30),
        // Of two runs on a file the longer one counts, and the rearmost of equal ones.
        (rooks, apart, 30),
        (triplet, apart, 0),
        (both, "2k5/8/Q7/Q7/n7/R7/Q7/R5K1 b - - 0 1", 0),
        (triplet, "2k5/8/Q7/Q7/n7/R7/Q7/R5K1 b - - 0 1", 50),
        (rooks, "2k5/8/Q7/R7/n7/8/R7/R5K1 b - - 0 1", 30),
        (both, "2k5/8/Q7/R7/n7/8/R7/R5K1 b - - 0 1", 0),
        (both, "2k5/8/8/8/Q7/Q7/R7/6K1 w - - 0 1", 30),
        (triplet, "2k5/8/8/R7/Q7/R7/R7/6K1 w - - 0 1", 50),
        (
            "tandem.rooks-seventh",
            "2k5/R3R2R/8/8/8/8/8/6K1 b - - 0 1",
            35,
        ),
        (
            "config.rook-open-file",
            "2k5/1p6/8/8/1R6/R6R/8/6K1 w - - 0 1",
            60,
        ),
        (
            "activity.rook-semi-open",
            "2k5/1p6/8/8/1R6/1R6/8/6K1 w - - 0 1",
            40,
        ),
    ]);
    // Without a rule for three, queen and rooks are both of the pairs.
    let men = "q1rbb1k1/pr5p/8/8/3R4/3R4/7P/Q2QB1K1 w - - 0 1";
    assert_eq!(posted(men, &[], &[rooks, both, triplet]), [0, 0, 50]);
    assert_eq!(
        posted(men, &[triplet], &[rooks, both, triplet]),
        [30, 30, 0]
    );
}

#[test]
fn files_of_queens_and_the_centre() {
    let queens = "opposition.rook-vs-queen-file";
    let central = "activity.two-rooks-central-files";
    let guard = "activity.single-thoroughfare-guard";
    check(&[
        (queens, "3q2k1/8/8/8/8/8/8/3R2K1 w - - 0 1", 0),
        (queens, "3q2k1/3q4/8/8/8/8/8/3R2K1 w - - 0 1", 20),
        (queens, "3q2k1/3q4/8/8/8/8/3R4/3R2K1 w - - 0 1", 60),
        // The king attacks too, and so do own men; what nobody attacks is no play.
        (central, "8/8/2k5/3P4/8/8/8/3RR1K1 b - - 0 1", 50),
        (central, "6k1/8/8/3p4/8/1B6/8/3NR1KR w - - 0 1", 0),
        (central, "6k1/8/8/4p3/3R4/8/8/4R1K1 w - - 0 1", 50),
        (central, "6k1/8/8/8/3P4/8/8/3RR1K1 w - - 0 1", 0),
        (central, "6k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", 0),
        (guard, "q5k1/4pppp/pB6/8/8/8/PPP1PPPP/R5K1 w - - 0 1", 60),
        (guard, "n5k1/4pppp/pB6/8/8/8/PPP1PPPP/R5K1 w - - 0 1", 0),
        (guard, "r5k1/4pppp/pBN5/8/8/8/PPP1PPPP/R5K1 w - - 0 1", 60),
        (guard, "r5k1/4pppp/p3R3/8/8/8/PPP1PPPP/3R2K1 w - - 0 1", 0),
    ]);
    // The endgame has the same number.
    let ending = "r5k1/4pppp/pB6/8/8/8/PPP1PPPP/R5K1 w - - 0 1";
    assert_eq!(posted(ending, &[], &[guard]), [60]);
}

#[test]
fn batteries() {
    let [plain, at_king] = [
        "tandem.queen-bishop-diagonal",
        "tandem.queen-bishop-battery-king",
    ];
    let penetrating = "5rk1/8/8/8/8/3Q4/2B5/6K1 w - - 0 1";
    check(&[
        (plain, "5rk1/8/8/8/4Q3/B7/1Q6/2B3K1 w - - 0 1", 30),
        // An own man ends the line and is part of it; a bishop may be in front, or below.
        (at_king, "6k1/5N2/8/8/2Q5/1B6/8/6K1 w - - 0 1", 75),
        (at_king, "5rk1/8/8/8/2B5/1Q6/8/6K1 b - - 0 1", 75),
        (at_king, "2Q5/3B4/8/6k1/8/8/8/6K1 w - - 0 1", 75),
        (plain, "2Q5/3B4/8/6k1/8/8/8/6K1 w - - 0 1", 0),
        // Only the king guards h7: that is worth far more.
        (at_king, penetrating, 0),
        (plain, penetrating, 0),
        // A knight guards it; a pawn steps between, by one square or two; a pawn attacks the queen.
        (at_king, "5rk1/8/5n2/8/8/3Q4/2B5/6K1 w - - 0 1", 75),
        (at_king, "5rk1/6p1/8/8/8/3Q4/2B5/6K1 w - - 0 1", 75),
        (at_king, "5rk1/5p2/8/8/8/3Q4/2B5/6K1 w - - 0 1", 75),
        (at_king, "5rk1/5p2/5P2/8/8/3Q4/2B5/6K1 w - - 0 1", 0),
        (at_king, "5rk1/8/8/8/2p5/3Q4/2B5/6K1 w - - 0 1", 75),
        // What stands on h7 is taken; an own man there is not.
        (at_king, "5rk1/7p/8/8/8/3Q4/2B5/6K1 w - - 0 1", 0),
        (at_king, "5rk1/7N/8/8/8/3Q4/2B5/6K1 w - - 0 1", 75),
    ]);
}

#[test]
fn a_battery_is_paid_once() {
    let [plain, at_king, more] = [
        "tandem.queen-bishop-diagonal",
        "tandem.queen-bishop-battery-king",
        "tal.queen-bishop-penetration",
    ];
    let men = "qrrbbrk1/8/8/8/8/3Q4/2B5/1RRBB1K1 w - - 0 1";
    let terms = |disable: &[&str]| posted(men, disable, &[plain, at_king]);
    assert_eq!(terms(&[]), [0, 0]);
    assert_eq!(terms(&[more]), [0, 75]);
    assert_eq!(terms(&[more, at_king]), [30, 0]);
}

#[test]
fn tempo() {
    check(&[
        // However many attack it; a queen or a king gains nothing.
        (
            "tempo.attack-queen",
            "3q2k1/8/8/6B1/8/8/8/3R2K1 w - - 0 1",
            15,
        ),
        (
            "tempo.attack-queen",
            "3q2k1/4P3/8/8/8/8/8/6K1 w - - 0 1",
            15,
        ),
        (
            "tempo.minor-attacks-rook",
            "3r2k1/8/2N5/6B1/8/8/8/6K1 w - - 0 1",
            10,
        ),
        (
            "tempo.minor-attacks-rook",
            "3r2k1/4P3/8/8/8/8/8/3R2K1 w - - 0 1",
            0,
        ),
        (
            "tempo.pawn-attacks-minor",
            "6k1/8/5n2/4P1P1/8/8/8/6K1 w - - 0 1",
            5,
        ),
        (
            "tempo.pawn-attacks-minor",
            "6k1/8/5n1b/6P1/8/8/8/6K1 w - - 0 1",
            10,
        ),
    ]);
}
