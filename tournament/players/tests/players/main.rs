//! Players, their identities and the records of their games.

#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod identity;
mod playing;

use players::record::{MoveScore, Termination};

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
