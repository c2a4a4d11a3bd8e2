//! `eval`: a position's value term by term, for people and for programs.

use std::fmt::Write as _;
use std::io::{BufRead, Write, stdin, stdout};

use serde::Serialize;
use shakmaty::{Color, Position};

use crate::evaluator::Evaluator;
use crate::explain::{Breakdown, serialize_meta, serialize_terms};
use crate::game::{Game, GameError, fen_of};
use crate::node::Node;

#[derive(Serialize)]
struct Evaluation<'a> {
    evaluator: &'a str,
    fen: String,
    /// Centipawns from White's side.
    total: i32,
    /// Centipawns from the side to move.
    relative: i32,
    #[serde(serialize_with = "serialize_terms")]
    terms: &'a Breakdown,
    #[serde(serialize_with = "serialize_meta")]
    meta: &'a Breakdown,
}

#[derive(Serialize)]
struct Failure {
    error: String,
}

/// Evaluates `position`, or every line of standard input if it is empty; says whether every
/// position could be read.
pub(super) fn run<E: Evaluator>(evaluator: &E, json: bool, position: &str) -> bool {
    if !position.is_empty() {
        return answer(evaluator, json, position);
    }
    let mut good = true;
    for line in stdin().lock().lines() {
        match line {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => good &= answer(evaluator, json, &line),
            Err(error) => {
                print(&failure(
                    json,
                    &format!("cannot read standard input: {error}"),
                ));
                return false;
            }
        }
    }
    good
}

fn answer<E: Evaluator>(evaluator: &E, json: bool, position: &str) -> bool {
    let text = evaluation(evaluator, json, position);
    let good = text.is_ok();
    print(&text.unwrap_or_else(|error| failure(json, &error.to_string())));
    good
}

/// Whoever reads may have gone; that is no reason to fail.
fn print(text: &str) {
    writeln!(stdout(), "{text}").ok();
}

fn failure(json: bool, error: &str) -> String {
    if json {
        to_json(&Failure {
            error: error.to_owned(),
        })
    } else {
        format!("error: {error}")
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data serialises")
}

fn evaluation<E: Evaluator>(
    evaluator: &E,
    json: bool,
    position: &str,
) -> Result<String, GameError> {
    let game = Game::parse(position)?;
    let (node, _) = Node::root(evaluator, &game);
    let breakdown = evaluator.explain(&node, &mut E::Scratch::default());
    let info = evaluator.info();
    if !json {
        let heading = format!("{}  {}", info.title, fen_of(game.position()));
        return Ok(table(&heading, &breakdown).trim_end().to_owned());
    }
    let total = breakdown.centipawns();
    let relative = match game.position().turn() {
        Color::White => total,
        Color::Black => -total,
    };
    Ok(to_json(&Evaluation {
        evaluator: info.name,
        fen: fen_of(game.position()),
        total,
        relative,
        terms: &breakdown,
        meta: &breakdown,
    }))
}

/// The breakdown as a table in centipawns: White, Black and the difference from White's side.
pub(crate) fn table(heading: &str, breakdown: &Breakdown) -> String {
    let names = breakdown.terms().iter().map(|term| term.rule.0.len());
    let width = names.max().unwrap_or(0).max("total".len());
    let mut text = format!(
        "{heading}\n{:width$}  {:>8} {:>8} {:>8}\n",
        "term", "White", "Black", "diff"
    );
    for term in breakdown.terms() {
        if (term.white, term.black) != (0, 0) {
            let [white, black, diff] =
                [term.white, term.black, term.white - term.black].map(centipawns);
            let name = term.rule.0;
            writeln!(text, "{name:width$}  {white:>8} {black:>8} {diff:>8}").ok();
        }
    }
    let total = breakdown.centipawns();
    writeln!(
        text,
        "{:width$}  {:>26}  centipawns from White's side",
        "total", total
    )
    .ok();
    for (name, value) in breakdown.meta() {
        writeln!(text, "{name}: {}", to_json(value)).ok();
    }
    text
}

fn centipawns(tenths: i32) -> String {
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!("{:.1}", f64::from(tenths) / 10.0)
    }
}
