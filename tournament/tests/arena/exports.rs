//! A run's games as tables.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;

use flate2::read::GzDecoder;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use crate::common::{SMALL, entries, folder_with, results, run, stdout, success};

/// Lines as columns by the names in the heading.
fn rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut lines = text.lines();
    let heading: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), heading.len(), "{line}");
        heading.iter().zip(cells).map(|(&name, cell)| (name.to_owned(), cell.to_owned())).collect()
    };
    lines.map(row).collect()
}

/// Each move leads to the next position of its game.
fn follow_each_other(moves: &[HashMap<String, String>]) {
    for pair in moves.windows(2).filter(|pair| pair[0]["game"] == pair[1]["game"]) {
        let fen: Fen = pair[0]["fen"].parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let uci: UciMove = pair[0]["move"].parse().unwrap();
        position.play_unchecked(uci.to_move(&position).unwrap());
        let next: Fen = pair[1]["fen"].parse().unwrap();
        let next: Chess = next.into_position(CastlingMode::Standard).unwrap();
        assert_eq!(position, next);
    }
}

#[test]
fn packed_tables_are_the_same() {
    let folder = folder_with(SMALL);
    success(&folder, "run small.toml --out x");
    let plain = run(&folder, "export x");
    assert_eq!(stdout(&plain), "12 games: x/games.csv, x/moves.csv\n");
    let packed = run(&folder, "export x --gz");
    assert_eq!(stdout(&packed), "12 games: x/games.csv.gz, x/moves.csv.gz\n");
    for table in ["games", "moves"] {
        let path = folder.join("x").join(table);
        let lines = fs::read_to_string(path.with_extension("csv")).unwrap();
        let mut unpacked = String::new();
        let file = File::open(path.with_extension("csv.gz")).unwrap();
        GzDecoder::new(file).read_to_string(&mut unpacked).unwrap();
        assert!(lines.lines().count() > 12);
        assert_eq!(unpacked, lines, "{table}");
    }
}

#[test]
fn tables_have_every_game_and_every_move() {
    let folder = folder_with(SMALL);
    success(&folder, "run small.toml");
    let output = success(&folder, "export runs/small --out tables");
    assert_eq!(stdout(&output), "12 games: tables/games.csv, tables/moves.csv\n");
    let table = |name: &str| {
        let text = fs::read_to_string(folder.join("tables").join(name)).unwrap();
        // Names of openings have commas in them, and are then quoted.
        let plain = text.lines().map(|line| {
            let mut parts = line.split('"');
            let mut out = parts.next().unwrap_or_default().to_owned();
            while let (Some(quoted), Some(rest)) = (parts.next(), parts.next()) {
                out += &quoted.replace(',', ";");
                out += rest;
            }
            out + "\n"
        });
        rows(&plain.collect::<String>())
    };
    let (games, moves) = (table("games.csv"), table("moves.csv"));
    assert_eq!(games.len(), 12);
    let results = results(&folder.join("runs/small"));
    for engine in results["engines"].as_array().unwrap() {
        let name = engine["name"].as_str().unwrap();
        let points: f64 = games
            .iter()
            .map(|game| {
                let white: f64 = game["white_points"].parse().unwrap();
                match (game["white"] == name, game["black"] == name) {
                    (true, _) => white,
                    (_, true) => 1.0 - white,
                    _ => 0.0,
                }
            })
            .sum();
        assert_eq!(points, engine["points"].as_f64().unwrap(), "{name}");
        let of_engine = moves.iter().filter(|row| row["engine"] == name);
        let nodes: Vec<u64> = of_engine.map(|row| row["nodes"].parse().unwrap()).collect();
        assert_eq!(nodes.len() as u64, engine["moves"].as_u64().unwrap(), "{name}");
        assert_eq!(nodes.iter().sum::<u64>(), engine["nodes"].as_u64().unwrap(), "{name}");
    }
    follow_each_other(&moves);
    let missing = run(&folder, "export runs/none");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(entries(&folder.join("tables")).len(), 2);
}
