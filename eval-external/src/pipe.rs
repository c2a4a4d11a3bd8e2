//! A program over a pipe: a line with a position in, a line with its value out.
//!
//! Its first line is the greeting, `evaluation 1`, with words behind it in any order but for the last:
//!
//! * `white`: values are from White's side; without it they are from the side to move.
//! * `terms`: it is sent `terms FEN` when terms are wanted, and `FEN` when the value is enough. Without it it is always
//!   sent `FEN`.
//! * `scale=K`, `margin_scale=M`: this many of its centipawns make an expected score of 73 %; the factor on a search's margins.
//! * `state=BYTES`: what it keeps from move to move, a state of so many bytes, written as hexadecimal digits. It is sent `start
//!   POSITION`, a FEN with the moves from it, `fen FEN moves e2e4`, and `move STATE PIECES`, the parent's state and what the
//!   move takes and puts, `-Pe4 -pd5 +Pd5`, the side that passes alone if there is nothing; it answers with a state. Positions
//!   then have theirs in front: `state STATE FEN`. As in `evaluation.h`, its first 8 bytes differ where the value does.
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

use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::options::{OptionInfo, OptionKind};
use engine_core::score::EVAL_MAX;
use serde_json::Value;
use shakmaty::Color;

use crate::interface::{MAX_STATE, RawMove, fen};
use crate::library::state::{self, Place};
use crate::program::Program;
use crate::term::{ExternalTerm, MAX_NAME, MAX_TERMS, kept, of_different_names, shortened, too_many_names};
use crate::{ExternalError, printable, quoted};

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

/// The options of a program and its greeting.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Greeting {
    pub(crate) options: Vec<OptionInfo>,
    white: bool,
    terms: bool,
    /// Its own measurement of the worth of its values, if it has one.
    pub(crate) scale: Option<f64>,
    pub(crate) margin_scale: Option<f64>,
    /// The bytes of a state; 0 if it keeps none.
    pub(crate) state_size: usize,
    name: Option<&'static str>,
}

/// Positions that are sent ahead at most: memory is bounded, and the pipe never empty.
const AHEAD: usize = 1024;

const MAX_OPTIONS: usize = 4096;

/// A program that evaluates.
#[derive(Debug)]
pub(crate) struct PipeProgram {
    program: Program,
    pub(crate) greeting: Greeting,
    /// Its name in the greeting; without it the last part of the path of the last word, which is the program itself or the
    /// script that it runs.
    pub(crate) name: &'static str,
    /// Options that were set and are not sent yet, a line each.
    settings: String,
    patience: Patience,
}

impl PipeProgram {
    /// Starts the program of these words, in `folder` if that is given, and reads its options and its greeting.
    pub(crate) fn start(
        words: &[String],
        folder: Option<&Path>,
        patience: Patience,
    ) -> Result<PipeProgram, ExternalError> {
        let mut program = Program::start(words, folder)?;
        let mut options = Vec::new();
        let mut greeting = Greeting::default();
        program.exchange(b"", ("the greeting", patience.greeting), |line| {
            let Some(option) = line.strip_prefix("option ") else {
                greeting = greeting_of(line)?;
                return Ok(false);
            };
            options.push(option_of(option)?);
            let too_many = || too_many_names(MAX_OPTIONS);
            (options.len() <= MAX_OPTIONS).then_some(true).ok_or_else(too_many)
        })?;
        greeting.options = of_different_names(options)?;
        let path = words.last().map_or("", String::as_str).rsplit('/').next();
        let short = || shortened(path.unwrap_or(""), "program");
        let name = greeting.name.map_or_else(short, Ok)?;
        Ok(PipeProgram { program, greeting, name, settings: String::new(), patience })
    }

    /// Sets an option to a value that it takes, from the next position on.
    pub(crate) fn set(&mut self, option: &str, value: &str) {
        let line = format!("setoption name {option} value {value}\n");
        self.settings.push_str(&line);
    }

    /// The values of the positions in centipawns from the side to move; many are sent ahead.
    pub(crate) fn values(&mut self, places: &[Place<'_>]) -> Result<Vec<i32>, ExternalError> {
        let mut values = Vec::with_capacity(places.len());
        for places in places.chunks(AHEAD) {
            let lines: Vec<String> = places.iter().map(|at| self.question(*at)).collect();
            let white = self.greeting.white;
            self.ask(&lines, "", |index, answer| {
                let (value, _) = answer_of(answer, &lines[index])?;
                let side = if white { places[index].position.turn() } else { Color::White };
                values.push(side.fold_wb(value, -value));
                Ok(())
            })?;
        }
        Ok(values)
    }

    /// The line of a position.
    fn question(&self, at: Place<'_>) -> String {
        let fen = fen(at.position);
        if at.state.is_empty() { fen } else { format!("state {} {fen}", state::text(at.state)) }
    }

    /// The state of the game's position.
    pub(crate) fn root(&mut self, game: &Game, state: &mut [u64]) -> Result<(), ExternalError> {
        let moves = game.moves().iter().map(|mv| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string());
        let moves: Vec<String> = moves.collect();
        self.state(format!("start fen {} moves {}", fen_of(game.start()), moves.join(" ")), state)
    }

    /// Brings the parent's state up to date with a move.
    pub(crate) fn play(&mut self, state: &mut [u64], mv: &RawMove) -> Result<(), ExternalError> {
        self.state(format!("move {} {}", state::text(state), mv.text()), state)
    }

    fn state(&mut self, question: String, state: &mut [u64]) -> Result<(), ExternalError> {
        let bytes = self.greeting.state_size;
        self.ask(&[question], "", |_, line| {
            let wanted =
                || ExternalError(format!("{} is not a state of {bytes} bytes in hexadecimal digits", quoted(line)));
            state::read(line.trim(), state).ok_or_else(wanted)
        })
    }

    /// The value that it gives with the terms of a position, from the side to move, and the terms, none if it has none.
    pub(crate) fn terms(&mut self, at: Place<'_>) -> Result<(i32, Vec<ExternalTerm>), ExternalError> {
        let lines = [self.question(at)];
        let command = if self.greeting.terms { "terms " } else { "" };
        let side = if self.greeting.white { at.position.turn() } else { Color::White };
        let mut answer = (0, Vec::new());
        self.ask(&lines, command, |_, line| {
            let (value, text) = answer_of(line, &lines[0])?;
            answer = (side.fold_wb(value, -value), terms_of(text, line, &lines[0])?);
            Ok(())
        })?;
        Ok(answer)
    }

    /// Sends each of these lines, and takes as many answers.
    fn ask(
        &mut self,
        questions: &[String],
        command: &str,
        mut take: impl FnMut(usize, &str) -> Result<(), ExternalError>,
    ) -> Result<(), ExternalError> {
        if let Some(rest) = self.program.rest() {
            return Err(ExternalError(format!("a line that answers nothing: {rest}")));
        }
        let mut lines = std::mem::take(&mut self.settings);
        lines.extend(questions.iter().flat_map(|question| [command, question, "\n"]));
        let mut index = 0;
        self.program.exchange(lines.as_bytes(), ("an answer", self.patience.answer), |line| {
            given_up(line)?;
            take(index, line)?;
            index += 1;
            Ok(index < questions.len())
        })
    }
}

/// The error of a line `error TEXT`.
fn given_up(line: &str) -> Result<(), ExternalError> {
    match line.strip_prefix("error ") {
        Some(reason) => Err(ExternalError(printable(reason))),
        None => Ok(()),
    }
}

/// The option of a line such as `name tempo type spin default 10 min 0 max 50`.
fn option_of(text: &str) -> Result<OptionInfo, ExternalError> {
    let fault = || {
        ExternalError(format!(
            "the line option {} is not an option: write `option name NAME type spin default N min N max N` or `option name NAME \
             type check default true`",
            quoted(text)
        ))
    };
    let named = text.strip_prefix("name ").ok_or_else(fault)?;
    let (name, kind) = named.split_once(" type ").ok_or_else(fault)?;
    let words: Vec<&str> = kind.split_whitespace().collect();
    let number = |text: &str| text.parse::<i32>().map_err(|_| fault());
    let kind = match words[..] {
        ["check", "default", default] => OptionKind::Flag { default: default.parse().map_err(|_| fault())? },
        ["spin", "default", default, "min", min, "max", max] => {
            let [default, min, max] = [number(default)?, number(min)?, number(max)?];
            if !(min..=max).contains(&default) {
                return Err(fault());
            }
            OptionKind::Number { default, min, max }
        }
        _ => return Err(fault()),
    };
    let name = kept(MAX_NAME, "an option's name", name.trim())?;
    Ok(OptionInfo { name, kind, help: "An option of the program." })
}

fn greeting_of(line: &str) -> Result<Greeting, ExternalError> {
    given_up(line)?;
    let fault = || {
        let greeting = "evaluation 1 [white] [terms] [scale=K] [margin_scale=M] [state=BYTES] [name=NAME]";
        ExternalError(format!("the first line is {}, and the greeting is `{greeting}`", quoted(line)))
    };
    let (words, name) = match line.split_once(" name=") {
        Some((words, name)) => (words, Some(kept(MAX_NAME, "the name in the greeting", name.trim())?)),
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
            Some((which @ ("scale" | "margin_scale"), scale)) => {
                let scale = scale.parse::<f64>().map_err(|_| fault())?;
                let is_scale = scale.is_finite() && scale > 0.0;
                let scale = Some(is_scale.then_some(scale).ok_or_else(fault)?);
                *(if which == "scale" { &mut greeting.scale } else { &mut greeting.margin_scale }) = scale;
            }
            Some(("state", bytes)) => {
                let bytes: Option<usize> = bytes.parse().ok();
                let bytes = bytes.filter(|bytes| bytes.is_multiple_of(8) && *bytes <= MAX_STATE);
                greeting.state_size = bytes.ok_or_else(fault)?;
            }
            _ => return Err(fault()),
        }
    }
    Ok(greeting)
}

/// The error of a line that does not answer `fen`.
fn no_answer(line: &str, fen: &str, fault: &str) -> ExternalError {
    ExternalError(format!("{} is not an answer to \"{fen}\": {fault}", quoted(line)))
}

pub(crate) fn out_of_range(value: i64, fen: &str) -> ExternalError {
    ExternalError(format!("the value {value} of \"{fen}\" is not within -{EVAL_MAX} to {EVAL_MAX}"))
}

/// The value in a line, and the text behind it.
fn answer_of<'l>(line: &'l str, fen: &str) -> Result<(i32, &'l str), ExternalError> {
    let line_of_it = line.trim();
    let end = line_of_it.find(|c: char| c.is_whitespace() || c == '{');
    let (number, terms) = line_of_it.split_at(end.unwrap_or(line_of_it.len()));
    let value = number.parse::<i64>();
    let value = value.map_err(|_| no_answer(line, fen, "it does not begin with a whole number"))?;
    match i32::try_from(value) {
        Ok(value) if value.abs() <= EVAL_MAX => Ok((value, terms.trim())),
        _ => Err(out_of_range(value, fen)),
    }
}

/// The terms behind the value in `line`, which answers `fen`.
fn terms_of(text: &str, line: &str, fen: &str) -> Result<Vec<ExternalTerm>, ExternalError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let fault = |fault: &str| no_answer(line, fen, fault);
    let json: Value =
        serde_json::from_str(text).map_err(|error| fault(&format!("its terms are not JSON ({error})")))?;
    let terms = json.as_object().filter(|terms| terms.len() <= MAX_TERMS);
    let terms = terms.ok_or_else(|| fault("its terms are not a JSON object of terms"))?;
    let term = |(name, amounts): (&String, &Value)| {
        let amounts = match amounts.as_array().map(Vec::as_slice) {
            Some([white, black]) => white.as_f64().zip(black.as_f64()),
            _ => None,
        };
        let (white, black) = amounts
            .ok_or_else(|| fault(&format!("the term \"{name}\" is not an array of White's amount and Black's")))?;
        ExternalTerm::new(name, [white, black], || fen.to_owned())
    };
    terms.iter().map(term).collect()
}

#[cfg(test)]
mod tests {
    use engine_core::rule::Rule;

    use super::*;

    fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
        engine_core::testkit::rows(include_str!("../tests/evaluation/tables.tsv"), table)
    }

    #[test]
    fn a_greeting_has_its_words_and_its_name() {
        assert_eq!(greeting_of("evaluation 1").unwrap(), Greeting::default());
        let found =
            greeting_of("evaluation 1 terms white scale=180.5 margin_scale=2 state=16 name=My own one").unwrap();
        let (scale, margin_scale, name, options) = (Some(180.5), Some(2.0), Some("My own one"), Vec::new());
        let (white, terms, state_size) = (true, true, 16);
        assert_eq!(found, Greeting { options, white, terms, scale, margin_scale, state_size, name });
        let lines = ["", "hello", "evaluation 2", "evaluation 1x", "evaluation 1 black"];
        for line in lines.into_iter().chain(["evaluation 1 scale=-1", "evaluation 1 state=12"]) {
            let error = greeting_of(line).unwrap_err().to_string();
            assert!(error.contains("the greeting is"), "{line}: {error}");
        }
        // It may state why there is none.
        let error = greeting_of("error no \u{1b}net").unwrap_err().to_string();
        assert_eq!(error, "no net");
        assert!(given_up("error").is_ok() && given_up("12").is_ok());
    }

    #[test]
    fn options_are_lines_as_in_uci() {
        let number = OptionKind::Number { default: 10, min: -5, max: 50 };
        for (text, name, kind) in [
            ("name king safety type spin default 10 min -5 max 50", "king safety", number),
            ("name fast type check default false", "fast", OptionKind::Flag { default: false }),
        ] {
            let option = option_of(text).unwrap();
            assert_eq!((option.name, option.kind), (name, kind));
        }
        for [text] in rows("lines that are no options") {
            let error = option_of(text).unwrap_err().to_string();
            assert!(error.contains("option") && error.contains("name"), "{error}");
        }
    }

    #[test]
    fn an_answer_is_a_number_with_terms_or_without() {
        for (line, found) in [
            ("12", (12, "")),
            ("-7 ", (-7, "")),
            ("+30000 {\"a\": [1, 2]}", (30_000, "{\"a\": [1, 2]}")),
            ("5{}", (5, "{}")),
        ] {
            assert_eq!(answer_of(line, "fen"), Ok(found), "{line}");
        }
        for [line, fault] in rows("lines that are no answers") {
            let error = answer_of(line, "a fen").unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }

    #[test]
    fn terms_are_pairs_of_numbers() {
        let terms = terms_of(r#"{"king/shelter": [2.5, -1], "tempo": [10, 0]}"#, "", "").unwrap();
        let [shelter, tempo] = terms[..] else { panic!("{terms:?}") };
        assert_eq!((shelter.rule, shelter.white, shelter.black), (Rule::king("shelter"), 25, -10));
        assert_eq!((tempo.rule, tempo.balance()), (Rule::other("tempo"), 100));
        for [text, fault] in rows("texts that are no terms") {
            let error = terms_of(text, "1 x", "a fen").unwrap_err().to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}
