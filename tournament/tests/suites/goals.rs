//! Points, mates and several files.

use serde_json::json;

use crate::common::{Contents, Fields, Files, folder_with, json, solved, text};

#[test]
fn points_of_the_move_and_of_all_there_are() {
    // The second position's best move is not the search's, the third's is named in UCI.
    let report = solved(
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Ra8#=10, Kf1=2\"; id \"a\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Kf1=10, Ra8=4, h3=1\"; id \"b\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c8 \"7 3\"; c9 \"a1a8 g1f1\"; id \"c\";\n\
         6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; c0 \"a comment\"; id \"d\";\n",
    );
    report.must_have_fields(&json!({ "points": 21, "max_points": 27 }));
    report.must_have_fields(&json!({ "positions": 4, "solved": 3 }));
    let results = report["engines"][0]["results"].as_array().unwrap();
    let points: Vec<_> =
        results.iter().map(|r| (r["points"].as_u64(), r["max_points"].as_u64())).collect();
    let some = |points, most| (Some(points), Some(most));
    assert_eq!(points, [some(10, 10), some(4, 10), some(7, 7), (None, None)]);
    assert_eq!(results[1]["goal"], "Kf1=10, Ra8#=4, h3=1");
}

#[test]
fn points_have_a_column() {
    let folder = folder_with("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - c0 \"Ra8#=10, Kf1=2\";\n");
    let arguments = "suite s.epd --engine otter --nodes 500 --verbose";
    let table = text(&folder, arguments);
    table.must_have(&["Points", "10/10", "s.epd:1"]);
}

#[test]
fn a_mate_is_solved_by_the_score() {
    // Mate in two with the rooks; mate in one is asked for in the second line, which there is not.
    let report = solved(
        "7k/8/8/8/8/8/R7/1R4K1 w - - dm 2; id \"in time\";\n\
         7k/8/8/8/8/8/R7/1R4K1 w - - dm 1; id \"too slow\";\n\
         7k/8/8/8/8/8/R7/1R4K1 b - - dm 2; id \"the other side\";\n",
    );
    let results = report["engines"][0]["results"].as_array().unwrap();
    let solved: Vec<_> = results.iter().map(|result| result["solved"] == true).collect();
    assert_eq!(solved, [true, false, false], "{report}");
    assert_eq!(results[0]["score"], json!({ "mate": 2 }));
}

#[test]
fn several_files_are_one_suite() {
    let folder = folder_with("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;\n");
    folder.write("t.epd", "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - bm Ra1;\n");
    let arguments = "suite s.epd t.epd --engine material --nodes 500";
    let report = json(&folder, arguments);
    report.must_have_fields(&json!({ "file": "s.epd, t.epd", "positions": 2 }));
    let results = report["engines"][0]["results"].as_array().unwrap();
    assert_eq!((&results[0]["file"], &results[1]["file"]), (&"s.epd".into(), &"t.epd".into()));
}
