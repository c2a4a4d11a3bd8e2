//! Taking the games of a part of the run in.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::UNIX_EPOCH;

use players::record::GameRecord;
use rusqlite::{OptionalExtension, Row, params};

use super::rows::{self, KeptGame};
use super::{DATABASE, Replayer, Store, StoreError, failure};
use crate::schedule::Schedule;

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

/// The numbers of games of a part: those that the run did not have, and those outside of the ones that were to be taken.
pub(crate) struct JoinedGames {
    pub(crate) added: usize,
    pub(crate) left: usize,
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
    /// two games of one place are not the same; the first stays. If none is left, the part is noted as `folder`.
    /// Fails if a game is none of the schedule, cannot have been played or is not the same, or if the run cannot be
    /// written or the part cannot be read.
    pub(crate) fn join(
        &mut self,
        (part, folder): (&Store, String),
        places: &Range<usize>,
        schedule: &Schedule,
        replayer: &Replayer<'_>,
        check_same: impl Fn(&GameRecord, &GameRecord) -> Result<(), StoreError>,
    ) -> Result<JoinedGames, StoreError> {
        self.check_place()?;
        let stamp = stamp(part.folder());
        let mut joined = JoinedGames { added: 0, left: 0 };
        let failed = failure(&self.path);
        let transaction = self.connection.transaction().map_err(&failed)?;
        let mut take = |row: &Row<'_>, replay: &mut dyn FnMut(KeptGame)| {
            let kept = rows::read_kept(row).map_err(|reason| part.damaged(row, reason))?;
            let game = &kept.game;
            if !places.contains(&game.index) {
                // Nothing is taken of a part that has a bad game in a round that is not drawn yet.
                joined.left += 1;
                replay(kept);
            } else if !schedule.has(game) {
                return Err(part.contradiction(schedule, game));
            } else if rows::copy(&transaction, row).map_err(&failed)? {
                joined.added += 1;
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
        let (read, bad) =
            replayer.replay(|replay| part.each_row(&rows::select(), |row| take(row, replay)));
        read?;
        if let Some(bad) = bad.first() {
            let bad = format!(
                "{bad}; nothing of this shard was taken; play it with --shard as before and --repair, which plays this \
                 game again"
            );
            return Err(StoreError::other(part.folder(), bad));
        }
        if joined.left == 0 {
            let sql = "INSERT OR REPLACE INTO joined (folder, stamp) VALUES (?1, ?2)";
            transaction.execute(sql, params![folder, stamp]).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)?;
        self.add_builds(&part.builds()?)?;
        Ok(joined)
    }
}
