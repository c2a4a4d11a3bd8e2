//! Runs of evaluators that are opened, changed and played.

use std::path::Path;

use config::Config;
use players::record::{Failure, FailureKind, GameRecord, GameResult, Termination};
use runner::RunError;
use runner::arena::Event;
use runner::merge::MissingGames;
use runner::run::{Begin, OpenRun, Tournament};
use runner::store::{DATABASE, RearrangedGames, Store};
use rusqlite::Connection;

use super::store::all;
use super::{EVALUATORS, NODE, config};

/// Few moves of few nodes.
const SHORT: &str = "limits = { nodes = 5 }\nadjudication = { max_moves = 2 }";

fn open(config: Config, folder: &Path) -> Result<OpenRun, RunError> {
    Tournament::new(config)?.probe(|warning| panic!("{warning}"))?.open(folder, Begin::GoOn)
}

fn change(folder: &Path, sql: &str) {
    Connection::open(folder.join(DATABASE)).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn half_played_pairs_are_played_first() {
    let folder = tempfile::tempdir().unwrap();
    let config = config("format = \"match\", pairs = 4", SHORT, &EVALUATORS[..2]);
    let play = || {
        let mut run = open(config.clone(), folder.path()).unwrap();
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
    let mut run = open(robin(&["otter", "material"]), folder).unwrap();
    run.play(1, |_| {}).unwrap();
    let mut failed = run.store().game(1).unwrap().unwrap();
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
    run.store().insert(&failed).unwrap();
    let store = run.store();
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
        let run = open(now.clone(), folder.path()).unwrap();
        assert_eq!(run.rearranged, rearranged, "{engines:?}");
        assert_eq!(run.store().info().configuration, now.text(), "{engines:?}");
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
        assert_eq!(all(run.store()), expected, "{engines:?}");
        let planned = run.plan().schedule.len();
        assert!(!run.store().is_complete(planned).unwrap(), "{engines:?}");
    }
}

#[test]
fn a_rearrangement_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let before = with_a_failure(folder.path());
    // A table that is not like the one for games that are set aside.
    change(folder.path(), "CREATE TABLE set_aside (game)");
    open(robin(&["chessbin", "otter"]), folder.path()).unwrap_err();
    let store = Store::open_read_only(folder.path()).unwrap();
    assert_eq!(store.info().configuration, robin(&["otter", "material"]).text());
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
    let small = "command = \"x\", options = { Hash = 1 }";
    assert_eq!(note(&["otter", "material", small]), None);
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
