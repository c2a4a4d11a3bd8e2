use super::*;

const ENGINES: [&str; 4] = ["otter", "material", "chessbin", "michniewski"];

fn config(run: &str, openings: &str, engines: &[&str]) -> Config {
    let engines: Vec<String> =
        engines.iter().map(|name| format!("{{ evaluator = \"{name}\" }}")).collect();
    let text = format!(
        "run = {{ name = \"x\", {run} }}\nlimits = {{ nodes = 5 }}\nopenings = {{ {openings} }}\nengine = [{}]",
        engines.join(", ")
    );
    Config::parse("x.toml", &text, &[], &ENGINES).unwrap()
}

fn draw(config: &Config) -> DrawnOpenings {
    DrawnOpenings::draw(config, &Schedule::new(config)).unwrap()
}

fn list(config: &Config, names: [&str; 2]) -> Vec<String> {
    let named = |name: &&str| config.engines.iter().position(|engine| engine.name == *name);
    let [one, other] = names.map(|name| named(&name).unwrap());
    let drawn = draw(config);
    let list = drawn.of(one, other).unwrap();
    assert!(std::ptr::eq(list, drawn.of(other, one).unwrap()));
    let opening = |number| list.opening(number).unwrap().uci_moves().join(" ");
    (0..list.len()).map(opening).collect()
}

#[test]
fn each_pairing_draws_its_own() {
    let four = config("format = \"round-robin\", pairs = 5", "", &ENGINES);
    let one = list(&four, ["otter", "material"]);
    let other = list(&four, ["otter", "chessbin"]);
    assert_eq!((one.len(), other.len()), (5, 5));
    assert!(one.iter().all(|opening| !other.contains(opening)));
    let swiss = config("format = \"swiss\", rounds = 2, pairs = 3", "", &ENGINES);
    assert_eq!(list(&swiss, ["otter", "material"])[..5], one);
    let gauntlet = config("format = \"gauntlet\", seeds = 1, pairs = 5", "", &ENGINES);
    assert_eq!(list(&gauntlet, ["otter", "material"]), one);
    assert!(draw(&gauntlet).of(1, 2).is_none());
}

/// Or a run that grows would not find its games again.
#[test]
fn a_list_stays_what_it_is_when_a_run_grows() {
    let run = "format = \"round-robin\", pairs = 5";
    let one = list(&config(run, "", &ENGINES), ["otter", "material"]);
    for engines in [["material", "otter"].as_slice(), &["chessbin", "otter", "material"]] {
        assert_eq!(list(&config(run, "", engines), ["otter", "material"]), one);
    }
    let more = config("format = \"round-robin\", pairs = 9", "", &ENGINES);
    assert_eq!(list(&more, ["otter", "material"])[..5], one);
    let seed = config("format = \"round-robin\", pairs = 5, seed = 2", "", &ENGINES);
    assert_ne!(list(&seed, ["otter", "material"]), one);
}

#[test]
fn all_play_the_same_ones_where_that_is_asked_for_or_there_are_two() {
    let run = "format = \"round-robin\", pairs = 5";
    let shared = config(run, "policy = \"round\"", &ENGINES);
    let one = list(&shared, ["otter", "material"]);
    assert_eq!(list(&shared, ["chessbin", "material"]), one);
    let pair = config("format = \"match\", pairs = 5", "", &ENGINES[1..3]);
    assert_eq!(list(&pair, ["chessbin", "material"]), one);
    assert_ne!(draw(&shared).fingerprint(), draw(&config(run, "", &ENGINES)).fingerprint());
}
