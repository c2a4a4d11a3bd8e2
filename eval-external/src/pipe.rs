//! A program over a pipe: a line with a position in, a line with its value out.
//!
//! Its first line is the greeting, `evaluation 1`, with words behind it in any order but for the last:
//!
//! * `white`: values are from White's side; without it they are from the side to move.
//! * `terms`: it is sent `terms FEN` when terms are wanted, and `FEN` when the value is enough. Without it it is always
//!   sent `FEN`.
//! * `scale=K`: this many of its centipawns make an expected score of 73 %.
//! * `name=NAME`: its name, up to the end of the line.
//!
//! Lines before the greeting are its options, as in UCI: `option name tempo type spin default 10 min 0 max 50`, or `type
//! check default true`. Those that are set are sent to it as `setoption name tempo value 12`, before the positions to which
//! they apply, and not answered.
//!
//! Each other line that it reads is a position as FEN (X-FEN in Chess960), and the line that it answers is the value, a
//! whole number of centipawns within ±30,000. Behind the number terms may stand as a JSON object of names and amounts in
//! centipawns, White's and Black's, each from its owner's side: `23 {"pawns/isolated": [0, -10], "tempo": [13, 0]}`.
//! Names may begin with what the term is about, as in `evaluation.h`. It is sent many positions ahead where that is
//! possible, and answers in their order; it flushes each answer. `error TEXT` in place of the greeting or of an answer
//! states why it cannot go on. It ends when its input does.

use std::path::Path;
use std::time::Duration;

use engine_core::options::{OptionInfo, OptionKind};
use engine_core::position::Position;
use engine_core::score::EVAL_MAX;
use serde_json::Value;
use shakmaty::Color;

use crate::failure::{ExternalError, printable, quoted};
use crate::library::fen;
use crate::program::{Program, Wait};
use crate::term::{ExternalTerm, MAX_TERMS, kept};

/// The time that a program has for an answer, before the search gives it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From the start to the greeting.
    pub greeting: Duration,
    /// For a value, or for some of many that were sent ahead.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { greeting: Duration::from_secs(60), answer: Duration::from_secs(30) }
    }
}

/// The greeting of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Greeting {
    white: bool,
    terms: bool,
    scale: Option<f64>,
    name: Option<&'static str>,
}

/// Positions that are sent ahead at most: memory is bounded, and the pipe never empty.
const AHEAD: usize = 1024;

const MAX_OPTIONS: usize = 4096;

/// A program that evaluates.
#[derive(Debug)]
pub struct PipeProgram {
    program: Program,
    greeting: Greeting,
    options: Vec<OptionInfo>,
    /// Options that were set and are not sent yet, a line each.
    settings: String,
    patience: Patience,
}

#[derive(Debug, PartialEq)]
struct Answer<'l> {
    value: i32,
    /// The text behind it.
    terms: &'l str,
}

impl PipeProgram {
    /// Starts the program of these words, in `folder` if that is given, and reads its greeting.
    ///
    /// # Errors
    /// If it cannot be started, or its first lines are not options and a greeting, or there is none in time.
    pub fn start(
        words: &[String],
        folder: Option<&Path>,
        patience: Patience,
    ) -> Result<PipeProgram, ExternalError> {
        let mut program = Program::start(words, folder)?;
        let mut greeting = Greeting::default();
        let mut options = Vec::new();
        let wait = Wait::new("the greeting", patience.greeting);
        program.exchange(b"", wait, |line| {
            if let Some(option) = line.strip_prefix("option ") {
                options.push(option_of(option)?);
                let too_many = ExternalError::TooManyNames(MAX_OPTIONS);
                return (options.len() <= MAX_OPTIONS).then_some(true).ok_or(too_many);
            }
            greeting = greeting_of(line)?;
            Ok(false)
        })?;
        Ok(PipeProgram { program, greeting, options, settings: String::new(), patience })
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> &[OptionInfo] {
        &self.options
    }

    /// Sets an option to a value that it takes, from the next position on.
    pub fn set(&mut self, option: &str, value: &str) {
        let line = format!("setoption name {option} value {value}\n");
        self.settings.push_str(&line);
    }

    /// Its name, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        self.greeting.name
    }

    /// Its own measurement of the worth of its values, if it has one.
    #[must_use]
    pub fn scale(&self) -> Option<f64> {
        self.greeting.scale
    }

    /// The values of the positions in centipawns from the side to move; many are sent ahead.
    ///
    /// # Errors
    /// If the program ends, is silent, or answers anything but a value.
    pub fn values(&mut self, positions: &[Position]) -> Result<Vec<i32>, ExternalError> {
        let mut values = Vec::with_capacity(positions.len());
        for positions in positions.chunks(AHEAD) {
            let fens: Vec<String> = positions.iter().map(fen).collect();
            let white = self.greeting.white;
            self.ask(&fens, "", |index, answer| {
                let answer = answer_of(answer, &fens[index])?;
                let side = if white { positions[index].turn() } else { Color::White };
                values.push(from_side(answer.value, side));
                Ok(())
            })?;
        }
        Ok(values)
    }

    /// The value of one position in centipawns from the side to move.
    ///
    /// # Errors
    /// As [`PipeProgram::values`].
    pub fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        let values = self.values(std::slice::from_ref(position))?;
        Ok(values.first().copied().unwrap_or_default())
    }

    /// The value of a position in centipawns from the side to move, and its terms, none if the program has none.
    ///
    /// # Errors
    /// As [`PipeProgram::values`], and if the terms are not JSON of the right form.
    pub fn terms(
        &mut self,
        position: &Position,
    ) -> Result<(i32, Vec<ExternalTerm>), ExternalError> {
        let fens = [fen(position)];
        let command = if self.greeting.terms { "terms " } else { "" };
        let side = if self.greeting.white { position.turn() } else { Color::White };
        let mut found = (0, Vec::new());
        self.ask(&fens, command, |_, line| {
            let answer = answer_of(line, &fens[0])?;
            let terms = terms_of(answer.terms, line, &fens[0])?;
            found = (from_side(answer.value, side), terms);
            Ok(())
        })?;
        Ok(found)
    }

    /// Sends a line for each FEN, and takes as many answers.
    fn ask(
        &mut self,
        fens: &[String],
        command: &str,
        mut take: impl FnMut(usize, &str) -> Result<(), ExternalError>,
    ) -> Result<(), ExternalError> {
        if let Some(rest) = self.program.rest() {
            return Err(ExternalError::Unasked(rest));
        }
        if fens.is_empty() {
            return Ok(());
        }
        let mut lines = std::mem::take(&mut self.settings);
        lines.extend(fens.iter().flat_map(|fen| [command, fen, "\n"]));
        let wait = Wait::new("an answer", self.patience.answer);
        let mut index = 0;
        self.program.exchange(lines.as_bytes(), wait, |line| {
            given_up(line)?;
            take(index, line)?;
            index += 1;
            Ok(index < fens.len())
        })
    }
}

fn from_side(value: i32, side: Color) -> i32 {
    side.fold_wb(value, -value)
}

/// The error of a line `error TEXT`.
fn given_up(line: &str) -> Result<(), ExternalError> {
    match line.strip_prefix("error ") {
        Some(reason) => Err(ExternalError::GivenUp(printable(reason))),
        None => Ok(()),
    }
}

/// The option of a line such as `name tempo type spin default 10 min 0 max 50`.
fn option_of(text: &str) -> Result<OptionInfo, ExternalError> {
    let fault = || ExternalError::OptionLine(quoted(text));
    let named = text.strip_prefix("name ").ok_or_else(fault)?;
    let (name, kind) = named.split_once(" type ").ok_or_else(fault)?;
    let words: Vec<&str> = kind.split_whitespace().collect();
    let number = |text: &str| text.parse::<i32>().map_err(|_| fault());
    let kind = match words[..] {
        ["check", "default", default] => {
            OptionKind::Flag { default: default.parse().map_err(|_| fault())? }
        }
        ["spin", "default", default, "min", min, "max", max] => {
            let [default, min, max] = [number(default)?, number(min)?, number(max)?];
            if !(min..=max).contains(&default) {
                return Err(fault());
            }
            OptionKind::Number { default, min, max }
        }
        _ => return Err(fault()),
    };
    Ok(OptionInfo {
        name: kept("an option's name", name.trim())?,
        kind,
        help: "An option of the program.",
    })
}

fn greeting_of(line: &str) -> Result<Greeting, ExternalError> {
    given_up(line)?;
    let fault = || ExternalError::Greeting(quoted(line));
    let (words, name) = match line.split_once(" name=") {
        Some((words, name)) => (words, Some(kept("the name in the greeting", name.trim())?)),
        None => (line, None),
    };
    let words = words.strip_prefix("evaluation 1").ok_or_else(fault)?;
    if !words.is_empty() && !words.starts_with(' ') {
        return Err(fault());
    }
    let mut greeting = Greeting { name, ..Greeting::default() };
    for word in words.split_whitespace() {
        match word.split_once('=') {
            None if word == "white" => greeting.white = true,
            None if word == "terms" => greeting.terms = true,
            Some(("scale", scale)) => {
                let scale = scale.parse::<f64>().map_err(|_| fault())?;
                let is_scale = scale.is_finite() && scale > 0.0;
                greeting.scale = Some(is_scale.then_some(scale).ok_or_else(fault)?);
            }
            _ => return Err(fault()),
        }
    }
    Ok(greeting)
}

fn answer_of<'l>(line: &'l str, fen: &str) -> Result<Answer<'l>, ExternalError> {
    let line_of_it = line.trim();
    let end = line_of_it.find(|c: char| c.is_whitespace() || c == '{');
    let (number, terms) = line_of_it.split_at(end.unwrap_or(line_of_it.len()));
    let value = number.parse::<i64>().map_err(|_| ExternalError::Answer {
        line: quoted(line),
        fen: fen.to_owned(),
        fault: "it does not begin with a whole number".to_owned(),
    })?;
    match i32::try_from(value) {
        Ok(value) if value.abs() <= EVAL_MAX => Ok(Answer { value, terms: terms.trim() }),
        _ => Err(ExternalError::Range { value, fen: fen.to_owned() }),
    }
}

/// The terms behind the value in `line`, which answers `fen`.
fn terms_of(text: &str, line: &str, fen: &str) -> Result<Vec<ExternalTerm>, ExternalError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let fault =
        |fault: String| ExternalError::Answer { line: quoted(line), fen: fen.to_owned(), fault };
    let json: Value = serde_json::from_str(text)
        .map_err(|error| fault(format!("its terms are not JSON ({error})")))?;
    let terms = json.as_object().filter(|terms| terms.len() <= MAX_TERMS);
    let terms =
        terms.ok_or_else(|| fault("its terms are not a JSON object of terms".to_owned()))?;
    let term = |(name, amounts): (&String, &Value)| {
        let amounts = match amounts.as_array().map(Vec::as_slice) {
            Some([white, black]) => white.as_f64().zip(black.as_f64()),
            _ => None,
        };
        let (white, black) = amounts.ok_or_else(|| {
            fault(format!("the term \"{name}\" is not an array of White's amount and Black's"))
        })?;
        ExternalTerm::new(name, [white, black], || fen.to_owned())
    };
    terms.iter().map(term).collect()
}

#[cfg(test)]
mod tests {
    use engine_core::rule::Rule;

    use super::*;

    #[test]
    fn a_greeting_has_its_words_and_its_name() {
        let greeting = greeting_of("evaluation 1").unwrap();
        assert_eq!(greeting, Greeting::default());
        let greeting = greeting_of("evaluation 1 terms white scale=180.5 name=My own one").unwrap();
        assert!(greeting.white && greeting.terms);
        assert_eq!((greeting.scale, greeting.name), (Some(180.5), Some("My own one")));
        for line in [
            "",
            "hello",
            "evaluation 2",
            "evaluation 1x",
            "evaluation 1 black",
            "evaluation 1 scale=-1",
        ] {
            let error = greeting_of(line).unwrap_err().to_string();
            assert!(error.contains("the greeting is"), "{line}: {error}");
        }
    }

    #[test]
    fn options_are_lines_as_in_uci() {
        let option = option_of("name king safety type spin default 10 min -5 max 50").unwrap();
        assert_eq!(option.name, "king safety");
        let (default, min, max) = (10, -5, 50);
        assert_eq!(option.kind, OptionKind::Number { default, min, max });
        let option = option_of("name fast type check default false").unwrap();
        assert_eq!(option.kind, OptionKind::Flag { default: false });
        for text in [
            "tempo",
            "name tempo",
            "name tempo type spin",
            "name tempo type spin default 60 min 0 max 50",
            "name tempo type combo default a var a",
            "name  type check default true",
        ] {
            let error = option_of(text).unwrap_err().to_string();
            assert!(error.contains("option") && error.contains("name"), "{error}");
        }
    }

    #[test]
    fn a_line_may_state_why_there_is_no_answer() {
        let error = greeting_of("error no \u{1b}net").unwrap_err().to_string();
        assert_eq!(error, "no net");
        assert!(given_up("error").is_ok() && given_up("12").is_ok());
    }

    #[test]
    fn an_answer_is_a_number_with_terms_or_without() {
        for (line, value, terms) in [
            ("12", 12, ""),
            ("-7 ", -7, ""),
            ("+30000 {\"a\": [1, 2]}", 30_000, "{\"a\": [1, 2]}"),
            ("5{}", 5, "{}"),
        ] {
            assert_eq!(answer_of(line, "fen"), Ok(Answer { value, terms }), "{line}");
        }
        for line in ["", "x", "1.5", "{}", "0x10"] {
            let error = answer_of(line, "a fen").unwrap_err().to_string();
            assert!(error.contains("is not an answer to \"a fen\""), "{error}");
        }
        for line in ["30001", "-99999999999"] {
            let error = answer_of(line, "a fen").unwrap_err().to_string();
            assert!(error.contains("is not within -30000 to 30000"), "{error}");
        }
    }

    #[test]
    fn terms_are_pairs_of_numbers() {
        let terms = terms_of(r#"{"king/shelter": [2.5, -1], "tempo": [10, 0]}"#, "", "").unwrap();
        let [shelter, tempo] = terms[..] else { panic!("{terms:?}") };
        assert_eq!((shelter.rule, shelter.white, shelter.black), (Rule::king("shelter"), 25, -10));
        assert_eq!((tempo.rule, tempo.balance()), (Rule::other("tempo"), 100));
        for (text, fault) in [
            ("{", "not JSON"),
            ("[1]", "not a JSON object"),
            ("{\"a\": 1}", "is not an array"),
            ("{\"a\": [1, \"2\"]}", "is not an array"),
        ] {
            let error = terms_of(text, "1 x", "a fen").unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
