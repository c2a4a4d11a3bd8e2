mod games;
mod opening;
mod rearranging;

use tempfile::TempDir;

use super::*;
use players::record::{
    Failure, FailureKind, GameResult, MoveRecord, MoveScore, SideStats, Termination,
};

fn info(configuration: &str) -> RunInfo {
    RunInfo {
        configuration: configuration.to_owned(),
        openings: "fingerprint".to_owned(),
        software: "1.0".to_owned(),
        versions: BTreeMap::from([("Otter".to_owned(), "Otter 1.1".to_owned())]),
        identities: Default::default(),
    }
}

fn game(index: usize) -> GameRecord {
    GameRecord {
        index,
        white: 1,
        black: 0,
        pair: index / 2,
        opening: 3,
        opening_name: "Réti".to_owned(),
        eco: "A04".to_owned(),
        start_fen: (index % 2 == 1).then(|| "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned()),
        book_moves: vec!["e2e4".to_owned(), "e8d8".to_owned()],
        moves: vec![
            MoveRecord {
                uci: "e1d2".to_owned(),
                score: Some(MoveScore::Cp(-35)),
                depth: 12,
                selective_depth: Some(18),
                time: Duration::from_micros(52_013),
                nodes: 5000,
                time_left: Some(Duration::from_micros(58_948_001)),
                line: Vec::new(),
            },
            MoveRecord {
                uci: "d8d7".to_owned(),
                score: Some(MoveScore::Mate { mate: -3 }),
                depth: 7,
                selective_depth: None,
                time: Duration::ZERO,
                nodes: 1,
                time_left: None,
                line: vec!["d8d7".to_owned(), "d2d3".to_owned()],
            },
        ],
        outcome: GameResult::BlackWins,
        termination: Termination::FiftyMoves,
        failure: None,
        overhead: Duration::from_micros(17),
        started: 1_700_000_000_123,
        white_stats: SideStats { nodes: 5000, time: Duration::from_micros(52_013), moves: 1 },
        black_stats: SideStats::default(),
    }
}

fn open(folder: &TempDir) -> Store {
    Store::open(folder.path(), &info("a")).unwrap()
}

fn refused(folder: &TempDir) -> StoreError {
    Store::open(folder.path(), &info("a")).unwrap_err()
}

fn fresh() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder);
    (folder, store)
}

fn all(store: &Store) -> Vec<GameRecord> {
    let mut games = Vec::new();
    store
        .visit(|game| {
            games.push(game);
            Ok::<_, StoreError>(())
        })
        .unwrap();
    games
}
