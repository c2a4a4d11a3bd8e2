//! The data of the rules, and games seen by both sides.
// Not every test uses all of it; data that cannot be read are a failure of the test.
#![allow(dead_code, clippy::unwrap_used)]

use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::testkit::mirrored;
use toml::{Table, Value};

/// The data file of each part that has been read, in the document's order.
const DATA: [&str; 3] = [
    include_str!("../../data/part1.toml"),
    include_str!("../../data/part2a.toml"),
    include_str!("../../data/part2b.toml"),
];

/// A worked position.
pub(crate) struct Position {
    /// Example or near miss, perhaps bare.
    pub(crate) kind: String,
    /// A FEN or a game.
    pub(crate) text: String,
    /// What the rule alone gives to White and to Black, in tenths of a centipawn.
    pub(crate) terms: [i32; 2],
    /// The factor that the rule alone puts on the score, in sixteenths.
    pub(crate) scale16: i32,
    /// The score for rules that read it, in centipawns from White's side.
    pub(crate) score: Option<i32>,
}

/// What the data say of a rule.
pub(crate) struct Data {
    pub(crate) id: String,
    pub(crate) section: String,
    pub(crate) kind: String,
    pub(crate) phases: Vec<String>,
    /// Names and tenths.
    pub(crate) numbers: Vec<(String, i32)>,
    pub(crate) adds_to_score: bool,
    pub(crate) statement: String,
    pub(crate) positions: Vec<Position>,
}

/// A TOML number in tenths.
fn tenths(value: &Value) -> i32 {
    match value {
        Value::Integer(number) => i32::try_from(10 * number).unwrap(),
        Value::Float(number) => {
            let tenths = (number * 10.0).round();
            assert!((number * 10.0 - tenths).abs() < 1e-6, "{number}");
            tenths as i32
        }
        _ => panic!("{value} is no number"),
    }
}

fn text(table: &Table, key: &str) -> String {
    table[key].as_str().unwrap().to_owned()
}

fn position(value: &Value) -> Position {
    let table = value.as_table().unwrap();
    let terms: Vec<i32> = table["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(tenths)
        .collect();
    let scale16 = table.get("scale16");
    Position {
        scale16: scale16.map_or(16, |factor| tenths(factor) / 10),
        kind: text(table, "kind"),
        text: text(table, "position"),
        terms: terms.try_into().unwrap(),
        score: table.get("score").map(|score| tenths(score) / 10),
    }
}

/// All rules of the data.
pub(crate) fn data() -> Vec<Data> {
    let files = DATA.iter().map(|file| file.parse::<Table>().unwrap());
    let rules = files.flat_map(|file| file["rule"].as_array().unwrap().clone());
    rules
        .map(|rule| {
            let rule = rule.as_table().unwrap();
            let list = |key: &str| rule[key].as_array().unwrap().clone();
            let phases = list("phases");
            let values = rule["values"].as_table().unwrap();
            Data {
                id: text(rule, "id"),
                section: text(rule, "section"),
                kind: text(rule, "kind"),
                phases: phases
                    .iter()
                    .map(|phase| phase.as_str().unwrap().to_owned())
                    .collect(),
                numbers: values
                    .iter()
                    .map(|(name, value)| (name.clone(), tenths(value)))
                    .collect(),
                adds_to_score: rule["adds_to_score"].as_bool().unwrap(),
                statement: text(rule, "statement"),
                positions: list("positions").iter().map(position).collect(),
            }
        })
        .collect()
}

/// The game that `text` tells.
pub(crate) fn game(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The same game with ranks and colours swapped.
pub(crate) fn mirrored_game(game: &Game) -> Game {
    let mut mirror = Game::new(mirrored(game.start()));
    for mv in game.moves() {
        mirror.play(mv.to_mirrored());
    }
    mirror
}

/// The factor that `rule` alone puts on the score, in sixteenths.
pub(crate) fn raw_factor(readings: &Breakdown, rule: &str) -> i32 {
    let fact = readings.meta().iter().find(|(name, _)| *name == rule);
    match fact {
        Some((_, Meta::Number(factor))) => *factor,
        _ => 16,
    }
}

/// What `rule` gives to White and to Black, in tenths of a centipawn.
pub(crate) fn raw_terms(readings: &Breakdown, rule: &str) -> [i32; 2] {
    let term = readings.terms().iter().find(|term| term.rule.0 == rule);
    term.map_or([0, 0], |term| [term.white, term.black])
}
