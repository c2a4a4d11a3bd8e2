//! Numbers of the search.

use super::*;

#[test]
fn numbers_of_the_search_are_a_key_of_evaluators() {
    let of = |written: &str| {
        let with = FILE.replace("table = 12", &format!("table = 12\nsearch = {written}"));
        let config = parse(&with, &[]).unwrap();
        evaluator(&config.engines[1]).search.clone()
    };
    assert!(of("{}").is_empty());
    let both = of("{ futility.base = 75, \"lmr.divisor\" = 2.5 }");
    let both: Vec<_> = both.into_iter().collect();
    let expected = [("futility.base", 75.0), ("lmr.divisor", 2.5)];
    assert_eq!(both, expected.map(|(name, value)| (name.to_owned(), value)));
    for (wrong, expected) in [
        (
            "{ futility.bas = 1 }",
            "engine.1.search.futility.bas: the search has no number",
        ),
        (
            "{ futility = 1 }",
            "engine.1.search.futility: the search has no number",
        ),
        (
            "{ futility.base = 7.5 }",
            "futility.base cannot be 7.5; choose a whole number",
        ),
        ("{ futility.base = -1 }", "from 0 to 2000"),
        (
            "{ futility.base = \"1\" }",
            "engine.1.search.futility.base: must be a number",
        ),
    ] {
        let message = error("table = 12", &format!("search = {wrong}"));
        assert!(message.contains(expected), "{message}");
    }
    let set = config(&["engine.ChessBin.search.futility.base=10"]);
    assert_eq!(evaluator(&set.engines[0]).search["futility.base"], 10.0);
}

#[test]
fn a_run_with_other_numbers_is_another_run() {
    let old = config(&[]).canonical();
    assert!(!old.contains("search"));
    let new = config(&["engine.ChessBin.search.futility.base=10"]).canonical();
    assert_eq!(differences(&old, &new).len(), 1);
    assert_eq!(Config::from_canonical(&new).unwrap().canonical(), new);
}
