//! What a lead means.

use crate::common::raw_factor;
use crate::{raw, reading};

#[test]
fn the_lead_decides_what_the_spread_of_the_pawns_means() {
    let [draw, wins] = [
        "endgame.general.one-side-draw",
        "endgame.general.two-sides-win",
    ];
    // The pawns; what is left of the score at leads of 40, 41, 70 and 71.
    let cases = [
        ("8/5pk1/5np1/7p/7P/3B2P1/5PK1/8 w - - 0 1", [2, 2, 2, 16]),
        ("8/p5k1/5np1/7p/P6P/3B2P1/6K1/8 w - - 0 1", [16, 24, 24, 24]),
        // The centre and one wing.
        (
            "8/3p2k1/5np1/7p/3P3P/3B2P1/6K1/8 w - - 0 1",
            [16, 24, 24, 24],
        ),
        // c and f: both wings on one part of the board.
        ("8/2p2pk1/5n2/8/2P5/3B4/5PK1/8 w - - 0 1", [2, 2, 2, 24]),
        // No pawns; too many pieces for an endgame.
        ("8/6k1/5n2/8/8/3B4/6K1/8 w - - 0 1", [16, 16, 16, 16]),
        ("qrr3k1/p6p/8/8/8/8/P6P/QR4K1 w - - 0 1", [16, 16, 16, 16]),
    ];
    for (position, expected) in cases {
        for (lead, expected) in [40, 41, 70, 71].into_iter().zip(expected) {
            for readings in raw(position, lead).iter().chain(&raw(position, -lead)) {
                // A draw goes first.
                let factors = [draw, wins].map(|rule| raw_factor(readings, rule));
                let heard = if factors[0] < 16 {
                    factors[0]
                } else {
                    factors[1]
                };
                assert_eq!(heard, expected, "{lead}: {position}");
            }
        }
    }
}

#[test]
fn a_symmetrical_defence_never_turns_the_score() {
    let position = "8/3nkp2/6p1/p3K3/P4PP1/3B4/8/8 w - - 0 1";
    let rule = "general.symmetrical-defence";
    assert_eq!(reading(position, rule, 20), [0, 20]);
    assert_eq!(reading(position, rule, -100), [35, 0]);
    assert_eq!(reading(position, rule, 0), [0, 0]);
    // As many files, but not as many pawns on each; no pawns.
    let doubled = "8/3nkp2/6p1/p3K3/P4PP1/P2B4/8/8 w - - 0 1";
    assert_eq!(reading(doubled, rule, 100), [0, 0]);
    assert_eq!(
        reading("8/3nk3/8/4K3/8/3B4/8/8 w - - 0 1", rule, 100),
        [0, 0]
    );
}
