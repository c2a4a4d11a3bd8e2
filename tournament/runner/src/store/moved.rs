//! Games that come from elsewhere: those of a part of the run are taken in, and under another schedule those of it go to
//! their places there, while all others are set aside.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::UNIX_EPOCH;

use players::record::GameRecord;
use rusqlite::{OptionalExtension, Row, Transaction, params};

use super::meta::{clear_meta, write_info};
use super::rows::{self, KeptGame};
use super::{COMPLETE, DATABASE, Replayer, RunInfo, Store, StoreError, failure};
use crate::growth::Growth;
use crate::schedule::{Schedule, ScheduledGame};

/// A stamp that changes when the run in `folder` does, without opening it: sizes and times of its files.
pub(crate) fn stamp(folder: &Path) -> String {
    let of = |name: &str| {
        let there = fs::metadata(folder.join(name)).ok().filter(|file| file.len() > 0);
        let changed = there.as_ref().and_then(|file| file.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let size = there.map_or(0, |file| file.len());
        format!("{size} {}", changed.unwrap_or_default().as_nanos())
    };
    format!("{}, {}", of(DATABASE), of(&format!("{DATABASE}-wal")))
}

impl Store {
    /// The parts that were merged, by folder, each with its [`stamp`] as it was then.
    pub(crate) fn merged(&self) -> Result<HashMap<String, String>, StoreError> {
        let read = || -> rusqlite::Result<_> {
            let mut statement = self.connection.prepare("SELECT folder, stamp FROM joined")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        read().map_err(failure(&self.path))
    }

    /// Takes the games of `part`, which is opened alone, whose places are in `places`, all or none; each must be one of
    /// `schedule`, and those that are new, or outside of `places`, are replayed before any counts. `check_same` fails if
    /// two games of one place are not the same; the first stays. Returns the numbers of games that the run did not have,
    /// and of those outside of `places`; if there is none of these, the part is noted as `folder`.
    /// Fails if a game is none of the schedule, cannot have been played or is not the same, or if the run cannot be
    /// written or the part cannot be read.
    pub(crate) fn join(
        &mut self,
        (part, folder): (&Store, String),
        places: &Range<usize>,
        schedule: &Schedule,
        replayer: &Replayer<'_>,
        check_same: impl Fn(&GameRecord, &GameRecord) -> Result<(), StoreError>,
    ) -> Result<(usize, usize), StoreError> {
        self.check_place()?;
        let stamp = stamp(part.folder());
        let (mut added, mut left) = (0, 0);
        let failed = failure(&self.path);
        let transaction = self.connection.transaction().map_err(&failed)?;
        let mut take = |row: &Row<'_>, replay: &mut dyn FnMut(KeptGame)| {
            let kept = rows::read_kept(row).map_err(|reason| part.damaged(row, reason))?;
            let game = &kept.game;
            if !places.contains(&game.index) {
                // Nothing is taken of a part that has a bad game in a round that is not drawn yet.
                left += 1;
                replay(kept);
            } else if !schedule.has(game) {
                return Err(part.contradiction(schedule, game));
            } else if rows::copy(&transaction, row).map_err(&failed)? {
                added += 1;
                replay(kept);
            } else {
                let sql = rows::select_game(game.index);
                let here = transaction.query_row(&sql, [], |row| Ok(rows::read(row).ok()));
                let here = here.optional().map_err(&failed)?.flatten();
                let game = kept.with_moves().map_err(|reason| part.damaged(row, reason))?;
                here.map_or(Ok(()), |here| check_same(&here, &game))?;
            }
            Ok(())
        };
        let (read, bad) = replayer.replay(|replay| part.each_row(&rows::select(), |row| take(row, replay)));
        read?;
        if let Some(bad) = bad.first() {
            let bad = format!(
                "{bad}; nothing of this shard was taken; `evalarena run` and `match`, with --shard as before and --repair, \
                 play this game again"
            );
            return Err(StoreError::other(part.folder(), bad));
        }
        if left == 0 {
            let sql = "INSERT OR REPLACE INTO joined (folder, stamp) VALUES (?1, ?2)";
            transaction.execute(sql, params![folder, stamp]).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)?;
        self.add_builds(&part.builds()?)?;
        Ok((added, left))
    }
}

/// The numbers of stored games that were set aside or returned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RearrangedGames {
    /// The number of games that were set aside.
    pub set_aside: usize,
    /// The number that had been set aside and count again.
    pub returned: usize,
}

/// The table of set-aside games: a row each, with the texts of [`Growth::players_of`].
const SET_ASIDE: &str = "CREATE TABLE IF NOT EXISTS set_aside AS
    SELECT '' AS white_player, '' AS black_player, games.*, detail, log
    FROM games LEFT JOIN failures USING (game) WHERE false";

impl Store {
    /// Gives the run the schedule to which it grows, with the configuration, openings and versions of `info`. It is then
    /// not complete. All at once or not at all.
    pub(crate) fn rearrange(&mut self, info: &RunInfo, growth: &Growth) -> Result<RearrangedGames, StoreError> {
        let mut info = info.clone();
        for (engine, version) in &self.info.versions {
            info.versions.entry(engine.clone()).or_insert_with(|| version.clone());
        }
        let mut rearrange = || {
            let transaction = self.connection.transaction()?;
            let rearranged = RearrangedGames {
                set_aside: move_games(&transaction, growth)?,
                returned: bring_back(&transaction, growth)?,
            };
            write_info(&transaction, &info)?;
            clear_meta(&transaction, COMPLETE)?;
            transaction.commit()?;
            Ok(rearranged)
        };
        let rearranged = rearrange().map_err(failure(&self.path))?;
        self.info = RunInfo { software: self.info.software.clone(), ..info };
        Ok(rearranged)
    }
}

/// Moves games to other places, and sets aside those that have none; returns the number of the latter.
fn move_games(transaction: &Transaction<'_>, growth: &Growth) -> rusqlite::Result<usize> {
    transaction.execute_batch(SET_ASIDE)?;
    let mut games = transaction.prepare("SELECT game, white, black FROM games")?;
    let games = games.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
    let games: Vec<[i64; 3]> = games.collect::<Result<_, _>>()?;
    // A game may go where another one is: they meet below zero.
    let mut move_game = transaction
        .prepare("UPDATE games SET game = -1 - ?2, white = ?3, black = ?4, pair = ?2 / 2 WHERE game = ?1")?;
    let mut move_failure = transaction.prepare("UPDATE failures SET game = -1 - ?2 WHERE game = ?1")?;
    let mut set_aside = transaction.prepare(
        "INSERT INTO set_aside SELECT ?2, ?3, games.*, detail, log
        FROM games LEFT JOIN failures USING (game) WHERE game = ?1",
    )?;
    let mut count = 0;
    for was in games {
        let index = usize::try_from(was[0]).unwrap_or(usize::MAX);
        match growth.place_of(index).map(numbers) {
            Some(is) if is == was => {}
            Some([game, white, black]) => {
                move_game.execute([was[0], game, white, black])?;
                move_failure.execute([was[0], game])?;
            }
            None => {
                let [white, black] = growth.players_of(index);
                set_aside.execute(params![was[0], white, black])?;
                count += 1;
            }
        }
    }
    // The old places of those that were set aside mean nothing any more.
    transaction.execute_batch(
        "DELETE FROM games WHERE game IN (SELECT game FROM set_aside);
        DELETE FROM failures WHERE game IN (SELECT game FROM set_aside);
        UPDATE set_aside SET game = NULL, pair = NULL;
        UPDATE games SET game = -1 - game WHERE game < 0;
        UPDATE failures SET game = -1 - game WHERE game < 0;",
    )?;
    Ok(count)
}

/// Restores the set-aside games that are in the schedule to their places; returns their number.
fn bring_back(transaction: &Transaction<'_>, growth: &Growth) -> rusqlite::Result<usize> {
    let columns = "SELECT group_concat(name) FROM pragma_table_info('games')";
    let columns: String = transaction.query_row(columns, [], |row| row.get(0))?;
    let mut games = transaction.prepare("SELECT rowid, white_player, black_player, opening FROM set_aside")?;
    let games = games.query_map([], |row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?], row.get::<_, i64>(3)?)))?;
    let games: Vec<(i64, [String; 2], i64)> = games.collect::<Result<_, _>>()?;
    let mut place = transaction
        .prepare("UPDATE set_aside SET game = ?2, white = ?3, black = ?4, pair = ?2 / 2 WHERE rowid = ?1")?;
    let mut count = 0;
    for (row, players, opening) in games {
        let opening = usize::try_from(opening).unwrap_or(usize::MAX);
        if let Some([game, white, black]) = growth.place_between(&players, opening).map(numbers) {
            place.execute([row, game, white, black])?;
            count += 1;
        }
    }
    transaction.execute_batch(&format!(
        "INSERT INTO games ({columns}) SELECT {columns} FROM set_aside WHERE game IS NOT NULL;
        INSERT INTO failures SELECT game, detail, log FROM set_aside
            WHERE game IS NOT NULL AND detail IS NOT NULL;
        DELETE FROM set_aside WHERE game IS NOT NULL;"
    ))?;
    Ok(count)
}

/// A place as it is stored: the game, White and Black.
fn numbers(place: ScheduledGame) -> [i64; 3] {
    [place.index, place.white, place.black].map(rows::count)
}
