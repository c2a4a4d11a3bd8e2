//! A game as a row of the table, and back.

use std::borrow::Cow;
use std::fmt::Display;
use std::time::Duration;

use rusqlite::types::ToSqlOutput::Borrowed;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

use super::BadGame;
use players::record::{
    Failure, GameRecord, GameResult, MoveRecord, MoveScore, PlayedMove, SideStats, Termination,
};

/// All games in the order of the schedule, for [`read`].
pub(super) const SELECT: &str =
    "SELECT game, white, black, pair, opening, opening_name, eco, start_fen,
    book_moves, moves, lines, outcome, termination, started_ms, white_nodes, white_us, white_moves,
    black_nodes, black_us, black_moves, overhead_us, detail, log
    FROM games LEFT JOIN failures USING (game) ORDER BY game";

pub(super) const SELECT_WITHOUT_MOVES: &str =
    "SELECT game, white, black, pair, opening, opening_name, eco, start_fen,
    '', '[]', NULL, outcome, termination, started_ms, white_nodes, white_us, white_moves,
    black_nodes, black_us, black_moves, overhead_us, detail, log
    FROM games LEFT JOIN failures USING (game) ORDER BY game";

/// The game at an index alone, for [`read`].
pub(super) fn select_game(index: usize) -> String {
    let which = format!("WHERE game = {index} ORDER BY");
    SELECT.replace("ORDER BY", &which)
}

const TERMINATION: usize = 12;
/// The last column of a game; those of a failure follow.
const OVERHEAD: usize = 20;
const DETAIL: usize = 21;
const LOG: usize = 22;
const MOVES: usize = 9;

const INSERT: &str =
    "INSERT INTO games (game, white, black, pair, opening, opening_name, eco, start_fen,
    book_moves, moves, lines, outcome, termination, started_ms, white_nodes, white_us, white_moves,
    black_nodes, black_us, black_moves, overhead_us)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
    ?21)";

const INSERT_FAILURE: &str = "INSERT INTO failures (game, detail, log) VALUES (?1, ?2, ?3)";

/// A move as it is stored, a short JSON array: `["e2e4",35,12,52013,5000,18,58948000]`, with the score, the
/// depth, microseconds, nodes, the selective depth and the microseconds left; a mate is `{"mate":5}`, and what the engine
/// did not report is `null`.
#[derive(Serialize, Deserialize)]
struct Move<T>(T, Option<MoveScore>, u8, u64, u64, Option<u8>, Option<u64>);

/// Adds a game, in one transaction.
pub(super) fn insert(connection: &Connection, game: &GameRecord) -> rusqlite::Result<()> {
    let Some(failure) = &game.failure else {
        return insert_game(connection, game);
    };
    let transaction = connection.unchecked_transaction()?;
    insert_game(&transaction, game)?;
    let mut statement = transaction.prepare_cached(INSERT_FAILURE)?;
    statement.execute(params![count(game.index), failure.detail, failure.log.join("\n")])?;
    drop(statement);
    transaction.commit()
}

/// Copies a row of [`SELECT`], unless there is a game of its index; true if it did.
pub(super) fn copy(to: &Connection, row: &Row<'_>) -> rusqlite::Result<bool> {
    let mut statement = to.prepare_cached(&INSERT.replacen("INSERT", "INSERT OR IGNORE", 1))?;
    for column in 0..=OVERHEAD {
        statement.raw_bind_parameter(column + 1, Borrowed(row.get_ref(column)?))?;
    }
    if statement.raw_execute()? == 0 {
        return Ok(false);
    }
    if row.get_ref(DETAIL)? != ValueRef::Null {
        let mut statement = to.prepare_cached(INSERT_FAILURE)?;
        for (parameter, column) in [(1, 0), (2, DETAIL), (3, LOG)] {
            statement.raw_bind_parameter(parameter, Borrowed(row.get_ref(column)?))?;
        }
        statement.raw_execute()?;
    }
    Ok(true)
}

fn insert_game(connection: &Connection, game: &GameRecord) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(INSERT)?;
    let (white, black) = (&game.white_stats, &game.black_stats);
    statement.execute(params![
        count(game.index),
        count(game.white),
        count(game.black),
        count(game.pair),
        count(game.opening),
        game.opening_name,
        game.eco,
        game.start_fen,
        game.book_moves.join(" "),
        moves_to_json(&game.moves)?,
        lines_to_text(&game.moves),
        word(&game.outcome)?,
        game.termination.name(),
        count(game.started),
        count(white.nodes),
        micros(white.time),
        white.moves,
        count(black.nodes),
        micros(black.time),
        black.moves,
        micros(game.overhead),
    ])?;
    Ok(())
}

/// A stored game whose moves are still text: parsing them takes most of the time, and another thread can do it.
#[derive(Debug, Clone)]
pub(crate) struct KeptGame {
    /// The game without moves.
    pub(crate) game: GameRecord,
    moves: String,
    lines: Option<String>,
}

impl KeptGame {
    /// The data of its moves that a replay needs; the error describes a fault in them.
    pub(crate) fn played(&self) -> Result<Vec<PlayedMove<'_>>, String> {
        // Text that is borrowed has no escapes, and no move of the arena's has any.
        let moves: Vec<Move<&str>> = serde_json::from_str(&self.moves).map_err(text)?;
        let played = |Move(uci, score, _, _, nodes, ..)| PlayedMove {
            uci: Cow::Borrowed(uci),
            score,
            nodes,
        };
        Ok(moves.into_iter().map(played).collect())
    }

    /// The game with its moves; the error describes a fault in them.
    pub(crate) fn with_moves(self) -> Result<GameRecord, String> {
        let mut game = self.game;
        game.moves = moves_from_json(&self.moves)?;
        let lines = self.lines.iter().flat_map(|lines| lines.lines());
        for (mv, line) in game.moves.iter_mut().zip(lines) {
            mv.line = line.split_whitespace().map(str::to_owned).collect();
        }
        Ok(game)
    }
}

/// Reads a row of [`SELECT`]; the error describes a fault in it.
pub(super) fn read(row: &Row<'_>) -> Result<GameRecord, String> {
    read_kept(row)?.with_moves()
}

/// The same, but the moves are not read yet.
pub(super) fn read_kept(row: &Row<'_>) -> Result<KeptGame, String> {
    let number = |column: usize| unsigned(row, column);
    let index = |column: usize| number(column).and_then(|n| usize::try_from(n).map_err(text));
    let book_moves: String = row.get(8).map_err(text)?;
    let termination = termination(row)?;
    let game = GameRecord {
        index: index(0)?,
        white: index(1)?,
        black: index(2)?,
        pair: index(3)?,
        opening: index(4)?,
        opening_name: row.get(5).map_err(text)?,
        eco: row.get(6).map_err(text)?,
        start_fen: row.get(7).map_err(text)?,
        book_moves: book_moves.split_whitespace().map(str::to_owned).collect(),
        moves: Vec::new(),
        outcome: outcome(row)?,
        termination,
        failure: failure(row, termination)?,
        overhead: Duration::from_micros(number(OVERHEAD)?),
        started: number(13)?,
        white_stats: side_stats(row, 14)?,
        black_stats: side_stats(row, 17)?,
    };
    Ok(KeptGame { game, moves: row.get(MOVES).map_err(text)?, lines: row.get(10).map_err(text)? })
}

fn outcome(row: &Row<'_>) -> Result<GameResult, String> {
    let name: String = row.get(11).map_err(text)?;
    serde_json::from_value(name.into()).map_err(text)
}

fn termination(row: &Row<'_>) -> Result<Termination, String> {
    let name: String = row.get(TERMINATION).map_err(text)?;
    Termination::named(&name).ok_or_else(|| format!("unknown termination `{name}`"))
}

fn failure(row: &Row<'_>, termination: Termination) -> Result<Option<Failure>, String> {
    let detail: Option<String> = row.get(DETAIL).map_err(text)?;
    let Some(detail) = detail else {
        return Ok(None);
    };
    let Termination::Failure(kind) = termination else {
        let by = termination.phrase();
        return Err(format!("its record has an end by {by}, and its failure is kept"));
    };
    let log: String = row.get(LOG).map_err(text)?;
    Ok(Some(Failure { kind, detail, log: log.lines().map(str::to_owned).collect() }))
}

fn side_stats(row: &Row<'_>, first: usize) -> Result<SideStats, String> {
    Ok(SideStats {
        nodes: unsigned(row, first)?,
        time: Duration::from_micros(unsigned(row, first + 1)?),
        moves: row.get(first + 2).map_err(text)?,
    })
}

fn moves_to_json(moves: &[MoveRecord]) -> rusqlite::Result<String> {
    let moves: Vec<Move<_>> = moves
        .iter()
        .map(|m| {
            Move(
                m.uci.as_str(),
                m.score,
                m.depth,
                whole_micros(m.time),
                m.nodes,
                m.selective_depth,
                m.time_left.map(whole_micros),
            )
        })
        .collect();
    to_json(&moves)
}

fn moves_from_json(json: &str) -> Result<Vec<MoveRecord>, String> {
    let moves: Vec<Move<String>> = serde_json::from_str(json).map_err(text)?;
    let record = |Move(uci, score, depth, micros, nodes, selective_depth, left)| MoveRecord {
        uci,
        score,
        depth,
        selective_depth,
        time: Duration::from_micros(micros),
        nodes,
        time_left: left.map(Duration::from_micros),
        line: Vec::new(),
    };
    Ok(moves.into_iter().map(record).collect())
}

/// The lines that were expected, one a line; nothing if there are none.
fn lines_to_text(moves: &[MoveRecord]) -> Option<String> {
    let lines: Vec<String> = moves.iter().map(|m| m.line.join(" ")).collect();
    lines.iter().any(|line| !line.is_empty()).then(|| lines.join("\n"))
}

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// The name of an enum's variant without quotes.
fn word(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    to_json(value).map(|json| json.trim_matches('"').to_owned())
}

/// SQLite's integers are signed; no count here comes near the difference.
pub(super) fn count(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

fn unsigned(row: &Row<'_>, column: usize) -> Result<u64, String> {
    let number: i64 = row.get(column).map_err(text)?;
    u64::try_from(number).map_err(text)
}

fn whole_micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn micros(time: Duration) -> i64 {
    count(whole_micros(time))
}

fn text(error: impl Display) -> String {
    error.to_string()
}

/// A replayer of games, which finds those that cannot have been played.
pub(crate) trait Replay {
    /// Passes `read` a sink for the games that it reads, and replays them on other threads meanwhile. Returns the
    /// result of `read`, and the games that cannot have been played.
    fn replay<R>(&self, read: impl FnOnce(&mut dyn FnMut(KeptGame)) -> R) -> (R, Vec<BadGame>);
}
