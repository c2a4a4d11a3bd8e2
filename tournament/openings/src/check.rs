//! Statistics of a book: its size, its lines, and a sample of positions for evaluation.

use std::collections::{BTreeMap, HashSet};

use engine_core::key::Key;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::Serialize;
use shakmaty::{Chess, Color, File, Position};

use super::error::OpeningError;
use super::opening::Opening;
use super::reader::Source;
use super::{eco, polyglot};
use engine_core::random::below;

/// The most lines of a Polyglot book that are counted: it may have too many.
pub const MOST_LINES: usize = 100_000;

/// Counts of a book.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Counts {
    /// Openings.
    pub openings: usize,
    /// Invalid openings, which were skipped.
    pub skipped: usize,
    /// True if these are all; false if a Polyglot book has more than [`MOST_LINES`] lines.
    pub complete: bool,
    /// Openings that end in the position in which an earlier one ends.
    pub doubles: usize,
    /// The number of openings of each length, in half-moves.
    pub plies: BTreeMap<usize, usize>,
    /// Openings after which Black is to move.
    pub black_to_move: usize,
    /// Openings after which a side can no longer castle without having castled. Where an opening
    /// begins from its own position, a king on the b, c or g file of its first rank counts as castled.
    pub cannot_castle: usize,
    /// Openings after which fewer than 32 men are left.
    pub captures: usize,
    /// Openings after which the sides have different men.
    pub unequal_material: usize,
    /// Openings with a code in the Encyclopaedia of Chess Openings.
    pub with_eco: usize,
    /// The number of different codes.
    pub eco_codes: usize,
    /// The number of openings of each of its five volumes.
    pub eco_volumes: BTreeMap<char, usize>,
}

/// A book, counted, and a sample of its openings.
#[derive(Debug, Clone)]
pub struct BookCheck {
    /// The counts.
    pub counts: Counts,
    /// The positions of the sample.
    pub sample: Vec<Chess>,
}

/// Counts what is in a book, and draws `sample` of its openings by `seed`, or all if there are no more.
/// Lines of a Polyglot book have `plies` half-moves. Invalid openings are counted with `skip_bad`.
/// `progress` is called for each opening.
///
/// # Errors
/// If an opening cannot be read or is invalid; the message has its place.
pub fn check(
    source: &Source,
    plies: u32,
    skip_bad: bool,
    (sample, seed): (usize, u64),
    mut progress: impl FnMut(),
) -> Result<BookCheck, OpeningError> {
    let mut tally = Tally {
        counts: Counts::default(),
        seen: HashSet::new(),
        codes: HashSet::new(),
        sample: Vec::new(),
        size: sample,
        random: Pcg64Mcg::seed_from_u64(seed),
    };
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
            let mut lines = book.lines(plies)?;
            while let Some(line) = lines.next()? {
                if tally.counts.openings == MOST_LINES {
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
    Ok(BookCheck { counts: tally.counts, sample: tally.sample })
}

struct Tally {
    counts: Counts,
    seen: HashSet<Key>,
    codes: HashSet<String>,
    sample: Vec<Chess>,
    size: usize,
    random: Pcg64Mcg,
}

impl Tally {
    fn add(&mut self, opening: &Opening) {
        let position = opening.position();
        let counts = &mut self.counts;
        counts.openings += 1;
        counts.doubles += usize::from(!self.seen.insert(Key::of(&position)));
        *counts.plies.entry(opening.moves.len()).or_default() += 1;
        counts.black_to_move += usize::from(position.turn().is_black());
        let is_stuck = |side| !may_castle(opening, &position, side);
        counts.cannot_castle += usize::from(Color::ALL.into_iter().any(is_stuck));
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
        self.draw(position);
    }

    /// Reservoir sampling (Vitter 1985, algorithm R): all openings are equally likely, and their number
    /// need not be known.
    fn draw(&mut self, position: Chess) {
        if self.sample.len() < self.size {
            self.sample.push(position);
            return;
        }
        let place = below(&mut self.random, self.counts.openings as u64) as usize;
        if let Some(place) = self.sample.get_mut(place) {
            *place = position;
        }
    }
}

/// True if a side may castle or has castled.
fn may_castle(opening: &Opening, end: &Chess, side: Color) -> bool {
    if end.castles().has_color(side) {
        return true;
    }
    let mut position = opening.start.clone();
    for &mv in &opening.moves {
        if mv.is_castle() && position.turn() == side {
            return true;
        }
        position.play_unchecked(mv);
    }
    let home = side.backrank();
    let castled = |king: shakmaty::Square| {
        king.rank() == home && [File::B, File::C, File::G].contains(&king.file())
    };
    let king = opening.start.board().king_of(side);
    opening.start_fen().is_some() && king.is_some_and(castled)
}

#[cfg(test)]
mod tests;
