//! `games.pgn` while a run is played: whole pairs, in the order of the schedule, up to the first that has not ended.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use config::disk::replace_file;
use players::record::GameRecord;
use runner::arena::Plan;
use runner::schedule::Schedule;
use runner::store::Store;

use crate::ReportError;
use crate::pgn::PgnWriter;
use crate::reports::{GAMES, pgn_writers};

/// The file, which at the end of the run is as `report` makes it.
#[derive(Debug)]
pub struct GrowingPgn {
    file: Option<File>,
    schedule: Schedule,
    /// One for each time control.
    writers: Vec<PgnWriter>,
    /// The games after the first pair that has not ended, by their places in the schedule.
    waiting: BTreeMap<usize, Vec<u8>>,
    /// The first game of that pair.
    next: usize,
}

impl GrowingPgn {
    /// Writes the file with the games in `store`, whatever is in it. Fails if it cannot be written.
    pub fn begin(folder: &Path, plan: &Plan, store: &Store) -> Result<Self, ReportError> {
        let writers = pgn_writers(&plan.config, &store.info.versions);
        let schedule = plan.schedule.clone();
        let mut games = Self { file: None, schedule, writers, waiting: BTreeMap::new(), next: 0 };
        let path = folder.join(GAMES);
        replace_file(&path, |pgn| store.visit(|game| Ok::<_, ReportError>(pgn.write_all(&games.end(&game)?)?)))?;
        games.file = Some(File::options().append(true).open(path)?);
        Ok(games)
    }

    /// A game has ended. Fails if it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), ReportError> {
        let pairs = self.end(game)?;
        // Together: a process that is killed leaves no half of a game.
        Ok(self.file.as_mut().map_or(Ok(()), |file| file.write_all(&pairs))?)
    }

    /// The pairs that have ended with this game and are the next.
    fn end(&mut self, game: &GameRecord) -> Result<Vec<u8>, ReportError> {
        let mut text = Vec::new();
        self.writers[self.schedule.time_control(game.index)].write(game, &mut text)?;
        self.waiting.insert(game.index, text);
        let mut pairs = Vec::new();
        while [0, 1].iter().all(|game| self.waiting.contains_key(&(self.next + game))) {
            pairs.extend([0, 1].iter().filter_map(|game| self.waiting.remove(&(self.next + game))).flatten());
            self.next += 2;
        }
        Ok(pairs)
    }
}
