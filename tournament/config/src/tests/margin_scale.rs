//! The margin scale and the evaluation scale of an evaluator.

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
        let key = format!("table = 12\nmargin_scale = {written}");
        let with = FILE.replace("table = 12", &key);
        assert_eq!(scales(&with), [None, Some(meant)]);
    }
    for wrong in ["0", "-1.5", "0.009", "101", "inf", "nan"] {
        let message = error("table = 12", &format!("margin_scale = {wrong}"));
        assert!(
            message.starts_with("configs/x.toml:30:16: engine.1.margin_scale: ")
                && message.contains("choose 0.01 to 100"),
            "{message}"
        );
    }
    let message = error("table = 12", "margin_scale = \"wide\"");
    assert!(message.contains("line 30, column 16"), "{message}");
    let message = set_error("engine.ChessBin.margin_scale=0");
    assert!(
        message.starts_with(
            "--set engine.ChessBin.margin_scale=0: engine.0.margin_scale: 0 is out of range"
        ),
        "{message}"
    );
}

#[test]
fn a_run_with_another_margin_scale_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("swing"));
    let one = config(&["engine.ChessBin.margin_scale=1"]).canonical();
    let two = config(&["engine.ChessBin.margin_scale=2.5"]).canonical();
    assert_eq!(
        differences(&old, &one),
        ["engine \"ChessBin\".margin_scale is new: 1.0"]
    );
    assert_eq!(
        differences(&one, &two),
        ["engine \"ChessBin\".margin_scale was 1.0 and is now 2.5"]
    );
    assert_eq!(Config::from_canonical(&two).unwrap().canonical(), two);
}

#[test]
fn eval_scale_is_a_key_of_evaluators_and_distinguishes_runs() {
    let old = config(&[]).canonical();
    assert!(!old.contains("scale"));
    let scaled = config(&["engine.ChessBin.eval_scale=231.5"]);
    assert_eq!(evaluator(&scaled.engines[0]).eval_scale, Some(231.5));
    assert_eq!(
        differences(&old, &scaled.canonical()),
        ["engine \"ChessBin\".eval_scale is new: 231.5"]
    );
    for wrong in ["0.9", "100001", "inf", "nan"] {
        let message = set_error(&format!("engine.ChessBin.eval_scale={wrong}"));
        assert!(
            message.contains("engine.0.eval_scale: ") && message.contains("choose the centipawns"),
            "{message}"
        );
    }
    let message = error("table = 12", "eval_scale = \"wide\"");
    assert!(message.contains("line 30, column 14"), "{message}");
}
