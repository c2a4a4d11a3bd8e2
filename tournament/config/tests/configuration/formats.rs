//! Formats with their keys, time controls, limits by the speeds of engines, and descriptions.

use std::time::Duration;

use config::{AnchorConfig, Config, Format, GivenRating, LimitKind, differences};
use engine_core::testkit::Contents;

use super::{FILE, assert_told, config, parse, rows};

#[test]
fn formats_and_their_keys() {
    let format = |overrides: &[&str]| config(overrides).run.format;
    assert_eq!(format(&[]), Format::RoundRobin);
    assert_eq!(format(&["run.format=gauntlet"]), Format::Gauntlet { seeds: 1 });
    assert_eq!(format(&["run.format=swiss", "run.rounds=7"]), Format::Swiss { rounds: 7 });
    // Two engines have one round; eleven would have four.
    assert_eq!(format(&["run.format=swiss"]), Format::Swiss { rounds: 1 });
    let more: String = (2..11).map(|i| format!("[[engine]]\nname = \"{i}\"\nevaluator = \"otter\"\n")).collect();
    let many = parse(&format!("{FILE}{more}"), &["run.format=swiss"]).unwrap();
    assert_eq!(many.run.format, Format::Swiss { rounds: 4 });
    assert_eq!(many.run.openings(), 160);
    assert_eq!(config(&["run.cycles=3"]).run.openings(), 120);
    for (overrides, text) in [
        (["run.format=swiss", "run.cycles=2"], "set run.rounds"),
        (["run.format=gauntlet", "run.seeds=2"], "choose 1 to 1"),
        (["run.format=swiss", "run.rounds=0"], "run.rounds: 0"),
    ] {
        let message = parse(FILE, &overrides).unwrap_err().to_string();
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
    let read = Config::from_text(&config.canonical()).unwrap();
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
    let time = "name = \"time\"\nlimits = { movetime = 20 }";
    let both = format!("{bare}{TIME_CONTROLS}");
    for [to, expected] in rows("mistakes of time controls") {
        assert_told(&both, time, &[(&to, &expected)], |text| parse(text, &[]));
    }
}

fn at_speed() -> String {
    rows("at speed").into_iter().map(|[line]| line + "\n").collect()
}

#[test]
fn each_engine_has_nodes_in_proportion_to_its_speed() {
    let config = parse(&at_speed(), &[]).unwrap();
    let at = |time_control, engine| config.limit(time_control, engine);
    assert_eq!([at(0, 0), at(0, 1)], [LimitKind::Nodes(4000); 2]);
    assert_eq!(at(1, 0), LimitKind::Nodes(6690));
    assert_eq!(at(1, 1), LimitKind::Nodes(4920));
    let text = "nodes (4000 nodes a move), then equal time (nodes of 1.5 ms at each engine's speed)";
    assert_eq!(config.limits_text(), text);
    let read = Config::from_text(&config.canonical()).unwrap();
    assert_eq!(read.canonical(), config.canonical());
    assert_eq!(read.limit(1, 0), at(1, 0));
    // A limit of all without time controls, too; and a slow engine searches at least one node.
    let alone = at_speed().replace("[[time_control]]\nname = \"nodes\"\nlimits = { nodes = 4000 }\n", "");
    let alone = alone.replace("[[time_control]]\nname = \"equal time\"\nlimits = { ms", "[limits]\nms");
    let alone = alone.replace("1.5 }", "1.5").replace("3.28e6", "3");
    let alone = parse(&alone, &[]).unwrap();
    assert_eq!(alone.limits_text(), "6690 nodes a move: otter; 1 node a move: chessbin");
}

#[test]
fn errors_in_speeds_and_descriptions() {
    let parse = |text: &str| parse(text, &[]);
    for [from, to, expected] in rows("mistakes of speeds") {
        assert_told(&at_speed(), &from, &[(&to, &expected)], parse);
    }
}

#[test]
fn speeds_and_descriptions_change_no_game_at_other_limits() {
    let config = parse(&at_speed(), &[]).unwrap();
    let changed = |from, to| parse(&at_speed().replace(from, to), &[]).unwrap();
    let (other, later) = (changed("4_460_000", "4e6"), changed("2024", "2025"));
    let at = |config: &Config, time_control| config.at_time_control(time_control).canonical();
    assert_eq!(at(&config, 0), at(&other, 0));
    assert_ne!(at(&config, 1), at(&other, 1));
    assert_eq!(at(&config, 1), at(&later, 1));
    assert_ne!(config.canonical(), later.canonical(), "a page shows them");
    assert!(!at(&config, 0).contains("description"));
}

#[test]
fn a_mean_of_several_engines_is_an_anchor() {
    let text = at_speed().replace("pairs = 1", "pairs = 1\nanchor = [\"chessbin\", \"otter\"]");
    let anchor = parse(&text, &[]).unwrap().run.anchor;
    let zero = |engine| GivenRating { engine, elo: 0.0, error: 0.0 };
    assert_eq!(anchor, Some(AnchorConfig::Given(vec![zero(1), zero(0)])));
    let twice = text.replace("\"otter\"]", "\"chessbin\"]");
    parse(&twice, &[]).unwrap_err().to_string().must_have(&["given twice"]);
}

#[test]
fn time_controls_as_they_are_written() {
    for [text, time, increment, moves, shown] in rows("time controls") {
        let limit = LimitKind::parse_tc(&text).unwrap();
        let [time, increment] = [time, increment].map(|text| Duration::from_millis(text.parse().unwrap()));
        let moves_to_go = moves.parse().ok();
        assert_eq!(limit, LimitKind::Clock { time, increment, moves_to_go, clock_nodes: None }, "{text}");
        assert_eq!(limit.to_string(), shown);
    }
}

#[test]
fn what_is_no_time_control_is_refused_with_the_remedy() {
    for [reason, text] in rows("no time controls") {
        let fault = LimitKind::parse_tc(&text).expect_err(&text);
        assert!(fault.contains(&reason) && fault.contains(&format!("{text:?}")), "{text:?}: {fault}");
    }
}
