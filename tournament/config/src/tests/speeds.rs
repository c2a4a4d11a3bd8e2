//! Limits by the speeds of engines, and descriptions.

use super::*;

const AT_SPEED: &str = r#"
[run]
name = "list"
format = "round-robin"
pairs = 1

[[time_control]]
name = "nodes"
limits = { nodes = 4000 }

[[time_control]]
name = "equal time"
limits = { ms_at_speed = 1.5 }

[[engine]]
evaluator = "otter"
speed = 4_460_000
year = 2024
kind = "piece-square tables"
source = "a page"

[[engine]]
evaluator = "chessbin"
speed = 3.28e6
"#;

fn changed(from: &str, to: &str) -> Result<Config, ConfigError> {
    assert!(AT_SPEED.contains(from), "{from}");
    parse(&AT_SPEED.replace(from, to), &[])
}

#[test]
fn each_engine_has_nodes_in_proportion_to_its_speed() {
    let config = parse(AT_SPEED, &[]).unwrap();
    let at = |time_control, engine| config.limit(time_control, engine);
    assert_eq!([at(0, 0), at(0, 1)], [LimitKind::Nodes(4000); 2]);
    assert_eq!(at(1, 0), LimitKind::Nodes(6690));
    assert_eq!(at(1, 1), LimitKind::Nodes(4920));
    let text =
        "nodes (4000 nodes a move), then equal time (nodes of 1.5 ms at each engine's speed)";
    assert_eq!(config.limits_text(), text);
    let read = Config::from_canonical(&config.canonical()).unwrap();
    assert_eq!(read.canonical(), config.canonical());
    assert_eq!(read.limit(1, 0), at(1, 0));
    // A limit of all without time controls, too; and a slow engine searches at least one node.
    let alone =
        AT_SPEED.replace("[[time_control]]\nname = \"nodes\"\nlimits = { nodes = 4000 }\n", "");
    let alone =
        alone.replace("[[time_control]]\nname = \"equal time\"\nlimits = { ms", "[limits]\nms");
    let alone = alone.replace("1.5 }", "1.5").replace("3.28e6", "3");
    let alone = parse(&alone, &[]).unwrap();
    assert_eq!(alone.limits_text(), "6690 nodes a move: otter; 1 node a move: chessbin");
}

#[test]
fn errors_in_speeds_and_descriptions() {
    for (from, to, expected) in [
        ("speed = 3.28e6", "", "engine.1.speed: missing, and ms_at_speed is a limit by it"),
        ("speed = 3.28e6", "speed = 0", "engine.1.speed: 0 is out of range"),
        ("1.5", "0", "time_control.1.limits.ms_at_speed: 0 is out of range"),
        ("1.5", "1.5, nodes = 5", "nodes and ms_at_speed exclude each other"),
        ("year = 2024", "year = 24", "engine.0.year: 24 is out of range"),
        ("\"a page\"", "\"\"", "engine.0.source: \"\" is no text"),
    ] {
        changed(from, to).unwrap_err().to_string().must_have(&[expected]);
    }
}

#[test]
fn speeds_and_descriptions_change_no_game_at_other_limits() {
    let config = parse(AT_SPEED, &[]).unwrap();
    let other = changed("4_460_000", "4e6").unwrap();
    let later = changed("2024", "2025").unwrap();
    let at = |config: &Config, time_control| config.at_time_control(time_control).canonical();
    assert_eq!(at(&config, 0), at(&other, 0));
    assert_ne!(at(&config, 1), at(&other, 1));
    assert_eq!(at(&config, 1), at(&later, 1));
    assert_ne!(config.canonical(), later.canonical(), "a page shows them");
    assert!(!at(&config, 0).contains("description"));
}

#[test]
fn a_mean_of_several_engines_is_an_anchor() {
    let text = AT_SPEED.replace("pairs = 1", "pairs = 1\nanchor = [\"chessbin\", \"otter\"]");
    let anchor = parse(&text, &[]).unwrap().run.anchor;
    let zero = |engine| GivenRating { engine, elo: 0.0, error: 0.0 };
    assert_eq!(anchor, Some(AnchorConfig::Given(vec![zero(1), zero(0)])));
    let twice = text.replace("\"otter\"]", "\"chessbin\"]");
    parse(&twice, &[]).unwrap_err().to_string().must_have(&["given twice"]);
}
