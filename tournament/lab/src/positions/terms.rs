//! Positions with what evaluators see in them, as comma-separated values.

use std::io::Write;

use engine_core::explain::{Breakdown, Ledger, centipawns};
use engine_core::notation::fen_of;
use evaluators::AnyEvaluator;
use report::csv_text;

use super::{Position, PositionsError, Stage};

/// The columns before those of the evaluators.
const COLUMNS: [&str; 6] = ["fen", "result", "game", "ply", "stage", "score"];

/// An evaluator and the name of its columns.
pub struct TermsColumn {
    /// The name.
    pub name: String,
    /// The evaluator.
    pub evaluator: Box<dyn AnyEvaluator>,
}

/// A table with a line for each position: the position as FEN, White's points in its game, the game's number, the ply
/// that is played from it, its stage,
/// the score in centipawns from the side to move, if there is one; then, of each evaluator, its value in centipawns from
/// White's side, its terms, to White and to Black, in centipawns from their owner's side, and the rest: what verdicts on
/// the whole position change, so that the value is the sum of White's terms and the rest less Black's.
pub struct TermsTable<W: Write> {
    rows: csv::Writer<W>,
    columns: Vec<TermsColumn>,
    /// The names of each evaluator's rules.
    rules: Vec<Vec<&'static str>>,
}

impl<W: Write> TermsTable<W> {
    /// A table with its heading.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(columns: Vec<TermsColumn>, to: W) -> Result<TermsTable<W>, PositionsError> {
        let rules = columns.iter().map(|column| {
            let declared = column.evaluator.rules().into_iter();
            let posting = declared.filter(|declared| declared.posts);
            posting.map(|declared| declared.rule.name).collect()
        });
        let rules: Vec<Vec<&'static str>> = rules.collect();
        let mut heading: Vec<String> = COLUMNS.map(str::to_owned).into();
        for (column, rules) in columns.iter().zip(&rules) {
            let name = &column.name;
            heading.push(csv_text(&format!("{name}.value")).into_owned());
            for rule in rules {
                heading.extend(
                    ["white", "black"]
                        .map(|side| csv_text(&format!("{name}.{rule}.{side}")).into_owned()),
                );
            }
            heading.push(csv_text(&format!("{name}.rest")).into_owned());
        }
        let mut rows = csv::Writer::from_writer(to);
        rows.write_record(heading)?;
        Ok(TermsTable { rows, columns, rules })
    }

    /// Adds a position.
    ///
    /// # Errors
    /// If it cannot be written, or an evaluation from outside fails.
    pub fn write(&mut self, position: &Position) -> Result<(), PositionsError> {
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
        for (column, rules) in self.columns.iter().zip(&self.rules) {
            for tenths in amounts(&*column.evaluator, rules, position)? {
                self.rows.write_field(centipawns(tenths))?;
            }
        }
        Ok(self.rows.write_record(None::<&[u8]>)?)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<(), PositionsError> {
        Ok(self.rows.flush()?)
    }
}

/// The value, the terms of `rules` to White and to Black, and the rest, all in tenths of a centipawn.
fn amounts(
    evaluator: &dyn AnyEvaluator,
    rules: &[&str],
    position: &Position,
) -> Result<Vec<i32>, PositionsError> {
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

#[cfg(test)]
mod tests {
    use engine_core::game::Game;
    use evaluators::registry;

    use super::*;

    /// Every value is the sum of its terms and the rest, on a line for each position.
    #[test]
    fn values_are_the_sums_of_their_terms() {
        let all = registry::NAMES.iter().map(|&name| TermsColumn {
            name: name.to_owned(),
            evaluator: registry::evaluator(name).unwrap(),
        });
        let mut bytes = Vec::new();
        let mut table = TermsTable::new(all.collect(), &mut bytes).unwrap();
        let fens = [
            "fen 8/2k5/8/3P4/8/2K5/8/8 w - - 0 1",
            "fen 8/8/8/8/p7/2kr4/BR4P1/2K5 w - - 7 55",
            "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3",
        ];
        for (number, fen) in fens.iter().enumerate() {
            let position = Position {
                game: Game::parse(fen).unwrap(),
                number,
                white_half_points: 1,
                score: None,
            };
            table.write(&position).unwrap();
        }
        table.flush().unwrap();
        drop(table);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let heading = reader.headers().unwrap().clone();
        let lines: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(lines.len(), fens.len());
        let mut some_rest = false;
        for (line, (stage, ply)) in
            lines.iter().zip([("endgame", "1"), ("endgame", "1"), ("opening", "10")])
        {
            assert_eq!([&line[1], &line[3], &line[4], &line[5]], ["0.5", ply, stage, ""]);
            for &name in registry::NAMES {
                // The value less the terms and the rest.
                let mut left = 0.0;
                for (column, cell) in heading.iter().zip(line) {
                    let Some(column) = column.strip_prefix(&format!("{name}.")) else { continue };
                    let number: f64 = cell.parse().unwrap();
                    some_rest |= column == "rest" && number != 0.0;
                    let counts_for = column == "value" || column.ends_with(".black");
                    left += if counts_for { number } else { -number };
                }
                assert!(left.abs() < 1e-6, "{name}: {left}");
            }
        }
        assert!(some_rest, "no verdict scales any of these values");
    }
}
