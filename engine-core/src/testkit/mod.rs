//! The proofs that every evaluator has to pass, over random legal games.
//!
//! [`prove`] plays seeded random games and asserts at every position: an explanation adds up to the
//! evaluation, by rules that the evaluator declares; the value is in range and the same every time; positions that share a table key
//! share a value; colours mirrored, the value is the same from the side to move; and a null move
//! leads to the value of the position with the turn swapped. At some positions of every game, the
//! last one among them, the state kept along the line is asserted to be the state from the root,
//! which takes a replay of the game. [`known_answers`] compares evaluations with known ones, in the form that `eval --json`
//! prints, by the document's numbers and by others; an independent program in Python has made them.

mod laws;

use std::array;
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Map, Value, json};
use shakmaty::Color;

use crate::evaluation::Evaluation;
use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::Ledger;
use crate::game::Game;
use crate::node::Node;
use crate::notation::fen_of;
use crate::options::{Configure, OptionKind};
use crate::rule::Rule;

pub use crate::random::RandomGames;
pub use laws::{Keyless, Plan, after_and_alone, mirrored_game, prove, prove_chess960, prove_from};

/// A small evaluator for tests of the search: material, and so many centipawns for each move of a piece.
#[derive(Clone, Debug)]
pub struct Toy(pub i32);

impl Evaluator for Toy {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo::unmeasured("toy", "Toy")
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let board = node.position().board();
        let worth = Color::ALL.map(|color| {
            let men = board.material_side(color);
            let minor = 3 * (men.knight + men.bishop);
            let material = 100 * i32::from(men.pawn + minor + 5 * men.rook + 9 * men.queen);
            let pieces = (board.by_color(color) & !board.pawns()).into_iter();
            let moves: usize = pieces.map(|square| board.attacks_from(square).count()).sum();
            material + self.0 * moves as i32
        });
        ledger.post_centipawns(Rule::material("worth"), worth);
    }
}

/// Checks a table of worked positions against what is `found` for a position and a rule. Each line has a rule, what it gives
/// White and Black, and the position; `#` begins a comment.
pub fn worked(table: &str, found: impl Fn(&str, &str) -> [i32; 2]) {
    let lines = table.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    for line in lines.filter(|line| !line.is_empty()) {
        let [rule, white, black, position] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}: not a rule, two values and a position");
        };
        let expected: [i32; 2] = [white, black].map(|value| value.parse().expect(line));
        assert_eq!(found(position, rule), expected, "{line}");
    }
}

/// The rows of a table in a file of tables. A line `== name` begins one, `#` a comment; tabs separate the fields, and those
/// that are empty at the end may be left out.
pub fn rows<'f, const N: usize>(file: &'f str, table: &str) -> Vec<[&'f str; N]> {
    let from_there = file.lines().skip_while(|line| line.strip_prefix("== ") != Some(table)).skip(1);
    let lines = from_there.take_while(|line| !line.starts_with("== ")).filter(|line| !line.starts_with('#'));
    let row = |line: &'f str| {
        let mut fields = line.split('\t');
        let row = array::from_fn(|_| fields.next().unwrap_or_default());
        assert_eq!(fields.next(), None, "{line}: a row of {table} has {N} fields");
        row
    };
    let rows: Vec<_> = lines.map(row).collect();
    assert!(!rows.is_empty(), "there is no table {table}");
    rows
}

/// Evaluates the positions of `cases`, one JSON object a line, and returns their number. `line` is the
/// position with its moves, `fen` what it leads to (placement, turn and castling rights are compared),
/// and at the JSON pointer `answer` stands the answer: `total`, and `relative`, `terms` and `meta` if
/// it has them, in centipawns. Terms that are zero for both sides may be left out.
pub fn known_answers<E: Evaluator>(evaluator: &E, cases: &str, answer: &str) -> usize {
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let text = case["line"].as_str().expect("a case has its line");
        let known = case.pointer(answer).expect("a case has its answer");
        let game = Game::parse(text).expect("the line of a case is legal");
        let fen = case["fen"].as_str().expect("a case has its fen");
        let reached = fen_of(game.position());
        assert_eq!(placement(fen), placement(&reached), "{text}");
        let found = serde_json::to_value(Evaluation::of(evaluator, &game)).expect("plain data");
        assert!(known["total"].is_i64(), "an answer has a total: {text}");
        for key in ["total", "relative", "meta"] {
            let same = known.get(key).is_none_or(|known| *known == found[key]);
            assert!(same, "{key}: {} is not {}: {text}", found[key], known[key]);
        }
        if let Some(terms) = known.get("terms") {
            assert_eq!(without_zeros(terms), without_zeros(&found["terms"]), "{text}");
        }
    }
    cases.lines().count()
}

/// Asserts [`known_answers`] by other numbers than the document's, and by these again afterwards. `numbers` is a JSON
/// object of sets by name, each with a number for every option, those with decimals in tenths; the answers of a set
/// are at `answers` and its name, those by the document at `document`.
pub fn known_answers_with_numbers<E: Evaluator + Configure + Clone>(
    evaluator: &E,
    cases: &str,
    numbers: &str,
    [answers, document]: [&str; 2],
) {
    let sets: BTreeMap<String, BTreeMap<String, i32>> =
        serde_json::from_str(numbers).expect("sets of numbers are JSON");
    let mut other = evaluator.clone();
    for (name, set) in &sets {
        set_numbers(&mut other, |option, _, _, _| set[option]);
        known_answers(&other, cases, &format!("{answers}/{name}"));
    }
    set_numbers(&mut other, |_, default, _, _| default);
    known_answers(&other, cases, document);
}

/// Asserts that reference.py beside a test's data computes the known answers, where there is a Python.
pub fn reference_agrees(tests: &str, cases: usize) {
    let [script, file] = ["reference.py", "data/cases.jsonl"].map(|name| format!("{tests}/{name}"));
    match Command::new("python3").args([&script, "--check", &file]).output() {
        Ok(output) => {
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, format!("{cases} of {cases} agree\n"));
        }
        Err(error) => eprintln!("skipped, without python3: {error}"),
    }
}

/// Placement, turn and castling rights: others write en passant squares that cannot be used.
fn placement(fen: &str) -> Vec<&str> {
    fen.split(' ').take(3).collect()
}

fn without_zeros(terms: &Value) -> Map<String, Value> {
    let mut terms = terms.as_object().cloned().expect("terms are an object");
    terms.retain(|_, sides| *sides != json!([0, 0]));
    terms
}

/// Sets every number of an evaluator to what `draw` makes of the name of its option, its default, the least and the
/// most that it can be, those with decimals in tenths.
pub fn set_numbers<E: Configure>(evaluator: &mut E, mut draw: impl FnMut(&str, i32, i32, i32) -> i32) {
    for option in evaluator.options() {
        let text = match option.kind {
            OptionKind::Number { default, min, max } => draw(option.name, default, min, max).to_string(),
            OptionKind::Tenths { default, min, max } => {
                format!("{:.1}", f64::from(draw(option.name, default, min, max)) / 10.0)
            }
            _ => continue,
        };
        let set = evaluator.set(option.name, &text);
        set.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The output of a program for this input, at the end of which it leaves.
pub fn output_of(program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // It may leave without reading.
    stdin.write_all(input.as_ref()).ok();
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Its standard output as text.
pub fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Assertions that show the whole text if they fail.
pub trait Contents {
    /// Asserts that each of these is in the text.
    fn must_have(&self, parts: &[&str]);
    /// Asserts that none of these is.
    fn must_lack(&self, parts: &[&str]);
}

impl Contents for str {
    #[track_caller]
    fn must_have(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.contains(part), "{part:?} is not in this:\n{self}");
        }
    }

    #[track_caller]
    fn must_lack(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.contains(part), "{part:?} is in this:\n{self}");
        }
    }
}
