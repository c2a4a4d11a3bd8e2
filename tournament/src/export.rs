//! A run's games and moves as tables, for those who compute with them.
//!
//! Two tables, a row a game and a row a move, as comma-separated values or as Parquet. Engines and
//! ladders go by their names. Scores are as in games.pgn: from White's side, whoever moved. A table is its
//! `columns`, whichever file it is written to; rows are written as they are read.

mod columns;
mod finals;
mod parquet;
mod separated;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ::parquet::errors::ParquetError;
use engine_core::game::position_from_fen;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use self::parquet::Parquet;
use crate::config::Config;
use crate::record::GameRecord;
use crate::report::replace_file;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};
use columns::{Column, MoveRow, game_columns, move_columns};
pub use finals::{FINALS, export_finals};
use separated::Separated;

/// How tables are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet, compressed by Snappy.
    Parquet,
}

impl Format {
    /// The file of games.
    #[must_use]
    pub fn games(self) -> &'static str {
        match self {
            Self::Csv => "games.csv",
            Self::Parquet => "games.parquet",
        }
    }

    /// The file of moves.
    #[must_use]
    pub fn moves(self) -> &'static str {
        match self {
            Self::Csv => "moves.csv",
            Self::Parquet => "moves.parquet",
        }
    }
}

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
    /// A group of its rows.
    #[error("cannot write a table: {0}")]
    Parquet(#[from] ParquetError),
}

/// A table that is being written.
trait Table<R> {
    /// Takes a row.
    fn row(&mut self, row: &R) -> Result<(), ExportError>;

    /// Writes what is left.
    fn end(self: Box<Self>) -> Result<(), ExportError>;
}

/// A new table of these columns.
fn table<'w, R: 'w>(
    format: Format,
    columns: Vec<Column<'w, R>>,
    to: &'w mut (dyn Write + Send),
) -> Result<Box<dyn Table<R> + 'w>, ExportError> {
    Ok(match format {
        Format::Csv => Box::new(Separated::new(columns, to)?),
        Format::Parquet => Box::new(Parquet::new(columns, to)?),
    })
}

/// Writes both tables of the run in `folder` into the folder `to`, each file at once and entirely or
/// not at all; `tell` hears of each game. How many games there were.
///
/// # Errors
/// If there is no run, or a file cannot be written.
pub fn export(
    folder: &Path,
    to: &Path,
    format: Format,
    mut tell: impl FnMut(),
) -> Result<usize, ExportError> {
    let store = Store::open_read_only(folder)?;
    let config = Config::from_canonical(&store.info().configuration);
    let config = config.map_err(|error| ExportError::Configuration {
        folder: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let schedule = Schedule::new(&config);
    let mut games = 0;
    replace_file(&to.join(format.games()), |file| {
        let mut rows = table(format, game_columns(&config, &schedule), file)?;
        store.visit_without_moves(|game| {
            games += 1;
            rows.row(&game)
        })?;
        rows.end()
    })?;
    replace_file(&to.join(format.moves()), |file| {
        let mut rows = table(format, move_columns(&config), file)?;
        store.visit(|game| {
            tell();
            write_moves(game, rows.as_mut())
        })?;
        rows.end()
    })?;
    Ok(games)
}

/// Plays a move of the store; `None` if it is none in the position.
fn played(position: &mut Chess, uci: &str) -> Option<()> {
    let mv = uci.parse::<UciMove>().ok()?.to_move(position).ok()?;
    position.play_unchecked(mv);
    Some(())
}

/// The moves of a game, each with the position before it.
fn write_moves(game: GameRecord, rows: &mut dyn Table<MoveRow>) -> Result<(), ExportError> {
    let number = game.index;
    let impossible = |what: &str| ExportError::Game {
        game: number,
        what: what.to_owned(),
    };
    let mut position = match game.start_fen.as_deref() {
        None => Chess::default(),
        Some(text) => position_from_fen(text).map_err(|_| impossible(text))?,
    };
    for uci in &game.book_moves {
        played(&mut position, uci).ok_or_else(|| impossible(uci))?;
    }
    let mut row = MoveRow {
        game,
        index: 0,
        fen: String::new(),
    };
    while let Some(record) = row.game.moves.get(row.index) {
        let uci = record.uci.clone();
        row.fen = engine_core::notation::fen_of(&position);
        rows.row(&row)?;
        played(&mut position, &uci).ok_or_else(|| impossible(&uci))?;
        row.index += 1;
    }
    Ok(())
}
