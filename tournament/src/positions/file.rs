//! Positions as lines of text, and back.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use engine_core::game::{Game, position_from_fen};
use engine_core::key::Key;
use engine_core::notation::fen_of;
use engine_core::notation::uci_move;
use openings::epd::Record;
use rayon::prelude::*;

use super::Position;
use super::error::{BadLine, LineFault, PositionsError};
use crate::bounded;

/// Results and White's half points; the first three are written.
const RESULTS: [(&str, u8); 9] = [
    ("0-1", 0),
    ("1/2-1/2", 1),
    ("1-0", 2),
    ("0.0", 0),
    ("0.5", 1),
    ("1.0", 2),
    ("0", 0),
    ("1/2", 1),
    ("1", 2),
];

/// Writes a position as a line; with `history` it tells the moves that led to it.
///
/// # Errors
/// If it cannot be written.
pub fn write(position: &Position, history: bool, to: &mut dyn Write) -> io::Result<()> {
    let game = &position.game;
    write!(to, "{} ", fen_of(game.position()))?;
    if history {
        let start = fen_of(game.start());
        if start == fen_of(Game::default().start()) {
            write!(to, "c8 \"startpos")?;
        } else {
            write!(to, "c8 \"fen {start}")?;
        }
        write!(to, " moves")?;
        for &mv in game.moves() {
            write!(to, " {}", uci_move(mv))?;
        }
        write!(to, "\"; ")?;
    }
    let (result, _) = RESULTS[usize::from(position.white_half_points.min(2))];
    writeln!(to, "c9 \"{result}\"; id \"{}\";", position.number)
}

/// Reads a file of positions, packed if its name ends in `.gz`. Lines with the same `id` are of one
/// game, a line without is of a game of its own. Empty lines and those that begin with `#` are passed
/// over; one bad line refuses the file. Lines of the form `FEN | score | result` are read as well, each as a game of its own.
///
/// # Errors
/// If the file cannot be read or has nothing in it, or with all lines that make no sense.
pub fn read(path: &Path) -> Result<Vec<Position>, PositionsError> {
    let file = path.display().to_string();
    let bytes = bounded::unpacked_positions(path).map_err(|source| PositionsError::Read {
        file: file.clone(),
        source,
    })?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let lines: Vec<(usize, &[u8])> = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"))
        .collect();
    let parsed: Vec<_> = lines.par_iter().map(|(_, line)| parse(line)).collect();
    let mut numbers = Numbers::default();
    let (mut positions, mut bad) = (Vec::new(), Vec::new());
    for ((index, _), parsed) in lines.iter().zip(parsed) {
        match parsed {
            Ok((id, mut position)) => {
                position.number = numbers.of(id);
                positions.push(position);
            }
            Err(fault) => bad.push(BadLine {
                file: file.clone(),
                line: index + 1,
                fault,
            }),
        }
    }
    match (bad.is_empty(), positions.is_empty()) {
        (false, _) => Err(PositionsError::Lines(bad)),
        (true, true) => Err(PositionsError::Empty { file }),
        (true, false) => Ok(positions),
    }
}

/// The games in the order in which they first occur, from 1.
#[derive(Default)]
struct Numbers<'t> {
    known: HashMap<&'t str, usize>,
    count: usize,
}

impl<'t> Numbers<'t> {
    fn of(&mut self, id: Option<&'t str>) -> usize {
        let known = id.and_then(|id| self.known.get(id));
        if let Some(&number) = known {
            return number;
        }
        self.count += 1;
        if let Some(id) = id {
            self.known.insert(id, self.count);
        }
        self.count
    }
}

/// A line, with what it calls its game.
fn parse(line: &[u8]) -> Result<(Option<&str>, Position), LineFault> {
    let line = std::str::from_utf8(line).map_err(|_| LineFault::Encoding)?;
    if let Some((fen, rest)) = line.split_once('|') {
        return Ok((None, plain(fen, rest)?));
    }
    let record = Record::read(line)?;
    let position = position_from_fen(&record.fen)?;
    let game = match record.text("c8") {
        None => Game::new(position),
        Some(history) => {
            let game = Game::parse(history)?;
            if Key::of(game.position()) != Key::of(&position) {
                return Err(LineFault::Elsewhere);
            }
            game
        }
    };
    let result = record.text("c9").ok_or(LineFault::NoResult)?;
    let position = Position {
        game,
        number: 0,
        white_half_points: half_points(result)?,
    };
    Ok((record.text("id"), position))
}

/// What follows a FEN in a line of `FEN | score | result` or `FEN | result`: the score is for others.
fn plain(fen: &str, rest: &str) -> Result<Position, LineFault> {
    let result = rest.rsplit('|').next().unwrap_or_default().trim();
    Ok(Position {
        game: Game::new(position_from_fen(fen.trim())?),
        number: 0,
        white_half_points: half_points(result)?,
    })
}

/// White's half points of a result.
fn half_points(result: &str) -> Result<u8, LineFault> {
    let known = RESULTS.iter().find(|(word, _)| *word == result);
    let (_, half_points) = *known.ok_or_else(|| LineFault::Result(result.to_owned()))?;
    Ok(half_points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Vec<Position>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.epd");
        std::fs::write(&path, text).unwrap();
        read(&path).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games = [
            "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1",
            "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
        ];
        for history in [true, false] {
            let mut text = Vec::new();
            for (index, game) in games.iter().enumerate() {
                let position = Position {
                    game: Game::parse(game).unwrap(),
                    number: 7 * (index + 1),
                    white_half_points: index as u8 + 1,
                };
                write(&position, history, &mut text).unwrap();
            }
            let read = read_text(&String::from_utf8(text).unwrap()).unwrap();
            for (index, position) in read.iter().enumerate() {
                let game = Game::parse(games[index]).unwrap();
                let moves = if history { game.moves() } else { &[] };
                assert_eq!(position.game.moves(), moves);
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
        let seen: Vec<_> = read
            .iter()
            .map(|p| (p.number, p.white_half_points))
            .collect();
        assert_eq!(seen, [(1, 2), (2, 1), (3, 0), (2, 1)]);
    }

    #[test]
    fn lines_with_bars_as_other_tools_write_them() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 134 | 1.0\n\
                    4k3/8/8/8/8/8/4P3/4K3 b - - 3 9|-20|0.5\n\
                    4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 | 0-1\n";
        let read = read_text(text).unwrap();
        let seen: Vec<_> = read
            .iter()
            .map(|p| (p.number, p.white_half_points))
            .collect();
        assert_eq!(seen, [(1, 2), (2, 1), (3, 0)]);
        let error = read_text("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 1.0 | 20").unwrap_err();
        assert!(error.contains("\"20\" is no result"), "{error}");
    }

    #[test]
    fn bad_lines_are_named_with_the_remedy() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";";
        for (line, expected) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - -", "no result; c9 says"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"*\";",
                "\"*\" is no result",
            ),
            (
                "4k3/8/8/8/8/8/4P4/4K3 w - - c9 \"1-0\";",
                "cannot read the FEN",
            ),
            ("4k3/8/8", "1 of the four fields"),
            (
                "4k3/8/8/8/8/8/4P3/4K3 w - - c8 \"startpos moves e2e4\"; c9 \"1-0\";",
                "lead to another position",
            ),
        ] {
            let error = read_text(&format!("{good}\n{line}\n")).unwrap_err();
            assert!(error.contains("p.epd:2: "), "{error}");
            assert!(
                error.contains(expected) && error.contains("correct"),
                "{error}"
            );
        }
        assert!(read_text("x\ny\n").unwrap_err().starts_with("2 lines"));
        assert!(
            read_text("# nothing\n")
                .unwrap_err()
                .contains("no positions")
        );
        assert!(read(Path::new("no/such")).is_err());
    }
}
