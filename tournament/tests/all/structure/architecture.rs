//! The picture of ARCHITECTURE.md says what the manifests say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::budget::files_that_end;
use super::workspace;

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
