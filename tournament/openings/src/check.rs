//! Statistics of a book: its size, its lines, and their codes in the Encyclopaedia of Chess Openings.
//!
//! The table of codes is that of <https://github.com/lichess-org/chess-openings> (CC0 1.0, public domain): a code,
//! an English name and moves in each line. Codes belong to positions, however they were reached, and a line
//! has the code of the last of its positions that has one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Read;
use std::sync::OnceLock;

use engine_core::key::Key;
use flate2::read::GzDecoder;
use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::book::Source;
use crate::opening::Opening;
use crate::{OpeningError, polyglot};

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
/// Fails if an opening cannot be read or is invalid; the message has its place.
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
        let code = code(&opening.start, &opening.moves).unwrap_or(&opening.eco);
        if let Some(volume) = code.chars().next() {
            counts.with_eco += 1;
            *counts.eco_volumes.entry(volume).or_default() += 1;
            self.codes.insert(code.to_owned());
        }
    }
}

/// The code of a line from `start`, a letter from A to E and two digits; `None` if none of its positions has one.
fn code(start: &Chess, moves: &[Move]) -> Option<&'static str> {
    let mut position = start.clone();
    let mut found = table().get(&Key::of(&position));
    for &mv in moves {
        position.play_unchecked(mv);
        found = table().get(&Key::of(&position)).or(found);
    }
    found.map(String::as_str)
}

const ECO: &[u8] = include_bytes!("../../../configs/openings/eco.tsv.gz");

fn table() -> &'static HashMap<Key, String> {
    static CODES: OnceLock<HashMap<Key, String>> = OnceLock::new();
    CODES.get_or_init(|| {
        let mut text = String::new();
        // Part of the program; a test reads all of it.
        GzDecoder::new(ECO).read_to_string(&mut text).ok();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(entry).collect()
    })
}

fn entry(line: &str) -> Option<(Key, String)> {
    let mut fields = line.split('\t');
    let (code, _, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Chess::default();
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        let san: SanPlus = word.parse().ok()?;
        position.play_unchecked(san.san.to_move(&position).ok()?);
    }
    Some((Key::of(&position), code.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine_core::game::Game;

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
        let found = checked("b.pgn", GAMES);
        let counts = (found.openings, found.skipped, found.complete, found.doubles);
        assert_eq!(counts, (9, 0, true, 1));
        let lengths = [(2, 1), (3, 3), (4, 1), (6, 2), (7, 1), (8, 1)];
        assert_eq!(found.plies, BTreeMap::from(lengths));
        let counts = (found.black_to_move, found.captures, found.unequal_material);
        assert_eq!((counts, found.with_eco), ((4, 2, 1), 9));
        let volumes: usize = found.eco_volumes.values().sum();
        assert_eq!((volumes, found.eco_volumes[&'B']), (9, 3));
        assert!((4..9).contains(&found.eco_codes), "{found:?}");
        // Bad openings are passed over and counted.
        let text = GAMES.to_owned() + "\n1. e5 *\n\n1. e4 -- *\n\n1. f4 oops *\n";
        let counts = checked("b.pgn", &text);
        assert_eq!((counts.openings, counts.skipped), (9, 3));
    }

    fn code_of(game: &str) -> Option<&'static str> {
        let game = Game::parse(game).unwrap();
        code(game.start(), game.moves())
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let mut text = String::new();
        GzDecoder::new(ECO).read_to_string(&mut text).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let wrong: Vec<_> = lines.filter(|line| entry(line).is_none()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(table().len() > 3_700, "{}", table().len());
        for code in table().values() {
            let [volume, tens, ones] = code.as_bytes() else { panic!("{code}") };
            assert!((b'A'..=b'E').contains(volume));
            assert!(tens.is_ascii_digit() && ones.is_ascii_digit());
        }
    }

    #[test]
    fn a_line_has_the_code_of_its_last_position_that_has_one() {
        // Also in another order, and with a move that no line of the table has.
        for spanish in [
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            "g1f3 b8c6 e2e4 e7e5 f1b5",
            "e2e4 e7e5 g1f3 b8c6 f1b5 h7h5",
        ] {
            assert_eq!(code_of(&format!("startpos moves {spanish}")), Some("C60"), "{spanish}");
        }
        assert_eq!(code_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), None);
    }
}
