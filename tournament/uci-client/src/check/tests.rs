use super::*;
use crate::launch::Executable;

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
    let mut launch = Launch::new(Executable::Name("sh".to_owned()));
    launch.args = vec!["-c".to_owned(), engine];
    launch
}

/// The findings of a part, by the names of its checks.
fn findings(checks: &[Check], launch: &Launch) -> Vec<(&'static str, Outcome, String)> {
    let mut session = Session::open(launch).unwrap();
    let made = |check: &Check| {
        let (outcome, detail) = check.make(&mut session);
        (check.name, outcome, detail)
    };
    checks.iter().map(made).collect()
}

fn one(findings: &[(&'static str, Outcome, String)], name: &str) -> (Outcome, String) {
    let found = findings.iter().find(|finding| finding.0 == name);
    let (_, outcome, detail) = found.unwrap_or_else(|| panic!("no check {name}"));
    (*outcome, detail.clone())
}

#[test]
fn a_greeting_is_taken_apart() {
    let found = findings(greeting::CHECKS, &launch(""));
    assert_eq!(
        one(&found, "prints its name"),
        (Outcome::Passed, "Simple".to_owned())
    );
    assert_eq!(one(&found, "prints its author").0, Outcome::Noted);
    assert_eq!(one(&found, "answers each isready once").0, Outcome::Passed);
    let chatty = findings(
        greeting::CHECKS,
        &launch("isready) echo readyok; echo readyok;;"),
    );
    assert_eq!(one(&chatty, "answers each isready once").0, Outcome::Failed);
    let fragile = findings(greeting::CHECKS, &launch("fly*) exit 7;;"));
    let (outcome, detail) = one(&fragile, "passes over unknown commands");
    assert_eq!(outcome, Outcome::Failed);
    assert!(detail.contains("exit status 7"), "{detail}");
    // The next check has a program again.
    assert_eq!(one(&fragile, "passes over empty lines").0, Outcome::Passed);
}

#[test]
fn options_out_of_their_ranges_are_noted() {
    let found = findings(options::CHECKS, &launch(""));
    assert_eq!(
        one(&found, "offers options that can be read").1,
        "1 options"
    );
    let (outcome, detail) = one(&found, "has defaults in their ranges");
    assert_eq!(outcome, Outcome::Noted);
    assert!(detail.contains("default 9 min 16"), "{detail}");
    assert_eq!(one(&found, "offers Threads").0, Outcome::Noted);
    assert_eq!(one(&found, "offers no option twice").0, Outcome::Passed);
}

#[test]
fn one_move_is_not_enough_for_all_positions() {
    let found = findings(positions::CHECKS, &launch(""));
    assert_eq!(
        one(&found, "plays from the start position").0,
        Outcome::Passed
    );
    let (outcome, detail) = one(&found, "plays Black");
    assert_eq!(outcome, Outcome::Failed);
    assert!(detail.contains("bestmove e2e4 is not legal"), "{detail}");
    assert_eq!(
        one(&found, "answers where there is no move").0,
        Outcome::Noted
    );
}

#[test]
fn a_program_that_answers_too_soon_fails() {
    let found = findings(searches::CHECKS, &launch(""));
    let (outcome, detail) = one(&found, "searches until it is stopped, and then answers");
    assert_eq!(
        (outcome, detail.as_str()),
        (Outcome::Failed, "before it was stopped: bestmove e2e4")
    );
    assert_eq!(one(&found, "waits for ponderhit").0, Outcome::Noted);
}

#[test]
fn info_lines_are_checked() {
    let lines = "go*) echo 'info depth 1 score cp -5 nodes 10 pv d2d4 d2d4';
                 echo 'info depth 2 score cp -5 nodes 9 time 9999 pv e2e4'; echo 'bestmove d2d4 ponder d2d4';;";
    let found = findings(infos::CHECKS, &launch(lines));
    for (name, outcome, part) in [
        (
            "prints depth, score, nodes, time and its line",
            Outcome::Passed,
            "2 lines",
        ),
        ("prints legal lines", Outcome::Noted, "d2d4 in: pv"),
        (
            "counts nodes and time upwards",
            Outcome::Noted,
            "nodes 9 after nodes 10",
        ),
        (
            "prints a time close to the measured one",
            Outcome::Noted,
            "time 9999",
        ),
        (
            "finds a mate in one and prints its score",
            Outcome::Failed,
            "a1a8 mates",
        ),
        (
            "scores from the side to move",
            Outcome::Failed,
            "has a queen",
        ),
    ] {
        let (was, detail) = one(&found, name);
        assert_eq!(was, outcome, "{name}: {detail}");
        assert!(detail.contains(part), "{name}: {detail}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_busy_when_it_should_rest_fails() {
    let busy = "go*) echo 'bestmove e2e4'; i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done;;";
    let found = findings(load::CHECKS, &launch(busy));
    assert_eq!(
        one(&found, "rests while the other side thinks").0,
        Outcome::Failed
    );
    let found = findings(load::CHECKS, &launch(""));
    assert_eq!(
        one(&found, "rests while the other side thinks").0,
        Outcome::Passed
    );
}

#[test]
fn an_end_is_waited_for_and_no_longer() {
    let found = findings(ending::CHECKS, &launch(""));
    assert!(
        found
            .iter()
            .all(|(_, outcome, _)| *outcome == Outcome::Passed),
        "{found:?}"
    );
    let deaf = findings(ending::CHECKS, &launch("quit) ;;"));
    assert_eq!(one(&deaf, "ends after quit").0, Outcome::Failed);
}

#[test]
fn check_names_are_unique() {
    let mut names: Vec<&str> = PARTS
        .iter()
        .flat_map(|(_, checks)| checks.iter())
        .map(|c| c.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), checks());
    assert!(checks() > 60, "{}", checks());
}
