//! Drawing the openings that are played.

use std::collections::{HashMap, HashSet};
use std::iter::repeat_with;
use std::sync::Arc;

use engine_core::random::below;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position};

use crate::OpeningError;
use crate::book::{Book, ReadOptions, Source};
use crate::files::Kind;
use crate::opening::{Fingerprint, Opening};
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
    /// An error unless so many different openings, besides repeated ones, are enough.
    fn check(&self, found: usize, duplicates: usize) -> Result<(), OpeningError> {
        let Self { needed, start, .. } = *self;
        if found >= needed || self.wrap && found > 0 {
            return Ok(());
        }
        Err(OpeningError::TooFew { needed, start, found, duplicates })
    }
}

/// The openings of a tournament, in the order of play, different unless the book was repeated; read when needed.
#[derive(Debug)]
pub struct OpeningSequence {
    book: Arc<Book>,
    places: Vec<usize>,
    /// The number of them.
    pub needed: usize,
    /// The number skipped because an earlier one reaches the same position.
    pub duplicates: usize,
    /// The number skipped because they are invalid.
    pub skipped: usize,
    /// Of start positions and moves, not names: by it a resumed run detects that its book has changed.
    pub fingerprint: u64,
}

impl OpeningSequence {
    /// The number of different ones: fewer than are needed if the book was repeated.
    pub fn different(&self) -> usize {
        self.places.len()
    }

    /// Repairs made while reading, one sentence each, beginning with the file's name.
    pub fn repairs(&self) -> Vec<String> {
        let repairs = self.book.repairs.iter();
        repairs.map(|repair| format!("{}: {repair}", self.book.file)).collect()
    }

    /// An opening. Fails if the book can no longer be read. Panics if there are too few.
    pub fn opening(&self, index: usize) -> Result<Opening, OpeningError> {
        assert!(index < self.needed, "opening {index} of {}", self.needed);
        self.book.opening(self.places[index % self.places.len()])
    }
}

/// Draws different openings: none ends in the position of another, however it got there.
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
    let available = book.count.saturating_sub(passed);
    request.check(available, 0)?;
    let mut shuffle = Shuffle::new(book.count, request.seed);
    let order = (0..book.count).map(|next| match request.order {
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
            Err(OpeningError::Invalid(_)) if request.skip_bad => skipped += 1,
            Err(error) => return Err(error),
        }
    }
    let DistinctOpenings { duplicates, fingerprint, .. } = different;
    request.check(places.len(), duplicates)?;
    let (needed, fingerprint) = (request.needed, fingerprint.0);
    Ok(OpeningSequence { book, places, needed, duplicates, skipped, fingerprint })
}

fn from_polyglot(book: &Polyglot, request: &DrawRequest) -> Result<OpeningSequence, OpeningError> {
    let plies = request.plies.unwrap_or(DEFAULT_PLIES);
    let mut random = Pcg64Mcg::seed_from_u64(request.seed);
    let lines: Box<dyn Iterator<Item = Result<Vec<Move>, OpeningError>>> = match request.order {
        Order::Random => Box::new(repeat_with(|| book.walk(plies, &mut random))),
        Order::Sequential => Box::new(book.lines(plies)?),
    };
    let passed = request.start.saturating_sub(1);
    let mut seen = DistinctOpenings::default();
    let (mut found, mut in_vain) = (0, 0);
    // The lines as games, to be read like any others.
    let mut games = String::new();
    for line in lines {
        if found == passed + request.needed || in_vain == PATIENCE {
            break;
        }
        in_vain += 1;
        // A line that ends the game is not an opening.
        let Ok(opening) = polyglot::opening(line?) else { continue };
        if seen.add(&opening) {
            games += &format!("{} *\n\n", opening.uci_moves().join(" "));
            (found, in_vain) = (found + 1, 0);
        }
    }
    request.check(found.saturating_sub(passed), seen.duplicates)?;
    let options = ReadOptions::default();
    let lines = Book::unpacked(&book.file, Kind::Games, games.as_bytes(), &options)?;
    let in_order = DrawRequest { order: Order::Sequential, ..*request };
    let drawn = from_book(Arc::new(lines), &in_order)?;
    Ok(OpeningSequence { duplicates: seen.duplicates, ..drawn })
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
        if !self.seen.insert(key) {
            self.duplicates += 1;
            return false;
        }
        let fen = Fen::from_position(&opening.start, EnPassantMode::Legal);
        self.fingerprint.add(&format!("{fen} {}\n", opening.uci_moves().join(" ")));
        true
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
