//! The list of evaluations, from a configuration to its page.

use serde_json::Value;

use crate::common::{Contents, Files, folder_with, refused, results, success, text};

/// Four evaluations within two time controls.
const LIST: &str = r#"
[run]
name = "list"
format = "round-robin"
pairs = 4

[[time_control]]
name = "200 nodes"
limits = { nodes = 200 }

[[time_control]]
name = "equal time"
limits = { ms_at_speed = 0.1 }

[adjudication]
max_moves = 80

[[engine]]
name = "Material"
evaluator = "material"
speed = 2e6
[[engine]]
name = "PeSTO"
evaluator = "pesto"
speed = 3e6
[[engine]]
name = "Compendium"
evaluator = "compendium-in-proportion"
speed = 6e5
[[engine]]
name = "Other values"
evaluator = "michniewski"
params = "tuned.toml"
speed = 3e6
year = 2026
kind = "tuned tables"
"#;

#[test]
fn a_run_is_a_list_with_what_was_measured_of_its_evaluations() {
    let folder = folder_with(LIST);
    folder.write("tuned.toml", "[params]\n\"value.pawn\" = 90\n");
    let table = text(&folder, "run small.toml --out run");
    table.must_have(&[
        "PeSTO",
        "2020",
        "tapered tables",
        "tuned tables",
        "Each time control has its own scale",
    ]);
    assert!(!table.contains("Explained"), "nothing is measured: {table}");

    success(&folder, "positions run/games.pgn --out positions.epd.gz");
    let measured = "report run --positions positions.epd.gz --plots plots --format markdown";
    let sheet = text(&folder, measured);
    sheet.must_have(&[
        "|  | Engine | 200 nodes | Group | equal time | Group | ns | Explained | Year | Kind |",
        "positions of positions.epd.gz",
    ]);
    for plot in ["plots/years.svg", "plots/prices.svg"] {
        assert!(folder.read(plot).contains("PeSTO"), "{plot}");
    }
    // A later page and table have it, too; so has results.json.
    text(&folder, "report run").must_have(&["report.html"]);
    folder.read("run/report.html").must_have(&["The list", "Explained", "positions.epd.gz"]);
    text(&folder, "run small.toml --out run").must_have(&["Explained"]);
    let all = results(&folder.join("run"));
    let pesto = &all["engines"][1];
    assert_eq!(pesto["year"], 2020);
    assert!(pesto["measured"]["nanoseconds"].as_f64().unwrap() > 0.0);
    assert!(pesto["measured"]["explained"].is_number(), "{pesto}");
    assert_eq!(all["engines"][0]["year"], Value::Null);
    text(&folder, "report run --format text").must_have(&["equal time", "Year"]);
    refused(&folder, "report run --format html", &["text, markdown, csv"]);
}
