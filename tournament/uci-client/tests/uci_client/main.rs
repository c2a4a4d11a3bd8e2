//! Programs of a few lines of shell, played with, tried and checked.

#![allow(clippy::unwrap_used)]

mod games;

use std::collections::HashSet;
use std::time::Duration;

use engine_core::score::{Score, Value};
use uci_client::check::Outcome::{Failed, Noted, Passed};
use uci_client::check::{Outcome, check, checks};
use uci_client::{Executable, Failure, FailureKind, FixedLimit, GivenScore, Launch, probe};

fn shell(script: impl Into<String>) -> Launch {
    let mut launch = Launch::new(Executable::Name("sh".to_owned()));
    launch.args = vec!["-c".to_owned(), script.into()];
    launch
}

/// A program that answers `uci` and `isready`, begins with `first`, and has these cases of lines besides.
fn program(first: &str, cases: &str) -> Launch {
    shell(format!(
        r#"{first}
        while read -r line; do case "$line" in
        {cases}
        uci) echo 'id name Simple'; echo 'option name Hash type spin default 9 min 16 max 4'; echo uciok;;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
        quit) exit;;
        esac; done"#
    ))
}

#[test]
fn last_words_are_those_on_standard_error() {
    for (log, expected) in [
        (&["> uci", "< Hello"][..], None),
        (&["> uci", "! ", "!  "], None),
        (&["! no network", "> uci", "< Hello"], Some("no network")),
        (&["! a", "! b", "< x", "! c", "! d"], Some("b / c / d")),
    ] {
        let log = log.iter().map(|&line| line.to_owned()).collect();
        let failure = Failure { kind: FailureKind::Exit, detail: String::new(), log };
        assert_eq!(failure.last_words().as_deref(), expected, "{failure:?}");
        assert_eq!(failure.to_string(), "an engine exit");
    }
}

#[test]
fn kinds_of_failures_have_their_own_words() {
    for (place, kind) in FailureKind::ALL.into_iter().enumerate() {
        assert_eq!(kind as usize, place, "{kind:?}");
        let own = format!("{kind:?}").to_lowercase();
        assert_eq!(kind.name().replace('-', ""), own);
    }
}

#[test]
fn scores_of_a_search_are_kept_and_the_other_side_has_the_same_ones() {
    use GivenScore::{Cp, Mate};
    for (score, expected, reversed) in [
        (Score::from(Value::clamped(-35)), Cp(-35), Cp(35)),
        (Score::mate_in(1), Mate(1), Mate(-1)),
        (Score::mate_in(3), Mate(2), Mate(-2)),
        (Score::mated_in(2), Mate(-1), Mate(1)),
        (Score::mated_in(4), Mate(-2), Mate(2)),
        (Score::mated_in(0), Mate(-1), Mate(1)),
    ] {
        assert_eq!(GivenScore::from(score), expected);
        assert_eq!(expected.reversed(), reversed);
    }
    assert_eq!(Cp(i32::MIN).reversed(), Cp(i32::MAX));
}

/// Checks a program; expects outcomes and parts of details of some questions.
fn assert_findings(launch: &Launch, expected: &[(&str, Outcome, &str)]) {
    let mut reported = Vec::new();
    let found = check(launch, |finding| reported.push(finding.clone())).unwrap();
    assert_eq!(found, reported);
    let names: HashSet<&str> = found.iter().map(|finding| finding.name).collect();
    assert_eq!(names.len(), checks());
    for (name, outcome, detail) in expected {
        let finding = found.iter().find(|finding| finding.name == *name).unwrap();
        assert_eq!(finding.outcome, *outcome, "{finding:?} {launch:?}");
        assert!(finding.detail.contains(detail), "{finding:?} {launch:?}");
    }
}

#[test]
fn faults_are_found_by_the_questions_about_them() {
    let until = "searches until it is stopped, and then answers";
    for (cases, expected) in [
        (
            "",
            &[
                ("answers isready", Passed, ""),
                ("takes every option at its default", Passed, ""),
                ("takes a hash table of 16 MiB", Passed, ""),
                ("keeps to nodes", Failed, "bestmove e2e4 is not legal"),
                ("plays White and Black", Failed, "bestmove e2e4 is not legal"),
                ("plays Chess960, if it offers that", Noted, "it does not offer UCI_Chess960"),
                (until, Failed, "before it was stopped: bestmove e2e4"),
                ("answers isready while it searches", Failed, "it ended its search"),
                ("waits for ponderhit", Noted, "it does not offer Ponder"),
                ("scores from the side to move", Noted, "it prints no score"),
                ("ends after quit", Passed, ""),
                ("ends while it searches", Passed, ""),
                ("ends when its input is closed", Passed, ""),
            ][..],
        ),
        // After a failure the next question has a program again.
        (
            "fly*) exit 7;;",
            &[
                ("passes over unknown commands and empty lines", Failed, "exit status 7"),
                ("takes every option at its default", Passed, ""),
            ],
        ),
        (
            "'setoption name Hash value 9') exit 3;;",
            &[("takes every option at its default", Failed, "value 9: exit status 3")],
        ),
        (
            "go*) echo 'info depth 1 score cp -5'; echo 'bestmove d2d4'; echo 'bestmove d2d4';;",
            &[
                ("answers each go once", Failed, "another bestmove d2d4"),
                ("finds a mate in one", Failed, "bestmove d2d4, and a1a8 mates"),
                ("scores from the side to move", Failed, "has a queen, and the score is -5 cent"),
            ],
        ),
        (
            "go*) printf 'caf\\351\\nbestmove d2d4\\n';;",
            &[("keeps to depth", Failed, "a line that is not text: caf\\xe9")],
        ),
    ] {
        assert_findings(&program("", cases), expected);
    }
}

#[test]
fn an_end_is_waited_for_and_no_longer() {
    let late = [
        ("ends after quit", Failed, "not within 2000 ms"),
        ("ends while it searches", Failed, "not within 2000 ms"),
        ("ends when its input is closed", Noted, "not within 2000 ms"),
    ];
    assert_findings(&program("trap 'sleep 9' EXIT", ""), &late);
}

#[test]
fn a_program_is_tried_by_the_limit_of_its_games() {
    use FixedLimit::{Depth, Nodes};
    let waits = "go*) ;; stop) echo bestmove e2e4;;";
    let depth = "'go depth 3') echo bestmove e2e4;; go*) ;; stop) echo bestmove e2e4;;";
    let searches = "go*) echo info depth 3 nodes 990 pv e2e4; echo bestmove e2e4;;";
    let shallow = "go*) echo info depth 1 nodes 20; echo bestmove e2e4;;";
    for (cases, limit, unkept, doubt) in [
        // One that searches until it is stopped, one that keeps to depth alone.
        (waits, Nodes(70_000), Some("go nodes 1000"), None),
        (waits, Depth(2), Some("go depth 2"), None),
        (depth, Nodes(70_000), Some("go nodes 1000"), None),
        (depth, Depth(8), None, Some("answered `go depth 3` at once and reported depth 0")),
        // One that waits for more words of the limit than there are.
        ("go*) read -r x;;", Nodes(70_000), None, Some("neither in time nor after `stop`")),
        // One that takes the unknown limit for no time, and one that searches.
        ("go*) echo bestmove e2e4;;", Nodes(70_000), None, Some("reported 0 nodes")),
        (searches, Nodes(70_000), None, None),
        (searches, Depth(3), None, None),
        (shallow, Depth(4), None, Some("reported depth 1")),
        // One that does not answer, and one whose move is none.
        ("go*) exit 1;;", Nodes(50), None, None),
        ("go*) : ;;", Nodes(50), None, Some("neither in time nor after `stop`")),
        ("go*) echo bestmove a1a1;;", Nodes(50), None, Some("reported 0 nodes")),
    ] {
        let mut launch = program("", cases);
        let is_silent = |doubt: &str| doubt.starts_with("neither");
        if unkept.is_some() || doubt.is_some_and(is_silent) {
            launch.timeouts.hang = Duration::from_millis(300);
        }
        let report = probe(&launch, Some(limit)).unwrap();
        assert_eq!(report.id_name.as_deref(), Some("Simple"));
        assert_eq!(report.unkept.as_deref(), unkept, "{cases} {limit:?}");
        let found = report.doubt.as_deref();
        let is_expected = doubt.is_none_or(|doubt| found.is_some_and(|text| text.contains(doubt)));
        assert!(is_expected && doubt.is_some() == found.is_some(), "{cases} {limit:?}: {found:?}");
    }
    // Without a fixed limit nothing is tried.
    assert_eq!(probe(&program("", waits), None).unwrap().unkept, None);
}
