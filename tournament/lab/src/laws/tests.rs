use engine_core::random::RandomGames;
use eval_external::{Spec, Start};

use super::*;

fn games() -> Vec<Game> {
    let mut random = RandomGames::new(9);
    let mut games = Vec::new();
    while games.len() < 150 {
        let mut game = Game::default();
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 60) {
            game.play(mv);
            games.push(game.clone());
        }
    }
    games.truncate(150);
    games
}

/// The findings about a program of the shell, whose first line is this greeting.
fn findings(greeting: &str, script: &str) -> Vec<Finding> {
    let script = format!("echo {greeting}; {script}");
    let spec = Spec::Pipe(["sh", "-c", &script].map(str::to_owned).into());
    let evaluator = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    check(&evaluator, &games(), |_| {})
}

fn of<'f>(findings: &'f [Finding], words: &str) -> &'f Finding {
    let mut found = findings.iter().filter(|finding| finding.name.contains(words));
    let finding = found.next().unwrap();
    assert!(found.next().is_none());
    finding
}

fn is(findings: &[Finding], words: &str, outcome: Outcome, detail: &str) {
    let finding = of(findings, words);
    assert_eq!(finding.outcome, outcome, "{finding:?}");
    assert!(finding.detail.contains(detail), "{finding:?}");
}

#[test]
fn an_evaluation_that_keeps_the_laws_passes() {
    let mut seen = 0;
    let spec: Spec = "eval:sh -c 'echo evaluation 1; exec sed -u s/.*/0/'".parse().unwrap();
    let evaluator = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    let findings = check(&evaluator, &games(), |_| seen += 1);
    assert_eq!((seen, findings.len()), (laws(), laws()));
    let failed = findings.iter().find(|finding| finding.outcome == Outcome::Failed);
    assert_eq!(failed, None);
    is(&findings, "within", Outcome::Passed, "162 positions, from 0 to 0");
    is(&findings, "add up", Outcome::Noted, "it has no terms");
    is(&findings, "options", Outcome::Noted, "it has no options");
    is(&findings, "one by one", Outcome::Passed, " positions a second");
    is(&findings, "positions sent ahead", Outcome::Passed, " positions a second");
}

#[test]
fn a_value_for_white_alone_is_found() {
    let findings = findings("evaluation 1 white", "exec sed -u s/.*/5/");
    is(&findings, "given again", Outcome::Passed, "");
    let flipped =
        "has the value 5, and with colours flipped (\"4k3/8/8/8/8/8/8/4K3 b - - 0 1\") -5";
    is(&findings, "flipped", Outcome::Failed, flipped);
    is(&findings, "flipped", Outcome::Failed, "; 162 of 162 positions");
}

#[test]
fn a_value_that_changes_is_found() {
    let count = "n=0; while read -r x; do n=$((n+1)); echo $((n/3)); done";
    let findings = findings("evaluation 1", count);
    is(&findings, "given again", Outcome::Failed, "when it is given again; ");
    // Here it is the evaluator itself that finds it, since it computes the first value again.
    let twice = "has two values: 0 when";
    is(&findings, "started again", Outcome::Failed, twice);
}

#[test]
fn a_value_that_depends_on_the_clock_is_noted() {
    let findings = findings("evaluation 1", "exec sed -u 's/ [0-9]*$//; s/.* //'");
    is(&findings, "clocks", Outcome::Noted, " w - - 0 1\" has the value 0, and ");
    is(&findings, "flipped", Outcome::Passed, "");
}

#[test]
fn terms_that_leave_something_are_noted() {
    let of_terms = |terms: &str| {
        let answer = format!("exec sed -u 's/.*/5 {terms}/'");
        findings("evaluation 1 white", &answer)
    };
    // In all, 4.5 is rounded.
    let whole = of_terms(r#"{"a": [3, 0], "b": [0, -1.5]}"#);
    is(&whole, "add up", Outcome::Passed, "2 terms");
    let noted =
        "has the value 5 from White's side, and its terms add up to 3; 162 of 162 positions";
    let part = of_terms(r#"{"a": [3, 0]}"#);
    is(&part, "add up", Outcome::Noted, noted);
}

#[test]
fn an_evaluation_that_fails_is_not_asked_for_ever() {
    let findings_of_it = findings("evaluation 1", "exec sed -u s/.*/31000/");
    is(&findings_of_it, "within", Outcome::Failed, "the value 31000 of \"");
    is(&findings_of_it, "given again", Outcome::Noted, "not checked");
    let ends = findings("evaluation 1", "exec sed -u 's/.*/7/; 100q'");
    is(&ends, "within", Outcome::Failed, "at \"");
    is(&ends, "within", Outcome::Failed, "the program ended (exit status: 0)");
}
