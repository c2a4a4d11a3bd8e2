//! Files that the arena itself has written, after changes by others: the records and the
//! history of versions, the history of a suite.
//!
//! The first line's digit selects the kind.

use std::fs;

use lab::suite::History as Trials;
use regression::versions::strength::Strengths;
use regression::versions::{Archive, History, Version};

/// Reads the input as one of them.
pub fn check(input: &[u8]) {
    let ([which], text) = crate::choices(input);
    match which % 3 {
        0 => of_a_version(text),
        1 => of_comparisons(text),
        _ => of_trials(text),
    }
}

/// A record that is accepted is written and read again as the same, and its scores can be compared.
fn of_a_version(text: &[u8]) {
    let root = crate::scratch::empty_folder("project");
    let archive = Archive::below(&root);
    let folder = archive.folder().join("otter-1");
    let write = |text: &[u8]| {
        fs::create_dir_all(&folder).expect("a folder that can be made");
        fs::write(folder.join("version.toml"), text).expect("a file that can be written");
    };
    write(text);
    let Ok(version) = archive.get("otter-1") else {
        return;
    };
    assert!(version.scale_ratio().is_finite() && version.scale_ratio() > 0.0);
    assert!(!version.identity().is_empty() && version.commit_text().len() <= 1 + text.len());
    let written = toml::to_string(&version).unwrap_or_else(|error| panic!("{error}"));
    write(written.as_bytes());
    let again: Version = archive.get("otter-1").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again, version);
}

/// Comparisons are kept as they were read, and strengths are numbers.
fn of_comparisons(text: &[u8]) {
    let root = crate::scratch::empty_folder("project");
    let archive = Archive::below(&root);
    fs::create_dir_all(archive.folder()).expect("a folder that can be made");
    let write = |text: &[u8]| fs::write(archive.folder().join("history.jsonl"), text);
    write(text).expect("a file that can be written");
    let history = History::of(&archive);
    let Ok(entries) = history.entries() else {
        return;
    };
    let lines: Result<Vec<String>, _> = entries.iter().map(serde_json::to_string).collect();
    let lines = lines.unwrap_or_else(|error| panic!("{error}")).join("\n");
    write(lines.as_bytes()).expect("a file that can be written");
    assert_eq!(history.entries().ok().as_ref(), Some(&entries));
    for entry in entries.iter().take(4) {
        let strengths = Strengths::new(&entries, &entry.engine, &entry.limits);
        for other in entries.iter().take(4) {
            let between = strengths.between(&entry.new.identity, &other.old.identity);
            assert!(between.is_none_or(|between| !between.elo.value.is_nan()));
        }
    }
    if let Some(first) = entries.first() {
        history.add(first).expect("a file that can be written");
        assert_eq!(history.entries().map(|now| now.len()).ok(), Some(entries.len()));
    }
}

/// A history has a warning for each line that it passes over.
fn of_trials(text: &[u8]) {
    let path = crate::scratch::file("history.jsonl", text);
    let Ok(read) = Trials::load(&path) else {
        return;
    };
    let lines = text.split(|&byte| byte == b'\n').count();
    assert!(read.warnings().count() <= lines);
}
