//! A small tournament, for tests here and in the crates above.

use std::time::Duration;

use crate::schedule::Schedule;
use config::Config;
use players::record::{GameRecord, GameResult, MoveRecord, MoveScore, SideStats, Termination};

/// Three engines, three openings: 18 games.
pub fn config() -> Config {
    let text = r#"
        run = { name = "sample", format = "round-robin", pairs = 3, anchor = "material" }
        limits = { nodes = 5000 }
        engine = [
            { name = "An \"Otter\"", evaluator = "otter" },
            { evaluator = "material" },
            { evaluator = "chessbin", limits = { depth = 6 } },
        ]
    "#;
    Config::parse("sample.toml", text, &[], &["otter", "material", "chessbin"]).expect("a configuration")
}

/// Its schedule.
pub fn schedule(config: &Config) -> Schedule {
    Schedule::new(config)
}

/// A game of the schedule: a mate in four, whatever `outcome` is.
pub fn game(config: &Config, index: usize, outcome: GameResult) -> GameRecord {
    let scheduled = schedule(config).game(index).expect("a game of the schedule");
    let moves = ["d1h5", "g8f6", "h5f7"];
    let record = |(ply, uci): (usize, &&str)| MoveRecord {
        uci: (*uci).to_owned(),
        score: match ply {
            2 => Some(MoveScore::Mate { mate: 1 }),
            _ => Some(MoveScore::Cp(35 - 100 * ply as i32)),
        },
        depth: 10 + ply as u8,
        selective_depth: Some(18),
        time: Duration::from_millis(52),
        nodes: 5000,
        time_left: Some(Duration::from_millis(58_948)),
        line: Vec::new(),
    };
    let stats =
        |moves: u32| SideStats { nodes: 5000 * u64::from(moves), time: Duration::from_millis(52) * moves, moves };
    GameRecord {
        index,
        white: scheduled.white,
        black: scheduled.black,
        pair: scheduled.pair,
        opening: scheduled.opening,
        opening_name: "Bishop's Opening, \"Boi\"".to_owned(),
        eco: "C23".to_owned(),
        start_fen: None,
        book_moves: ["e2e4", "e7e5", "f1c4", "b8c6"].map(str::to_owned).into(),
        moves: moves.iter().enumerate().map(record).collect(),
        outcome,
        termination: match outcome {
            GameResult::Draw => Termination::FiftyMoves,
            _ => Termination::Checkmate,
        },
        failure: None,
        overhead: Duration::from_millis(3),
        started: 1_709_164_800_000,
        white_stats: stats(2),
        black_stats: stats(1),
        build: "Evalarena 0.1.0".to_owned(),
        witness: None,
    }
}

/// Outcomes by the first engine's half points, for the games of the schedule from the first on.
pub fn games(config: &Config, half_points: &[u8]) -> Vec<GameRecord> {
    let outcome = |index: usize, half_points: u8| match (index % 2, half_points) {
        (_, 1) => GameResult::Draw,
        (0, 2) | (1, 0) => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    };
    let games = half_points.iter().enumerate();
    games.map(|(index, &points)| game(config, index, outcome(index, points))).collect()
}
