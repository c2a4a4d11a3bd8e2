//! Renamed keys: the old names are read.

use super::*;
use crate::renamed::with_current_keys;

/// A configuration with the current keys.
const CURRENT: &str = r#"
run = { name = "x", format = "match", pairs = 1 }
[[time_control]]
name = "nodes"
limits = { nodes = 700 }
[[engine]]
evaluator = "chessbin"
margin_scale = 1.5
eval_scale = 231.5
[[engine]]
evaluator = "material"
"#;

/// The same with the old ones.
fn old() -> String {
    CURRENT
        .replace("time_control", "ladder")
        .replace("margin_scale", "swing")
        .replace("eval_scale", "scale")
}

#[test]
fn old_keys_of_a_file_are_read() {
    let read = |text: &str, overrides: &[&str]| parse(text, overrides).unwrap().canonical();
    assert_eq!(read(&old(), &[]), read(CURRENT, &[]));
    let changed = [
        "time_control.nodes.limits.depth=4",
        "engine.chessbin.margin_scale=2",
        "engine.0.eval_scale=300",
    ];
    let before = ["ladder.nodes.limits.depth=4", "engine.chessbin.swing=2", "engine.0.scale=300"];
    let expected = read(CURRENT, &changed);
    assert_ne!(expected, read(CURRENT, &[]));
    for text in [old().as_str(), CURRENT] {
        assert_eq!(read(text, &changed), expected);
        assert_eq!(read(text, &before), expected);
    }
}

#[test]
fn old_keys_of_a_file_of_parameters_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parameters.toml");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        Parameters::load(&path).unwrap()
    };
    let current = read("margin_scale = 1.5\neval_scale = 231.5");
    assert_eq!(current.margin_scale, Some(1.5));
    assert_eq!(current.eval_scale, Some(231.5));
    assert_eq!(read("swing = 1.5\nscale = 231.5"), current);
}

#[test]
fn messages_have_the_current_keys() {
    let wrong = old().replace("swing = 1.5", "swing = 0");
    let message = parse(&wrong, &[]).unwrap_err().to_string();
    assert!(
        message.starts_with("configs/x.toml:8:9: engine.0.margin_scale: 0 is out of range"),
        "{message}"
    );
    let both = CURRENT.replace("eval_scale", "scale = 1\neval_scale");
    let message = parse(&both, &[]).unwrap_err().to_string();
    assert!(message.contains("duplicate field `eval_scale`"), "{message}");
    for (key, current, old) in [
        ("[[time_controls]]\n", "`time_control`", "`ladder`"),
        ("[[engine]]\nmargin_scales = 1\n", "`margin_scale`", "`swing`"),
        ("[[engine]]\nscales = 1\n", "`eval_scale`", "`scale`"),
    ] {
        let message = parse(key, &[]).unwrap_err().to_string();
        assert!(message.contains(current), "{message}");
        assert!(!message.contains(old), "{message}");
    }
}

#[test]
fn the_canonical_text_keeps_the_old_names_so_that_old_runs_resume() {
    let text = parse(CURRENT, &[]).unwrap().canonical();
    for key in [
        r#""ladders":[{"name":"nodes","limit":{"nodes":700},"margin":0}]"#,
        r#""swing":1.5,"scale":231.5"#,
    ] {
        assert!(text.contains(key), "{text}");
    }
    let current = with_current_keys(serde_json::from_str(&text).unwrap());
    assert_eq!(current["time_controls"][0]["name"], "nodes");
    assert_eq!(current["engines"][0]["margin_scale"], 1.5);
    assert_eq!(current["engines"][0]["eval_scale"], 231.5);
    assert_eq!(current.get("ladders"), None);
    assert_eq!(current["engines"][0].get("swing"), None);
    // The current names are read as well, and mean the same.
    let read = Config::from_canonical(&current.to_string()).unwrap();
    assert_eq!(read.canonical(), text);
    assert_eq!(differences(&text, &current.to_string()), [""; 0]);
}
