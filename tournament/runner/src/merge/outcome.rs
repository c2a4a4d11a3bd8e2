//! Errors of merging parts, with their remedies, and the games that are missing after it.

use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use crate::run::RunError;
use crate::store::{BadGame, StoreError};

/// The reason that parts cannot be merged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum MergeError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Run(Box<RunError>),
    #[error("{}: {source}; name the folders of shards, or one that has them in it", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("{}: there is no shard here, nor in the folders in it; name the folders that have run.sqlite in them, or one above them", folder.display())]
    NoPart { folder: PathBuf },
    #[error("{}: this is the run to which shards are to be joined; name it first and only once", run.display())]
    Itself { run: PathBuf },
    #[error(
        "nothing can be merged yet: shards being played: {playing}{}{}",
        match not_begun {
            0 => String::new(),
            empty => format!("; with nothing in them yet: {empty}"),
        },
        listed(refused)
    )]
    Nothing { playing: usize, not_begun: usize, refused: Vec<(PathBuf, MergeError)> },
    #[error(
        "{}: nothing was merged, because these are not shards of this run:{}\nleave them out, or merge them into a \
         folder of their own",
        run.display(), others(parts)
    )]
    OtherRun { run: PathBuf, parts: Vec<(PathBuf, Vec<String>)> },
    #[error(
        "{}: {bad}; nothing of this shard was taken; play it with --shard as before and --repair, which plays this game again",
        part.display()
    )]
    Bad { part: PathBuf, bad: BadGame },
    #[error(
        "{}: its game {} is not the one that the run has{}, and at fixed nodes there is but one:\n  \
         there: {there}\n  here:  {here}\none of the programs or machines is not like the others; nothing of this shard was \
         taken",
        part.display(), game + 1, from.as_ref().map_or_else(String::new, |from| format!(" from {}", from.display()))
    )]
    Different { game: usize, here: String, there: String, part: PathBuf, from: Option<PathBuf> },
}

fn listed(refused: &[(PathBuf, MergeError)]) -> String {
    let lines = refused.iter().map(|(_, error)| format!("\n  {error}"));
    lines.collect()
}

fn others(parts: &[(PathBuf, Vec<String>)]) -> String {
    /// The number of differences of a part, and of parts, that are listed.
    const LISTED: usize = 6;
    let part = |(folder, changes): &(PathBuf, Vec<String>)| {
        let changes: Vec<&str> = changes.iter().take(LISTED).map(String::as_str).collect();
        format!("\n  {}: {}", folder.display(), changes.join("; "))
    };
    let listed: String = parts.iter().take(LISTED).map(part).collect();
    match parts.len().saturating_sub(LISTED) {
        0 => listed,
        more => format!("{listed}\n  and {more} more"),
    }
}

/// The number of ranges that are listed; the rest is counted.
const LISTED: usize = 12;

/// The games that a run does not have, as ranges of their numbers from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MissingGames(Vec<RangeInclusive<usize>>);

impl MissingGames {
    /// Those that are not `finished`.
    pub fn of(finished: &[bool]) -> Self {
        let mut number = 1;
        let mut ranges = Vec::new();
        for stretch in finished.chunk_by(|one, next| one == next) {
            let next = number + stretch.len();
            if !stretch[0] {
                ranges.push(number..=next - 1);
            }
            number = next;
        }
        Self(ranges)
    }

    /// The number of games in these ranges.
    pub fn games(&self) -> usize {
        self.0.iter().map(|range| range.end() - range.start() + 1).sum()
    }

    /// The ranges.
    pub fn ranges(&self) -> &[RangeInclusive<usize>] {
        &self.0
    }

    /// In words, as `3, 7-12, 40-80`; of very many ranges the first.
    pub fn text(&self) -> String {
        let word = |range: &RangeInclusive<usize>| {
            if range.start() == range.end() {
                range.start().to_string()
            } else {
                format!("{}-{}", range.start(), range.end())
            }
        };
        let words: Vec<String> = self.0.iter().take(LISTED).map(word).collect();
        let text = words.join(", ");
        match self.0.len().saturating_sub(LISTED) {
            0 => text,
            more => format!("{text} and {more} ranges more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_counted_from_1_and_told_in_order() {
        assert_eq!(MissingGames::of(&[true; 4]), MissingGames::default());
        let finished = [false, true, true, false, false, false, true, false];
        let missing = MissingGames::of(&finished);
        assert_eq!(missing.text(), "1, 4-6, 8");
        assert_eq!(missing.games(), 5);
        let every_other: Vec<bool> = (0..40).map(|game| game % 2 == 1).collect();
        let missing = MissingGames::of(&every_other);
        assert!(missing.text().ends_with("21, 23 and 8 ranges more"), "{}", missing.text());
        assert_eq!(missing.ranges().len(), 20);
    }
}
