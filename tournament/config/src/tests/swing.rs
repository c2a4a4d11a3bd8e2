//! The factor on the margins of the search.

use super::*;

#[test]
fn swing_is_a_key_of_evaluators() {
    let swings = |text: &str| -> Vec<Option<f64>> {
        let config = parse(text, &[]).unwrap();
        config.engines.iter().map(|e| evaluator(e).swing).collect()
    };
    assert_eq!(swings(FILE), [None, None]);
    for (written, meant) in [("1.5", 1.5), ("2", 2.0), ("0.01", 0.01), ("100", 100.0)] {
        let with = FILE.replace("table = 12", &format!("table = 12\nswing = {written}"));
        assert_eq!(swings(&with), [None, Some(meant)]);
    }
    for wrong in ["0", "-1.5", "0.009", "101", "inf", "nan"] {
        let message = error("table = 12", &format!("swing = {wrong}"));
        assert!(
            message.starts_with("configs/x.toml:30:9: engine.1.swing: ")
                && message.contains("choose 0.01 to 100"),
            "{message}"
        );
    }
    let message = error("table = 12", "swing = \"wide\"");
    assert!(message.contains("line 30, column 9"), "{message}");
    let message = set_error("engine.ChessBin.swing=0");
    assert!(
        message.starts_with("--set engine.ChessBin.swing=0: engine.0.swing: 0 is out of range"),
        "{message}"
    );
}

#[test]
fn a_run_with_another_swing_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("swing"));
    let one = config(&["engine.ChessBin.swing=1"]).canonical();
    let two = config(&["engine.ChessBin.swing=2.5"]).canonical();
    assert_eq!(
        differences(&old, &one),
        ["engine \"ChessBin\".swing is new: 1.0"]
    );
    assert_eq!(
        differences(&one, &two),
        ["engine \"ChessBin\".swing was 1.0 and is now 2.5"]
    );
    assert_eq!(Config::from_canonical(&two).unwrap().canonical(), two);
}

#[test]
fn scale_is_a_key_of_evaluators_and_tells_runs_apart() {
    let old = config(&[]).canonical();
    assert!(!old.contains("scale"));
    let scaled = config(&["engine.ChessBin.scale=231.5"]);
    assert_eq!(evaluator(&scaled.engines[0]).scale, Some(231.5));
    assert_eq!(
        differences(&old, &scaled.canonical()),
        ["engine \"ChessBin\".scale is new: 231.5"]
    );
    for wrong in ["0.9", "100001", "inf", "nan"] {
        let message = set_error(&format!("engine.ChessBin.scale={wrong}"));
        assert!(
            message.contains("engine.0.scale: ") && message.contains("choose the centipawns"),
            "{message}"
        );
    }
    let message = error("table = 12", "scale = \"wide\"");
    assert!(message.contains("line 30, column 9"), "{message}");
}
