//! Defended, attacked and hanging men.

use super::check;

#[test]
fn each_kind_of_man_defends_by_its_action_value() {
    check(
        "defended",
        &[
            ("7k/8/8/8/4P3/K7/8/8 w - - 0 1", [0, 0]),
            ("7k/8/8/8/4P3/K2P4/8/8 w - - 0 1", [6, 0]),
            ("7k/8/8/8/4P3/K7/5N2/8 w - - 0 1", [3, 0]),
            ("7k/8/8/8/4P3/K7/6B1/8 w - - 0 1", [3, 0]),
            ("7k/8/8/8/4P3/K7/8/4R3 w - - 0 1", [2, 0]),
            ("7k/8/8/8/4P3/K7/8/4Q3 w - - 0 1", [1, 0]),
            ("7k/8/8/8/4P3/3K4/8/8 w - - 0 1", [1, 0]),
            // Two add up: the pawn and the queen.
            ("7k/8/8/8/4P3/K2P4/8/4Q3 w - - 0 1", [7, 0]),
            // The other colour, the other way.
            ("7k/8/3p4/4p3/8/K7/8/8 w - - 0 1", [0, 6]),
        ],
    );
}

#[test]
fn each_kind_of_man_attacks_by_its_action_value() {
    check(
        "attacked",
        &[
            ("7k/8/8/8/4p3/K7/8/8 w - - 0 1", [0, 0]),
            // Pawns attack each other.
            ("7k/8/8/8/4p3/K2P4/8/8 w - - 0 1", [-6, -6]),
            ("7k/8/8/8/4p3/K7/5N2/8 w - - 0 1", [0, -3]),
            ("7k/8/8/8/4p3/K7/6B1/8 w - - 0 1", [0, -3]),
            ("7k/8/8/8/4p3/K7/8/4R3 w - - 0 1", [0, -2]),
            ("7k/8/8/8/4p3/K7/8/4Q3 w - - 0 1", [0, -1]),
            ("7k/8/8/8/4p3/4K3/8/8 w - - 0 1", [0, -1]),
        ],
    );
}

#[test]
fn nothing_is_seen_through_a_man() {
    // The rooks defend each other, and the pawn is defended by one of them.
    check("defended", &[("7k/8/8/8/4P3/K7/4R3/4R3 w - - 0 1", [6, 0])]);
    // The rook attacks the king, not what stands behind it; the king's own rook defends it.
    let behind = "4r3/8/8/4k3/8/K7/8/4R3 b - - 0 1";
    check("attacked", &[(behind, [0, -2])]);
    check("defended", &[(behind, [0, 2])]);
}

#[test]
fn a_king_is_attacked_and_defended_like_any_man() {
    check(
        "hanging",
        &[
            ("8/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, -20]),
            // As much defended as attacked.
            ("4r3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, 0]),
            // Attacked by a rook, defended by a queen.
            ("4q3/8/8/4k3/8/K7/8/4R3 b - - 0 1", [0, -10]),
        ],
    );
}

#[test]
fn hanging_takes_the_excess_ten_times() {
    check(
        "hanging",
        &[
            // Attacked by a pawn (6), defended by a queen (1).
            ("7k/8/8/3p4/4N3/K7/8/4Q3 w - - 0 1", [-50, 0]),
            ("7k/8/8/3p4/4N3/K7/8/8 w - - 0 1", [-60, 0]),
            // Attacked and defended by a pawn.
            ("7k/8/8/3p4/4N3/K4P2/8/8 w - - 0 1", [0, 0]),
            // More defended than attacked is no gain.
            ("7k/8/8/3p4/4N3/K4P2/8/4Q3 w - - 0 1", [0, 0]),
        ],
    );
}

#[test]
fn an_en_passant_capture_attacks_no_man() {
    check("attacked", &[("7k/8/8/3pP3/8/8/8/K7 w - d6 0 2", [0, 0])]);
}
