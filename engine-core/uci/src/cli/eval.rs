//! `eval`: a position's value term by term, for people and for programs.

use std::io::{Write, stdin, stdout};

use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

use engine_core::evaluation::{Evaluation, Readings};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::text::printable;

use crate::lines::Lines;

#[derive(Serialize)]
struct Failure {
    error: String,
}

/// The content to show.
#[derive(Clone, Copy)]
pub(super) enum View {
    /// The evaluation: terms as they count, and their sum.
    Counted,
    /// The reading of each rule alone, with a score (centipawns from White's side) for rules that read
    /// it.
    Raw(Option<i32>),
}

/// Evaluates `position`, or every line of standard input if it is empty; returns whether every
/// position could be read.
pub(super) fn run<E>(evaluator: &E, view: View, json: bool, position: &str) -> bool
where
    E: Evaluator + Configure,
{
    if !position.is_empty() {
        return answer(evaluator, view, json, position);
    }
    let mut good = true;
    for (index, line) in Lines::of(stdin().lock()).enumerate() {
        match line {
            Ok(Ok(line)) if line.trim().is_empty() => {}
            Ok(Ok(line)) => good &= answer(evaluator, view, json, &position_of(&line)),
            Ok(Err(fault)) => {
                print(&failure(json, &format!("line {}: {fault}", index + 1)));
                good = false;
            }
            Err(error) => {
                print(&failure(json, &format!("cannot read standard input: {error}")));
                return false;
            }
        }
    }
    good
}

/// The position of a line, without what files of positions have behind it: the operations of EPD, of which `c8` is the
/// game to a position, or a score and a result behind bars.
fn position_of(line: &str) -> String {
    if let Some((_, rest)) = line.split_once("c8 \"")
        && let Some((game, _)) = rest.split_once('"')
    {
        return game.to_owned();
    }
    let fen = line.split('|').next().unwrap_or(line);
    let words: Vec<&str> = fen.split_whitespace().collect();
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    let fields = match words.first() {
        Some(board) if board.contains('/') && !words.contains(&"moves") => {
            let clocks = words.iter().skip(4).take(2).take_while(|word| is_number(word));
            (4 + clocks.count()).min(words.len())
        }
        _ => words.len(),
    };
    // Anything else is left for the parser to refuse.
    match words.last() {
        Some(last) if fields < words.len() && !last.ends_with(';') => line.to_owned(),
        _ => words[..fields].join(" "),
    }
}

fn answer<E>(evaluator: &E, view: View, json: bool, position: &str) -> bool
where
    E: Evaluator + Configure,
{
    let text = evaluation(evaluator, view, json, position);
    let good = text.is_ok();
    print(&text.unwrap_or_else(|error| failure(json, &error)));
    good
}

/// The reader may have gone; that is no reason to fail.
fn print(text: &str) {
    writeln!(stdout(), "{}", printable(text)).ok();
}

fn failure(json: bool, error: &str) -> String {
    if json { to_json(&Failure { error: error.to_owned() }) } else { format!("error: {error}") }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data serialises")
}

fn evaluation<E>(evaluator: &E, view: View, json: bool, position: &str) -> Result<String, String>
where
    E: Evaluator + Configure,
{
    let game = Game::parse(position).map_err(|error| error.to_string())?;
    let width = terminal_size_of(stdout()).map_or(usize::MAX, |(Width(columns), _)| columns.into());
    let (as_json, table) = match view {
        View::Counted => {
            let evaluation = Evaluation::of(evaluator, &game);
            (to_json(&evaluation), evaluation.table(width))
        }
        View::Raw(score) => {
            let readings = Readings::of(evaluator, &game, score).ok_or_else(|| {
                let name = evaluator.info().name;
                format!("{name} has no raw readings; leave out --raw")
            })?;
            (to_json(&readings), readings.table(width))
        }
    };
    Ok(if json { as_json } else { table.trim_end().to_owned() })
}
