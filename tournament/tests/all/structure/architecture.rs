//! The shape of the workspace: the picture of ARCHITECTURE.md says what the manifests say, and no two types of a crate share a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::budget::files_that_end;
use super::{files, sources, workspace};

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// The packages of the workspace with what each depends on.
fn dependencies() -> Dependencies {
    let manifests = files_that_end("Cargo.toml").into_iter();
    let manifests = manifests.map(|path| fs::read_to_string(path).unwrap().parse().unwrap());
    let members = manifests.filter(|manifest: &toml::Table| {
        let inherits =
            |table: &toml::Value| table.get("version").is_some_and(toml::Value::is_table);
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
    let picture = text.split("```").nth(1).unwrap().trim();
    let mut drawn = Vec::new();
    for (height, row) in picture.lines().rev().enumerate() {
        let packages = row.split('|').next().unwrap();
        drawn.extend(packages.split_whitespace().map(|name| (name, height)));
    }
    drawn.sort_unstable();
    let expected: Vec<(&str, usize)> =
        all.keys().map(|name| (&**name, height(name, &all))).collect();
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
    assert_eq!(declared("pub(crate) struct Row<'a> {"), Some("Row"));
    assert_eq!(declared("type Parsed = (usize, u8);"), Some("Parsed"));
    assert_eq!(declared("pub trait Ledger {"), Some("Ledger"));
    assert_eq!(declared("    struct Inner;"), None);
    assert_eq!(declared("pub fn row() {}"), None);
}
