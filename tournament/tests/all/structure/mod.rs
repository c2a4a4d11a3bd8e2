//! The shape of the workspace: crates and modules as ARCHITECTURE.md has them, one name for one type, and no name of what
//! was taken out.

pub(crate) mod budget;
mod remedies;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use budget::files_that_end;

use crate::arena::rows;

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

/// A file that its parent does not name is compiled by nobody, and its tests run nowhere.
#[test]
fn every_file_is_a_module() {
    let sources = sources();
    let is_source = |path: &PathBuf| sources.iter().any(|source| path.starts_with(source));
    for path in files_that_end(".rs").into_iter().filter(is_source) {
        let path = if path.ends_with("mod.rs") { path.parent().unwrap() } else { &path };
        let name = path.file_stem().unwrap().to_string_lossy();
        let parents = path.ancestors().skip(1).map(|folder| {
            let files =
                [folder.with_extension("rs"), folder.join("mod.rs"), folder.join("lib.rs"), folder.join("main.rs")];
            files.map(|file| fs::read_to_string(file).unwrap_or_default()).concat()
        });
        let parent = parents.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        let is_program = path.parent().unwrap().ends_with("bin") || name == "lib" || name == "main";
        let is_named = ["mod ", "mod r#"].iter().any(|word| parent.contains(&format!("{word}{name};")));
        assert!(is_program || is_named, "{}", path.display());
    }
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
    let places: BTreeMap<&str, _> = modules.keys().map(|module| (module.as_str(), graph.add_node(module))).collect();
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
fn a_ring_and_an_example_would_be_found() {
    let text =
        "use crate::a::B;\n// crate::c\nlet x = crate::d::e(); mycrate::f\n#[cfg(test)]\nmod tests {\nuse crate::g;";
    assert_eq!(named(text), ["a", "d"].map(str::to_owned).into());
    let named = |other: &str| BTreeSet::from([other.to_owned()]);
    let modules = [("a", "b"), ("b", "c"), ("c", "b")].map(|(one, other)| (one.to_owned(), named(other)));
    assert_eq!(rings(&modules.into()).len(), 1);
    assert!(has_example("    /// ```\n/// let x = 1;\n/// ```"));
    assert!(!has_example("//! ```text\n//! x\n//! ```"));
}

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// The packages of the workspace with what each depends on.
fn dependencies() -> Dependencies {
    let manifests = files_that_end("Cargo.toml").into_iter();
    let manifests = manifests.map(|path| fs::read_to_string(path).unwrap().parse().unwrap());
    let members = manifests.filter(|manifest: &toml::Table| {
        let inherits = |table: &toml::Value| table.get("version").is_some_and(toml::Value::is_table);
        manifest.get("package").is_some_and(inherits)
    });
    let read = |manifest: toml::Table| {
        let of = manifest.get("dependencies").and_then(toml::Value::as_table);
        let of = of.into_iter().flatten().map(|(name, _)| name.clone()).collect();
        (manifest["package"]["name"].as_str().unwrap().to_owned(), of)
    };
    members.map(read).collect()
}

/// The row of a package above the lowest one.
fn height(package: &str, all: &Dependencies) -> usize {
    let below = all[package].iter().filter(|name| all.contains_key(*name));
    below.map(|name| height(name, all) + 1).max().unwrap_or(0)
}

#[test]
fn the_picture_of_the_architecture_is_that_of_the_manifests() {
    let all = dependencies();
    let text = fs::read_to_string(workspace().join("ARCHITECTURE.md")).unwrap();
    let picture = text.split("```").nth(1).unwrap().trim_start_matches("layers").trim();
    let mut drawn = Vec::new();
    for (height, row) in picture.lines().rev().enumerate() {
        let packages = row.split('|').next().unwrap();
        drawn.extend(packages.split_whitespace().map(|name| (name, height)));
    }
    drawn.sort_unstable();
    let expected: Vec<(&str, usize)> = all.keys().map(|name| (&**name, height(name, &all))).collect();
    assert_eq!(drawn, expected);
}

/// The name of the type that a line declares outside functions, if it declares one.
fn declared(line: &str) -> Option<&str> {
    let line = match line.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => line.strip_prefix("pub ").unwrap_or(line),
    };
    let kinds = ["struct ", "enum ", "trait ", "union ", "type "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

#[test]
fn no_two_types_of_a_crate_share_a_name() {
    let mut shared = Vec::new();
    for source in sources() {
        let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in files(&source) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let place = path.strip_prefix(workspace()).unwrap().display();
            for name in code.lines().filter_map(declared) {
                let places = places.entry(name.to_owned()).or_default();
                places.push(place.to_string());
            }
        }
        let more = places.into_iter().filter(|(_, places)| places.len() > 1);
        shared.extend(more.map(|(name, places)| format!("{name}: {}", places.join(", "))));
    }
    assert!(shared.is_empty(), "give these types names of their own:\n{}", shared.join("\n"));
}

#[test]
fn declarations_are_found() {
    for row in rows("declarations") {
        assert_eq!(declared(row[0]), row.get(1).copied());
    }
}

/// The documents that are records.
const RECORDS: [&str; 2] = ["docs/measurements.md", "CHANGELOG.md"];

/// No file with one of the endings has a name of a table: of what was taken out and must not come back by halves.
fn assert_without(table: &str, endings: &[&str], is_left_out: impl Fn(&Path) -> bool) {
    let mut found = Vec::new();
    for path in endings.iter().flat_map(|ending| files_that_end(ending)) {
        let place = path.strip_prefix(workspace()).unwrap();
        if is_left_out(place) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let names = rows(table).into_iter().flatten().filter(|name| text.contains(name));
        found.extend(names.map(|name| format!("{}: {name}", place.display())));
    }
    assert!(found.is_empty(), "these were taken out:\n{}", found.join("\n"));
}

#[test]
fn code_has_no_name_of_what_was_taken_out() {
    assert_without("taken out of code", &[".rs", "Cargo.toml"], |_| false);
}

#[test]
fn documents_have_no_command_of_what_was_taken_out() {
    assert_without("taken out of documents", &[".md", ".yml", ".toml", ".sh"], |place| {
        place.starts_with("results") || RECORDS.iter().any(|record| place == Path::new(record))
    });
}
