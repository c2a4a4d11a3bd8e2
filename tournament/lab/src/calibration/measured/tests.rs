use tempfile::tempdir;

use super::*;
use config::Selection;

fn measurement(values: &str) -> Measurement {
    Measurement {
        margin_scale: 1.25,
        eval_scale: 300.5,
        measured: "2026-11-24, on 7542 positions of 1259 built-in games".to_owned(),
        values: values.to_owned(),
    }
}

/// An evaluator without measured numbers.
fn unmeasured() -> EvaluatorInfo {
    EvaluatorInfo {
        margin_scale: MarginScale::UNMEASURED,
        eval_scale: EvalScale::UNMEASURED,
        ..registry::info("otter").unwrap()
    }
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempdir().unwrap();
    let path = folder.path().join(FILE);
    assert_eq!(Measurements::read(&path).unwrap(), Measurements::default());
    let all = Measurements::default()
        .with("my-idea", measurement("00ff"))
        .with("other", measurement("01"));
    all.write(&path).unwrap();
    assert_eq!(Measurements::read(&path).unwrap(), all);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[my-idea]\nmargin_scale = 1.25\neval_scale = 300.5\n"), "{text}");
}

#[test]
fn a_wrong_file_is_refused_with_its_name() {
    let folder = tempdir().unwrap();
    let path = folder.path().join(FILE);
    let good = toml::to_string(&Measurements::default().with("x", measurement("1"))).unwrap();
    for (old, new, expected) in [
        ("margin_scale = 1.25", "margin_scale = 0", "margin_scale must be 0.01 to 100"),
        ("eval_scale = 300.5", "eval_scale = nan", "eval_scale 1 to 100000"),
        ("eval_scale = 300.5", "", "missing field `eval_scale`"),
        ("[x]", "[x", "measured.toml: "),
        ("margin_scale", "margin_scales", "unknown field"),
    ] {
        std::fs::write(&path, good.replacen(old, new, 1)).unwrap();
        let error = Measurements::read(&path).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains(FILE), "{error}");
    }
}

#[test]
fn only_what_an_evaluator_lacks_is_given() {
    let measured = Measurements::default().with("otter", measurement("1"));
    let otter = registry::info("otter").unwrap();
    assert_eq!(measured.applied_to(otter), otter);
    let applied = measured.applied_to(unmeasured());
    assert_eq!((applied.margin_scale.ratio, applied.eval_scale.centipawns), (1.25, 300.5));
    let none = Measurements::default().applied_to(unmeasured());
    assert_eq!(none, unmeasured());
    assert_eq!(none.eval_scale.per(MICHNIEWSKI_SCALE), 1.0);
    assert!(!none.eval_scale.is_measured() && otter.eval_scale.is_measured());
    // A scale in the source takes precedence.
    let half = EvaluatorInfo { eval_scale: otter.eval_scale, ..unmeasured() };
    assert_eq!(measured.missing(&half), (Some(1.25), None));
}

#[test]
fn configurations_of_the_house_stay_as_they_are() {
    let words = ["otter".to_owned(), "cmd:x".to_owned()];
    let selection = Selection { words: &words, file: None, limit: None, nodes: 1, table: 10 };
    let engines = selection.engines(registry::NAMES).unwrap();
    let mut given = engines.clone();
    let measured = Measurements::default().with("otter", measurement("1"));
    assert_eq!(measured.give_all(&mut given).unwrap(), [""; 0]);
    assert_eq!(given, engines);
}

#[test]
fn an_evaluator_is_known_by_what_it_says() {
    let key = |name| values(&*registry::evaluator(name).unwrap()).unwrap();
    assert_eq!(key("otter"), key("otter"));
    assert_ne!(key("otter"), key("michniewski"));
}
