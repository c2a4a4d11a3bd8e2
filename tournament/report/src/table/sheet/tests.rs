use match_stats::Interval;

use super::*;
use crate::DifferenceSummary;
use crate::evaluations::{EvaluationFacts, Measurement};
use crate::results::tests::results as sample_results;

/// A list of three engines within two time controls, with years.
pub(crate) fn sample_list() -> Results {
    let mut results = sample_results(&[2, 1]);
    let engine = results.engines[0].clone();
    let rated = |name: &str, elo: f64| EngineResult {
        name: name.to_owned(),
        elo: Interval { value: Some(elo), low: Some(elo - 20.0), high: Some(elo + 20.0) },
        groups: Some("a".to_owned()),
        ..engine.clone()
    };
    let difference = |a: &str, b: &str, significant: bool| DifferenceSummary {
        a: a.to_owned(),
        b: b.to_owned(),
        elo: Interval { value: 10.0, low: 0.0, high: 20.0 },
        los: 0.9,
        p: 0.1,
        p_adjusted: 0.1,
        significant,
    };
    let at = |name: &str, elo: [f64; 3]| {
        let mut part = results.clone();
        part.time_control = Some(name.to_owned());
        part.engines = vec![rated("A & B", elo[0]), rated("B_2", elo[1]), rated("C|*", elo[2])];
        part.differences = vec![
            difference("A & B", "B_2", false),
            difference("B_2", "C|*", true),
            difference("A & B", "C|*", true),
        ];
        part
    };
    let parts = vec![at("nodes", [40.0, 20.0, -60.0]), at("depth 7", [-10.0, 30.0, -20.0])];
    results.engines = parts[0].engines.clone();
    for (index, engine) in results.engines.iter_mut().enumerate() {
        engine.evaluation = EvaluationFacts {
            year: Some(1950 + index as u16).filter(|_| index < 2),
            kind: Some("rules".to_owned()),
            source: None,
            measured: None,
        };
    }
    results.time_controls = parts;
    results.of_two = None;
    results
}

#[test]
fn a_list_has_a_column_for_each_time_control_and_says_which_neighbours_are_open() {
    let mut results = sample_list();
    let sheet = Sheet::of(&results);
    let heads: Vec<&str> = sheet.heads.iter().map(|head| &*head.title).collect();
    let expected = ["", "Engine", "nodes", "Group", "depth 7", "Group", "Year", "Kind"];
    assert_eq!(heads, expected, "nothing was measured");
    assert_eq!(
        sheet.rows[1],
        ["2", "B_2", "+20.0 ±20.0", "a", "+30.0 ±20.0", "a", "1951", "rules"]
    );
    assert!(sheet.notes.contains(&"nodes: not significantly ahead of the next: A & B.".to_owned()));
    // There the order is another one: B, A, C.
    let open = "depth 7: not significantly ahead of the next: B_2.";
    assert!(sheet.notes.contains(&open.to_owned()), "{:?}", sheet.notes);
    assert!(sheet.notes.iter().any(|note| note.contains("not to be compared")));

    results.engines[0].evaluation.measured = Some(Measurement {
        nanoseconds: Some(31.4),
        explained: Some(0.3812),
        explained_error: Some(0.006),
    });
    results.evaluations = Some("measured on something".to_owned());
    let sheet = Sheet::of(&results);
    assert_eq!(sheet.rows[0][6..8], ["31", "38.1% ±0.6"]);
    assert_eq!(sheet.rows[1][6..8], ["", ""]);
    assert!(sheet.notes.contains(&"measured on something".to_owned()));
    for part in &mut results.time_controls {
        part.differences.iter_mut().for_each(|d| d.significant = true);
    }
    let all = "nodes: each is significantly ahead of the next.".to_owned();
    assert!(Sheet::of(&results).notes.contains(&all));
}

#[test]
fn a_list_needs_several_time_controls_and_two_years() {
    let results = sample_list();
    assert!(results.is_list());
    let mut undated = results.clone();
    undated.engines[0].evaluation.year = None;
    assert!(!undated.is_list());
    let mut alone = results;
    alone.time_controls.truncate(1);
    assert!(!alone.is_list());
}

#[test]
fn markup_keeps_every_character() {
    let sheet = Sheet::of(&sample_list());
    let text = sheet.markdown();
    assert!(text.starts_with("|  | Engine | nodes | Group |"), "{text}");
    assert!(text.contains("\n| --: | --- | --: | --- |"), "{text}");
    assert!(text.contains("| C\\|\\* | -60.0 ±20.0 | a |"), "{text}");
}

#[test]
fn a_run_within_one_limit_has_scores() {
    let mut results = sample_list();
    results.time_controls.clear();
    let heads: Vec<String> = Sheet::of(&results).heads.into_iter().map(|h| h.title).collect();
    let expected = ["", "Engine", "Elo", "Group", "Points", "Score", "Draws", "nps"];
    assert_eq!(heads, expected);
}
