//! Engines and matches of the command line.

use std::path::Path;

use config::{Config, EngineConfig, EngineKind, LimitKind, Selection};
use engine_core::testkit::Contents;

fn selected(words: &[&str], limit: Option<LimitKind>) -> Result<Vec<EngineConfig>, String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let selection = Selection { words: &words, file: None, limit, nodes: 700, table: 12 };
    let engines = selection.engines(&["otter", "material"]);
    engines.map_err(|error| error.to_string())
}

#[test]
fn an_evaluator_and_its_program_have_two_names() {
    let engines = selected(&["otter", "cmd:./bin/otter  --x  y"], None).unwrap();
    let names: Vec<_> = engines.iter().map(|engine| engine.name.as_str()).collect();
    assert_eq!(names, ["otter", "otter (program)"]);
    let (EngineKind::Evaluator(evaluator), EngineKind::Program(program)) =
        (&engines[0].kind, &engines[1].kind)
    else {
        panic!("{engines:?}")
    };
    assert_eq!((evaluator.table, engines[0].limit), (12, LimitKind::Nodes(700)));
    assert_eq!(program.args, ["--x", "y"]);
    assert_eq!(program.path.as_deref(), Some(Path::new("./bin/otter")));
    let twice = selected(&["cmd:a/x", "cmd:b/x", "cmd:c/x"], None).unwrap_err();
    twice.must_have(&["two engines are called \"x (program)\"; name it once"]);
}

#[test]
fn arguments_have_quotes_as_in_a_shell() {
    for (command, program, args) in [
        (r#"x --a="b c" d"#, "x", &["--a=b c", "d"][..]),
        (r#"x 'a  b' \"c\""#, "x", &["a  b", "\"c\""]),
        (r#"'my engine' "" 'it'"'"'s'"#, "my engine", &["", "it's"]),
        (r"x a\ b -- '#c'", "x", &["a b", "--", "#c"]),
        ("  x\t--y ", "x", &["--y"]),
    ] {
        let engines = selected(&[&format!("cmd:{command}")], None).unwrap();
        let EngineKind::Program(found) = &engines[0].kind else { panic!("{engines:?}") };
        assert_eq!(found.command, program);
        assert_eq!(found.args, args, "{command}");
    }
    for command in [r#"x --a="b c"#, "x 'y", r"x y\"] {
        let error = selected(&[&format!("cmd:{command}")], None).unwrap_err();
        assert!(error.contains("write it as for a shell"), "{error}");
        assert!(error.starts_with(&format!("--engine cmd:{command}: ")), "{error}");
    }
}

#[test]
fn a_limit_is_for_all_and_a_wrong_name_is_told_with_its_argument() {
    let engines = selected(&["otter", "cmd:x"], Some(LimitKind::Depth(3))).unwrap();
    assert!(engines.iter().all(|engine| engine.limit == LimitKind::Depth(3)));
    let error = selected(&["oter"], None).unwrap_err();
    assert!(error.starts_with("--engine oter: evaluator: "), "{error}");
    assert!(error.contains("did you mean \"otter\"?"), "{error}");
}

const FILE: &str = include_str!("../../../../configs/match.toml");

fn file() -> Config {
    Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap()
}

fn of_match(settings: &[&str], seed: u64) -> Result<Config, String> {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let config = Config::of_match(file().engines, seed, &settings);
    config.map_err(|error| error.to_string())
}

#[test]
fn a_match_in_one_line_is_what_the_file_says() {
    let mut file = file();
    let line = of_match(&["run.pairs=150", "run.seed=1"], 7).unwrap();
    file.run.name.clone_from(&line.run.name);
    assert_eq!(line, file);
}

#[test]
fn its_name_tells_what_is_played_and_not_how_long() {
    let run = |settings: &[&str], seed| of_match(settings, seed).unwrap().run;
    let drawn = run(&[], 5);
    assert!(drawn.name.starts_with("As-printed-Mended-"), "{}", drawn.name);
    assert_eq!((drawn.seed, drawn.pairs), (5, 200));
    for same in [run(&[], 6), run(&["run.pairs=9"], 5), run(&["sprt.elo1=3"], 5)] {
        assert_eq!(same.name, drawn.name);
    }
    assert_eq!(run(&["sprt.alpha=0.01"], 5).pairs, 10_000);
    for other in [run(&["run.seed=5"], 5), run(&["limits.nodes=7"], 5)] {
        assert_ne!(other.name, drawn.name);
    }
    assert_eq!(run(&["run.name=mine"], 5).name, "mine");
    for (names, expected) in [(["../../etc", "."], "etc-"), (["...", "."], "match-")] {
        let mut engines = file().engines;
        engines.iter_mut().zip(names).for_each(|(engine, name)| engine.name = name.to_owned());
        let name = Config::of_match(engines, 1, &[]).unwrap().run.name;
        let digits = name.strip_prefix(expected).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(digits.len(), 8, "{name}");
    }
}

#[test]
fn settings_are_for_all_engines() {
    let config = of_match(&["limits.movetime=5", "limits.margin=9", "run.hash=4"], 1).unwrap();
    for engine in &config.engines {
        let EngineKind::Evaluator(own) = &engine.kind else { panic!("{engine:?}") };
        assert_eq!((own.table, engine.margin.as_millis()), (18, 9));
        assert!(matches!(engine.limit, LimitKind::MoveTime(_)));
    }
    for (setting, problem) in [
        ("run.hash=3", "--set run.hash=3: run.hash: 3 is not a hash size"),
        ("limits.ms_at_speed=1", "has no speed"),
        ("engine=[{}]", "those of the command line"),
        ("openings.order=randem", "did you mean \"random\"?"),
    ] {
        of_match(&[setting], 1).unwrap_err().must_have(&[problem]);
    }
}
