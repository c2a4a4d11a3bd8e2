//! Verdicts on a change: worse, the same, improved.

use serde_json::Value;

use super::project::{COMMENT, MENDED, Project, QUICKLY, SPOILT};
use crate::common::{Contents, Files, stderr, stdout};

/// The result of `regress`, which must end with this status and verdict.
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
    let text = project.run(&format!("{QUICKLY} {again}"));
    let games = format!("improved: {:+.1} Elo", improved["elo"].as_f64().unwrap());
    stdout(&text).must_have(&[&games]);
    stderr(&text).must_lack(&["Building", "Playing"]);
    assert_eq!(project.games().len(), 2);
    // The other way round it is a loss.
    let swapped = "--candidate before --against mend";
    judged(&project, swapped, (1, "worse"));
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
}

#[test]
fn the_same_tree_is_played_on_a_clock_and_neither_side_is_better() {
    let project = Project::new();
    project.change(COMMENT);
    let result = judged(&project, "--tc 60+1", (0, "not-worse"));
    // Both make the same moves, so the games of each pair mirror each other.
    let pairs = result["games"].as_u64().unwrap() / 2;
    assert_eq!(result["penta"], serde_json::json!([0, 0, pairs, 0, 0]));
}
