use engine_core::notation::uci_move;

use super::*;

fn goal(operations: &str) -> Result<Goal, GoalFault> {
    let line = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {operations}");
    Goal::read(&EpdRecord::read(&line).unwrap(), &Chess::default())
}

fn solves(goal: &Goal, mv: &str, score: Option<GivenScore>) -> bool {
    goal.is_reached(moves::read(mv, &Chess::default()).unwrap(), score)
}

#[test]
fn best_moves_and_moves_to_avoid() {
    let both = goal("bm e4, Nf3; am Nf3?;").unwrap_err();
    assert_eq!(both, GoalFault::Contradiction("Nf3".to_owned()));
    let best = goal("bm e4, g1f3 e4; id \"a; b\"; acd 3;").unwrap();
    assert_eq!(best.best.len(), 2);
    assert!(solves(&best, "Nf3", None) && !solves(&best, "d4", None));
    assert_eq!(best.text(&Chess::default()), "bm e4 Nf3");
    let avoid = goal("am f3; am \"g4\";").unwrap();
    assert!(solves(&avoid, "e4", None));
    assert!(!solves(&avoid, "f3", None) && !solves(&avoid, "g4", None));
    // Points do not solve a position that names its best move.
    let named = goal("bm e4; c0 \"d4=10, e4=3\";").unwrap();
    assert!(solves(&named, "e4", None) && !solves(&named, "d4", None));
}

#[test]
fn points_in_both_styles() {
    for operations in [
        "c0 \"e4=10, Nf3=4 ,d3 = 1\";",
        "c3 \"e2e4=10, g1f3=4, d3=1\"; c0 \"from somewhere\";",
        "c8 \"10 4 1\"; c9 \"e2e4 g1f3 d2d3\";",
        "c7 \"e4 Nf3 d3\"; c8 \"10 4 1\";",
        "c7 \"x y z\"; c8 \"10 4 1\"; c9 \"e2e4 g1f3 d2d3\";",
    ] {
        let goal = goal(operations).unwrap();
        let points: Vec<_> = goal.points.iter().map(|&(mv, n)| (uci_move(mv), n)).collect();
        let expected = [("e2e4", 10), ("g1f3", 4), ("d2d3", 1)];
        assert_eq!(points, expected.map(|(mv, n)| (mv.to_owned(), n)), "{operations}");
        assert_eq!(goal.max_points(), Some(10));
        assert!(solves(&goal, "e4", None) && !solves(&goal, "Nf3", None));
        assert_eq!(goal.points_of(moves::read("a3", &Chess::default()).unwrap()), 0);
    }
}

#[test]
fn mates_are_judged_by_the_score() {
    let goal = goal("dm 2;").unwrap();
    let mate = |moves| Some(GivenScore::Mate(moves));
    assert!(solves(&goal, "e4", mate(1)) && solves(&goal, "e4", mate(2)));
    assert!(!solves(&goal, "e4", mate(3)));
    assert!(!solves(&goal, "e4", mate(-1)) && !solves(&goal, "e4", None));
    assert!(!solves(&goal, "e4", Some(GivenScore::Cp(0))));
}

#[test]
fn goals_that_make_no_sense() {
    for (operations, expected) in [
        ("", "nothing to solve"),
        ("id \"x\"; c0 \"a comment\";", "nothing to solve"),
        ("c8 \"10 5\";", "nothing to solve"),
        ("bm;", "bm names no move"),
        ("am \"\";", "am names no move"),
        ("bm Nf6;", "bm: Nf6 is not legal"),
        ("bm e4 oops", "bm: \"oops\" is not a move"),
        ("bm #0;", "\"#0\" is not a number of moves"),
        ("bm #x;", "\"#x\" is not a number of moves"),
        ("bm + ;", "bm names no move"),
        ("am Qz9;", "am: \"Qz9\" is not a move"),
        ("dm x;", "\"x\" is not a number"),
        ("dm 0;", "\"0\" is not a number"),
        ("c0 \"e4=10, Nf6=3\";", "c0: Nf6 is not legal"),
        ("c0 \"e4=9999999999\";", "c0: \"9999999999\""),
        ("c0 \"e4=-5\";", "c0: \"-5\" is not a number of points from 0"),
        ("c8 \"10 -5\"; c9 \"e4 d4\";", "c8: \"-5\""),
        ("c8 \"10 5\"; c9 \"e2e4\";", "points for 2 moves, and c9 has 1"),
    ] {
        let fault = goal(operations).unwrap_err().to_string();
        assert!(fault.contains(expected), "{operations}: {fault}");
    }
}

#[test]
fn mates_and_signs_as_suites_write_them() {
    for (operations, mate) in [
        ("bm #5;", Some(5)),
        ("bm #+5;", Some(5)),
        ("bm #-1;", Some(-1)),
        ("dm -3;", Some(-3)),
        ("dm #4;", Some(4)),
        ("bm e4 dm 1", Some(1)),
        ("bm #5; dm 4;", Some(4)),
        ("bm e4 #7;", Some(7)),
        ("bm e4 + ;", None),
        ("bm e4 !! ; id one ;", None),
        ("bm 1. e4;", None),
        ("bm 1.e4 id \"one\"", None),
    ] {
        let goal = goal(operations).unwrap();
        assert_eq!(goal.mate, mate, "{operations}");
        let has_move = operations.contains("e4");
        assert_eq!(goal.best.len(), usize::from(has_move), "{operations}");
    }
    // To be mated in two at most, seen from the side to move.
    let goal = goal("bm #-2;").unwrap();
    assert!(solves(&goal, "e4", Some(GivenScore::Mate(-1))));
    assert!(!solves(&goal, "e4", Some(GivenScore::Mate(-3))));
    assert!(!solves(&goal, "e4", Some(GivenScore::Mate(1))));
    assert_eq!(goal.text(&Chess::default()), "dm -2");
}
