//! Configurations of regression tests and of tunings; engines and matches of the command line.

use config::{Config, ConfigError, Draft, EngineConfig, EngineKind, LimitKind, RegressConfig, Selection, SpsaConfig};
use engine_core::params::{Params, tunable};
use engine_core::testkit::Contents;
use match_stats::sprt::Model;

use super::{assert_told, rows};

const REGRESS: &str = include_str!("../../../../configs/regress.toml");
const SPSA: &str = include_str!("../../../../configs/spsa.toml");

#[test]
fn the_file_of_defaults_says_what_is_so_without_it() {
    let written = RegressConfig::parse("configs/regress.toml", REGRESS, &[]).unwrap();
    let bare = "limits = { nodes = 10000 }\n[adjudication]\ndraw = {}\nresign = {}\nmax_moves = 200";
    assert_eq!(RegressConfig::parse("configs/x.toml", bare, &[]).unwrap(), written);
}

#[test]
fn mistakes_in_a_regression_test_are_told_with_their_place() {
    let parse = |text: &str| RegressConfig::parse("x.toml", text, &[]);
    for [text, told] in rows("mistakes of regression tests") {
        assert_told("all", "all", &[(&text, &told)], parse);
    }
}

#[test]
fn arguments_change_keys_of_the_file() {
    let parse = |argument: &str| RegressConfig::parse("x.toml", REGRESS, &[argument.to_owned()]);
    let set = |argument| parse(argument).unwrap();
    assert_eq!(set("limits.depth=4").limit, LimitKind::Depth(4));
    assert_eq!(set("test.model=normalized").bounds.model, Model::Normalized);
    assert_eq!(set("programs.options.Threads=2").options["Threads"].as_integer(), Some(2));
    let error = |argument| parse(argument).unwrap_err().to_string();
    assert!(error("test.elo_1=3").contains("did you mean \"elo1\"?"));
    assert!(error("test.max_pairs=0").starts_with("--set test.max_pairs=0: test.max_pairs"));
}

fn parse_spsa(text: &str) -> Result<SpsaConfig, ConfigError> {
    SpsaConfig::parse("configs/spsa.toml", text, &["michniewski", "slate-atkin"])
}

#[test]
fn the_example_says_the_defaults() {
    let is_default = |line: &&str| {
        let keys = ["alpha", "gamma", "a_ratio", "batch", "pairs"];
        keys.iter().any(|key| line.starts_with(&format!("{key} =")))
    };
    let bare: String = SPSA.lines().filter(|line| !is_default(line)).map(|l| format!("{l}\n")).collect();
    assert_eq!(SPSA.lines().count() - bare.lines().count(), 5);
    assert_eq!(parse_spsa(SPSA).unwrap(), parse_spsa(&bare).unwrap());
}

#[test]
fn the_examples_start_at_the_numbers_in_use() {
    let lab = include_str!("../../../../configs/lab/spsa.toml");
    let evaluators = ["michniewski", "slate-atkin", "chessbin"];
    for text in [SPSA, lab] {
        for parameter in SpsaConfig::parse("spsa.toml", text, &evaluators).unwrap().parameters {
            let name = parameter.name.strip_prefix("search.").unwrap();
            let in_use = tunable(name).unwrap().get(&Params::MICHNIEWSKI);
            assert_eq!(parameter.start, in_use, "{name}");
        }
    }
}

/// The example with this list, or the name of a file of it.
fn listed(parameters: &str) -> Result<SpsaConfig, ConfigError> {
    let (head, rest) = SPSA.split_once("parameters = ").unwrap();
    let (_, rest) = rest.split_once("\n[limits]").unwrap();
    parse_spsa(&format!("{head}parameters = {parameters:?}\n[limits]{rest}"))
}

#[test]
fn lists_of_openbench_and_fishtest_are_read_and_written() {
    let lists = "Margin, int, 15.0, 0.0, 100.0, 2.0, 0.002\r\n\n# a remark\nlmr, float, 0.5, -1, 1, 0.05, 0.002 # why\n\
                 razor,300,100,700,30,.0020\nsearch.lmr.divisor, int, 2.32, 1, 5, 0.2, 0.002";
    let parameters = listed(lists).unwrap().parameters;
    let written: String = parameters.iter().map(|own| own.line(own.start)).collect();
    let lines = "Margin, int, 15, 0, 100, 2, 0.002\nlmr, float, 0.5, -1, 1, 0.05, 0.002\n\
                 razor, int, 300, 100, 700, 30, 0.002\nsearch.lmr.divisor, float, 2.32, 1, 5, 0.2, 0.002\n";
    assert_eq!(written, lines);
    assert_eq!(listed(lines).unwrap().parameters, parameters);
    let margin = &parameters[0];
    assert!(margin.line(15.5).starts_with("Margin, int, 16,") && margin.whole && !parameters[1].whole);
    let notes = |list: &str| listed(list).unwrap().notes().join("\n");
    assert_eq!(notes(lists), "");
    notes("Margin, int, 15, 0, 100, 0.3, 0.002").must_have(&["Margin: c_end is 0.3, less than 1", "in 40 % of games"]);
    // 30 * 10000^0.101
    notes("x, float, 15, 0, 100, 30, 0.002").must_have(&["x: the first iterations try it 76.05", "half of its range"]);
}

#[test]
fn mistakes_in_a_tuning_are_told_with_their_place() {
    for [from, to, expected] in rows("mistakes of tunings") {
        assert_told(SPSA, &from, &[(&to, &expected)], parse_spsa);
    }
    for [list, expected] in rows("mistakes of lists") {
        listed(&list).unwrap_err().to_string().must_have(&[&expected]);
    }
}

fn selected(words: &[&str], limit: Option<LimitKind>) -> Result<Vec<EngineConfig>, String> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let selection = Selection { words: &words, file: None, limit, nodes: 700, table: 12 };
    let engines = selection.engines(&["otter", "material"]);
    engines.map_err(|error| error.to_string())
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
        assert!(error.starts_with(&format!("engine cmd:{command}: ")), "{error}");
    }
}

#[test]
fn a_limit_is_for_all_and_a_wrong_name_is_told_with_its_argument() {
    let engines = selected(&["otter", "cmd:x"], Some(LimitKind::Depth(3))).unwrap();
    assert!(engines.iter().all(|engine| engine.limit == LimitKind::Depth(3)));
    let error = selected(&["oter"], None).unwrap_err();
    assert!(error.starts_with("engine oter: evaluator: "), "{error}");
    assert!(error.contains("did you mean \"otter\"?"), "{error}");
}

const MATCH: &str = include_str!("../../../../configs/match.toml");

fn match_file() -> Config {
    Config::parse("match.toml", MATCH, &[], &["chessbin"]).unwrap()
}

fn of_match(settings: &[&str], seed: u64) -> Result<Config, String> {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    let config = Config::of_match(match_file().engines, seed, &settings);
    config.map_err(|error| error.to_string())
}

#[test]
fn a_match_in_one_line_is_what_the_file_says() {
    let mut file = match_file();
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
        let mut engines = match_file().engines;
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

/// The words of a line; there is the file of engines.
fn foreign(line: &str) -> Result<Draft, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.json");
    let [[json]] = &rows("engines.json")[..] else { panic!("one file") };
    std::fs::write(&file, json).unwrap();
    let words = shlex::split(&line.replace("ENGINES.json", file.to_str().unwrap())).unwrap();
    let mut draft = Draft::of_command_line(&words)?;
    if !line.contains('-') {
        draft.add(&[], ("nodes", 777.into()));
    }
    draft.named(Some("x.toml"));
    Ok(draft)
}

#[test]
fn command_lines_of_others_mean_the_same_as_a_configuration() {
    let parse = |text: &str| Config::parse("x.toml", text, &[], &["otter"]);
    for [line, same, note] in rows("managers") {
        let draft = foreign(&line).unwrap();
        let text = draft.text("x.toml");
        let written = parse(&text).unwrap_or_else(|error| panic!("{line}: {error}\n{text}"));
        assert_eq!(written, parse(&same).unwrap(), "{line}\n{text}");
        assert!(draft.notes.join("\n").contains(&note), "{line}: {:?}", draft.notes);
        assert!(draft.notes.iter().all(|note| text.contains(note)), "{text}");
    }
    for [line, expected] in rows("no managers") {
        let error = foreign(&line).and_then(|draft| parse(&draft.text("x.toml"))).expect_err(&line);
        error.to_string().must_have(&[&expected]);
    }
}

#[test]
fn a_draft_of_engines_is_the_match_of_them_and_explains_its_keys() {
    let engines = selected(&["otter", "cmd:./x --y 'a b'", "./mine.so", "eval:python3 z.py"], None).unwrap();
    for (count, limit, set) in
        [(2, ("tc", "10+0.1".into()), "limits.tc=10+0.1"), (4, ("nodes", 50.into()), "limits.nodes=50")]
    {
        let mut draft = Draft::default();
        draft.add(&engines[..count], limit);
        assert_eq!(draft.named(Some("mine.toml")), "mine.toml");
        let text = draft.text("mine.toml");
        let settings = [set, "run.seed=1", "run.name=mine", "run.hash=1"].map(str::to_owned);
        let line = Config::of_match(engines[..count].to_vec(), 7, &settings).unwrap();
        assert_eq!(Config::parse("mine.toml", &text, &[], &["otter"]).unwrap(), line, "{text}");
        let head = text.split("[[engine]]").next().unwrap().lines();
        let keys: Vec<_> = head.filter(|line| line.contains(" = ") && !line.starts_with([' ', '#'])).collect();
        assert!(keys.len() > 7 && keys.iter().all(|line| line.contains(" # ")), "{text}");
    }
}
