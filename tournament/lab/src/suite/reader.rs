//! Suites from EPD files.

use std::io::{BufRead, BufReader};
use std::path::Path;

use engine_core::game::{Game, position_from_fen};
use openings::NumberedLines;
use openings::epd::EpdRecord;
use openings::files::{self, FileFilter};
use shakmaty::{Chess, Position};

use super::error::{SuiteError, SuiteLineFault};
use super::goal::Goal;
use crate::bad_lines::{BadLine, BadLines};
use config::read_limited;

/// A position of a suite.
#[derive(Debug, Clone)]
pub struct TestPosition {
    /// The file it comes from.
    pub file: String,
    /// Its line there, from 1.
    pub line: usize,
    /// The `id` in the file; empty if there is none.
    pub id: String,
    /// The position.
    pub game: Game,
    /// The moves or the mate that solve it.
    pub goal: Goal,
}

impl TestPosition {
    /// The position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        self.game.position()
    }
}

/// Reads suites, one after the other. One bad line refuses everything: a position that is passed over
/// silently would be counted as tried. Castling rights and en passant squares
/// that cannot be do not count, as in UCI. Files may have any ending, also with `.gz` or `.zst` after it, and be in a
/// `.zip`; `-` is standard input. `repaired` receives a note of each error that was repaired.
///
/// # Errors
/// If a file cannot be read or has no positions in it, or with all lines that make no sense.
pub fn read(
    paths: &[impl AsRef<Path>],
    mut repaired: impl FnMut(String),
) -> Result<Vec<TestPosition>, SuiteError> {
    let (mut positions, mut bad) = (Vec::new(), BadLines::none());
    for path in paths {
        files::visit(path.as_ref(), FileFilter::POSITIONS, None, |file| {
            let text = BufReader::new(read_limited::LimitedReader::new(
                file.text,
                read_limited::POSITIONS,
            ));
            let before = bad.count();
            let (good, foreign) = lines(&file.name, text, &mut bad)?;
            if good.is_empty() && bad.count() == before {
                return Err(SuiteError::Empty { file: file.name });
            }
            if let Some(repair) = foreign {
                repaired(format!("{}: {repair}", file.name));
            }
            positions.extend(good);
            Ok(())
        })?;
    }
    all_good(positions, bad)
}

/// The positions of a text, possibly none; `file` is its name in messages.
///
/// # Errors
/// As [`read`], but that there may be nothing.
pub(super) fn parse(file: &str, bytes: &[u8]) -> Result<Vec<TestPosition>, SuiteError> {
    let mut bad = BadLines::none();
    let (good, _) = lines(file, bytes, &mut bad)?;
    all_good(good, bad)
}

fn all_good(
    positions: Vec<TestPosition>,
    bad: BadLines<SuiteLineFault>,
) -> Result<Vec<TestPosition>, SuiteError> {
    match bad.count() {
        0 => Ok(positions),
        _ => Err(SuiteError::Lines(bad)),
    }
}

/// The positions of a text, its bad lines in `bad`, and a note about lines that are not UTF-8. Empty lines and lines
/// that begin with `#` are passed over.
fn lines(
    file: &str,
    text: impl BufRead,
    bad: &mut BadLines<SuiteLineFault>,
) -> Result<(Vec<TestPosition>, Option<String>), SuiteError> {
    let file = || file.to_owned();
    let mut good = Vec::new();
    let mut lines = NumberedLines::new(text);
    for line in &mut lines {
        let (line, text) = line.map_err(|source| SuiteError::Read { file: file(), source })?;
        match parse_line(text.trim()) {
            Ok((id, game, goal)) => good.push(TestPosition { file: file(), line, id, game, goal }),
            Err(fault) => bad.add(|| BadLine { file: file(), line, fault }),
        }
    }
    Ok((good, lines.foreign()))
}

/// The name, position and goal of a line.
pub(super) fn parse_line(line: &str) -> Result<(String, Game, Goal), SuiteLineFault> {
    let record = EpdRecord::read(line)?;
    let position = position_from_fen(&record.fen)?;
    if position.is_checkmate() {
        return Err(SuiteLineFault::Over("checkmate"));
    }
    if position.is_stalemate() {
        return Err(SuiteLineFault::Over("stalemate"));
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

    fn read_text(text: &[u8]) -> Result<Vec<TestPosition>, SuiteError> {
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
    fn suites_as_they_come() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"Müller\";\n";
        let marked = "\u{feff}".to_owned() + &line.repeat(2);
        let utf_16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for text in [
            line.repeat(2).into_bytes(),
            line.repeat(2).replace('\n', "\r").into_bytes(),
            line.repeat(2).replace('\n', "\r\n\0\0\r\n").into_bytes(),
            line.repeat(2)
                .replace('ü', "\u{fffd}")
                .into_bytes()
                .iter()
                .copied()
                .chain([26])
                .collect(),
            utf_16,
        ] {
            let positions = read_text(&text).unwrap();
            assert_eq!(positions.len(), 2);
            assert!(positions[1].id.starts_with('M') && positions[1].id.ends_with("ller"));
        }
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
