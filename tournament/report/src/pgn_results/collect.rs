//! Collecting games by pairing.

use std::collections::{BTreeMap, HashMap, HashSet};

use match_stats::Meeting;
use openings::pgn::PgnResult;

use super::names::{Merge, MergeError, Names};
use super::pairing::Pairing;

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
    #[must_use]
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

    /// Players and meetings.
    ///
    /// # Errors
    /// If names to be merged do not occur.
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
