//! Numbers fitted to results.

use std::sync::atomic::{AtomicUsize, Ordering};

use config::{EvaluatorConfig, Parameters};
use engine_core::options::OptionKind;
use evaluators::{AnyEvaluator, registry};
use lab::calibration::change_of;
use lab::fit::tune::{Step, TunedNumber, TuningReport, tune};
use lab::positions::Position;
use serde_json::{Value, json};

use super::{evaluator, named, number, simulated};

fn tuned(
    name: &str,
    patterns: &[&str],
    positions: &[Position],
    notify: impl Fn(Step) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> anyhow::Result<Option<TuningReport>> {
    let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
    tune(name, &*evaluator(name, &[]), &patterns, positions, notify, stopped)
}

fn tuned_to_the_end(name: &str, patterns: &[&str], positions: &[Position]) -> TuningReport {
    tuned(name, patterns, positions, |_| (), || false).unwrap().unwrap()
}

/// How many standard errors a number is from the document's.
fn surprise(found: &Value) -> f64 {
    (number(&found["tuned"]) - number(&found["document"])).abs() / number(&found["error"])
}

fn is_better(report: &Value) -> bool {
    number(&report["gain"]["value"]) > 2.0 * number(&report["gain"]["error"])
}

/// With the sizes of its values measured.
fn measured(report: &mut TuningReport, positions: &[Position]) -> Value {
    let games: Vec<_> = positions.iter().step_by(50).map(|one| one.game.clone()).collect();
    let own = evaluator(&report.evaluator, &[]);
    let change = |evaluator: &dyn AnyEvaluator| change_of(evaluator, &games);
    report.measure_sizes(&*own, change, positions).unwrap();
    json!(report)["sizes"].clone()
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
    let positions = simulated(12_000, &*evaluator("slate-atkin", &truth), 60.0);
    let open = ["pawn_passed*", "bishop_*", "queen_bishop_diagonal"];
    let mut report = tuned_to_the_end("slate-atkin", &open, &positions);
    let found = json!(report);
    assert_eq!(report.numbers.len(), truth.len(), "{found}");
    for (option, value) in truth {
        let own = named(&found["numbers"], "option", option);
        let [tuned, error, set] = ["tuned", "error", "set"].map(|key| number(&own[key]));
        // Within 99 %.
        assert!((tuned - value).abs() < 2.6 * error && error < 8.0, "{value} {own}");
        assert!((set - tuned).abs() <= 0.5, "{own}");
    }
    let sure = found["numbers"].as_array().unwrap().iter().filter(|own| surprise(own) > 2.6);
    assert!(sure.count() >= 3 && is_better(&found), "{found}");
    assert!(number(&found["rounds"]) >= 1.0 && !report.interrupted);

    // The file is one that a regression test takes, and sets just these and how large values are.
    let sizes = measured(&mut report, &positions);
    let text = report.file().unwrap();
    let file: Parameters = toml::from_str(&text).unwrap();
    assert_eq!(json!([file.margin_scale, file.eval_scale]), json!([sizes["margin_scale"], sizes["eval_scale"]]));
    let changed = report.numbers.iter().filter(|number| TunedNumber::is_changed(number));
    assert_eq!(file.params.len(), changed.count());
    for (option, set) in &file.params {
        let own = named(&found["numbers"], "option", option);
        assert_eq!(set.as_integer(), Some(number(&own["set"]) as i64));
    }
    assert!(text.contains("# document 10, tuned "), "{text}");
}

#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn values_that_grow_have_larger_scales() {
    // All pieces worth half as much again: more than half of what the values are.
    let own = evaluator("compendium", &[]).options().into_iter();
    let pieces = own.filter(|option| option.name.starts_with("intro.piece-values."));
    let grown = pieces.map(|option| match option.kind {
        OptionKind::Number { default, .. } => (option.name, (1.5 * f64::from(default)).round()),
        OptionKind::Tenths { default, .. } => (option.name, (0.15 * f64::from(default)).round()),
        kind => panic!("{kind:?}"),
    });
    let grown: Vec<(&str, f64)> = grown.collect();
    assert_eq!(grown.len(), 5);
    let info = evaluator("compendium", &[]).info();
    let own = [info.margin_scale.ratio, info.eval_scale.centipawns];
    for (options, is_grown) in [(&[][..], false), (&grown, true)] {
        let positions = simulated(1_500, &*evaluator("compendium", options), 150.0);
        let mut report = tuned_to_the_end("compendium", &["intro.piece-values.*"], &positions);
        let sizes = measured(&mut report, &positions);
        for (key, own) in ["margin_scale", "eval_scale"].into_iter().zip(own) {
            let ratio = number(&sizes[key]) / own;
            let expected = if is_grown { 1.1..2.0 } else { 0.95..1.05 };
            assert!(expected.contains(&ratio), "{key}: {ratio} {report:?}");
        }
    }
}

#[test]
fn numbers_that_are_right_are_left_about_where_they_are() {
    let positions = simulated(2_000, &*evaluator("slate-atkin", &[]), 60.0);
    let report = tuned_to_the_end("slate-atkin", &[], &positions);
    let found = json!(report);
    let numbers = found["numbers"].as_array().unwrap();
    assert!(numbers.iter().all(|number| surprise(number) <= 2.6), "{found}");
    assert!(report.document(60).to_string().contains("held-out games"));
}

#[test]
fn an_interrupt_keeps_the_best_so_far() {
    // Among all numbers there are slopes and the distances at which they give nothing, which are multiplied.
    let truth = [("bishop_pair", 90.0), ("pawn_passed", 22.0), ("knight_centre.slope", 12.0)];
    let positions = simulated(10_000, &*evaluator("slate-atkin", &truth), 60.0);
    assert!(tuned("slate-atkin", &[], &positions, |_| (), || true).unwrap().is_none());
    // In the middle of the ridges.
    let ridges = AtomicUsize::new(0);
    let count = |step| {
        ridges.fetch_add(usize::from(matches!(step, Step::Ridge(..))), Ordering::Relaxed);
    };
    let stopped = || ridges.load(Ordering::Relaxed) >= 6;
    let report = tuned("slate-atkin", &[], &positions, count, stopped).unwrap().unwrap();
    assert!(report.interrupted && number(&json!(report)["gain"]["value"]) > 0.0, "{report:?}");
    assert!(report.file().unwrap().contains("interrupted"));
    let pawn = named(&json!(report)["numbers"], "option", "value.pawn")["set"].clone();
    assert!((50.0..200.0).contains(&number(&pawn)), "{pawn}");
}

#[test]
fn every_evaluator_of_the_house_has_numbers() {
    for name in registry::NAMES {
        let error = tuned(name, &["nothing"], &[], |_| (), || false).unwrap_err().to_string();
        assert!(error.contains("--params nothing: no number of"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn an_evaluator_without_numbers_is_refused_with_what_can_be_asked_of_it() {
    let external = config::ExternalConfig { folder: ".".into(), timeouts: Default::default() };
    let config = EvaluatorConfig {
        external: Some(Box::new(external)),
        ..EvaluatorConfig::of("eval:sh -c 'echo evaluation 1; exec sed -u s/.*/0/'")
    };
    let numberless = players::player::configured("numberless", &config).unwrap();
    let text = tune("numberless", &*numberless, &[], &[], |_| (), || false).unwrap_err().to_string();
    assert!(text.contains("numberless offers no number") && text.contains("--terms"), "{text}");
}
