//! Matches: set up on the command line, and ended by a test.

use serde_json::Value;

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
    assert_eq!(one["engines"], serde_json::json!(["B", "material"]));
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
