//! The size of the project: a ceiling for each kind, lowered whenever a count has fallen well below it.
//!
//! Option slots are counted in `src/cli/tests.rs`.

use std::fs;
use std::path::{Path, PathBuf};

use super::workspace;

/// Lines of Rust: products, tests, examples, fuzz targets.
const RUST_LINES: usize = 100_000;
/// Files that git would keep: the tree without build output and runs.
const FILES: usize = 700;
/// Words of documents: all *.md but the changelog, the compendium's rules and the results.
const WORDS: usize = 62_500;
/// Packages in Cargo.lock, the workspace's own included.
const PACKAGES: usize = 180;

/// The files below a folder, without hidden folders but `.ci` and `.github`, build output and runs.
fn tree(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_hidden = name.starts_with('.') && name != ".ci" && name != ".github";
        if !path.is_dir() {
            found.push(path);
        } else if !is_hidden && !["target", "runs", "versions", "corpus"].contains(&name.as_str()) {
            tree(&path, found);
        }
    }
}

/// The files of the workspace that end with `ending`.
pub(crate) fn files_that_end(ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    tree(&workspace(), &mut all);
    all.retain(|path| path.to_string_lossy().ends_with(ending));
    all
}

fn within(what: &str, count: usize, ceiling: usize) {
    assert!(
        count <= ceiling,
        "{count} {what}, and the budget has {ceiling}: what is added pays with something that goes"
    );
    assert!(
        count * 10 > ceiling * 9,
        "{count} {what}: lower the ceiling of {ceiling} in tournament/tests/all/structure/budget.rs"
    );
}

#[test]
fn rust_files_and_packages_are_within_their_budget() {
    let lines = files_that_end(".rs").into_iter().map(|path| fs::read_to_string(path).unwrap());
    within("lines of Rust", lines.map(|text| text.lines().count()).sum(), RUST_LINES);
    within("files", files_that_end("").len(), FILES);
    let lock = fs::read_to_string(workspace().join("Cargo.lock")).unwrap();
    within("packages", lock.matches("[[package]]").count(), PACKAGES);
}

#[test]
fn documents_are_within_their_budget() {
    let mut words = 0;
    for path in files_that_end(".md") {
        let place = path.strip_prefix(workspace()).unwrap();
        let is_counted = !place.starts_with("eval-compendium")
            && !place.starts_with("results")
            && place != Path::new("CHANGELOG.md");
        if is_counted {
            words += fs::read_to_string(&path).unwrap().split_whitespace().count();
        }
    }
    within("words of documents", words, WORDS);
}
