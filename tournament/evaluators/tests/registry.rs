//! The evaluators by name.

#![allow(clippy::unwrap_used)]

use engine_core::explain::centipawns;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::options::{OptionInfo, OptionKind};
use engine_core::random::RandomGames;
use engine_core::rule::Statement;
use engine_core::score::EVAL_MAX;
use eval_compendium::book::worked_positions;
use evaluators::AnyEvaluator;
use evaluators::registry::{NAMES, evaluator, info};
use evaluators::scale::in_michniewskis;
use shakmaty::Position as _;

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

/// Sides with as many pieces as there can be, and positions in which the rules of the compendium fire.
fn positions(count: usize) -> Vec<Game> {
    let full = ["1k4N1/2q5/6q1/1q4q1/1q5p/3N2p1/6K1/8 w - - 0 1", "8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w KQ - 0 1"];
    let worked = worked_positions().unwrap();
    let fens = worked.iter().map(|case| case.position).step_by(worked.len() / count);
    full.into_iter().chain(fens).map(|fen| Game::parse(fen).unwrap()).collect()
}

/// The two ends of an option's range.
fn ends(option: &OptionInfo) -> [String; 2] {
    match option.kind {
        OptionKind::Flag { .. } => ["false", "true"].map(str::to_owned),
        OptionKind::Choice { choices, .. } => [choices[0], choices[choices.len() - 1]].map(str::to_owned),
        OptionKind::Number { min, max, .. } => [min, max].map(|end| end.to_string()),
        OptionKind::Tenths { min, max, .. } => [min, max].map(centipawns),
        OptionKind::Patterns => ["", ""].map(str::to_owned),
    }
}

/// Each option at either end of its range, alone and with all others, the way of each by lot. Sums are checked for overflow
/// in tests; a value is within its bounds, and what is shown is the value where it is, too.
#[test]
fn no_option_within_its_range_wraps_a_value() {
    let positions = positions(if cfg!(feature = "full") { 30 } else { 10 });
    let check = |evaluator: &dyn AnyEvaluator, set: &str| {
        for game in &positions {
            let (value, shown) = (evaluator.evaluate(game).unwrap(), evaluator.explain(game).unwrap());
            assert!(value.abs() <= EVAL_MAX, "{set}: {}", shown.fen);
            let total = shown.total.clamp(-EVAL_MAX, EVAL_MAX);
            assert_eq!(game.position().turn().fold_wb(value, -value), total, "{set}: {}", shown.fen);
        }
    };
    for name in NAMES {
        let built_in = evaluator(name).unwrap();
        let (mut all, mut random) = (built_in.boxed(), RandomGames::new(85));
        for round in 0..40 {
            for option in built_in.options() {
                let end = &ends(&option)[if round < 2 { round } else { random.below(2) }];
                all.set(option.name, end).unwrap();
                if round < 2 {
                    let mut alone = built_in.boxed();
                    alone.set(option.name, end).unwrap();
                    check(&*alone, &format!("{name}, {} {end}", option.name));
                }
            }
            check(&*all, &format!("{name}, draw {round}"));
            // What is kept from move to move.
            let limits = Limits::nodes(100);
            positions.iter().step_by(10).for_each(|game| drop(all.searcher(8).go(game, &limits, &mut |_| {}).unwrap()));
        }
    }
}
