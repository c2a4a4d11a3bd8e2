//! The rules for pieces one by one: positions and near misses, with values worked out by hand.

mod common;

use common::{check, term};

#[test]
fn pawns_diagonally_next_to_a_bishop_count_whatever_their_colour() {
    check(
        "bishop_adjacent_pawns",
        &[
            ("4k3/8/8/2p1P3/3B4/2P1p3/8/4K3 w - - 0 1", -12, 0),
            ("4k3/8/8/2p5/3B4/8/8/4K3 w - - 0 1", -3, 0),
            // Straight ahead, beside and two squares away are not next to it.
            ("4k3/8/1P3P2/3p4/2pBp3/3P4/1P3p2/4K3 w - - 0 1", 0, 0),
            // Other men do not count.
            ("4k3/8/8/2n1N3/3B4/2R1r3/8/6K1 w - - 0 1", 0, 0),
            // A pawn between two bishops costs both; one between a white and a black one, each.
            ("4k3/8/8/8/2B1B3/3P4/8/4K3 w - - 0 1", -6, 0),
            ("4k3/8/8/8/2B1b3/3P4/8/4K3 w - - 0 1", -3, -3),
            // No wrapping round the edge of the board: h4's neighbours are g3 and g5.
            ("4k3/8/P7/P7/P6B/P7/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/7p/7p/b6p/7p/8/4K3 w - - 0 1", 0, 0),
            ("4k3/1p6/b7/1P6/8/8/8/4K3 w - - 0 1", 0, -6),
        ],
    );
}

#[test]
fn two_bishops_of_any_colour_of_square_are_a_pair_once() {
    check(
        "bishop_pair",
        &[
            ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 20, 0),
            ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 0, 0),
            // c1 and e3 are both dark; three bishops are one pair.
            ("4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", 20, 0),
            ("2b1kb2/1b6/8/8/8/8/8/4K3 w - - 0 1", 0, 20),
            // One each is no pair.
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 0, 0),
        ],
    );
}

/// A king in a corner and the man on the other side's first rank: seven ranks away, so the file
/// distance is the smaller one.
#[test]
fn rooks_and_queens_near_the_king_go_by_the_smaller_distance() {
    let rook = [11, 9, 8, 6, 4, 3, 1, 0];
    let queen = [5, 4, 4, 3, 2, 1, 0, 0];
    for distance in 0..8 {
        let place = |man: char| {
            let mut row = ['1'; 8];
            row[distance] = man;
            row.into_iter().collect::<String>()
        };
        let white = |man| format!("k7/8/8/8/8/8/7K/{} b - - 0 1", place(man));
        let black = |man| format!("{}/7k/8/8/8/8/8/K7 w - - 0 1", place(man));
        let (r, q) = (rook[distance], queen[distance]);
        assert_eq!(term(&white('R'), "rook_king_tropism"), [r, 0]);
        assert_eq!(term(&white('Q'), "queen_king_tropism"), [q, 0]);
        assert_eq!(term(&black('r'), "rook_king_tropism"), [0, r]);
        assert_eq!(term(&black('q'), "queen_king_tropism"), [0, q]);
    }
    check(
        "rook_king_tropism",
        &[
            // Ranks count as well as files: from h7 to a8 it is one rank.
            ("k7/7R/8/8/8/8/7K/8 b - - 0 1", 9, 0),
            // Two rooks, three and four steps away; two that are cut one by one, not trunc(9.6).
            ("8/8/8/3k4/8/8/8/R5KR b - - 0 1", 6 + 4, 0),
            ("k7/8/8/8/8/8/4R2K/4R3 b - - 0 1", 4 + 4, 0),
            // A rook does not care for its own king.
            ("7k/8/8/8/8/8/8/KR6 w - - 0 1", 1, 0),
        ],
    );
    check(
        "queen_king_tropism",
        &[
            ("k7/7Q/8/8/8/8/7K/8 b - - 0 1", 4, 0),
            // Each is cut on its own: 4 + 4, not trunc(9.6).
            ("k7/7Q/8/8/8/8/6K1/1Q6 b - - 0 1", 4 + 4, 0),
        ],
    );
}

#[test]
fn each_rook_on_its_own_seventh_rank() {
    check(
        "rook_seventh",
        &[
            ("8/R7/8/4k3/8/4K3/8/8 w - - 0 1", 20, 0),
            ("8/R6R/8/4k3/8/4K3/8/8 w - - 0 1", 40, 0),
            ("8/8/8/4k3/8/4K3/r7/8 w - - 0 1", 0, 20),
            // The other ranks, and the enemy's seventh.
            ("R7/8/R7/4k3/8/4K3/R7/8 w - - 0 1", 0, 0),
            ("8/r7/8/4k3/8/4K3/8/r7 w - - 0 1", 0, 0),
            // A queen is no rook.
            ("8/Q7/8/4k3/8/4K3/8/8 w - - 0 1", 0, 0),
        ],
    );
}

#[test]
fn two_rooks_on_a_file_count_once_a_side_whatever_is_between() {
    check(
        "rook_same_file",
        &[
            ("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", 15, 0),
            ("4k3/8/8/R7/p7/N7/P7/R3K3 w - - 0 1", 15, 0),
            // On one rank; one of each colour; a queen and a rook.
            ("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/r7/8/R3K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/Q7/8/R3K3 w - - 0 1", 0, 0),
            // Three on a file, or two files with two each, are no more.
            ("4k3/8/8/8/R7/R7/8/R3K3 w - - 0 1", 15, 0),
            ("4k3/8/8/8/rr6/rr6/8/5K2 w - - 0 1", 0, 15),
            // Two on one file and a third elsewhere.
            ("4k3/8/8/8/r7/1r6/r7/5K2 w - - 0 1", 0, 15),
        ],
    );
}

#[test]
fn an_open_file_has_no_pawn_a_half_open_one_only_enemy_pawns() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 10, 0),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 0, 3),
        // The enemy pawn may be behind the rook, and so may the own pawn.
        ("4k3/R7/8/8/8/8/p7/4K3 w - - 0 1", 0, 3),
        ("4k3/R7/8/8/8/8/P7/4K3 w - - 0 1", 0, 0),
        ("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", 0, 0),
        // Men other than pawns, and pawns on the next file, do not close it.
        ("4k3/n7/8/b7/8/N7/1P6/R3K3 w - - 0 1", 10, 0),
        // Each rook counts.
        ("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", 20, 0),
        ("4k3/p7/8/8/8/R7/8/R3K3 w - - 0 1", 0, 6),
        ("4k3/p7/8/8/8/R7/8/RR2K3 w - - 0 1", 10, 6),
    ];
    for (position, open, half_open) in cases {
        assert_eq!(term(position, "rook_open_file"), [open, 0], "{position}");
        assert_eq!(term(position, "rook_half_open_file"), [half_open, 0], "{position}");
    }
    let black = "r3k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(term(black, "rook_half_open_file"), [0, 3]);
    let black = "rr2k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(term(black, "rook_open_file"), [0, 10]);
}

#[test]
fn knights_like_the_centre() {
    check(
        "knight_centre",
        &[
            ("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", 7, 0),
            ("4k3/8/8/3nn3/8/8/8/4K3 w - - 0 1", 0, 14),
            ("N3k2N/8/8/8/8/8/8/n3K2n w - - 0 1", -28, -28),
            // Sums of distances 2 to 6: c4, c3, b3, b2, b1.
            ("4k3/8/8/8/2N5/8/8/4K3 w - - 0 1", 3, 0),
            ("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/1N6/8/4K3 w - - 0 1", -3, 0),
            ("4k3/8/8/8/8/8/1N6/4K3 w - - 0 1", -7, 0),
            ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", -10, 0),
        ],
    );
}

#[test]
fn knights_near_the_king_go_by_the_sum_of_distances() {
    check(
        "knight_king_tropism",
        &[
            // The black king on a8 and the knight 1 to 14 steps away.
            ("kN6/8/8/8/8/8/7K/8 w - - 0 1", 4, 0),
            ("k7/1N6/8/8/8/8/7K/8 w - - 0 1", 3, 0),
            ("k2N4/8/8/8/8/8/7K/8 w - - 0 1", 2, 0),
            ("k3N3/8/8/8/8/8/7K/8 w - - 0 1", 1, 0),
            ("k7/8/8/8/2N5/8/7K/8 w - - 0 1", -1, 0),
            ("k7/8/8/3N4/8/8/7K/8 w - - 0 1", -1, 0),
            ("k7/8/8/2N5/8/8/7K/8 w - - 0 1", 0, 0),
            ("k7/8/8/8/3N4/8/7K/8 w - - 0 1", -2, 0),
            ("k7/8/8/8/4N3/8/7K/8 w - - 0 1", -3, 0),
            ("k7/8/8/8/5N2/8/7K/8 w - - 0 1", -4, 0),
            ("k7/8/8/8/6N1/8/7K/8 w - - 0 1", -6, 0),
            ("k7/8/8/8/7N/8/6K1/8 w - - 0 1", -7, 0),
            ("k7/8/8/8/8/7N/6K1/8 w - - 0 1", -8, 0),
            ("k7/8/8/8/8/8/6KN/8 w - - 0 1", -9, 0),
            ("k7/8/8/8/8/8/6K1/7N w - - 0 1", -10, 0),
            // Each knight is cut on its own, and Black's go by White's king.
            ("K7/8/8/8/8/3n4/2n5/7k w - - 0 1", 0, -3 - 3),
        ],
    );
}

#[test]
fn a_queen_on_a_diagonal_with_an_own_bishop() {
    check(
        "queen_bishop_diagonal",
        &[
            ("4k3/8/8/8/8/5B2/8/3Q2K1 w - - 0 1", 5, 0),
            ("4k3/8/8/8/8/5B2/4P3/3Q2K1 w - - 0 1", 5, 0),
            // The other direction of diagonals, and the whole length.
            ("6k1/8/8/8/8/1Q6/8/3B2K1 b - - 0 1", 5, 0),
            ("7Q/4k3/8/8/8/8/8/B5K1 w - - 0 1", 5, 0),
            // One queen with two bishops is one; each queen counts.
            ("4k3/8/8/8/8/1B3B2/8/3Q2K1 w - - 0 1", 5, 0),
            ("1k6/8/8/7Q/8/5B2/8/3Q2K1 w - - 0 1", 10, 0),
            ("4k3/8/8/Q7/8/5B2/8/3Q2K1 w - - 0 1", 5, 0),
            // Files, ranks, knight's moves and enemy bishops do not count.
            ("4k3/8/8/3B4/8/8/8/B2Q2K1 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/4B3/8/3Q2K1 w - - 0 1", 0, 0),
            ("4k3/8/8/8/8/5b2/8/3Q2K1 w - - 0 1", 0, 0),
            ("3qk3/8/8/b7/8/8/8/6K1 w - - 0 1", 0, 5),
        ],
    );
}
