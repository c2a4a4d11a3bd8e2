//! The laws of an evaluation, kept and broken by programs of the shell.

use engine_core::game::Game;
use eval_external::{ExternalEvaluator, Spec, Start};
use lab::laws::{check, laws};
use players::player::Finding;
use players::player::Outcome::{self, Failed, Noted, Passed};

use super::random_game;

/// The findings about a program of the shell, whose first line is this greeting, in 150 positions.
fn findings(greeting: &str, script: &str) -> Vec<Finding> {
    let script = format!("echo {greeting}; {script}");
    let spec = Spec::Pipe(["sh", "-c", &script].map(str::to_owned).into());
    let evaluator = ExternalEvaluator::open(&spec, Start::default()).unwrap();
    let mut games = Vec::new();
    for seed in 0.. {
        let mut game = Game::default();
        for &mv in random_game(seed, 60).moves() {
            game.play(mv);
            games.push(game.clone());
        }
        if games.len() >= 150 {
            break;
        }
    }
    games.truncate(150);
    let mut seen = 0;
    let findings = check(&evaluator, &games, |_| seen += 1);
    assert_eq!((seen, findings.len()), (laws(), laws()));
    findings
}

const WHITE: &str = "evaluation 1 white";

type Expected = &'static [(&'static str, Outcome, &'static str)];

/// Programs, and of each the outcomes of some laws, with a part of the detail.
const PROGRAMS: [(&str, &str, Expected); 8] = [
    (
        "evaluation 1",
        "exec sed -u s/.*/0/",
        &[
            ("within", Passed, "162 positions, from 0 to 0"),
            ("given again", Passed, ""),
            ("started again", Passed, ""),
            ("flipped", Passed, ""),
            ("clocks", Passed, ""),
            ("add up", Noted, "it has no terms"),
            ("options", Noted, "it has no options"),
            ("one by one", Passed, " positions a second"),
            ("positions sent ahead", Passed, " positions a second"),
        ],
    ),
    (
        WHITE,
        "exec sed -u s/.*/5/",
        &[
            ("given again", Passed, ""),
            (
                "flipped",
                Failed,
                "has the value 5, and with colours flipped (\"4k3/8/8/8/8/8/8/4K3 b - - 0 1\") -5",
            ),
            ("flipped", Failed, "; 162 of 162 positions"),
        ],
    ),
    (
        "evaluation 1",
        "n=0; while read -r x; do n=$((n+1)); echo $((n/3)); done",
        &[
            ("given again", Failed, "when it is given again; "),
            // Here it is the evaluator itself that finds it, since it computes the first value again.
            ("started again", Failed, "has two values: 0 when"),
        ],
    ),
    (
        "evaluation 1",
        "exec sed -u 's/ [0-9]*$//; s/.* //'",
        &[("clocks", Noted, " w - - 0 1\" has the value 0, and "), ("flipped", Passed, "")],
    ),
    // In all, 4.5 is rounded.
    (
        WHITE,
        r#"exec sed -u 's/.*/5 {"a": [3, 0], "b": [0, -1.5]}/'"#,
        &[("add up", Passed, "2 terms")],
    ),
    (
        WHITE,
        r#"exec sed -u 's/.*/5 {"a": [3, 0]}/'"#,
        &[(
            "add up",
            Noted,
            "has the value 5 from White's side, and its terms add up to 3; 162 of 162 positions",
        )],
    ),
    (
        "evaluation 1",
        "exec sed -u s/.*/31000/",
        &[("within", Failed, "the value 31000 of \""), ("given again", Noted, "not checked")],
    ),
    (
        "evaluation 1",
        "exec sed -u 's/.*/7/; 100q'",
        &[("within", Failed, "at \""), ("within", Failed, "the program ended (exit status: 0)")],
    ),
];

#[test]
fn laws_that_are_broken_are_found() {
    for (greeting, script, expected) in PROGRAMS {
        let findings = findings(greeting, script);
        for (words, outcome, detail) in expected {
            let mut found = findings.iter().filter(|finding| finding.name.contains(words));
            let finding = found.next().unwrap();
            assert!(found.next().is_none());
            assert_eq!(finding.outcome, *outcome, "{script}: {finding:?}");
            assert!(finding.detail.contains(detail), "{script}: {finding:?}");
        }
    }
}
