//! Results from any PGN files, for ratings.
//!
//! Games are read as a stream, so that files may be of any size; moves are not played. A game that cannot be counted is
//! left out and reported with its line. Repeated games, with the same players, moves and result, are counted like
//! others, and reported.
//!
//! Two games of a file are a pair if they have the same players with colours reversed and are marked as a pair: by the
//! same Round up to the last dot and not two different openings, or by the same start position, anywhere in the file;
//! or by openings of the same name if they are consecutive. All other games are single.

mod names;
mod pairing;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use match_stats::Meeting;
use openings::TextEncoding;
use openings::files::{self, FileError, FileFilter};
use openings::pgn::{PgnResult, Results, UnusableGame};

use names::Names;
use pairing::Pairing;

pub use names::{Merge, MergeError};

/// An item read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PgnItem {
    /// A game with its result.
    Game(PgnResult),
    /// A game that cannot be counted.
    Faulty(UnusableGame),
    /// Repairs made while reading.
    Repair(String),
}

/// Passes the games of a file to `visit`, one at a time, with the name of the text that contains them: `.pgn`, also
/// with `.gz` or `.zst` after it, or every `.pgn` of a `.zip`; `-` is standard input. Fails if the file cannot be read.
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

/// Games of a list of players.
#[derive(Debug, Default)]
pub struct Collector {
    merged: Names,
    /// Hashes of the games so far that have moves.
    seen: HashSet<u64>,
    repeated: u64,
    indices: HashMap<String, usize>,
    names: Vec<String>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// The games of the current file.
    file: Pairing,
}

/// The data for ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Collected {
    /// The players in the order of their first games.
    pub players: Vec<String>,
    /// The results of the pairings.
    pub meetings: Vec<Meeting>,
    /// Games with the same players, moves and result as an earlier one.
    pub repeated: u64,
}

impl Collector {
    /// A collector that merges names of the same player.
    pub fn new(merges: Vec<Merge>) -> Self {
        Self { merged: Names::new(merges), ..Self::default() }
    }

    /// Counts a game, in the order of the file. `false` if, with names merged, a player plays himself.
    #[must_use]
    pub fn add(&mut self, mut game: PgnResult) -> bool {
        self.merged.resolve(&mut game.white);
        self.merged.resolve(&mut game.black);
        if game.white == game.black {
            return false;
        }
        let is_again = game.key.is_some_and(|key| !self.seen.insert(key));
        self.repeated += u64::from(is_again);
        let (white, black) = (self.index(&game.white), self.index(&game.black));
        self.file.add(&game, white, black);
        true
    }

    /// Begins another file: pairs do not extend across files.
    pub fn end_of_file(&mut self) {
        let meetings = &mut self.meetings;
        self.file.count(|(a, b), add| {
            add(meetings.entry((a, b)).or_insert_with(|| Meeting::new(a, b)));
        });
    }

    /// Players and meetings. Fails if names to be merged do not occur.
    pub fn finish(mut self) -> Result<Collected, MergeError> {
        self.end_of_file();
        self.merged.check(&self.names)?;
        Ok(Collected {
            players: self.names,
            meetings: self.meetings.into_values().collect(),
            repeated: self.repeated,
        })
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        let index = self.names.len();
        self.indices.insert(name.to_owned(), index);
        self.names.push(name.to_owned());
        index
    }
}
