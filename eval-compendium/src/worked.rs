//! The worked positions: tables beside the rules, one position per line.
//!
//! A line has the rule, its terms for White and Black in centipawns, the position, and the reason. The
//! position is a FEN or a game, followed, each after a semicolon, by further conditions:
//! * `score N`: the score that the rule receives, in centipawns from White's side;
//! * `scale N`: the factor, in sixteenths, that a verdict puts on the whole score;
//! * `posted`: the amounts are not those of the rule alone, but its contribution to the whole
//!   evaluation, after phases and replacements;
//! * `without ID, ID`: the same with these rules (or patterns) switched off.

use thiserror::Error;

use crate::rules::{POSITIONS, RULES};

/// A worked position.
#[derive(Clone, Debug)]
pub struct WorkedPosition {
    /// The rule that it shows.
    pub rule: &'static str,
    /// The terms of the rule for White and for Black, in tenths of a centipawn.
    pub terms: [i32; 2],
    /// A FEN or a game.
    pub position: &'static str,
    /// The score for a rule that reads it, in centipawns from White's side.
    pub score: Option<i32>,
    /// The factor, in sixteenths, that the rule puts on the whole score.
    pub scale16: i32,
    /// The context in which the rule is read.
    pub context: ReadingContext,
    /// The feature that the position shows.
    pub why: &'static str,
    /// The table and the line in it.
    pub place: String,
}

/// The context in which a worked position reads its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingContext {
    /// By itself, before phases: the raw reading.
    Alone,
    /// In the whole evaluation, with these rules switched off.
    Posted(Vec<&'static str>),
}

/// A line of a table that cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{place}: {what}: {line}")]
pub struct MalformedLine {
    /// The table and the line in it.
    pub place: String,
    /// The error.
    pub what: &'static str,
    /// The line.
    pub line: &'static str,
}

impl WorkedPosition {
    /// The factor of a verdict that leaves the score as it is, and of every other rule.
    pub const UNSCALED: i32 = 16;

    /// Reads the cells of a line.
    fn read(cells: &[&'static str], place: String) -> Result<WorkedPosition, &'static str> {
        let &[rule, white, black, position, why] = cells else {
            return Err("not five cells");
        };
        if !RULES.iter().any(|known| known.id == rule) {
            return Err("no such rule");
        }
        if why.is_empty() {
            return Err("there is no reason");
        }
        let terms = [tenths(white), tenths(black)];
        let [Some(white), Some(black)] = terms else {
            return Err("not a number of centipawns");
        };
        let mut parts = position.split(';').map(str::trim);
        let mut case = WorkedPosition {
            rule,
            terms: [white, black],
            position: parts.next().unwrap_or_default(),
            score: None,
            scale16: WorkedPosition::UNSCALED,
            context: ReadingContext::Alone,
            why,
            place,
        };
        for part in parts {
            case.condition(part)?;
        }
        Ok(case)
    }

    fn condition(&mut self, part: &'static str) -> Result<(), &'static str> {
        let number = |text: &str| text.trim().parse().map_err(|_| "not a whole number");
        if part == "posted" {
            self.context = ReadingContext::Posted(Vec::new());
        } else if let Some(others) = part.strip_prefix("without ") {
            self.context = ReadingContext::Posted(others.split(',').map(str::trim).collect());
        } else if let Some(score) = part.strip_prefix("score ") {
            self.score = Some(number(score)?);
        } else if let Some(factor) = part.strip_prefix("scale ") {
            self.scale16 = number(factor)?;
        } else {
            return Err("an unknown condition");
        }
        Ok(())
    }
}

/// Centipawns with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<i32> {
    let tenths = text.parse::<f64>().ok()? * 10.0;
    (tenths.fract() == 0.0).then_some(tenths as i32)
}

/// All worked positions, in the order of the tables.
///
/// # Errors
/// The first line that cannot be read.
pub fn worked_positions() -> Result<Vec<WorkedPosition>, MalformedLine> {
    let mut worked = Vec::new();
    for (table, text) in POSITIONS {
        // The first two lines are the heading.
        for (at, line) in text.lines().enumerate().skip(2) {
            let place = format!("{table}:{}", at + 1);
            let inside = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            let cells: Vec<_> = inside.unwrap_or_default().split('|').map(str::trim).collect();
            let case = WorkedPosition::read(&cells, place.clone());
            worked.push(case.map_err(|what| MalformedLine { place, what, line })?);
        }
    }
    Ok(worked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &'static str) -> Result<WorkedPosition, &'static str> {
        WorkedPosition::read(&line.split('|').map(str::trim).collect::<Vec<_>>(), String::new())
    }

    #[test]
    fn a_line_has_five_cells_and_its_conditions() {
        let case = read("intro.units | -4.5 | 0 | 8/8 w; score -30; without a.*, b | why").unwrap();
        assert_eq!((case.terms, case.score), ([-45, 0], Some(-30)));
        assert_eq!(case.context, ReadingContext::Posted(vec!["a.*", "b"]));
        assert_eq!(case.position, "8/8 w");
    }

    #[test]
    fn a_line_that_is_wrong_is_refused() {
        for (line, what) in [
            ("intro.units | 0 | 0 | 8/8 w", "not five cells"),
            ("intro.unit | 0 | 0 | 8/8 w | why", "no such rule"),
            ("intro.units | 0.25 | 0 | 8/8 w | why", "not a number of centipawns"),
            ("intro.units | 0 | 0 | 8/8 w; alone | why", "an unknown condition"),
            ("intro.units | 0 | 0 | 8/8 w; score x | why", "not a whole number"),
            ("intro.units | 0 | 0 | 8/8 w |", "there is no reason"),
        ] {
            assert_eq!(read(line).unwrap_err(), what, "{line}");
        }
    }
}
