//! Runs over the book of blunders, and blunders found in games.

use std::fs;

use serde_json::Value;

use crate::blunders::{BACK_RANK, add, book};
use crate::common::{Contents, Files, Folder, json, refused, run, stderr, stdout, text};

/// A book of one position that is solved and one that is not.
fn small_book() -> Folder {
    let folder = Folder::new();
    add(&folder, &format!("'{BACK_RANK}' --best Ra8 --id easy"));
    let lost = "4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1";
    add(&folder, &format!("'{lost}' --best Kf1 --id impossible"));
    folder
}

fn verdicts(report: &Value) -> Vec<&str> {
    let results = report["engines"][0]["results"].as_array().unwrap();
    results.iter().map(|row| row["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_run_remembers_and_reports_what_is_back_again() {
    let folder = &small_book();
    let line = "blunders run michniewski --nodes 500";
    let report = json(folder, line);
    assert_eq!(verdicts(&report), ["solved", "lost"]);
    assert_eq!(report["engines"][0]["results"][0]["tried_before"], false);
    assert!(report["engines"][0]["signature"].as_u64().unwrap() > 0);
    // An older version that solved both, at this limit and at another.
    let history = folder.join("blunders.history.jsonl");
    let kept = fs::read_to_string(&history).unwrap();
    assert_eq!(kept.lines().count(), 1);
    let better = kept.replace("\"solved\":false", "\"solved\":true");
    fs::write(&history, better.replace("\"nodes\":500", "\"nodes\":501")).unwrap();
    let report = json(folder, line);
    assert_eq!(verdicts(&report), ["solved", "lost"], "another limit");
    fs::write(&history, better.replace("michniewski", "otter")).unwrap();
    let report = json(folder, line);
    assert_eq!(verdicts(&report), ["solved", "lost"], "another engine");
    // With half a line at its end, as a killed process leaves it.
    fs::write(&history, format!("{better}{}", &kept[..40])).unwrap();
    let output = run(folder, &format!("{line} --json"));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    stderr(&output).must_have(&["jsonl:2: this line is damaged"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdicts(&report), ["solved", "back-again"]);
    assert_eq!(report["back_again"], 1);
    let again = &report["engines"][0]["results"][1];
    let earlier = again["solved_before"].as_str().unwrap();
    let signature = format!(" ({})", report["engines"][0]["signature"]);
    assert!(earlier.ends_with(&signature), "{earlier}");
    // It stays so until it is solved, and the table shows it.
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(1));
    let table = stdout(&output);
    table.must_have(&[
        "1 of 2 solved, 0 still lost, 1 back again",
        "back again: impossible: bm Kf1, and it plays",
    ]);
    assert_eq!(fs::read_to_string(&history).unwrap().lines().count(), 4);
}

#[test]
fn blunders_of_a_run_are_found_and_added() {
    let folder = &Folder::new();
    let config = "run = { name = \"t\", format = \"match\", pairs = 3, seed = 2 }\n\
                  limits = { nodes = 40 }\nadjudication = { max_moves = 60 }\n\
                  [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n";
    folder.write("t.toml", config);
    text(folder, "run t.toml --quiet");
    let find = "blunders find runs/t --engine material --nodes 1500";
    let found = json(folder, find);
    let found = found.as_array().unwrap();
    assert!(!found.is_empty(), "forty nodes a move are enough for no game");
    for finding in found {
        assert_eq!(finding["engine"], "material");
        let number = |key: &str| finding[key].as_i64().unwrap();
        assert!(number("before") - number("after") >= 200, "{finding}");
        assert!(number("judge_best") - number("judge_played") >= 200, "{finding}");
        let best = finding["best"].as_array().unwrap();
        assert!(!best.is_empty() && !best.contains(&finding["played"]), "{finding}");
    }
    let table = text(folder, &format!("{find} --add --judge material"));
    table.must_have(&["of them blunders by the judge's scores"]);
    let listed = json(folder, "blunders list");
    let listed = listed.as_array().unwrap();
    assert!(!listed.is_empty() && listed.len() <= found.len(), "{listed:?}");
    let id = format!("t game {} ply {}", found[0]["game"], found[0]["ply"]);
    assert_eq!(listed[0]["id"], id.as_str());
    let line = book(folder).lines().next().unwrap().to_owned();
    line.must_have(&[" bm ", " am ", " id ", " c0 \"material played "]);
    // The judge solves them at the same limit.
    let run = "blunders run material --nodes 1500";
    let report = json(folder, run);
    assert_eq!(report["engines"][0]["solved"], listed.len(), "{report}");
}

#[test]
fn runs_without_what_is_asked_for_are_refused() {
    let folder = &Folder::new();
    refused(folder, "blunders find nowhere", &["nowhere"]);
    let config = "run = { name = \"t\", format = \"match\", pairs = 1 }\nlimits = { nodes = 20 }\n\
                  adjudication = { max_moves = 5 }\n\
                  [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n";
    folder.write("t.toml", config);
    text(folder, "run t.toml --quiet");
    let find = |arguments: &str, expected: &[&str]| {
        refused(folder, &format!("blunders find runs/t {arguments}"), expected);
    };
    find("--engine Otter", &["\"Otter\"", "material, otter"]);
    find("--judge oter", &["did you mean \"otter\"?"]);
    find("--drop 0", &["--drop"]);
}
