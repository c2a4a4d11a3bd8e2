use super::*;

fn after(lines: &[&str]) -> InfoSoFar {
    let mut info = InfoSoFar::default();
    for line in lines {
        info.read(line.as_bytes());
    }
    info
}

fn cp(info: &InfoSoFar) -> Option<i32> {
    info.score.and_then(GivenScore::cp)
}

#[test]
fn the_last_line_counts() {
    let info = after(&[
        " depth 3 seldepth 5 score cp 20 nodes 100 pv e2e4 e7e5",
        " depth 4 seldepth 5 score cp -31 nodes 250 nps 1000 pv d2d4",
        " depth 5 currmove e2e4 currmovenumber 1 nodes 300",
    ]);
    assert_eq!((cp(&info), info.depth, info.nodes), (Some(-31), 4, 300));
    assert_eq!(info.selective_depth, Some(5));
    assert_eq!(after(&[" string score cp 5 depth 3"]), InfoSoFar::default());
    let shares = " depth 6 multipv 1 score cp 12 wdl 300 500 200 pv d2d4";
    let bound = " depth 7 multipv 1 score cp 99 upperbound wdl 0 0 1000";
    assert_eq!(after(&[shares, bound]).expected, Some(0.55));
    assert_eq!(after(&[shares, " depth 7 score cp 13"]).expected, None);
}

#[test]
fn the_line_is_that_of_the_score_and_only_if_wanted() {
    let lines = [
        " depth 3 score cp 20 pv e2e4  e7e5",
        " depth 4 score cp -31 multipv 2 pv d2d4",
        " depth 5 score cp 90 lowerbound pv a2a3",
    ];
    assert_eq!(after(&lines).line, "");
    let mut info = InfoSoFar::new(true, false);
    for line in lines {
        info.read(line.as_bytes());
    }
    assert_eq!(info.line, "e2e4 e7e5");
    info.read(b" depth 6 score cp 5 pv g1f3 \xff e7e5");
    assert_eq!(info.line, "g1f3");
    info.read(b" depth 7 score cp 6");
    assert_eq!(info.line, "");
}

#[test]
fn bounds_and_other_lines_do_not_count() {
    let bound = " depth 5 score cp 90 lowerbound nodes 7";
    assert_eq!(cp(&after(&[" depth 4 score cp 20", bound])), Some(20));
    assert_eq!(after(&[bound]).score, None);
    assert_eq!(after(&[bound]).nodes, 7);
    assert_eq!(cp(&after(&[bound, " depth 4 score cp 20"])), Some(20));
    let second = " depth 4 multipv 2 score cp -5";
    assert_eq!(cp(&after(&[" depth 4 multipv 1 score cp 20", second])), Some(20));
}

#[test]
fn scores_from_the_other_side_are_turned_round() {
    let mut info = InfoSoFar::new(false, true);
    info.read(b" depth 3 score cp 20");
    assert_eq!(cp(&info), Some(-20));
    info.read(b" depth 4 score mate -2");
    assert_eq!(info.score, Some(GivenScore::Mate(2)));
}

#[test]
fn nonsense() {
    for nonsense in [" score", " score cp", " score cp x", " depth", " nodes -4 depth x"] {
        assert_eq!(after(&[nonsense]), InfoSoFar::default(), "{nonsense}");
    }
    let mut info = InfoSoFar::default();
    info.read(b" score cp \xff depth 3 nodes 9");
    assert_eq!((info.score, info.nodes), (None, 9));
}

fn parse(text: &str) -> Line {
    Line::parse(text.as_bytes(), true)
}

/// Score, depth, nodes, rank, whether it is a bound, and the moves.
fn all(text: &str) -> (Option<GivenScore>, Option<i64>, Option<i64>, Option<i64>, bool, String) {
    let line = parse(text);
    let moves = line.line.unwrap_or_default();
    (line.score, line.depth, line.nodes, line.rank, line.is_bound, moves)
}

fn score(text: &str) -> Option<GivenScore> {
    parse(text).score
}

const CP: fn(i32) -> Option<GivenScore> = |cp| Some(GivenScore::Cp(cp));
const MATE: fn(i32) -> Option<GivenScore> = |moves| Some(GivenScore::Mate(moves));

#[test]
fn keys_stand_in_any_order() {
    let same = (CP(77), Some(4), Some(54_321), Some(1), false);
    for text in [
        "depth 4 multipv 1 score cp 77 nodes 54321 pv d2d4 e7e5",
        "pv d2d4 e7e5 score cp 77 depth 4 nodes 54321 multipv 1",
        "depth 4 pv d2d4 e7e5  nps 30000 score cp 77 nodes 54321 hashfull 0 multipv 1",
        "score cp 77 pv d2d4 e7e5 depth 4 multipv 1 nodes 54321",
        "nodes 54321 pv d2d4 e7e5 multipv 1 wdl 600 300 100 score cp 77 depth 4",
        "nodes 54321 multipv 1 pv d2d4 e7e5 ebf 2.3 score cp 77 depth 4",
        "refutation d1h5 g6h5 multipv 1 score cp 77 depth 4 pv d2d4 e7e5 nodes 54321",
        "currline 1 e2e4 e7e5 score cp 77 depth 4 nodes 54321 multipv 1 pv d2d4 e7e5",
        "PV d2d4 e7e5 Score CP 77 Depth 4 MultiPV 1 Nodes 54321",
        "\tdepth 4\tscore cp 77 nodes 54321  multipv 1 pv d2d4 e7e5\r",
    ] {
        let (found, depth, nodes, rank, is_bound, moves) = all(text);
        assert_eq!((found, depth, nodes, rank, is_bound), same, "{text}");
        assert_eq!(moves, "d2d4 e7e5", "{text}");
    }
}

#[test]
fn a_bound_is_one_wherever_it_stands() {
    for text in [
        "depth 5 score cp 90 lowerbound nodes 7 pv e2e4",
        "depth 5 score upperbound cp 90 pv e2e4",
        "pv e2e4 score cp 90 upperbound",
        "pv e2e4 lowerbound score cp 90",
        "score cp 90 pv e2e4 e7e5 lowerbound",
        "score cp 90 wdl 600 300 100 UPPERBOUND",
        "score mate 3 lowerbound",
    ] {
        let line = parse(text);
        assert!(line.is_bound && line.score.is_some(), "{text}");
    }
    assert!(!parse("score cp 90 lowerbound score cp 80").is_bound);
    assert!(!parse("score cp 90 pv e2e4 string lowerbound").is_bound);
}

#[test]
fn a_string_ends_the_line() {
    for text in [
        "string score cp 5 depth 3",
        "STRING depth 3 nodes 5 score cp 5",
        "depth 4 string score cp 5",
        "pv e2e4 string multipv 2 score cp 5",
    ] {
        assert_eq!(score(text), None, "{text}");
    }
    assert_eq!(parse("pv e2e4 string d7d5").line.as_deref(), Some("e2e4"));
}

#[test]
fn a_missing_value_does_not_swallow_the_next_key() {
    for (text, expected) in [
        ("depth score cp 20", CP(20)),
        ("nodes pv e2e4 score cp 20", CP(20)),
        ("score cp nodes 100", None),
        ("score nodes 100 cp 20", None),
        ("score mate lowerbound", None),
        ("score mate cp 20", CP(20)),
        ("score 20", None),
        ("score cp", None),
        ("score", None),
        ("cp 20", None),
        ("score cp 2x nodes 3", None),
        ("score cp 20 score cp", CP(20)),
        ("wdl 1 2 score cp 20", CP(20)),
        ("multipv score cp 20", CP(20)),
        ("pv score cp 20", CP(20)),
    ] {
        assert_eq!(score(text), expected, "{text}");
    }
    assert_eq!(parse("score cp nodes 100").nodes, Some(100));
    assert_eq!(parse("depth nodes 100").nodes, Some(100));
}

#[test]
fn a_key_that_comes_twice_counts_as_it_stands_last() {
    assert_eq!(score("score cp 20 depth 3 score cp 30"), CP(30));
    let line = parse("depth 3 depth 4 pv e2e4 multipv 2 pv d2d4 multipv 1 nodes 5 nodes");
    assert_eq!((line.depth, line.rank, line.nodes), (Some(4), Some(1), Some(5)));
    assert_eq!(line.line.as_deref(), Some("d2d4"));
}

#[test]
fn scores_are_kept_as_they_are_given() {
    for (text, expected) in [
        ("score cp -31", CP(-31)),
        ("score cp +31", CP(31)),
        ("score cp 32000", CP(32_000)),
        ("score cp -100000", CP(-100_000)),
        ("score cp 99999999999999999999", CP(i32::MAX)),
        ("score cp -99999999999999999999", CP(-i32::MAX)),
        ("score mate 3", MATE(3)),
        ("score mate -2", MATE(-2)),
        ("score mate 65", MATE(65)),
        ("score mate 100", MATE(100)),
        ("score mate -1000", MATE(-1000)),
        ("score mate 99999999999", MATE(i32::MAX)),
        // A side with a move to make is not mated yet.
        ("score mate 0", MATE(-1)),
        ("score mate -0", MATE(-1)),
        ("score mate +1", MATE(1)),
        ("score cp 29999 mate 5", MATE(5)),
        ("score mate 5 cp 29999", MATE(5)),
        ("score wdl 1000 0 0 cp 500", CP(500)),
    ] {
        assert_eq!(score(text), expected, "{text}");
    }
}

#[test]
fn moves_end_at_a_key_and_at_what_is_no_text() {
    for (text, moves) in [
        ("pv e2e4 e7e5", "e2e4 e7e5"),
        ("pv e2e4 e7e8Q score cp 1", "e2e4 e7e8Q"),
        ("pv e1g1 e8h8 O-O 0-0-0 nps 5", "e1g1 e8h8 O-O 0-0-0"),
        ("pv e2e4 0000 e7e5", "e2e4 0000 e7e5"),
        ("pv e2e4 tbhits 0 e7e5", "e2e4"),
        ("pv e2e4 my_own_key e7e5", "e2e4"),
        ("pv", ""),
    ] {
        assert_eq!(parse(text).line.as_deref(), Some(moves), "{text}");
    }
    let line = Line::parse(b"pv e2e4 \xff e7e5 score cp 5", true);
    assert_eq!((line.line.as_deref(), line.score), (Some("e2e4"), CP(5)));
    assert_eq!(Line::parse(b"pv e2e4 score cp 5", false).line, None);
}

#[test]
fn shares_make_an_expected_score() {
    let expected = |text: &str| parse(text).expected;
    for text in ["depth 1 score cp 20 wdl 100 850 50 nodes 1", "pv e2e4 wdl 100 850 50 score cp 20"]
    {
        assert_eq!(expected(text), Some(0.525), "{text}");
    }
    assert_eq!(expected("score cp 20 wdl 100 850"), None);
    assert_eq!(expected("score cp 20 wdl 900 850 50"), None);
}
