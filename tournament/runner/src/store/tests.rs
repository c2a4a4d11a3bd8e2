use match_stats::StopRule;
use tempfile::TempDir;

use super::*;
use crate::schedule::ScheduledGame;
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

#[test]
fn games_come_back_in_the_order_of_the_schedule() {
    let (_folder, store) = fresh();
    for index in [3, 0, 2] {
        store.insert(&game(index)).unwrap();
    }
    assert_eq!(store.finished(5).unwrap(), [true, false, true, true, false]);
    assert_eq!((store.finished(2).unwrap().len(), store.count().unwrap()), (2, 3));
    assert_eq!(all(&store), [game(0), game(2), game(3)]);
    let mut bare = Vec::new();
    let visited = store.visit_without_moves(|game| {
        bare.push(game);
        Ok::<_, StoreError>(())
    });
    visited.unwrap();
    let stripped = |index| GameRecord { moves: Vec::new(), book_moves: Vec::new(), ..game(index) };
    assert_eq!(bare, [stripped(0), stripped(2), stripped(3)]);
}

#[test]
fn failures_come_back_with_what_led_to_them() {
    let (_folder, store) = fresh();
    let mut failed = game(1);
    failed.termination = Termination::Failure(FailureKind::Crash);
    failed.moves[0].score = None;
    failed.failure = Some(Failure {
        kind: FailureKind::Crash,
        detail: "signal 11 (SIGSEGV)".to_owned(),
        log: ["> go nodes 5", "< info string \\xff"].map(str::to_owned).into(),
    });
    let mut silent = failed.clone();
    silent.index = 2;
    silent.failure.as_mut().unwrap().log.clear();
    for game in [game(0), failed.clone(), silent.clone()] {
        store.insert(&game).unwrap();
    }
    let before = [game(0), failed.clone(), silent];
    assert_eq!(all(&store), before);
    // No game counts twice: the first one stays.
    for other in [failed, GameRecord { outcome: GameResult::Draw, ..game(0) }] {
        let again = store.insert(&other).unwrap_err();
        assert!(matches!(again, StoreError::Duplicate { .. }), "{again}");
    }
    assert_eq!(all(&store), before);
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    assert!(!Store::exists(folder.path()));
    let store = open(&folder);
    store.insert(&game(0)).unwrap();
    drop(store);
    assert!(Store::exists(folder.path()));
    let store = Store::open(folder.path(), &info("b")).unwrap();
    assert_eq!(store.info(), &info("a"), "the run keeps what it began with");
    assert_eq!(store.count().unwrap(), 1);
    assert!(!store.is_complete(store.count().unwrap()).unwrap());
    store.mark_complete().unwrap();
    drop(store);
    let store = Store::open_read_only(folder.path()).unwrap();
    assert!(store.is_complete(store.count().unwrap()).unwrap());
    // A row may have been lost since.
    let more = store.count().unwrap() + 1;
    assert!(!store.is_complete(more).unwrap());
    assert_eq!(all(&store), [game(0)]);
}

#[test]
fn one_writer_many_readers() {
    let (folder, store) = fresh();
    let error = refused(&folder);
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    let reader = Store::open_read_only(folder.path()).unwrap();
    store.insert(&game(0)).unwrap();
    assert_eq!(all(&reader).len(), 1, "readers see games as they finish");
    drop(store);
    open(&folder);
}

#[test]
fn a_process_killed_at_the_start_leaves_nothing_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(DATABASE), b"").unwrap();
    let store = open(&folder);
    assert_eq!(store.info(), &info("a"));
}

#[test]
fn what_is_not_a_run_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(DATABASE);
    fs::write(&path, b"This is not a database, it is a text of some length.").unwrap();
    let error = refused(&folder);
    assert!(matches!(error, StoreError::NotARun { .. }), "{error}");
    fs::remove_file(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    let error = refused(&folder);
    assert!(matches!(error, StoreError::NotARun { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    let error = Store::open_read_only(&folder.path().join("none")).unwrap_err();
    assert!(matches!(error, StoreError::NoRun { .. }), "{error}");
}

#[test]
fn a_configuration_has_its_test_and_only_its_own_engines() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = crate::sample::config();
    let store = Store::open(folder.path(), &info(&config.text())).unwrap();
    assert!(store.config().unwrap().run.stop.is_none());
    config.run.stop = Some(StopRule::FixedWidth(20.0));
    let invocation = Invocation::of(None, &config);
    store.keep_invocation(&invocation).unwrap();
    assert!(store.config().unwrap().run.stop.is_some());
    config.run.anchor = Some(AnchorConfig::Zero(config.engines.len()));
    for (name, unreadable) in [("text", "a"), ("anchor", &config.text())] {
        let folder = folder.path().join(name);
        let store = Store::open(&folder, &info(unreadable)).unwrap();
        let error = store.config().unwrap_err();
        assert!(matches!(error, StoreError::Configuration { .. }), "{error}");
    }
}

#[test]
fn other_layouts_and_damage_are_reported() {
    let (folder, store) = fresh();
    store.insert(&game(0)).unwrap();
    let sql = "UPDATE games SET moves = 'x'";
    store.connection.execute(sql, []).unwrap();
    let result = store.visit(|_| Ok::<_, StoreError>(()));
    let error = result.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { game: 0, .. }), "{error}");
    for layout in [SCHEMA_VERSION + 1, SCHEMA_VERSION - 1] {
        store.connection.pragma_update(None, "user_version", layout).unwrap();
        let error = Store::open_read_only(folder.path()).unwrap_err().to_string();
        assert!(error.contains("this run was made by 1.0 (layout "), "{error}");
        assert!(error.contains("--fresh"), "{error}");
    }
}

#[test]
fn an_unusable_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let error = Store::open(&file.join("run"), &info("a")).unwrap_err();
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
    assert!(error.to_string().contains("choose a folder"), "{error}");
}

#[test]
fn the_lock_of_a_process_that_is_being_buried_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(&folder));
    let dying = fs::File::open(folder.path().join("run.lock")).unwrap();
    dying.lock().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            drop(dying);
        });
        open(&folder);
    });
}

#[test]
fn a_database_without_its_tables_is_damaged() {
    let (_folder, store) = fresh();
    store.connection.execute_batch("DROP TABLE games").unwrap();
    let error = store.count().unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
}

#[test]
fn who_locks_the_database_is_waited_for_and_then_spoken_of() {
    let (folder, store) = fresh();
    let sql = "PRAGMA busy_timeout";
    let patience: i64 = store.connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(u128::try_from(patience).unwrap(), PATIENCE.as_millis());
    let other = Connection::open(folder.path().join(DATABASE)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    store.connection.busy_timeout(Duration::ZERO).unwrap();
    let error = store.insert(&game(1)).unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
}

/// Swaps the first two games and has no place for the third, or for games of players other than "a" and "b".
struct Swap {
    third: bool,
}

impl Rearrangement for Swap {
    fn place_of(&self, index: usize) -> Option<ScheduledGame> {
        match index {
            0 | 1 => self.place(1 - index),
            _ => self.third.then(|| self.place(2))?,
        }
    }

    fn players_of(&self, index: usize) -> [String; 2] {
        ["a".to_owned(), format!("of {index}")]
    }

    fn place_between(&self, players: &[String; 2], opening: usize) -> Option<ScheduledGame> {
        let known = players[0] == "a" && players[1] == "of 2" && opening == 3;
        (self.third && known).then(|| self.place(2))?
    }
}

impl Swap {
    fn place(&self, index: usize) -> Option<ScheduledGame> {
        Some(ScheduledGame {
            index,
            white: 5,
            black: 6,
            pair: index / 2,
            opening: 3,
            time_control: 0,
        })
    }
}

#[test]
fn games_go_to_other_places_with_their_failures_or_are_set_aside_and_come_back() {
    let (folder, mut store) = fresh();
    let failed = |index: usize| GameRecord {
        termination: Termination::Failure(FailureKind::Crash),
        failure: Some(Failure {
            kind: FailureKind::Crash,
            detail: format!("of {index}"),
            log: vec!["last".to_owned()],
        }),
        ..game(index)
    };
    let before = [failed(0), game(1), failed(2)];
    for game in &before {
        store.insert(game).unwrap();
    }
    store.mark_complete().unwrap();
    let moved = |from: &GameRecord, to: usize| GameRecord {
        index: to,
        pair: to / 2,
        white: 5,
        black: 6,
        ..from.clone()
    };

    let rearranged = store.rearrange(&info("b"), &Swap { third: false }).unwrap();
    assert_eq!((rearranged.set_aside, rearranged.returned), (1, 0));
    assert_eq!(store.info().configuration, "b");
    assert!(!store.is_complete(store.count().unwrap()).unwrap());
    assert_eq!(all(&store), [moved(&before[1], 0), moved(&before[0], 1)]);

    let rearranged = store.rearrange(&info("c"), &Swap { third: true }).unwrap();
    assert_eq!((rearranged.set_aside, rearranged.returned), (0, 1));
    drop(store);
    let store = Store::open(folder.path(), &info("other")).unwrap();
    assert_eq!(store.info().configuration, "c");
    let after = [moved(&before[0], 0), moved(&before[1], 1), moved(&before[2], 2)];
    assert_eq!(all(&store), after);
}

#[test]
fn a_rearrangement_that_fails_changes_nothing() {
    /// Sends two games to one place.
    struct Clash;
    impl Rearrangement for Clash {
        fn place_of(&self, _: usize) -> Option<ScheduledGame> {
            Swap { third: true }.place(9)
        }
        fn players_of(&self, _: usize) -> [String; 2] {
            Default::default()
        }
        fn place_between(&self, _: &[String; 2], _: usize) -> Option<ScheduledGame> {
            None
        }
    }
    let (_folder, mut store) = fresh();
    let before = [game(0), game(1)];
    for game in &before {
        store.insert(game).unwrap();
    }
    store.rearrange(&info("b"), &Clash).unwrap_err();
    assert_eq!(store.info().configuration, "a");
    assert_eq!(all(&store), before);
}
