//! The evaluators by name.

#![allow(clippy::unwrap_used)]

use engine_core::options::OptionKind;
use engine_core::rule::Statement;
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
