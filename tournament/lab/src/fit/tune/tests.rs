use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::calibration::margins::change_of;
use crate::fit::simulated;
use config::Parameters;
use evaluators::registry;

fn tuned(evaluator: &str, patterns: &[&str], positions: &[Position]) -> TuningReport {
    let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
    let name = evaluator;
    let evaluator = registry::evaluator(name).unwrap();
    tune(name, &*evaluator, &patterns, positions, |_| (), || false).unwrap()
}

fn with_options(evaluator: &str, options: &[(&str, f64)]) -> Box<dyn AnyEvaluator> {
    let mut evaluator = registry::evaluator(evaluator).unwrap();
    for (name, value) in options {
        evaluator.set(name, &value.to_string()).unwrap();
    }
    evaluator
}

/// Checks that each of `truth` is within 2.6 standard errors (99 %), and no error larger than `most`.
fn assert_found(report: &TuningReport, truth: &[(&str, f64)], most: f64) {
    for &(name, value) in truth {
        let found = report.numbers.iter().find(|number| number.option == name).unwrap();
        assert!((found.tuned - value).abs() < 2.6 * found.error, "{value} {found:?}");
        assert!(found.error < most, "{found:?}");
        assert!((found.set - found.tuned).abs() <= 0.5, "{found:?}");
    }
}

#[test]
fn true_numbers_are_found_again() {
    let truth = [
        ("pawn_passed", 22.0),
        ("pawn_passed_blocked", -20.0),
        ("bishop_adjacent_pawn", 6.0),
        ("bishop_pair", 70.0),
        ("queen_bishop_diagonal", -10.0),
    ];
    let decider = with_options("slate-atkin", &truth);
    let positions = simulated::positions(12_000, &*decider, 60.0);
    let open = ["pawn_passed*", "bishop_*", "queen_bishop_diagonal"];
    let report = tuned("slate-atkin", &open, &positions);
    assert_eq!(report.numbers.len(), truth.len(), "{report:?}");
    assert_found(&report, &truth, 8.0);
    let sure = report.numbers.iter().filter(|number| number.surprise() > 2.6);
    assert!(sure.count() >= 3, "{report:?}");
    assert!(report.gain.value > 2.0 * report.gain.error, "{report:?}");
    assert!(report.rounds >= 1 && !report.interrupted);

    // The file is one that a regression test takes, and sets just these and how large values are.
    let mut report = report;
    let games: Vec<_> = positions.iter().step_by(60).map(|one| one.game.clone()).collect();
    let own = registry::evaluator(&report.evaluator).unwrap();
    let change = |evaluator: &dyn AnyEvaluator| change_of(evaluator, &games);
    report.measure_sizes(&*own, change, &positions).unwrap();
    let file: Parameters = toml::from_str(&report.file().unwrap()).unwrap();
    assert_eq!(
        (file.margin_scale, file.eval_scale),
        report.sizes.map(|of| (Some(of.margin_scale), Some(of.eval_scale))).unwrap()
    );
    for number in report.numbers.iter().filter(|number| number.is_changed()) {
        assert_eq!(file.params[number.option].as_integer(), Some(number.set as i64));
    }
    assert!(report.file().unwrap().contains("# document 10, tuned "));
}

/// Slopes and the distances at which they give nothing are multiplied: differences measure one at a time, not both.
#[test]
fn all_numbers_of_an_evaluator_that_is_no_line_get_better_and_keep_their_size() {
    let truth = [
        ("rook_king_tropism.slope", 9.0),
        ("queen_king_tropism.slope", 9.0),
        ("knight_centre.slope", 12.0),
        ("rook_open_file", 40.0),
    ];
    let decider = with_options("slate-atkin", &truth);
    let positions = simulated::positions(10_000, &*decider, 60.0);
    let report = tuned("slate-atkin", &[], &positions);
    assert!(report.numbers.len() > 30, "{report:?}");
    assert!(report.gain.value > 2.0 * report.gain.error, "{report:?}");
    let mut numbers = report.numbers.iter();
    let pawn = numbers.find(|number| number.option == "value.pawn").unwrap();
    assert!((50.0..200.0).contains(&pawn.set), "{pawn:?}");
}

#[test]
fn values_that_grow_have_a_larger_scales() {
    let evaluator = with_options("compendium", &[]);
    let positions = simulated::positions(2_000, &*evaluator, 150.0);
    let patterns = ["intro.piece-values.*"];
    let mut report = tuned("compendium", &patterns, &positions);
    let games: Vec<_> = positions.iter().step_by(50).map(|one| one.game.clone()).collect();
    let own = registry::evaluator(&report.evaluator).unwrap();
    let change = |evaluator: &dyn AnyEvaluator| change_of(evaluator, &games);
    // All pieces worth half as much again: more than half of what the values are.
    report.numbers = report
        .numbers
        .into_iter()
        .map(|number| TunedNumber { set: (1.5 * number.document).round(), ..number })
        .collect();
    assert_eq!(report.numbers.len(), 5);
    report.measure_sizes(&*own, change, &positions).unwrap();
    let grown = report.sizes.unwrap();
    for number in &mut report.numbers {
        number.set = number.document;
    }
    report.measure_sizes(&*own, change, &positions).unwrap();
    let same = report.sizes.unwrap();
    let info = evaluator.info();
    assert_eq!(
        (same.margin_scale, same.eval_scale),
        (info.margin_scale.ratio, info.eval_scale.centipawns)
    );
    assert!(
        grown.margin_scale > 1.1 * same.margin_scale && grown.eval_scale > 1.1 * same.eval_scale,
        "{grown:?} {same:?}"
    );
}

#[test]
fn numbers_that_are_right_are_left_about_where_they_are() {
    let right = with_options("slate-atkin", &[]);
    let positions = simulated::positions(2_000, &*right, 60.0);
    let report = tuned("slate-atkin", &[], &positions);
    let moved = report.numbers.iter().filter(|number| number.surprise() > 2.6);
    assert_eq!(moved.count(), 0, "{report:?}");
    assert!(report.document(60).to_string().contains("held-out games"));
}

#[test]
fn an_interrupt_keeps_the_best_so_far() {
    let truth = [("bishop_pair", 90.0), ("pawn_passed", 22.0)];
    let decider = with_options("slate-atkin", &truth);
    let positions = simulated::positions(10_000, &*decider, 60.0);
    let own = registry::evaluator("slate-atkin").unwrap();
    let stopped = tune("slate-atkin", &*own, &[], &positions, |_| (), || true);
    let at_once = stopped.unwrap_err();
    assert!(at_once.to_string().contains("nothing was written"), "{at_once}");
    // In the middle of the ridges.
    let ridges = AtomicUsize::new(0);
    let count = |step| {
        if matches!(step, Step::Ridge(..)) {
            ridges.fetch_add(1, Ordering::Relaxed);
        }
    };
    let stopped = || ridges.load(Ordering::Relaxed) >= 6;
    let report = tune("slate-atkin", &*own, &[], &positions, count, stopped).unwrap();
    assert!(report.interrupted && report.gain.value > 0.0, "{report:?}");
    assert!(report.file().unwrap().contains("interrupted"));
}
