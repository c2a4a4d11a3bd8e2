//! The columns of tables: each with its name, its type, and its value in a row.

use std::time::Duration;

use config::Config;
use players::record::{GameRecord, GameResult, MoveRecord, MoveScore};
use runner::schedule::Schedule;

/// A column of a table whose rows are `R`s.
pub(super) struct ExportColumn<'c, R> {
    /// Its name.
    pub(super) name: &'static str,
    /// Its value.
    pub(super) read: Read<'c, R>,
}

/// The values of a column. An option is empty where there is no value.
pub(super) enum Read<'c, R> {
    Integer(Reader<'c, R, i64>),
    OptionalInteger(Reader<'c, R, Option<i64>>),
    Real(Reader<'c, R, f64>),
    OptionalReal(Reader<'c, R, Option<f64>>),
    Flag(Reader<'c, R, bool>),
    Text(Reader<'c, R, String>),
}

pub(super) type Reader<'c, R, T> = Box<dyn Fn(&R) -> T + 'c>;

/// A row of the table of moves.
pub(super) struct MoveRow {
    /// The game.
    pub(super) game: GameRecord,
    /// The index of its move, from 0.
    pub(super) index: usize,
    /// The position before it.
    pub(super) fen: String,
}

impl MoveRow {
    fn record(&self) -> &MoveRecord {
        &self.game.moves[self.index]
    }
}

fn integer<'c, R>(name: &'static str, read: impl Fn(&R) -> u64 + 'c) -> ExportColumn<'c, R> {
    // SQLite, where they come from, has no greater ones.
    let read = move |row: &R| i64::try_from(read(row)).unwrap_or(i64::MAX);
    ExportColumn { name, read: Read::Integer(Box::new(read)) }
}

fn optional_integer<'c, R>(
    name: &'static str,
    read: impl Fn(&R) -> Option<i64> + 'c,
) -> ExportColumn<'c, R> {
    ExportColumn { name, read: Read::OptionalInteger(Box::new(read)) }
}

fn real<'c, R>(name: &'static str, read: impl Fn(&R) -> f64 + 'c) -> ExportColumn<'c, R> {
    ExportColumn { name, read: Read::Real(Box::new(read)) }
}

fn text<'c, R>(name: &'static str, read: impl Fn(&R) -> String + 'c) -> ExportColumn<'c, R> {
    ExportColumn { name, read: Read::Text(Box::new(read)) }
}

/// The table of games.
pub(super) fn game_columns<'c>(
    config: &'c Config,
    schedule: &'c Schedule,
) -> Vec<ExportColumn<'c, GameRecord>> {
    let time_control =
        |game: &GameRecord| config.time_controls.get(schedule.time_control(game.index));
    let name = |engine: usize| config.engines[engine].name.clone();
    vec![
        // From 1, as in games.pgn.
        integer("game", |game: &GameRecord| game.index as u64 + 1),
        integer("pair", |game: &GameRecord| game.pair as u64 + 1),
        text("ladder", move |game: &GameRecord| {
            time_control(game).map(|time_control| time_control.name.clone()).unwrap_or_default()
        }),
        text("white", move |game: &GameRecord| name(game.white)),
        text("black", move |game: &GameRecord| name(game.black)),
        text("result", |game: &GameRecord| game.outcome.to_string()),
        real("white_points", |game: &GameRecord| white_points(game.outcome)),
        text("termination", |game: &GameRecord| game.termination.name().to_owned()),
        ExportColumn {
            name: "adjudicated",
            read: Read::Flag(Box::new(|game: &GameRecord| game.termination.is_adjudicated())),
        },
        text("opening", |game: &GameRecord| game.opening_name.clone()),
        text("eco", |game: &GameRecord| game.eco.clone()),
        text("start_fen", |game: &GameRecord| game.start_fen.clone().unwrap_or_default()),
        integer("book_plies", |game: &GameRecord| game.book_moves.len() as u64),
        integer("plies", |game: &GameRecord| {
            let moves = game.white_stats.moves + game.black_stats.moves;
            game.book_moves.len() as u64 + u64::from(moves)
        }),
        integer("started_ms", |game: &GameRecord| game.started),
        integer("white_nodes", |game: &GameRecord| game.white_stats.nodes),
        real("white_ms", |game: &GameRecord| milliseconds(game.white_stats.time)),
        integer("black_nodes", |game: &GameRecord| game.black_stats.nodes),
        real("black_ms", |game: &GameRecord| milliseconds(game.black_stats.time)),
    ]
}

/// The table of moves.
pub(super) fn move_columns(config: &Config) -> Vec<ExportColumn<'_, MoveRow>> {
    vec![
        integer("game", |row: &MoveRow| row.game.index as u64 + 1),
        // From 1, the book's moves included.
        integer("ply", |row: &MoveRow| (row.game.book_moves.len() + row.index) as u64 + 1),
        text("engine", |row: &MoveRow| config.engines[row.game.mover(row.index)].name.clone()),
        text("fen", |row: &MoveRow| row.fen.clone()),
        text("move", |row: &MoveRow| row.record().uci.clone()),
        optional_integer("score", |row: &MoveRow| match row.record().score {
            Some(MoveScore::Cp(score)) => Some(score.into()),
            _ => None,
        }),
        optional_integer("mate", |row: &MoveRow| match row.record().score {
            Some(MoveScore::Mate { mate }) => Some(mate.into()),
            _ => None,
        }),
        integer("depth", |row: &MoveRow| row.record().depth.into()),
        optional_integer("seldepth", |row: &MoveRow| row.record().selective_depth.map(i64::from)),
        integer("nodes", |row: &MoveRow| row.record().nodes),
        real("ms", |row: &MoveRow| milliseconds(row.record().time)),
        ExportColumn {
            name: "left_ms",
            read: Read::OptionalReal(Box::new(|row: &MoveRow| {
                row.record().time_left.map(milliseconds)
            })),
        },
        real("white_points", |row: &MoveRow| white_points(row.game.outcome)),
    ]
}

/// Divided once, so that 1,154,000 ns are 1.154 ms and not 1.1540000000000001.
fn milliseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

fn white_points(outcome: GameResult) -> f64 {
    f64::from(outcome.white_half_points()) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_have_no_rounding_noise() {
        for (nanoseconds, text) in [(1_154_000, "1.154"), (1_100, "0.0011"), (3, "0.000003")] {
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(milliseconds(time).to_string(), text);
        }
    }
}
