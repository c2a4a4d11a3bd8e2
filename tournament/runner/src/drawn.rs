//! The openings of a run: the built-in ones or a file's, drawn by the seed.

use std::collections::BTreeMap;

use config::{Config, OpeningPolicy, OpeningSource};
use openings::{
    Book, DrawRequest, Fingerprint, Opening, OpeningError, OpeningSequence, ReadOptions, Source,
};

use crate::schedule::{Schedule, ScheduledGame};

/// The project's own openings, packed PGN: lines that an engine which is not a contestant proposed and found level.
const OPENINGS: &[u8] = include_bytes!("../../../configs/openings/builtin.pgn.gz");

/// The built-in openings, at most `plies` half-moves of each.
pub fn builtin_openings(plies: Option<u32>) -> Result<Vec<Opening>, OpeningError> {
    builtin(plies)?.openings().collect()
}

fn builtin(plies: Option<u32>) -> Result<Book, OpeningError> {
    openings::pgn_gz("builtin openings", OPENINGS, plies)
}

/// The openings of a run, for each pairing a list in the order of play.
#[derive(Debug)]
pub struct DrawnOpenings(Lists);

#[derive(Debug)]
enum Lists {
    /// All pairings play the same ones.
    Shared(OpeningSequence),
    /// By pairing, the lower index first.
    Own(BTreeMap<(usize, usize), OpeningSequence>),
}

impl DrawnOpenings {
    /// Draws as many openings for each pairing as it plays.
    ///
    /// A pairing's own list depends on the run's seed and the names of the two engines alone: it stays the same
    /// when other engines come or go, and a longer one begins with the same openings.
    pub(crate) fn draw(config: &Config, schedule: &Schedule) -> Result<Self, OpeningError> {
        let source = source(config)?;
        let needed = schedule.openings();
        if config.openings.policy == OpeningPolicy::Round {
            let request = request(config, needed, config.run.seed);
            return openings::draw(&source, &request).map(|drawn| Self(Lists::Shared(drawn)));
        }
        let own = schedule.meetings().iter().map(|&pairing| {
            let seed = seed_of(config, pairing);
            let drawn = openings::draw(&source, &request(config, needed, seed))?;
            Ok((pairing, drawn))
        });
        own.collect::<Result<_, _>>().map(|own| Self(Lists::Own(own)))
    }

    /// The openings of two engines in the order of play, whichever has White; `None` if they do not meet.
    pub fn of(&self, white: usize, black: usize) -> Option<&OpeningSequence> {
        match &self.0 {
            Lists::Shared(list) => Some(list),
            Lists::Own(lists) => lists.get(&(white.min(black), white.max(black))),
        }
    }

    /// The opening of a game.
    ///
    /// # Panics
    /// If the game is none of the schedule for which they were drawn.
    pub fn opening(&self, game: &ScheduledGame) -> Result<Opening, OpeningError> {
        let list = self.of(game.white, game.black);
        let list = list.expect("only engines that meet have games");
        list.opening(game.opening)
    }

    /// The number of openings that each pairing plays.
    pub fn needed(&self) -> usize {
        self.lists().map(|list| list.needed).max().unwrap_or(0)
    }

    /// The number of distinct ones in the pairing with the fewest: less only if the book is started over.
    pub fn different(&self) -> usize {
        self.lists().map(OpeningSequence::different).min().unwrap_or(0)
    }

    /// The most openings that were passed over for a pairing because they reach a position that an earlier one reaches.
    pub fn duplicates(&self) -> usize {
        self.lists().map(|list| list.duplicates).max().unwrap_or(0)
    }

    /// The most openings that were passed over for a pairing because they make no sense.
    pub fn skipped(&self) -> usize {
        self.lists().map(|list| list.skipped).max().unwrap_or(0)
    }

    /// The faults in the file that were tolerated, a sentence each that begins with its name.
    pub fn repairs(&self) -> Vec<String> {
        self.lists().next().map(OpeningSequence::repairs).unwrap_or_default()
    }

    /// A text that identifies the openings: start positions and moves, not names. A resumed run detects by it
    /// that its book has changed.
    pub fn fingerprint(&self) -> String {
        let number = match &self.0 {
            Lists::Shared(list) => list.fingerprint,
            Lists::Own(lists) => {
                let mut all = Fingerprint::default();
                for list in lists.values() {
                    all.add(&format!("{:016x}\n", list.fingerprint));
                }
                all.0
            }
        };
        format!("{number:016x}")
    }

    fn lists(&self) -> impl Iterator<Item = &OpeningSequence> {
        let (shared, own) = match &self.0 {
            Lists::Shared(list) => (Some(list), None),
            Lists::Own(lists) => (None, Some(lists.values())),
        };
        shared.into_iter().chain(own.into_iter().flatten())
    }
}

impl From<OpeningSequence> for DrawnOpenings {
    fn from(drawn: OpeningSequence) -> Self {
        Self(Lists::Shared(drawn))
    }
}

/// As many openings as are needed, the same for all.
pub fn drawn(config: &Config, needed: usize) -> Result<OpeningSequence, OpeningError> {
    openings::draw(&source(config)?, &request(config, needed, config.run.seed))
}

fn source(config: &Config) -> Result<Source, OpeningError> {
    let openings = &config.openings;
    Ok(match &openings.source {
        OpeningSource::Builtin => builtin(openings.plies)?.into(),
        OpeningSource::File { path, .. } => {
            let reading = ReadOptions {
                plies: openings.plies,
                variant: openings.variant,
                encoding: openings.encoding,
            };
            openings::open(path, &reading)?
        }
        OpeningSource::Numbers(numbers) => Book::chess960(numbers)?.into(),
        // The configuration allows it for a single pair only.
        OpeningSource::StartPosition => Book::start_position()?.into(),
    })
}

fn request(config: &Config, needed: usize, seed: u64) -> DrawRequest {
    let openings = &config.openings;
    DrawRequest {
        needed,
        order: openings.order,
        seed,
        start: openings.start as usize,
        plies: openings.plies,
        skip_bad: openings.skip_bad,
        wrap: openings.wrap,
    }
}

/// The seed of a pairing's own openings, whichever of the two stands first.
fn seed_of(config: &Config, (one, other): (usize, usize)) -> u64 {
    let mut names = [one, other].map(|engine| config.engines[engine].name.as_str());
    names.sort_unstable();
    let mut key = Fingerprint::default();
    key.add(&format!("{}\n{}\n", config.run.seed, names.join("\n")));
    key.0
}
