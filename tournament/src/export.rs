//! A run's games and moves as tables, for those who compute with them.
//!
//! Two files of comma-separated values, a line a game and a line a move, each with a heading. Engines and
//! ladders go by their names. Scores are as in games.pgn: from White's side, whoever moved.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

use crate::config::Config;
use crate::record::{GameRecord, GameResult, MoveRecord, MoveScore};
use crate::report::replace_file;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// The file of games.
pub const GAMES: &str = "games.csv";
/// The file of moves.
pub const MOVES: &str = "moves.csv";

/// Why a run cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The configuration that the store holds.
    #[error(
        "{}: its configuration cannot be read: {reason}; the program that played it can export it",
        folder.display()
    )]
    Configuration {
        /// The run's folder.
        folder: PathBuf,
        /// Why not.
        reason: String,
    },
    /// A move that is none.
    #[error("game {}: {what} cannot be played; the store is damaged", game + 1)]
    Game {
        /// The game's place in the schedule, from 0.
        game: usize,
        /// The move, or the position.
        what: String,
    },
    /// A file.
    #[error("cannot write a table: {0}")]
    Write(#[from] io::Error),
    /// A line of it.
    #[error("cannot write a table: {0}")]
    Csv(#[from] csv::Error),
}

/// A line of [`GAMES`].
#[derive(Serialize)]
struct GameRow<'a> {
    /// From 1, as in games.pgn.
    game: usize,
    pair: usize,
    ladder: &'a str,
    white: &'a str,
    black: &'a str,
    /// As PGN writes it.
    result: String,
    /// White's points: 1, 0.5 or 0.
    white_points: f64,
    termination: &'static str,
    adjudicated: bool,
    opening: &'a str,
    eco: &'a str,
    /// Of the position before the book's moves.
    start_fen: &'a str,
    book_plies: usize,
    plies: usize,
    /// Milliseconds since 1970 UTC.
    started_ms: u64,
    white_nodes: u64,
    white_ms: f64,
    black_nodes: u64,
    black_ms: f64,
}

/// A line of [`MOVES`].
#[derive(Serialize)]
struct MoveRow<'a> {
    game: usize,
    /// From 1, the book's moves included.
    ply: usize,
    engine: &'a str,
    /// The position before the move.
    fen: String,
    /// In UCI notation.
    #[serde(rename = "move")]
    uci: &'a str,
    /// Centipawns from White's side; empty if there is none.
    score: Option<i32>,
    /// Full moves to mate, positive if White mates; empty if it is no mate.
    mate: Option<i32>,
    depth: u8,
    /// The longest line looked at; empty if the engine did not say.
    seldepth: Option<u8>,
    nodes: u64,
    ms: f64,
    /// What was left on the clock; empty without one.
    left_ms: Option<f64>,
    /// White's points in the game: 1, 0.5 or 0.
    white_points: f64,
}

/// Writes [`GAMES`] and [`MOVES`] of the run in `folder` into the folder `to`, each at once and entirely or
/// not at all; `tell` hears of each game. How many games there were.
///
/// # Errors
/// If there is no run, or a file cannot be written.
pub fn export(folder: &Path, to: &Path, mut tell: impl FnMut()) -> Result<usize, ExportError> {
    let store = Store::open_read_only(folder)?;
    let config = Config::from_canonical(&store.info().configuration);
    let config = config.map_err(|error| ExportError::Configuration {
        folder: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let schedule = Schedule::new(&config);
    let mut games = 0;
    replace_file(&to.join(GAMES), |file| {
        let mut rows = csv::Writer::from_writer(file);
        store.visit_without_moves(|game| {
            games += 1;
            rows.serialize(game_row(&config, &schedule, &game))?;
            Ok::<(), ExportError>(())
        })?;
        Ok::<(), ExportError>(rows.flush()?)
    })?;
    replace_file(&to.join(MOVES), |file| {
        let mut rows = csv::Writer::from_writer(file);
        store.visit(|game| {
            tell();
            write_moves(&config, &game, &mut rows)
        })?;
        Ok::<(), ExportError>(rows.flush()?)
    })?;
    Ok(games)
}

fn game_row<'a>(config: &'a Config, schedule: &Schedule, game: &'a GameRecord) -> GameRow<'a> {
    let ladder = config.ladders.get(schedule.ladder(game.index));
    let moves = game.white_stats.moves + game.black_stats.moves;
    GameRow {
        game: game.index + 1,
        pair: game.pair + 1,
        ladder: ladder.map_or("", |ladder| &ladder.name),
        white: &config.engines[game.white].name,
        black: &config.engines[game.black].name,
        result: game.outcome.to_string(),
        white_points: white_points(game.outcome),
        termination: game.termination.name(),
        adjudicated: game.termination.is_adjudicated(),
        opening: &game.opening_name,
        eco: &game.eco,
        start_fen: game.start_fen.as_deref().unwrap_or_default(),
        book_plies: game.book_moves.len(),
        plies: game.book_moves.len() + moves as usize,
        started_ms: game.started,
        white_nodes: game.white_stats.nodes,
        white_ms: milliseconds(game.white_stats.time),
        black_nodes: game.black_stats.nodes,
        black_ms: milliseconds(game.black_stats.time),
    }
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

fn white_points(outcome: GameResult) -> f64 {
    f64::from(outcome.white_half_points()) / 2.0
}

fn write_moves<W: Write>(
    config: &Config,
    game: &GameRecord,
    rows: &mut csv::Writer<W>,
) -> Result<(), ExportError> {
    let impossible = |what: &str| ExportError::Game {
        game: game.index,
        what: what.to_owned(),
    };
    let start = game.start_fen.as_deref();
    let mut position = match start {
        None => Chess::default(),
        Some(text) => {
            let fen: Option<Fen> = text.parse().ok();
            let position = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            position.ok_or_else(|| impossible(text))?
        }
    };
    let play = |position: &mut Chess, text: &str| -> Option<()> {
        let mv = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
        position.play_unchecked(mv);
        Some(())
    };
    for uci in &game.book_moves {
        play(&mut position, uci).ok_or_else(|| impossible(uci))?;
    }
    for (index, record) in game.moves.iter().enumerate() {
        let fen = engine_core::notation::fen_of(&position);
        rows.serialize(move_row(config, game, (index, record), fen))?;
        play(&mut position, &record.uci).ok_or_else(|| impossible(&record.uci))?;
    }
    Ok(())
}

fn move_row<'a>(
    config: &'a Config,
    game: &GameRecord,
    (index, record): (usize, &'a MoveRecord),
    fen: String,
) -> MoveRow<'a> {
    let (score, mate) = match record.score {
        Some(MoveScore::Cp(score)) => (Some(score), None),
        Some(MoveScore::Mate { mate }) => (None, Some(mate)),
        None => (None, None),
    };
    MoveRow {
        game: game.index + 1,
        ply: game.book_moves.len() + index + 1,
        engine: &config.engines[game.mover(index)].name,
        fen,
        uci: &record.uci,
        score,
        mate,
        depth: record.depth,
        seldepth: record.selective_depth,
        nodes: record.nodes,
        ms: milliseconds(record.time),
        left_ms: record.time_left.map(milliseconds),
        white_points: white_points(game.outcome),
    }
}
