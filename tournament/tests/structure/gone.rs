//! Names of what was taken out and must not come back by halves: commands, options, keys, types and modules.
//!
//! The documents may name one of them only in a line that says what to use instead.

use std::fs;

use super::budget::files_that_end;

/// Names in Rust files.
const CODE: [&str; 5] = ["UCI_LimitStrength", "UCI_Elo", "Handicap", "mod renamed", "mod upgrade"];

#[test]
fn what_was_removed_has_left_no_name() {
    let mut left = Vec::new();
    for path in files_that_end(".rs") {
        if path.ends_with("structure/gone.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for name in CODE.iter().filter(|name| text.contains(**name)) {
            left.push(format!("{}: {name}", path.display()));
        }
    }
    assert!(left.is_empty(), "{}", left.join("\n"));
}
