use super::Outcome::{Failed, Noted, Passed};
use super::*;

/// The questions of a part asked of an engine of a few lines, with `more` of them, have these outcomes, with this in
/// their details.
fn check(part: &[Question], more: &str, expected: &[(&str, Outcome, &str)]) {
    let launch = Launch::shell(format!(
        r#"while read -r line; do case "$line" in
        {more}
        uci) echo 'id name Simple'; echo 'option name Hash type spin default 9 min 16 max 4'; echo uciok;;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
        quit) exit;;
        esac; done"#
    ));
    let mut session = Session::open(&launch).unwrap();
    // One session for all of them: after a failure the next question has a program again.
    for (name, outcome, detail) in expected {
        let question = part.iter().find(|question| question.0 == *name).unwrap();
        let (found, text) = question.ask(&mut session);
        assert_eq!(found, *outcome, "{more} {name}: {text}");
        assert!(text.contains(detail), "{more} {name}: {text}");
    }
}

#[test]
fn faults_are_found_by_the_questions_about_them() {
    let unknown = "passes over unknown commands and empty lines";
    let fragile = [(unknown, Failed, "exit status 7"), ("answers isready", Passed, "")];
    check(GREETING, "fly*) exit 7;;", &fragile);
    let picky = "'setoption name Hash value 9') exit 3;;";
    let refuses = [("takes every option at its default", Failed, "exit status 3")];
    check(OPTIONS, picky, &refuses);
    check(
        POSITIONS,
        "",
        &[
            ("plays White and Black", Failed, "bestmove e2e4 is not legal"),
            ("answers where there is no move", Noted, ""),
            ("plays Chess960, if it offers that", Noted, ""),
        ],
    );
    let until = "searches until it is stopped, and then answers";
    let early = "before it was stopped: bestmove e2e4";
    check(SEARCHES, "", &[(until, Failed, early), ("waits for ponderhit", Noted, "")]);
    let white = "go*) echo 'info depth 1 score cp -5'; echo 'bestmove d2d4';;";
    let expected = [
        ("finds a mate in one", Failed, "a1a8 mates"),
        ("scores from the side to move", Failed, "has a queen"),
    ];
    check(POSITIONS, white, &expected);
}

#[test]
fn an_end_is_waited_for_and_no_longer() {
    let passed: Vec<_> = ENDING.iter().map(|question| (question.0, Passed, "")).collect();
    check(ENDING, "", &passed);
    check(ENDING, "quit) ;;", &[("ends after quit", Failed, "")]);
}

#[test]
fn names_of_questions_are_unique() {
    let mut names: Vec<&str> =
        PARTS.iter().flat_map(|(_, questions)| *questions).map(|question| question.0).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), checks());
}
