//! Suites solved: the numbers, the table, and that threads change nothing.

use serde_json::{Value, json};

use crate::common::{Contents, EASY, Fields, folder_with, json, solved, text};
use evaluators::registry::NAMES;

#[test]
fn one_engine_has_its_numbers_at_the_top() {
    let report = solved(EASY);
    assert_eq!(report["file"], "s.epd");
    report.must_have_fields(&json!({ "positions": 6, "solved": 5 }));
    assert_eq!(report["limit"], json!({ "nodes": 2000 }));
    assert!(report.get("points").is_none());
    let [engine] = &report["engines"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!(engine["name"], "michniewski");
    // Wilson's interval of 5 in 6.
    assert!((engine["share_low"].as_f64().unwrap() - 0.4365).abs() < 1e-4);
    assert!((engine["share_high"].as_f64().unwrap() - 0.9699).abs() < 1e-4);
    let results = engine["results"].as_array().unwrap();
    assert_eq!(results.len(), 6);
    let mate = &results[0];
    mate.must_have_fields(&json!({ "id": "back rank", "move": "Ra8#" }));
    mate.must_have_fields(&json!({ "uci": "a1a8", "line": 1 }));
    assert_eq!(mate["score"], json!({ "mate": 1 }));
    assert_eq!(mate["goal"], "bm Ra8#");
    let impossible = &results[5];
    assert_eq!(impossible["solved"], false);
    assert_eq!(impossible["nodes_to_solution"], Value::Null);
    assert!(engine["nodes"].as_u64().unwrap() <= 6 * 2000);
}

#[test]
fn the_solution_counts_from_the_moment_after_which_the_move_stays() {
    let report = solved(EASY);
    for result in report["engines"][0]["results"].as_array().unwrap() {
        let (nodes, until) = (&result["nodes"], &result["nodes_to_solution"]);
        if result["solved"] == true {
            assert!(until.as_u64().unwrap() <= nodes.as_u64().unwrap(), "{result}");
            assert!(result["depth_to_solution"].as_i64() <= result["depth"].as_i64());
        }
    }
}

#[test]
fn threads_change_nothing_but_the_times() {
    let folder = folder_with(EASY);
    let timeless = |threads: &str| {
        let arguments = format!("suite s.epd --nodes 3000 --threads {threads}");
        let mut report = json(&folder, &arguments);
        for engine in report["engines"].as_array_mut().unwrap() {
            let engine = engine.as_object_mut().unwrap();
            engine.retain(|key, _| !key.contains("seconds") && key != "nps");
            for result in engine["results"].as_array_mut().unwrap() {
                result.as_object_mut().unwrap().retain(|key, _| !key.contains("seconds"));
            }
        }
        report
    };
    let one = timeless("1");
    assert_eq!(one["engines"].as_array().unwrap().len(), NAMES.len());
    assert_eq!(one, timeless("2"));
    assert!(one.get("solved").is_none(), "several engines have no common number");
}

#[test]
fn the_table_and_its_lists() {
    let folder = folder_with(EASY);
    let both = "suite s.epd --engine michniewski --engine material --depth 1";
    let table = text(&folder, both);
    assert!(table.starts_with("s.epd: 6 positions; depth 1\n"), "{table}");
    table.must_have(&["michniewski", "5/6", "83.3%", "[43.6, 97.0]"]);
    table.must_lack(&["Points", "impossible"]);
    let failed = text(&folder, &format!("{both} --failed"));
    failed.must_have(&["Not solved by michniewski (1):\n  - impossible  bm Kf1"]);
    let verbose = text(&folder, &format!("{both} --verbose"));
    verbose.must_have(&["+ take; the queen", "- impossible"]);
}

#[test]
fn engines_that_disagree_are_shown_beside_each_other() {
    // At depth 1 only an evaluator with tables knows where a knight stands well.
    let suite = "4k3/pppppppp/8/8/8/8/PPPPPPPP/N3K3 w - - bm Nb3; am a4; id \"tables\";\n";
    let folder = folder_with(suite);
    let line = "suite s.epd --engine michniewski --engine material --depth 1";
    let report = json(&folder, line);
    let solved: Vec<_> =
        report["engines"].as_array().unwrap().iter().map(|e| e["solved"] == 1).collect();
    assert_ne!(solved[0], solved[1], "{report}");
    let table = text(&folder, &format!("{line} --failed"));
    let solver = if solved[0] { "michniewski" } else { "material" };
    table.must_have(&[&format!("Solved by some only (1):\n  tables  {solver}\n")]);
}
