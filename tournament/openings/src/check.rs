//! Statistics of a book: its size and its lines.

use std::collections::{BTreeMap, HashSet};

use engine_core::key::Key;
use serde::Serialize;
use shakmaty::Position;

use super::error::OpeningError;
use super::opening::Opening;
use super::reader::Source;
use super::{eco, polyglot};

/// The most lines of a Polyglot book that are counted: it may have too many.
const MAX_LINES: usize = 100_000;

/// Counts of a book.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Counts {
    /// Openings.
    pub openings: usize,
    /// Invalid openings, which were skipped.
    pub skipped: usize,
    /// True if these are all; false if a Polyglot book has more than 100,000 lines.
    pub complete: bool,
    /// Openings that end in the position in which an earlier one ends.
    pub doubles: usize,
    /// The number of openings of each length, in half-moves.
    pub plies: BTreeMap<usize, usize>,
    /// Openings after which Black is to move.
    pub black_to_move: usize,
    /// Openings after which fewer than 32 pieces and pawns are left.
    pub captures: usize,
    /// Openings after which the sides have different material.
    pub unequal_material: usize,
    /// Openings with a code in the Encyclopaedia of Chess Openings.
    pub with_eco: usize,
    /// The number of different codes.
    pub eco_codes: usize,
    /// The number of openings of each of its five volumes.
    pub eco_volumes: BTreeMap<char, usize>,
}

/// Counts what is in a book; invalid openings with `skip_bad`. `progress` is called for each opening.
///
/// # Errors
/// If an opening cannot be read or is invalid; the message has its place.
pub fn check(
    source: &Source,
    skip_bad: bool,
    mut progress: impl FnMut(),
) -> Result<Counts, OpeningError> {
    let mut tally = Tally::default();
    tally.counts.complete = true;
    match source {
        Source::Book(book) => {
            for opening in book.openings() {
                match opening {
                    Ok(opening) => tally.add(&opening),
                    Err(error) if skip_bad && error.is_of_one_opening() => {
                        tally.counts.skipped += 1;
                    }
                    Err(error) => return Err(error),
                }
                progress();
            }
        }
        Source::Polyglot(book) => {
            let mut lines = book.lines(polyglot::DEFAULT_PLIES)?;
            while let Some(line) = lines.next()? {
                if tally.counts.openings == MAX_LINES {
                    tally.counts.complete = false;
                    break;
                }
                // A line that ends the game is not an opening.
                if let Ok(opening) = polyglot::opening(line) {
                    tally.add(&opening);
                    progress();
                }
            }
        }
    }
    tally.counts.eco_codes = tally.codes.len();
    Ok(tally.counts)
}

#[derive(Default)]
struct Tally {
    counts: Counts,
    seen: HashSet<Key>,
    codes: HashSet<String>,
}

impl Tally {
    fn add(&mut self, opening: &Opening) {
        let position = opening.position();
        let counts = &mut self.counts;
        counts.openings += 1;
        counts.doubles += usize::from(!self.seen.insert(Key::of(&position)));
        *counts.plies.entry(opening.moves.len()).or_default() += 1;
        counts.black_to_move += usize::from(position.turn().is_black());
        let material = position.board().material();
        counts.captures += usize::from(position.board().occupied().count() < 32);
        counts.unequal_material += usize::from(material.white != material.black);
        let named = eco::name(&opening.start, &opening.moves).map(|name| name.code.as_str());
        let code = named.unwrap_or(&opening.eco);
        if let Some(volume) = code.chars().next() {
            counts.with_eco += 1;
            *counts.eco_volumes.entry(volume).or_default() += 1;
            self.codes.insert(code.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{ReadOptions, open};

    fn checked(name: &str, text: &str) -> Counts {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        check(&open(&path, &ReadOptions::default()).unwrap(), true, || {}).unwrap()
    }

    const GAMES: &str = "\
1. e4 e5 *\n\n1. e3 e5 2. e4 *\n\n1. e4 c5 2. Nf3 e6 3. Bc4 a6 4. O-O *\n\n1. e4 d5 2. exd5 Qxd5 *\n\n\
1. e4 d5 2. exd5 *\n\n1. e4 e5 2. Ke2 *\n\n1. Nf3 Nf6 2. Rg1 g6 3. Rh1 Bg7 4. e4 O-O *\n\n\
1. Nf3 Nf6 2. Nc3 Nc6 3. e4 e5 *\n\n1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 *\n";

    #[test]
    fn a_book_is_counted() {
        let Counts {
            openings,
            skipped,
            complete,
            doubles,
            plies,
            black_to_move,
            captures,
            unequal_material,
            with_eco,
            eco_codes,
            eco_volumes,
        } = checked("b.pgn", GAMES);
        assert_eq!((openings, skipped, complete, doubles), (9, 0, true, 1));
        let lengths = [(2, 1), (3, 3), (4, 1), (6, 2), (7, 1), (8, 1)];
        assert_eq!(plies, BTreeMap::from(lengths));
        assert_eq!(black_to_move, 4);
        assert_eq!((captures, unequal_material), (2, 1));
        assert_eq!(with_eco, 9);
        let volumes: usize = eco_volumes.values().sum();
        assert_eq!((volumes, eco_volumes[&'B']), (9, 3));
        assert!((4..9).contains(&eco_codes), "{eco_codes}");
    }

    #[test]
    fn bad_openings_are_passed_over_and_counted() {
        let text = GAMES.to_owned() + "\n1. e5 *\n\n1. e4 -- *\n\n1. f4 oops *\n";
        let counts = checked("b.pgn", &text);
        assert_eq!((counts.openings, counts.skipped), (9, 3));
    }
}
