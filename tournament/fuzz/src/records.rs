//! Files that the arena itself has written, after changes by others: the journal of a tuning, the records and the
//! history of versions, the history of a book of blunders.
//!
//! The first line's digit selects the kind.

use std::fs;
use std::sync::LazyLock;

use config::SpsaConfig;
use lab::blunders::history::{self, History as Trials};
use lab::spsa::Tuning;
use lab::spsa::journal::{Batch, Header, JOURNAL, Journal};
use evaluators::registry;
use regression::versions::strength::Strengths;
use regression::versions::{Archive, History, Version};

/// Reads the input as one of them.
pub fn check(input: &[u8]) {
    let ([which], text) = crate::choices(input);
    match which % 4 {
        0 => of_a_tuning(text),
        1 => of_a_version(text),
        2 => of_comparisons(text),
        _ => of_trials(text),
    }
}

/// Two numbers of an evaluator, ten iterations.
const TUNING: &str = r#"
spsa = { name = "fuzz", iterations = 10 }
limits = { nodes = 1 }
openings = { file = "tuning.epd" }
engine = [{ evaluator = "material", hash = 1 }]
[[parameter]]
set = "search.reverse_futility.margin"
start = 75
min = 10
max = 400
step = 20
[[parameter]]
set = "search.lmr.divisor"
start = 2.3
min = 1.0
max = 5.0
step = 0.2
"#;

/// Its configuration, and the first line of its journal.
static BEGUN: LazyLock<(SpsaConfig, Vec<u8>)> = LazyLock::new(|| {
    crate::scratch::file("tuning.epd", b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    let file = crate::scratch::folder().join("tuning.toml");
    let config = SpsaConfig::parse(&file.display().to_string(), TUNING, registry::NAMES);
    let config = config.unwrap_or_else(|error| panic!("{error}"));
    let folder = crate::scratch::empty_folder("tuning");
    drop(Tuning::open(config.clone(), &folder, false).unwrap_or_else(|error| panic!("{error}")));
    let first = fs::read(folder.join(JOURNAL)).expect("it has just been written");
    (config, first)
});

/// A journal that is accepted belongs to this tuning, and the tuning resumes.
fn of_a_tuning(text: &[u8]) {
    let (config, first) = &*BEGUN;
    let folder = crate::scratch::empty_folder("tuning");
    let header: Header = serde_json::from_slice(first).expect("a line of JSON");
    fs::write(folder.join(JOURNAL), [first, text].concat()).expect("a file that can be written");
    let Ok((mut journal, mut batches)) = Journal::open(&folder, &header) else {
        return;
    };
    let last = batches.last();
    let batch = Batch {
        iteration: last.map_or(0, |last| last.iteration + last.surplus.len() as u32),
        surplus: vec![1.0],
        values: last.map_or(vec![75.0, 2.3], |last| last.values.clone()),
    };
    if let Ok(tuning) = Tuning::open(config.clone(), &folder, false) {
        let (done, total) = tuning.games();
        assert!(done <= total, "{done} of {total} games");
        assert_eq!(tuning.values().count(), 2);
        for (parameter, value) in tuning.values() {
            let range = parameter.dimension.min..=parameter.dimension.max;
            assert!(range.contains(&value), "{value} is not in {range:?}");
        }
    }
    journal.add(&batch).expect("a file that can be written");
    batches.push(batch);
    let (_, again) = Journal::open(&folder, &header).expect("it has just been read");
    assert_eq!(again, batches);
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

/// Earlier runs of a book are kept as they were read.
fn of_trials(text: &[u8]) {
    let path = crate::scratch::file("blunders.history.jsonl", text);
    let Ok(read) = Trials::load(&path) else {
        return;
    };
    history::append(&path, &read.trials).expect("a file that can be written");
    let again = Trials::load(&path).expect("it has just been read");
    assert_eq!(again.trials, [&read.trials[..], &read.trials[..]].concat());
    assert_eq!(again.damaged, read.damaged);
    for trial in &read.trials {
        for tried in &trial.results {
            let (known, _) = read.earlier(&trial.engine, trial.limit, &tried.position, &tried.goal);
            assert!(known);
        }
        assert!(trial.label().starts_with(&trial.date));
    }
}
