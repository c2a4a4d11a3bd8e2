//! The openings of a run: the built-in ones or a file's, drawn by the seed.

use std::collections::BTreeMap;

use config::{Config, OpeningPolicy, OpeningSource};
use openings::{Book, DrawRequest, Fingerprint, Opening, OpeningError, OpeningSequence, ReadOptions, Source};

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

/// The openings of a run, for each pairing a list in the order of play: by pairing, the lower index first, or one for all.
#[derive(Debug)]
pub struct DrawnOpenings(BTreeMap<Option<(usize, usize)>, OpeningSequence>);

impl DrawnOpenings {
    /// Draws as many openings for each pairing as it plays.
    ///
    /// A pairing's own list depends on the run's seed and the names of the two engines alone: it stays the same
    /// when other engines come or go, and a longer one begins with the same openings.
    pub(crate) fn draw(config: &Config, schedule: &Schedule) -> Result<Self, OpeningError> {
        let source = source(config)?;
        let needed = schedule.openings();
        let draw = |seed| openings::draw(&source, &request(config, needed, seed));
        if config.openings.policy == OpeningPolicy::Round {
            return draw(config.run.seed).map(Self::from);
        }
        let own = schedule.meetings().iter().map(|&pairing| {
            let drawn = draw(seed_of(config, pairing))?;
            Ok((Some(pairing), drawn))
        });
        own.collect::<Result<_, _>>().map(Self)
    }

    /// The openings of two engines in the order of play, whichever has White; `None` if they do not meet.
    pub fn of(&self, white: usize, black: usize) -> Option<&OpeningSequence> {
        let pairing = (white.min(black), white.max(black));
        self.0.get(&None).or_else(|| self.0.get(&Some(pairing)))
    }

    /// The opening of a game.
    ///
    /// # Panics
    /// If the game is none of the schedule for which they were drawn.
    pub(crate) fn opening(&self, game: &ScheduledGame) -> Result<Opening, OpeningError> {
        let list = self.of(game.white, game.black).expect("only engines that meet have games");
        list.opening(game.opening)
    }

    /// The number of openings that each pairing plays.
    pub fn needed(&self) -> usize {
        self.most(|list| list.needed)
    }

    /// The most of what is counted for each pairing.
    pub(crate) fn most(&self, count: impl Fn(&OpeningSequence) -> usize) -> usize {
        self.0.values().map(count).max().unwrap_or(0)
    }

    /// The number of distinct ones in the pairing with the fewest: less only if the book is started over.
    pub(crate) fn different(&self) -> usize {
        self.0.values().map(OpeningSequence::different).min().unwrap_or(0)
    }

    /// The faults in the file that were tolerated, a sentence each that begins with its name.
    pub(crate) fn repairs(&self) -> Vec<String> {
        self.0.values().next().map(OpeningSequence::repairs).unwrap_or_default()
    }

    /// A text that identifies the openings: start positions and moves, not names. A resumed run detects by it
    /// that its book has changed.
    pub fn fingerprint(&self) -> String {
        let number = match self.0.get(&None) {
            Some(shared) => shared.fingerprint,
            None => {
                let mut all = Fingerprint::default();
                for list in self.0.values() {
                    all.add(&format!("{:016x}\n", list.fingerprint));
                }
                all.0
            }
        };
        format!("{number:016x}")
    }
}

impl From<OpeningSequence> for DrawnOpenings {
    fn from(drawn: OpeningSequence) -> Self {
        Self(BTreeMap::from([(None, drawn)]))
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
            let reading = ReadOptions { plies: openings.plies, variant: openings.variant };
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
