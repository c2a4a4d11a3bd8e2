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

/// Counts a book, with `skip_bad` its invalid openings, too, which else are errors. `progress` is called for each.
pub fn check(source: &Source, skip_bad: bool, mut progress: impl FnMut()) -> Result<Counts, OpeningError> {
    let mut tally = Tally::default();
    tally.counts.complete = true;
    let openings: Box<dyn Iterator<Item = Result<Opening, OpeningError>>> = match source {
        Source::Book(book) => Box::new(book.openings()),
        Source::Polyglot(book) => {
            let lines = book.lines(polyglot::DEFAULT_PLIES)?;
            // A line that ends the game is not an opening.
            Box::new(lines.filter_map(|line| {
                line.map_or_else(|error| Some(Err(error)), |line| polyglot::opening(line).ok().map(Ok))
            }))
        }
    };
    for opening in openings {
        if tally.counts.openings == MAX_LINES && matches!(source, Source::Polyglot(_)) {
            tally.counts.complete = false;
            break;
        }
        match opening {
            Ok(opening) => tally.add(&opening),
            Err(OpeningError::Invalid(_)) if skip_bad => tally.counts.skipped += 1,
            Err(error) => return Err(error),
        }
        progress();
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
