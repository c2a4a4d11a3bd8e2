//! An evaluation as a program over a pipe: how a library takes part in work outside its own process.

use std::io::{self, BufRead, BufReader, Read, Write};

use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::position::Position;
use engine_core::rule::Aspect;

use crate::evaluator::ExternalEvaluator;
use crate::failure::{ExternalError, printable};
use crate::term::ExternalTerm;

/// Answers positions in the protocol of [`pipe`](crate::pipe) until the input ends.
///
/// # Errors
/// If the output cannot be written. A failure of the evaluation is its last line.
pub fn serve(
    evaluator: &mut ExternalEvaluator,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    for option in evaluator.options() {
        writeln!(output, "option name {} {}", option.name, option.kind)?;
    }
    let info = engine_core::evaluator::Evaluator::info(evaluator);
    let scale = info.eval_scale;
    let scale =
        if scale.is_measured() { format!(" scale={}", scale.centipawns) } else { String::new() };
    writeln!(output, "evaluation 1 terms{scale} name={}", info.name)?;
    output.flush()?;
    let mut input = BufReader::new(input);
    let mut answers = Vec::new();
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return output.write_all(&answers);
        }
        let answer = answer(evaluator, line.trim());
        match &answer {
            Ok(answer) => answers.extend(answer.as_bytes()),
            Err(error) => writeln!(answers, "error {}", printable(&error.to_string()))?,
        }
        // Answers go together as long as there are questions to read.
        if input.buffer().is_empty() || answer.is_err() {
            output.write_all(&answers)?;
            output.flush()?;
            answers.clear();
        }
        if answer.is_err() {
            return Ok(());
        }
    }
}

fn answer(evaluator: &mut ExternalEvaluator, line: &str) -> Result<String, ExternalError> {
    if let Some(option) = line.strip_prefix("setoption name ") {
        let (name, value) = option.split_once(" value ").unwrap_or((option, ""));
        let set = evaluator.set(name, value);
        return set.map(|()| String::new()).map_err(|error| {
            let (name, fault) = (name.to_owned(), format!("cannot be set: {error}"));
            ExternalError::Option { name, fault }
        });
    }
    let (fen, wants_terms) = match line.strip_prefix("terms ") {
        Some(fen) => (fen, true),
        None => (line, false),
    };
    let game = Game::parse(fen);
    let game = game.map_err(|error| ExternalError::GivenUp(error.to_string()))?;
    let position = Position::from(game.position());
    let value = evaluator.try_value(&position)?;
    if !wants_terms {
        return Ok(format!("{value}\n"));
    }
    let terms = evaluator.try_terms(&position)?;
    Ok(match &terms[..] {
        [] => format!("{value}\n"),
        terms => format!("{value} {}\n", json(terms)),
    })
}

/// The terms as a JSON object; several of one name are added up.
fn json(terms: &[ExternalTerm]) -> String {
    let mut object = serde_json::Map::new();
    let mut sums: Vec<ExternalTerm> = Vec::new();
    for term in terms {
        match sums.iter_mut().find(|sum| sum.rule == term.rule) {
            Some(sum) => {
                sum.white += term.white;
                sum.black += term.black;
            }
            None => sums.push(*term),
        }
    }
    for term in sums {
        let name = match term.rule.aspect {
            Aspect::Other => term.rule.name.to_owned(),
            aspect => format!("{}/{}", aspect.name(), term.rule.name),
        };
        let amounts = [term.white, term.black].map(|tenths| f64::from(tenths) / 10.0);
        object.insert(name, amounts.to_vec().into());
    }
    serde_json::Value::Object(object).to_string()
}
