//! A game as a row of the table, and back.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::types::ToSqlOutput::Borrowed;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

use players::record::{Failure, GameRecord, MoveRecord, MoveScore, PlayedMove, SideStats, Termination};

/// The columns of a game as they are read and written; those of its failure follow.
const COLUMNS: &str = "game, white, black, pair, opening, opening_name, eco, start_fen, book_moves, moves, lines, \
    outcome, termination, started_ms, white_nodes, white_us, white_moves, black_nodes, black_us, black_moves, overhead_us, \
    build, witness";
const BOOK_MOVES: usize = 8;
const OUTCOME: usize = 11;
const OVERHEAD: usize = 20;
/// The last column of a game.
const WITNESS: usize = 22;
const DETAIL: usize = 23;
const LOG: usize = 24;

/// All games in the order of the schedule, for [`read`].
pub(super) fn select() -> String {
    format!("SELECT {COLUMNS}, detail, log FROM games LEFT JOIN failures USING (game) ORDER BY game")
}

pub(super) fn select_without_moves() -> String {
    select().replace("book_moves, moves, lines", "'', '[]', NULL")
}

/// The game at an index alone.
pub(super) fn select_game(index: usize) -> String {
    select().replace("ORDER BY", &format!("WHERE game = {index} ORDER BY"))
}

static INSERT: LazyLock<String> = LazyLock::new(|| {
    let values = vec!["?"; WITNESS + 1].join(", ");
    format!("INSERT INTO games ({COLUMNS}) VALUES ({values})")
});
const INSERT_FAILURE: &str = "INSERT INTO failures (game, detail, log) VALUES (?1, ?2, ?3)";

/// A move as it is stored, a short JSON array: `["e2e4",35,12,52013,5000,18,58948000]`, with the score, the
/// depth, microseconds, nodes, the selective depth and the microseconds left; a mate is `{"mate":5}`, and what the engine
/// did not report is `null`.
#[derive(Serialize, Deserialize)]
struct Move<T>(T, Option<MoveScore>, u8, u64, u64, Option<u8>, Option<u64>);

/// Adds a game, in one transaction.
pub(super) fn insert(connection: &Connection, game: &GameRecord) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let moves = game.moves.iter().map(|m| {
        let (time, left) = (whole_micros(m.time), m.time_left.map(whole_micros));
        Move(m.uci.as_str(), m.score, m.depth, time, m.nodes, m.selective_depth, left)
    });
    // The lines that were expected, one a line; nothing if there are none.
    let lines: Vec<String> = game.moves.iter().map(|m| m.line.join(" ")).collect();
    let lines = lines.iter().any(|line| !line.is_empty()).then(|| lines.join("\n"));
    let (white, black) = (&game.white_stats, &game.black_stats);
    transaction.prepare_cached(&INSERT)?.execute(params![
        count(game.index),
        count(game.white),
        count(game.black),
        count(game.pair),
        count(game.opening),
        game.opening_name,
        game.eco,
        game.start_fen,
        game.book_moves.join(" "),
        to_json(&moves.collect::<Vec<_>>())?,
        lines,
        to_json(&game.outcome)?.trim_matches('"'),
        game.termination.name(),
        count(game.started),
        count(white.nodes),
        micros(white.time),
        white.moves,
        count(black.nodes),
        micros(black.time),
        black.moves,
        micros(game.overhead),
        game.build,
        game.witness.as_ref().map(to_json).transpose()?,
    ])?;
    if let Some(Failure { detail, log, .. }) = &game.failure {
        let mut statement = transaction.prepare_cached(INSERT_FAILURE)?;
        statement.execute(params![count(game.index), detail, log.join("\n")])?;
    }
    transaction.commit()
}

/// Copies a row of [`select`], unless there is a game of its index; true if it did.
pub(super) fn copy(to: &Connection, row: &Row<'_>) -> rusqlite::Result<bool> {
    let mut statement = to.prepare_cached(&INSERT.replacen("INSERT", "INSERT OR IGNORE", 1))?;
    for column in 0..=WITNESS {
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
        let played = |Move(uci, score, _, _, nodes, ..)| PlayedMove { uci: Cow::Borrowed(uci), score, nodes };
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

/// Reads a row of [`select`]; the error describes a fault in it.
pub(super) fn read(row: &Row<'_>) -> Result<GameRecord, String> {
    read_kept(row)?.with_moves()
}

/// The same, but the moves are not read yet.
pub(super) fn read_kept(row: &Row<'_>) -> Result<KeptGame, String> {
    let index = |column| unsigned(row, column).and_then(|n| usize::try_from(n).map_err(text));
    let micros = |column| unsigned(row, column).map(Duration::from_micros);
    let side_stats = |first: usize| -> Result<SideStats, String> {
        let (nodes, time) = (unsigned(row, first)?, micros(first + 1)?);
        Ok(SideStats { nodes, time, moves: row.get(first + 2).map_err(text)? })
    };
    let book_moves: String = row.get(BOOK_MOVES).map_err(text)?;
    let outcome: String = row.get(OUTCOME).map_err(text)?;
    let termination: String = row.get(OUTCOME + 1).map_err(text)?;
    let termination = Termination::named(&termination).ok_or_else(|| format!("unknown termination `{termination}`"))?;
    let witness: Option<String> = row.get(WITNESS).map_err(text)?;
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
        outcome: serde_json::from_value(outcome.into()).map_err(text)?,
        termination,
        failure: failure(row, termination)?,
        overhead: micros(OVERHEAD)?,
        started: unsigned(row, 13)?,
        white_stats: side_stats(14)?,
        black_stats: side_stats(17)?,
        build: row.get(OVERHEAD + 1).map_err(text)?,
        witness: witness.map(|json| serde_json::from_str(&json)).transpose().map_err(text)?,
    };
    if game.white == game.black {
        return Err("an engine plays itself".to_owned());
    }
    let [moves, lines] = [BOOK_MOVES + 1, BOOK_MOVES + 2];
    Ok(KeptGame { game, moves: row.get(moves).map_err(text)?, lines: row.get(lines).map_err(text)? })
}

fn failure(row: &Row<'_>, termination: Termination) -> Result<Option<Failure>, String> {
    let Some(detail) = row.get(DETAIL).map_err(text)? else {
        return Ok(None);
    };
    let Termination::Failure(kind) = termination else {
        let by = termination.phrase();
        return Err(format!("its record has an end by {by}, and its failure is kept"));
    };
    let log: String = row.get(LOG).map_err(text)?;
    Ok(Some(Failure { kind, detail, log: log.lines().map(str::to_owned).collect() }))
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

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
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
