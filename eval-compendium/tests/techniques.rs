//! Composite endings, techniques and beauty: edges of the readings that the worked positions do not
//! show, and what yields to what.

mod common;

use common::{game, mirrored_game, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// A rule, a position, the score that is read, and what the rule alone gives White, in centipawns.
type Case = (&'static str, &'static str, i32, i32);

/// Turned round, it gives Black the same.
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for (rule, position, score, white) in cases {
        let game = game(position);
        let read = |game, score| {
            let readings = compendium().raw(game, Some(score)).expect("raw readings");
            raw_terms(&readings, rule)
        };
        let (here, [black, turned]) = (read(&game, *score), read(&mirrored_game(&game), -score));
        assert_eq!(here, [turned, black], "{rule}: {position}");
        if here[0] / 10 != *white {
            let found = here[0] / 10;
            wrong.push(format!("{rule}: {found}, not {white}: {position}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What White gets by the rule in the evaluation with `disable` switched off, in centipawns.
fn posted(position: &str, disable: &[&str], rule: &str) -> i32 {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    raw_terms(&breakdown, rule)[0] / 10
}

#[test]
fn heavy_pieces() {
    let no_doubling = "endgame.composite.queen-rook-no-doubling";
    let side_attack = "endgame.composite.queen-rook-side-attack";
    check(&[
        // Two doubled pawns without neighbours cost one isolated pawn together; three do too.
        (
            no_doubling,
            "3rq1k1/ppp5/8/8/8/P7/P7/3RQ1K1 w - - 0 1",
            0,
            40,
        ),
        (
            no_doubling,
            "3rq1k1/ppp5/8/8/P7/P7/P7/3RQ1K1 w - - 0 1",
            0,
            80,
        ),
        // Unless the foremost is a passer far up.
        (
            no_doubling,
            "3rq1k1/5ppp/8/P7/8/8/P7/3RQ1K1 w - - 0 1",
            0,
            0,
        ),
        // Along the first rank, but not onto an own man, and not against a single pawn.
        (side_attack, "3q2k1/p7/8/8/8/8/5PPK/r2Q2R1 w - - 0 1", 0, 0),
        (
            side_attack,
            "R2q2k1/5ppp/8/8/8/8/5PPP/3Q1K1r w - - 0 1",
            0,
            0,
        ),
        (side_attack, "R2q4/6kp/6p1/8/8/8/8/3Q2K1 w - - 0 1", 0, 0),
        (side_attack, "R2q4/5pk1/6p1/8/8/8/r7/3Q2K1 w - - 0 1", 0, 0),
        (side_attack, "R6q/5pk1/6p1/8/8/8/r7/3Q2K1 w - - 0 1", 0, 35),
        (side_attack, "R7/5pk1/6p1/q7/8/8/r7/3Q2K1 w - - 0 1", 0, 35),
    ]);
}

#[test]
fn rooks_with_minors() {
    let pressure = "endgame.composite.rook-bishop-pressure";
    let pressing = "endgame.composite.pressing-pawn";
    check(&[
        (pressure, "5r1b/3R1pk1/6p1/3B4/8/8/6K1/8 w - - 0 1", 0, 75),
        // A third defender; a defender too few.
        (pressure, "5r2/3R1pk1/4b1p1/3B4/8/8/6K1/8 w - - 0 1", 0, 0),
        (pressure, "6rb/3R1pk1/6p1/3B4/8/8/6K1/8 w - - 0 1", 0, 0),
        // Two such pawns count once; a queen on the board spoils it.
        (
            pressing,
            "3r2k1/4pppp/4PP2/8/8/3N4/3n4/3R2K1 w - - 0 1",
            0,
            0,
        ),
        (
            pressing,
            "3r2k1/5p2/3nqPp1/8/8/3N4/8/3RQ1K1 w - - 0 1",
            0,
            0,
        ),
        (
            pressing,
            "3r2k1/5p2/3n1P2/8/8/3N4/6p1/3R2K1 w - - 0 1",
            0,
            0,
        ),
    ]);
}

#[test]
fn races() {
    let rooks = "8/6k1/P3r3/5p1p/2P5/3R4/6K1/8 w - - 0 1";
    check(&[
        // Three steps ahead with the first, behind with the second.
        (
            "endgame.race.first-two",
            "8/P5k1/4b3/7p/2P2p2/3B4/6K1/8 w - - 0 1",
            0,
            70,
        ),
        (
            "endgame.race.second-one",
            "8/6k1/P3b3/7p/2P2p2/3B4/6K1/8 w - - 0 1",
            0,
            0,
        ),
        // In rook endings the first pair is worth more under another name.
        ("endgame.race.first-two", rooks, 0, 0),
    ]);
    assert_eq!(posted(rooks, &[], "endgame.race.first-two"), 0);
    let alone = posted(
        rooks,
        &["endgame.rook.passer-two-ahead"],
        "endgame.race.first-two",
    );
    assert_eq!(alone, 70);
}

#[test]
fn central_passers() {
    let central = "endgame.passer.central-file";
    // The enemy king is two steps nearer: the passer has lost its file.
    let caught = "8/8/3k4/3P4/8/5n2/8/K2N4 w - - 0 1";
    check(&[
        (central, caught, 0, 0),
        (central, "8/8/3k4/3P4/8/5n2/8/K1QN4 w - - 0 1", 0, 30),
    ]);
    assert_eq!(
        posted(caught, &["endgame.general.negative-passer"], central),
        30
    );
    let pawns = "6k1/8/p7/8/4P3/8/8/6K1 w - - 0 1";
    assert_eq!(
        posted(pawns, &["endgame.passer.central-exception"], central),
        30
    );
}

#[test]
fn fortresses() {
    let natural = "special.fortress.natural";
    let building = "special.fortress.building";
    let wall = "8/4nk2/pp1p2pp/8/1P1KP2P/P2B2P1/8/8 w - - 0 1";
    // Seen from the side that is behind: White here.
    let walled = "8/8/p2b2p1/1p1kp2p/8/PP1P2PP/4NK2/8 w - - 0 1";
    check(&[
        (natural, wall, 100, 0),
        (natural, walled, -100, 75),
        // Not more than the side is behind, and not for a piece less.
        (natural, walled, -20, 20),
        (
            natural,
            "8/8/p2b2p1/1p1kp2p/8/PP1P2PP/5K2/8 w - - 0 1",
            -100,
            0,
        ),
        // A lone rook builds nothing; with a pawn it does.
        (building, "7q/8/8/8/4k3/6R1/7P/7K w - - 0 1", 0, 300),
        (building, "7q/8/8/8/4k3/6R1/8/7K w - - 0 1", 0, 0),
        // Bishops of one colour, or a queen with company.
        (building, "8/q7/8/8/8/3k1B1B/6K1/8 w - - 0 1", 0, 0),
    ]);
}

#[test]
fn perpetual_checks() {
    let middlegame = "special.perpetual.middlegame";
    let endgame = "special.perpetual.endgame";
    let taken = "fen 3q2k1/5ppp/8/8/3B4/3B4/8/3Q2K1 w - - 0 1 moves d3h7";
    let taken_elsewhere = "fen 3q2k1/5p1p/8/8/3B4/p2B4/8/3Q2K1 w - - 0 1 moves d4f6";
    check(&[
        (middlegame, taken, -200, 80),
        (middlegame, taken, -100, 0),
        (middlegame, taken_elsewhere, -200, 0),
        // One enemy move later it still is the last own move; after the next it is not.
        (
            middlegame,
            "fen 3q2k1/5ppp/8/8/3B4/3B4/8/3Q2K1 w - - 0 1 moves d3h7 g8f8",
            -200,
            80,
        ),
        (
            middlegame,
            "fen 3q2k1/5ppp/8/8/3B4/3B4/8/3Q2K1 w - - 0 1 moves d3h7 g8f8 g1f1",
            -200,
            0,
        ),
        // Checks that the king, or the queen, answers by taking are none.
        (endgame, "7k/6pp/8/8/8/q7/6P1/3Q3K w - - 0 1", -100, 50),
        (endgame, "q6k/6pp/8/8/8/8/6P1/3Q3K w - - 0 1", -100, 0),
        (endgame, "7k/6pp/8/8/8/q7/6P1/3Q3K w - - 0 1", 0, 0),
    ]);
}

#[test]
fn a_rook_shut_in_counts_once() {
    let opening = "rn1qkbnr/ppp2ppp/b2p4/4p3/4P3/2N2N2/PPPQ1PPP/R1B3KR w kq - 0 8";
    let shut_in = "special.passivity.shut-in-rook";
    let plain = "opening.lost-castling-shut-in-rook";
    assert_eq!(posted(opening, &[], shut_in), -300);
    assert_eq!(posted(opening, &[], plain), 0);
    assert!(posted(opening, &[shut_in], plain) < 0);
    let endgame = "r5k1/5p2/8/8/8/6Pb/5P1P/6KR w - - 0 1";
    let again = "special.passivity.endgame-general";
    assert_eq!(posted(endgame, &[], shut_in), -300);
    assert_eq!(posted(endgame, &[], again), 0);
    assert_eq!(posted(endgame, &[shut_in], again), -300);
}

#[test]
fn placement() {
    let exchange = "special.exchange-sacrifice";
    let optimal = "special.optimal-positioning";
    check(&[
        (
            exchange,
            "1r6/3b2k1/3pR1p1/2pP4/2P5/3K1BP1/8/8 b - - 0 1",
            0,
            0,
        ),
        // A queen attacks it too; the square behind the pawn is attacked.
        (
            exchange,
            "1r2q3/3b2k1/3pR1p1/2pP4/2P5/3K1BP1/8/8 b - - 0 1",
            30,
            0,
        ),
        (
            exchange,
            "1r6/3b2k1/2p1R1p1/3P4/2P5/3K1BP1/8/8 b - - 0 1",
            30,
            0,
        ),
        // A king that goes where it is worth more; a capture is no improvement.
        (
            optimal,
            "fen 8/6k1/8/8/8/5p2/4K2P/8 w - - 0 1 moves e2e3",
            30,
            20,
        ),
        (
            optimal,
            "fen 8/6k1/8/8/8/4p3/4K2P/8 w - - 0 1 moves e2e3",
            30,
            0,
        ),
        (
            optimal,
            "fen 8/6k1/8/8/8/5p2/4K2P/8 w - - 0 1 moves e2e3 g7g6 e3d2",
            30,
            0,
        ),
        (
            optimal,
            "fen 8/6k1/8/8/8/5p2/4K2P/8 w - - 0 1 moves e2e3 g7g6",
            50,
            0,
        ),
        // On the queen's files nobody contests; two pawns guard one square twice.
        (
            "special.thoroughfare",
            "3r2k1/8/8/8/2P1P3/8/8/3R2K1 w - - 0 1",
            0,
            20,
        ),
    ]);
}

#[test]
fn outposts() {
    let dominating = "special.dominating-knight";
    let eternal = "r2q1rk1/5pp1/8/4N3/3P1P2/8/8/R2Q1RK1 w - - 0 20";
    check(&[
        // A bishop of the other colour never comes; a knight three moves away neither.
        (dominating, "6k1/8/8/4N3/3P1P2/8/8/n5K1 w - - 0 1", 0, 50),
        (dominating, "2n3k1/8/8/4N3/3P1P2/8/8/6K1 w - - 0 1", 0, 0),
        (dominating, "1b4k1/8/8/4N3/3P1P2/8/8/6K1 w - - 0 1", 0, 0),
        (dominating, "6k1/3p4/8/4N3/3P1P2/8/8/6K1 w - - 0 1", 0, 0),
    ]);
    assert_eq!(posted(eternal, &[], dominating), 0);
    assert_eq!(
        posted(eternal, &["middlegame.eternal-knight"], dominating),
        0
    );
    let blocked = "r2q1rk1/4ppp1/8/4N3/3P1P2/8/8/R2Q1RK1 w - - 0 20";
    assert_eq!(posted(blocked, &[], dominating), 0);
}

#[test]
fn a_bastion_stands_for_its_fourth_pawn_and_its_doubling() {
    let castle = "r2q1rk1/ppp2ppp/2np1n2/8/8/2NP1PP1/PP3PP1/R2Q1RK1 w - - 0 10";
    let bastion = "beauty.sturdy-bastion";
    let fourth = "king-security.shelter-fourth-pawn";
    assert_eq!(posted(castle, &[], bastion), 20);
    assert_eq!(posted(castle, &[], fourth), 0);
    assert!(posted(castle, &[bastion], fourth) > 0);
    check(&[
        // Not above the first rank, and not two files away.
        (bastion, "6k1/8/8/8/8/5PP1/5PPK/8 w - - 0 1", 0, 0),
        (bastion, "6k1/8/8/8/8/6PP/5KPP/8 w - - 0 1", 0, 0),
        (bastion, "6k1/8/8/8/8/6PP/6PP/5K2 w - - 0 1", 0, 20),
        (bastion, "6k1/8/8/8/8/PP6/PP6/2K5 w - - 0 1", 0, 20),
    ]);
}

#[test]
fn checkers_cost_what_doubling_does_not() {
    let checkers = "beauty.checkers";
    let endgame = "6k1/2p1p3/2P1P3/3P4/2P1P3/8/8/6K1 w - - 0 1";
    // Without pieces each doubled pawn of a group costs 50: nothing is left.
    assert_eq!(posted(endgame, &[], checkers), 0);
    let free = posted(endgame, &["endgame.pawn-ending.doubled-in-group"], checkers);
    assert_eq!(free, -50);
    // In the middlegame only fixed doubled pawns are punished: these are, without their holders not.
    check(&[
        (checkers, endgame, 0, 0),
        (checkers, "6k1/8/2P1P3/3P4/2P1P3/8/8/6K1 w - - 0 1", 0, -50),
    ]);
}
