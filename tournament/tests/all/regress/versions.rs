//! The archive on the command line, the verdicts of regression tests, and two sets of parameters of an evaluator, which need no
//! build.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::{COMMENT, MENDED, Project, QUICKLY, SPOILT, lines, result};
use crate::arena::rows;
use crate::common::*;

fn head(project: &Project) -> String {
    format!("tiny-{}", &project.git("rev-parse HEAD")[..10])
}

#[test]
fn versions_are_added_verified_and_removed() {
    let project = Project::new();
    // A foreign program without a bench.
    let script = project.join("foreign.sh");
    fs::write(&script, "#!/bin/sh\nexit 0\n").unwrap();
    let add = "regress add foreign.sh --name other";
    refused(&project, add, &["cannot be started"]);
    write_program(&script, "#!/bin/sh\nexit 0\n");
    assert_eq!(text(&project, add), "other: no bench\n");
    assert_eq!(project.versions(), ["other"]);
    project.write("versions/other/foreign.sh", "something else");
    refused(&project, "regress tiny --against other", &["checksum"]);
    text(&project, "regress remove other");
    assert_eq!(project.versions().len(), 1, "what was built for the test");
    assert_eq!(project.git("status --porcelain"), "?? foreign.sh");
}

#[test]
fn a_version_plays_with_its_options() {
    let project = Project::new();
    project.change(COMMENT);
    project.regress("");
    let plain = head(&project);
    let add = |name: &str, file: &str| {
        project.write("options.toml", file);
        let add = format!("regress add versions/{plain}/tree/target/release/tiny --name {name}");
        text(&project, &format!("{add} --params options.toml"))
    };
    assert_eq!(add("set", "options = { Hash = 3 }\n"), "set: bench 2835\n");
    add("unset", "# none\n");
    add("wrong", "options = { Hsah = 3 }\n");
    // The same program: only with other options is it another player.
    let (_, result) = project.regress(&format!("--candidate unset --against {plain}"));
    assert_eq!(result["verdict"], "same");
    let (_, result) = project.regress(&format!("--candidate set --against {plain}"));
    assert_eq!(result["verdict"], "not-worse", "{result}");
    assert_ne!(result["games"], 0);
    let wrong = format!("{QUICKLY} --candidate wrong --against {plain}");
    refused(&project, &wrong, &["did you mean \"Hash\"?"]);
    // So it is with the options of a file and no version of its own.
    project.write("set.toml", "options = { Hash = 3 }\n");
    project.write("other.toml", "params = { Hash = 3 }\n");
    let (_, result) = project.regress("--params set.toml --max-pairs 2");
    assert_eq!((&result["verdict"], &result["games"]), (&"undecided".into(), &4.into()), "{result}");
    let sides = ["new", "old"].map(|side| result[side]["name"].as_str().unwrap().ends_with(" with set"));
    assert_eq!(sides, [true, false], "{result}");
    let wrong = format!("{QUICKLY} --params set.toml --against other.toml");
    refused(&project, &wrong, &["other.toml: it has no options, and this is a program"]);
}

/// Git takes a file for unchanged if its size and time are those in the index: the time of a file
/// that changes just after a commit may be, to the clock's tick.
#[test]
fn a_change_just_after_a_commit_is_seen() {
    let project = Project::new();
    for value in [51, 52, 53] {
        let [before, committed, changed] = [value - 1, value, value + 100].map(|value| format!("{value}, 20_000"));
        project.change((&before, &committed));
        project.commit("Another value");
        project.change((&committed, &changed));
        let message = stderr(&run(&project, "regress none"));
        message.must_have(&["the working tree (changes on"]);
        project.change((&changed, &committed));
    }
}

#[test]
fn the_list_has_elo_from_what_was_played() {
    let project = Project::new();
    let first = head(&project);
    // Dates are a second apart at least.
    sleep(Duration::from_millis(1100));
    project.change(MENDED);
    project.commit("The queen is worth more");
    let (_, gain) = project.regress("");
    sleep(Duration::from_millis(1100));
    project.change(SPOILT);
    let (_, loss) = project.regress("");
    let rows = lines(&text(&project, "regress list --json"));
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&first.into(), &head(&project).into()));
    assert_eq!(rows[0]["first"], Value::Null);
    assert_eq!(rows[1]["first"]["elo"], gain["elo"]);
    assert_eq!(rows[1]["previous"], rows[1]["first"]);
    assert_eq!(rows[2]["previous"]["elo_low"], loss["elo_low"]);
    let sum = gain["elo"].as_f64().unwrap() + loss["elo"].as_f64().unwrap();
    let chain = &rows[2]["first"];
    assert!((chain["elo"].as_f64().unwrap() - sum).abs() < 1e-9, "{chain}");
    assert_eq!(chain["links"], 2);
    let table = text(&project, "regress list tiny");
    assert!(table.starts_with("tiny, Elo at 100 nodes a move\n"), "{table}");
    table.must_have(&["]*\n", "along a chain"]);
    refused(&project, "regress list tinny", &["did you mean \"tiny\"?"]);
}

/// The program's bench shall not outlive the command that started it.
#[test]
#[cfg(target_os = "linux")]
fn a_terminated_command_takes_the_bench_with_it_and_archives_nothing() {
    let project = Project::new();
    write_program(&project.join("slow.sh"), "#!/bin/sh\necho $$ > pid\nexec sleep 1000\n");
    let mut command = arena(&project, "regress add slow.sh");
    // No folder for temporary files is needed either.
    command.env("TMPDIR", "/no/such/folder");
    let mut child = start(command);
    let pid = || fs::read_to_string(project.join("pid")).unwrap_or_default();
    wait_until(&mut child, || pid().ends_with('\n'));
    signal(&child, rustix::process::Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let gone = (0..1000).any(|_| {
        sleep(Duration::from_millis(5));
        !Path::new("/proc").join(pid().trim()).exists()
    });
    assert!(gone, "the bench still runs");
    assert!(project.versions().is_empty());
}

fn judged(project: &Project, arguments: &str, expected: (i32, &str)) -> Value {
    let (status, result) = project.regress(arguments);
    let verdict = result["verdict"].as_str().unwrap_or_default();
    assert_eq!((status, verdict), expected, "{result}");
    result
}

#[test]
fn a_loss_a_comment_and_a_gain() {
    let project = Project::new();
    // Changes that are not committed, against HEAD.
    project.change(COMMENT);
    let result = judged(&project, "", (0, "same"));
    assert_eq!(result["games"], 0);
    assert_eq!(result["new"]["bench"], result["old"]["bench"]);
    assert_eq!(result["new"]["changed"], true);
    assert!(project.games().is_empty(), "nothing was played");
    project.commit("A comment");

    // Nothing is changed: HEAD against the commit before.
    project.change(SPOILT);
    project.commit("A table of squares, spoilt");
    let worse = judged(&project, "", (1, "worse"));
    assert!(worse["elo_high"].as_f64().unwrap() < 0.0, "{worse}");
    assert_eq!(worse["new"]["commit"], project.git("rev-parse HEAD"));
    assert_eq!(worse["old"]["commit"], project.git("rev-parse 'HEAD~1'"));

    // A commit against another one by their names.
    project.git("tag before 'HEAD~1'");
    project.git("switch --quiet --create mend before");
    project.change(MENDED);
    let improved = judged(&project, "", (0, "improved"));
    assert!(improved["elo_low"].as_f64().unwrap() > 0.0, "{improved}");
    project.commit("The queen is worth more");
    // Committed, it is the same program: nothing is built or played again.
    let again = "--candidate mend --against before";
    let output = run(&project, &format!("{QUICKLY} {again}"));
    let games = format!("improved: {:+.1} Elo", improved["elo"].as_f64().unwrap());
    stdout(&output).must_have(&[&games]);
    stderr(&output).must_lack(&["Building", "Playing"]);
    assert_eq!(project.games().len(), 2);
    // The other way round it is a loss, and the second test of the two.
    let swapped = "--candidate before --against mend";
    let swapped = judged(&project, swapped, (1, "worse"));
    swapped["tries"].must_have_fields(&json!({ "ordinal": 2, "tests": 2 }));
    let history = project.read("versions/history.jsonl");
    assert_eq!(history.lines().count(), 4, "{history}");
}

#[test]
fn too_few_pairs_decide_nothing_and_a_loss_alone_is_found_sooner() {
    let project = Project::new();
    project.change(MENDED);
    let undecided = judged(&project, "--max-pairs 2", (3, "undecided"));
    assert_eq!(undecided["games"], 4);
    let safe = judged(&project, "--non-regression", (0, "not-worse"));
    let (_, improved) = project.regress("");
    assert_eq!(improved["verdict"], "improved");
    assert!(safe["games"].as_u64() <= improved["games"].as_u64(), "{safe} {improved}");
    // The number of threads changes nothing.
    let (_, again) = project.regress("--fresh --threads 3");
    assert_eq!(again["penta"], improved["penta"]);
    // It is the test that was undecided before, and not another one; built in another way it is.
    again["tries"].must_have_fields(&json!({ "ordinal": 1, "tests": 2 }));
    let (_, rebuilt) = project.regress("--build 'cargo build --release' --program target/release/tiny");
    rebuilt["tries"].must_have_fields(&json!({ "ordinal": 3, "tests": 3, "mixed_limits": false }));
}

#[test]
fn the_same_tree_is_played_on_a_clock_and_neither_side_is_better() {
    let project = Project::new();
    project.change(COMMENT);
    let result = judged(&project, "--tc 60+1", (5, "not-worse"));
    // Both make the same moves, so the games of each pair mirror each other.
    let pairs = result["games"].as_u64().unwrap() / 2;
    assert_eq!(result["penta"], json!([0, 0, pairs, 0, 0]));
}

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/regress.toml");

/// `regress` in a folder that is not a repository.
fn regress(folder: &Path, arguments: &str) -> Command {
    let mut command = arena(folder, &format!("regress {arguments}"));
    command.env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap());
    command
}

/// A short test of evaluators.
fn regress_evaluator(folder: &Path, arguments: &str) -> Output {
    let short = format!("--config {CONFIG} --nodes 200 --max-pairs 2 --json");
    regress(folder, &format!("{arguments} {short}")).output().unwrap()
}

#[test]
fn parameters_are_tried_without_a_build() {
    let folder = Folder::new();
    folder.write("rule.toml", "params = { endgame_rule = \"no_queens\" }\n");
    folder.write("none.toml", "# as it is\n");
    folder.write("search.toml", "search = { reverse_futility.margin = 75, \"lmr.divisor\" = 2.5 }\n");
    let output = regress_evaluator(&folder, "michniewski --params rule.toml");
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
    let runs = || fs::read_dir(folder.join("runs/regress")).unwrap().count();
    let before = runs();
    let again = result(&regress_evaluator(&folder, "michniewski --params rule.toml"));
    assert_eq!((&again["run"], runs()), (&played["run"], before));
    // Another test of the same sides gets other openings.
    let other = regress_evaluator(&folder, "michniewski --params rule.toml --elo1 30");
    assert_ne!(result(&other)["run"], played["run"]);

    let output = regress_evaluator(&folder, "michniewski --params search.toml");
    output.ended(3);
    let played = result(&output);
    assert_ne!(played["new"]["bench"], played["old"]["bench"]);

    let output = regress_evaluator(&folder, "michniewski --params none.toml");
    output.ended(0);
    assert_eq!(result(&output)["verdict"], "same");
    let both = "michniewski --params rule.toml --against rule.toml";
    assert_eq!(result(&regress_evaluator(&folder, both))["verdict"], "same");
    // On a clock nothing is the same.
    folder.write("clock.toml", "test.max_pairs = 1\nlimits.tc = \"0.1+0.01\"\n");
    for clock in ["--config clock.toml", "--config clock.toml --set limits={movetime=5}"] {
        let played = regress(&folder, &format!("{both} {clock} --json")).output().unwrap();
        result(&played).must_have_fields(&json!({ "verdict": "undecided", "games": 2 }));
    }
}

/// Fishing: whatever is changed but the sides, the tenth test says that it is the tenth.
#[test]
fn the_tenth_test_of_the_same_sides_says_so() {
    let folder = Folder::new();
    folder.write("dear.toml", "params = { \"value.queen\" = 950 }\n");
    folder.write("again.toml", "params = { \"value.queen\" = 950, \"value.pawn\" = 100 }\n");
    folder.write("short.toml", "limits.nodes = 10\ntest = { elo1 = 200, max_pairs = 3, seed = 7 }\n");
    let tried = |more: &str| regress(&folder, &format!("michniewski --config short.toml {more}")).output().unwrap();
    let mut games = 0;
    for seed in 1..=6 {
        let found = result(&tried(&format!("--params dear.toml --json --set test.seed={seed}")));
        games += found["games"].as_u64().unwrap();
        found.must_have_fields(&json!({ "seed": seed }));
        found["tries"].must_have_fields(&json!({ "ordinal": seed, "tests": seed, "games": games }));
    }
    for (more, ordinal, mixed) in [
        // The same games for another test.
        ("--params dear.toml --set test.seed=6 --elo1 190", 7, false),
        ("--params dear.toml --nodes 12", 8, true),
        ("--params again.toml --set test.alpha=0.1", 9, true),
    ] {
        let found = result(&tried(&format!("{more} --json")));
        let (own, is_shared) = (found["games"].as_u64().unwrap(), ordinal == 7);
        games += if is_shared { 0 } else { own };
        let expected = json!({ "ordinal": ordinal, "games": games, "mixed_limits": mixed });
        found["tries"].must_have_fields(&expected);
    }
    let tenth = stdout(&tried("--params dear.toml --non-regression --set test.seed=10"));
    tenth.must_have(&["The 10th test of these two sides, with seed 10\n", "All 10 tests together", "up to 43 %"]);
    // The first one, asked for again, is the first of all.
    let first = stdout(&tried("--params dear.toml --set test.seed=1"));
    first.must_have(&["The 1st of 10 test", "All 10 tests together"]);
}

#[test]
fn parameters_without_a_meaning_are_refused() {
    let folder = Folder::new();
    for row in rows("wrong parameters") {
        folder.write("x.toml", row[1]);
        regress_evaluator(&folder, row[0]).ended(2).must_have(&row[2..]);
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
    let parts: Vec<Value> = (1..=3).map(|number| result(&regress("many", &format!("--shard {number}/3")))).collect();
    assert!(parts.iter().all(|part| part["games"] == 40), "{parts:?}");
    let run = one["run"].as_str().unwrap();
    let merge = format!("merge many/runs/regress/{run} --quiet");
    success(&folder, &merge);
    let many = result(&regress("many", ""));
    for key in ["verdict", "penta", "games", "llr_gain", "llr_loss", "elo", "run"] {
        assert_eq!(many[key], one[key], "{key}");
    }
}
