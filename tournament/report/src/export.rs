//! A run's games and moves as tables, for other programs.
//!
//! Two tables of comma-separated values, with a row per game and a row per move. Engines and time controls are named. Scores
//! are as in games.pgn: from White's side. A table is defined by its `columns`; rows are written as they are read.

mod columns;
mod finals;
mod separated;

use std::io::{self, Write};
use std::path::Path;

use engine_core::game::position_from_fen;
use flate2::Compression;
use flate2::write::GzEncoder;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use columns::{MoveRow, game_columns, move_columns};
use config::output::replace_file;
pub use finals::{FINALS, export_finals};
use players::record::GameRecord;
use runner::run::Run;
use runner::store::StoreError;
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
    /// An illegal move.
    #[error("game {}: {what} cannot be played; the store is damaged", game + 1)]
    Game { game: usize, what: String },
    /// A file.
    #[error("cannot write a table: {0}")]
    Write(#[from] io::Error),
    /// A line of it.
    #[error("cannot write a table: {0}")]
    Csv(#[from] csv::Error),
}

/// Writes both tables of `run` into the folder `to`, each file at once and entirely or not at all, compressed with gzip if
/// wanted; `notify` is called for each game. Returns the number of games.
///
/// # Errors
/// If the run cannot be read, or a file cannot be written.
pub fn export(
    run: &Run,
    to: &Path,
    packed: bool,
    mut notify: impl FnMut(),
) -> Result<usize, ExportError> {
    let [of_games, of_moves] = files(packed).map(|name| to.join(name));
    let mut count = 0;
    let mut rows = |games: &mut dyn Write, moves: &mut dyn Write| {
        let mut games = Separated::new(game_columns(&run.config, &run.schedule), games)?;
        let mut moves = Separated::new(move_columns(&run.config), moves)?;
        run.store.visit(|game| {
            notify();
            count += 1;
            games.row(&game)?;
            write_moves(game, &mut moves)
        })?;
        games.end()?;
        moves.end()
    };
    replace_file(&of_games, |games| {
        write(games, packed, |games| {
            replace_file(&of_moves, |moves| write(moves, packed, |moves| rows(games, moves)))
        })
    })?;
    Ok(count)
}

/// Writes the file of a table, compressed or not.
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

/// Plays a move of the store; `None` if it is not legal in the position.
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
    let impossible = |what: &str| ExportError::Game { game: number, what: what.to_owned() };
    let mut position = match game.start_fen.as_deref() {
        None => Chess::default(),
        Some(text) => position_from_fen(text).map_err(|_| impossible(text))?,
    };
    for uci in &game.book_moves {
        played(&mut position, uci).ok_or_else(|| impossible(uci))?;
    }
    let mut row = MoveRow { game, index: 0, fen: String::new() };
    while let Some(record) = row.game.moves.get(row.index) {
        let uci = record.uci.clone();
        row.fen = engine_core::notation::fen_of(&position);
        rows.row(&row)?;
        played(&mut position, &uci).ok_or_else(|| impossible(&uci))?;
        row.index += 1;
    }
    Ok(())
}
