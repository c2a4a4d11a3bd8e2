//! Pawns on the edge, doubled, isolated and passed.

use super::{check, explain_with, term};

#[test]
fn pawns_on_the_edge() {
    check(
        "edge_pawn",
        &[
            ("k7/1p4p1/8/8/8/8/P6P/K7 w - - 0 1", [-30, 0]),
            ("k7/p7/p7/8/8/8/1P6/K7 w - - 0 1", [0, -30]),
        ],
    );
}

#[test]
fn every_pawn_of_a_file_after_the_first() {
    check(
        "doubled_pawn",
        &[
            ("k7/8/8/8/8/3P4/3P4/K7 w - - 0 1", [-16, 0]),
            ("k7/4p3/4p3/4p3/8/3P4/4P3/K7 w - - 0 1", [0, -32]),
            ("k7/8/8/3p4/8/3P4/4P3/K7 w - - 0 1", [0, 0]),
        ],
    );
}

#[test]
fn isolated_files_by_their_weight() {
    let weights = [12, 14, 16, 20, 20, 16, 14, 12];
    for (file, weight) in weights.into_iter().enumerate() {
        let mut row = ['1'; 8];
        row[file] = 'P';
        let white: String = row.iter().collect();
        let black = white.to_ascii_lowercase();
        check(
            "isolated_pawn",
            &[
                (&format!("k7/8/8/8/8/8/{white}/K7 w - - 0 1"), [-weight, 0]),
                (&format!("k7/{black}/8/8/8/8/8/K7 w - - 0 1"), [0, -weight]),
            ],
        );
    }
}

#[test]
fn isolated_once_a_file_and_never_with_a_neighbour() {
    check(
        "isolated_pawn",
        &[
            ("k7/8/8/8/3P4/3P4/3P4/K7 w - - 0 1", [-20, 0]),
            ("k7/8/8/8/8/4P3/3P4/K7 w - - 0 1", [0, 0]),
            ("k7/8/8/8/8/2P5/3P4/K7 w - - 0 1", [0, 0]),
            // The rim's only neighbour.
            ("k7/8/8/8/8/1P6/P7/K7 w - - 0 1", [0, 0]),
            ("k7/8/8/8/8/6P1/7P/K7 w - - 0 1", [0, 0]),
            // The a- and the h-file are no neighbours, nor is the other colour.
            ("k7/8/8/8/8/6p1/P6P/K7 w - - 0 1", [-24, -14]),
        ],
    );
}

#[test]
fn a_passed_file_is_worth_ten_a_pawn() {
    check(
        "passed_pawn",
        &[
            ("k7/8/8/8/3P4/8/8/K7 w - - 0 1", [10, 0]),
            ("k7/8/8/3P4/3P4/8/8/K7 w - - 0 1", [20, 0]),
            // The other side's pawn on the file, ahead or behind, but not beside.
            ("k7/3p4/8/8/3P4/8/8/K7 w - - 0 1", [0, 0]),
            ("k7/8/8/8/3P4/8/3p4/K7 w - - 0 1", [0, 0]),
            ("k7/2p1p3/8/8/3P4/8/8/K7 w - - 0 1", [10, 20]),
        ],
    );
}

#[test]
fn advanced_pawns_that_nothing_attacks() {
    check(
        "passed_pawn",
        &[
            ("7k/8/4P3/8/8/8/8/K7 w - - 0 1", [110, 0]),
            ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", [210, 0]),
            ("7k/8/8/8/8/4p3/8/K7 w - - 0 1", [0, 110]),
            ("7k/8/8/8/8/8/4p3/K7 w - - 0 1", [0, 210]),
            // Defended by a pawn, which is worth 10 on its own file.
            ("7k/8/4P3/3P4/8/8/8/K7 w - - 0 1", [145, 0]),
            ("7k/8/8/8/3p4/4p3/8/K7 w - - 0 1", [0, 145]),
            ("7k/4P3/8/8/8/8/8/K3R3 w - - 0 1", [260, 0]),
            ("7k/8/4r3/8/8/8/4p3/K7 w - - 0 1", [0, 260]),
            // On the fifth rank there is nothing to gain.
            ("7k/8/8/4P3/8/8/8/K3R3 w - - 0 1", [10, 0]),
        ],
    );
}

#[test]
fn an_attack_takes_the_whole_bonus() {
    check(
        "passed_pawn",
        &[
            ("4r2k/8/4P3/8/8/8/8/K7 w - - 0 1", [10, 0]),
            ("4r2k/8/4P3/3P4/8/8/8/K7 w - - 0 1", [20, 0]),
            ("4r2k/4P3/8/8/8/8/8/K7 w - - 0 1", [10, 0]),
            // A king attacks what is not defended.
            ("8/4k3/4P3/8/8/8/8/K7 w - - 0 1", [10, 0]),
            ("8/4k3/4P3/8/8/8/8/K3R3 b - - 0 1", [135, 0]),
        ],
    );
}

#[test]
fn the_bonus_counts_only_if_the_file_is_passed() {
    check(
        "passed_pawn",
        &[("7k/8/4P3/8/8/8/4p3/K7 w - - 0 1", [0, 0]), ("7k/4p3/4P3/8/8/8/8/K7 w - - 0 1", [0, 0])],
    );
}

#[test]
fn whites_a_file_looks_at_blacks_b_file() {
    let passed = |fen, fix| term(&explain_with(fen, fix), "passed_pawn");
    let cases = [
        // (position, with the slip, without it)
        ("7k/1p6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [10, 10]),
        ("7k/p7/8/8/8/8/P7/7K w - - 0 1", [10, 0], [0, 0]),
        ("7k/pp6/8/8/8/8/P7/7K w - - 0 1", [0, 10], [0, 10]),
        ("7k/8/8/8/8/8/P7/7K w - - 0 1", [10, 0], [10, 0]),
        // Neither Black's a-file nor the other wing slips.
        ("7k/p7/8/8/8/8/1P6/7K w - - 0 1", [10, 10], [10, 10]),
        ("7k/6p1/8/8/8/8/7P/7K w - - 0 1", [10, 10], [10, 10]),
    ];
    for (fen, slip, mended) in cases {
        assert_eq!(passed(fen, false), slip, "{fen}");
        assert_eq!(passed(fen, true), mended, "{fen}");
    }
}
