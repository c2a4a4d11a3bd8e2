//! Keys of engines: scales of evaluators, numbers of the search, and UCI programs.

use std::path::Path;
use std::time::Duration;

use config::{Config, ConfigError, EngineKind, ProgramConfig, Timeouts, differences};
use engine_core::testkit::Contents;

use super::{FILE, assert_told, config, evaluator, parse, rows};

#[test]
fn scales_are_keys_of_evaluators_and_distinguish_runs() {
    let old = config(&[]).canonical();
    for [key, written] in rows("scales") {
        assert!(!old.contains(&key));
        let with = parse(&FILE.replace("hash = 4", &format!("hash = 4\n{key} = {written}")), &[]).unwrap();
        let own = evaluator(&with.engines[1]);
        let meant: f64 = written.parse().unwrap();
        assert_eq!(if key == "eval_scale" { own.eval_scale } else { own.margin_scale }, Some(meant));
        let new = with.canonical();
        assert_eq!(differences(&old, &new), [format!("engine \"material\".{key} is new: {meant:?}")]);
        assert_eq!(Config::from_text(&new).unwrap().canonical(), new);
    }
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
    for [key, told] in rows("mistakes of searches") {
        assert_told(FILE, "hash = 4", &[(&key, &told)], |text| parse(text, &[]));
    }
    let changed = config(&["engine.ChessBin.search.reverse_futility.margin=10"]);
    assert_eq!(evaluator(&changed.engines[0]).search["reverse_futility.margin"], 10.0);
    // A run with other numbers is another run.
    let (old, new) = (config(&[]).canonical(), changed.canonical());
    assert!(!old.contains("search"));
    assert_eq!(differences(&old, &new).len(), 1);
    assert_eq!(Config::from_text(&new).unwrap().canonical(), new);
}

/// The file with its first engine replaced by a program of these keys.
fn with_program(keys: &str) -> Result<Config, ConfigError> {
    changed_program(keys, &[])
}

/// The same, changed by these settings.
fn changed_program(keys: &str, overrides: &[&str]) -> Result<Config, ConfigError> {
    assert!(FILE.contains(OWN_KEYS));
    parse(&FILE.replace(OWN_KEYS, keys), overrides)
}

/// The keys of the first engine.
const OWN_KEYS: &str = "evaluator = \"chessbin\"\nparams = { a_file_fix = true }";

fn program(keys: &str) -> ProgramConfig {
    program_of(with_program(keys).unwrap())
}

fn program_of(mut config: Config) -> ProgramConfig {
    match config.engines.remove(0).kind {
        EngineKind::Program(program) => *program,
        EngineKind::Evaluator(_) => panic!("an evaluator"),
    }
}

#[test]
fn what_a_program_means() {
    let all = program(
        r#"
        command = "../bin/engine"
        args = ["--uci", "a b"]
        dir = "work"
        env = { THREADS = "1" }
        options = { Hash = 16, Ponder = false, Style = "wild" }
        timeouts = { hang = 500, quit = 1 }
        "#,
    );
    assert_eq!(all.path, Some("configs/../bin/engine".into()));
    assert_eq!(all.folder, Some("configs/work".into()));
    assert_eq!(all.args, ["--uci", "a b"]);
    assert_eq!(all.env["THREADS"], "1");
    assert_eq!(all.options["Hash"].as_integer(), Some(16));
    let expected = Timeouts { hang: Duration::from_millis(500), quit: Duration::from_millis(1), ..Timeouts::default() };
    assert_eq!(all.timeouts, expected);
    let bare = program("command = \"stockfish\"\n[timeouts]\nstart = 7");
    assert_eq!((bare.path, bare.folder), (None, None));
    assert_eq!(bare.timeouts.start, Duration::from_millis(7));
    // A program without a given name plays under that of its file.
    let text = FILE.replace("name = \"ChessBin\"\nevaluator = \"chessbin\"", "command = \"x/sf.exe\"");
    let nameless = text.replace("params = { a_file_fix = true }", "");
    assert_eq!(parse(&nameless, &[]).unwrap().engines[0].name, "sf");
}

#[test]
fn options_keep_their_order_and_the_canonical_text_is_sorted() {
    let written = ["Threads", "Hash", "Clear Hash", "A"];
    let keys = "command = \"x\"\noptions = { Threads = 4, Hash = 512, \"Clear Hash\" = true, A = \"b\" }";
    let below = "command = \"x\"\n[engine.options]\nThreads = 4\nHash = 512\n\"Clear Hash\" = true\nA = \"b\"";
    let dotted =
        "command = \"x\"\noptions.Threads = 4\noptions.Hash = 512\noptions.\"Clear Hash\" = true\noptions.A = \"b\"";
    for keys in [keys, below, dotted] {
        let names: Vec<_> = program(keys).options.keys().cloned().collect();
        assert_eq!(names, written, "{keys}");
    }
    let config = with_program(keys).unwrap();
    let sorted = "command = \"x\"\noptions = { A = \"b\", \"Clear Hash\" = true, Hash = 512, Threads = 4 }";
    let sorted = with_program(sorted).unwrap();
    assert_eq!(config.canonical(), sorted.canonical());
    let options = r#""options":{"A":"b","Clear Hash":true,"Hash":512,"Threads":4}"#;
    config.canonical().must_have(&[options]);
    // Another process receives the order.
    let there = program_of(Config::from_text(&config.text()).unwrap());
    assert!(there.options.keys().eq(written));
    // An override comes last unless it was there.
    let overrides = ["engine.0.options.Hash=16", "engine.0.options.B=1"];
    let changed = program_of(changed_program(keys, &overrides).unwrap());
    let names = ["Threads", "Hash", "Clear Hash", "A", "B"];
    assert!(changed.options.keys().eq(names));
}

#[test]
fn scores_are_the_movers_unless_a_program_gives_them_from_whites_side() {
    let given = |keys: &str| program(&format!("command = \"x\"\n{keys}")).scores_from_white;
    assert!(given("scores = \"white\"") && !given("scores = \"mover\"") && !given(""));
    let [usual, mover] =
        ["", "scores = \"mover\""].map(|keys| with_program(&format!("command = \"x\"\n{keys}")).unwrap());
    assert_eq!(usual.canonical(), mover.canonical());
    assert!(!usual.canonical().contains("scores_from_white"));
}

#[test]
fn a_program_in_the_canonical_text() {
    let config = with_program("command = \"x\"\noptions = { Hash = 16 }").unwrap();
    let text = config.canonical();
    let read = Config::from_text(&text).unwrap();
    assert_eq!(read.engines, config.engines);
    assert_eq!(read.canonical(), text);
    let other = with_program("command = \"x\"\noptions = { Hash = 32 }").unwrap();
    let changes = differences(&text, &other.canonical());
    assert_eq!(changes, ["engine \"ChessBin\".options.Hash was 16 and is now 32"]);
    let strict = parse(FILE, &["run.strict=true"]).unwrap();
    assert!(strict.run.strict);
    assert_eq!(strict.canonical(), parse(FILE, &[]).unwrap().canonical());
}

#[test]
fn errors_in_programs() {
    for [keys, told] in rows("mistakes of engines") {
        assert_told(FILE, OWN_KEYS, &[(&keys, &told)], |text| parse(text, &[]));
    }
}

#[test]
fn an_evaluation_from_outside_in_the_canonical_text() {
    let keys = "evaluation = \"./libmine.so\"\noptions = { tempo = 12 }\nhash = 8\ntimeouts = { hang = 5 }\n\
                eval_scale = 180.0";
    let text = FILE.replace("evaluator = \"chessbin\"", keys);
    let text = text.replace("name = \"ChessBin\"\n", "");
    let config = parse(&text, &[]).unwrap();
    let engine = &config.engines[0];
    let own = evaluator(engine);
    let external = own.external.as_ref().unwrap();
    assert_eq!((&*engine.name, &*own.evaluator, own.table), ("mine", "./libmine.so", 19));
    assert_eq!(own.params["tempo"].as_integer(), Some(12));
    assert_eq!(external.folder, Path::new("configs"));
    assert_eq!(external.timeouts.hang.as_millis(), 5);
    assert!(engine.kind.is_program());
    // Another process in the same folder gets the folder, too, which is not part of the canonical text.
    let portable = Config::from_text(&config.text()).unwrap();
    assert_eq!(portable.engines, config.engines);
    let read = Config::from_text(&config.canonical()).unwrap();
    assert_eq!(read.canonical(), config.canonical());
    let other = parse(&text.replace("tempo = 12", "tempo = 13"), &[]).unwrap();
    assert_eq!(differences(&config.canonical(), &other.canonical()).len(), 1);
}
