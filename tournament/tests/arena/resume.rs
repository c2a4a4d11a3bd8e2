//! Runs that stop, resume, are finished, changed or begun again.

use serde_json::{Value, json};

use crate::common::{
    Contents, Fields, SMALL, assert_kills_change_nothing, folder_with, refused, results, run,
    stderr, stdout, success, text, timeless,
};

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = folder_with(SMALL);
    for threads in ["1", "2"] {
        let out = format!("t{threads}");
        success(&folder, &format!("run small.toml --threads {threads} --out {out}"));
    }
    let games = |out: &str| timeless(&folder.join(out));
    assert_eq!(games("t1"), games("t2"));
    assert_eq!(games("t1").matches("[Event ").count(), 12);
    assert!(games("t1").contains("600}"));
    // Another seed is another tournament.
    run(&folder, "run small.toml --set run.seed=6 --out t3");
    assert_ne!(games("t1"), games("t3"));
}

#[test]
fn a_run_that_is_killed_resumes_and_ends_the_same() {
    let folder = folder_with(SMALL);
    assert_kills_change_nothing(&folder, 3, 1);
    let [whole, killed] = ["whole", "killed"].map(|out| results(&folder.join(out)));
    for key in ["pairings", "terminations"] {
        assert_eq!(whole[key], killed[key]);
    }
}

#[test]
fn a_finished_run_is_shown_a_changed_one_refused_and_a_fresh_one_played() {
    let folder = folder_with(SMALL);
    let first = text(&folder, "run small.toml");
    first.must_have(&["small: 12 of 12 games, complete"]);
    let again = success(&folder, "run small.toml");
    assert_eq!(stdout(&again), first);
    stderr(&again).must_have(&["Nothing was played: this is the result of"]);
    refused(&folder, "run small.toml --set limits.nodes=700", &["600", "700", "--fresh"]);
    refused(
        &folder,
        "run small.toml --set engine.Otter.margin_scale=2",
        &["\"Otter\".margin_scale is new: 2.0"],
    );
    let fresh = "run small.toml --set limits.nodes=700 --fresh --json";
    let fresh = success(&folder, fresh);
    assert!(folder.join("runs/small.old-1/run.sqlite").exists());
    let results: Value = serde_json::from_str(&stdout(&fresh)).unwrap();
    assert_eq!(results["games"], 12);
    let engine = &results["engines"][0];
    engine.must_have_fields(&json!({ "name": "Material", "games": 8 }));
    engine.must_have_fields(&json!({ "elo": 0.0, "elo_low": 0.0 }));
    let penta = results["pairings"][0]["penta"].as_array().unwrap();
    assert_eq!(penta.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
}
