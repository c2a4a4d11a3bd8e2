//! Opening a store: permitted and refused cases.

use match_stats::StopRule;

use super::*;

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
    fs::write(&path, b"This is no database, it is a text of some length.").unwrap();
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
