//! Reading the stored games.

use match_stats::{SequentialMatch, StopRule};
use openings::Fingerprint;
use rusqlite::{OptionalExtension, Row};

use super::error::failure;
use super::rows::{self, KeptGame};
use super::{Store, StoreError};
use players::record::GameRecord;

impl Store {
    /// The finished ones among the first `games` games of the schedule: a byte a game.
    pub fn finished(&self, games: usize) -> Result<Vec<bool>, StoreError> {
        let mut finished = vec![false; games];
        let mut mark = |index: i64| {
            let place = usize::try_from(index).ok();
            if let Some(place) = place.and_then(|place| finished.get_mut(place)) {
                *place = true;
            }
        };
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare("SELECT game FROM games")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                mark(row.get(0)?);
            }
            Ok(())
        };
        read().map_err(|error| failure(&self.path, error))?;
        Ok(finished)
    }

    /// The number of finished games.
    pub fn count(&self) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM games";
        let count = self.connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let count = count.map_err(|error| failure(&self.path, error))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// The start time of the last game, in milliseconds since 1970 UTC; `None` without games.
    pub fn last_begun(&self) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT max(started_ms) FROM games";
        let last = self.connection.query_row(sql, [], |row| row.get::<_, Option<i64>>(0));
        let last = last.map_err(|error| failure(&self.path, error))?;
        Ok(last.and_then(|last| u64::try_from(last).ok()))
    }

    /// A stamp that changes when the run does: a number for the run, and the number of finished games.
    pub fn version(&self) -> Result<String, StoreError> {
        let sql = "SELECT started_ms FROM games ORDER BY game LIMIT 1";
        let first = self.connection.query_row(sql, [], |row| row.get(0));
        let first: Option<i64> = first.optional().map_err(|e| failure(&self.path, e))?;
        let mut run = Fingerprint::default();
        run.add(&self.info.configuration);
        run.add(&self.info.openings);
        // Another run with the same configuration began at another time.
        run.add(&first.unwrap_or(0).to_string());
        Ok(format!("{:016x}-{}", run.0, self.count()?))
    }

    /// Hands every finished game to `visit`, in the order of the schedule, one at a time.
    ///
    /// # Errors
    /// If a game cannot be read, or any error of `visit`, which is not called again after that.
    pub fn visit<E: From<StoreError>>(
        &self,
        visit: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.visit_rows(rows::SELECT, visit)
    }

    /// As [`Store::visit`], but the records have no moves, which takes a fraction of the time.
    pub fn visit_without_moves<E: From<StoreError>>(
        &self,
        visit: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.visit_rows(rows::SELECT_WITHOUT_MOVES, visit)
    }

    /// The game at an index of the schedule; `None` if it is not finished.
    pub fn game(&self, index: usize) -> Result<Option<GameRecord>, StoreError> {
        let mut found = None;
        self.visit_rows(&rows::select_game(index), |game| {
            found = Some(game);
            Ok::<(), StoreError>(())
        })?;
        Ok(found)
    }

    /// Passes every finished game to `visit`, in the order of the schedule; of an unreadable one its index and the
    /// fault.
    pub(crate) fn visit_each(
        &self,
        mut visit: impl FnMut(Result<KeptGame, (i64, String)>),
    ) -> Result<(), StoreError> {
        let failed = |error| failure(&self.path, error);
        let mut statement = self.connection.prepare(rows::SELECT).map_err(failed)?;
        let mut games = statement.query([]).map_err(failed)?;
        while let Some(row) = games.next().map_err(failed)? {
            visit(rows::read_kept(row).map_err(|reason| (row.get(0).unwrap_or(-1), reason)));
        }
        Ok(())
    }

    /// The match after the stored games, from the side of the engine that is first in the configuration.
    pub fn sequential(&self, rule: StopRule) -> Result<SequentialMatch, StoreError> {
        let mut counted = SequentialMatch::new(rule);
        self.visit_without_moves(|game| {
            counted.add(game.index, game.half_points_of(0));
            Ok::<_, StoreError>(())
        })?;
        Ok(counted)
    }

    /// True if `rule` stops the match after the stored games.
    pub fn is_decided(&self, rule: Option<StopRule>) -> Result<bool, StoreError> {
        let counted = rule.map(|rule| self.sequential(rule)).transpose()?;
        Ok(counted.is_some_and(|counted| counted.is_decided()))
    }

    fn visit_rows<E: From<StoreError>>(
        &self,
        sql: &str,
        mut visit: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |error| failure(&self.path, error);
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let mut games = statement.query([]).map_err(failed)?;
        while let Some(row) = games.next().map_err(failed)? {
            visit(self.record(row)?)?;
        }
        Ok(())
    }

    fn record(&self, row: &Row<'_>) -> Result<GameRecord, StoreError> {
        rows::read(row).map_err(|reason| self.damaged(row, reason))
    }

    pub(super) fn damaged(&self, row: &Row<'_>, reason: String) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), game: row.get(0).unwrap_or(-1), reason }
    }

    pub(super) fn with_moves(&self, kept: KeptGame) -> Result<GameRecord, StoreError> {
        let game = i64::try_from(kept.game.index).unwrap_or(i64::MAX);
        kept.with_moves().map_err(|reason| StoreError::Damaged {
            path: self.path.clone(),
            game,
            reason,
        })
    }
}
