//! What takes seconds: what is measured of evaluations, full disks under many games, runs that change again and again,
//! ratings of thousands.

use std::process::Output;

use serde_json::{Value, json};

use super::resume::engines;
use super::shards::{assert_as_in_one_go, merge, played, shard_folder, shown};
use super::*;
use crate::figures::game;

#[test]
fn a_run_is_a_list_with_what_was_measured_of_its_evaluations() {
    let folder = folder_with(section("list"));
    folder.write("tuned.toml", "[params]\n\"value.pawn\" = 90\n");
    let table = text(&folder, "run small.toml --out run");
    table.must_have(&["PeSTO", "2020", "tapered tables", "tuned tables", "Each time control has its own scale"]);
    assert!(!table.contains("Explained"), "nothing is measured: {table}");

    success(&folder, "positions run/games.pgn --out positions.epd.gz");
    let measured = "report run --positions positions.epd.gz --plots plots --format markdown";
    text(&folder, measured).must_have(&[
        "|  | Engine | 200 nodes | Group | equal time | Group | ns | Explained | Year | Kind |",
        "positions of positions.epd.gz",
    ]);
    for plot in ["plots/years.svg", "plots/prices.svg"] {
        assert!(folder.read(plot).contains("PeSTO"), "{plot}");
    }
    // A later page and table have it, too; so has results.json.
    text(&folder, "report run").must_have(&["report.html"]);
    folder.read("run/report.html").must_have(&["The list", "Explained", "positions.epd.gz"]);
    text(&folder, "run small.toml --out run").must_have(&["Explained"]);
    let all = results(&folder.join("run"));
    let pesto = &all["engines"][1];
    assert_eq!(pesto["year"], 2020);
    assert!(pesto["measured"]["nanoseconds"].as_f64().unwrap() > 0.0);
    assert!(pesto["measured"]["explained"].is_number(), "{pesto}");
    assert_eq!(all["engines"][0]["year"], Value::Null);
    text(&folder, "report run --format text").must_have(&["equal time", "Year"]);
    refused(&folder, "report run --format html", &["text, markdown, csv"]);
}

#[test]
fn beside_games_stand_the_factor_and_the_cost() {
    let here = &Folder::new();
    let games = "--nodes 60 --first 20 --games 20 --quiet";
    let row = |rule: &str| json(here, &format!("ablate {rule} {games}"))["rows"][0].clone();
    let bishops = row("compendium --rules opening.bishop-pair");
    let [low, high] = ["low", "high"].map(|end| bishops["multiplier"][end].as_f64().unwrap());
    assert!(low < high, "{bishops}");
    // It is not computed when it is left out.
    let [low, value, high] = ["low", "value", "high"].map(|of| bishops["cost_ns"][of].as_f64().unwrap());
    assert!(low <= value && value <= high, "{bishops}");
    // Piece values are within a factor of two of the fitted ones, and material is counted in any case.
    let material = row("otter --rules material");
    assert!((0.5..2.0).contains(&material["multiplier"]["value"].as_f64().unwrap()), "{material}");
    assert!(material["cost_ns"].is_null(), "{material}");
}

/// The arena where a file may have at most `blocks` blocks of 512 bytes, as on a full disk.
fn within(folder: &Folder, blocks: usize, arguments: &str) -> Output {
    let mut limited = arena_within(folder, &format!("ulimit -f {blocks}"), arguments);
    limited.output().unwrap()
}

#[test]
fn a_full_disk_stops_a_shard_or_a_merge_with_a_message_and_harms_nothing() {
    let folder = folder_with(&SMALL.replace("pairs = 2", "pairs = 20"));
    within(&folder, 200, "run small.toml --shard 1/2 --quiet").ended(2).must_have(&["run.sqlite"]);
    let kept = stored(&shard_folder(&folder, 1, 2));
    assert!((1..60).contains(&kept), "{kept}");
    assert_eq!(shown(&merge(&folder, ""))["added"], kept);
    played(&folder, 1, 2);
    played(&folder, 2, 2);
    within(&folder, 120, "merge runs/small").ended(2).must_have(&["runs/small/run.sqlite"]);
    assert_eq!(stored(&folder.join("runs/small")), kept);
    assert_eq!(shown(&merge(&folder, ""))["missing"], json!([]));
    assert_as_in_one_go(&folder, "small.toml");
}

#[test]
fn engines_that_are_added_play_what_they_missed_and_others_leave_and_return() {
    let folder = folder_with(SMALL);
    let play = |out: &str, names: &[&str], more: &str| {
        folder.write("small.toml", engines(names));
        let output = success(&folder, &format!("run small.toml --out {out} {more}"));
        (timeless(&folder.join(out)), stderr(&output))
    };
    let two = ["otter", "material"];
    let four = ["chessbin", "material", "otter", "michniewski"];
    play("grown", &two, "");
    let (games, shown) = play("grown", &four, "");
    assert_eq!(games, play("whole", &four, "").0);
    shown.must_lack(&["no longer in the configuration"]);
    // One leaves while the others continue, and then comes back.
    let three = ["otter", "chessbin", "michniewski"];
    let (games, shown) = play("grown", &three, "--set run.pairs=3");
    assert_eq!(games, play("three", &three, "--set run.pairs=3").0);
    shown.must_have(&["12 games belong to engines or time controls"]);
    let (games, shown) = play("grown", &four, "--set run.pairs=3");
    assert_eq!(games, play("later", &four, "--set run.pairs=3").0);
    shown.must_have(&["12 games that were set aside count again", "36 games, 30 of them"]);
}

/// Too many players for differences, and for intervals.
#[test]
fn too_many_players_are_rated_and_not_compared() {
    let folder = Folder::new();
    for (players, opponents, note) in [
        (1000, 24, "to compare 1000 players with this many games takes too long"),
        (2001, 1, "there are more than 2000 players"),
    ] {
        let name = |player: usize| format!("P{}", player % players);
        let pairings = (0..players).flat_map(|e| (1..=opponents).map(move |step| (e, e + step)));
        let games = pairings.map(|(e, other)| game("1", &name(e), &name(other), "1/2-1/2"));
        folder.write("ring.pgn", games.collect::<String>());
        let list = json(&folder, "rate ring.pgn --los");
        let first = &list["players"][0];
        assert_eq!((&first["elo"], first["elo_low"].is_f64()), (&json!(0.0), players < 2000));
        assert!(first["groups"].is_null() && first["los"].is_null());
        let printed = |arguments: &str| text(&folder, &format!("rate ring.pgn {arguments}"));
        assert!(printed("").contains(note));
        let few = printed("--player P1 --player P500 --player P7");
        assert_eq!(few.contains("sharing a group letter"), players < 2000, "{few}");
    }
}
