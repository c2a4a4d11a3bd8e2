//! Configurations of regression tests and of tunings.

use config::{ConfigError, LimitKind, RegressConfig, SpsaConfig};
use engine_core::params::{Params, tunable};
use match_stats::sprt::Model;

use super::assert_told;

const REGRESS: &str = include_str!("../../../../configs/regress.toml");
const SPSA: &str = include_str!("../../../../configs/spsa.toml");

#[test]
fn the_file_of_defaults_says_what_is_so_without_it() {
    let written = RegressConfig::parse("configs/regress.toml", REGRESS, &[]).unwrap();
    let bare =
        "limits = { nodes = 10000 }\n[adjudication]\ndraw = {}\nresign = {}\nmax_moves = 200";
    assert_eq!(RegressConfig::parse("configs/x.toml", bare, &[]).unwrap(), written);
}

#[test]
fn mistakes_in_a_regression_test_are_told_with_their_place() {
    let mistakes = [
        ("[test]\nelo_1 = 5", "did you mean \"elo1\"?"),
        ("[limits]\nnodes = 1\n[test]\nmax_pairs = 0", "x.toml:4:13: test.max_pairs"),
        ("[limits]\nnodes = 0", "x.toml:2:9: limits.nodes"),
        ("", "x.toml: limits: no limit for the search"),
        ("limits.margin = 5", "x.toml:1:1: limits: no limit for the search"),
        ("[limits]\ntc = \"x\"", "not a time control"),
        ("[limits]\nms_at_speed = 2", "x.toml:2:15: limits.ms_at_speed: is for engines that have"),
        ("limits.nodes = 1\nprograms.options.a = []", "x.toml:2:22: programs.options.a: must be"),
    ];
    let parse = |text: &str| RegressConfig::parse("x.toml", text, &[]);
    assert_told("all", "all", &mistakes, parse);
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
        let keys = ["alpha", "gamma", "stability", "batch", "pairs"];
        keys.iter().any(|key| line.starts_with(&format!("{key} =")))
    };
    let bare: String =
        SPSA.lines().filter(|line| !is_default(line)).map(|l| format!("{l}\n")).collect();
    assert_eq!(SPSA.lines().count() - bare.lines().count(), 5);
    assert_eq!(parse_spsa(SPSA).unwrap(), parse_spsa(&bare).unwrap());
}

#[test]
fn the_examples_start_at_the_numbers_in_use() {
    let lab = include_str!("../../../../configs/lab/spsa.toml");
    let evaluators = ["michniewski", "slate-atkin", "chessbin"];
    for text in [SPSA, lab] {
        for parameter in SpsaConfig::parse("spsa.toml", text, &evaluators).unwrap().parameters {
            let name = parameter.set.strip_prefix("search.").unwrap();
            let in_use = tunable(name).unwrap().get(&Params::MICHNIEWSKI);
            assert_eq!(parameter.start, in_use, "{name}");
        }
    }
}

#[test]
fn mistakes_in_a_tuning_are_told_with_their_place() {
    let parameter = "set = \"options.x\"\nstart = 5\nmin = 1\nmax = 9\nstep = 1";
    let (rest, _) = SPSA.split_once("[[parameter]]").unwrap();
    let of_numbers = format!("{rest}[[parameter]]\n{parameter}");
    parse_spsa(&of_numbers).unwrap();
    for (from, to, expected) in [
        (
            "iterations = 10000",
            "iterations = 0",
            "configs/spsa.toml:7:14: spsa.iterations: 0 is out",
        ),
        ("alpha = 0.602", "alpha = 2.0", "spsa.alpha: 2 is out of range; choose 0 to 1"),
        (
            "search.reverse_futility.margin",
            "search.reverse_futility.margi",
            "parameter.0.set: the search has no number",
        ),
        (
            "search.reverse_futility.margin",
            "limits.nodes",
            "parameter.0.set: \"limits.nodes\" names no number of an engine",
        ),
        ("name = \"search\"", "name = \"../x\"", "spsa.name"),
        ("michniewski", "michniewsky", "engine.0.evaluator: \"michniewsky\" is unknown"),
        ("[spsa]", "[spsb]", "configs/spsa.toml: TOML"),
        ("[spsa]", "[spsb]", "did you mean"),
    ] {
        assert_told(SPSA, from, &[(to, expected)], parse_spsa);
    }
    for (from, to, expected) in [
        ("start = 5", "start = 5000", "parameter.0.start: 5000 is out of range"),
        ("max = 9", "max = -1", "parameter.0.max: -1 is out of range"),
        ("step = 1", "step = 0", "parameter.0.step: 0 is out of range"),
        ("step = 1", "", "parameter.0.step: missing; add a number"),
    ] {
        assert_told(&of_numbers, from, &[(to, expected)], parse_spsa);
    }
}
