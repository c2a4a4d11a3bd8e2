use engine_core::params::Params;

use super::*;

const FILE: &str = include_str!("../../../../configs/spsa.toml");

fn parse(text: &str) -> Result<SpsaConfig, ConfigError> {
    SpsaConfig::parse("configs/spsa.toml", text, &["michniewski", "slate-atkin"])
}

fn error(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "{from}");
    parse(&FILE.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_example_says_the_defaults() {
    let mut bare = FILE.to_owned();
    for line in ["alpha", "gamma", "stability", "batch", "pairs"] {
        let start = bare.find(&format!("\n{line} =")).unwrap() + 1;
        let end = start + bare[start..].find('\n').unwrap();
        bare.replace_range(start..end, "");
    }
    assert_eq!(parse(FILE).unwrap(), parse(&bare).unwrap());
}

#[test]
fn the_examples_start_at_the_numbers_in_use() {
    let lab = include_str!("../../../../configs/lab/spsa.toml");
    let evaluators = ["michniewski", "slate-atkin", "chessbin"];
    for text in [FILE, lab] {
        for parameter in SpsaConfig::parse("spsa.toml", text, &evaluators).unwrap().parameters {
            let name = parameter.set.strip_prefix("search.").unwrap();
            let in_use = tunable(name).unwrap().get(&Params::MICHNIEWSKI);
            assert_eq!(parameter.start, in_use, "{name}");
        }
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    let cases = [
        ("iterations = 10000", "iterations = 0", "spsa.iterations: 0 is out of range"),
        ("alpha = 0.602", "alpha = 2.0", "spsa.alpha: 2 is out of range; choose 0 to 1"),
        (
            "search.reverse_futility.margin",
            "search.reverse_futility.margi",
            "parameter.0.set: the search has no number",
        ),
        ("search.reverse_futility.margin", "limits.nodes", "names no number of an engine"),
        ("name = \"search\"", "name = \"../x\"", "spsa.name"),
        ("michniewski", "michniewsky", "engine.0.evaluator: \"michniewsky\" is unknown"),
        ("[spsa]", "[spsb]", "did you mean"),
    ];
    for (from, to, expected) in cases {
        let message = error(from, to);
        assert!(
            message.starts_with("configs/spsa.toml") && message.contains(expected),
            "{message}"
        );
    }
    for (key, wrong, expected) in [
        ("start", "start = 5000", "parameter.0.start: 5000 is out of range"),
        ("max", "max = -1", "parameter.0.max: -1 is out of range"),
        ("step", "step = 0", "parameter.0.step: 0 is out of range"),
        ("step", "", "parameter.0.step: missing"),
    ] {
        let at = FILE.find("[[parameter]]").unwrap();
        let at = at + FILE[at..].find(&format!("\n{key} = ")).unwrap() + 1;
        let end = at + FILE[at..].find('\n').unwrap();
        let mut text = FILE.to_owned();
        text.replace_range(at..end, wrong);
        let message = parse(&text).unwrap_err().to_string();
        assert!(message.contains(expected), "{message}");
    }
}
