//! The store of a run, with games that nobody played; and runs of evaluators that are opened, changed and played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use config::{AnchorConfig, Config};
use match_stats::StopRule;
use players::record::{Failure, FailureKind, GameRecord, GameResult, MoveScore, Termination};
use runner::arena::Event;
use runner::merge::MissingGames;
use runner::run::{Begin, OpenRun, Tournament};
use runner::store::{DATABASE, Invocation, RearrangedGames, RunInfo, Store, StoreError};
use runner::{RunError, sample};
use rusqlite::Connection;
use tempfile::TempDir;

use super::{EVALUATORS, NODE, config};

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
    assert_eq!(store.info, info("a"), "the run keeps what it began with");
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
    assert_eq!(open(&folder).info, info("a"));
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
    store.keep_invocation(&Invocation::of(None, &config)).unwrap();
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
    for layout in [4, 6] {
        change(folder.path(), &format!("PRAGMA user_version = {layout}"));
        let words = format!("this run was made by 1.0 (layout {layout}, this program has 5)");
        assert_error(Store::open_read_only(folder.path()), &words);
    }
}

#[test]
fn an_unusable_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    assert_error(Store::open(&file.join("run"), &info("a")), "choose a folder that can be written");
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

/// Few moves of few nodes.
const SHORT: &str = "limits = { nodes = 5 }\nadjudication = { max_moves = 2 }";

fn opened(config: Config, folder: &Path) -> Result<OpenRun, RunError> {
    Tournament::new(config)?.probe(false, |warning| panic!("{warning}"))?.open(folder, Begin::GoOn)
}

#[test]
fn half_played_pairs_are_played_first() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("format = \"match\", pairs = 4", SHORT, &EVALUATORS[..2]);
    let play = || {
        let mut run = opened(config.clone(), folder.path()).unwrap();
        let mut begun = Vec::new();
        run.play(1, |event| {
            if let Event::Started(game) = event {
                begun.push(game.index);
            }
        })
        .unwrap();
        begun
    };
    assert_eq!(play(), [0, 1, 2, 3, 4, 5, 6, 7]);
    change(folder.path(), "DELETE FROM games WHERE game IN (2, 3, 4, 7)");
    assert_eq!(play(), [4, 7, 2, 3]);
}

/// The run of Otter and Material, two pairs, in which an engine failed in the second game; with its games.
fn with_a_failure(folder: &Path) -> Vec<GameRecord> {
    let mut run = opened(robin(&["otter", "material"]), folder).unwrap();
    run.play(1, |_| {}).unwrap();
    let mut failed = run.store.game(1).unwrap().unwrap();
    failed.moves.pop();
    // Black was to move.
    failed.outcome = GameResult::WhiteWins;
    failed.termination = Termination::Failure(FailureKind::TimeForfeit);
    failed.failure = Some(Failure {
        kind: FailureKind::TimeForfeit,
        detail: "late".to_owned(),
        log: vec!["> go".to_owned(), "< bestmove".to_owned()],
    });
    change(folder, "DELETE FROM games WHERE game = 1");
    run.store.insert(&failed).unwrap();
    let store = &run.store;
    assert!(store.is_complete(4).unwrap());
    all(store)
}

fn robin(engines: &[&str]) -> Config {
    config("format = \"round-robin\", pairs = 2", SHORT, engines)
}

#[test]
fn games_go_to_other_places_with_their_failures_or_are_set_aside_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let before = with_a_failure(folder.path());
    let aside = |set_aside, returned| RearrangedGames { set_aside, returned };
    // The places of the games that were at 0 to 3, and the numbers of Otter and Material there.
    for (engines, rearranged, places, [otter, material]) in [
        (&["chessbin", "material", "otter"][..], aside(0, 0), &[5, 4, 11, 10][..], [2, 1]),
        (&["otter", "chessbin"], aside(4, 0), &[], [0, 9]),
        (&["material", "otter"], aside(0, 4), &[1, 0, 3, 2], [1, 0]),
        (&["material", "otter"], aside(0, 0), &[1, 0, 3, 2], [1, 0]),
    ] {
        let now = robin(engines);
        let run = opened(now.clone(), folder.path()).unwrap();
        assert_eq!(run.rearranged, rearranged, "{engines:?}");
        assert_eq!(run.store.info.configuration, now.text(), "{engines:?}");
        let numbers = |engine: usize| [otter, material][engine];
        let mut expected: Vec<GameRecord> = before
            .iter()
            .zip(places)
            .map(|(game, &index)| {
                let (white, black) = (numbers(game.white), numbers(game.black));
                GameRecord { index, pair: index / 2, white, black, ..game.clone() }
            })
            .collect();
        expected.sort_by_key(|game| game.index);
        assert_eq!(all(&run.store), expected, "{engines:?}");
        assert!(!run.store.is_complete(run.plan.schedule.len()).unwrap(), "{engines:?}");
    }
}

#[test]
fn a_rearrangement_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let before = with_a_failure(folder.path());
    // A table that is not like the one for games that are set aside.
    change(folder.path(), "CREATE TABLE set_aside (game)");
    opened(robin(&["chessbin", "otter"]), folder.path()).unwrap_err();
    let store = Store::open_read_only(folder.path()).unwrap();
    assert_eq!(store.info.configuration, robin(&["otter", "material"]).text());
    assert_eq!(all(&store), before);
    assert!(store.is_complete(4).unwrap());
}

#[test]
fn hash_tables_of_different_sizes_are_listed_with_their_engines() {
    let note = |engines: &[&str]| {
        let config = config("format = \"round-robin\", pairs = 1", NODE, engines);
        let notes = Tournament::new(config).unwrap().notes();
        notes.into_iter().find(|note| note.starts_with("hash tables"))
    };
    let program = "command = \"x\", options = { hash = 16 }";
    assert_eq!(note(&["otter", "material", "command = \"x\", options = { Hash = 1 }"]), None);
    assert_eq!(note(&["command = \"x\"", "command = \"y\""]), None);
    let more = [1, 2, 3].map(|n| format!("name = \"n{n}\", evaluator = \"otter\""));
    let large = "name = \"large\", evaluator = \"otter\", hash = 16";
    let engines = ["otter", &more[0], &more[1], &more[2], large, program, "command = \"y\""];
    let note = note(&engines).unwrap();
    let sizes = "1 MiB (otter, n1, n2 and 1 more), 16 MiB (large, x), the program's default (y);";
    assert!(note.contains(sizes), "{note}");
}

#[test]
fn missing_games_are_counted_from_1_and_told_in_order() {
    assert_eq!(MissingGames::of(&[true; 4]), MissingGames::default());
    let missing = MissingGames::of(&[false, true, true, false, false, false, true, false]);
    assert_eq!((missing.text(), missing.games()), ("1, 4-6, 8".to_owned(), 5));
    let every_other: Vec<bool> = (0..40).map(|game| game % 2 == 1).collect();
    let missing = MissingGames::of(&every_other);
    assert!(missing.text().ends_with("21, 23 and 8 ranges more"), "{}", missing.text());
    assert_eq!(missing.ranges().len(), 20);
}
