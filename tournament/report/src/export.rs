//! A run's games and moves as tables, for those who compute with them.
//!
//! Two tables of comma-separated values, a row a game and a row a move. Engines and ladders go by their names. Scores are
//! as in games.pgn: from White's side. A table is its `columns`; rows are written as they are read.

mod columns;
mod finals;
mod separated;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use engine_core::game::position_from_fen;
use flate2::Compression;
use flate2::write::GzEncoder;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use columns::{MoveRow, game_columns, move_columns};
use config::Config;
use config::output::replace_file;
pub use finals::{FINALS, export_finals};
use players::record::GameRecord;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};
use separated::Separated;

/// The names of both tables.
const TABLES: [&str; 2] = ["games.csv", "moves.csv"];

/// The files of games and of moves; compressed ones end in .gz.
#[must_use]
pub fn files(packed: bool) -> [String; 2] {
    TABLES.map(|name| format!("{name}{}", if packed { ".gz" } else { "" }))
}

/// The reason that a run cannot be exported.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ExportError {
    /// The run.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The configuration that the store holds.
    #[error(
        "{}: its configuration cannot be read: {reason}; the program that played it can export it",
        folder.display()
    )]
    Configuration { folder: PathBuf, reason: String },
    /// A move that is none.
    #[error("game {}: {what} cannot be played; the store is damaged", game + 1)]
    Game { game: usize, what: String },
    /// A file.
    #[error("cannot write a table: {0}")]
    Write(#[from] io::Error),
    /// A line of it.
    #[error("cannot write a table: {0}")]
    Csv(#[from] csv::Error),
}

/// Writes both tables of the run in `folder` into the folder `to`, each file at once and entirely or
/// not at all, compressed with gzip if wanted; `tell` is called for each game. Returns the number of games.
///
/// # Errors
/// If there is no run, or a file cannot be written.
pub fn export(
    folder: &Path,
    to: &Path,
    packed: bool,
    mut tell: impl FnMut(),
) -> Result<usize, ExportError> {
    let store = Store::open_read_only(folder)?;
    let config = Config::from_canonical(&store.info().configuration);
    let config = config.map_err(|error| ExportError::Configuration {
        folder: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let schedule = Schedule::new(&config);
    let [of_games, of_moves] = files(packed).map(|name| to.join(name));
    let mut games = 0;
    replace_file(&of_games, |file| {
        write(file, packed, |to| {
            let mut rows = Separated::new(game_columns(&config, &schedule), to)?;
            store.visit_without_moves(|game| {
                games += 1;
                rows.row(&game)
            })?;
            rows.end()
        })
    })?;
    replace_file(&of_moves, |file| {
        write(file, packed, |to| {
            let mut rows = Separated::new(move_columns(&config), to)?;
            store.visit(|game| {
                tell();
                write_moves(game, &mut rows)
            })?;
            rows.end()
        })
    })?;
    Ok(games)
}

/// Has the lines of a table written, packed or not.
fn write(
    file: &mut (dyn Write + Send),
    packed: bool,
    lines: impl FnOnce(&mut dyn Write) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    if !packed {
        return lines(file);
    }
    let mut encoder = GzEncoder::new(file, Compression::default());
    lines(&mut encoder)?;
    encoder.finish()?;
    Ok(())
}

/// Plays a move of the store; `None` if it is none in the position.
fn played(position: &mut Chess, uci: &str) -> Option<()> {
    let mv = uci.parse::<UciMove>().ok()?.to_move(position).ok()?;
    position.play_unchecked(mv);
    Some(())
}

/// The moves of a game, each with the position before it.
fn write_moves<W: Write>(
    game: GameRecord,
    rows: &mut Separated<'_, MoveRow, W>,
) -> Result<(), ExportError> {
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
