mod engines;
mod formats;

use std::path::Path;
use std::time::Duration;

use engine_core::testkit::Contents;
use openings::Order;

use super::*;

const EVALUATORS: [&str; 4] = ["material", "michniewski", "otter", "chessbin"];

const FILE: &str = r#"
[run]
name = "round-robin"
format = "round-robin"
pairs = 40
seed = 7
anchor = "material"

[limits]
nodes = 5000

[openings]
file = "openings/own.pgn"
order = "sequential"

[adjudication]
draw = { after = 40, moves = 8, score = 10 }
resign = { moves = 4, score = 900, both = true }
max_moves = 200

[[engine]]
name = "ChessBin"
evaluator = "chessbin"
params = { a_file_fix = true }

[[engine]]
evaluator = "material"
disable = ["king-attack.*"]
limits = { movetime = 50 }
hash = 4
"#;

fn parse(text: &str, overrides: &[&str]) -> Result<Config, ConfigError> {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Config::parse("configs/x.toml", text, &overrides, &EVALUATORS)
}

fn config(overrides: &[&str]) -> Config {
    parse(FILE, overrides).unwrap()
}

/// The message after a replacement in the file.
fn error(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "{from}");
    parse(&FILE.replace(from, to), &[]).unwrap_err().to_string()
}

fn evaluator(engine: &EngineConfig) -> &EvaluatorConfig {
    match &engine.kind {
        EngineKind::Evaluator(evaluator) => evaluator,
        EngineKind::Program(_) => panic!("{} is a program", engine.name),
    }
}

fn set_error(argument: &str) -> String {
    parse(FILE, &[argument]).unwrap_err().to_string()
}

#[test]
fn what_the_file_means() {
    let config = config(&[]);
    assert_eq!(config.run.format, Format::RoundRobin);
    assert_eq!((config.run.pairs, config.run.seed), (40, 7));
    assert_eq!(config.run.anchor, Some(AnchorConfig::Zero(1)));
    let source = OpeningSource::File {
        name: "openings/own.pgn".into(),
        path: Path::new("configs/openings/own.pgn").into(),
    };
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
    assert_eq!(material.name, "material");
    let movetime = LimitKind::MoveTime(Duration::from_millis(50));
    assert_eq!(material.limit, movetime);
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
    let asked = ["pgn.pv=true", "adjudication.insufficient_material=true"];
    let asked = parse(text, &asked).unwrap();
    assert!(asked.pgn.pv && asked.adjudication.insufficient_material);
    assert_eq!(config.limits_text(), "depth 4");
    let config = parse(text, &["openings.file=none"]).unwrap();
    assert_eq!(config.openings.source, OpeningSource::StartPosition);
}

/// What is written in place of a part of the file, and what the error says.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("pairs = 40", "pairs = 0", "x.toml:5:9: run.pairs: 0 is out of range; choose 1 to 10000000"),
    ("pairs = 40", "pares = 40", "line 5, column 1"),
    ("pairs = 40", "pares = 40", "did you mean \"pairs\"?"),
    ("pairs = 40", "pairs = \"many\"", "line 5, column 9"),
    ("pairs = 40", "pairs = ", "line 5"),
    ("pairs = 40\n", "", "run.pairs: missing"),
    ("name = \"round-robin\"\n", "", "run.name: missing"),
    (
        "\"round-robin\"\npairs",
        "\"round-robbin\"\npairs",
        "configs/x.toml:4:10: run.format: \"round-robbin\" is unknown (did you mean \"round-robin\"?); \
         choose one of: match, round-robin, gauntlet, swiss",
    ),
    (
        "evaluator = \"chessbin\"",
        "evaluator = \"chesbin\"",
        "configs/x.toml:23:13: engine.0.evaluator: \"chesbin\" is unknown (did you mean \"chessbin\"?)",
    ),
    (
        "evaluator = \"chessbin\"",
        "",
        "engine.0.evaluator: missing; add evaluator = \"material\", or",
    ),
    ("\"ChessBin\"", "\"material\"", "also the name of number 0"),
    ("\"ChessBin\"", "\"\"", "it is empty"),
    ("\"ChessBin\"", "\"a\\tb\"", "control character"),
    ("\"ChessBin\"", "\" a\"", "space"),
    ("hash = 4", "hash = 0", "0 is not a hash size; choose 1, 2, 4 ... 256 (MiB"),
    ("hash = 4", "hash = 3", "3 is not a hash size"),
    ("hash = 4", "hash = 512", "512 is not a hash size"),
    ("anchor = \"material\"", "anchor = \"materiel\"", "\"material\"?"),
    ("\"material\"\n\n[lim", "5\n\n[lim", "must be the name of an engine, a table such as"),
    ("\"material\"\n\n[lim", "{ name = \"material\" }\n\n[lim", "must be the name of an engine"),
    ("\"material\"\n\n[lim", "{ name = \"materiel\", elo = 5 }\n\n[lim", "\"material\"?"),
    ("\"material\"\n\n[lim", "{ name = \"material\", elo = 1e9 }\n\n[lim", "out of range"),
    ("\"material\"\n\n[lim", "{ name = \"material\", elo = nan }\n\n[lim", "out of range"),
    (
        "\"material\"\n\n[lim",
        "{ name = \"material\", elo = 5, error = -1 }\n\n[lim",
        "out of range",
    ),
    (
        "\"material\"\n\n[lim",
        "[{ name = \"material\", elo = 5 }, { name = \"material\", elo = 6 }]\n\n[lim",
        "\"material\" is given twice; leave one out",
    ),
    (
        "nodes = 5000",
        "nodes = 5000\ndepth = 3",
        "x.toml:11:9: limits.depth: nodes and depth exclude",
    ),
    ("[limits]\nnodes = 5000", "", "engine.0.limits: no limit"),
    ("nodes = 5000", "", "limits: no limit"),
    ("nodes = 5000", "nodes = 0", "limits.nodes: 0 is out of range"),
    ("nodes = 5000", "depth = 0", "choose 1 to 100"),
    ("nodes = 5000", "tc = \"10 x\"", "as in 10+0.1"),
    ("movetime = 50", "movetime = 0", "engine.1.limits.movetime: 0"),
    ("openings/own.pgn", "none", "this tournament needs 40"),
    ("\"sequential\"", "\"sequentiel\"", "did you mean"),
    ("score = 900", "score = 0", "adjudication.resign.score"),
    ("max_moves = 200", "max_moves = 0", "choose 1 to 10000"),
    ("moves = 8", "moves = 0", "adjudication.draw.moves"),
];

#[test]
fn errors_name_the_place_and_the_remedy() {
    for (from, to, expected) in MISTAKES {
        let message = error(from, to);
        assert!(message.contains(expected), "{to}: {message}");
    }
    let long = format!("{:?}", "x".repeat(61));
    error("\"ChessBin\"", &long).must_have(&["too long"]);
    for name in ["", "..", "a/b", "a\\\\b", ".a", "a.", "con:", "-a", "a\\n"] {
        let message = error("name = \"round-robin\"", &format!("name = \"{name}\""));
        assert!(message.contains("cannot name the run's folder"), "{name}");
    }
    let with_policy = |policy: &str| set_error(&format!("openings.policy={policy}"));
    assert!(with_policy("encounters").contains("did you mean"));
    with_policy("encounter").must_have(&["remove order"]);
    let lone = FILE.split("[[engine]]").next().unwrap().to_owned()
        + "[[engine]]\nevaluator = \"material\"";
    let message = parse(&lone, &[]).unwrap_err().to_string();
    message.must_have(&["needs at least 2 engines and there are 1; add an"]);
    let three = format!("{FILE}\n[[engine]]\nevaluator = \"otter\"");
    let message = parse(&three, &["run.format=match"]).unwrap_err().to_string();
    message.must_have(&["exactly 2 engines and there are 3"]);
}

#[test]
fn overrides_are_the_place_of_their_errors() {
    assert_eq!(config(&["run.pairs=5", "run.pairs=6"]).run.pairs, 6);
    assert_eq!(config(&["limits.depth=9"]).engines[0].limit, LimitKind::Depth(9));
    assert_eq!(
        set_error("run.pairs=0"),
        "--set run.pairs=0: run.pairs: 0 is out of range; choose 1 to 10000000"
    );
    let message = set_error("engine.ChessBin.limits.nodes=0");
    assert!(message.starts_with("--set engine.ChessBin.limits.nodes=0: engine.0.limits.nodes: 0"));
    assert!(set_error("nonsense").contains("expected KEY=VALUE"));
}

#[test]
fn an_unreadable_file_is_named() {
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
    assert_eq!(differences(&old, &old), Vec::<String>::new());
    let new = config(&["run.pairs=50", "limits.depth=3", "engine.0.params={}"]).canonical();
    assert_eq!(
        differences(&old, &new),
        [
            "engine \"ChessBin\".limit.depth is new: 3",
            "engine \"ChessBin\".limit.nodes was 5000 and is gone",
            "engine \"ChessBin\".params is new: {}",
            "engine \"ChessBin\".params.a_file_fix was true and is gone",
            "run.pairs was 40 and is now 50",
        ]
    );
}

#[test]
fn margins() {
    let margins = |overrides: &[&str]| -> Vec<u64> {
        let config = config(overrides);
        let margins = config.engines.iter().map(|e| e.margin.as_millis() as u64);
        margins.collect()
    };
    // The second engine has a move time, which is never kept to the microsecond.
    assert_eq!(margins(&[]), [0, 100]);
    assert_eq!(margins(&["limits.margin=7"]), [7, 7]);
    assert_eq!(margins(&["engine.ChessBin.limits.margin=5"]), [5, 100]);
    // A limit of another kind leaves the margin alone.
    assert_eq!(margins(&["limits.margin=7", "limits.tc=10"]), [7, 7]);
}
