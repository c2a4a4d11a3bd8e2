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
mod solve;
mod table;

use std::io::{BufRead, BufReader};
use std::path::Path;

use engine_core::game::{Game, position_from_fen};
use openings::epd::EpdRecord;
use openings::files::{self, FileError, FileFilter};
use openings::{LimitedReader, NumberedLines};
use shakmaty::{Chess, Position};

use crate::error::{BadLines, Fault, LabError};
use config::read_limited;
use goal::Goal;
pub use history::History;
pub use openings::moves;
pub use report::SuiteReport;
pub use solve::{limits, solve};
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
            let limited = LimitedReader::new(file.text, read_limited::POSITIONS);
            let before = (positions.len(), bad.count);
            let foreign = lines(&file.name, BufReader::new(limited), &mut positions, &mut bad)?;
            if (positions.len(), bad.count) == before {
                return Err(LabError::Message(format!(
                    "{}: there are no positions in it; a suite has a position in EPD on each line",
                    file.name
                )));
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
    LabError::Message(format!("{file}: {source}; pass an EPD file"))
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

#[cfg(test)]
mod tests {
    use std::fs;

    use engine_core::notation::fen_of;
    use engine_core::testkit::Contents;

    use super::*;

    fn read_text(text: &[u8]) -> Result<Vec<TestPosition>, LabError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.epd");
        fs::write(&path, text).unwrap();
        read(&[path], |_| {})
    }

    #[test]
    fn fields_clocks_line_ends_and_quotes() {
        let positions = read_text(
            "\u{feff}# a comment\r\n\
             4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a; b\"; c0 \"x; bm e3\";\r\n\r\n\
             4k3/8/8/8/8/8/4P3/4K3 w - - 7 8 am e4; id \"\";\r\
             4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 4; fmvn 50; bm e2e4\n\
             4k3/8/8/8/4P3/8/8/4K3 b - e3 ; bm Kd7; unknown;"
                .as_bytes(),
        )
        .unwrap();
        let names: Vec<_> = positions.iter().map(|p| (p.line, p.id.as_str())).collect();
        assert_eq!(names, [(2, "a; b"), (4, ""), (5, ""), (6, "")]);
        let fens: Vec<_> = positions.iter().map(|p| fen_of(p.position())).collect();
        assert_eq!(
            fens,
            [
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 7 8",
                "4k3/8/8/8/8/8/4P3/4K3 w - - 4 50",
                "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
            ]
        );
    }

    #[test]
    fn all_bad_lines_are_named_up_to_ten() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n";
        for (line, reason) in [
            ("4k3/8/8/8/8/8/4P3/4K3", "1 of the four fields"),
            ("4k3/8/8/8/8/8/4P4/4K3 w - - bm e4;", "cannot read the FEN"),
            ("4k3/8/8/8/8/8/4P3/8 w - - bm e4;", "a king is missing"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - b e4;", "nor an EPD operation"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x; bm e4;", "\"hmvc x\" is neither a move clock"),
            ("k7/1Q6/1K6/8/8/8/8/8 b - - bm Ka7;", "checkmate"),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - bm Ka7;", "stalemate"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;", "bm: e5 is not legal"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";", "nothing to solve"),
        ] {
            let error = read_text(format!("{good}\n{line}\n").as_bytes());
            let error = error.unwrap_err().to_string();
            assert!(error.contains("s.epd:3: ") && error.contains(reason), "{line}: {error}");
            assert!(error.ends_with("; correct the line or remove it"), "{error}");
        }
        let error = read_text(&b"\xff is no\n".repeat(12)).unwrap_err().to_string();
        error.must_have(&["12 lines", "s.epd:10: 3 of the four"]);
        assert!(!error.contains("s.epd:11") && error.ends_with("and 2 more"), "{error}");
    }

    #[test]
    fn files_that_are_not_suites() {
        for (text, reason) in [
            (&b""[..], "no positions"),
            (b"# nothing\n\n", "no positions"),
            (b"\x7fELF\0\0\x01", "not text"),
        ] {
            let error = read_text(text).unwrap_err().to_string();
            error.must_have(&["s.epd: ", reason]);
        }
        let error = read(&[Path::new("no/such.epd")], |_| {}).unwrap_err().to_string();
        assert!(error.starts_with("no/such.epd: ") && error.contains("EPD file"), "{error}");
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_read_and_noted() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"Müller\";\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.epd");
        let latin: Vec<u8> = line.chars().map(|c| c as u32 as u8).collect();
        fs::write(&path, latin).unwrap();
        let mut repairs = Vec::new();
        let positions = read(&[&path], |repair| repairs.push(repair)).unwrap();
        assert_eq!((positions[0].id.as_str(), repairs.len()), ("Müller", 1));
        assert!(repairs[0].contains("1 line is not UTF-8"), "{repairs:?}");
    }
}
