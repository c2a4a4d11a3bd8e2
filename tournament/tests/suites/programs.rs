//! UCI programs at test positions.

use crate::common::{Contents, EASY, Files, TEST_ENGINE, folder_with, json, refused, text};

#[test]
fn a_program_finds_what_its_evaluator_finds() {
    let folder = folder_with(EASY);
    let program = format!("cmd:{TEST_ENGINE} --evaluator michniewski");
    // A finished depth: an evaluator gives the score of a broken one and a program does not.
    let line = format!("suite s.epd --engine michniewski --engine '{program}' --depth 6");
    let report = json(&folder, &line);
    let [own, program] = &report["engines"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!(program["name"], "test-engine");
    let pairs =
        own["results"].as_array().unwrap().iter().zip(program["results"].as_array().unwrap());
    for (own, program) in pairs {
        for key in ["move", "solved", "score", "depth", "depth_to_solution"] {
            assert_eq!(own[key], program[key], "{key}: {own} {program}");
        }
    }
}

#[test]
fn programs_of_a_configuration_have_their_options_and_limits() {
    let folder = folder_with(EASY);
    let program = format!("command = {TEST_ENGINE:?}\nargs = [\"--evaluator\", \"otter\"]\n");
    let config = format!(
        "[[engine]]\nname = \"mine\"\n{program}options = {{ Hash = 2 }}\nlimits = {{ depth = 4 }}\n\
         [[engine]]\nevaluator = \"otter\"\n"
    );
    folder.write("c.toml", config);
    let report = json(&folder, "suite s.epd --config c.toml");
    assert_eq!(report["limit"], serde_json::Value::Null);
    assert_eq!(report["engines"][0]["limit"], serde_json::json!({ "depth": 4 }));
    assert_eq!(report["engines"][1]["limit"], serde_json::json!({ "nodes": 100_000 }));
    let same = json(&folder, "suite s.epd --config c.toml --depth 3");
    assert_eq!(same["limit"], serde_json::json!({ "depth": 3 }));
    assert_eq!(same["engines"][0]["solved"], same["engines"][1]["solved"]);
}

#[test]
fn a_program_that_fails_has_not_solved_the_position_and_is_restarted() {
    let folder = folder_with(EASY);
    let program = format!("cmd:{TEST_ENGINE} --fault abort --at 2");
    let arguments = format!("suite s.epd --engine '{program}' --threads 1 --depth 1");
    let report = json(&folder, &arguments);
    let results = report["engines"][0]["results"].as_array().unwrap();
    let failed: Vec<_> = results.iter().map(|result| result.get("failure").is_some()).collect();
    // It is started again, and aborts again at its second position.
    assert_eq!(failed, [false, true, false, true, false, true], "{report}");
    assert_eq!(report["engines"][0]["failures"], 3);
    let table = text(&folder, &arguments);
    table.must_have(&["test-engine failed at 3 positions, first by"]);
}

#[test]
fn a_program_that_cannot_start_is_refused_beforehand() {
    let folder = folder_with(EASY);
    for program in ["cmd:no-such-program", "cmd:./s.epd", "cmd:true"] {
        let arguments = format!("suite s.epd --engine '{program}'");
        refused(&folder, &arguments, &["engine \"", "check the command"]);
    }
}
