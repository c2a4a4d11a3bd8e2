//! The files of `.github/workflows` as text: what no linter asks for.

use std::fs;
use std::path::Path;

use crate::common::entries;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(name)).unwrap()
}

#[test]
fn actions_are_pinned_jobs_end_and_no_checkout_keeps_the_token() {
    for path in entries(&Path::new(ROOT).join(".github/workflows")) {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        let count = |text_of: &str| text.lines().filter(|line| line.contains(text_of)).count();
        for line in text.lines() {
            let Some((_, action)) = line.split_once("uses: ") else {
                continue;
            };
            let pinned = action.split_once('@').is_some_and(|(_, commit)| {
                let (hash, tag) = commit.split_once(" # v").unwrap_or_default();
                hash.len() == 40
                    && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
                    && !tag.is_empty()
            });
            assert!(pinned || action.starts_with("$/"), "{name}: {line}");
        }
        assert!(count("runs-on: ") > 0, "{name}");
        assert_eq!(count("    timeout-minutes: "), count("    runs-on: "), "{name}");
        let checkouts = count("uses: actions/checkout@");
        assert_eq!(count("persist-credentials: false"), checkouts, "{name}");
    }
}

#[test]
fn the_documents_have_each_input_of_the_workflow() {
    let workflow = read(".github/workflows/regress.yml");
    let inputs = workflow.split_once("    inputs:\n").unwrap().1;
    let inputs = inputs.split_once("    outputs:\n").unwrap().0;
    let mut named: Vec<&str> =
        inputs.lines().filter_map(|line| line.strip_prefix("      ")?.strip_suffix(':')).collect();
    let document = read("docs/runners.md");
    let table = document.split_once("| input | default | |\n").unwrap().1;
    let table = table.split_once("\n\n").unwrap().0;
    let mut documented: Vec<&str> = table
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split_once(" | "))
        .flat_map(|(names, _)| names.split(", ").map(|name| name.trim_matches('`')))
        .collect();
    named.sort_unstable();
    documented.sort_unstable();
    assert_eq!(named, documented);
}
