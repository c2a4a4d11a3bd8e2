//! Runs that stop, resume, are finished, changed or begun again.

use std::time::Duration;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::common::{
    Contents, Fields, SMALL, assert_kills_change_nothing, folder_with, interrupt_after, refused,
    results, run, stderr, stdout, stored, success, text, timeless,
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

/// `cargo test -p tournament --test arena fifty -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn fifty_kills_at_random_instants_lose_nothing() {
    let folder = folder_with(&SMALL.replace("pairs = 2", "pairs = 80"));
    success(&folder, "run small.toml --out whole");
    let mut random = Pcg64Mcg::seed_from_u64(50);
    let mut below = |end: u64| random.next_u64() % end;
    for kill in 1..=50 {
        // From before the first game is stored to the middle of the seventh, in steps of 10 us.
        let (more, later) = (below(7) as usize, Duration::from_micros(10 * below(2000)));
        let killed = interrupt_after(&folder, "killed", "2", more, later);
        assert!(killed, "the run ended before kill {kill}");
    }
    let before = stored(&folder.join("killed"));
    assert!(before < 480, "there was nothing left to play");
    success(&folder, "run small.toml --out killed");
    let games = |out: &str| timeless(&folder.join(out));
    assert_eq!(games("killed").matches("[Event ").count(), 480);
    assert_eq!(games("whole"), games("killed"));
}
