//! The book of blunders: kept, found and tried.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{arena, json, refused, stderr, stdout, text};

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20";
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn book(folder: &Path) -> String {
    fs::read_to_string(folder.join("blunders.epd")).unwrap_or_default()
}

fn add(folder: &Path, arguments: &[&str]) -> String {
    text(folder, &[&["blunders", "add"], arguments].concat())
}

#[test]
fn a_position_is_added_once_and_merged_with_what_is_new() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let said = add(
        folder,
        &[BACK_RANK, "--best", "Ra8", "--note", "the \"back\" rank"],
    );
    assert_eq!(said, "blunders.epd: added; 1 position\n");
    let line = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; id \"blunder 1\"; \
                c0 \"the 'back' rank\";\n";
    assert_eq!(book(folder), line);
    // The same again, in another notation and with other clocks.
    let again = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let said = add(
        folder,
        &[again, "--best", "a1a8", "--note", "the \"back\" rank"],
    );
    assert!(said.contains("nothing to add"), "{said}");
    assert_eq!(book(folder), line);
    let said = add(
        folder,
        &[again, "--avoid", "Kf1", "--avoid", "h3", "--note", "2nd"],
    );
    assert!(said.contains("the same position; 1 position"), "{said}");
    let merged = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; am Kf1 h3; \
                  id \"blunder 1\"; c0 \"the 'back' rank; 2nd\";\n";
    assert_eq!(book(folder), merged);
    add(
        folder,
        &[
            "startpos", "moves", "f2f3", "e7e5", "--avoid", "g4", "--id", "fool",
        ],
    );
    assert!(book(folder).starts_with(merged) && book(folder).contains("am g4; id \"fool\";"));
}

#[test]
fn lines_that_people_wrote_stay_as_they_are() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let own = "# mine\n\n4k3/8/8/8/8/8/4P3/4K3 w - -   am e3;  acd 3; c5 \"x\"\n";
    fs::write(folder.join("blunders.epd"), own.replace('\n', "\r\n")).unwrap();
    add(folder, &[BACK_RANK, "--best", "Ra8"]);
    assert!(book(folder).starts_with(own), "{}", book(folder));
    add(folder, &["4k3/8/8/8/8/8/4P3/4K3 w - -", "--best", "e4"]);
    let changed = "# mine\n\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3; acd 3; c5 \"x\";\n";
    assert!(book(folder).starts_with(changed), "{}", book(folder));
    let listed = json(folder, &["blunders", "list"]);
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert_eq!(
        (&listed[0]["line"], &listed[0]["goal"]),
        (&3.into(), &"bm e4, am e3".into())
    );
    assert!(text(folder, &["blunders", "list"]).contains("blunder 2"));
}

/// Arguments, and what the message must say.
const NONSENSE: &[(&[&str], &[&str])] = &[
    (
        &["add", BACK_RANK, "--best", "Ra9"],
        &["--best", "\"Ra9\" is not a move"],
    ),
    (
        &["add", BACK_RANK, "--avoid", "Rb2"],
        &["--avoid Rb2 is not legal"],
    ),
    (
        &["add", BACK_RANK, "--avoid", "Ra8"],
        &["Ra8# would be both"],
    ),
    (&["add", BACK_RANK], &["--avoid or --best"]),
    (
        &["add", BACK_RANK, "--best", "h3", "--note", "h3=5"],
        &["points"],
    ),
    (
        &["add", "6k1/5ppp/8", "--best", "h3"],
        &["cannot read the FEN"],
    ),
    (&["add", "gone.pgn", "--ply", "1"], &["gone.pgn"]),
    (&["add", "g.pgn", "--ply", "1"], &["2 games", "--game"]),
    (
        &["add", "g.pgn", "--game", "3", "--ply", "1"],
        &["2 games", "--game"],
    ),
    (
        &["add", "g.pgn", "--game", "1", "--ply", "5"],
        &["--ply 5", "1 to 4"],
    ),
    (
        &["add", "g.pgn", "--game", "1", "--move", "3w"],
        &["--move 3w", "1w to 2b"],
    ),
    (
        &["add", "g.pgn", "--game", "1", "--move", "x"],
        &["23b for Black"],
    ),
    (&["add", "g.pgn", "--game", "1"], &["--ply or --move"]),
    (&["import", "points.epd"], &["points.epd:2 has neither"]),
];

#[test]
fn what_makes_no_sense_is_refused_and_the_book_unharmed() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    refused(
        folder,
        &["blunders", "list"],
        &["blunders.epd", "blunders add", "--book"],
    );
    refused(
        folder,
        &["blunders", "run"],
        &["blunders.epd", "blunders add"],
    );
    add(folder, &[BACK_RANK, "--best", "Ra8"]);
    fs::write(folder.join("g.pgn"), GAME.repeat(2)).unwrap();
    fs::write(
        folder.join("points.epd"),
        format!("{BACK_RANK} bm h3;\n{BACK_RANK} dm 1;\n"),
    )
    .unwrap();
    let before = book(folder);
    for (arguments, expected) in NONSENSE {
        refused(folder, &[&["blunders"], *arguments].concat(), expected);
        assert_eq!(book(folder), before, "{arguments:?}");
    }
    fs::write(folder.join("blunders.epd"), before.clone() + "broken\n").unwrap();
    refused(
        folder,
        &["blunders", "add", BACK_RANK, "--best", "h3"],
        &["blunders.epd:2: "],
    );
    assert_eq!(book(folder), before + "broken\n");
}

#[test]
fn places_in_games() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("g.pgn"), GAME).unwrap();
    // The move that was played is to be avoided.
    add(folder, &["g.pgn", "--ply", "3"]);
    assert!(
        book(folder).ends_with("hmvc 0; fmvn 2; am g4; id \"g.pgn 2w\";\n"),
        "{}",
        book(folder)
    );
    add(folder, &["g.pgn", "--move", "1", "--best", "e4"]);
    assert!(
        book(folder).ends_with("w KQkq - bm e4; am f3; id \"g.pgn 1w\";\n"),
        "{}",
        book(folder)
    );
    add(folder, &["g.pgn", "--move", "2b", "--best", "Qh4"]);
    assert!(
        book(folder).contains("bm Qh4#; id \"g.pgn 2b\";\n"),
        "{}",
        book(folder)
    );
    assert!(
        text(
            folder,
            &["blunders", "import", "blunders.epd", "--book", "b.epd"]
        )
        .contains("3 added")
    );
    let again = text(
        folder,
        &["blunders", "import", "blunders.epd", "--book", "b.epd"],
    );
    assert!(
        again.contains("0 added") && again.contains("3 there already"),
        "{again}"
    );
}

/// A book of one position that is solved and one that is not.
fn small_book() -> TempDir {
    let folder = tempdir().unwrap();
    add(folder.path(), &[BACK_RANK, "--best", "Ra8", "--id", "easy"]);
    let lost = "4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1";
    add(
        folder.path(),
        &[lost, "--best", "Kf1", "--id", "impossible"],
    );
    folder
}

fn verdicts(report: &Value) -> Vec<&str> {
    let results = report["engines"][0]["results"].as_array().unwrap();
    results
        .iter()
        .map(|row| row["verdict"].as_str().unwrap())
        .collect()
}

#[test]
fn a_run_remembers_and_tells_what_is_back_again() {
    let folder = small_book();
    let folder = folder.path();
    let run = ["blunders", "run", "michniewski", "--nodes", "500", "--json"];
    let report: Value = serde_json::from_str(&text(folder, &run)).unwrap();
    assert_eq!(verdicts(&report), ["solved", "lost"]);
    assert_eq!(report["engines"][0]["results"][0]["tried_before"], false);
    assert!(report["engines"][0]["signature"].as_u64().unwrap() > 0);
    // An older version that solved both, at this limit and at another.
    let history = folder.join("blunders.history.jsonl");
    let line = fs::read_to_string(&history).unwrap();
    assert_eq!(line.lines().count(), 1);
    let better = line.replace("\"solved\":false", "\"solved\":true");
    fs::write(&history, better.replace("\"nodes\":500", "\"nodes\":501")).unwrap();
    assert_eq!(
        verdicts(&json(folder, &run[..5])),
        ["solved", "lost"],
        "another limit"
    );
    fs::write(&history, better.replace("michniewski", "otter")).unwrap();
    assert_eq!(
        verdicts(&json(folder, &run[..5])),
        ["solved", "lost"],
        "another engine"
    );
    // With half a line at its end, as a killed process leaves it.
    fs::write(&history, format!("{better}{}", &line[..40])).unwrap();
    let output = arena(folder, &run);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("jsonl:2: this line is damaged"),
        "{}",
        stderr(&output)
    );
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(verdicts(&report), ["solved", "back-again"]);
    assert_eq!(report["back_again"], 1);
    let again = &report["engines"][0]["results"][1];
    let earlier = again["solved_before"].as_str().unwrap();
    let signature = format!(" ({})", report["engines"][0]["signature"]);
    assert!(earlier.ends_with(&signature), "{earlier}");
    // It stays so until it is solved, and the table says it.
    let output = arena(folder, &run[..5]);
    assert_eq!(output.status.code(), Some(1));
    let table = stdout(&output);
    assert!(
        table.contains("1 of 2 solved, 0 still lost, 1 back again"),
        "{table}"
    );
    assert!(
        table.contains("back again  impossible  bm Kf1, and it plays"),
        "{table}"
    );
    assert_eq!(fs::read_to_string(&history).unwrap().lines().count(), 4);
}

#[test]
fn blunders_of_a_run_are_found_and_added() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let config = "run = { name = \"t\", format = \"match\", pairs = 3, seed = 2 }\n\
                  limits = { nodes = 40 }\nadjudication = { max_moves = 60 }\n\
                  [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n";
    fs::write(folder.join("t.toml"), config).unwrap();
    text(folder, &["run", "t.toml", "--quiet"]);
    let find = [
        "blunders", "find", "runs/t", "--engine", "material", "--nodes", "1500",
    ];
    let found = json(folder, &find);
    let found = found.as_array().unwrap();
    assert!(
        !found.is_empty(),
        "forty nodes a move are enough for no game"
    );
    for finding in found {
        assert_eq!(finding["engine"], "material");
        let number = |key: &str| finding[key].as_i64().unwrap();
        assert!(number("before") - number("after") >= 200, "{finding}");
        assert!(
            number("judge_best") - number("judge_played") >= 200,
            "{finding}"
        );
        let best = finding["best"].as_array().unwrap();
        assert!(
            !best.is_empty() && !best.contains(&finding["played"]),
            "{finding}"
        );
    }
    let table = text(
        folder,
        &[&find[..], &["--add", "--judge", "material"]].concat(),
    );
    assert!(
        table.contains("of them blunders in the judge's eyes"),
        "{table}"
    );
    let listed = json(folder, &["blunders", "list"]);
    let listed = listed.as_array().unwrap();
    assert!(
        !listed.is_empty() && listed.len() <= found.len(),
        "{listed:?}"
    );
    let id = format!("t game {} ply {}", found[0]["game"], found[0]["ply"]);
    assert_eq!(listed[0]["id"], id.as_str());
    let line = book(folder).lines().next().unwrap().to_owned();
    for operation in [" bm ", " am ", " id ", " c0 \"material played "] {
        assert!(line.contains(operation), "{operation}: {line}");
    }
    // Whoever judged them solves them at the same limit.
    let run = ["blunders", "run", "material", "--nodes", "1500"];
    let report = json(folder, &run);
    assert_eq!(report["engines"][0]["solved"], listed.len(), "{report}");
}

#[test]
fn runs_without_what_is_asked_for_are_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    refused(folder, &["blunders", "find", "nowhere"], &["nowhere"]);
    let config = "run = { name = \"t\", format = \"match\", pairs = 1 }\nlimits = { nodes = 20 }\n\
                  adjudication = { max_moves = 5 }\n\
                  [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n";
    fs::write(folder.join("t.toml"), config).unwrap();
    text(folder, &["run", "t.toml", "--quiet"]);
    let find = |arguments: &[&str], expected: &[&str]| {
        refused(
            folder,
            &[&["blunders", "find", "runs/t"], arguments].concat(),
            expected,
        );
    };
    find(&["--engine", "Otter"], &["\"Otter\"", "material, otter"]);
    find(&["--judge", "oter"], &["did you mean \"otter\"?"]);
    find(&["--drop", "0"], &["--drop"]);
}
