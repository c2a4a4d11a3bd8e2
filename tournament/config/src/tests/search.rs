//! Numbers of the search.

use super::*;

#[test]
fn numbers_of_the_search_are_a_key_of_evaluators() {
    let of = |written: &str| {
        let with = FILE.replace("hash = 4", &format!("hash = 4\nsearch = {written}"));
        let config = parse(&with, &[]).unwrap();
        evaluator(&config.engines[1]).search.clone()
    };
    assert!(of("{}").is_empty());
    let both = of("{ reverse_futility.margin = 75, \"lmr.divisor\" = 2.5 }");
    let both: Vec<_> = both.into_iter().collect();
    let expected = [("lmr.divisor", 2.5), ("reverse_futility.margin", 75.0)];
    assert_eq!(both, expected.map(|(name, value)| (name.to_owned(), value)));
    for (wrong, expected) in [
        (
            "{ reverse_futility.margi = 1 }",
            "engine.1.search.reverse_futility.margi: the search has no number",
        ),
        ("{ reverse_futility = 1 }", "engine.1.search.reverse_futility: the search has no number"),
        (
            "{ reverse_futility.margin = 7.5 }",
            "reverse_futility.margin cannot be 7.5; choose a whole number",
        ),
        ("{ reverse_futility.margin = -1 }", "from 1 to 1000"),
        (
            "{ reverse_futility.margin = \"1\" }",
            "engine.1.search.reverse_futility.margin: must be a number",
        ),
    ] {
        let message = error("hash = 4", &format!("search = {wrong}"));
        assert!(message.contains(expected), "{message}");
    }
    let set = config(&["engine.ChessBin.search.reverse_futility.margin=10"]);
    assert_eq!(evaluator(&set.engines[0]).search["reverse_futility.margin"], 10.0);
}

#[test]
fn a_run_with_other_numbers_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("search"));
    let new = config(&["engine.ChessBin.search.reverse_futility.margin=10"]).canonical();
    assert_eq!(differences(&old, &new).len(), 1);
    assert_eq!(Config::from_canonical(&new).unwrap().canonical(), new);
}
