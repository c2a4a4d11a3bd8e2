//! The three layers: rules depend on patterns, patterns on the board, and nothing on a layer above.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The modules that each of these may name apart from itself.
const BELOW: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("verdict", &[]),
    ("counting", &["board"]),
    ("interplay", &["board", "counting"]),
    ("view", &["board", "interplay"]),
    ("rule", &["board", "verdict", "view"]),
    ("patterns", &["board", "interplay", "view", "rule"]),
    ("last_move", &["board", "interplay", "patterns"]),
    ("rules", &["board", "interplay", "view", "rule", "verdict", "patterns"]),
];

/// The source files by the path of their module, and the modules of this crate that each names in its code.
fn modules() -> BTreeMap<String, BTreeSet<String>> {
    let mut modules = BTreeMap::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let inside = path.strip_prefix(&source).expect("a path in the sources");
                let name = inside.with_extension("").to_string_lossy().into_owned();
                modules.insert(name, named(&text));
            }
        }
    }
    modules
}

/// The modules that code names, as paths with slashes; comments may mention any module, and tests may use any.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut named = BTreeSet::new();
    for path in code.split("crate::").skip(1) {
        let part = |c: char| c.is_ascii_lowercase() || c == '_' || c == ':';
        let end = path.find(|c| !part(c)).unwrap_or(path.len());
        named.insert(path[..end].trim_end_matches(':').replace("::", "/"));
    }
    named
}

#[test]
fn nothing_looks_up() {
    for (module, named) in modules() {
        let top = module.split('/').next().unwrap_or_default();
        let Some((_, below)) = BELOW.iter().find(|(name, _)| *name == top) else {
            continue;
        };
        // The list of all rules names the files that it lists, and nothing else does.
        let own = top != "rules" || module == "rules/mod";
        for other in &named {
            let floor = other.split('/').next().unwrap_or_default();
            let allowed = below.contains(&floor) || own && floor == top;
            assert!(allowed, "{module} names crate::{other}");
        }
    }
}
