//! Programs of a few lines of shell, played with, tried and checked.

#![allow(clippy::unwrap_used)]

mod games;

use std::collections::HashSet;
use std::time::Duration;

use engine_core::score::{Score, Value};
use engine_core::testkit;
use uci_client::check::{check, checks};
use uci_client::{Executable, Failure, FailureKind, FixedLimit, GivenScore, Launch, probe};

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(include_str!("tables.tsv"), table)
}

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

/// Checks a program; a table has the outcomes of some questions, and parts of their details.
fn assert_findings(launch: &Launch, expected: &str) {
    let mut reported = Vec::new();
    let found = check(launch, |finding| reported.push(finding.clone())).unwrap();
    assert_eq!(found, reported);
    let names: HashSet<&str> = found.iter().map(|finding| finding.name).collect();
    assert_eq!(names.len(), checks());
    for [name, outcome, detail] in rows(expected) {
        let finding = found.iter().find(|finding| finding.name == name).unwrap();
        assert_eq!(format!("{:?}", finding.outcome), outcome, "{finding:?} {launch:?}");
        assert!(finding.detail.contains(detail), "{finding:?} {launch:?}");
    }
}

#[test]
fn faults_are_found_by_the_questions_about_them() {
    for (cases, faults) in [
        ("", "faults of one that moves e2e4"),
        ("fly*) exit 7;;", "faults of one that ends with a command"),
        ("'setoption name Hash value 9') exit 3;;", "faults of one without its default"),
        (
            "go*) echo 'info depth 1 score cp -5'; echo 'bestmove d2d4'; echo 'bestmove d2d4';;",
            "faults of one that moves twice",
        ),
        ("go*) printf 'caf\\351\\nbestmove d2d4\\n';;", "faults of one with strange bytes"),
    ] {
        assert_findings(&program("", cases), faults);
    }
}

#[test]
fn an_end_is_waited_for_and_no_longer() {
    assert_findings(&program("trap 'sleep 9' EXIT", ""), "faults of one that does not end");
}

#[test]
fn a_program_is_tried_by_the_limit_of_its_games() {
    for [cases, limit, unkept, doubt] in rows("programs tried by a limit") {
        let mut launch = program("", cases);
        if !unkept.is_empty() || doubt.starts_with("neither") {
            launch.timeouts.hang = Duration::from_millis(300);
        }
        let (kind, number) = limit.split_once(' ').unwrap();
        let fixed = match kind {
            "depth" => FixedLimit::Depth(number.parse().unwrap()),
            _ => FixedLimit::Nodes(number.parse().unwrap()),
        };
        let report = probe(&launch, Some(fixed)).unwrap();
        assert_eq!(report.id_name.as_deref(), Some("Simple"));
        assert_eq!(report.unkept.unwrap_or_default(), unkept, "{cases} {limit}");
        let found = report.doubt.unwrap_or_default();
        assert!(found.contains(doubt) && found.is_empty() == doubt.is_empty(), "{cases} {limit}: {found}");
    }
    // Without a fixed limit nothing is tried.
    assert_eq!(probe(&program("", "go*) ;; stop) echo bestmove e2e4;;"), None).unwrap().unkept, None);
}
