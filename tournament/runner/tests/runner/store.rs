//! The store of a run, with games that nobody played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use config::AnchorConfig;
use match_stats::StopRule;
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveScore, Termination};
use runner::sample;
use runner::store::{DATABASE, Invocation, RunInfo, Store, StoreError};
use rusqlite::Connection;
use tempfile::TempDir;

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
    let mut game = sample::game(&sample::config(), index, GameResult::BlackWins);
    game.start_fen = (index % 2 == 1).then(|| "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned());
    game.opening_name = "Réti".to_owned();
    let mv = &mut game.moves[1];
    (mv.score, mv.selective_depth, mv.time_left) = (Some(MoveScore::Mate { mate: -3 }), None, None);
    mv.time = Duration::from_micros(52_013);
    mv.line = ["d8d7", "d2d3"].map(str::to_owned).into();
    game
}

fn open(folder: &TempDir) -> Store {
    Store::open(folder.path(), &info("a")).unwrap()
}

/// Asserts that an error has these words.
#[track_caller]
fn assert_error<T>(result: Result<T, StoreError>, words: &str) {
    let error = result.err().unwrap().to_string();
    assert!(error.contains(words), "{error}");
}

fn change(folder: &Path, sql: &str) {
    Connection::open(folder.join(DATABASE)).unwrap().execute_batch(sql).unwrap();
}

fn fresh() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder);
    (folder, store)
}

pub(super) fn all(store: &Store) -> Vec<GameRecord> {
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
        let twice = format!("game {} is already finished", other.index + 1);
        assert_error(store.insert(&other), &twice);
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
    assert_error(Store::open(folder.path(), &info("a")), "another process is playing this run");
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
    assert_error(Store::open(folder.path(), &info("a")), "not the database of a run");
    fs::remove_file(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE t (x)").unwrap();
    drop(other);
    let before = fs::read(&path).unwrap();
    assert_error(Store::open(folder.path(), &info("a")), "not the database of a run");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_error(Store::open_read_only(&folder.path().join("none")), "there is no run here");
}

#[test]
fn a_configuration_has_its_test_and_only_its_own_engines() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = sample::config();
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
        assert_error(store.config(), "its configuration cannot be read");
    }
}

#[test]
fn other_layouts_and_damage_are_reported() {
    let (folder, store) = fresh();
    store.insert(&game(0)).unwrap();
    change(folder.path(), "UPDATE games SET moves = 'x'");
    let visited = store.visit(|_| Ok::<_, StoreError>(()));
    assert_error(visited, "the database is damaged: game 1 (Round 1 in games.pgn): ");
    change(folder.path(), "DROP TABLE games");
    assert_error(store.count(), "the database is damaged and nothing was written");
    for layout in [3, 5] {
        change(folder.path(), &format!("PRAGMA user_version = {layout}"));
        let words = format!("this run was made by 1.0 (layout {layout}, this program has 4)");
        assert_error(Store::open_read_only(folder.path()), &words);
    }
}

#[test]
fn an_unusable_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let words = "choose a folder that can be written";
    assert_error(Store::open(&file.join("run"), &info("a")), words);
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
