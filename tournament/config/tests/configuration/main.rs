//! Configurations as they are written, what they mean, and what is said of mistakes.

#![allow(clippy::unwrap_used)]

mod engines;
mod files;
mod formats;
mod others;

use std::path::Path;
use std::time::Duration;

use config::{
    Adjudication, AnchorConfig, Config, ConfigError, DrawRule, EngineConfig, EngineKind, EvaluatorConfig, Format,
    LimitKind, OpeningPolicy, OpeningSource, differences,
};
use engine_core::testkit::{self, Contents};
use openings::Order;

const EVALUATORS: [&str; 4] = ["material", "michniewski", "otter", "chessbin"];

const FILE: &str = include_str!("file.toml");

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let rows = testkit::rows(include_str!("tables.tsv"), table).into_iter();
    rows.map(|row| row.map(|field| field.replace('¶', "\n"))).collect()
}

fn parse(text: &str, overrides: &[&str]) -> Result<Config, ConfigError> {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Config::parse("configs/x.toml", text, &overrides, &EVALUATORS)
}

fn config(overrides: &[&str]) -> Config {
    parse(FILE, overrides).unwrap()
}

/// What is written in the place of `from`, and a part of each message.
#[track_caller]
fn assert_told<T>(file: &str, from: &str, mistakes: &[(&str, &str)], parse: impl Fn(&str) -> Result<T, ConfigError>) {
    assert!(file.contains(from), "{from}");
    for (to, expected) in mistakes {
        let told = parse(&file.replacen(from, to, 1)).err();
        let told = told.unwrap_or_else(|| panic!("{to:?} is taken")).to_string();
        assert!(told.contains(expected), "{to:?}: {expected:?} is not in {told:?}");
    }
}

fn evaluator(engine: &EngineConfig) -> &EvaluatorConfig {
    match &engine.kind {
        EngineKind::Evaluator(evaluator) => evaluator,
        EngineKind::Program(_) => panic!("{} is a program", engine.name),
    }
}

#[test]
fn what_the_file_means() {
    let config = config(&[]);
    assert_eq!(config.run.format, Format::RoundRobin);
    assert_eq!((config.run.pairs, config.run.seed), (40, 7));
    assert_eq!(config.run.anchor, Some(AnchorConfig::Zero(1)));
    let source =
        OpeningSource::File { name: "openings/own.pgn".into(), path: Path::new("configs/openings/own.pgn").into() };
    assert_eq!(config.openings.source, source);
    assert_eq!(config.openings.order, Order::Sequential);
    assert_eq!(config.openings.policy, OpeningPolicy::Round);
    let draw = DrawRule { after: 40, moves: 8, score: 10 };
    assert_eq!(config.adjudication.draw, Some(draw));
    assert!(config.adjudication.resign.unwrap().both);
    assert_eq!(config.adjudication.max_moves, Some(200));
    let [chessbin, material] = &config.engines[..] else {
        panic!("two engines");
    };
    assert_eq!(chessbin.limit, LimitKind::Nodes(5000));
    let (chess_bin, yardstick) = (evaluator(chessbin), evaluator(material));
    assert_eq!(chess_bin.params["a_file_fix"].as_bool(), Some(true));
    assert_eq!((chess_bin.table, yardstick.table), (16, 18));
    assert_eq!(yardstick.disable, ["king-attack.*"]);
    assert_eq!(material.name, "material");
    assert_eq!(material.limit, LimitKind::MoveTime(Duration::from_millis(50)));
    assert_eq!(config.limits_text(), "5000 nodes a move: ChessBin; 50 ms a move: material");
}

#[test]
fn what_may_be_left_out() {
    let text = r#"
        run = { name = "a", format = "match", pairs = 1 }
        limits = { depth = 4 }
        engine = [{ evaluator = "otter" }, { evaluator = "material" }]
    "#;
    let config = parse(text, &[]).unwrap();
    assert_eq!(config.openings.source, OpeningSource::Builtin);
    assert_eq!(config.openings.order, Order::Random);
    assert_eq!(config.adjudication, Adjudication::default());
    assert_eq!((config.run.seed, &config.run.anchor), (1, &None));
    assert!(!config.pgn.pv && !config.adjudication.insufficient_material);
    let asked = parse(text, &["pgn.pv=true", "adjudication.insufficient_material=true"]).unwrap();
    assert!(asked.pgn.pv && asked.adjudication.insufficient_material);
    assert_eq!(config.limits_text(), "depth 4");
    let config = parse(text, &["openings.file=none"]).unwrap();
    assert_eq!(config.openings.source, OpeningSource::StartPosition);
}

#[test]
fn errors_name_the_place_and_the_remedy() {
    for [from, to, expected] in rows("mistakes") {
        assert_told(FILE, &from, &[(&to, &expected)], |text| parse(text, &[]));
    }
    let of_engines = |count: usize, overrides: &[&str]| {
        let engine = |index| format!("[[engine]]\nname = \"{index}\"\nevaluator = \"material\"\n");
        let engines: String = (0..count).map(engine).collect();
        let head = FILE.split("[[engine]]").next().unwrap().replace("anchor", "# anchor");
        parse(&(head + &engines), overrides).unwrap_err().to_string()
    };
    of_engines(1, &[]).must_have(&["needs at least 2 engines and there are 1; add an"]);
    of_engines(0, &[]).must_have(&["a round robin needs", "there are 0"]);
    of_engines(3, &["run.format=match"]).must_have(&["exactly 2 engines and there are 3; remove"]);
    let error = Config::load(Path::new("no/such.toml"), &[], &EVALUATORS).unwrap_err();
    assert!(error.to_string().starts_with("no/such.toml: "));
}

#[test]
fn another_process_reads_the_text_and_the_canonical_one_has_no_paths() {
    let config = config(&[]);
    assert_eq!(Config::from_text(&config.text()).unwrap(), config);
    let text = config.canonical();
    let commented = FILE.replace("pairs = 40", "# forty\npairs = 40\nhash = 1");
    let elsewhere = Config::parse("elsewhere/y.toml", &commented, &[], &EVALUATORS).unwrap();
    assert_eq!(elsewhere.canonical(), text);
    assert_eq!(differences(&elsewhere.text(), &config.text()), [""; 0]);
    assert_eq!(Config::from_text(&text).unwrap().canonical(), text);
}

#[test]
fn differences_in_words() {
    let old = config(&[]).canonical();
    assert_eq!(differences(&old, &old), [""; 0]);
    let new = config(&["run.pairs=50", "limits.depth=3", "engine.0.params={}"]).canonical();
    let expected = [
        "engine \"ChessBin\".limit.depth is new: 3",
        "engine \"ChessBin\".limit.nodes was 5000 and is gone",
        "engine \"ChessBin\".params is new: {}",
        "engine \"ChessBin\".params.a_file_fix was true and is gone",
        "run.pairs was 40 and is now 50",
    ];
    assert_eq!(differences(&old, &new), expected);
}

#[test]
fn margins() {
    // The second engine has a move time, which is never kept to the microsecond.
    for (overrides, expected) in [
        (&[][..], [0, 100]),
        (&["limits.margin=7"], [7, 7]),
        (&["engine.ChessBin.limits.margin=5"], [5, 100]),
        // A limit of another kind leaves the margin alone.
        (&["limits.margin=7", "limits.tc=10"], [7, 7]),
    ] {
        let engines = config(overrides).engines;
        let margins: Vec<_> = engines.iter().map(|engine| engine.margin.as_millis()).collect();
        assert_eq!(margins, expected, "{overrides:?}");
    }
}

#[test]
fn settings_are_values_by_dotted_key() {
    let changed = config(&[
        "run.pairs=4",
        "run.pairs=5",
        "run.name=2024",
        "engine.0.params.x=true",
        "engine.0.name=Otter 1.1",
        r#"engine."Otter 1.1".disable=["a.*"]"#,
        "adjudication.draw.after=30",
    ]);
    assert_eq!((changed.run.pairs, &*changed.run.name), (5, "2024"));
    assert_eq!(changed.engines[0].name, "Otter 1.1");
    let own = evaluator(&changed.engines[0]);
    assert_eq!((own.params["x"].as_bool(), &own.disable[..]), (Some(true), &["a.*".to_owned()][..]));
    assert_eq!(changed.adjudication.draw.unwrap().after, 30);
}

#[test]
fn a_limit_replaces_the_other_kinds() {
    let limits = |overrides: &[&str]| {
        let third = format!("{FILE}\n[[engine]]\nevaluator = \"otter\"");
        let engines = parse(&third, overrides).unwrap().engines;
        engines.iter().map(|engine| engine.limit.to_string()).collect::<Vec<_>>()
    };
    let clock = limits(&["limits.tc=1+0.01", "limits.clock_nodes=2000", "limits.tc=2+0.01"]);
    assert_eq!(clock, ["2+0.01 s of 2000 nodes a ms", "50 ms a move", "2+0.01 s of 2000 nodes a ms"]);
    assert_eq!(limits(&["limits.tc=1", "limits.clock_nodes=2", "limits.depth=8"])[0], "depth 8");
    let both = ["limits.depth=8", "engine.material.limits.tc=10"];
    assert_eq!(limits(&both), ["depth 8", "10 s", "depth 8"]);
    // An engine's own limit leaves the common one alone.
    let own = limits(&["engine.0.limits.nodes=7"]);
    assert_eq!(own, ["7 nodes a move", "50 ms a move", "5000 nodes a move"]);
    assert_eq!(config(&["limits.depth=9"]).engines[0].limit, LimitKind::Depth(9));
}

#[test]
fn errors_in_settings_name_the_argument() {
    for [argument, part] in rows("settings") {
        let error = parse(FILE, &[&argument]).unwrap_err().to_string();
        let rest = error.strip_prefix(&format!("--set {argument}: "));
        assert!(rest.is_some_and(|rest| rest.contains(&part)), "{argument}: {error}");
    }
    // Another key is still that of the file.
    let message = parse(&FILE.replace("nodes = 5000", "nodes = 0"), &["run.pairs=5"]).unwrap_err();
    assert!(message.to_string().starts_with("configs/x.toml:10:9: limits.nodes"), "{message}");
}
