//! `evalarena ablate` and `spsa`, as users run them.

use std::path::Path;

use serde_json::Value;

use super::{
    Contents, Files, Folder, TEST_ENGINE, arena, entries, folder_of, json, kill, refused, section, start, stderr,
    stdout, stored, success, text, wait_until,
};

const SHORT: &str = "--nodes 60 --first 8 --games 16 --elo 400 --positions few.epd --json --quiet";

fn ablate(folder: &Path, arguments: &str) -> Value {
    folder.write("few.epd", section("few"));
    let output = success(folder, &format!("ablate {arguments} {SHORT}"));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn an_ablation_that_is_killed_ends_as_if_it_had_not_been() {
    let here = &Folder::new();
    let whole = ablate(here, "otter --threads 1 --out whole");
    let rows = whole["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let games = row["games"].as_u64().unwrap();
        assert!(games == 8 || games == 16, "{row}");
    }
    // No evaluator plays well without material.
    assert_eq!(rows[0]["name"], "material");
    // Without a win it is unbounded.
    assert!(rows[0]["elo"].as_f64().is_none_or(|elo| elo > 200.0), "{}", rows[0]);
    let was_killed = || {
        let games = || stored(&here.join("killed"));
        let before = games();
        let arguments = format!("ablate otter --threads 2 --out killed {SHORT}");
        let mut child = start(arena(here, &arguments));
        wait_until(&mut child, || games() >= before + 15);
        kill(child)
    };
    let killed = std::iter::repeat_with(was_killed).take_while(|killed| *killed).count();
    assert!(killed > 1, "{killed}");
    let again = ablate(here, "otter --threads 2 --out killed");
    assert_eq!(again, whole);
}

#[test]
fn shards_and_merges_look_by_look_give_the_table_of_one_machine() {
    let here = &Folder::new();
    let whole = ablate(here, "otter --out whole");
    let mut rounds = 0;
    loop {
        let parts = ["1/3", "2/3", "3/3"].map(|shard| ablate(here, &format!("otter --out parts --shard {shard}")));
        if parts.iter().all(|part| part["is_due"] == false) {
            break;
        }
        let games = parts.iter().map(|part| part["games"].as_u64().unwrap());
        // Seven rules of eight games in the first look, and each part has its share of them.
        assert!(rounds > 0 || games.clone().all(|games| (18..=20).contains(&games)));
        success(here, "merge parts --quiet");
        rounds += 1;
    }
    assert_eq!(rounds, 2);
    let played = stored(&here.join("parts"));
    assert_eq!(played, stored(&here.join("whole")));
    assert_eq!(ablate(here, "otter --out parts"), whole);
    assert_eq!(stored(&here.join("parts")), played);
}

#[test]
fn with_other_rules_and_more_games_the_same_run_resumes() {
    let here = &Folder::new();
    let only = |rules: &str| ablate(here, &format!("michniewski --rules {rules}"))["rows"].clone();
    let first = only("pst_king");
    let both = only("pst_k*");
    let both = both.as_array().unwrap();
    assert_eq!(both.len(), 2);
    let same = both.iter().find(|row| row["name"] == "pst_king").unwrap();
    for field in ["elo", "elo_low", "games", "penta", "verdict", "p"] {
        assert_eq!(same[field], first[0][field], "{field}");
    }
    // Holm's correction for two: the smaller p-value counts twice, and then the other once.
    let p = |row: &Value, field: &str| row[field].as_f64().unwrap();
    let mut least = [p(&both[0], "p"), p(&both[1], "p")];
    least.sort_by(f64::total_cmp);
    let family = (2.0 * least[0]).min(1.0);
    let is_family = |row: &Value| (p(row, "p_holm") - family).abs() < 1e-12;
    assert!(both.iter().any(is_family));
    for row in both {
        let corrected = p(row, "p_false_discovery");
        assert!(p(row, "p") <= corrected && corrected <= p(row, "p_holm"));
    }
    // Without --out both are in the same folder.
    assert_eq!(entries(&here.join("runs")).len(), 1);
    assert_eq!(only("pst_king"), first);
}

#[test]
fn rules_that_cannot_be_measured_are_refused_before_a_game_is_played() {
    let folder = Folder::new();
    folder.write("few.epd", section("few"));
    for (arguments, expected) in [
        ("michniewsky", "did you mean \"michniewski\""),
        ("otter --positions few.epd --rules pst_nkight", "\"pst_knight\""),
        ("chessbin --positions few.epd --rules terminal", "it stands in place of all other rules"),
        ("otter --games 21", "choose an even number"),
        ("otter --games 100", "--first 200 are more than --games 100"),
        ("otter --elo 0", "choose one from 0.1 to 1000"),
        ("otter --positions no.epd", "no.epd"),
        ("cmd:true", "name an evaluator"),
    ] {
        refused(&folder, &format!("ablate {arguments}"), &[expected]);
    }
    assert!(!folder.join("runs").exists());
}

/// A configuration disables rules of any evaluator, and an unknown one is refused with the list of them.
#[test]
fn rules_of_every_evaluator_can_be_disabled() {
    let folder = Folder::new();
    let config = |rule: &str| {
        format!(
            "run = {{ name = \"x\", format = \"match\", pairs = 1 }}\nlimits = {{ nodes = 50 }}\n\
             engine = [{{ name = \"A\", evaluator = \"slate-atkin\" }}, \
             {{ name = \"B\", evaluator = \"slate-atkin\", disable = [\"{rule}\"] }}]\n"
        )
    };
    folder.write("good.toml", config("material"));
    folder.write("bad.toml", config("materiel"));
    success(&folder, "run good.toml");
    refused(&folder, "run bad.toml", &["no rule matches \"materiel\"; there are material"]);
}

/// The values by name, and the state.
fn tuned(folder: &Path, threads: u32, out: &str) -> (Value, String) {
    let line = format!("spsa my.toml --quiet --threads {threads} --out {out}");
    (json(folder, &line), folder.join(out).read("spsa.json"))
}

#[test]
fn a_tuning_that_is_killed_ends_as_if_it_had_not_been() {
    let here = &folder_of("my.toml", section("tuning"));
    let (values, state) = tuned(here, 1, "one");
    // Two games for each engine and iteration.
    assert_eq!(values["games"], 28);
    let moved = values["parameters"].as_array().unwrap();
    let has_moved = |number: &Value| number["start"] != number["value"];
    assert!(moved.iter().any(has_moved));
    assert_eq!(here.read("one/spsa.csv").lines().count(), 1 + 4);
    let line = "spsa my.toml --quiet --threads 2 --out two";
    let mut child = start(arena(here, line));
    wait_until(&mut child, || here.join("two/spsa.csv").exists());
    kill(child);
    assert_eq!(tuned(here, 2, "two"), (values.clone(), state.clone()));
    let file: toml::Table = here.read("one/parameters.toml").parse().unwrap();
    let value = moved[0]["value"].as_f64().unwrap();
    let written = file["search"]["quiescence.delta"].as_integer().unwrap();
    assert_eq!(written as f64, value.round());
    assert_eq!(here.read("one/parameters.txt").lines().count(), 2);
    // A state that cannot be this tuning's is refused.
    let (_, lmr) = state.rsplit_once("},{").unwrap();
    let lmr = format!("{{{}", lmr.trim_end().trim_end_matches("]}"));
    for (from, to, expected) in [
        ("\"iterations\":7,\"values\"", "\"iterations\":8,\"values\"", "8 iterations, and there are 7"),
        (&*format!(",{lmr}"), "", "1 values for 2 numbers"),
        ("{\"value\":", "{\"value\":-", "quiescence.delta cannot be -"),
        ("}", "", "not a state of this tuning"),
    ] {
        assert!(state.contains(from), "{from} in {state}");
        here.write("one/spsa.json", state.replace(from, to));
        refused(here, "spsa my.toml --out one", &["one/spsa.json: not a state", expected]);
    }
}

/// The last line tries what was found, as it is printed; and the list begins another tuning.
#[test]
fn the_numbers_of_a_program_are_tried_by_the_command_that_is_printed() {
    let file = format!(
        "[spsa]\nname = \"p\"\niterations = 2\nparameters = \"value.knight, int, 300, 200, 400, 0.3, 0.002\"\n\
         [limits]\nnodes = 20\n[[engine]]\nname = \"A program\"\ncommand = {TEST_ENGINE:?}\nargs = [\"--evaluator\", \
         \"michniewski\"]\n"
    );
    let here = &folder_of("p.toml", &file);
    let output = success(here, "spsa p.toml");
    stderr(&output).must_have(&["warning: value.knight: c_end is 0.3"]);
    let shown = stdout(&output);
    let line = shown.trim_end().lines().last().unwrap().strip_prefix("evalarena ").unwrap();
    text(here, &format!("{line} --games 2")).must_have(&["A program (2)"]);
    here.write("wrong.toml", "params = { x = 1 }\n");
    refused(
        here,
        &line.replace("runs/p/parameters", "wrong"),
        &["wrong.toml: it has no options, and this is a program"],
    );
    let evaluators = "match otter material --option 1:runs/p/parameters.toml";
    refused(here, evaluators, &["parameters.toml: options are a program's, and this is an evaluator"]);
    refused(here, "run p.toml", &["spsa: this is a tuning; play it with `evalarena spsa`"]);
    let (head, rest) = file.split_once("\"value").unwrap();
    let (_, rest) = rest.split_once('\n').unwrap();
    here.write("p.toml", format!("{head}\"runs/p/parameters.txt\"\n{rest}"));
    success(here, "spsa p.toml --out again");
}

#[test]
fn numbers_that_cannot_be_tuned_are_refused_before_a_game_is_played() {
    let here = &Folder::new();
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(section("tuning").contains(from));
        here.write("my.toml", section("tuning").replacen(from, to, 1));
        super::refused(here, "spsa my.toml", &[expected]);
    };
    refused("200, 0, 400", "200, 0, 4000", "search: quiescence.delta cannot be 4000");
    refused("search.quiescence.delta", "no_such", "no_such = 0: engine \"otter\", params: ");
    assert!(!here.join("runs").exists());
    here.write("my.toml", section("tuning"));
    tuned(here, 2, "t");
    for (from, to, what) in [
        ("nodes = 400", "nodes = 401", "base was {"),
        ("iterations = 7", "iterations = 8", "iterations was 7 and is now 8"),
    ] {
        here.write("my.toml", section("tuning").replace(from, to));
        let begun = format!("this tuning was begun differently: {what}");
        super::refused(here, "spsa my.toml --out t", &[&begun]);
    }
}
