//! One name, one type: no two types at the level of a module share a name within a crate.

use std::collections::BTreeMap;
use std::fs;

use super::{files, sources, workspace};

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
