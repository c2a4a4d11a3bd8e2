//! Players, their identities and the records of their games.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod identity;
mod playing;

use std::time::Duration;

use players::record::{GameRecord, GameResult, MoveScore, SideStats, Termination};

fn won_by_white(white: usize, black: usize) -> GameRecord {
    GameRecord {
        index: 0,
        white,
        black,
        pair: 0,
        opening: 0,
        opening_name: String::new(),
        eco: String::new(),
        start_fen: None,
        book_moves: Vec::new(),
        moves: Vec::new(),
        outcome: GameResult::WhiteWins,
        termination: Termination::Checkmate,
        failure: None,
        overhead: Duration::ZERO,
        started: 0,
        white_stats: SideStats::default(),
        black_stats: SideStats::default(),
    }
}

#[test]
fn points_are_those_of_the_engine_whatever_its_colour() {
    assert_eq!(won_by_white(0, 1).half_points_of(0), 2);
    assert_eq!(won_by_white(1, 0).half_points_of(0), 0);
    assert_eq!(won_by_white(1, 0).half_points_of(1), 2);
    let mut drawn = won_by_white(1, 0);
    drawn.outcome = GameResult::Draw;
    assert_eq!((drawn.half_points_of(0), drawn.half_points_of(1)), (1, 1));
}

#[test]
fn scores_as_text() {
    for (score, text) in [
        (MoveScore::Cp(35), "+0.35"),
        (MoveScore::Cp(-5), "-0.05"),
        (MoveScore::Cp(0), "0.00"),
        (MoveScore::Cp(-1234), "-12.34"),
        (MoveScore::Mate { mate: 5 }, "+M5"),
        (MoveScore::Mate { mate: -3 }, "-M3"),
    ] {
        assert_eq!(score.to_string(), text);
    }
}

#[test]
fn names_are_those_in_files() {
    for termination in Termination::all() {
        let json = serde_json::to_string(&termination).unwrap();
        assert_eq!(json, format!("{:?}", termination.name()));
        assert_eq!(Termination::named(termination.name()), Some(termination));
    }
    let names: Vec<&str> = Termination::all().map(Termination::name).collect();
    let in_files = "checkmate stalemate repetition fifty-moves insufficient-material adjudicated-draw adjudicated-win \
        adjudicated-material adjudicated-tablebase max-moves time-forfeit illegal-move unparsable-move null-move \
        not-utf8 endless-line hang crash exit closed-pipe failed-start no-uciok no-readyok";
    assert_eq!(names.join(" "), in_files);
    assert!(Termination::all().is_sorted(), "as tables list them");
}
