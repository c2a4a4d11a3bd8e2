//! The games of a run's parts, taken into the run.

use std::collections::HashMap;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::rows::KeptGame;
use super::{BadGame, Part, Replay, Store, StoreError, failure, rows};
use crate::schedule::Schedule;
use players::record::GameRecord;

/// The outcome of merging a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergedPart {
    /// Games that the run did not have.
    pub added: usize,
    /// Games that it had.
    pub known: usize,
    /// Games outside of those that were to be taken.
    pub left: usize,
}

/// The reason that the games of a part are not taken; the run is unchanged.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum JoinError {
    /// The run or the part cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game cannot have been played.
    #[error("{0}")]
    Bad(BadGame),
    /// Both have a game of one place, and these are not the same.
    #[error("game {} is another one there than here", here.index + 1)]
    Different { here: Box<GameRecord>, there: Box<GameRecord> },
}

impl Store {
    /// The parts that were merged, by folder, each with [`Part::stamp`] as it was then.
    pub fn merged(&self) -> Result<HashMap<String, String>, StoreError> {
        let read = || -> rusqlite::Result<_> {
            let sql = "SELECT folder, stamp FROM joined";
            let mut statement = self.connection.prepare(sql)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(|error| failure(&self.path, error))
    }

    /// Takes the games of `part` whose places are in `places`, all or none; each must be one of `schedule`, and those that
    /// are new, or outside of `places`, are replayed before any counts. `is_same` is true if two games of one place are
    /// the same, of which the first stays. If none is left, the part is noted as `folder`.
    ///
    /// # Errors
    /// If a game is none of the schedule, cannot have been played or is not the same, or if the run cannot be written
    /// or the part cannot be read.
    pub(crate) fn join(
        &mut self,
        part: &Part,
        folder: &str,
        places: &Range<usize>,
        schedule: &Schedule,
        replayer: &impl Replay,
        is_same: impl Fn(&GameRecord, &GameRecord) -> bool,
    ) -> Result<MergedPart, JoinError> {
        self.is_in_place()?;
        let mut merged = MergedPart::default();
        let run = &self.path;
        let failed = |error| failure(run, error);
        let transaction = self.connection.transaction().map_err(failed)?;
        let mut take = |row: &Row<'_>, kept: KeptGame, replay: &mut dyn FnMut(KeptGame)| {
            let game = &kept.game;
            if !places.contains(&game.index) {
                // Nothing is taken of a part that has a bad game in a round that is not drawn yet.
                merged.left += 1;
                replay(kept);
            } else if schedule.game(game.index) != Some(schedule.place_of(game)) {
                return Err(part.store.contradiction(schedule, game).into());
            } else if rows::copy(&transaction, row).map_err(failed)? {
                merged.added += 1;
                replay(kept);
            } else {
                let here = one(&transaction, game.index).map_err(failed)?;
                let game = part.store.with_moves(kept)?;
                match here {
                    Some(here) if !is_same(&here, &game) => {
                        let (here, there) = (Box::new(here), Box::new(game));
                        return Err(JoinError::Different { here, there });
                    }
                    _ => merged.known += 1,
                }
            }
            Ok(())
        };
        let (read, bad) =
            replayer.replay(|replay| part.store.visit_both(|row, kept| take(row, kept, replay)));
        read?;
        if let Some(bad) = bad.into_iter().next() {
            return Err(JoinError::Bad(bad));
        }
        if merged.left == 0 {
            note(&transaction, folder, part.stamp()).map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        self.add_builds(&part.store.builds()?)?;
        Ok(merged)
    }

    /// Hands every game to `visit` in its stored and in its decoded form.
    fn visit_both(
        &self,
        mut visit: impl FnMut(&Row<'_>, KeptGame) -> Result<(), JoinError>,
    ) -> Result<(), JoinError> {
        let failed = |error| failure(&self.path, error);
        let mut statement = self.connection.prepare(rows::SELECT).map_err(failed)?;
        let mut games = statement.query([]).map_err(failed)?;
        while let Some(row) = games.next().map_err(failed)? {
            let kept = rows::read_kept(row).map_err(|reason| self.damaged(row, reason))?;
            visit(row, kept)?;
        }
        Ok(())
    }
}

/// A game of the run; `None` if it cannot be read.
fn one(connection: &Connection, index: usize) -> rusqlite::Result<Option<GameRecord>> {
    let sql = rows::select_game(index);
    let game = connection.query_row(&sql, [], |row| Ok(rows::read(row).ok()));
    Ok(game.optional()?.flatten())
}

fn note(connection: &Connection, folder: &str, stamp: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO joined (folder, stamp) VALUES (?1, ?2)";
    connection.execute(sql, params![folder, stamp]).map(|_| ())
}
