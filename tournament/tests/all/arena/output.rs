//! The output of a run: for programs, for logs, and none.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::*;

fn lines(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    text.lines().map(line).collect()
}

fn count(events: &[Value]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for event in events {
        *counts.entry(event["event"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn events_have_everything_for_a_program() {
    let folder = folder_with(SMALL);
    let flags = "--events ndjson --quiet";
    let output = success(&folder, &format!("run small.toml {flags}"));
    assert_eq!(stderr(&output), "", "quiet");
    let events = lines(&stdout(&output));
    let counts = count(&events);
    assert_eq!(counts["game_started"], 12);
    assert_eq!(counts["game_finished"], 12);
    assert_eq!((counts["standings"], counts["run_started"]), (12, 1));
    assert_eq!(events[0]["limits"], "200 nodes a move: Material, Michniewski; depth 2: Otter");
    assert_eq!(events.last().unwrap()["results"], results(&folder.join("runs/small")));
    for game in 1..=12 {
        let of_game = |e: &&Value| e["game"] == game;
        let shown: Vec<&Value> = events.iter().filter(of_game).collect();
        let [started, finished] = shown[..] else { panic!("{shown:?}") };
        assert_eq!(started["event"], "game_started");
        assert_eq!(started["white"], finished["white"]);
        let winner = match finished["result"].as_str().unwrap() {
            "1-0" => &finished["white"],
            "0-1" => &finished["black"],
            _ => &Value::Null,
        };
        assert_eq!(finished["winner"], *winner);
    }
    let standings = events.iter().filter(|e| e["event"] == "standings").nth(4).unwrap();
    assert_eq!(standings["games"], 5);
    let points = standings["engines"].as_array().unwrap().iter();
    let points: f64 = points.map(|e| e["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 5.0);
}

#[test]
fn a_resumed_run_knows_what_was_played() {
    let folder = folder_with(&slow());
    assert!(interrupt(&folder, "x", 3));
    let output = run(&folder, "run small.toml --out x --events ndjson --threads 1");
    let printed = stderr(&output);
    printed.must_have(&["of them already played"]);
    assert!(!printed.contains('\u{1b}') && !stdout(&output).contains('\u{1b}'));
    let events = lines(&stdout(&output));
    let played = events[0]["played"].as_u64().unwrap();
    assert!(played >= 3);
    let first = events.iter().find(|e| e["event"] == "standings").unwrap();
    assert_eq!(first["games"].as_u64(), Some(played + 1));
}

#[test]
fn games_lost_by_a_clock_are_warnings() {
    // With the least clock there is, an engine runs out of time.
    let config = SMALL.replace("nodes = 200", "tc = \"0.001\"");
    let folder = folder_with(&config);
    let flags = "--events ndjson --quiet";
    let events = lines(&stdout(&run(&folder, &format!("run small.toml {flags}"))));
    let counts = count(&events);
    let lost = events.iter().filter(|e| e["event"] == "game_finished" && e["tainted"] == true).count();
    assert!(lost > 0, "{counts:?}");
    let shown = events.iter().filter(|e| e["event"] == "warning").filter_map(|e| e["message"].as_str());
    // On a busy machine there are others, about games that are played again.
    let shown = shown.filter(|message| message.contains("by loss on time") && !message.contains("again"));
    assert_eq!(shown.count(), lost);
}

#[test]
fn ratings_are_on_the_scale_of_anchors() {
    let folder = folder_with(SMALL);
    let play = |arguments: &str| text(&folder, &format!("run small.toml {arguments}"));
    play("");
    // The anchor may change after the games were played.
    let material = "{name='Material', elo=1500, error=30}";
    let michniewski = "{name='Michniewski', elo=1900, error=30}";
    let anchored = play(&format!("--set \"run.anchor=[{material}, {michniewski}]\""));
    let words: Vec<&str> = anchored.split_whitespace().collect();
    let words = words.join(" ");
    let off = |name: &str| {
        let after = words.split(&format!("{name} ± 30 (off by ")).nth(1);
        let number = after.and_then(|after| after.split(')').next());
        number.map(|number| number.parse::<f64>().unwrap())
    };
    // The results put one as far above its anchor as the other below.
    let [material_off, michniewski_off] =
        ["in the mean Material = 1500", "Michniewski = 1900"].map(|name| off(name).expect(&anchored));
    assert!(material_off > 0.0 && material_off == -michniewski_off, "{anchored}");
    let results = results(&folder.join("runs/small"));
    assert_eq!(results["anchor"], Value::Null);
    assert_eq!(results["anchors"][1]["elo"], 1900.0);
    let elo = |engine: usize| results["engines"][engine]["elo"].as_f64().unwrap();
    assert!((f64::midpoint(elo(0), elo(1)) - 1700.0).abs() < 1e-6);

    play(&format!("--set \"run.anchor={material}\""));
    let values = text(&folder, "report runs/small --format csv");
    let mut lines = values.lines();
    let heading = lines.next().unwrap();
    assert!(heading.starts_with("time_control,rank,name,elo,elo_low,elo_high,games,"), "{heading}");
    let material = lines.clone().find(|line| line.contains(",Material,")).unwrap();
    material.must_have(&[",Material,1500,1470,1530,8,"]);
    assert_eq!(lines.count(), 3);
}

#[test]
fn a_newcomer_to_a_list_has_one_row_and_a_place() {
    let anchors = "[{ name = \"Michniewski\", elo = 900 }, { name = \"Otter\", elo = -900 }]";
    let config = SMALL.replace("round-robin", "gauntlet").replace("\"Material\"\n\n", &format!("{anchors}\n"));
    let folder = folder_with(&config);
    let printed = text(&folder, "run small.toml");
    let place = "Place 2 of 3 on the list, below Michniewski (+900.0), above Otter (-900.0)\n";
    printed.must_have(&["\n  2 Material ", place, "report RUN --format text"]);
    printed.must_lack(&["\n  1 ", "\n  3 ", "column", "off by"]);
    let found = &results(&folder.join("runs/small"))["list_place"];
    found.must_have_fields(&json!({ "place": 2, "engines": 3 }));
    assert_eq!((&found["above"]["name"], &found["below"]["name"]), (&json!("Michniewski"), &json!("Otter")));
    text(&folder, "report runs/small --format text").must_have(&["Michniewski ", "\n  3 ", "Otter "]);
    // The list that is joined is the one of the document.
    let root = Path::new(CONFIGS).parent().unwrap();
    let (list, joined) = (root.read("docs/list.md"), root.read("results/join.toml"));
    let joined: toml::Table = joined.parse().unwrap();
    let anchors = joined["run"]["anchor"].as_array().unwrap();
    let row = |given: &toml::Value| {
        format!("| {} | {:+.1} ±", given["name"].as_str().unwrap(), given["elo"].as_float().unwrap())
    };
    anchors.iter().for_each(|given| list.must_have(&[&row(given)]));
    assert_eq!(anchors.len() + 1, joined["engine"].as_array().unwrap().len());
}

#[test]
fn comments_have_the_time_left_and_may_be_written_afterwards() {
    let folder = folder_with(SMALL);
    let comments = |more: &str| {
        let clock = "run small.toml --set 'limits={tc=\"1+0.01\"}'";
        let short = "--set run.pairs=1 --set adjudication.max_moves=12";
        success(&folder, &format!("{clock} {short} {more}"));
        folder.read("runs/small/games.pgn")
    };
    let bare = comments("");
    bare.must_lack(&[" sd=", " tl="]);
    let shown = comments("--set 'pgn={seldepth=true, time_left=true}'");
    shown.must_have(&[" sd="]);
    // A move gains a hundredth of a second, and the clock showed a second before the first.
    let left = shown.split("tl=").skip(1);
    let left: Vec<f64> = left.map(|text| text.split('s').next().unwrap().parse().unwrap()).collect();
    assert!(left.len() > 30 && left.iter().all(|left| (0.0..=1.3).contains(left)));
    assert_eq!(bare.matches('{').count(), shown.matches('{').count());
    assert_ne!(comments("--set 'pgn.scores=\"mover\"'"), bare);
}
