//! Files of a run that is being played. `games.pgn` has whole pairs, in the order of the schedule, up to the first that has
//! not ended; `live.pgn` the games in play, which broadcasts and the served page read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError::Timeout;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use config::disk::replace_file;
use engine_core::game::Game;
use engine_core::notation::fen_of;
use openings::moves_of;
use openings::pgn::Games;
use players::record::GameRecord;
use runner::arena::Plan;
use runner::schedule::Schedule;
use runner::store::{Lock, Store};
use serde_json::{Value, json};

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

/// The file of the games in play.
const LIVE: &str = "live.pgn";
/// The time between two looks at them.
const LOOK: Duration = Duration::from_secs(1);

/// Keeps `live.pgn` until it is dropped; then the file is removed.
#[derive(Debug)]
pub struct LivePgn {
    /// Dropped first, which ends the thread.
    end: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

impl LivePgn {
    /// Begins to write the file, in a thread of its own. Fails if that cannot be had.
    pub fn begin(folder: &Path, plan: &Plan, store: &Store) -> io::Result<Self> {
        let writers = pgn_writers(&plan.config, &store.info.versions).into_iter().map(PgnWriter::in_play);
        let writers: Vec<_> = writers.collect();
        let (path, schedule, in_play) = (folder.join(LIVE), plan.schedule.clone(), Arc::clone(&plan.in_play));
        // One that was killed has left its own.
        let _ = fs::remove_file(&path);
        let (end, ended) = channel();
        let write = move || {
            let mut written = Vec::new();
            while ended.recv_timeout(LOOK) == Err(Timeout) {
                let mut text = Vec::new();
                let mut games = in_play.now().into_iter();
                let made =
                    games.try_for_each(|game| writers[schedule.time_control(game.index)].write(&game, &mut text));
                // What cannot be written now is written, or missed, a second later: the games do not depend on it.
                if made.is_ok() && text != written && replace_file(&path, |file| file.write_all(&text)).is_ok() {
                    written = text;
                }
            }
            let _ = fs::remove_file(&path);
        };
        Ok(Self { end: Some(end), writer: Some(Builder::new().spawn(write)?) })
    }
}

impl Drop for LivePgn {
    fn drop(&mut self) {
        self.end = None;
        self.writer.take().map(JoinHandle::join);
    }
}

/// The contents of `live.pgn` in the folder of a run; empty if no process plays there, or the file cannot be read.
pub fn live_pgn(folder: &Path) -> String {
    let path = folder.join(LIVE);
    // One that was killed leaves its file.
    let is_there = fs::metadata(&path).is_ok_and(|there| there.is_file()) && Lock::is_held(folder);
    if is_there { fs::read_to_string(path).unwrap_or_default() } else { String::new() }
}

/// The games of a text of [`live_pgn`] as the served page shows them: `tags`, the position as `fen`, the squares of the
/// `last` move, the number of `plies`, and the last two `comments`, of a move each. Fails if it cannot be read.
pub fn live_games(text: &str) -> io::Result<Vec<Value>> {
    let (mut games, mut found) = (Games::new(text.as_bytes()), Vec::new());
    while let Some(game) = games.next_game()? {
        let Ok(played) = moves_of(&game) else { continue };
        let last = played.moves.last().and_then(|mv| Some([mv.from()?, mv.to()].map(|square| square.to_string())));
        let mut at = Game::new(played.start);
        played.moves.iter().for_each(|&mv| at.play(mv));
        let (tags, comments) = (game.tags.pairs().collect::<BTreeMap<_, _>>(), game.comments());
        let comments = &comments[comments.len().saturating_sub(2)..];
        let (fen, plies) = (fen_of(at.position()), played.moves.len());
        found.push(json!({ "tags": tags, "fen": fen, "last": last, "plies": plies, "comments": comments }));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gets_the_last_position_and_what_was_said_last() {
        let text = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 {one\ntwo} Nc6 {three} 3. Bb5 {four} *\n\n[White \"B\"]\n\n*\n\n";
        let games = live_games(text).unwrap();
        assert_eq!(games[0]["fen"], "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
        assert_eq!(games[0]["last"], json!(["f1", "b5"]));
        assert_eq!((&games[0]["plies"], &games[0]["comments"]), (&json!(5), &json!(["three", "four"])));
        assert_eq!((&games[1]["last"], &games[1]["tags"]["White"]), (&Value::Null, &json!("B")));
    }
}
