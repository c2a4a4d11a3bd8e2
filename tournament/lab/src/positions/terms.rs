//! Positions with what evaluators see in them, as comma-separated values.

use std::io::Write;

use engine_core::explain::{Breakdown, Ledger, centipawns};
use engine_core::notation::fen_of;
use evaluators::AnyEvaluator;
use report::csv_text;

use super::{Position, Stage};
use crate::error::LabError;

const COLUMNS: [&str; 6] = ["fen", "result", "game", "ply", "stage", "score"];

/// The name of an evaluator's columns, and the evaluator.
pub type TermsColumn = (String, Box<dyn AnyEvaluator>);

/// A table with a line for each position: the position as FEN, White's points in its game, the game's number, the ply
/// that is played from it, its stage, the score in centipawns from the side to move, if there is one; then, of each
/// evaluator, its value in centipawns from White's side, its terms, to White and to Black, in centipawns from their
/// owner's side, and the rest: what verdicts on the whole position change, so that the value is the sum of White's terms
/// and the rest less Black's.
pub struct TermsTable<W: Write> {
    rows: csv::Writer<W>,
    columns: Vec<TermsColumn>,
    rules: Vec<Vec<&'static str>>,
}

impl<W: Write> TermsTable<W> {
    /// A table with its heading.
    pub fn new(columns: Vec<TermsColumn>, to: W) -> Result<TermsTable<W>, LabError> {
        let posting = |(_, evaluator): &TermsColumn| {
            let rules = evaluator.rules().into_iter().filter(|declared| declared.posts);
            rules.map(|declared| declared.rule.name).collect()
        };
        let rules: Vec<Vec<&'static str>> = columns.iter().map(posting).collect();
        let mut heading: Vec<String> = COLUMNS.map(str::to_owned).into();
        for ((name, _), rules) in columns.iter().zip(&rules) {
            let sides = rules.iter().flat_map(|rule| ["white", "black"].map(|s| (*rule, s)));
            let terms = sides.map(|(rule, side)| format!("{name}.{rule}.{side}"));
            heading.push(format!("{name}.value"));
            heading.extend(terms);
            heading.push(format!("{name}.rest"));
        }
        let heading = heading.iter().map(|head| csv_text(head).into_owned());
        let mut rows = csv::Writer::from_writer(to);
        rows.write_record(heading)?;
        Ok(TermsTable { rows, columns, rules })
    }

    /// Adds a position.
    pub fn write(&mut self, position: &Position) -> Result<(), LabError> {
        let board = position.game.position();
        let score = position.score.map(|score| score.centipawns.to_string());
        for cell in [
            fen_of(board),
            (f64::from(position.white_half_points) / 2.0).to_string(),
            position.number.to_string(),
            (position.game.moves().len() + 1).to_string(),
            Stage::of(shakmaty::Position::board(board)).name().to_owned(),
            score.unwrap_or_default(),
        ] {
            self.rows.write_field(cell)?;
        }
        for ((_, evaluator), rules) in self.columns.iter().zip(&self.rules) {
            for tenths in amounts(&**evaluator, rules, position)? {
                self.rows.write_field(centipawns(tenths))?;
            }
        }
        Ok(self.rows.write_record(None::<&[u8]>)?)
    }

    /// Writes what is left.
    pub fn flush(&mut self) -> Result<(), LabError> {
        Ok(self.rows.flush()?)
    }
}

/// The value, the terms of `rules` to White and to Black, and the rest, all in tenths of a centipawn.
fn amounts(
    evaluator: &dyn AnyEvaluator,
    rules: &[&str],
    position: &Position,
) -> Result<Vec<i32>, LabError> {
    let breakdown = Breakdown::from(&evaluator.record(&position.game)?);
    let value = breakdown.total();
    let mut amounts = vec![value];
    let mut rest = value;
    for rule in rules {
        let term = breakdown.terms().iter().find(|term| term.rule.name == *rule);
        let [white, black] = term.map_or([0; 2], |term| [term.white, term.black]);
        rest -= white - black;
        amounts.extend([white, black]);
    }
    amounts.push(rest);
    Ok(amounts)
}
