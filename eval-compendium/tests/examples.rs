//! Every worked position of every rule that is written, for both colours.
//!
//! `RULE=text` runs only the rules whose id contains the text, and they must be written.

mod common;

use std::env;

use common::{Position, data, game, mirrored_game, raw_factor, raw_terms};
use engine_core::options::Configure;
use eval_compendium::{Status, compendium, statuses};

/// What the rule alone gives, as "example 1: [white, black]".
fn wrong_answers(id: &str, at: usize, case: &Position) -> Vec<String> {
    let evaluator = compendium();
    let here = game(&case.text);
    let there = mirrored_game(&here);
    let [white, black] = case.terms;
    let asked = [
        ("", here, case.score, [white, black]),
        (
            " mirrored",
            there,
            case.score.map(|score| -score),
            [black, white],
        ),
    ];
    let mut wrong = Vec::new();
    for (turned, game, score, expected) in asked {
        let readings = evaluator
            .raw(&game, score)
            .expect("the compendium has raw readings");
        let found = raw_terms(&readings, id);
        if found != expected {
            let (kind, text) = (&case.kind, &case.text);
            wrong.push(format!(
                "{id}: position {at} ({kind}){turned} gives {found:?}, not {expected:?}: {text}"
            ));
        }
        let (factor, text) = (raw_factor(&readings, id), &case.text);
        if factor != case.scale16 {
            let expected = case.scale16;
            wrong.push(format!(
                "{id}: position {at}{turned} scales by {factor}, not {expected}: {text}"
            ));
        }
    }
    wrong
}

#[test]
fn written_rules_give_what_the_data_say() {
    let filter = env::var("RULE").unwrap_or_default();
    let (mut wrong, mut pending, mut seen) = (Vec::new(), Vec::new(), 0);
    for (rule, (id, status)) in data().into_iter().zip(statuses()) {
        assert_eq!(rule.id, id);
        if !id.contains(&filter) {
            continue;
        }
        seen += 1;
        match status {
            Status::Built => {
                assert!(!rule.positions.is_empty(), "{id} has no position");
                for (at, case) in rule.positions.iter().enumerate() {
                    wrong.extend(wrong_answers(id, at + 1, case));
                }
            }
            Status::Later(why) => println!("later: {id}: {why}"),
            Status::Pending => pending.push(id),
        }
    }
    println!("pending: {}\n{}", pending.len(), pending.join("\n"));
    assert!(seen > 0, "no rule's id contains \"{filter}\"");
    assert!(
        filter.is_empty() || pending.is_empty(),
        "not written: {pending:?}"
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn no_rule_is_pending() {
    let pending: Vec<_> = statuses()
        .filter(|(_, status)| *status == Status::Pending)
        .map(|(id, _)| id)
        .collect();
    assert!(pending.is_empty(), "pending: {pending:?}");
}
