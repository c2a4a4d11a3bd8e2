use tempfile::{TempDir, tempdir};

use super::*;

fn archive() -> (TempDir, Archive) {
    let folder = tempdir().unwrap();
    let archive = Archive { folder: folder.path().join(FOLDER) };
    fs::write(folder.path().join("engine"), "#!/bin/sh\n").unwrap();
    (folder, archive)
}

fn version(name: &str, date: &str) -> Version {
    Version {
        name: name.to_owned(),
        engine: "engine".to_owned(),
        date: date.to_owned(),
        commit: None,
        changed: false,
        tree: None,
        build: None,
        bench: Some(7),
        margin_scale: 1.0,
        eval_scale: None,
        file: String::new(),
        sha256: String::new(),
        params: toml::Table::from_iter([("Hash".to_owned(), toml::Value::Integer(4))]),
    }
}

#[test]
fn what_is_archived_comes_back_the_oldest_first() {
    let (folder, archive) = archive();
    let program = folder.path().join("engine");
    assert!(archive.list().unwrap().versions.is_empty());
    let newer = archive.insert(&program, version("a", "2026-02-01T00:00:00Z")).unwrap();
    let older = archive.insert(&program, version("b", "2026-01-01T00:00:00Z")).unwrap();
    // The output of `sha256sum` for that file.
    let sum = "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf";
    assert_eq!(newer.sha256, sum);
    assert_eq!(archive.list().unwrap().versions, [older, newer.clone()]);
    assert_eq!(archive.get("a").unwrap(), newer);
    assert!(archive.program(&newer).unwrap().ends_with("versions/a/engine"));
    archive.remove("a").unwrap();
    assert_eq!(archive.names().unwrap(), ["b"]);
    let left = fs::read_dir(&archive.folder).unwrap().count();
    assert_eq!(left, 3, "b, the lock and the rules of git");
}

#[test]
fn a_program_with_the_records_name_is_kept_beside_the_record() {
    let (folder, archive) = archive();
    let program = folder.path().join(RECORD);
    fs::write(&program, "#!/bin/sh\n").unwrap();
    let kept = archive.insert(&program, version("a", "2026-02-01T00:00:00Z"));
    let kept = kept.unwrap();
    assert_eq!(archive.get("a").unwrap(), kept);
    let bytes = fs::read(archive.program(&kept).unwrap()).unwrap();
    assert_eq!(bytes, b"#!/bin/sh\n");
}

#[test]
fn a_program_that_changed_is_refused() {
    let (folder, archive) = archive();
    let version = version("a", "2026-01-01T00:00:00Z");
    let version = archive.insert(&folder.path().join("engine"), version).unwrap();
    fs::write(archive.folder.join("a/engine"), "#!/bin/sh\nexit 1\n").unwrap();
    let error = archive.program(&version).unwrap_err().to_string();
    assert!(error.contains("checksum") && error.contains("regress remove a"), "{error}");
}

#[test]
fn names_that_are_taken_or_none() {
    let (folder, archive) = archive();
    let program = folder.path().join("engine");
    let date = "2026-01-01T00:00:00Z";
    archive.insert(&program, version("release-1", date)).unwrap();
    let taken = archive.insert(&program, version("release-1", date)).unwrap_err();
    assert!(taken.to_string().contains("--name"), "{taken}");
    for name in ["", ".lock", "..", "a/b", "a b", "-a"] {
        let error = archive.insert(&program, version(name, date)).unwrap_err();
        assert!(error.to_string().contains("cannot name a version"), "{error}");
        assert!(archive.remove(name).is_err(), "{name}");
    }
    let unknown = archive.get("relase-1").unwrap_err().to_string();
    assert!(unknown.contains("did you mean \"release-1\"?"), "{unknown}");
}

#[test]
fn what_was_left_unfinished_is_no_version_and_goes_away() {
    let (folder, archive) = archive();
    let date = "2026-01-01T00:00:00Z";
    let program = folder.path().join("engine");
    archive.insert(&program, version("a", date)).unwrap();
    // As it looks if the process is killed before the folder is renamed.
    let part = archive.folder.join(".part-x");
    fs::create_dir(&part).unwrap();
    fs::write(part.join("engine"), "half").unwrap();
    assert_eq!(archive.names().unwrap(), ["a"]);
    archive.insert(&program, version("b", date)).unwrap();
    assert!(!part.exists());
    assert_eq!(archive.names().unwrap(), ["a", "b"]);
}

#[test]
fn a_failed_insertion_leaves_nothing() {
    let (folder, archive) = archive();
    let date = "2026-01-01T00:00:00Z";
    assert!(archive.insert(&folder.path().join("nothing"), version("a", date)).is_err());
    assert!(archive.names().unwrap().is_empty());
    assert_eq!(fs::read_dir(&archive.folder).unwrap().count(), 2);
}

#[test]
fn damaged_records_are_told_and_passed_over() {
    let (folder, archive) = archive();
    let date = "2026-01-01T00:00:00Z";
    archive.insert(&folder.path().join("engine"), version("a", date)).unwrap();
    fs::create_dir(archive.folder.join("empty")).unwrap();
    fs::create_dir(archive.folder.join("copy")).unwrap();
    let record = fs::read_to_string(archive.folder.join("a/version.toml")).unwrap();
    fs::write(archive.folder.join("copy/version.toml"), &record).unwrap();
    let listing = archive.list().unwrap();
    assert_eq!(listing.versions.len(), 1);
    assert_eq!(listing.unreadable.len(), 2);
    fs::write(archive.folder.join("a/version.toml"), record.replace("\"engine\"", "\"../x\""))
        .unwrap();
    assert!(archive.get("a").is_err());
    for (from, to, expected) in [
        ("margin_scale = 1.0", "margin_scale = 0", "margin_scale is 0 and must be"),
        (
            "margin_scale = 1.0",
            "margin_scale = 1.0\neval_scale = nan",
            "eval_scale is NaN and must be",
        ),
        ("Hash = 4", "Hash = inf", "params.Hash must be"),
        ("Hash = 4", "Hash = [4]", "params.Hash must be"),
    ] {
        let changed = record.replace(from, to);
        assert_ne!(changed, record);
        fs::write(archive.folder.join("a/version.toml"), changed).unwrap();
        let error = archive.get("a").unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
