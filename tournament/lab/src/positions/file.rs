//! Files of positions, read line by line.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::path::Path;

use openings::NumberedLines;
use openings::files::{self, FileFilter, FileText};
use rayon::prelude::*;

use super::Position;
use super::error::{LineFault, PositionsError};
use super::line::parse;
use super::source::Numbers;
use crate::bad_lines::{BadLine, BadLines};
use config::read_limited;

/// The number of lines read at a time, and parsed in parallel.
const LINES: usize = 4096;

/// A line that was parsed: its number, and the position with the key of its game's name.
type Parsed = (usize, Result<(Option<u64>, Position), LineFault>);

/// An item read from a file of positions.
pub(super) enum FileItem {
    /// A position, whose number is 0, with the key of its game's name.
    Position(Option<u64>, Box<Position>),
    /// An error that was repaired in reading.
    Repair(String),
}

/// Reads a file of positions, of any ending, also with `.gz` or `.zst` after it or in a `.zip`; `-` is standard input.
/// Lines with the same `id` are of one game, a line without is its own game. Empty lines and those that begin
/// with `#` are skipped; one bad line refuses the file. Lines of the form `FEN | score | result`, `FEN [result]` and
/// the like are read as well, each as its own game. `repaired` receives a note of each error that was repaired.
///
/// # Errors
/// If the file cannot be read, has more than a gibibyte or nothing in it, or with all lines that make no sense.
pub fn read(
    path: &Path,
    mut repaired: impl FnMut(String),
) -> Result<Vec<Position>, PositionsError> {
    let (mut positions, mut numbers) = (Vec::new(), Numbers::default());
    files::visit(path, FileFilter::POSITIONS, None, |text| {
        let name = text.name.clone();
        if name.to_lowercase().contains(".pgn") {
            return Err(PositionsError::HasGames { file: name });
        }
        numbers.forget_names();
        visit(text, Some(read_limited::POSITIONS), |item| {
            match item {
                FileItem::Position(game, mut position) => {
                    position.number = numbers.of(game).number;
                    positions.push(*position);
                }
                FileItem::Repair(repair) => repaired(format!("{name}: {repair}")),
            }
            Ok(())
        })
    })?;
    Ok(positions)
}

/// Checks that every line can be read, in a text of any size.
///
/// # Errors
/// As [`read`].
pub(super) fn check(text: FileText<'_>) -> Result<(), PositionsError> {
    visit(text, None, |_| Ok(()))
}

/// Hands every position to `visit`, up to the first bad line. At most `most` bytes are read.
pub(super) fn visit(
    text: FileText<'_>,
    most: Option<u64>,
    mut visit: impl FnMut(FileItem) -> Result<(), PositionsError>,
) -> Result<(), PositionsError> {
    let file = || text.name.clone();
    let unreadable = |source| PositionsError::Read { file: file(), source };
    let most = most.unwrap_or(u64::MAX);
    let mut lines =
        NumberedLines::new(BufReader::new(read_limited::LimitedReader::new(text.text, most)));
    let (mut any, mut bad) = (false, BadLines::none());
    loop {
        let read: Vec<(usize, String)> =
            (&mut lines).take(LINES).collect::<Result<_, _>>().map_err(unreadable)?;
        if read.is_empty() {
            break;
        }
        any = true;
        let parsed: Vec<Parsed> = read.into_par_iter().map(parsed).collect();
        for (line, parsed) in parsed {
            let bad_line = |fault| BadLine { file: file(), line, fault };
            match parsed {
                Ok((game, position)) if bad.count() == 0 => {
                    visit(FileItem::Position(game, Box::new(position)))?;
                }
                Ok(_) => {}
                Err(fault) => bad.add(|| bad_line(fault)),
            }
        }
    }
    if let Some(foreign) = lines.foreign() {
        visit(FileItem::Repair(foreign))?;
    }
    match (bad.count(), any) {
        (0, true) => Ok(()),
        (0, false) => Err(PositionsError::Empty { file: file() }),
        _ => Err(PositionsError::Lines(bad)),
    }
}

fn parsed((number, line): (usize, String)) -> Parsed {
    let parsed = parse(line.trim());
    (number, parsed.map(|(id, position)| (id.map(key), position)))
}

/// The hash of the name of a game, in eight bytes.
fn key(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use engine_core::game::Game;
    use engine_core::notation::fen_of;
    use engine_core::testkit::Contents;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;
    use crate::positions::{Format, PositionScore, write};

    fn read_text(text: &str) -> Result<Vec<Position>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        std::fs::write(&path, text).unwrap();
        read(&path, |_| {}).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_of_games_is_refused_with_the_command_that_draws_positions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.pgn");
        std::fs::write(&path, "[Result \"1-0\"]\n\n1. e4 1-0\n").unwrap();
        let error = read(&path, |_| {}).unwrap_err().to_string();
        error.must_have(&["g.pgn --out positions.epd.gz"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games = [
            "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
            "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
        ];
        {
            let mut text = Vec::new();
            for (index, game) in games.iter().enumerate() {
                let position = Position {
                    game: Game::parse(game).unwrap(),
                    number: 7 * (index + 1),
                    white_half_points: index as u8 + 1,
                    score: None,
                };
                write(&position, Format::Epd, &mut text).unwrap();
            }
            let read = read_text(&String::from_utf8(text).unwrap()).unwrap();
            for (index, position) in read.iter().enumerate() {
                let game = Game::parse(games[index]).unwrap();
                assert_eq!(position.game.moves(), game.moves());
                assert_eq!(fen_of(position.game.position()), fen_of(game.position()));
                assert_eq!(
                    (position.number, position.white_half_points),
                    (index + 1, index as u8 + 1)
                );
            }
        }
    }

    #[test]
    fn lines_of_others_and_games_without_names() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        let text = format!(
            "# made elsewhere\n{fen} c9 \"1-0\";\r\n{fen} 0 1 c9 \"0.5\"; id \"x\";\n\n\
             {fen} c9 \"0-1\";\n{fen} id \"x\"; c9 \"1/2-1/2\";"
        );
        let read = read_text(&text).unwrap();
        let seen: Vec<_> = read.iter().map(|p| (p.number, p.white_half_points)).collect();
        assert_eq!(seen, [(1, 2), (2, 1), (3, 0), (2, 1)]);
    }

    #[test]
    fn lines_with_bars_as_other_tools_write_them() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 134 | 1.0\n\
                    4k3/8/8/8/8/8/4P3/4K3 b - - 3 9|-20|0.5\n\
                    4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 0-1\n";
        let read = read_text(text).unwrap();
        let seen: Vec<_> = read.iter().map(|p| (p.number, p.white_half_points)).collect();
        assert_eq!(seen, [(1, 2), (2, 1), (3, 0)]);
        let error = read_text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 1.0 | 20").unwrap_err();
        error.must_have(&["\"20\" is no result"]);
    }

    #[test]
    fn bad_lines_are_named_with_the_remedy() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";";
        for (line, expected) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "it has no result; write it in c9"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"*\";", "\"*\" is no result"),
            ("4k3/8/8/8/8/8/4P4/4K3 w - - c9 \"1-0\";", "cannot read the FEN"),
            ("4k3/8/8", "1 of the four fields"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - c8 \"startpos moves e2e4\"; c9 \"1-0\";",
                "lead to another position",
            ),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce 0.35;", "\"0.35\" is no score"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - | x | 1.0", "\"x\" is no score"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce 35; acn many;",
                "acn \"many\" is no number",
            ),
        ] {
            let error = read_text(&format!("{good}\n{line}\n")).unwrap_err();
            error.must_have(&["p.epd:2: ", expected, "correct"]);
        }
        assert!(read_text("x\ny\n").unwrap_err().starts_with("2 lines"));
        let many = read_text(&"x\n".repeat(12)).unwrap_err();
        assert!(many.contains("p.epd:10: ") && many.ends_with("and 2 more"), "{many}");
        assert!(read_text("# nothing\n").unwrap_err().contains("no positions"));
        assert!(read(Path::new("no/such"), |_| {}).is_err());
    }

    /// The lines of a text as they are written again.
    fn converted(text: &str, format: Format) -> String {
        let mut written = Vec::new();
        for position in read_text(text).unwrap() {
            write(&position, format, &mut written).unwrap();
        }
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn scores_are_the_movers_in_epd_and_whites_between_bars_there_and_back() {
        let white = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let black = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
        let plain = format!(
            "{white} | 35 | 1.0\n{black} | 35 | 0.5\n{black} | -32766 | 0.0\n{white} | 1.0\n"
        );
        let epd = format!(
            "{white} c9 \"1-0\"; ce 35; id \"1\";\n{black} c9 \"1/2-1/2\"; ce -35; id \"2\";\n\
             {black} c9 \"0-1\"; ce 32766; id \"3\";\n{white} c9 \"1-0\"; id \"4\";\n"
        );
        assert_eq!(converted(&plain, Format::Epd), epd);
        assert_eq!(converted(&epd, Format::Plain), plain);
        // Nothing of a search is lost.
        let scored = format!("{black} c9 \"0-1\"; ce -7; acn 12345678901; acd 21; id \"1\";\n");
        assert_eq!(converted(&scored, Format::Epd), scored);
        let score = read_text(&scored).unwrap()[0].score;
        let expected =
            PositionScore { centipawns: -7, nodes: Some(12_345_678_901), depth: Some(21) };
        assert_eq!(score, Some(expected));
        // Nodes without a score are not one.
        let unscored = format!("{white} c9 \"1-0\"; acn 5;");
        assert_eq!(read_text(&unscored).unwrap()[0].score, None);
    }

    #[test]
    fn a_packed_file_is_read_as_the_same_and_a_broken_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd.gz");
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n".repeat(2 * LINES + 1);
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(text.as_bytes()).unwrap();
        let packed = packer.finish().unwrap();
        std::fs::write(&path, &packed).unwrap();
        assert_eq!(read(&path, |_| {}).unwrap().len(), 2 * LINES + 1);
        std::fs::write(&path, &packed[..packed.len() / 2]).unwrap();
        let error = read(&path, |_| {}).unwrap_err().to_string();
        error.must_have(&["p.epd.gz: "]);
        let error = files::visit(&path, FileFilter::POSITIONS, None, |text| {
            visit(text, Some(50), |_| Ok(()))
        });
        let error = error.unwrap_err().to_string();
        error.must_have(&["it has more than"]);
    }
}
