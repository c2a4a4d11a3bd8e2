//! Reading the stored games, and another schedule for them: those of it go to their places there, all others are set
//! aside.

use match_stats::{SequentialMatch, StopRule};
use openings::Fingerprint;
use players::record::GameRecord;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::error::failure;
use super::meta::{clear_meta, write_info};
use super::rows::{self, KeptGame};
use super::{COMPLETE, RunInfo, Store, StoreError};
use crate::schedule::ScheduledGame;

impl Store {
    /// The finished ones among the first `games` games of the schedule: a byte a game.
    pub fn finished(&self, games: usize) -> Result<Vec<bool>, StoreError> {
        let mut finished = vec![false; games];
        self.each_row("SELECT game FROM games", |row| {
            let index: i64 = row.get(0).map_err(|error| failure(&self.path, error))?;
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

    /// The start time of the last game, in milliseconds since 1970 UTC; `None` without games.
    pub fn last_begun(&self) -> Result<Option<u64>, StoreError> {
        let last = self.number("SELECT max(started_ms) FROM games")?;
        Ok(last.and_then(|last| u64::try_from(last).ok()))
    }

    /// The number that a query selects; `None` if it selects nothing.
    fn number(&self, sql: &str) -> Result<Option<i64>, StoreError> {
        let number = self.connection.query_row(sql, [], |row| row.get(0)).optional();
        number.map(Option::flatten).map_err(|error| failure(&self.path, error))
    }

    /// A stamp that changes when the run does: a number for the run, and the number of finished games.
    pub fn version(&self) -> Result<String, StoreError> {
        let first = self.number("SELECT started_ms FROM games ORDER BY game LIMIT 1")?;
        let mut run = Fingerprint::default();
        run.add(&self.info.configuration);
        run.add(&self.info.openings);
        // Another run with the same configuration began at another time.
        run.add(&first.unwrap_or(0).to_string());
        Ok(format!("{:016x}-{}", run.0, self.count()?))
    }

    /// Hands every finished game to `visit`, in the order of the schedule, one at a time.
    /// Fails if a game cannot be read, or any error of `visit`, which is not called again after that.
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

    /// Passes every finished game to `visit`, in the order of the schedule; of an unreadable one index and fault.
    pub(crate) fn visit_each(
        &self,
        mut visit: impl FnMut(Result<KeptGame, (i64, String)>),
    ) -> Result<(), StoreError> {
        self.each_row(rows::SELECT, |row| {
            visit(rows::read_kept(row).map_err(|reason| (row.get(0).unwrap_or(-1), reason)));
            Ok(())
        })
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
        self.each_row(sql, |row| {
            visit(rows::read(row).map_err(|reason| self.damaged(row, reason))?)
        })
    }

    /// Passes the rows that a query selects to `visit`, one at a time.
    pub(super) fn each_row<E: From<StoreError>>(
        &self,
        sql: &str,
        mut visit: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |error| failure(&self.path, error);
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            visit(row)?;
        }
        Ok(())
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

/// A mapping of the games of one schedule to those of another one.
pub trait Rearrangement {
    /// The new place of the game that was at `index`; `None` if it has none.
    fn place_of(&self, index: usize) -> Option<ScheduledGame>;

    /// Texts that identify the players of the game that was at `index`, White first, in any configuration.
    fn players_of(&self, index: usize) -> [String; 2];

    /// The new place of the game between such players from an opening; `None` if there is none.
    fn place_between(&self, players: &[String; 2], opening: usize) -> Option<ScheduledGame>;
}

/// The numbers of stored games that were set aside or returned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RearrangedGames {
    /// The number of games that were set aside.
    pub set_aside: usize,
    /// The number that had been set aside and count again.
    pub returned: usize,
}

/// The table of set-aside games: a row each, with the texts of [`Rearrangement::players_of`].
const SET_ASIDE: &str = "CREATE TABLE IF NOT EXISTS set_aside AS
    SELECT '' AS white_player, '' AS black_player, games.*, detail, log
    FROM games LEFT JOIN failures USING (game) WHERE false";

impl Store {
    /// Gives the run the schedule that `to` describes, with the configuration, openings and versions of
    /// `info`. It is then not complete. All at once or not at all.
    pub fn rearrange(
        &mut self,
        info: &RunInfo,
        to: &impl Rearrangement,
    ) -> Result<RearrangedGames, StoreError> {
        let mut info = info.clone();
        for (engine, version) in &self.info.versions {
            let version = version.clone();
            info.versions.entry(engine.clone()).or_insert(version);
        }
        let mut rearrange = || {
            let transaction = self.connection.transaction()?;
            let rearranged = RearrangedGames {
                set_aside: move_games(&transaction, to)?,
                returned: bring_back(&transaction, to)?,
            };
            write_info(&transaction, &info)?;
            clear_meta(&transaction, COMPLETE)?;
            transaction.commit()?;
            Ok(rearranged)
        };
        let rearranged = rearrange().map_err(|e| failure(&self.path, e))?;
        self.info = RunInfo { software: self.info.software.clone(), ..info };
        Ok(rearranged)
    }
}

/// Moves games to other places, and sets aside those that have none; returns the number of the latter.
fn move_games(transaction: &Transaction<'_>, to: &impl Rearrangement) -> rusqlite::Result<usize> {
    transaction.execute_batch(SET_ASIDE)?;
    transaction.execute_batch(
        "CREATE TEMP TABLE moved (old INTEGER PRIMARY KEY, game INTEGER, white INTEGER, black INTEGER)",
    )?;
    let mut set_aside = 0;
    {
        let mut games = transaction.prepare("SELECT game, white, black FROM games")?;
        let mut moves = transaction.prepare("INSERT INTO moved VALUES (?1, ?2, ?3, ?4)")?;
        let mut asides = transaction.prepare(
            "INSERT INTO set_aside SELECT ?2, ?3, games.*, detail, log
            FROM games LEFT JOIN failures USING (game) WHERE game = ?1",
        )?;
        let mut rows = games.query([])?;
        while let Some(row) = rows.next()? {
            let was: [i64; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
            let index = usize::try_from(was[0]).unwrap_or(usize::MAX);
            match to.place_of(index).map(numbers) {
                Some(is) if is == was => {}
                Some([game, white, black]) => {
                    moves.execute([was[0], game, white, black])?;
                }
                None => {
                    let [white, black] = to.players_of(index);
                    asides.execute(params![was[0], white, black])?;
                    set_aside += 1;
                }
            }
        }
    }
    // A game may go where another one was: they meet below zero.
    transaction.execute_batch(
        "DELETE FROM games WHERE game IN (SELECT game FROM set_aside);
        DELETE FROM failures WHERE game IN (SELECT game FROM set_aside);
        UPDATE games SET game = -1 - game WHERE game IN (SELECT old FROM moved);
        UPDATE failures SET game = -1 - game WHERE game IN (SELECT old FROM moved);
        UPDATE games SET (game, white, black, pair) =
            (SELECT to_.game, to_.white, to_.black, to_.game / 2 FROM moved AS to_ WHERE old = -1 - games.game)
            WHERE game < 0;
        UPDATE failures SET game = (SELECT to_.game FROM moved AS to_ WHERE old = -1 - failures.game)
            WHERE game < 0;
        DROP TABLE moved;",
    )?;
    // Their old places mean nothing any more.
    transaction.execute("UPDATE set_aside SET game = NULL, pair = NULL", [])?;
    Ok(set_aside)
}

/// Restores the set-aside games that are in the schedule to their places; returns their number.
fn bring_back(transaction: &Transaction<'_>, to: &impl Rearrangement) -> rusqlite::Result<usize> {
    let columns = "SELECT group_concat(name) FROM pragma_table_info('games')";
    let columns: String = transaction.query_row(columns, [], |row| row.get(0))?;
    let mut returned = Vec::new();
    {
        let mut games = transaction
            .prepare("SELECT rowid, white_player, black_player, opening FROM set_aside")?;
        let mut rows = games.query([])?;
        while let Some(row) = rows.next()? {
            let opening = usize::try_from(row.get::<_, i64>(3)?).unwrap_or(usize::MAX);
            if let Some(is) = to.place_between(&[row.get(1)?, row.get(2)?], opening) {
                returned.push((row.get::<_, i64>(0)?, numbers(is)));
            }
        }
    }
    let mut place = transaction.prepare(
        "UPDATE set_aside SET game = ?2, white = ?3, black = ?4, pair = ?2 / 2 WHERE rowid = ?1",
    )?;
    for (row, [game, white, black]) in &returned {
        place.execute([row, game, white, black])?;
    }
    transaction.execute_batch(&format!(
        "INSERT INTO games ({columns}) SELECT {columns} FROM set_aside WHERE game IS NOT NULL;
        INSERT INTO failures SELECT game, detail, log FROM set_aside
            WHERE game IS NOT NULL AND detail IS NOT NULL;
        DELETE FROM set_aside WHERE game IS NOT NULL;"
    ))?;
    Ok(returned.len())
}

/// A place as it is stored: the game, White and Black.
fn numbers(place: ScheduledGame) -> [i64; 3] {
    [place.index, place.white, place.black].map(rows::count)
}
