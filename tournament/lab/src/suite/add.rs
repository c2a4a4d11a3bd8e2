//! New lines of a suite: positions of people and of games.

use std::fs::File;
use std::path::Path;

use config::output::write_named;
use config::read_limited;
use engine_core::notation::fen_of;
use openings::moves::san;
use openings::{Opening, ReadOptions, Source, open};
use shakmaty::{Chess, Color, Move, Position};

use super::error::SuiteError;
use super::goal::Goal;
use super::reader::{parse, parse_line};

/// A position and what to do in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// The position.
    pub position: Chess,
    /// The best moves.
    pub best: Vec<Move>,
    /// The moves to avoid.
    pub avoid: Vec<Move>,
    /// Its name; empty for none.
    pub id: String,
    /// A note; empty for none.
    pub note: String,
}

impl NewLine {
    /// The line in EPD.
    #[must_use]
    pub fn text(&self) -> String {
        let position = &self.position;
        let mut line = without_clocks(&fen_of(position));
        if (position.halfmoves(), position.fullmoves().get()) != (0, 1) {
            line += &format!(" hmvc {}; fmvn {};", position.halfmoves(), position.fullmoves());
        }
        for (code, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            if !moves.is_empty() {
                let moves: Vec<String> = moves.iter().map(|&mv| san(mv, position)).collect();
                line += &format!(" {code} {};", moves.join(" "));
            }
        }
        for (code, text) in [("id", &self.id), ("c0", &self.note)] {
            if !text.is_empty() {
                line += &format!(" {code} {};", quoted(text));
            }
        }
        line
    }
}

/// The identity of a position: its FEN without the clocks.
pub(super) fn without_clocks(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// A text as an operand. EPD has no way to write a quote within quotes.
fn quoted(text: &str) -> String {
    let plain = text.replace('"', "'").replace(char::is_control, " ");
    format!("\"{}\"", plain.trim())
}

/// Adds lines to the suite in `path`, or begins one: all of them, or none. Lines whose position has the same moves
/// already are left out; the number of the others is returned. Two processes that do so at the same time wait for
/// each other.
///
/// # Errors
/// If the suite cannot be read or written, or a line makes no sense.
pub fn add(path: &Path, lines: &[NewLine]) -> Result<usize, SuiteError> {
    let file = path.display().to_string();
    let failed = |source| SuiteError::Write { path: path.to_owned(), source };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Without locks on folders, writers do not wait for each other.
    let lock = File::open(folder.unwrap_or(Path::new("."))).ok();
    let _locked = lock.as_ref().map(File::lock);
    let mut text = if path.exists() {
        read_limited::positions(path)
            .map_err(|source| SuiteError::Read { file: file.clone(), source })?
    } else {
        Vec::new()
    };
    let key = |position: &Chess, goal: &Goal| (without_clocks(&fen_of(position)), goal.clone());
    let known = parse(&file, &text)?;
    let mut known: Vec<_> = known.iter().map(|test| key(test.position(), &test.goal)).collect();
    let before = known.len();
    for line in lines {
        let (_, game, goal) = parse_line(&line.text()).map_err(SuiteError::NewLine)?;
        let own = key(game.position(), &goal);
        if !known.contains(&own) {
            known.push(own);
            if !text.is_empty() && !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            text.extend_from_slice(line.text().as_bytes());
            text.push(b'\n');
        }
    }
    if known.len() > before {
        write_named(path, |to| to.write_all(&text)).map_err(failed)?;
    }
    Ok(known.len() - before)
}

/// A move of a game by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber(u32, Color);

impl MoveNumber {
    /// Reads `23`, `23w` (White's move 23) or `23b`; `None` if it is something else.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (number, color) = match text.strip_suffix('b') {
            Some(number) => (number, Color::Black),
            None => (text.strip_suffix('w').unwrap_or(text), Color::White),
        };
        Some(Self(number.parse().ok()?, color))
    }

    fn next(position: &Chess) -> Self {
        Self(position.fullmoves().get(), position.turn())
    }

    fn text(self) -> String {
        format!("{}{}", self.0, self.1.fold_wb('w', 'b'))
    }
}

/// A position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamePosition {
    /// The position.
    pub position: Chess,
    /// The move played there; `None` at the end.
    pub played: Option<Move>,
    /// The number of the move, such as `23b`.
    pub number: String,
}

/// The position of a game before a move; at the end without a number.
///
/// # Errors
/// If the game has no such move.
pub fn position_before(
    game: &Opening,
    place: Option<MoveNumber>,
) -> Result<GamePosition, SuiteError> {
    let mut position = game.start.clone();
    let first = MoveNumber::next(&position);
    let mut last = first;
    for &mv in &game.moves {
        last = MoveNumber::next(&position);
        if place == Some(last) {
            return Ok(GamePosition { position, played: Some(mv), number: last.text() });
        }
        position.play_unchecked(mv);
    }
    match place {
        None => {
            let number = MoveNumber::next(&position).text();
            Ok(GamePosition { position, played: None, number })
        }
        Some(place) => {
            Err(SuiteError::NoPlace { place: place.text(), first: first.text(), last: last.text() })
        }
    }
}

/// The game of this number (from 1) in a PGN file; without a number the only one.
///
/// # Errors
/// If the file cannot be read, or has no such game.
pub fn game(path: &Path, number: Option<usize>) -> Result<Opening, SuiteError> {
    let which = |games| SuiteError::WhichGame { file: path.display().to_string(), games };
    let Source::Book(games) = open(path, &ReadOptions::default())? else {
        return Err(which(0));
    };
    let number = match number {
        None if games.len() == 1 => 1,
        Some(number) if (1..=games.len()).contains(&number) => number,
        _ => return Err(which(games.len())),
    };
    Ok(games.game(number - 1)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine_core::game::position_from_fen;
    use openings::moves::read;

    use super::*;

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 3 20";

    fn line(best: &[&str], avoid: &[&str], note: &str) -> NewLine {
        let position = position_from_fen(BACK_RANK).unwrap();
        let moves = |texts: &[&str]| texts.iter().map(|mv| read(mv, &position).unwrap()).collect();
        let (best, avoid) = (moves(best), moves(avoid));
        NewLine { position, best, avoid, id: "a;b".to_owned(), note: note.to_owned() }
    }

    #[test]
    fn a_line_is_added_once_and_what_stands_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.epd");
        let own = "# mine\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - -   am e3;  acd 3; c5 \"x\"";
        fs::write(&path, own).unwrap();
        let rook = line(&["Ra8"], &[], "the \"back\" rank");
        assert_eq!(add(&path, &[rook.clone(), rook.clone()]).unwrap(), 1);
        let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 3; fmvn 20; bm Ra8#; id \"a;b\"; \
                    c0 \"the 'back' rank\";\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{own}\n{text}"));
        let other_note = NewLine { note: String::new(), ..rook };
        assert_eq!(add(&path, &[other_note]).unwrap(), 0);
        assert_eq!(add(&path, &[line(&[], &["Kf1", "h3"], "")]).unwrap(), 1);
        // Nothing is written if anything makes no sense.
        let before = fs::read(&path).unwrap();
        for (bad, reason) in
            [(line(&["h3"], &["h3"], ""), "both the best"), (line(&[], &[], ""), "nothing to")]
        {
            let error = add(&path, &[line(&["Kf1"], &[], ""), bad]).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        fs::write(&path, [&before[..], b"broken\n"].concat()).unwrap();
        let error = add(&path, &[line(&["Kf1"], &[], "")]).unwrap_err().to_string();
        assert!(error.contains("s.epd:6: "), "{error}");
    }
}
