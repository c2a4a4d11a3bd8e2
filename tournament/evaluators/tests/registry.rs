//! The evaluators by name.

#![allow(clippy::unwrap_used)]

use engine_core::game::Game;
use engine_core::options::OptionKind;
use engine_core::rule::Statement;
use evaluators::AnyEvaluator;
use evaluators::registry::{NAMES, evaluator, info};
use evaluators::scale::in_michniewskis;

#[test]
fn every_evaluator_is_registered_under_its_own_name() {
    for name in NAMES {
        assert_eq!(info(name).unwrap().name, *name);
    }
    assert!(info("unknown").is_none());
}

/// True if the sentences of its rules have their numbers; [`Statement::numbers`] has those of all others.
fn has_numbers_in_words(name: &str) -> bool {
    name.starts_with("compendium")
}

#[test]
fn every_rule_is_stated_and_every_number_is_a_rule_s() {
    for name in NAMES {
        let evaluator = evaluator(name).unwrap();
        let rules = evaluator.rules().into_iter();
        let statements: Vec<Statement> = rules
            .map(|declared| {
                let rule = declared.rule.name;
                let statement = evaluator.statement(rule);
                statement.unwrap_or_else(|| panic!("{name}: {rule} is not stated"))
            })
            .collect();
        let options = evaluator.options();
        for statement in &statements {
            assert!(statement.text.ends_with('.'), "{name}: {statement:?}");
            for number in statement.numbers {
                let alone = Statement::new("", std::slice::from_ref(number));
                let is_option = options.iter().any(|option| alone.counts_by(option.name));
                assert!(is_option, "{name} has no option {number}");
            }
        }
        for option in options {
            let is_number = !matches!(option.kind, OptionKind::Flag { .. } | OptionKind::Choice { .. });
            let mut statements = statements.iter();
            let is_counted = statements.any(|statement| statement.counts_by(option.name));
            assert!(
                is_counted || !is_number || has_numbers_in_words(name),
                "{name}: no rule counts by {}",
                option.name
            );
        }
    }
}

#[test]
fn a_score_counts_by_what_it_is_worth() {
    assert_eq!(in_michniewskis(1125, 1.25), 900);
    assert_eq!(in_michniewskis(-15, 2.0), -8);
    assert_eq!(in_michniewskis(-900, 1.0), -900);
}

/// The number of a term, White's amount less Black's, or of the whole, in centipawns.
fn shown(evaluator: &dyn AnyEvaluator, position: &str, term: &str) -> f64 {
    let game = Game::parse(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    let evaluation = evaluator.explain(&game).unwrap();
    if term == "total" {
        return evaluation.total.into();
    }
    assert!(evaluator.rules().iter().any(|declared| declared.rule.name == term) || term.contains("karpov"), "{term}");
    let terms = evaluation.breakdown.terms().iter().filter(|posted| posted.rule.name == term);
    f64::from(terms.map(|posted| posted.white - posted.black).sum::<i32>()) / 10.0
}

/// The rows of docs/readings.md: a reading, a position, a term, its value, and that of another reading, with the option
/// that reads so if there is one.
#[test]
fn the_page_of_readings_has_true_values() {
    let page = include_str!("../../../docs/readings.md");
    let (mut evaluators, mut current) = (Vec::new(), None);
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let name = heading.split('`').nth(1).unwrap_or_else(|| panic!("{heading}"));
            evaluators.push(name);
            current = evaluator(name);
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", _, position, term, here, otherwise, ""] = cells[..] else { continue };
        let (Some(position), Some(term)) = (position.split('`').nth(1), term.split('`').nth(1)) else { continue };
        let mut read = current.as_ref().unwrap().boxed();
        assert_eq!(shown(&*read, position, term), here.parse::<f64>().unwrap(), "{line}");
        let (value, option) = otherwise.split_once(" (`").unwrap_or((otherwise, ""));
        let value: f64 = value.parse().unwrap();
        assert_ne!(value, here.parse::<f64>().unwrap(), "{line}");
        if let Some((name, setting)) = option.trim_end_matches("`)").split_once('=') {
            read.set(name, setting).unwrap();
            assert_eq!(shown(&*read, position, term), value, "{line}");
        }
    }
    evaluators.sort_unstable();
    let mut all = NAMES.to_vec();
    all.retain(|name| *name != "material");
    all.sort_unstable();
    assert_eq!(evaluators, all);
}
