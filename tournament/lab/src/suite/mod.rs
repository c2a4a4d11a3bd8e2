//! Suites of test positions: the positions that an engine solves, how soon, and which it has lost again.
//!
//! [`read()`] turns EPD files into positions with their goals, [`solve()`] has engines try them, a
//! [`SuiteReport`] has the results, and a [`History`] compares them with those of earlier runs. Lines come from
//! people and from games, by [`add`], or from the blunders of a run, by [`find`].
//!
//! A position is solved if the move at the end of the search is right. The time and the nodes to
//! the solution are those after which the move stayed right until the end.

pub mod add;
pub mod find;
mod goal;
mod history;
mod report;
mod table;

use std::io::{BufRead, BufReader};
use std::path::Path;

use engine_core::game::{Game, position_from_fen};
use openings::epd::EpdRecord;
use openings::files::{self, FileError, FileFilter};
use openings::{LimitedReader, NumberedLines};
use shakmaty::{Chess, Position};

use crate::error::{BadLines, Fault, LabError, message};
use config::disk;
use goal::Goal;
pub use history::History;
pub use openings::moves;
pub(crate) use report::ask;
pub use report::{SuiteReport, solve};
pub use table::{Detail, table};

/// A position of a suite.
#[derive(Debug, Clone)]
pub struct TestPosition {
    file: String,
    /// Its line there, from 1.
    line: usize,
    id: String,
    game: Game,
    goal: Goal,
}

impl TestPosition {
    fn position(&self) -> &Chess {
        self.game.position()
    }
}

/// Reads suites, one after the other. One bad line refuses everything: a position that is passed over
/// silently would be counted as tried. Castling rights and en passant squares
/// that cannot be do not count, as in UCI. Files may have any ending, also with `.gz` or `.zst` after it, and be in a
/// `.zip`; `-` is standard input. `repaired` receives a note of each error that was repaired.
pub fn read(
    paths: &[impl AsRef<Path>],
    mut repaired: impl FnMut(String),
) -> Result<Vec<TestPosition>, LabError> {
    let (mut positions, mut bad) = (Vec::new(), BadLines::default());
    for path in paths {
        let read = files::visit(path.as_ref(), FileFilter::POSITIONS, None, |file| {
            let limited = LimitedReader::new(file.text, disk::POSITIONS);
            let before = (positions.len(), bad.count);
            let foreign = lines(&file.name, BufReader::new(limited), &mut positions, &mut bad)?;
            if (positions.len(), bad.count) == before {
                return Err(message!(
                    "{}: there are no positions in it; a suite has a position in EPD on each line",
                    file.name
                ));
            }
            foreign.into_iter().for_each(|repair| repaired(format!("{}: {repair}", file.name)));
            Ok(())
        });
        read.map_err(|error| match error {
            LabError::File(FileError::Read { file, source }) => unreadable(&file, &source),
            other => other,
        })?;
    }
    bad.check("positions of a suite")?;
    Ok(positions)
}

fn unreadable(file: &str, source: &std::io::Error) -> LabError {
    message!("{file}: {source}; pass an EPD file")
}

/// The positions of a text, possibly none; `file` is its name in messages.
fn parse(file: &str, bytes: &[u8]) -> Result<Vec<TestPosition>, LabError> {
    let (mut positions, mut bad) = (Vec::new(), BadLines::default());
    lines(file, bytes, &mut positions, &mut bad)?;
    bad.check("positions of a suite")?;
    Ok(positions)
}

/// Adds the positions of a text, and its bad lines; returns a note about lines that are not UTF-8. Empty lines and lines
/// that begin with `#` are passed over.
fn lines(
    file: &str,
    text: impl BufRead,
    positions: &mut Vec<TestPosition>,
    bad: &mut BadLines,
) -> Result<Option<String>, LabError> {
    let mut lines = NumberedLines::new(text);
    for line in &mut lines {
        let (line, text) = line.map_err(|source| unreadable(file, &source))?;
        match parse_line(text.trim()) {
            Ok((id, game, goal)) => {
                positions.push(TestPosition { file: file.to_owned(), line, id, game, goal });
            }
            Err(fault) => bad.add(file, line, &fault),
        }
    }
    Ok(lines.foreign())
}

fn parse_line(line: &str) -> Result<(String, Game, Goal), Fault> {
    let record = EpdRecord::read(line)?;
    let position = position_from_fen(&record.fen)?;
    let ends = [(position.is_checkmate(), "checkmate"), (position.is_stalemate(), "stalemate")];
    if let Some((_, end)) = ends.iter().find(|(is_over, _)| *is_over) {
        return Err(format!("the game is already over by {end}").into());
    }
    let goal = Goal::read(&record, &position)?;
    let id = record.text("id").unwrap_or_default().to_owned();
    Ok((id, Game::new(position), goal))
}
