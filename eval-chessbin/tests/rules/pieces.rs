//! Values, tables, and the rules for knights, bishops, rooks, queens and kings.

use super::check;

/// Ten pawns and more keep the endgame away.
const PAWNS: &str = "pppp4/8/8/8/8/PPPP4";

#[test]
fn piece_values() {
    check(
        "material",
        &[(
            "4k3/p7/8/8/8/8/P7/QRBNK3 w - - 0 1",
            [975 + 500 + 325 + 320 + 100 + 32_767, 100 + 32_767],
        )],
    );
}

#[test]
fn tables_of_squares() {
    // Kings with few men: g1 -30, g8 -30.
    check(
        "pst",
        &[
            ("6k1/8/8/4P3/8/8/8/6K1 w - - 0 1", [-30 + 27, -30]),
            ("6k1/8/8/8/8/4p3/8/6K1 w - - 0 1", [-30, -30 + 30]),
            ("6k1/2p5/8/8/8/8/2P5/2N3K1 w - - 0 1", [-30 + 10 - 20, -30 + 10]),
            ("2b3k1/p7/8/8/8/8/P7/6K1 w - - 0 1", [-30 + 5, -30 + 5 - 40]),
            ("6k1/8/8/3qr3/3RQ3/8/8/6K1 w - - 0 1", [-30, -30]),
        ],
    );
}

#[test]
fn the_kings_table_changes_with_the_flag() {
    // Ten men: king e4 -40, pawns a2, b2, c2, d2 worth 5 + 10 + 10 - 25.
    let ten = format!("7k/{PAWNS}/K7 w - - 0 1");
    check("pst", &[(&ten, [20, 20])]);
    // Nine: both kings -50 in their corners.
    check("pst", &[("7k/pppp4/8/8/8/8/PPP5/K7 w - - 0 1", [-25, -50])]);
}

#[test]
fn knights_and_bishops_in_the_endgame() {
    let ten = "7k/pppp4/8/8/8/8/PP6/KNB5 w - - 0 1";
    let nine = "7k/ppp5/8/8/8/8/PP6/KNB5 w - - 0 1";
    check("knight_endgame", &[(ten, [0, 0]), (nine, [-10, 0])]);
    check("bishop_endgame", &[(ten, [0, 0]), (nine, [10, 0])]);
    let two_each = "nn5k/8/8/8/8/8/8/K5BB w - - 0 1";
    check("knight_endgame", &[(two_each, [0, -20])]);
    check("bishop_endgame", &[(two_each, [20, 0])]);
}

#[test]
fn bishops_from_the_second_on() {
    check(
        "bishop_pair",
        &[
            ("7k/p7/8/8/8/8/8/KB6 w - - 0 1", [0, 0]),
            ("7k/p7/8/8/8/8/8/KBB5 w - - 0 1", [10, 0]),
            // Of the same colour; three; Black's.
            ("7k/p7/8/8/8/8/8/KB1B4 w - - 0 1", [10, 0]),
            ("5bbk/p7/8/8/8/8/8/KBBB4 w - - 0 1", [20, 10]),
            // A promoted one counts too.
            ("fen 7k/4P3/8/8/8/8/8/KBB5 w - - 0 1 moves e7e8b", [20, 0]),
        ],
    );
}

#[test]
fn rooks_that_have_moved_before_castling() {
    check(
        "rook_moved",
        &[
            ("startpos moves a2a4 a7a5 a1a2", [-10, 0]),
            ("startpos moves a2a4 a7a5 a1a2 a8a7 a2a1 a7a8", [-10, -10]),
            // The right for h1 and h8 alone.
            ("4k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1", [-10, 0]),
            // Without any right the side counts as having castled.
            ("4k2r/8/8/8/8/8/8/R3K2R w k - 0 1", [0, 0]),
            ("fen 4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1 moves e1g1", [0, 0]),
            // A captured rook loses its past.
            ("fen 4k3/8/8/8/8/1b6/8/R3K2R w KQ - 0 1 moves a1d1 b3d1", [0, 0]),
        ],
    );
}

#[test]
fn queens_that_have_moved_before_the_endgame() {
    check(
        "queen_moved",
        &[
            ("startpos moves e2e4 e7e5 d1e2", [-10, 0]),
            ("startpos moves e2e4 e7e5 d1e2 d8f6 e2d1 f6d8", [-10, -10]),
            (&format!("3q3k/{PAWNS}/K2Q4 w - - 0 1"), [0, 0]),
            (&format!("4q2k/{PAWNS}/K2Q4 w - - 0 1"), [0, -10]),
            ("4q2k/8/8/8/8/8/8/K2Q4 w - - 0 1", [0, 0]),
            // A promoted queen has moved.
            (&format!("fen 7k/{PAWNS}/K7 w - - 0 1 moves d2d4 d7d5"), [0, 0]),
            ("fen 7k/pppp1P2/8/8/8/8/PPPP4/K7 w - - 0 1 moves f7f8q", [-10, 0]),
        ],
    );
}

#[test]
fn kings_that_have_moved_without_castling_before_the_endgame() {
    check(
        "king_moved",
        &[
            ("startpos moves e2e4 e7e5 e1e2", [-30, 0]),
            ("startpos moves e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", [-30, -30]),
            // Castled; rights lost by the rook alone; rights lost without a move.
            ("startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", [0, 0]),
            ("startpos moves h2h4 h7h5 h1h2 h8h7 a2a4 a7a5 a1a2 a8a7", [0, 0]),
            (&format!("4k3/{PAWNS}/3K4 w - - 0 1"), [0, 0]),
            // The flag is on.
            ("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1e2", [0, 0]),
        ],
    );
    check("castled", &[("startpos moves e2e4 e7e5 e1e2 e8e7 e2e1 e7e8", [0, 0])]);
}
