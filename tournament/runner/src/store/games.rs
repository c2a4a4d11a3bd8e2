//! Reading the stored games.

use std::collections::BTreeMap;

use match_stats::{SequentialMatch, StopRule};
use openings::Fingerprint;
use players::record::GameRecord;
use rusqlite::{OptionalExtension, Row};

use super::{BadGame, Store, StoreError, failure, rows};

impl Store {
    /// The finished ones among the first `games` games of the schedule: a byte a game.
    pub fn finished(&self, games: usize) -> Result<Vec<bool>, StoreError> {
        let mut finished = vec![false; games];
        self.each_row("SELECT game FROM games", |row| {
            let index: i64 = row.get(0).map_err(failure(&self.path))?;
            let place = usize::try_from(index).ok().and_then(|place| finished.get_mut(place));
            place.into_iter().for_each(|place| *place = true);
            Ok::<(), StoreError>(())
        })?;
        Ok(finished)
    }

    /// The number of finished games.
    pub fn count(&self) -> Result<usize, StoreError> {
        let count = self.number("SELECT count(*) FROM games")?;
        Ok(count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
    }

    /// The number of games that each build of the arena played, by its name.
    pub fn games_by_build(&self) -> Result<BTreeMap<String, usize>, StoreError> {
        let mut games = BTreeMap::new();
        self.each_row("SELECT build, count(*) FROM games GROUP BY build", |row| {
            let build = row.get(0).and_then(|name| Ok((name, row.get::<_, i64>(1)?)));
            let (name, count) = build.map_err(failure(&self.path))?;
            games.insert(name, usize::try_from(count).unwrap_or(0));
            Ok::<(), StoreError>(())
        })?;
        Ok(games)
    }

    /// The start time of the last game, in milliseconds since 1970 UTC; `None` without games.
    pub fn last_begun(&self) -> Result<Option<u64>, StoreError> {
        let last = self.number("SELECT max(started_ms) FROM games")?;
        Ok(last.and_then(|last| u64::try_from(last).ok()))
    }

    /// The start time of the first game, in the same way.
    pub fn first_begun(&self) -> Result<Option<u64>, StoreError> {
        let first = self.number("SELECT started_ms FROM games ORDER BY game LIMIT 1")?;
        Ok(first.and_then(|first| u64::try_from(first).ok()))
    }

    /// The number that a query selects; `None` if it selects nothing.
    fn number(&self, sql: &str) -> Result<Option<i64>, StoreError> {
        let number = self.connection.query_row(sql, [], |row| row.get(0)).optional();
        number.map(Option::flatten).map_err(failure(&self.path))
    }

    /// A stamp that changes when the run does: a number for the run, and the number of finished games.
    pub fn version(&self) -> Result<String, StoreError> {
        let first = self.first_begun()?;
        let mut run = Fingerprint::default();
        run.add(&self.info.configuration);
        run.add(&self.info.openings);
        // Another run with the same configuration began at another time.
        run.add(&first.unwrap_or(0).to_string());
        Ok(format!("{:016x}-{}", run.0, self.count()?))
    }

    /// Hands every finished game to `visit`, in the order of the schedule, one at a time.
    /// Fails if a game cannot be read, or any error of `visit`, which is not called again after that.
    pub fn visit<E: From<StoreError>>(&self, visit: impl FnMut(GameRecord) -> Result<(), E>) -> Result<(), E> {
        self.visit_rows(&rows::select(), visit)
    }

    /// As [`Store::visit`], but the records have no moves, which takes a fraction of the time.
    pub fn visit_without_moves<E: From<StoreError>>(
        &self,
        visit: impl FnMut(GameRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        self.visit_rows(&rows::select_without_moves(), visit)
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
        self.each_row(sql, |row| visit(rows::read(row).map_err(|reason| self.damaged(row, reason))?))
    }

    /// Passes the rows that a query selects to `visit`, one at a time.
    pub(super) fn each_row<E: From<StoreError>>(
        &self,
        sql: &str,
        mut visit: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = failure(&self.path);
        let mut statement = self.connection.prepare(sql).map_err(&failed)?;
        let mut rows = statement.query([]).map_err(&failed)?;
        while let Some(row) = rows.next().map_err(&failed)? {
            visit(row)?;
        }
        Ok(())
    }

    pub(super) fn damaged(&self, row: &Row<'_>, reason: String) -> StoreError {
        let game = BadGame { index: row.get(0).unwrap_or(-1), reason };
        StoreError::damaged(&self.path, &game)
    }
}
