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
    pub fn finish(mut self) -> Result<RatingData, MergeError> {
        self.end_of_file();
        self.merged.check(&self.names)?;
        Ok(RatingData {
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

/// Reasons that names cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum MergeError {
    #[error(
        "expected a name before and after one \"=\"; write OLD=NEW, or \"OLD\"=\"NEW\" with quotes around names that \
         contain \"=\""
    )]
    Syntax,
    #[error("--merge {merge}: no player is called {:?}{}", merge.old, like(.nearest))]
    Unknown { merge: Merge, nearest: Vec<String> },
    #[error("--merge {0}: {old:?} is merged twice; leave one out", old = .0.old)]
    Twice(Merge),
    #[error("--merge {0}: the names lead back to {1}; leave one out")]
    Circle(Merge, String),
}

fn like(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; the nearest is {one:?}"),
        more => {
            let quoted: Vec<String> = more.iter().map(|name| format!("{name:?}")).collect();
            format!("; the nearest are {}", quoted.join(", "))
        }
    }
}

impl Merge {
    /// Reads `OLD=NEW`; either name may be quoted, and must be if it contains a "=". Fails if there are no two names.
    pub fn parse(text: &str) -> Result<Self, MergeError> {
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
            _ => Err(MergeError::Syntax),
        }
    }
}

#[derive(Debug, Default)]
struct Names {
    merges: Vec<Merge>,
    used: Vec<bool>,
}

impl Names {
    fn new(merges: Vec<Merge>) -> Self {
        Self { used: vec![false; merges.len()], merges }
    }

    /// Replaces a name by the one that its player is counted as.
    fn resolve(&mut self, name: &mut String) {
        // More steps than merges are a cycle, which `check` reports.
        for _ in 0..self.merges.len() {
            let Some(index) = self.merges.iter().position(|merge| merge.old == *name) else {
                return;
            };
            self.used[index] = true;
            name.clone_from(&self.merges[index].new);
        }
    }

    /// An error unless every merge means one player; `players` are those that were not merged.
    fn check(&self, players: &[String]) -> Result<(), MergeError> {
        for (index, merge) in self.merges.iter().enumerate() {
            if self.merges[..index].iter().any(|other| other.old == merge.old) {
                return Err(MergeError::Twice(merge.clone()));
            }
            let mut name = &merge.new;
            for _ in 0..self.merges.len() {
                match self.merges.iter().find(|other| other.old == *name) {
                    Some(_) if *name == merge.old => {
                        return Err(MergeError::Circle(merge.clone(), name.clone()));
                    }
                    Some(next) => name = &next.new,
                    None => break,
                }
            }
        }
        if let Some(index) = self.used.iter().position(|used| !used) {
            let merge = self.merges[index].clone();
            let used = self.merges.iter().zip(&self.used).filter(|(_, used)| **used);
            let merged = used.map(|(merge, _)| &merge.old);
            let nearest = nearest_to(&merge.old, players.iter().chain(merged).collect());
            return Err(MergeError::Unknown { merge, nearest });
        }
        Ok(())
    }
}

fn nearest_to(name: &str, mut known: Vec<&String>) -> Vec<String> {
    known.sort_by_cached_key(|other| (-1e6 * strsim::jaro_winkler(other, name)) as i64);
    known.dedup();
    known.into_iter().take(NEAREST).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(merges: &[&str], names: &[&str]) -> Result<Vec<String>, MergeError> {
        let merges = merges.iter().map(|text| Merge::parse(text)).collect::<Result<_, _>>()?;
        let mut known = Names::new(merges);
        let mut resolved: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        resolved.iter_mut().for_each(|name| known.resolve(name));
        known.check(&resolved)?;
        Ok(resolved)
    }

    #[test]
    fn names_lead_to_names_and_may_have_signs_in_them() {
        for (merges, names, expected) in [
            (&["B=A"][..], &["A", "B", "C"][..], &["A", "A", "C"][..]),
            (&["C=B", "B=A"], &["C", "B"], &["A", "A"]),
            (&["\"A=B\"=C"], &["A=B", "A"], &["C", "A"]),
            (&["\"A\"=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
            (&["A=\"B=C\""], &["A", "A=B"], &["B=C", "A=B"]),
            (&["The \"Ace\" A = Ace"], &["The \"Ace\" A"], &["Ace"]),
        ] {
            assert_eq!(merged(merges, names).unwrap(), expected, "{merges:?}");
        }
    }

    #[test]
    fn an_unknown_name_is_an_error() {
        let nearest = "--merge Nobody=A: no player is called \"Nobody\"; the nearest is \"A\"";
        for (merges, names, expected) in [
            (&["Nobody=A"][..], &["A"][..], nearest),
            (&["Oter=A"], &["A", "Otter", "Other", "Zed"], "\"Otter\", \"Other\", "),
            (&["A=B=C"], &["A", "A=B"], "with quotes around names that contain"),
            (&["A=B", "A=C"], &["A"], "--merge A=C: \"A\" is merged twice"),
            (&["A=B", "B=A"], &["A"], "the names lead back to A"),
            (&["A"], &["A"], "expected a name before and after"),
            (&["=A"], &["A"], "expected a name before and after"),
            (&["\"A=B"], &["A"], "expected a name before and after"),
        ] {
            let error = merged(merges, names).unwrap_err().to_string();
            assert!(error.contains(expected), "{merges:?}: {error}");
        }
    }
}
