//! The shape of the workspace: no ring of modules in any crate, one name for one type, and plain words in code and documents.

mod architecture;
mod budget;
mod gone;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use budget::files_that_end;

fn workspace() -> PathBuf {
    let below = Path::new(env!("CARGO_MANIFEST_DIR"));
    below.parent().unwrap().to_owned()
}

/// The `src` folders of all crates.
fn sources() -> Vec<PathBuf> {
    let folders = files_that_end("Cargo.toml").into_iter().map(|path| path.with_file_name("src"));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// The Rust files below a folder, without those that have tests only and those of programs.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = files_that_end(".rs");
    all.retain(|path| {
        let has_tests = |name: &OsStr| name == "tests" || name == "bin" || name == "tests.rs";
        path.strip_prefix(folder).is_ok_and(|below| !below.iter().any(has_tests))
    });
    all
}

/// The names that follow `crate::` in code, comments and unit tests left out.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut names = BTreeSet::new();
    for line in lines {
        for (at, _) in line.match_indices("crate::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
                continue;
            }
            let name = line[at + "crate::".len()..].chars();
            names.insert(name.take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    names
}

/// The modules at the root of a crate, each with the others that it names.
fn modules(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(source) {
        let below = path.strip_prefix(source).unwrap();
        let first = below.components().next().unwrap().as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs");
        if !["lib", "main"].contains(&module) {
            let named = named(&fs::read_to_string(&path).unwrap());
            modules.entry(module.to_owned()).or_default().extend(named);
        }
    }
    modules
}

/// Modules that name each other, directly or by way of others.
fn rings(modules: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<&str>> {
    let mut graph = DiGraph::<&str, ()>::new();
    let places: BTreeMap<&str, _> =
        modules.keys().map(|module| (module.as_str(), graph.add_node(module))).collect();
    for (module, named) in modules {
        for other in named.iter().filter_map(|other| places.get(other.as_str())) {
            graph.add_edge(places[module.as_str()], *other, ());
        }
    }
    let rings = tarjan_scc(&graph).into_iter().filter(|ring| ring.len() > 1);
    rings.map(|ring| ring.into_iter().map(|place| graph[place]).collect()).collect()
}

#[test]
fn no_crate_has_a_ring_of_modules() {
    let crates = sources();
    assert!(crates.len() > 10, "{crates:?}");
    for source in crates {
        let modules = modules(&source);
        let rings = rings(&modules);
        assert!(rings.is_empty(), "{}: {rings:?}", source.display());
    }
}

/// The board and its evaluators are to run in a browser.
#[test]
fn the_board_has_no_process_thread_file_or_clock() {
    let known = ["engine-core", "evaluators", "openings", "serde", "serde_json", "shakmaty"];
    for name in ["board", "evaluators"] {
        let folder = workspace().join("tournament").join(name);
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let dependencies = manifest.split_once("[dependencies]\n").unwrap().1.lines();
        for line in dependencies.take_while(|line| !line.is_empty()) {
            let of = line.split('.').next().unwrap();
            assert!(of == "thiserror" || of.starts_with("eval-") || known.contains(&of), "{line}");
        }
        assert!(!manifest.contains("eval-external"), "{name}");
        for file in files(&folder.join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            for not in ["std::process", "std::thread", "std::fs", "std::net", "Instant"] {
                assert!(!text.contains(not), "{}: {not}", file.display());
            }
        }
    }
}

/// True if the documentation in a file has an example that is run.
fn has_example(text: &str) -> bool {
    let comments = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("/// ```").or_else(|| line.strip_prefix("//! ```"))
    });
    // Each second one ends what the one before has begun.
    comments.step_by(2).any(|language| language != "text")
}

/// A library whose documentation has examples, or a crate with tests, must not switch off their being run.
#[test]
fn no_test_is_switched_off() {
    for source in sources() {
        let manifest = fs::read_to_string(source.with_file_name("Cargo.toml")).unwrap();
        let programs = source.join("bin");
        for file in files(&source).into_iter().chain(files(&programs)) {
            let text = fs::read_to_string(&file).unwrap();
            let has_example = has_example(&text);
            let is_library = !file.starts_with(&programs) && !file.ends_with("src/main.rs");
            let lacks = |switch: &str| !manifest.contains(switch);
            let place = file.display();
            assert!(!has_example || lacks("doctest = false"), "{place}");
            let has_tests = text.contains("#[test]");
            let is_off = if is_library {
                let library = manifest.split_once("[lib]").map_or("", |(_, after)| after);
                let library = library.split("\n[").next().unwrap_or_default();
                library.lines().any(|line| line == "test = false")
            } else {
                !lacks("test = false")
            };
            assert!(!has_tests || !is_off, "{place}");
        }
    }
}

#[test]
fn a_ring_would_be_found() {
    let text = "use crate::a::B;\n// crate::c\nlet x = crate::d::e(); mycrate::f\n#[cfg(test)]\nmod tests {\nuse crate::g;";
    assert_eq!(named(text), ["a", "d"].map(str::to_owned).into());
    let named = |other: &str| BTreeSet::from([other.to_owned()]);
    let modules =
        [("a", "b"), ("b", "c"), ("c", "b")].map(|(one, other)| (one.to_owned(), named(other)));
    assert_eq!(rings(&modules.into()).len(), 1);
}

#[test]
fn an_example_would_be_found() {
    assert!(has_example("    /// ```\n/// let x = 1;\n/// ```"));
    assert!(!has_example("//! ```text\n//! x\n//! ```"));
}
