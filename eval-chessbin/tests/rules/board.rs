//! Check, castling, the turn and the endgame flag.

use engine_core::explain::Meta;

use super::{check, explain, fact};

/// White takes with check: nine men are left.
const CAPTURE: &str = "fen 4k3/ppp5/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2";

#[test]
fn check_is_worth_75_85_or_95() {
    check(
        "check",
        &[
            ("4k3/ppp5/8/8/8/8/PPP1R3/5NK1 b - - 0 1", [75, 0]),
            // Few men for the first time: the flag is still off.
            (CAPTURE, [85, 0]),
            (&format!("{CAPTURE} e8d8 e2d2"), [95, 0]),
            // Without a past the men on the board decide.
            ("4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1", [95, 0]),
            ("4k3/ppp1r3/8/8/8/8/PPP5/4K3 w - - 0 1", [0, 95]),
            ("4kn2/ppp1r3/8/8/8/8/PPP5/4K3 w - - 0 1", [0, 75]),
            ("4k3/ppp1n3/8/8/8/8/PPP1R3/6K1 b - - 0 1", [0, 0]),
        ],
    );
}

#[test]
fn the_endgame_flag_acts_one_position_late() {
    let is_endgame = |text: &str| fact(&explain(text), "endgame_phase");
    assert_eq!(is_endgame(CAPTURE), Meta::Flag(false));
    assert_eq!(is_endgame(&format!("{CAPTURE} e8d8")), Meta::Flag(true));
    // The same position without its past.
    let bare = "4k3/ppp5/8/8/8/8/PPP1R3/6K1 b - - 0 1";
    assert_eq!(is_endgame(bare), Meta::Flag(true));
    // With fewer men there is nothing to be late for.
    let eight = "fen 4k3/pp6/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2";
    assert_eq!(is_endgame(eight), Meta::Flag(true));
    let ten = "fen 4k3/pppp4/8/8/8/8/PPP1r3/4R1K1 w - - 0 1 moves e1e2";
    assert_eq!(is_endgame(ten), Meta::Flag(false));
    // The late position still has the middlegame's tables: king g1 30, e8 0.
    check("pst", &[(CAPTURE, [30 + 25, 25])]);
    check("pst", &[(bare, [-30 + 25, -30 + 25])]);
}

#[test]
fn castling_counts_once_made() {
    check(
        "castled",
        &[
            ("startpos", [0, 0]),
            ("startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1", [40, 0]),
            ("startpos moves e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8", [40, 40]),
            // From a FEN: no right is as good as castled, one right is not.
            ("4k2r/8/8/8/8/8/8/R3K3 w k - 0 1", [40, 0]),
            ("4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1", [0, 40]),
        ],
    );
    assert_eq!(
        fact(&explain("4k2r/8/8/8/8/8/8/R3K3 w k - 0 1"), "castled"),
        Meta::Sides(true, false)
    );
}

#[test]
fn the_turn_is_worth_ten() {
    check("tempo", &[("startpos", [10, 0]), ("startpos moves e2e4", [0, 10])]);
}
