//! Valid moves, and the kings' restricted ones.

use super::{check, explain, term};

#[test]
fn moves_are_counted_for_both_sides_without_regard_to_pins() {
    // White: the pinned knight has 6 moves, the king 4 (e2 is taken). Black: rook 12, king 3.
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    // In check the other men keep their moves: knight 6, king 4. Black's rook has 6 on its file,
    // as it cannot take the king, and 6 on its rank.
    let checked = "4r2k/8/8/8/8/1N6/8/4K3 w - - 0 1";
    check("mobility", &[(pinned, [10, 15]), (checked, [10, 15])]);
}

#[test]
fn pawns_count_steps_captures_and_promotions_once() {
    check(
        "mobility",
        &[
            // One step and two; the king in the corner has two squares beside its pawn.
            ("7k/8/8/8/8/8/P7/K7 w - - 0 1", [4, 3]),
            // The second square is taken, then the first.
            ("7k/8/8/8/p7/8/P7/K7 w - - 0 1", [3, 4]),
            ("7k/8/8/8/8/p7/P7/K7 w - - 0 1", [1, 3]),
            // Off the home rank there is one step only.
            ("7k/8/8/8/8/P7/8/K7 w - - 0 1", [4, 3]),
            // A promotion is one move, and one more by capture.
            ("7k/P7/8/8/8/8/8/7K w - - 0 1", [4, 3]),
            ("1n5k/P7/8/8/8/8/8/7K w - - 0 1", [5, 6]),
            // No capture without prey.
            ("7k/8/8/8/8/1P6/8/7K w - - 0 1", [4, 3]),
        ],
    );
}

#[test]
fn no_man_moves_onto_a_king() {
    // The rook may go as far as e4, not to e5, and along its rank: 10. White's king has 5 steps,
    // Black's all but e4: nothing is attacked behind it.
    check("mobility", &[("8/8/8/4k3/8/K7/8/4R3 b - - 0 1", [10 + 5, 7])]);
    // The pawn that gives check has its step but no capture.
    check("mobility", &[("7k/6P1/8/8/8/8/8/7K b - - 0 1", [1 + 3, 3])]);
}

#[test]
fn en_passant_counts_for_each_pawn_that_could() {
    check(
        "mobility",
        &[
            ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 2", [5, 4]),
            ("7k/8/8/3pP3/8/8/8/K7 w - - 0 2", [4, 4]),
            ("7k/8/8/2PpP3/8/8/8/K7 w - d6 0 2", [7, 4]),
            ("k7/8/8/8/3Pp3/8/8/7K b - d3 0 2", [4, 5]),
        ],
    );
    // A pinned pawn's capture, which is illegal, counts too.
    let after_double_step = "fen 7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1 moves d7d5";
    let after_single_step = "fen 7k/8/3p4/K3P2r/8/8/8/8 b - - 0 1 moves d6d5";
    let [with, without] =
        [after_double_step, after_single_step].map(|text| term(&explain(text), "mobility"));
    assert_eq!(with, [without[0] + 1, without[1]]);
}

#[test]
fn a_king_neither_takes_nor_attacks_what_is_defended() {
    let defended = "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1";
    let alone = "7k/8/8/8/8/8/1p6/K7 w - - 0 1";
    check("attacked", &[(defended, [-6, 0]), (alone, [-6, -1])]);
    check("hanging", &[(defended, [-60, 0]), (alone, [-60, -10])]);
    // Black: its king 3, and b1 for the pawn, c2 for the other.
    check("mobility", &[(defended, [2, 5]), (alone, [3, 4])]);
}

#[test]
fn a_king_does_not_defend_what_is_attacked() {
    let safe = "7k/8/8/8/8/8/1P6/K7 w - - 0 1";
    // Black's king is defended by its rook.
    let attacked = "1r5k/8/8/8/8/8/1P6/K7 w - - 0 1";
    check("defended", &[(safe, [1, 0]), (attacked, [0, 2])]);
}

#[test]
fn a_king_in_check_counts_the_square_behind_it() {
    // The rook's line ends at the king: f1 is not attacked. Shunned are d1 and the king's own.
    check("mobility", &[("7k/8/8/8/8/8/8/r3K3 w - - 0 1", [4, 10 + 3])]);
}

#[test]
fn the_king_to_move_shuns_the_squares_of_the_other() {
    // The kings share d5, e5 and f5. White's pawn has two moves.
    check(
        "mobility",
        &[
            ("8/8/4k3/8/4K3/8/P7/8 w - - 0 1", [5 + 2, 8]),
            ("8/8/4k3/8/4K3/8/P7/8 b - - 0 1", [8 + 2, 5]),
        ],
    );
    // The pawn between them is defended by the king that comes first, or attacked by it.
    let to_move = |turn: &str| format!("8/8/4k3/4p3/4K3/8/P7/8 {turn} - - 0 1");
    check("defended", &[(&to_move("w"), [0, 1]), (&to_move("b"), [0, 0])]);
    check("attacked", &[(&to_move("w"), [0, 0]), (&to_move("b"), [0, -1])]);
}

#[test]
fn castling_is_a_valid_king_move_of_either_colour() {
    check(
        "mobility",
        &[
            // King 5, rook 9, castling.
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", [15, 5]),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", [14, 5]),
            ("4k3/8/8/8/8/8/8/4K2R b K - 0 1", [15, 5]),
            // On either side: king 5, rooks 19, two castlings.
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [26, 5]),
            ("r3k3/8/8/8/8/8/8/4K3 w q - 0 1", [5, 16]),
            // A man between; the knight on b1 has 3 moves, the rook 7.
            ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", [15, 5]),
        ],
    );
}

#[test]
fn castling_needs_safe_squares_where_the_king_goes() {
    check(
        "mobility",
        &[
            // f1 is attacked, and f2: king 3, rook 9. Black: rook 7 + 5 + 2, king 4.
            ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", [12, 13]),
            // g1 is attacked: king 5, rook 9.
            ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", [14, 14]),
            // b1 may be: king 5, rook 10, castling.
            ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", [16, 15]),
            // In check: king 4, rook 9. Black: rook 11, king 3.
            ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", [13, 14]),
            // The other king attacks f1 and g1; it is next to the rook, too.
            ("8/8/8/8/8/8/6k1/4K2R b K - 0 1", [14, 3]),
        ],
    );
}

#[test]
fn a_king_with_fewer_than_two_moves_has_few() {
    check(
        "king_few_moves",
        &[
            ("1r5k/8/8/8/8/8/8/K7 w - - 0 1", [-5, 0]),
            ("2r4k/8/8/8/8/8/8/K7 w - - 0 1", [0, 0]),
            ("7k/8/8/8/8/8/P7/K7 w - - 0 1", [0, 0]),
            ("7k/8/8/8/8/8/PP6/K7 w - - 0 1", [-5, 0]),
            ("k7/pp6/8/8/8/8/8/7K w - - 0 1", [0, -5]),
            // f1 and castling are two; f1 alone is not.
            ("4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1", [0, 0]),
            ("4k3/8/8/8/8/8/3PPP2/3QK2R w - - 0 1", [-5, 0]),
        ],
    );
}
