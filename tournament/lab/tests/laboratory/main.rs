//! The laboratory by what it serves: reports, files and errors.

#![allow(clippy::unwrap_used)]

mod accuracy;
mod new_evaluator;
mod positions;
mod rules;
#[cfg(unix)]
mod scripts;
mod tuning;

use std::fs;

use config::{EngineConfig, Selection};
use engine_core::game::Game;
use engine_core::random::RandomGames;
use engine_core::testkit;
use evaluators::{AnyEvaluator, registry};
use lab::positions::Position;
use match_stats::random::uniform;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use serde_json::Value;

/// The engines that these words name, as a command line does, within 2,000 nodes.
fn engines(words: &[&str]) -> Vec<EngineConfig> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let selection = Selection { words: &words, file: None, limit: None, nodes: 2000, table: 10 };
    selection.engines(registry::NAMES).unwrap()
}

fn evaluator(name: &str, options: &[(&str, f64)]) -> Box<dyn AnyEvaluator> {
    let mut evaluator = registry::evaluator(name).unwrap();
    for (name, value) in options {
        evaluator.set(name, &value.to_string()).unwrap();
    }
    evaluator
}

/// A position of a game of this number, drawn until it is decided.
fn position(text: &str, number: usize) -> Position {
    Position { game: Game::parse(text).unwrap(), number, white_half_points: Some(1), score: None }
}

/// A game of random moves.
fn random_game(seed: u64, plies: usize) -> Game {
    let mut random = RandomGames::new(seed);
    let mut game = Game::default();
    while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < plies) {
        game.play(mv);
    }
    game
}

/// The expected score of a value, if `scale` centipawns make 73 %.
fn expected(centipawns: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / scale).exp())
}

/// A position of each of `games` random games, won or lost with the expected score of `decider`, whose values make
/// 73 % at `scale` centipawns.
fn simulated(games: usize, decider: &dyn AnyEvaluator, scale: f64) -> Vec<Position> {
    let drawn = (1..=games).into_par_iter().map(|number| {
        let game = random_game(number as u64, 20 + number % 40);
        // The last move is all that evaluators ask for.
        let game = Game::new(game.position().clone());
        let value = f64::from(decider.tenths(&game).unwrap()) / 10.0;
        (Position { game, number, white_half_points: Some(1), score: None }, value)
    });
    let drawn: Vec<(Position, f64)> = drawn.collect();
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let decided = drawn.into_iter().map(|(position, value)| {
        let won = uniform(&mut random) < expected(value, scale);
        Position { white_half_points: Some(2 * u8::from(won)), ..position }
    });
    decided.collect()
}

/// A program in a folder that answers a search of the position of each full move by one of these texts.
#[cfg(unix)]
fn scripted(answers: &[String]) -> (tempfile::TempDir, EngineConfig) {
    const SCRIPT: &str = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;;\n\
        position) n=${rest##* };; go) cat \"$0.$n\" 2>&- || cat \"$0.1\";; quit) exit;; esac; done\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engine");
    fs::write(&path, SCRIPT).unwrap();
    for (number, answer) in (1..).zip(answers) {
        fs::write(folder.path().join(format!("engine.{number}")), format!("{answer}\n")).unwrap();
    }
    let engine = engines(&[&format!("cmd:sh {}", path.display())]).remove(0);
    (folder, engine)
}

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let rows = testkit::rows(include_str!("tables.tsv"), table).into_iter();
    rows.map(|row| row.map(|field| field.replace('¶', "\n"))).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The member of a list in which `key` is `name`.
#[track_caller]
fn named<'v>(list: &'v Value, key: &str, name: &str) -> &'v Value {
    let mut all = list.as_array().unwrap().iter();
    all.find(|one| one[key] == name).unwrap_or_else(|| panic!("{name} is not in {list}"))
}

/// What `read` makes of a file with this name and content; an error names it without its folder.
fn read_file<T>(
    name: &str,
    bytes: impl AsRef<[u8]>,
    read: impl FnOnce(&std::path::Path) -> anyhow::Result<T>,
) -> Result<T, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let place = format!("{}/", folder.path().display());
    read(&path).map_err(|error| error.to_string().replace(&place, ""))
}
