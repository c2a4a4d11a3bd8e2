//! Keys of evaluators: scales, and numbers of the search.

use super::*;

#[test]
fn margin_scale_is_a_key_of_evaluators() {
    let scales = |text: &str| -> Vec<Option<f64>> {
        let config = parse(text, &[]).unwrap();
        let engines = config.engines.iter();
        engines.map(|e| evaluator(e).margin_scale).collect()
    };
    assert_eq!(scales(FILE), [None, None]);
    for (written, meant) in [("1.5", 1.5), ("2", 2.0), ("0.01", 0.01), ("100", 100.0)] {
        let key = format!("hash = 4\nmargin_scale = {written}");
        let with = FILE.replace("hash = 4", &key);
        assert_eq!(scales(&with), [None, Some(meant)]);
    }
    for wrong in ["0", "-1.5", "0.009", "101", "inf", "nan"] {
        let message = error("hash = 4", &format!("margin_scale = {wrong}"));
        let place = "configs/x.toml:30:16: engine.1.margin_scale: ";
        message.must_have(&[place, "choose 0.01 to 100"]);
    }
    let message = error("hash = 4", "margin_scale = \"wide\"");
    message.must_have(&["line 30, column 16"]);
    let set = "engine.ChessBin.margin_scale=0";
    let place = format!("--set {set}: engine.0.margin_scale: 0 is out of range");
    set_error(set).must_have(&[&place]);
}

#[test]
fn a_run_with_another_margin_scale_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("margin_scale"));
    let one = config(&["engine.ChessBin.margin_scale=1"]).canonical();
    let two = config(&["engine.ChessBin.margin_scale=2.5"]).canonical();
    for (old, new, change) in [(&old, &one, "is new: 1.0"), (&one, &two, "was 1.0 and is now 2.5")]
    {
        let change = format!("engine \"ChessBin\".margin_scale {change}");
        assert_eq!(differences(old, new), [change]);
    }
    assert_eq!(Config::from_text(&two).unwrap().canonical(), two);
}

#[test]
fn eval_scale_is_a_key_of_evaluators_and_distinguishes_runs() {
    let old = config(&[]).canonical();
    assert!(!old.contains("eval_scale"));
    let scaled = config(&["engine.ChessBin.eval_scale=231.5"]);
    assert_eq!(evaluator(&scaled.engines[0]).eval_scale, Some(231.5));
    assert_eq!(
        differences(&old, &scaled.canonical()),
        ["engine \"ChessBin\".eval_scale is new: 231.5"]
    );
    for wrong in ["0.9", "100001", "inf", "nan"] {
        let message = set_error(&format!("engine.ChessBin.eval_scale={wrong}"));
        message.must_have(&["engine.0.eval_scale: ", "choose the centipawns"]);
    }
    let message = error("hash = 4", "eval_scale = \"wide\"");
    message.must_have(&["line 30, column 14"]);
}

#[test]
fn numbers_of_the_search_are_a_key_of_evaluators() {
    let of = |written: &str| {
        let with = FILE.replace("hash = 4", &format!("hash = 4\nsearch = {written}"));
        let config = parse(&with, &[]).unwrap();
        evaluator(&config.engines[1]).search.clone()
    };
    assert!(of("{}").is_empty());
    let both = of("{ reverse_futility.margin = 75, \"lmr.divisor\" = 2.5 }");
    let both: Vec<_> = both.into_iter().collect();
    let expected = [("lmr.divisor", 2.5), ("reverse_futility.margin", 75.0)];
    assert_eq!(both, expected.map(|(name, value)| (name.to_owned(), value)));
    for (wrong, expected) in [
        (
            "{ reverse_futility.margi = 1 }",
            "engine.1.search.reverse_futility.margi: the search has no number",
        ),
        ("{ reverse_futility = 1 }", "engine.1.search.reverse_futility: the search has no number"),
        (
            "{ reverse_futility.margin = 7.5 }",
            "reverse_futility.margin cannot be 7.5; choose a whole number",
        ),
        ("{ reverse_futility.margin = -1 }", "from 1 to 1000"),
        (
            "{ reverse_futility.margin = \"1\" }",
            "engine.1.search.reverse_futility.margin: must be a number",
        ),
    ] {
        let message = error("hash = 4", &format!("search = {wrong}"));
        assert!(message.contains(expected), "{message}");
    }
    let set = config(&["engine.ChessBin.search.reverse_futility.margin=10"]);
    assert_eq!(evaluator(&set.engines[0]).search["reverse_futility.margin"], 10.0);
}

#[test]
fn a_run_with_other_numbers_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("search"));
    let new = config(&["engine.ChessBin.search.reverse_futility.margin=10"]).canonical();
    assert_eq!(differences(&old, &new).len(), 1);
    assert_eq!(Config::from_text(&new).unwrap().canonical(), new);
}
