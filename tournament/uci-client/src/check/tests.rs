use std::collections::BTreeMap;

use super::Outcome::{Failed, Noted, Passed};
use super::*;

/// An engine of a few lines, with more of them, that knows one move. Of what is checked it can do little.
fn launch(more: &str) -> Launch {
    let engine = format!(
        r#"while read -r line; do case "$line" in
        {more}
        uci) echo 'id name Simple'; echo 'option name Hash type spin default 9 min 16 max 4'; echo uciok;;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
        quit) exit;;
        esac; done"#
    );
    Launch::shell(engine)
}

/// The checks of a part made on such an engine give these outcomes, with this in their details.
fn check(part: &[Check], more: &str, expected: &[(&str, Outcome, &str)]) {
    let launch = launch(more);
    let mut session = Session::open(&launch).unwrap();
    let made = part.iter().map(|check| (check.0, check.make(&mut session)));
    let found: BTreeMap<&str, (Outcome, String)> = made.collect();
    for (name, outcome, detail) in expected {
        let (found, text) = &found[name];
        assert_eq!(found, outcome, "{more} {name}: {text}");
        assert!(text.contains(detail), "{more} {name}: {text}");
    }
}

#[test]
fn a_greeting_is_taken_apart() {
    let greeting = [
        ("prints its name", Passed, "Simple"),
        ("prints its author", Noted, ""),
        ("answers each isready once", Passed, ""),
    ];
    check(greeting::CHECKS, "", &greeting);
    let chatty = "isready) echo readyok; echo readyok;;";
    let twice = [("answers each isready once", Failed, "")];
    check(greeting::CHECKS, chatty, &twice);
    // The next check after a failure has a program again.
    let fragile = [
        ("passes over unknown commands", Failed, "exit status 7"),
        ("passes over empty lines", Passed, ""),
    ];
    check(greeting::CHECKS, "fly*) exit 7;;", &fragile);
}

#[test]
fn options_out_of_their_ranges_are_noted() {
    let expected = [
        ("offers options that can be read", Passed, "1 options"),
        ("has defaults in their ranges", Noted, "default 9 min 16"),
        ("offers Threads", Noted, ""),
        ("offers no option twice", Passed, ""),
    ];
    check(options::CHECKS, "", &expected);
}

#[test]
fn one_move_is_not_enough_for_all_positions() {
    let expected = [
        ("plays from the start position", Passed, ""),
        ("plays Black", Failed, "bestmove e2e4 is not legal"),
        ("answers where there is no move", Noted, ""),
    ];
    check(positions::CHECKS, "", &expected);
}

#[test]
fn a_program_that_answers_too_soon_fails() {
    let until = "searches until it is stopped, and then answers";
    let early = "before it was stopped: bestmove e2e4";
    let expected = [(until, Failed, early), ("waits for ponderhit", Noted, "")];
    check(searches::CHECKS, "", &expected);
}

#[test]
fn info_lines_are_checked() {
    let lines = "go*) echo 'info depth 1 score cp -5 nodes 10 pv d2d4 d2d4';
                 echo 'info depth 2 score cp -5 nodes 9 time 9999 pv e2e4'; echo 'bestmove d2d4 ponder d2d4';;";
    let all = "prints depth, score, nodes, time and its line";
    let mate = "finds a mate in one and prints its score";
    let upwards = "counts nodes and time upwards";
    let time = "prints a time close to the measured one";
    let expected = [
        (all, Passed, "2 lines"),
        ("prints legal lines", Noted, "d2d4 in: pv"),
        (upwards, Noted, "nodes 9 after nodes 10"),
        (time, Noted, "time 9999"),
        (mate, Failed, "a1a8 mates"),
        ("scores from the side to move", Failed, "has a queen"),
    ];
    check(infos::CHECKS, lines, &expected);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_busy_when_it_should_rest_fails() {
    let busy = "go*) echo 'bestmove e2e4'; i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done;;";
    for (lines, outcome) in [(busy, Failed), ("", Passed)] {
        let rests = [("rests while the other side thinks", outcome, "")];
        check(load::CHECKS, lines, &rests);
    }
}

#[test]
fn an_end_is_waited_for_and_no_longer() {
    let names = ending::CHECKS.iter().map(|check| check.0);
    let passed: Vec<_> = names.map(|name| (name, Passed, "")).collect();
    check(ending::CHECKS, "", &passed);
    let deaf = [("ends after quit", Failed, "")];
    check(ending::CHECKS, "quit) ;;", &deaf);
}

#[test]
fn check_names_are_unique() {
    let mut names: Vec<&str> =
        PARTS.iter().flat_map(|(_, checks)| checks.iter()).map(|c| c.0).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), checks());
    assert!(checks() > 60, "{}", checks());
}
