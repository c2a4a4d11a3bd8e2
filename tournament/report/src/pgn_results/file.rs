//! Results from files, compressed or not.

use std::path::Path;

use openings::TextEncoding;
use openings::files::{self, FileError, FileFilter};
use openings::pgn::{FaultyGame, PgnResult, Results};

/// An item read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PgnItem {
    /// A game with its result.
    Game(PgnResult),
    /// A game that cannot be counted.
    Faulty(FaultyGame),
    /// Repairs made while reading.
    Repair(String),
}

/// Passes the games of a file to `visit`, one at a time, with the name of the text that contains them: `.pgn`, also
/// with `.gz` or `.zst` after it, or every `.pgn` of a `.zip`; `-` is standard input.
///
/// # Errors
/// If the file cannot be read.
pub fn read(
    path: &Path,
    encoding: Option<TextEncoding>,
    mut visit: impl FnMut(&str, PgnItem),
) -> Result<(), FileError> {
    files::visit(path, FileFilter::GAMES, encoding, |file| {
        let name = file.name.as_str();
        if let Some(encoding) = file.encoding.filter(|_| encoding.is_none()) {
            visit(name, PgnItem::Repair(format!("it is read as {encoding}")));
        }
        let mut results = Results::new(file.text);
        loop {
            let game = results
                .next_game()
                .map_err(|source| FileError::Read { file: name.to_owned(), source })?;
            match game {
                Some(game) => visit(name, game.map_or_else(PgnItem::Faulty, PgnItem::Game)),
                None => break,
            }
        }
        for repair in results.repairs().messages() {
            visit(name, PgnItem::Repair(repair));
        }
        Ok(())
    })
}
