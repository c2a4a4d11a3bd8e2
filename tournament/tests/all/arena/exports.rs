//! A run's games as tables.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use super::common::{Files, SMALL, folder_with, refused, results, success, text};

type Row = HashMap<String, String>;

/// Lines as columns by the names in the heading.
fn rows(text: &str) -> Vec<Row> {
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    rows.deserialize().map(|row| row.unwrap()).collect()
}

/// Each move leads to the next position of its game.
fn follow_each_other(moves: &[Row]) {
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
fn tables_have_every_game_and_every_move() {
    let folder = folder_with(SMALL);
    success(&folder, "run small.toml");
    success(&folder, "export runs/small games --out games.csv");
    let (games, moves) = (folder.read("games.csv"), text(&folder, "export runs/small moves"));
    assert_eq!(games, text(&folder, "export runs/small games"));
    let (games, moves) = (rows(&games), rows(&moves));
    assert_eq!(games.len(), 12);
    let results = results(&folder.join("runs/small"));
    for engine in results["engines"].as_array().unwrap() {
        let name = engine["name"].as_str().unwrap();
        let points = games.iter().map(|game| {
            let white: f64 = game["white_points"].parse().unwrap();
            match (game["white"] == name, game["black"] == name) {
                (true, _) => white,
                (_, true) => 1.0 - white,
                _ => 0.0,
            }
        });
        assert_eq!(points.sum::<f64>(), engine["points"].as_f64().unwrap(), "{name}");
        let of_engine = moves.iter().filter(|row| row["engine"] == name);
        let nodes: Vec<u64> = of_engine.map(|row| row["nodes"].parse().unwrap()).collect();
        assert_eq!(nodes.len() as u64, engine["moves"].as_u64().unwrap(), "{name}");
        assert_eq!(nodes.iter().sum::<u64>(), engine["nodes"].as_u64().unwrap(), "{name}");
    }
    follow_each_other(&moves);
    refused(&folder, "export runs/none games", &["no run here"]);
    refused(&folder, "export runs/small lines", &["games or moves"]);
}
