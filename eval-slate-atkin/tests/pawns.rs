//! The pawn rules one by one: positions and near misses, with values worked out by hand.

mod common;

use common::check;

#[test]
fn material_is_the_documents_values() {
    check(
        "material",
        &[
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/p7/8/8/8/8/P6P/4K3 w - - 0 1", 200, 100),
            ("4k3/n7/8/8/8/8/B7/4K3 w - - 0 1", 340, 325),
            ("r3k3/8/8/8/8/8/8/3QK3 b - - 0 1", 900, 500),
            ("k7/8/8/8/8/8/8/QQQ1K3 b - - 0 1", 2700, 0),
        ],
    );
}

#[test]
fn doubled_counts_once_a_file() {
    check(
        "pawn_doubled",
        &[
            ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", -7, 0),
            // Apart from each other, and with an enemy man between.
            ("4k3/P7/8/p7/8/8/P7/4K3 w - - 0 1", -7, 0),
            ("4k3/8/8/P7/8/P7/P7/4K3 w - - 0 1", -7, 0),
            ("4k3/2p5/2p5/2p4p/7p/8/8/4K3 w - - 0 1", 0, -14),
            // One of each colour is no doubled pawn.
            ("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn isolated_counts_once_a_file() {
    check(
        "pawn_isolated",
        &[
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", -2, 0),
            // A neighbour on whatever rank, ahead or behind, is company.
            ("4k3/1P6/8/8/8/8/P7/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", -4, 0),
            ("4k3/8/8/8/8/P7/P1P5/4K3 w - - 0 1", -4, 0),
            // Files a and h are not neighbours; enemy pawns are no company.
            ("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", -4, 0),
            ("4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", -2, -2),
            ("4k3/5pp1/7p/8/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn passed_grows_with_the_own_rank() {
    for (rank, points) in (2..).zip([20, 30, 40, 50, 60, 70]) {
        // The pawn on the a-file; empty ranks above and below it.
        let fen = |above: i32, pawn: char, below: i32| {
            let empty = |ranks| "8/".repeat(ranks as usize);
            let (above, below) = (empty(above), empty(below));
            format!("6k1/{above}{pawn}7/{below}6K1 w - - 0 1")
        };
        let (white, black) = (fen(7 - rank, 'P', rank - 2), fen(rank - 2, 'p', 7 - rank));
        check("pawn_passed", &[(&white, points, 0), (&black, 0, points)]);
    }
}

#[test]
fn passed_means_no_enemy_pawn_strictly_ahead_on_three_files() {
    check(
        "pawn_passed",
        &[
            // d4 against single black pawns (their own 10 x rank where they are passed too).
            ("4k3/3p4/8/8/3P4/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/2p5/8/8/3P4/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", 0, 0),
            // Beside or behind is not ahead.
            ("4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1", 40, 50),
            ("4k3/8/8/8/3P4/2p5/8/4K3 w - - 0 1", 40, 60),
            // Two files away does not matter.
            ("4k3/1p3p2/8/8/3P4/8/8/4K3 w - - 0 1", 40, 40),
            // Files a and h are not neighbours.
            ("4k3/7p/8/8/P7/8/8/4K3 w - - 0 1", 40, 20),
            ("4k3/p7/8/8/7P/8/8/4K3 w - - 0 1", 40, 20),
            // Own pawns ahead on neighbouring files do not matter.
            ("4k3/8/4P3/8/3P4/8/8/4K3 w - - 0 1", 40 + 60, 0),
        ],
    );
}

#[test]
fn only_the_most_advanced_pawn_of_a_file_is_passed() {
    check(
        "pawn_passed",
        &[
            ("4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", 50, 0),
            ("4k3/8/3P4/8/3P4/8/3P4/4K3 w - - 0 1", 60, 0),
            // The front pawn is past the defender; the rear one would not be, and does not count.
            ("4k3/8/3P4/2p5/8/3P4/8/4K3 w - - 0 1", 60, 0),
            ("4k3/8/8/3p4/8/3p4/8/4K3 w - - 0 1", 0, 60),
            // The front pawn is stopped, so is the whole file.
            ("4k3/2p5/3P4/8/3P4/8/8/4K3 w - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn any_enemy_man_in_front_blocks_a_passed_pawn() {
    check(
        "pawn_passed_blocked",
        &[
            ("4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1", -25, 0),
            ("4k3/8/3q4/3P4/8/8/8/4K3 w - - 0 1", -25, 0),
            ("8/8/3k4/3P4/8/8/8/4K3 w - - 0 1", -25, 0),
            ("3k4/3P4/8/8/8/8/8/4K3 w - - 0 1", -35, 0),
            ("8/4k3/8/8/8/8/3p4/3K4 w - - 0 1", 0, -35),
            ("8/4k3/8/8/3p4/3R4/8/K7 w - - 0 1", 0, -25),
            // An own man does not block, nor one that is two squares ahead or beside.
            ("7k/8/3N4/3P4/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/3n4/8/3P4/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/2n5/3P4/8/8/8/4K3 w - - 0 1", 0, 0),
            // A pawn that is not passed cannot be blocked; a rear pawn is not passed.
            ("4k3/2p5/3n4/3P4/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/3P4/3n4/3P4/8/8/4K3 w - - 0 1", 0, 0),
            // Wrapping round the edge of the board would find the man on a6 or h4.
            ("4k3/8/n7/7P/8/8/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/P7/7n/8/8/4K3 w - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn advancement_goes_by_real_file_for_both_colours() {
    check(
        "pawn_advance",
        &[
            ("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 0, 0),
            // The document's own two values, for either side.
            ("4k3/8/8/8/8/2P5/8/4K3 w - - 0 1", 3, 0),
            ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", 34, 0),
            ("4k3/8/2p5/8/8/8/8/4K3 w - - 0 1", 0, 3),
            ("4k3/8/8/8/8/8/4p3/K7 w - - 0 1", 0, 34),
            // Each pawn is cut on its own: 5 + 5, not trunc(10.8); 3 + 3, not trunc(7.8).
            ("4k3/8/8/8/8/3P4/8/4K3 w - - 0 1", 5, 0),
            ("4k3/8/2pp4/8/8/2PP4/8/4K3 w - - 0 1", 3 + 5, 3 + 5),
            // c5 11, d5 16, e5 20; files a and h nothing, b, f and g alike.
            ("4k3/8/8/2PPP3/8/8/8/4K3 w - - 0 1", 47, 0),
            ("4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", 0, 0),
            ("4k3/8/1P3PP1/8/8/8/1p6/6K1 w - - 0 1", 36, 15),
        ],
    );
}
