//! The book of rules.

use eval_compendium::book::{markdown, rules};

#[test]
fn it_is_the_one_that_is_kept() {
    let kept = include_str!("../../RULES.md");
    let now = markdown().unwrap_or_else(|error| panic!("{error}"));
    let differing = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
    assert!(
        kept == now,
        "RULES.md is out of date ({differing:?}): cargo run -p eval-compendium --example rules > \
         eval-compendium/RULES.md"
    );
}

/// The document's numbers stand once: the statement of a rule names them.
#[test]
fn statements_name_their_numbers() {
    for rule in rules() {
        let text = rule.full_statement();
        assert!(!text.contains(['{', '}']), "{}: {text}", rule.id);
        assert!(text.ends_with('.') && !text.is_empty(), "{}: {text}", rule.id);
    }
    assert_eq!(rules().count(), 376);
}
