//! King safety: quadrants and castling, positions and near misses, with values worked out by hand.

mod common;

use common::{breakdown, castled, check};
use engine_core::game::Game;

#[test]
fn outnumbered_in_the_quadrant_costs_five_a_man() {
    check(
        "king_quadrant",
        &[
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0),
            // One against none, two against one, one against one.
            ("7k/8/8/8/4n3/8/8/6K1 w - - 0 1", -5, 0),
            ("7k/8/8/8/4nn2/8/7P/6K1 w - - 0 1", -5, 0),
            ("7k/8/8/8/4n3/8/7P/6K1 w - - 0 1", 0, 0),
            // Outnumbering them is worth nothing.
            ("7k/8/8/8/8/8/5PPP/5RK1 w - - 0 1", 0, 0),
            // An enemy queen is three men, an own queen one.
            ("7k/8/8/8/7q/8/8/6K1 w - - 0 1", -15, 0),
            ("k7/8/8/8/4qq2/8/6PP/6K1 w - - 0 1", -20, 0),
            ("7k/8/8/8/4qQ2/8/8/6K1 w - - 0 1", -10, 0),
            // The enemy king is a man like others, and so is a pawn.
            ("8/8/8/8/6k1/8/8/6K1 w - - 0 1", -5, -5),
            ("8/8/8/8/6kp/8/6P1/6K1 w - - 0 1", -5, -5),
            // Black's king in its own corner.
            ("kN6/8/8/R7/8/8/8/7K b - - 0 1", 0, -10),
            ("kN6/p7/1p6/R7/8/8/8/7K b - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn quadrants_are_quarters_of_the_board() {
    check(
        "king_quadrant",
        &[
            // The king on e4: d4 and e5 are next door, e1, h1 and h4 are inside.
            ("k7/8/8/4n3/3nK3/8/8/8 w - - 0 1", 0, 0),
            ("k7/8/8/8/4K2n/8/8/4n2n w - - 0 1", -15, 0),
            // d4, d5 and e5 likewise; the king may be anywhere and the stage of the game any.
            ("7k/8/8/8/3Kn3/8/8/8 w - - 0 1", 0, 0),
            ("7k/8/8/8/n2K4/8/8/n2n4 w - - 0 1", -15, 0),
            ("7k/8/8/3Kn3/3n4/8/8/8 w - - 0 1", 0, 0),
            ("n2n3k/8/8/n2K4/8/8/8/8 w - - 0 1", -15, 0),
            ("k7/8/8/3nK3/4n3/8/8/8 w - - 0 1", 0, 0),
            ("k3n2n/8/8/4K2n/8/8/8/8 w - - 0 1", -15, 0),
        ],
    );
}

#[test]
fn castling_rights_decide_for_a_side_that_has_not_castled() {
    check(
        "castling",
        &[
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0, 0),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", -12, -8),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", -8, -12),
            // Nothing is known of a side that comes without rights: it counts as having castled.
            ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", 0, 0),
            ("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", -8, 0),
        ],
    );
}

#[test]
fn rights_lost_in_play_are_not_castling() {
    let start = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    let check_after = |moves: &str, sides: [bool; 2], white: i32, black: i32| {
        let position = format!("{start} {moves}");
        check("castling", &[(position.as_str(), white, black)]);
        let found = breakdown(&Game::parse(&position).unwrap());
        assert_eq!(castled(&found), sides, "{moves}");
    };
    check_after("e1g1", [true, false], 0, 0);
    check_after("e1c1 e8g8", [true, true], 0, 0);
    check_after("e1e2", [false, false], -15, 0);
    check_after("e1d1 e8d8 d1e1 d8e8", [false, false], -15, -15);
    // A king that walks to g1 has not castled.
    check_after("e1f1 e8c8 f1g1", [false, true], -15, 0);
    // The rook moves, and comes back.
    check_after("h1g1", [false, false], -12, 0);
    check_after("h1g1 a8b8 g1h1 b8a8", [false, false], -12, -8);
    check_after("a1b1 h8g8", [false, false], -8, -12);
    check_after("a1b1 e8e7 h1g1", [false, false], -15, -15);
    // A rook that is captured has moved, and so has the one that captures it.
    check_after("h1h8", [false, false], -12, -12);
    check_after("a1a8", [false, false], -8, -8);
    // Once castled, what the rook does later is no matter.
    check_after("e1g1 e8e7 f1f2 e7e8", [true, false], 0, -15);
}

#[test]
fn a_side_without_rights_in_the_fen_stays_as_it_came() {
    let start = "fen r3k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1 moves";
    let after = |moves: &str| format!("{start} {moves}");
    check(
        "castling",
        &[
            (after("e1f1").as_str(), -15, -8),
            (after("h1h8").as_str(), -15, -15),
            ("fen 4k3/8/8/8/8/8/8/4K2R w - - 0 1 moves e1f1 e8f8", 0, 0),
        ],
    );
}
