//! Results from any PGN files, for ratings.
//!
//! Games are read as a stream, so that files may be of any size; moves are not played. A game that cannot be counted is
//! left out and reported with its line. Repeated games, with the same players, moves and result, are counted like
//! others, and reported.
//!
//! Two games of a file are a pair if they have the same players with colours reversed and are marked as a pair: by the
//! same Round up to the last dot and not two different openings, or by the same start position, anywhere in the file;
//! or by openings of the same name if they are consecutive. All other games are single.

mod pairing;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use match_stats::Meeting;
use openings::TextEncoding;
use openings::UnusableGame;
use openings::files::{self, FileError, FileFilter};
use openings::pgn::{Games, PgnResult};

use crate::ReportError;
use pairing::Pairing;

/// Names that are suggested for one that is not known.
const NEAREST: usize = 3;

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
        let mut games = Games::new(file.text);
        let failed = |source| FileError::Read { file: name.to_owned(), source };
        while let Some(game) = games.next_game().map_err(failed)? {
            visit(name, PgnResult::of(&game).map_or_else(PgnItem::Faulty, PgnItem::Game));
        }
        for repair in games.repairs() {
            visit(name, PgnItem::Repair(repair));
        }
        Ok(())
    })
}

/// Games of a list of players.
#[derive(Debug, Default)]
pub struct Collector {
    /// The names to be merged, each with true if it has occurred.
    merges: Vec<(Merge, bool)>,
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
pub struct RatingData {
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
        let merges = merges.into_iter().map(|merge| (merge, false));
        Self { merges: merges.collect(), ..Self::default() }
    }

    /// Counts a game, in the order of the file. `false` if, with names merged, a player plays himself.
    #[must_use]
    pub fn add(&mut self, mut game: PgnResult) -> bool {
        self.resolve(&mut game.white);
        self.resolve(&mut game.black);
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
        self.file.count(&mut self.meetings);
    }

    /// Players and meetings. Fails if names to be merged do not occur.
    pub fn finish(mut self) -> Result<RatingData, ReportError> {
        self.end_of_file();
        self.check_merges().map_err(ReportError::Message)?;
        Ok(RatingData {
            players: self.names,
            meetings: self.meetings.into_values().collect(),
            repeated: self.repeated,
        })
    }

    /// Replaces a name by the one that its player is counted as.
    fn resolve(&mut self, name: &mut String) {
        // More steps than merges are a circle, which `check_merges` reports.
        for _ in 0..self.merges.len() {
            let mut merges = self.merges.iter_mut();
            let Some((merge, occurs)) = merges.find(|(merge, _)| merge.old == *name) else {
                return;
            };
            *occurs = true;
            name.clone_from(&merge.new);
        }
    }

    /// An error unless every merge means one player.
    fn check_merges(&self) -> Result<(), String> {
        for (index, (merge, _)) in self.merges.iter().enumerate() {
            let old = &merge.old;
            if self.merges[..index].iter().any(|(other, _)| other.old == *old) {
                return Err(format!("--merge {merge}: {old:?} is merged twice; leave one out"));
            }
            let mut name = &merge.new;
            for _ in 0..self.merges.len() {
                match self.merges.iter().find(|(other, _)| other.old == *name) {
                    Some(_) if name == old => {
                        return Err(format!(
                            "--merge {merge}: the names lead back to {name}; leave one out"
                        ));
                    }
                    Some((next, _)) => name = &next.new,
                    None => break,
                }
            }
        }
        let (known, unknown): (Vec<_>, Vec<_>) =
            self.merges.iter().partition(|(_, occurs)| *occurs);
        let Some((merge, _)) = unknown.first() else {
            return Ok(());
        };
        let merged = known.into_iter().map(|(merge, _)| &merge.old);
        let nearest = nearest_to(&merge.old, self.names.iter().chain(merged).collect());
        Err(format!("--merge {merge}: no player is called {:?}{nearest}", merge.old))
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

/// A merge of names: the games of OLD count as NEW's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    old: String,
    new: String,
}

impl std::fmt::Display for Merge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.old, self.new)
    }
}

impl Merge {
    /// Reads `OLD=NEW`; either name may be quoted, and must be if it contains a "=". Fails if there are no two names.
    pub fn parse(text: &str) -> Result<Self, String> {
        let name = |part: &str| -> Option<String> {
            let part = part.trim();
            let quoted = part.strip_prefix('"').and_then(|part| part.strip_suffix('"'));
            let is_plain = !part.contains('=') && !part.starts_with('"');
            let name = quoted.or_else(|| is_plain.then_some(part))?.trim();
            (!name.is_empty() && !name.contains("\"=")).then(|| name.to_owned())
        };
        let splits = text.match_indices('=').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let readings =
            splits.filter_map(|(old, new)| Some(Self { old: name(old)?, new: name(new)? }));
        match &readings.collect::<Vec<_>>()[..] {
            [merge] => Ok(merge.clone()),
            _ => Err("expected a name before and after one \"=\"; write OLD=NEW, or \"OLD\"=\"NEW\" with quotes around \
                      names that contain \"=\""
                .to_owned()),
        }
    }
}

/// The known names that are nearest to one that is not; without games there are none.
fn nearest_to(name: &str, mut known: Vec<&String>) -> String {
    known.sort_by_cached_key(|other| (-1e6 * strsim::jaro_winkler(other, name)) as i64);
    known.dedup();
    let quoted: Vec<String> = known.iter().take(NEAREST).map(|name| format!("{name:?}")).collect();
    if quoted.is_empty() {
        return String::new();
    }
    format!("; the nearest are {}", quoted.join(", "))
}
