//! The simple endings: edges of the readings that the worked positions do not show, and what yields
//! to what.

mod common;

use common::{game, mirrored_game, raw_factor, raw_terms};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::options::Configure;
use eval_compendium::compendium;

/// Rule, what it gives White and Black in centipawns, board, side to move.
const CASES: &str = "
# One file between is not outside; without enemy pawns nothing is; two are paid once.
pawn-ending.outside-passer 0 0 8/8/1p2k3/8/P7/4K3/8/8 w
pawn-ending.outside-passer 100 0 8/8/2p1k3/8/P7/4K3/8/8 w
pawn-ending.outside-passer 0 0 8/8/4k3/8/P7/4K3/8/8 w
pawn-ending.outside-passer 100 0 8/8/3pk3/8/P6P/4K3/8/8 w
# Where two pawns guard b6, b7 is no backward pawn; there are two of them; not with knights.
pawn-ending.backward 0 0 8/1p6/p3k3/P1P5/8/4K3/8/8 w
pawn-ending.backward 200 0 8/1p4p1/p3k2p/P6P/8/4K3/8/8 w
pawn-ending.backward 0 0 3n4/1p6/p3k3/P7/8/4K3/8/3N4 w
# Three on a file are two too many, without neighbours none.
pawn-ending.doubled-in-group -100 0 8/8/4k3/8/P7/P3K3/PP6/8 w
pawn-ending.doubled-in-group 0 0 8/8/4k3/8/P7/P3K3/P1P5/8 w
# The square before the passer counts too, and two passers are supported once.
pawn-ending.king-supports 50 0 8/8/2K4k/8/3P1P2/8/8/8 w
pawn-ending.king-supports 0 0 8/2K5/7k/8/3P1P2/8/8/8 w
pawn-ending.king-supports 50 0 8/8/4K2k/8/3P1P2/8/8/8 w
# More on the bishop's colour than off it, as many, and all on three files.
bishop.same.wide-play-penalty -30 0 6k1/6p1/1p2b2p/8/8/3B4/P1P2PP1/6K1 w
bishop.same.wide-play-penalty 0 0 6k1/6p1/1p2b2p/8/8/3B2P1/P1P2P2/6K1 w
bishop.same.wide-play-penalty 0 0 6k1/1p6/4b3/8/8/3B4/P1P5/6K1 w
bishop.same.outside-passer 60 0 6k1/8/3pb3/8/P6P/3B4/8/6K1 w
# Two bishops each are another ending.
bishop.same.off-colour-pawn 0 0 2b3k1/1p6/4b3/8/8/2PB4/1P6/2B3K1 w
# Each against its own bishop, the outside passer once.
bishop.opposite.same-principles 75 15 6k1/8/2pb4/8/7P/2PB4/P7/6K1 w
bishop.opposite.same-principles 75 -45 6k1/4p3/3b4/8/7P/2PB4/P7/6K1 w
# Dark pawns against a dark bishop, spread wide.
bishop.opposite.same-principles 0 -60 6k1/2p3p1/3b4/8/8/3B4/8/6K1 w
# A pawn more without a passer more, and two pawns more.
bishop.opposite.one-surplus 0 0 8/1p4p1/3bk3/8/8/4K3/1P2BPP1/8 w
bishop.opposite.one-surplus 0 0 8/6p1/3bk3/8/P2P4/4K3/4B1P1/8 w
# A step farther, something before it, Black to move, the king near, and on the other edge.
knight.unstoppable-edge 0 0 8/1n6/P4k2/8/8/5K2/7N/8 w
knight.unstoppable-edge 0 0 8/1n6/N4k2/P7/8/5K2/8/8 w
knight.unstoppable-edge 0 0 8/1n6/5k2/P7/8/5K2/7N/8 b
knight.unstoppable-edge 0 0 8/1n6/3k4/P7/8/5K2/7N/8 w
knight.unstoppable-edge 200 0 8/6n1/3k4/7P/8/5K2/N7/8 w
# A passer on the fourth rank, and two advanced ones.
knight.guards-promotion 0 0 8/6k1/3N4/8/4P3/7n/8/6K1 w
knight.guards-promotion 50 0 8/7k/3N4/2P1P3/8/7n/8/6K1 w
# Two pawns on one side, three on the other; no pawns on one wing.
bishop-knight.few-pawns 0 0 6k1/pp4p1/4n3/8/8/3B4/P5P1/6K1 w
bishop-knight.few-pawns 0 0 6k1/3p2p1/4n3/8/8/3B4/3P2P1/6K1 w
# It may take a man that nobody defends, but none of its own.
bishop-knight.immobilised-knight 0 0 n5k1/2P5/1P6/8/8/8/6B1/6K1 w
bishop-knight.immobilised-knight 60 0 n5k1/2P5/1P6/8/8/8/5B2/6K1 w
bishop-knight.immobilised-knight 60 0 n5k1/2p5/1p6/8/8/8/5B2/6K1 w
# In any company; two rooks on a file are two; a man between keeps a rook from its passer.
rook.open-file 60 0 6k1/8/8/8/8/3R4/8/3R2K1 w
rook.open-file 30 30 3rr1k1/8/3n4/8/8/2B5/4P3/3RR1K1 w
rook.behind-own-passer 50 0 rn4k1/8/8/P6P/7R/N7/8/R5K1 w
# Something between, and a pawn that is no passer.
rook.behind-enemy-passer 0 0 3R4/r5k1/3n2p1/8/3p4/8/6P1/2N3K1 w
rook.behind-enemy-passer 0 0 3R4/r5k1/8/8/3p4/8/4P3/6K1 w
rook.behind-enemy-passer 0 0 3R4/r7/8/3k4/3p4/8/8/6K1 b
# The square before the pawn is free; the king helps; along a rank.
rook.stuck-defender 0 0 r7/6k1/p1R5/8/P7/8/8/6K1 w
rook.stuck-defender 0 0 r7/1k6/p1R5/P7/8/8/8/6K1 w
rook.stuck-defender -85 0 6k1/8/8/3p4/r2P3R/8/8/6K1 w
# Two pawns are needed; each of two rooks counts; a minor makes it another ending.
rook.seventh-with-pawns 80 0 6k1/1R1R1pp1/8/8/8/r6r/8/6K1 w
rook.seventh-with-pawns 0 0 6k1/1R3pp1/3n4/8/8/r7/3N4/6K1 w
# A king on d is not cut off; a line beyond the middle, a man between, a king beside the rook.
rook.cut-king 0 0 3k4/8/8/8/8/8/r7/4R2K w
rook.cut-king 0 50 8/1k6/8/8/4r3/8/8/K3R3 w
rook.cut-king 50 50 8/1k6/8/8/r7/8/8/K2R4 w
rook.cut-king 0 50 8/1k6/8/8/r2p4/8/8/K2R4 w
rook.cut-king 0 50 8/1k6/2R5/8/8/r7/8/7K b
# By a rank: from the king's rank 3 to its rank 4, and on the other half of the board.
rook.cut-king 50 0 8/8/4k3/R7/8/8/r7/7K w
rook.cut-king 0 0 8/8/4k3/8/R7/8/r7/7K w
rook.cut-king 50 0 8/8/8/8/R7/4k3/2r5/7K w
# The rook stands level with the king.
rook.cut-king 50 0 8/8/1k1R4/8/8/8/r7/7K b
# By a rank beside the edge, with a cut by a file at the same time.
rook.cut-king 0 0 2k5/R7/8/8/8/8/3r4/7K w
rook.cut-king-edge 70 70 2k5/R7/8/8/8/8/3r4/7K w
rook.cut-king-edge 70 70 8/8/8/8/8/8/R3r3/2k4K w
# One step ahead is not enough; the side without a passer gets nothing; the foremost counts.
rook.passer-two-ahead 0 0 7r/6k1/8/1p2P3/8/R7/6K1/8 w
rook.passer-two-ahead 0 0 7r/6k1/4P3/8/8/R7/6K1/8 w
rook.passer-two-ahead 0 0 7r/6k1/4P3/2p5/7p/R7/6K1/8 w
# It captures nothing; men that are no pawns are no hindrance.
rook.shut-out-rook -125 0 r7/1k6/8/8/7p/6PR/1K5P/8 w
rook.shut-out-rook 0 0 n5k1/8/8/8/p6p/Pp1p3P/1P1P3K/R1B5 w
# Three moves will do, four are too many.
rook.shut-out-rook 0 0 8/2K1P3/2PP4/p6P/7p/4p2R/7P/2k5 w
rook.shut-out-rook -125 0 8/3P3P/6pR/5K2/PPPP4/7P/2kp4/8 w
# It passes over squares that pawns attack, but does not stop there.
rook.shut-out-rook 0 0 6k1/8/8/p7/P7/1p2p3/1P1pP1p1/1R4K1 w
rook.shut-out-rook -125 0 6k1/8/8/p7/P7/1p2pK2/1P1pP1pp/1R6 w
# d1 does for a rook of the right half as little as for one of the left.
rook.shut-out-rook -125 0 6k1/8/8/p7/P7/1p2pK2/1P1pP1pp/3R4 w
# Shut in beside its king it has a value of its own; not so where the king may go to f1.
rook.shut-out-rook 0 0 6k1/8/8/8/8/6n1/pp1PPPPP/6KR w
rook.shut-out-rook -125 0 6k1/8/8/7n/8/8/pp1PPPPP/6KR b
# Nor is it shut in where it may step up.
rook.shut-out-rook -125 0 6k1/2b5/8/8/8/4n2P/pp1PPPP1/6KR w
# On d and e either side will do; elsewhere only the one towards the centre.
rook.invalidated 60 0 2BrB3/3P2k1/8/8/8/8/8/6K1 w
rook.invalidated 60 0 4rB2/4P3/8/8/8/8/k7/6K1 w
rook.invalidated 0 0 Br6/1P4k1/8/8/8/8/8/6K1 w
rook.invalidated 60 0 4Br2/k4P2/8/8/8/8/8/6K1 w
# A pawn behind the king is in its position, one three ranks ahead is not; none is like one.
queen.shelter-three 50 0 6k1/3q4/8/8/8/6K1/3Q1PPP/8 w
queen.shelter-two -20 0 6k1/3q4/8/8/7P/8/3Q1PP1/6K1 w
queen.shelter-one -50 -50 6k1/3q4/8/8/8/8/3Q4/6K1 w
# A passer as far up and nearer, one that the king supports, a shelter of two pawns.
queen.king-far 0 -80 8/3p3k/P3q2P/8/3Q4/8/7K/8 w
queen.king-far -80 0 8/6pk/P3q3/7P/3Q4/8/7K/8 w
queen.king-far 0 0 8/7k/P3q3/8/3Q4/8/6PK/8 w
queen.king-far 0 0 8/6pk/P3q3/8/3Q4/7P/6PK/8 w
queen.king-far -80 0 8/7k/8/1P6/4q3/3Q4/5K2/8 w
queen.king-far 0 0 8/7k/8/2P5/4q3/3Q4/5K2/8 w
";

/// The lines of a table: words and numbers, and the game at the end.
fn lines<const N: usize>(table: &str) -> Vec<(String, [i32; N], Game)> {
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let [rule, numbers @ .., board, turn] = fields.as_slice() else {
            panic!("{line}")
        };
        let numbers: Vec<i32> = numbers
            .iter()
            .map(|number| number.parse().expect("a number"))
            .collect();
        let numbers = numbers.try_into().expect("as many as the table has");
        let position = game(&format!("{board} {turn} - - 0 1"));
        (format!("endgame.{rule}"), numbers, position)
    })
    .collect()
}

/// What a rule alone gives White and Black in centipawns, and its factor in sixteenths; the same
/// with colours changed.
fn raw(rule: &str, here: &Game, score: i32) -> [i32; 3] {
    let read = |game: &Game, score| {
        let readings = compendium().raw(game, Some(score));
        let readings = readings.expect("there are raw readings");
        let [white, black] = raw_terms(&readings, rule).map(|tenths| tenths / 10);
        [white, black, raw_factor(&readings, rule)]
    };
    let found = read(here, score);
    let [black, white, factor] = read(&mirrored_game(here), -score);
    assert_eq!(found, [white, black, factor], "{rule}, mirrored: {here:?}");
    found
}

#[test]
fn edges_of_the_readings() {
    for (rule, [white, black], game) in lines(CASES) {
        assert_eq!(raw(&rule, &game, 0), [white, black, 16], "{rule}: {game:?}");
    }
}

/// Verdict, score from White's side, what is added for White and Black in centipawns, the factor in
/// sixteenths, board, side to move.
const VERDICTS: &str = "
# Only for the side that is ahead; not where both bishops are bad, or only one pawn is blocked.
bishop.same.bad-bishop 1 100 0 16 8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w
bishop.same.bad-bishop 0 0 0 16 8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w
bishop.same.bad-bishop -60 0 0 16 8/1p1bk3/6p1/3pKp2/1P1P1P1P/3B4/8/8 w
bishop.same.bad-bishop 60 0 0 16 8/3bk3/p3p3/P3P3/2p3p1/2P1K1P1/3B4/8 w
bishop.same.bad-bishop 60 0 0 16 8/1p1bk3/6p1/3pK3/1P1P3P/3B4/8/8 w
# Two pawns are too few for a bad bishop.
bishop.same.bad-bishop 60 0 0 16 8/3bk3/8/3pKp2/3P1P2/3B4/8/8 w
# A third passer makes two neighbours separate; a third pawn that is none changes nothing.
bishop.opposite.two-connected 0 0 0 16 8/7p/3bk3/8/P2PP3/4K3/4B3/8 w
bishop.opposite.two-separate 0 200 0 16 8/7p/3bk3/8/P2PP3/4K3/4B3/8 w
bishop.opposite.two-connected 0 0 0 2 8/p7/3bk3/8/P2PP3/4K3/4B3/8 w
bishop.opposite.two-separate 0 200 0 16 8/8/3bk3/8/P2P4/4K3/4B3/8 w
# The enemy king is as far from h8 as the own one, then a step farther.
bishop.opposite.two-separate-wrong-corner 0 0 0 2 8/8/3b1k1K/8/2P5/7P/4B3/8 w
bishop.opposite.two-separate-wrong-corner 0 0 0 16 8/8/3bk1K1/8/2P5/7P/4B3/8 w
bishop.opposite.two-separate 0 200 0 16 8/8/3bk1K1/8/2P5/7P/4B3/8 w
bishop.opposite.two-separate 0 0 0 16 8/8/3b1k1K/8/2P5/7P/4B3/8 w
# Beside the corner, however near the other king is.
bishop.opposite.two-separate-wrong-corner 0 0 0 2 6k1/8/3b3K/8/2P5/7P/4B3/8 w
# Three more of which only two pass, far apart or near each other; one alone.
bishop.opposite.three-connected 0 200 0 16 8/7p/3bk3/8/P2P2PP/4K3/4B3/8 w
bishop.opposite.three-connected 0 100 0 16 8/7p/3bk3/8/P1P3PP/4K3/4B3/8 w
bishop.opposite.three-connected 0 0 0 16 8/1p5p/3bk3/8/PP2P1PP/4K3/4B3/8 w
# Four in a row are no wedge, whatever is held.
bishop.opposite.three-connected 0 100 0 16 3b4/8/4Pk2/5P2/3P2P1/6K1/4B3/8 w
bishop.opposite.three-straddled 0 0 0 16 3b4/8/4Pk2/5P2/3P2P1/6K1/4B3/8 w
# A fourth passer elsewhere makes it no wedge either.
bishop.opposite.three-connected 0 100 0 16 3b4/p7/4Pk2/5P2/2P3P1/6K1/4B3/8 w
bishop.opposite.three-straddled 0 0 0 16 3b4/p7/4Pk2/5P2/2P3P1/6K1/4B3/8 w
# The staircase the other way; the king next to the square; the king away from it.
bishop.opposite.three-straddled 0 0 0 16 3b4/8/2k5/6P1/5P2/4P3/6K1/4B3 w
bishop.opposite.three-straddled 0 0 0 2 3b4/8/4k3/6P1/5P2/4P3/6K1/5B2 w
# A wedge with two roots: one that both hold is enough, one that the king holds is not.
bishop.opposite.three-straddled 0 0 0 2 3b4/8/4P3/3P1Pk1/8/6K1/4B3/8 w
bishop.opposite.three-straddled 0 0 0 16 8/2b5/4P3/3P1Pk1/8/6K1/4B3/8 w
# With one root: the square before it, not before the two ahead.
bishop.opposite.three-straddled 0 0 0 2 8/2b5/5k2/3P1P2/4P3/6K1/4B3/8 w
bishop.opposite.three-straddled 0 0 0 16 3b4/8/5k2/3P1P2/4P3/6K1/4B3/8 w
# Side by side they are neither.
bishop.opposite.three-straddled 0 0 0 16 8/3b4/4k3/8/3PPP2/6K1/5B2/8 w
# On the other wing; a pawn too few; a pawn elsewhere; the rook not behind the pawn.
rook.trapped-on-a1-draw 0 0 0 2 7R/1kp5/1p6/p7/P7/1P6/1KP4p/7r w
rook.trapped-on-a1-draw 0 0 0 16 R7/5pk1/6p1/8/7P/6P1/p4PK1/r7 w
rook.trapped-on-a1-draw 0 0 0 16 R7/5pk1/6p1/7p/4P3/6P1/p4PK1/r7 w
rook.trapped-on-a1-draw 0 0 0 16 7R/5pk1/6p1/7p/7P/6P1/p4PK1/r7 w
rook.trapped-on-a1-draw 0 0 0 16 R7/5pk1/2n3p1/7p/7P/6P1/p4PK1/r7 w
# The pawn's king stands between.
rook.trapped-on-a1-draw 0 0 0 16 R7/5p2/k5p1/7p/7P/6P1/p4PK1/r7 b
# Three against three; five files.
rook.three-v-two-draw 0 0 0 16 8/r4pk1/6p1/1R5p/7P/6P1/5PK1/8 w
rook.three-v-two-draw 0 0 0 2 8/r3p1k1/6p1/1R6/7P/4P1P1/6K1/8 w
rook.three-v-two-draw 0 0 0 16 8/r2p2k1/6p1/1R6/7P/4P1P1/6K1/8 w
";

#[test]
fn edges_of_the_verdicts() {
    for (rule, [score, expected @ ..], game) in lines::<4>(VERDICTS) {
        assert_eq!(raw(&rule, &game, score), expected, "{rule}: {game:?}");
    }
}

/// What White gets by each of `rules`, in tenths of a centipawn, with `disable` switched off.
fn posted<const N: usize>(position: &str, disable: &[&str], rules: [&str; N]) -> [i32; N] {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    rules.map(|rule| raw_terms(&breakdown, rule)[0])
}

#[test]
fn the_edge_replaces_the_plain_cut() {
    let position = "2r5/8/7k/8/2P5/2K5/8/6R1 w - - 0 1";
    let cuts = ["endgame.rook.cut-king", "endgame.rook.cut-king-edge"];
    assert_eq!(posted(position, &[], cuts), [0, 700]);
    assert_eq!(posted(position, &cuts[1..], cuts), [500, 0]);
}

#[test]
fn few_pawns_replace_both_wings() {
    let position = "6k1/p5p1/4n3/8/8/3B4/P5P1/6K1 w - - 0 1";
    let rules = [
        "endgame.bishop-knight.both-sides",
        "endgame.bishop-knight.few-pawns",
    ];
    assert_eq!(posted(position, &[], rules), [0, 500]);
    assert_eq!(posted(position, &rules[1..], rules), [300, 0]);
}

#[test]
fn a_king_that_leads_the_last_pawn_is_paid_for_that() {
    let supports = ["endgame.pawn-ending.king-supports"];
    let leads = ["endgame.basic.kpk-king-front"];
    for (position, both, alone) in [
        ("6k1/8/2K5/3P4/8/8/8/8 w - - 0 1", 0, 500),
        // Beside the pawn; two pawns.
        ("6k1/8/8/2KP4/8/8/8/8 w - - 0 1", 500, 500),
        ("6k1/8/2K5/3P4/8/8/7P/8 w - - 0 1", 500, 500),
        ("6k1/7p/2K5/3P4/8/8/8/8 w - - 0 1", 500, 500),
    ] {
        assert_eq!(posted(position, &[], supports), [both], "{position}");
        assert_eq!(posted(position, &leads, supports), [alone], "{position}");
    }
}

#[test]
fn a_rook_that_is_shut_in_is_not_shut_out_as_well() {
    let position = "6k1/8/8/8/8/6n1/pp1PPPPP/6KR w - - 0 1";
    let out = ["endgame.rook.shut-out-rook"];
    assert_eq!(posted(position, &[], out), [0]);
    let shut_in = ["special.passivity.shut-in-rook"];
    assert_eq!(posted(position, &shut_in, out), [-1250]);
}

#[test]
fn a_rook_behind_its_passer_is_paid_once_in_every_phase() {
    let rules = [
        "king-attack.rook-behind-passer",
        "endgame.rook.behind-own-passer",
    ];
    let middlegame = "qrrbb1k1/8/8/3P4/8/8/8/Q1RRBBK1 w - - 0 1";
    let endgame = "r5k1/8/8/3P4/8/8/8/3R2K1 w - - 0 1";
    assert_eq!(posted(middlegame, &[], rules), [500, 0]);
    assert_eq!(posted(middlegame, &rules[..1], rules), [0, 500]);
    assert_eq!(posted(endgame, &[], rules), [0, 500]);
    let between = "qrr3k1/8/8/3P4/8/8/8/Q2RB1K1 w - - 0 1";
    let [here, there] = posted(between, &[], rules);
    assert!(here > 0 && there > 0, "{here} and {there}");
    // What rounding leaves over goes to the next term.
    assert!((here + there - 500).abs() <= 1, "{here} and {there}");
}

#[test]
fn a_rook_on_an_open_file_is_paid_by_the_middlegame_s_rule_there() {
    let open = ["endgame.rook.open-file"];
    let middlegame = "qrrbb1k1/8/8/8/8/8/PPP5/Q1RRBBK1 w - - 0 1";
    let endgame = "r5k1/8/8/8/8/8/PPP5/3R2K1 w - - 0 1";
    assert_eq!(posted(middlegame, &[], open), [0]);
    assert_eq!(posted(middlegame, &["config.rook-open-file"], open), [300]);
    assert_eq!(posted(endgame, &[], open), [300]);
}

/// The factor that is heard in a position, and whose it is.
fn heard(position: &str, disable: &[&str]) -> (Option<Meta>, Option<Meta>) {
    let mut evaluator = compendium();
    evaluator.disable(disable).expect("known rules");
    let breakdown = Evaluation::of(&evaluator, &game(position)).breakdown;
    let fact = |name: &str| {
        let fact = breakdown.meta().iter().find(|(known, _)| *known == name);
        fact.map(|(_, fact)| *fact)
    };
    (fact("scale16"), fact("scale_rule"))
}

#[test]
fn an_exception_that_is_off_brings_its_verdict_back() {
    for (position, verdict, exception) in [
        (
            "8/6k1/3b4/8/2P4P/4K3/4B3/8 w - - 0 1",
            "endgame.bishop.opposite.two-separate",
            "endgame.bishop.opposite.two-separate-wrong-corner",
        ),
        (
            "3b4/8/4Pk2/5P2/6P1/6K1/4B3/8 w - - 0 1",
            "endgame.bishop.opposite.three-connected",
            "endgame.bishop.opposite.three-straddled",
        ),
    ] {
        let (factor, rule) = heard(position, &[]);
        assert_eq!(factor, Some(Meta::Number(2)), "{position}");
        assert_eq!(rule, Some(Meta::Word(Some(exception))), "{position}");
        let (factor, rule) = heard(position, &[exception]);
        assert_eq!(factor, Some(Meta::Number(16)), "{position}");
        assert_eq!(rule, Some(Meta::Word(Some(verdict))), "{position}");
    }
}
