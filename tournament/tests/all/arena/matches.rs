//! Matches, set up on the command line and ended by a test; and several runs side by side.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::*;

#[test]
fn one_command_plays_a_match_and_resumes_it() {
    let folder = folder_with("");
    let words = "match michniewski otter --nodes 200 --games 6 --threads 2";
    let table = text(&folder, words);
    // A match prints one answer: its Elo.
    let elo: Vec<&str> = table.lines().filter(|l| l.starts_with("Elo ")).collect();
    let [elo] = elo[..] else { panic!("{table}") };
    assert!(!table.contains('±'), "{table}");
    for start in ["michniewski against otter: +", "nElo ", "Score ", "Pairs "] {
        assert!(table.lines().any(|l| l.starts_with(start)), "{table}");
    }
    let [run_folder] = &entries(&folder.join("runs"))[..] else { panic!("one run") };
    let name = run_folder.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("michniewski-otter-"), "{name}");
    // The JSON has the same.
    let results = results(run_folder);
    assert_eq!(results["engines"][0]["name"], "michniewski");
    let of_two = &results["match"];
    let value = of_two["elo"].as_f64().unwrap();
    assert!(elo.contains(&format!("{value:+.1} ")) || value == 0.0, "{elo}");
    assert_eq!(of_two["penta"].as_array().unwrap().len(), 5);
    assert_eq!(of_two["llr"], Value::Null);

    let again = run(&folder, words);
    assert_eq!(stdout(&again), table);
    stderr(&again).must_have(&["Nothing was played: this is the result of"]);
}

#[test]
fn more_than_two_meet_each_other_or_the_first() {
    let folder = folder_with("");
    let words = "match material otter michniewski --nodes 20 --games 2";
    for (more, pairings) in [("", 3), ("--gauntlet", 2)] {
        let results = json(&folder, &format!("{words} {more}"));
        assert_eq!(results["pairings"].as_array().unwrap().len(), pairings);
        assert_eq!(results["match"], Value::Null);
    }
}

#[test]
fn engines_of_a_configuration_bring_their_limits_and_hash_is_for_all() {
    let config = "[limits]\ndepth = 2\n[[engine]]\nname = \"A\"\nevaluator = \"otter\"\n\
                  [[engine]]\nname = \"B\"\nevaluator = \"otter\"\nlimits = { nodes = 50 }\n";
    let folder = folder_with(config);
    let events = "--events ndjson --games 2 --set run.hash=4";
    let started = |engines: &str| -> Value {
        let events = text(&folder, &format!("match {engines} {events}"));
        serde_json::from_str(events.lines().next().unwrap()).unwrap()
    };
    assert_eq!(started("small.toml")["limits"], "depth 2: A; 50 nodes a move: B");
    let one = started("small.toml:B material");
    assert_eq!(one["engines"], json!(["B", "material"]));
    assert_eq!(one["limits"], "50 nodes a move: B; 10000 nodes a move: material");
    assert_eq!(started("small.toml:B material --depth 1")["limits"], "depth 1");
}

#[test]
fn a_test_ends_a_match_at_the_same_game_whatever_the_threads_and_stops() {
    let folder = folder_with(section("tested"));
    let end = |out: &str, threads: &str| {
        let output = success(&folder, &format!("run small.toml --out {out} --threads {threads}"));
        stdout(&output).must_have(&["games, decided; seed 1"]);
        results(&folder.join(out))["match"].clone()
    };
    let one = end("one", "1");
    assert_eq!(one["decision"], "H1");
    assert!(one["llr"].as_f64() >= one["llr_upper"].as_f64());
    let counts = one["penta"].as_array().unwrap();
    let counted = 2 * counts.iter().map(|n| n.as_u64().unwrap()).sum::<u64>();
    // On one thread two more games at most have begun when it ends: one has ended unread, one waits to be told of.
    let played = stored(&folder.join("one"));
    assert!(played - counted as usize <= 2, "{played} {counted}");
    assert_eq!(end("three", "3"), one);
    for _ in 0..2 {
        assert!(interrupt(&folder, "stopped", 3));
    }
    assert_eq!(end("stopped", "2"), one);

    // No more games are played, unless another test is wanted.
    let before = timeless(&folder.join("one"));
    let words = "run small.toml --out one";
    stderr(&run(&folder, words)).must_have(&["Nothing was played: this is the result of"]);
    assert_eq!(timeless(&folder.join("one")), before);
    let stricter = format!("{words} --set sprt.alpha=0.01 --threads 1");
    refused(&folder, &stricter, &[]);
    success(&folder, &format!("{stricter} --retest"));
    assert!(stored(&folder.join("one")) > played);
}

#[test]
fn a_narrow_interval_ends_a_match_at_the_same_pair_for_every_number_of_threads() {
    let narrow = section("tested")
        .replace("[sprt]\nelo0 = 0\nelo1 = 80", "[stop_when]\nelo_width = 140")
        .replace("nodes = 150", "nodes = 20");
    let folder = folder_with(&narrow);
    let of_two = |out: &str, threads: &str| {
        let output = success(&folder, &format!("run small.toml --out {out} --threads {threads}"));
        stdout(&output).must_have(&["narrow enough, the match is over"]);
        results(&folder.join(out))["match"].clone()
    };
    let one = of_two("one", "1");
    assert_eq!(one, of_two("two", "2"));
    assert!((100..600).contains(&stored(&folder.join("one"))), "{one}");
}

#[test]
fn an_impossible_match_is_refused_before_anything_is_written() {
    let tested = section("tested");
    let folder = folder_with(&tested.replace("elo1 = 80", "elo1 = -80"));
    let three = tested.replace("\"match\"", "\"round-robin\"") + "[[engine]]\nevaluator = \"otter\"";
    folder.write("three.toml", three);
    let twice = tested.to_owned() + "[stop_when]\nelo_width = 20";
    folder.write("twice.toml", twice);
    let wide = tested.replace("[sprt]\nelo0 = 0\nelo1 = 80", "[stop_when]\nelo_width = 0");
    folder.write("wide.toml", wide);
    let before = entries(&folder);
    for row in rows("matches") {
        refused(&folder, row[0], &row[1..]);
        assert_eq!(entries(&folder), before, "{row:?}");
    }
}

#[test]
fn a_small_book_is_started_over_and_bad_openings_are_passed_over_when_asked() {
    let folder = folder_with("");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let book = format!("{start}\n{}\nnonsense\n", start.replace(" b ", " w "));
    folder.write("book.epd", book);
    let engine = format!("cmd:{}", env!("CARGO_BIN_EXE_test-engine"));
    let short = "--nodes 100 --book book.epd --games 8";
    let against = format!("match otter {engine} {short}");
    // A bad line is an error where it is drawn, and so are too few openings.
    refused(&folder, &format!("{against} --set openings.wrap=true"), &["book.epd:3:"]);
    let skipping = format!("{against} --set openings.skip_bad=true");
    refused(&folder, &skipping, &["--games 6", "openings.wrap = true"]);
    let played = success(&folder, &format!("{skipping} --set openings.wrap=true"));
    stderr(&played).must_have(&["1 bad opening was passed over", "2 different openings for 4"]);
    let [folder_of_run] = &entries(&folder.join("runs"))[..] else { panic!("one run") };
    let games = folder_of_run.read("games.pgn");
    assert_eq!(games.matches(&format!("[FEN \"{start}\"]")).count(), 4);
    // Two evaluators would play the same games again.
    let both = "--set openings.skip_bad=true --set openings.wrap=true";
    refused(&folder, &format!("match otter michniewski {short} {both}"), &["the same games again"]);
    // Not if the clock decides.
    let line = format!("match otter michniewski --movetime 1 --book book.epd --games 8 {both}");
    success(&folder, &line);
}

#[test]
fn a_configuration_is_written_that_runs_and_none_overwritten() {
    let folder = Folder::new();
    text(&folder, "").must_have(&["evalarena run ", "evalarena init "]);
    assert_eq!(entries(&folder).len(), 0);
    text(&folder, "init otter material --nodes 20")
        .must_have(&["2 engines, 20 nodes a move", "evalarena run match.toml"]);
    refused(&folder, "init otter michniewski", &["match.toml is there already"]);
    success(&folder, "run match.toml --set run.pairs=2");
    assert_eq!(stored(&folder.join("runs/match")), 4);
    // Of another program's command line; what it has beyond that is named.
    let [a, b] = ["A", "B"].map(|name| format!("-engine cmd={TEST_ENGINE} name={name} args='--evaluator otter'"));
    let output = success(&folder, &format!("init mine.toml fastchess {a} {b} -each nodes=20 -rounds 1 -noise 3"));
    stderr(&output).must_have(&["-noise 3: it is unknown here"]);
    success(&folder, "run mine.toml");
    assert_eq!(stored(&folder.join("runs/mine")), 2);
    success(&folder, "init");
    assert_eq!(folder.read("round-robin.toml"), fs::read_to_string(format!("{CONFIGS}/round-robin.toml")).unwrap());
    // Runs are kept out of git where their folder is made.
    let ignored = folder.join("runs/.gitignore");
    assert_eq!(fs::read_to_string(&ignored).unwrap(), "*\n");
    fs::remove_file(&ignored).unwrap();
    success(&folder, "run match.toml --set run.pairs=1 --set run.name=other");
    assert!(!ignored.exists());
}

#[cfg(unix)]
#[test]
fn a_program_of_a_similar_name_is_suggested() {
    let folder = Folder::new();
    write_program(&folder.join("stockfish"), "#!/bin/sh\n");
    let output = arena(&folder, "match otter stockfishh").env("PATH", folder.as_ref() as &Path).output();
    output.unwrap().ended(2).must_have(&["(did you mean \"stockfish\"?)"]);
}

/// Plays the small tournament with these settings.
fn play(folder: &Path, out: &str, settings: &[&str]) {
    let settings = settings.iter().map(|setting| format!(" --set {setting}"));
    let settings: String = settings.collect();
    success(folder, &format!("run small.toml --quiet --out {out}{settings}"));
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn named<'v>(all: &'v [Value], name: &str) -> &'v Value {
    all.iter().find(|value| value["name"] == name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn ratings_are_relative_to_the_mean_of_common_engines() {
    // Two runs that differ by seed and nodes, and a third one by an engine.
    let folder = folder_with(SMALL);
    play(&folder, "a", &[]);
    play(&folder, "b", &["run.seed=6", "limits.nodes=300"]);
    folder.write("small.toml", SMALL.replace("name = \"Otter\"", "name = \"Another Otter\""));
    play(&folder, "c", &["run.seed=7"]);
    let found = json(&folder, "report a b");
    let engines = list(&found, "engines");
    assert_eq!(engines.len(), 3);
    for (place, folder_of_run) in ["a", "b"].into_iter().enumerate() {
        let own = results(&folder.join(folder_of_run));
        let own = list(&own, "engines");
        let mean = own.iter().map(|e| number(&e["elo"])).sum::<f64>() / 3.0;
        for engine in engines {
            let here = &engine["runs"][place];
            let there = named(own, engine["name"].as_str().unwrap());
            let elo = number(&there["elo"]) - mean;
            assert!((number(&here["elo"]) - elo).abs() < 1e-6, "{here} {there}");
            assert_eq!((&here["games"], &here["score"]), (&there["games"], &there["score"]));
        }
    }
    for engine in engines {
        let [before, after] = [0, 1].map(|place| &engine["runs"][place]);
        assert_eq!(before["difference"], Value::Null);
        let change = &after["difference"];
        let difference = number(&after["elo"]) - number(&before["elo"]);
        assert!((number(&change["elo"]) - difference).abs() < 1e-6);
        let half = |of: &Value| (number(&of["elo_high"]) - number(&of["elo_low"])) / 2.0;
        let (both, one) = (half(change), half(before).max(half(after)));
        assert!(both > one / 2.0 && both < half(before) + half(after), "{engine}");
        assert!((0.0..=1.0).contains(&number(&change["p_adjusted"])));
    }
    // Of three engines two are in all runs.
    let all = json(&folder, "report a b c");
    let sum = |run: usize| -> f64 { list(&all, "engines").iter().map(|e| number(&e["runs"][run]["elo"])).sum() };
    assert!((0..3).all(|run| sum(run).abs() < 1e-6), "{all}");
    assert_eq!((list(&all, "engines").len(), list(&all, "pairings").len()), (2, 1));
    let printed = text(&folder, "report a b c");
    printed.must_have(&[
        "A  a\n   small: 12 of 12 games, seed 5; ",
        "\n   run.seed: 6, in A 5\n",
        "   2 engines: limit.nodes: 300, in A 200\n",
        "\nNot in all runs: Otter, Another Otter\n",
        "of all 4 differences together (Holm)",
        "against Michniewski",
    ]);
    printed.must_lack(&["WARNING"]);
    let narrow = arena(&folder, "report a b c").env("COLUMNS", "60").output().unwrap();
    let narrow = stdout(&narrow);
    assert_eq!(narrow.lines().find(|line| line.chars().count() > 60), None, "{narrow}");
    refused(&folder, "report a b --plots plots", &["of one run"]);
}

#[test]
fn matches_are_compared_by_their_elo_in_either_order() {
    let engines = SMALL.find("[[engine]]").unwrap();
    let head = SMALL[..engines].replace("round-robin", "match");
    let head = head.replace("anchor = \"Material\"", "");
    let engine = |name: &str| format!("[[engine]]\nname = {name:?}\nevaluator = {name:?}\n");
    let folder = folder_with(&(head.clone() + &engine("otter") + &engine("material")));
    play(&folder, "a", &["run.pairs=6"]);
    let turned = head + &engine("material") + &engine("otter");
    folder.write("small.toml", turned);
    play(&folder, "b", &["run.pairs=8", "run.seed=6"]);
    let found = json(&folder, "report a b");
    assert!(list(&found, "engines").is_empty());
    let pairing = &list(&found, "pairings")[0];
    pairing.must_have_fields(&json!({ "name": "otter", "against": "material" }));
    let own = results(&folder.join("b"));
    let here = &pairing["runs"][1];
    assert_eq!(number(&here["elo"]), -number(&own["match"]["elo"]));
    assert!((number(&here["score"]) + number(&own["match"]["score"]) - 1.0).abs() < 1e-9);
    let difference = number(&here["elo"]) - number(&pairing["runs"][0]["elo"]);
    assert!((number(&here["difference"]["elo"]) - difference).abs() < 1e-9);
    text(&folder, "report a b").must_lack(&["Holm"]);
}

#[test]
fn shared_games_are_reported_and_runs_without_common_engines_refused() {
    let folder = folder_with(SMALL);
    play(&folder, "a", &[]);
    play(&folder, "longer", &["run.pairs=3"]);
    let printed = text(&folder, "report a longer");
    printed.must_have(&["WARNING: games that are the same in A and B, move by move: 12"]);
    let refused = |runs: &str, parts: &[&str]| refused(&folder, &format!("report {runs}"), parts);
    refused("a longer ./longer/../a", &["named twice"]);
    refused("a nowhere", &["nowhere: there is no run here"]);
    fs::create_dir(folder.join("empty")).unwrap();
    refused("empty a", &["there is no run here"]);
    let others = SMALL.replace("\"Otter\"", "\"Y\"").replace("\"Michniewski\"", "\"X\"");
    folder.write("small.toml", others);
    play(&folder, "c", &["run.pairs=1"]);
    refused("a c", &["1 of the engines", "c has Material, X, Y"]);
}
