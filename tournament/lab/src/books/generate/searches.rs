//! What searches found, so that nothing is searched for twice: in memory, and in a file from which a
//! book that was interrupted goes on.
//!
//! The file is text. Its first line says whose searches they are; each other line has a letter (B
//! begins, P proposes, J judges), the position and the moves with their scores, with tabs in between. A line
//! that was cut off by the end of the process is no line.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine_core::game::{Game, position_from_fen};
use engine_core::notation::fen_of;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position};

use super::super::error::GenerateError;
use super::Search;
use players::player::{Choice, Player};

/// What a position is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::books) enum Purpose {
    /// Moves with which a line may begin: all lines come through here.
    Begin,
    /// Moves that may be played later.
    Propose,
    /// The score.
    Judge,
}

impl Purpose {
    fn letter(self) -> &'static str {
        match self {
            Self::Begin => "B",
            Self::Propose => "P",
            Self::Judge => "J",
        }
    }
}

type Found = HashMap<(Purpose, String), Vec<Choice>>;

/// All searches of a book. Threads may share them.
#[derive(Debug)]
pub struct Searches {
    search: Search,
    found: Mutex<Found>,
    kept: Option<Kept>,
}

#[derive(Debug)]
struct Kept {
    name: String,
    file: Mutex<File>,
}

impl Searches {
    /// In memory only.
    #[must_use]
    pub fn in_memory(search: Search) -> Searches {
        Searches {
            search,
            found: Mutex::default(),
            kept: None,
        }
    }

    /// Also in the file `path`, with what it has already; `engine` says who searches.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has something else in it.
    pub fn in_file(search: Search, path: &Path, engine: &str) -> Result<Searches, GenerateError> {
        let name = path.display().to_string();
        let failed = |source: io::Error| GenerateError::Keep {
            file: name.clone(),
            source,
        };
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(failed)?;
        let header = format!(
            "# tournament openings generate: {engine}, {} nodes for {} moves, judged at {} nodes",
            search.nodes, search.moves, search.judge_nodes
        );
        let wrong = |line: usize, found: &str| GenerateError::Kept {
            file: name.clone(),
            line,
            found: found.chars().take(100).collect(),
        };
        let mut lines = text[..whole].lines();
        match lines.next() {
            None => writeln!(file, "{header}").map_err(failed)?,
            Some(line) if line == header => {}
            Some(line) => return Err(wrong(1, line)),
        }
        let mut found = Found::new();
        for (number, line) in lines.enumerate() {
            let (key, choices) = read(line).ok_or_else(|| wrong(number + 2, line))?;
            found.insert(key, choices);
        }
        Ok(Searches {
            search,
            found: Mutex::new(found),
            kept: Some(Kept {
                name,
                file: Mutex::new(file),
            }),
        })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        lock(&self.found).len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What there is in a position, the best move first; `player` searches unless it is known. The
    /// clocks of the position do not count.
    pub(in crate::books) fn find(
        &self,
        player: &mut dyn Player,
        position: &Chess,
        purpose: Purpose,
        engine: &str,
    ) -> Result<Vec<Choice>, GenerateError> {
        let game = Game::new(without_clocks(position));
        let key = (purpose, fen_of(game.position()));
        if let Some(choices) = lock(&self.found).get(&key) {
            return Ok(choices.clone());
        }
        let (nodes, count) = match purpose {
            Purpose::Begin => (self.search.judge_nodes, self.search.moves),
            Purpose::Propose => (self.search.nodes, self.search.moves),
            Purpose::Judge => (self.search.judge_nodes, 1),
        };
        let choices = player.best_moves(&game, nodes, count);
        let choices = choices.map_err(|failure| GenerateError::Engine {
            engine: engine.to_owned(),
            fen: key.1.clone(),
            failure,
        })?;
        if let Some(kept) = &self.kept {
            let line = written(&key, &choices);
            // One call for the whole line: whoever is killed leaves at most the last one unfinished.
            let done = lock(&kept.file).write_all(line.as_bytes());
            done.map_err(|source| GenerateError::Keep {
                file: kept.name.clone(),
                source,
            })?;
        }
        lock(&self.found).insert(key, choices.clone());
        Ok(choices)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic cannot leave half a search behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same position at the beginning of a game: it was reached by several ways.
fn without_clocks(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    setup.fullmoves = std::num::NonZeroU32::MIN;
    Chess::from_setup(setup, CastlingMode::Standard).unwrap_or_else(|_| position.clone())
}

fn written((purpose, fen): &(Purpose, String), choices: &[Choice]) -> String {
    let mut line = format!("{}\t{fen}\t", purpose.letter());
    for (index, choice) in choices.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        let mv = UciMove::from_move(choice.mv, CastlingMode::Standard);
        // Writing into a text cannot fail.
        write!(line, "{space}{mv} {}", choice.score).ok();
    }
    line.push('\n');
    line
}

fn read(line: &str) -> Option<((Purpose, String), Vec<Choice>)> {
    let mut fields = line.split('\t');
    let purpose = match fields.next()? {
        "B" => Purpose::Begin,
        "P" => Purpose::Propose,
        "J" => Purpose::Judge,
        _ => return None,
    };
    let fen = fields.next()?;
    let position = position_from_fen(fen).ok()?;
    let words: Vec<&str> = fields.next()?.split(' ').collect();
    let choices = words.chunks(2).map(|pair| {
        let [mv, score] = pair else { return None };
        let uci: UciMove = mv.parse().ok()?;
        Some(Choice {
            mv: uci.to_move(&position).ok()?,
            score: score.parse().ok()?,
            expected: None,
        })
    });
    let choices = choices.collect::<Option<Vec<_>>>()?;
    (!choices.is_empty()).then(|| ((purpose, fen.to_owned()), choices))
}

#[cfg(test)]
mod tests;
