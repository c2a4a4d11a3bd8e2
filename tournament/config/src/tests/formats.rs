//! Formats with their keys, and time controls.

use super::*;

#[test]
fn formats_and_their_keys() {
    let format = |overrides: &[&str]| config(overrides).run.format;
    assert_eq!(format(&[]), Format::RoundRobin);
    assert_eq!(format(&["run.format=gauntlet"]), Format::Gauntlet { seeds: 1 });
    assert_eq!(format(&["run.format=swiss", "run.rounds=7"]), Format::Swiss { rounds: 7 });
    // Two engines have one round; eleven would have four.
    assert_eq!(format(&["run.format=swiss"]), Format::Swiss { rounds: 1 });
    let more: String =
        (2..11).map(|i| format!("[[engine]]\nname = \"{i}\"\nevaluator = \"otter\"\n")).collect();
    let many = parse(&format!("{FILE}{more}"), &["run.format=swiss"]).unwrap();
    assert_eq!(many.run.format, Format::Swiss { rounds: 4 });
    assert_eq!(many.run.openings(), 160);
    assert_eq!(config(&["run.cycles=3"]).run.openings(), 120);
    for (overrides, text) in [
        (&["run.seeds=1"][..], "run.seeds: only a gauntlet"),
        (&["run.rounds=1"], "set run.cycles"),
        (&["run.format=swiss", "run.cycles=2"], "set run.rounds"),
        (&["run.format=gauntlet", "run.seeds=2"], "choose 1 to 1"),
        (&["run.format=swiss", "run.rounds=0"], "run.rounds: 0"),
        (&["run.cycles=0"], "run.cycles: 0"),
    ] {
        let message = parse(FILE, overrides).unwrap_err().to_string();
        assert!(message.contains(text), "{message}");
    }
}

const TIME_CONTROLS: &str = "[[time_control]]\nname = \"nodes\"\nlimits = { nodes = 700 }\n\
    [[time_control]]\nname = \"time\"\nlimits = { movetime = 20 }\n";

/// The file without limits.
fn bare() -> String {
    FILE.replace("[limits]\nnodes = 5000", "").replace("limits = { movetime = 50 }", "")
}

#[test]
fn time_controls_stand_in_for_all_limits() {
    let bare = bare();
    let depth = "time_control.nodes.limits.depth=4";
    let config = parse(&format!("{bare}{TIME_CONTROLS}"), &[depth]).unwrap();
    let shown = "nodes (depth 4), then time (20 ms a move)";
    assert_eq!(config.limits_text(), shown);
    assert_eq!(config.limit(0, 1), LimitKind::Depth(4));
    let time = config.at_time_control(1);
    assert!(time.time_controls.is_empty());
    assert_eq!(time.limits_text(), "20 ms a move");
    let margins = |time_control| config.margin(time_control, 0).as_millis();
    assert_eq!((margins(0), margins(1)), (0, 100));
    assert_eq!(time.engines[0].margin.as_millis(), 100);
    let forgiving = TIME_CONTROLS.replace("movetime = 20", "movetime = 20, margin = 7");
    let forgiving = parse(&format!("{bare}{forgiving}"), &[]).unwrap();
    assert_eq!(forgiving.margin(1, 1).as_millis(), 7);
    let read = Config::from_canonical(&config.canonical()).unwrap();
    assert_eq!(read.time_controls, config.time_controls);
    let other = parse(&format!("{bare}{TIME_CONTROLS}"), &[]).unwrap();
    let changes = differences(&config.canonical(), &other.canonical());
    let change = "time control 1.limit.nodes is new: 700".to_owned();
    assert!(changes.contains(&change), "{changes:?}");
}

#[test]
fn errors_in_time_controls() {
    let bare = bare();
    let refused = |text: &str, expected: &str| {
        let message = parse(text, &[]).unwrap_err().to_string();
        message.must_have(&[expected]);
    };
    let every = "limits: every [[time_control]]";
    refused(&format!("{FILE}{TIME_CONTROLS}"), every);
    let of_one = FILE.replace("[limits]\nnodes = 5000", "") + TIME_CONTROLS;
    refused(&of_one, &format!("engine.1.{every}"));
    for (old, new, expected) in [
        ("\"time\"", "\"nodes\"", "name: \"nodes\" is also"),
        ("movetime = 20", "", "limits: no limit"),
        ("movetime = 20", "margin = 20", "limits: no limit"),
        ("name = \"time\"", "", "name: missing"),
    ] {
        let changed = bare.clone() + &TIME_CONTROLS.replace(old, new);
        refused(&changed, &format!("time_control.1.{expected}"));
    }
}
