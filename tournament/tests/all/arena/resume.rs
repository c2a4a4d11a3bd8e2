//! Runs that stop, resume, are finished, changed or begun again.

use serde_json::{Value, json};

use super::*;

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
    assert!(games("t1").contains(" 200 [%eval"));
    // Another seed is another tournament.
    run(&folder, "run small.toml --set run.seed=6 --out t3");
    assert_ne!(games("t1"), games("t3"));
}

#[test]
fn a_run_that_is_killed_resumes_and_ends_the_same() {
    let folder = folder_with(&slow());
    assert_kills_change_nothing(&folder, 3, 1);
    let [whole, killed] = ["whole", "killed"].map(|out| results(&folder.join(out)));
    for key in ["pairings", "terminations"] {
        assert_eq!(whole[key], killed[key]);
    }
    success(&folder, "report killed --pgn all.pgn");
    let [written, all] = ["killed/games.pgn", "all.pgn"].map(|file| std::fs::read(folder.join(file)).unwrap());
    assert!(written == all);
}

/// Where SQLite can make no file beside the database, as on a medium that may only be read: a copy is read.
#[test]
fn a_killed_run_is_read_where_nothing_can_be_written() {
    let folder = folder_with(&slow());
    assert!(interrupt(&folder, "killed", 2));
    std::fs::create_dir_all(folder.join("read/run.sqlite-shm")).unwrap();
    for file in ["run.sqlite", "run.sqlite-wal"] {
        std::fs::copy(folder.join("killed").join(file), folder.join("read").join(file)).unwrap();
    }
    success(&folder, "report read --pgn read.pgn");
    assert_eq!(folder.read("read.pgn").matches("[Event ").count(), stored(&folder.join("killed")));
}

#[test]
fn a_finished_run_is_shown_a_changed_one_refused_and_a_fresh_one_played() {
    let folder = folder_with(SMALL);
    let first = text(&folder, "run small.toml");
    first.must_have(&["small: 12 of 12 games, complete"]);
    let again = success(&folder, "run small.toml");
    assert_eq!(stdout(&again), first);
    stderr(&again).must_have(&["Nothing was played: this is the result of"]);
    refused(&folder, "run small.toml --set limits.nodes=700", &["200", "700", "--fresh"]);
    refused(&folder, "run small.toml --set engine.Otter.margin_scale=2", &["\"Otter\".margin_scale is new: 2.0"]);
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

#[test]
fn a_longer_run_resumes_with_the_games_played() {
    let folder = folder_with(SMALL);
    let play = |out: &str, more: &str| text(&folder, &format!("run small.toml --out {out} {more}"));
    let games = |out: &str| timeless(&folder.join(out));
    play("grown", "");
    let before = games("grown");
    assert_eq!(stored(&folder.join("grown")), 12);
    play("grown", "--set run.pairs=3").must_have(&["18 of 18 games, complete"]);
    play("whole", "--set run.pairs=3");
    assert_eq!(games("grown"), games("whole"));
    assert!(games("grown").starts_with(&before));
    // A cycle only adds openings.
    play("grown", "--set run.pairs=2 --set run.cycles=2");
    play("cycles", "--set run.pairs=2 --set run.cycles=2");
    assert_eq!(games("grown"), games("cycles"));

    // It may not be shorter, nor otherwise different.
    for (set, shown) in
        [("run.pairs=3", "run.cycles was 2 and is now 1"), ("run.seed=6", "run.seed was 5 and is now 6")]
    {
        refused(&folder, &format!("run small.toml --out grown --set '{set}'"), &[shown]);
    }
    assert_eq!(games("grown"), games("cycles"));
}

#[test]
fn a_swiss_tournament_grows_by_rounds() {
    let swiss = SMALL.replace("round-robin", "swiss").replace("pairs = 2", "pairs = 2\nrounds = 1");
    let folder = folder_with(&swiss);
    let play = |out: &str, rounds: u32| {
        let set = format!("run.rounds={rounds}");
        success(&folder, &format!("run small.toml --out {out} --set '{set}'"));
        timeless(&folder.join(out))
    };
    play("grown", 1);
    assert_eq!(play("grown", 3), play("whole", 3));
}

#[test]
fn openings_that_are_added_come_after_those_that_were_played() {
    let config = SMALL.replace("[limits]", "[openings]\nfile = \"book.epd\"\norder = \"sequential\"\n[limits]");
    let folder = folder_with(&config);
    let known: Vec<&str> = section("level positions").lines().collect();
    let book = |lines: &[&str]| folder.write("book.epd", lines.join("\n"));
    let play = |pairs: &str| run(&folder, &format!("run small.toml --set {pairs}"));
    book(&known[..2]);
    play("run.pairs=2").ended(0);
    // Another book, which begins differently.
    book(&[known[3], known[1], known[2]]);
    play("run.pairs=3").ended(2).must_have(&["begun differently"]);
    book(&known[..3]);
    let grown = play("run.pairs=3");
    grown.ended(0);
    stdout(&grown).must_have(&["18 of 18 games"]);
}

/// [`SMALL`] with other engines, none of which is the anchor.
pub(crate) fn engines(names: &[&str]) -> String {
    let head = SMALL.split_once("[[engine]]").unwrap().0;
    let head = head.replace("anchor = \"Material\"", "");
    let engine = |name: &&str| format!("[[engine]]\nevaluator = \"{name}\"\n");
    names.iter().map(engine).fold(head, |all, one| all + &one)
}

#[test]
fn time_controls_are_added_and_grow() {
    let time_control =
        |name: &str, nodes: u32| format!("[[time_control]]\nname = \"{name}\"\nlimits = {{ nodes = {nodes} }}\n");
    let config = |time_controls: &[String]| {
        let config = engines(&["material", "otter"]);
        config.replace("[limits]\nnodes = 200\n", &time_controls.concat())
    };
    let (fast, slow) = (time_control("fast", 60), time_control("slow", 90));
    let folder = folder_with(SMALL);
    let play = |out: &str, time_controls: &[String], pairs: &str| {
        folder.write("small.toml", config(time_controls));
        success(&folder, &format!("run small.toml --out {out} --set {pairs}"));
        timeless(&folder.join(out))
    };
    play("grown", std::slice::from_ref(&slow), "run.pairs=1");
    let both = [fast, slow];
    play("grown", &both, "run.pairs=1");
    assert_eq!(play("grown", &both, "run.pairs=2"), play("whole", &both, "run.pairs=2"));
}
