//! New evaluations: folders, and crates in the source of the arena.

use engine_core::testkit::{Plan, prove};
use std::fs;
use std::path::Path;

use lab::new_evaluator::{Language, new_evaluator, new_folder};
use tempfile::{TempDir, tempdir};

fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let files = entries.map(|entry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        (entry.file_name().into_string().unwrap(), text)
    });
    let mut files: Vec<(String, String)> = files.collect();
    files.sort();
    files
}

#[test]
fn a_folder_has_its_files_under_its_own_name_also_after_an_interrupt() {
    for (language, expected) in [
        (Language::C, &["Makefile", "evaluation.h", "two-words.c"][..]),
        (Language::Cpp, &["Makefile", "evaluation.h", "two-words.cpp"]),
        (Language::Python, &["eval_two_words.py", "requirements.txt"]),
        (Language::UciEval, &["eval_two_words.py"]),
    ] {
        let here = tempdir().unwrap();
        let part = here.path().join(".two-words.part");
        fs::create_dir(&part).unwrap();
        fs::write(part.join("old"), "half").unwrap();
        let written = new_folder("two-words", language, here.path()).unwrap();
        assert_eq!(written.folder, here.path().join("two-words"));
        assert!(written.entered.is_empty());
        let files = files(&written.folder);
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, expected);
        for (name, text) in &files {
            assert!(!text.replace('_', "-").contains("own-idea"), "{name}: {text}");
        }
        assert!(files.iter().any(|(_, text)| text.contains("two-words")));
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
    }
}

#[test]
fn what_is_there_is_not_touched() {
    let here = tempdir().unwrap();
    fs::write(here.path().join("idea"), "mine").unwrap();
    let error = new_folder("idea", Language::C, here.path()).unwrap_err();
    assert!(error.to_string().ends_with("idea exists already; choose another name"), "{error}");
    assert_eq!(fs::read_to_string(here.path().join("idea")).unwrap(), "mine");
    for name in ["", "Idea", "../idea", "a_b", "a.c", "-a", "1st", "a--b", "a-", "é"] {
        let error = new_folder(name, Language::Python, here.path()).unwrap_err();
        assert!(error.to_string().contains("cannot name an evaluator"), "{name}: {error}");
    }
    let error = new_folder("idea", Language::C, &here.path().join("nowhere")).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
}

/// The files that are changed, and the line that is added to each.
const FILES: [(&str, &str, &str); 3] = [
    (
        "Cargo.toml",
        include_str!("../../../../Cargo.toml"),
        concat!("eval-two-words = { path = \"eval-two-words\", version = \"=", env!("CARGO_PKG_VERSION"), "\" }"),
    ),
    (
        "tournament/evaluators/Cargo.toml",
        include_str!("../../../evaluators/Cargo.toml"),
        "eval-two-words.workspace = true",
    ),
    (
        "tournament/evaluators/src/registry.rs",
        include_str!("../../../evaluators/src/registry.rs"),
        "    \"two-words\" => eval_two_words::TwoWords,",
    ),
];

/// A project of the files that are changed.
fn project() -> TempDir {
    let folder = tempdir().unwrap();
    for (file, text, _) in FILES {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn a_crate_is_written_and_entered() {
    let project = project();
    let written = new_evaluator("two-words", &project.path().join("tournament")).unwrap();
    assert_eq!(written.folder, project.path().join("eval-two-words"));
    for (file, before, line) in FILES {
        let text = fs::read_to_string(project.path().join(file)).unwrap();
        assert_eq!(text.lines().count(), before.lines().count() + 1, "{file}");
        let new = text.lines().filter(|line| !before.lines().any(|old| old == *line));
        assert_eq!(new.collect::<Vec<_>>(), [line], "{file}");
    }
    let library = fs::read_to_string(written.folder.join("src/lib.rs")).unwrap();
    assert!(library.contains("pub struct TwoWords;"), "{library}");
    assert!(!library.to_lowercase().contains("own-idea"), "{library}");
    let manifest = fs::read_to_string(written.folder.join("Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("eval-two-words"));
    let again = new_evaluator("two-words", project.path()).unwrap_err();
    assert!(again.to_string().contains("already"), "{again}");
}

#[test]
fn what_cannot_be_entered_changes_nothing() {
    let project = project();
    let (registry, here) = (project.path().join(FILES[2].0), project.path());
    fs::write(registry, "another registry").unwrap();
    let nowhere = tempdir().unwrap();
    for (name, place, expected) in [
        ("idea", here, "registry.rs"),
        ("idea", nowhere.path(), "clone the project"),
        ("otter", here, "there is an evaluator \"otter\" already"),
        ("Idea", here, "cannot name an evaluator"),
    ] {
        let error = new_evaluator(name, place).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(!here.join("eval-idea").exists());
    assert_eq!(fs::read_to_string(here.join(FILES[0].0)).unwrap(), FILES[0].1);
}

#[allow(dead_code, unreachable_pub, missing_docs)]
#[path = "../../template/lib.rs"]
mod own_idea;

#[test]
fn the_template_keeps_the_laws() {
    let plan = Plan { seed: 1, games: 100, plies: 200, mirror: true };
    prove(&own_idea::OwnIdea, plan);
}
