//! Games come back as they were stored.

use super::*;

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
    assert_eq!(all(&store), [game(0), failed.clone(), silent]);
    let again = store.insert(&failed).unwrap_err();
    assert!(matches!(again, StoreError::Duplicate { game: 1, .. }), "{again}");
    assert_eq!(store.count().unwrap(), 3);
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
fn no_game_counts_twice() {
    let (_folder, store) = fresh();
    store.insert(&game(4)).unwrap();
    let mut other = game(4);
    other.outcome = GameResult::Draw;
    let error = store.insert(&other).unwrap_err();
    assert!(matches!(error, StoreError::Duplicate { game: 4, .. }), "{error}");
    assert_eq!(all(&store), [game(4)]);
}
