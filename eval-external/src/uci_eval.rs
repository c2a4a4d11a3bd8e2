//! The static value of a UCI engine, as its command `eval` prints it.
//!
//! The command is none of the protocol's, and each engine prints in its own way: an [`OutputFormat`] describes it.
//! Stockfish up to 15 has a classical evaluation, with the option `Use NNUE` off; Glaurung prints `Full eval`.

use std::path::Path;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::position::Position;
use engine_core::score::EVAL_MAX;
use shakmaty::Color;

use crate::failure::{ExternalError, quoted};
use crate::names;
use crate::pipe::Patience;
use crate::position::fen;
use crate::program::{Program, Wait};

/// The place of the value in the output of `eval`.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputFormat {
    /// Lines with `{}` for the number, the first that is found counts. Any spaces match any others, and a colon or an
    /// equals sign may stand before the number.
    pub patterns: Vec<String>,
    /// This much of the number makes a pawn: 1 for pawns, 100 for centipawns.
    pub per_pawn: f64,
    /// True if the number is from White's side, false if from the side to move.
    pub white: bool,
    /// Options to set first, by name and value.
    pub options: Vec<(String, String)>,
}

impl OutputFormat {
    /// The format of an engine by the name that it gives at `uci`, if it is known.
    #[must_use]
    pub fn preset(id_name: &str) -> Option<OutputFormat> {
        let (patterns, per_pawn, white, options): (&[&str], _, _, &[(&str, &str)]) = match id_name
            .split_whitespace()
            .next()?
        {
            "Stockfish" => {
                // The second was printed up to version 11.
                let patterns =
                    &["Classical evaluation {} (white side)", "Total evaluation {} (white side)"];
                (patterns, 1.0, true, &[("Use NNUE", "false")])
            }
            // Its pawn is 0xCC.
            "Glaurung" => (&["Full eval {}"], 204.0, false, &[]),
            _ => return None,
        };
        let owned = |text: &str| text.to_owned();
        Some(OutputFormat {
            patterns: patterns.iter().map(|pattern| owned(pattern)).collect(),
            per_pawn,
            white,
            options: options.iter().map(|(name, value)| (owned(name), owned(value))).collect(),
        })
    }

    /// The number in the line, in centipawns, if the line matches one of the patterns.
    fn centipawns(&self, line: &str) -> Option<f64> {
        let line = spaced(line);
        let number = self.patterns.iter().find_map(|pattern| number(&line, pattern))?;
        Some(100.0 * number / self.per_pawn)
    }
}

/// The text with single spaces between words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The number at the place of `{}` in a line.
fn number(line: &str, pattern: &str) -> Option<f64> {
    let pattern = spaced(pattern);
    let (before, after) = pattern.split_once("{}")?;
    let before = before.trim_end_matches([' ', ':', '=']);
    let (_, rest) = line.split_once(before)?;
    let rest = rest.trim_start_matches([' ', ':', '=']);
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
    let (number, rest) = rest.split_at(rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
    let number = number.parse::<f64>().ok();
    number.filter(|_| rest.trim_start().starts_with(after.trim()))
}

/// Lines that an error quotes.
const MOST_SHOWN: usize = 3;
/// The most lines that an engine prints for a command.
const MOST_LINES: usize = 10_000;

/// A UCI engine that evaluates.
#[derive(Debug)]
pub struct UciEngine {
    program: Program,
    format: OutputFormat,
    name: &'static str,
    patience: Duration,
}

impl UciEngine {
    /// Starts the engine of these words, in `folder` if that is given, and sets its options, those of the format first. Without a `format` it has to be
    /// one of the engines with a preset.
    ///
    /// # Errors
    /// If it cannot be started, does not answer in time, or has no preset.
    pub fn start(
        words: &[String],
        folder: Option<&Path>,
        format: Option<OutputFormat>,
        options: &[(String, String)],
        patience: Patience,
    ) -> Result<UciEngine, ExternalError> {
        let mut program = Program::start(words, folder)?;
        let mut name = words.first().cloned().unwrap_or_default();
        let mut known: Vec<String> = Vec::new();
        let waits = Wait::new("uciok", patience.greeting);
        lines(&mut program, "uci\n", "uciok", waits, |line| {
            if let Some(given) = line.strip_prefix("id name ") {
                given.trim().clone_into(&mut name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split_once(" type ").map_or(option, |(name, _)| name);
                known.push(name.trim().to_owned());
            }
        })?;
        let is_known = |name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Some((name, _)) = options.iter().find(|(name, _)| !is_known(name)) {
            return Err(ExternalError::Option {
                name: name.clone(),
                fault: format!("is none of the engine's: {}", known.join(", ")),
            });
        }
        let format = match format {
            Some(format) => format,
            None => OutputFormat::preset(&name).ok_or(ExternalError::NoPreset(name.clone()))?,
        };
        let options = format.options.iter().chain(options);
        let set = options.map(|(name, value)| format!("setoption name {name} value {value}\n"));
        let commands = set.collect::<String>() + "isready\n";
        let waits = Wait::new("readyok", patience.greeting);
        lines(&mut program, &commands, "readyok", waits, |_| {})?;
        let mut engine = UciEngine {
            program,
            format,
            name: names::shortened(&name, "engine")?,
            patience: patience.answer,
        };
        // A wrong pattern is found now and not in a game.
        engine.value(&Position::from(Game::default().position()))?;
        Ok(engine)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The value of the position in centipawns from the side to move; 0 in check, if it prints none there. (A search
    /// needs none of those.)
    ///
    /// # Errors
    /// If the engine ends, is silent, or prints no value.
    pub fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        if let Some(rest) = self.program.rest() {
            return Err(ExternalError::Unasked(rest));
        }
        let fen = fen(position);
        let commands = format!("position fen {fen}\neval\nisready\n");
        let waits = Wait::new("the output of eval", self.patience);
        let mut found = None;
        let mut printed = Vec::new();
        let format = &self.format;
        lines(&mut self.program, &commands, "readyok", waits, |line| {
            found = found.or_else(|| format.centipawns(line));
            if found.is_none() && line.contains(|c: char| c.is_ascii_digit()) {
                printed.push(quoted(line.trim()));
            }
        })?;
        let Some(found) = found else {
            if position.is_check() {
                return Ok(0);
            }
            let pattern = self.format.patterns.join("\" or \"");
            let printed = printed.split_off(printed.len().saturating_sub(MOST_SHOWN));
            return Err(ExternalError::NoValue {
                fen,
                pattern,
                printed: match &printed[..] {
                    [] => "it prints no number".to_owned(),
                    lines => format!("its last lines with numbers are {}", lines.join(", ")),
                },
            });
        };
        let value = found.round() as i64;
        match i32::try_from(value) {
            Ok(value) if value.abs() <= EVAL_MAX => {
                let side = if self.format.white { position.turn() } else { Color::White };
                Ok(side.fold_wb(value, -value))
            }
            _ => Err(ExternalError::Range { value, fen }),
        }
    }
}

/// Sends commands, and takes the lines before the one that is `last`.
fn lines(
    program: &mut Program,
    commands: &str,
    last: &'static str,
    wait: Wait,
    mut take: impl FnMut(&str),
) -> Result<(), ExternalError> {
    let mut count = 0;
    program.exchange(commands.as_bytes(), wait, |line| {
        if line.trim() == last {
            return Ok(false);
        }
        take(line);
        count += 1;
        if count > MOST_LINES {
            return Err(ExternalError::EndlessOutput(MOST_LINES, last));
        }
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_where_the_pattern_has_it() {
        for (line, pattern, expected) in [
            (
                "Classical evaluation   +0.58 (white side)",
                "Classical evaluation {} (white side)",
                Some(0.58),
            ),
            (
                "Classical evaluation: -0.43 (white side)",
                "Classical evaluation {} (white side)",
                Some(-0.43),
            ),
            ("Full eval: -104", "Full eval: {}", Some(-104.0)),
            ("Full eval: -104", "Full eval {}", Some(-104.0)),
            ("eval = 12cp", "eval {} cp", Some(12.0)),
            ("Final evaluation: none (in check)", "Final evaluation {}", None),
            ("eval 12 (black)", "eval {} (white)", None),
            ("eval 1+2", "eval {}", None),
        ] {
            assert_eq!(number(&spaced(line), pattern), expected, "{line}");
        }
    }

    #[test]
    fn presets_are_found_by_name() {
        let stockfish = OutputFormat::preset("Stockfish 15.1").unwrap();
        let line = "Classical evaluation   -0.58 (white side)";
        assert_eq!(stockfish.centipawns(line).map(f64::round), Some(-58.0));
        let glaurung = OutputFormat::preset("Glaurung 2.2").unwrap();
        assert_eq!(glaurung.centipawns("Full eval: 2544").map(f64::round), Some(1247.0));
        assert_eq!(OutputFormat::preset("Crafty"), None);
    }
}
