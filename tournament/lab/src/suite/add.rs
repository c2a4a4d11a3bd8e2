//! New lines of a suite: positions of people and of games.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{anyhow, bail};
use config::disk;
use config::disk::write_named;
use engine_core::notation::fen_of;
use openings::{ReadOptions, Source, Variant, open};
use shakmaty::{Chess, Color, Move, Position};

use super::{Goal, operation, parse, parse_line, unreadable};

/// A position and what to do in it; its name and the note may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct NewLine {
    pub position: Chess,
    pub best: Vec<Move>,
    pub avoid: Vec<Move>,
    pub id: String,
    pub note: String,
}

impl NewLine {
    /// The line in EPD.
    pub fn text(&self) -> String {
        let position = &self.position;
        let mut line = without_clocks(&fen_of(position));
        let (halfmoves, fullmoves) = (position.halfmoves(), position.fullmoves().get());
        if (halfmoves, fullmoves) != (0, 1) {
            line += &format!(" hmvc {halfmoves}; fmvn {fullmoves};");
        }
        for (code, moves) in [("bm", &self.best), ("am", &self.avoid)] {
            let operation = operation(code, moves, position);
            line.extend(operation.map(|operation| format!(" {operation};")));
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

pub(super) fn unwritable(path: &Path, source: &io::Error) -> anyhow::Error {
    anyhow!("{}: {source}; the file is as it was: make room, or name another", path.display())
}

/// A text as an operand. EPD has no way to write a quote within quotes.
fn quoted(text: &str) -> String {
    let plain = text.replace('"', "'").replace(char::is_control, " ");
    format!("\"{}\"", plain.trim())
}

/// Adds lines to the suite in `path`, or begins one: all of them, or none. Lines whose position has the same moves
/// already are left out; the number of the others is returned. Two processes that do so at the same time wait for
/// each other.
pub fn add(path: &Path, lines: &[NewLine]) -> anyhow::Result<usize> {
    let file = path.display().to_string();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Without locks on folders, writers do not wait for each other.
    let lock = File::open(folder.unwrap_or(Path::new("."))).ok();
    let _locked = lock.as_ref().map(File::lock);
    let mut text =
        if path.exists() { disk::positions(path).map_err(|source| unreadable(&file, &source))? } else { Vec::new() };
    let key = |position: &Chess, goal: &Goal| (without_clocks(&fen_of(position)), goal.clone());
    let known = parse(&file, &text)?;
    let mut known: Vec<_> = known.iter().map(|test| key(test.game.position(), &test.goal)).collect();
    let before = known.len();
    for line in lines {
        let (_, game, goal) = parse_line(&line.text()).map_err(|fault| anyhow!("{fault}; nothing is added"))?;
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
        write_named::<io::Error>(path, |to| to.write_all(&text))?;
    }
    Ok(known.len() - before)
}

/// A move of a game by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber(u32, Color);

impl MoveNumber {
    /// Reads `23`, `23w` (White's move 23) or `23b`.
    pub fn of(text: &str) -> Result<Self, String> {
        let (number, color) = match text.strip_suffix('b') {
            Some(number) => (number, Color::Black),
            None => (text.strip_suffix('w').unwrap_or(text), Color::White),
        };
        let number = number.parse();
        let number = number.map_err(|_| "write 23 or 23w for White's move, 23b for Black's")?;
        Ok(Self(number, color))
    }

    fn next(position: &Chess) -> Self {
        Self(position.fullmoves().get(), position.turn())
    }

    fn text(self) -> String {
        format!("{}{}", self.0, self.1.fold_wb('w', 'b'))
    }
}

/// A game by its number, from 1, unless it is the only one, and a move of it, unless it is the end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GamePlace(pub Option<usize>, Option<MoveNumber>);

impl GamePlace {
    /// Reads a [`MoveNumber`], and before it the number of the game: `12:23b`; or `12:`, the end of that game.
    pub fn of(text: &str) -> Result<Self, String> {
        let (game, number) = text.split_once(':').map_or((None, text), |(game, number)| (Some(game), number));
        let game =
            game.map(|game| game.parse().map_err(|_| format!("{game:?} is not the number of a game; write 12:23b")));
        let number = (game.is_none() || !number.is_empty()).then(|| MoveNumber::of(number));
        Ok(Self(game.transpose()?, number.transpose()?))
    }
}

/// The position before a move of a game in a PGN file, the move and its number, such as `23b`.
pub fn position_before(
    path: &Path,
    GamePlace(number, place): GamePlace,
) -> anyhow::Result<(Chess, Option<Move>, String)> {
    // Games of chess are games of Chess960, too.
    let games = match open(path, &ReadOptions { variant: Variant::Chess960, ..ReadOptions::default() })? {
        Source::Book(games) => Some(games),
        _ => None,
    };
    let count = games.as_ref().map_or(0, |games| games.count);
    let number = number.or((count == 1).then_some(1)).filter(|number| (1..=count).contains(number));
    let (Some(games), Some(number)) = (games, number) else {
        bail!("{}: it has {count} games; choose one with --move 1: to --move {count}:", path.display());
    };
    let game = games.game(number - 1)?;
    let mut position = game.start;
    let first = MoveNumber::next(&position);
    let mut last = first;
    for &mv in &game.moves {
        last = MoveNumber::next(&position);
        if place == Some(last) {
            return Ok((position, Some(mv), last.text()));
        }
        position.play_unchecked(mv);
    }
    if let Some(place) = place {
        bail!(
            "--move {} is not in the game, whose moves are numbered {} to {}",
            place.text(),
            first.text(),
            last.text()
        );
    }
    let number = MoveNumber::next(&position).text();
    Ok((position, None, number))
}
