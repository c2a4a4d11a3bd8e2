//! Another schedule for the games of a run: those of it go to their places there, all others are set aside.

use rusqlite::{Transaction, params};

use super::error::failure;
use super::setup::{clear_meta, write_info};
use super::{COMPLETE, RunInfo, Store, StoreError, rows};
use crate::schedule::ScheduledGame;

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
pub struct Rearranged {
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
    ) -> Result<Rearranged, StoreError> {
        let mut info = info.clone();
        for (engine, version) in &self.info.versions {
            let version = version.clone();
            info.versions.entry(engine.clone()).or_insert(version);
        }
        let mut rearrange = || {
            let transaction = self.connection.transaction()?;
            let rearranged = Rearranged {
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
