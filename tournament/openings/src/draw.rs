//! Drawing the openings that are played.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engine_core::random::below;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position};

use crate::OpeningError;
use crate::book::{Book, Format, Source};
use crate::opening::{Fingerprint, Opening, Variant};
use crate::polyglot::{self, DEFAULT_PLIES, Polyglot};

/// The lines of a Polyglot book in a row without a new position after which no more are expected.
const PATIENCE: usize = 20_000;

/// The selection of openings from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Any, by the seed.
    Random,
    /// The first ones.
    Sequential,
}

/// The requested openings.
#[derive(Debug, Clone, Copy)]
pub struct DrawRequest {
    /// The number of them.
    pub needed: usize,
    /// Their order.
    pub order: Order,
    /// Seed of the random order.
    pub seed: u64,
    /// The first opening taken in this order, from 1.
    pub start: usize,
    /// Half-moves of a line from a Polyglot book; `None`: [`DEFAULT_PLIES`].
    pub plies: Option<u32>,
    /// True to skip and count invalid openings; if false, the first of them is an error.
    pub skip_bad: bool,
    /// True to repeat a book with too few openings as often as needed, in the same order.
    pub wrap: bool,
}

impl DrawRequest {
    /// True if a book with this many different openings is large enough.
    fn is_satisfied_by(&self, different: usize) -> bool {
        different >= self.needed || self.wrap && different > 0
    }
}

/// The openings of a tournament, in the order of play, each read when it is needed. They are all different, unless the
/// book was repeated. Each different one takes 8 bytes besides the book.
#[derive(Debug)]
pub struct OpeningSequence {
    book: Arc<Book>,
    places: Vec<usize>,
    needed: usize,
    duplicates: usize,
    skipped: usize,
    fingerprint: Fingerprint,
}

impl OpeningSequence {
    /// The number of them.
    pub fn len(&self) -> usize {
        self.needed
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.needed == 0
    }

    /// The number of different ones: fewer than [`OpeningSequence::len`] if the book was repeated.
    pub fn different(&self) -> usize {
        self.places.len()
    }

    /// The number skipped because an earlier one reaches the same position.
    pub fn duplicates(&self) -> usize {
        self.duplicates
    }

    /// The number skipped because they are invalid.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// Repairs made while reading, one sentence each, beginning with the file's name.
    pub fn repairs(&self) -> Vec<String> {
        let repairs = self.book.repairs().iter();
        repairs.map(|repair| format!("{}: {repair}", self.book.file())).collect()
    }

    /// A number that identifies the openings: start positions and moves, not names. A resumed run
    /// detects by it that its book has changed.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.0
    }

    /// An opening. Fails if the book can no longer be read. Panics if there are too few.
    pub fn opening(&self, index: usize) -> Result<Opening, OpeningError> {
        assert!(index < self.needed, "opening {index} of {}", self.needed);
        self.book.opening(self.places[index % self.places.len()])
    }
}

/// Draws different openings. Two are the same if the games from them start from the same position,
/// however they got there.
///
/// A draw depends on the openings and the request alone, and a larger draw from the same file begins with the same
/// ones. Fails with [`OpeningError::TooFew`]: a pairing that repeats an opening would repeat its game. Also if one
/// that is drawn cannot be read.
pub fn draw(source: &Source, request: &DrawRequest) -> Result<OpeningSequence, OpeningError> {
    match source {
        Source::Book(book) => from_book(Arc::clone(book), request),
        Source::Polyglot(book) => from_polyglot(book, request),
    }
}

fn from_book(book: Arc<Book>, request: &DrawRequest) -> Result<OpeningSequence, OpeningError> {
    let passed = request.start.saturating_sub(1);
    let available = book.len().saturating_sub(passed);
    if !request.is_satisfied_by(available) {
        return Err(too_few(request, available, 0));
    }
    let mut shuffle = Shuffle::new(book.len(), request.seed);
    let order = (0..book.len()).map(|next| match request.order {
        Order::Sequential => next,
        Order::Random => shuffle.next(),
    });
    let mut different = DistinctOpenings::default();
    let mut places = Vec::with_capacity(request.needed.min(available));
    let mut skipped = 0;
    for place in order.skip(passed) {
        if places.len() == request.needed {
            break;
        }
        match book.opening(place) {
            Ok(opening) if different.add(&opening) => places.push(place),
            Ok(_) => {}
            Err(error) if request.skip_bad && error.is_of_one_opening() => skipped += 1,
            Err(error) => return Err(error),
        }
    }
    let duplicates = different.duplicates;
    if !request.is_satisfied_by(places.len()) {
        return Err(too_few(request, places.len(), duplicates));
    }
    Ok(OpeningSequence {
        book,
        places,
        needed: request.needed,
        duplicates,
        skipped,
        fingerprint: different.fingerprint,
    })
}

fn from_polyglot(book: &Polyglot, request: &DrawRequest) -> Result<OpeningSequence, OpeningError> {
    let plies = request.plies.unwrap_or(DEFAULT_PLIES);
    let mut random = Pcg64Mcg::seed_from_u64(request.seed);
    let mut lines = book.lines(plies)?;
    let mut next = || -> Result<Option<Vec<Move>>, OpeningError> {
        match request.order {
            Order::Random => book.walk(plies, &mut random).map(Some),
            Order::Sequential => lines.next(),
        }
    };
    let passed = request.start.saturating_sub(1);
    let mut seen = DistinctOpenings::default();
    let mut taken = DistinctOpenings::default();
    let (mut found, mut in_vain) = (0, 0);
    let mut text = String::new();
    while found < passed + request.needed && in_vain < PATIENCE {
        let Some(line) = next()? else { break };
        in_vain += 1;
        // A line that ends the game is not an opening.
        let Ok(opening) = polyglot::opening(line) else {
            continue;
        };
        if !seen.add(&opening) {
            continue;
        }
        (found, in_vain) = (found + 1, 0);
        if found > passed {
            taken.add(&opening);
            text += &opening.uci_moves().join(" ");
            text.push('\n');
        }
    }
    let found = found.saturating_sub(passed);
    if !request.is_satisfied_by(found) {
        return Err(too_few(request, found, seen.duplicates));
    }
    let (text, variant) = (text.as_bytes(), Variant::Standard);
    Ok(OpeningSequence {
        book: Arc::new(Book::unpacked(book.file(), text, Format::Lines, None, variant)?),
        places: (0..found).collect(),
        needed: request.needed,
        duplicates: seen.duplicates,
        skipped: 0,
        fingerprint: taken.fingerprint,
    })
}

fn too_few(request: &DrawRequest, found: usize, duplicates: usize) -> OpeningError {
    OpeningError::TooFew { needed: request.needed, start: request.start, found, duplicates }
}

#[derive(Debug, Default)]
struct DistinctOpenings {
    seen: HashSet<u64>,
    duplicates: usize,
    fingerprint: Fingerprint,
}

impl DistinctOpenings {
    /// True if this position was not added before.
    fn add(&mut self, opening: &Opening) -> bool {
        // Two of ten million different positions have the same key with a chance of 1 to 300,000.
        let Zobrist64(key) = opening.position().zobrist_hash(EnPassantMode::Legal);
        let is_new = self.seen.insert(key);
        if is_new {
            let fen = Fen::from_position(&opening.start, EnPassantMode::Legal);
            let text = format!("{fen} {}\n", opening.uci_moves().join(" "));
            self.fingerprint.add(&text);
        } else {
            self.duplicates += 1;
        }
        is_new
    }
}

/// A Fisher-Yates shuffle of the numbers below a bound, a number at a time, that keeps only those
/// which are not in their own place: memory grows with the numbers taken, not with the bound. Written
/// out, so that the same seed draws the same openings with any version of the random crates.
struct Shuffle {
    random: Pcg64Mcg,
    moved: HashMap<usize, usize>,
    next: usize,
    end: usize,
}

impl Shuffle {
    fn new(end: usize, seed: u64) -> Self {
        Self { random: Pcg64Mcg::seed_from_u64(seed), moved: HashMap::new(), next: 0, end }
    }

    /// The next number; there are no more than the bound.
    fn next(&mut self) -> usize {
        let i = self.next;
        self.next += 1;
        let j = i + below(&mut self.random, (self.end - i) as u64) as usize;
        let at_i = self.moved.remove(&i).unwrap_or(i);
        if i == j {
            return at_i;
        }
        self.moved.insert(j, at_i).unwrap_or(j)
    }
}
