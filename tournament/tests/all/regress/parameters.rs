//! Two sets of parameters of an evaluator, without a build.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::common::{Contents, Ended, Fields, Files, Folder, arena, stderr, stdout, success};

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/regress.toml");

fn result(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)))
}

/// A short test of evaluators, in a folder that is not a repository.
fn regress(folder: &Path, arguments: &str) -> Output {
    let short = format!("--config {CONFIG} --nodes 200 --max-pairs 2 --json");
    let mut command = arena(folder, &format!("regress {arguments} {short}"));
    command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    command.output().unwrap()
}

#[test]
fn parameters_are_tried_without_a_build() {
    let folder = Folder::new();
    folder.write("rule.toml", "params = { endgame_rule = \"no_queens\" }\n");
    folder.write("none.toml", "# as it is\n");
    folder
        .write("search.toml", "search = { reverse_futility.margin = 75, \"lmr.divisor\" = 2.5 }\n");
    let output = regress(&folder, "michniewski --params rule.toml");
    output.ended(3);
    let played = result(&output);
    played.must_have_fields(&json!({ "games": 4, "verdict": "undecided" }));
    assert_eq!(played["new"]["name"], "michniewski with rule");
    assert_ne!(played["new"]["bench"], played["old"]["bench"]);
    // Both sides are identified by their evaluation and search, and have a folder by that.
    for side in ["new", "old"] {
        let identity = played[side]["identity"].as_str().unwrap();
        let evaluation = "evaluator michniewski (evaluation: values ";
        identity.must_have(&[evaluation, "search: bench 6: "]);
    }
    assert_ne!(played["new"]["identity"], played["old"]["identity"]);
    let folder_of_runs = folder.join("runs/regress");
    let runs = || fs::read_dir(&folder_of_runs).unwrap().count();
    let before = runs();
    let again = regress(&folder, "michniewski --params rule.toml");
    assert_eq!((result(&again)["run"].clone(), runs()), (played["run"].clone(), before));
    // Another test of the same sides gets other openings.
    let other = "michniewski --params rule.toml --elo1 30";
    let other = result(&regress(&folder, other));
    assert_ne!(other["run"], played["run"]);

    let output = regress(&folder, "michniewski --params search.toml");
    output.ended(3);
    let played = result(&output);
    assert_ne!(played["new"]["bench"], played["old"]["bench"]);

    let output = regress(&folder, "michniewski --params none.toml");
    output.ended(0);
    assert_eq!(result(&output)["verdict"], "same");
    let both = "michniewski --params rule.toml --against rule.toml";
    assert_eq!(result(&regress(&folder, both))["verdict"], "same");
}

#[test]
fn parameters_without_a_meaning_are_refused() {
    let folder = Folder::new();
    folder.write("rule.toml", "params = { endgame_rule = \"no_queens\" }\n");
    folder.write("wrong.toml", "search = { reverse_futility.margi = 75 }\n");
    folder.write("wide.toml", "margin_scale = 0\n");
    folder.write("odd.toml", "params = { a = nan }\n");
    folder.write("bad.toml", "params = { endgame_rul = 1 }\n");
    for (arguments, expected) in [
        ("michniewski --params bad.toml", "endgame_rule"),
        ("michniewski --params wrong.toml", "reverse_futility.margi: the search has no number"),
        ("michniewski --params wide.toml", "margin_scale: 0 is out of range"),
        ("michnewski --params rule.toml", "did you mean \"michniewski\"?"),
        ("michniewski --params odd.toml", "odd.toml: params.a must be a text"),
        ("michniewski --params no-file.toml", "no-file.toml"),
    ] {
        let output = regress(&folder, arguments);
        output.ended(2);
        stderr(&output).must_have(&[expected]);
    }
    for line in fs::read_to_string(CONFIG).unwrap().lines().filter(|line| line.contains(" = ")) {
        assert!(line.starts_with('#') || line.contains(" # "), "explain this key: {line}");
    }
}

#[test]
fn shards_that_are_merged_give_the_verdict_of_one_machine() {
    let folder = Folder::new();
    folder.write("blind.toml", "params = { \"value.queen\" = 300 }\n");
    let regress = |here: &str, more: &str| {
        let here = folder.join(here);
        fs::create_dir_all(&here).unwrap();
        let test = "regress otter --params ../blind.toml --nodes 100 --elo1 100 --max-pairs 60";
        let mut command = arena(&here, &format!("{test} --json --quiet {more}"));
        command.env("GIT_CEILING_DIRECTORIES", &*folder);
        command.output().unwrap()
    };
    let one = result(&regress("one", ""));
    assert_eq!(one["verdict"], "worse", "{one}");
    let parts: Vec<Value> =
        (1..=3).map(|number| result(&regress("many", &format!("--shard {number}/3")))).collect();
    assert!(parts.iter().all(|part| part["games"] == 40), "{parts:?}");
    let run = one["run"].as_str().unwrap();
    let merge = format!("merge many/runs/regress/{run} --quiet");
    success(&folder, &merge);
    let many = result(&regress("many", ""));
    for key in ["verdict", "penta", "games", "llr_gain", "llr_loss", "elo", "run"] {
        assert_eq!(many[key], one[key], "{key}");
    }
}
