//! A run for other programs: its games or moves as comma-separated values, and its events as one JSON object a line, written
//! at once. docs/formats.md describes them.
//!
//! Scores are as in games.pgn, from White's side; rows are written as they are read. Missing values are empty.

use std::io::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use config::Config;
use engine_core::notation::{fen_of, printable};
use players::record::{GameRecord, GameResult, MoveScore};
use runner::run::Run;
use runner::schedule::ScheduledGame;
use serde_json::{Value, json};

use crate::played::{play, position};
use crate::{ReportError, Results, csv_text};

/// A table of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportTable {
    /// A row a game.
    Games,
    /// A row a move of an engine, with the position before it.
    Moves,
}

impl FromStr for ExportTable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "games" => Ok(Self::Games),
            "moves" => Ok(Self::Moves),
            _ => Err("choose games or moves".to_owned()),
        }
    }
}

/// A reader that has gone is told by the kind of the error, which csv's own conversion loses.
impl From<csv::Error> for ReportError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Write(error),
            other => Self::Write(io::Error::other(format!("{other:?}"))),
        }
    }
}

const GAME_COLUMNS: &str = "game,pair,time_control,white,black,result,white_points,termination,adjudicated,opening,\
     eco,start_fen,book_plies,plies,started_ms,white_nodes,white_ms,black_nodes,black_ms";
const MOVE_COLUMNS: &str = "game,ply,engine,fen,move,score,mate,depth,seldepth,nodes,ms,left_ms,white_points";

/// Writes a table of `run`; `notify` is called for each game. Fails if the run cannot be read, or the table cannot be
/// written.
pub fn export(run: &Run, table: ExportTable, to: impl Write, mut notify: impl FnMut()) -> Result<(), ReportError> {
    let mut rows = csv::Writer::from_writer(to);
    let columns = match table {
        ExportTable::Games => GAME_COLUMNS,
        ExportTable::Moves => MOVE_COLUMNS,
    };
    rows.write_record(columns.split(','))?;
    run.store.visit(|game| {
        notify();
        match table {
            ExportTable::Games => Ok(rows.write_record(game_row(run, &game))?),
            ExportTable::Moves => write_moves(run, &game, &mut rows),
        }
    })?;
    Ok(rows.flush()?)
}

fn game_row(run: &Run, game: &GameRecord) -> [String; 19] {
    let time_control = run.config.time_controls.get(run.schedule.time_control(game.index));
    let time_control = time_control.map_or("", |time_control| &time_control.name);
    let (white, black) = (game.white_stats, game.black_stats);
    let plies = game.book_moves.len() as u64 + u64::from(white.moves + black.moves);
    [
        (game.index + 1).to_string(),
        (game.pair + 1).to_string(),
        text(time_control),
        text(&run.config.engines[game.white].name),
        text(&run.config.engines[game.black].name),
        game.outcome.to_string(),
        white_points(game.outcome),
        game.termination.name().to_owned(),
        game.termination.is_adjudicated().to_string(),
        text(&game.opening_name),
        text(&game.eco),
        game.start_fen.clone().unwrap_or_default(),
        game.book_moves.len().to_string(),
        plies.to_string(),
        game.started.to_string(),
        white.nodes.to_string(),
        milliseconds(white.time),
        black.nodes.to_string(),
        milliseconds(black.time),
    ]
}

fn write_moves(run: &Run, game: &GameRecord, rows: &mut csv::Writer<impl Write>) -> Result<(), ReportError> {
    let mut at = position(game, game.book_moves.len())?;
    for (index, record) in game.moves.iter().enumerate() {
        let (score, mate) = match record.score {
            Some(MoveScore::Cp(score)) => (Some(score), None),
            Some(MoveScore::Mate { mate }) => (None, Some(mate)),
            None => (None, None),
        };
        let number = |number: Option<i32>| number.map_or(String::new(), |n| n.to_string());
        let row = [
            (game.index + 1).to_string(),
            (game.book_moves.len() + index + 1).to_string(),
            text(&run.config.engines[game.mover(index)].name),
            fen_of(at.position()),
            record.uci.clone(),
            number(score),
            number(mate),
            record.depth.to_string(),
            number(record.selective_depth.map(i32::from)),
            record.nodes.to_string(),
            milliseconds(record.time),
            record.time_left.map_or(String::new(), milliseconds),
            white_points(game.outcome),
        ];
        rows.write_record(row)?;
        play(&mut at, game, &record.uci)?;
    }
    Ok(())
}

fn text(text: &str) -> String {
    printable(&csv_text(text)).into_owned()
}

/// Divided once, so that 1,154,000 ns are 1.154 ms and not 1.1540000000000001.
fn milliseconds(time: Duration) -> String {
    format!("{:?}", time.as_nanos() as f64 / 1e6)
}

fn white_points(outcome: GameResult) -> String {
    format!("{:?}", f64::from(outcome.white_half_points()) / 2.0)
}

/// Writes events as long as they are read: a reader that has gone ends the events, not the run.
#[derive(Debug)]
pub struct Events<W> {
    to: Option<W>,
}

impl<W: Write> Events<W> {
    /// A writer of events to `to`, or of none.
    pub fn new(to: Option<W>) -> Self {
        Self { to }
    }

    /// The run begins or resumes: `played` of its games are finished. Fails if it cannot be written.
    pub fn run_started(
        &mut self,
        config: &Config,
        folder: &str,
        (played, games): (usize, usize),
        threads: usize,
    ) -> io::Result<()> {
        let engines: Vec<&str> = config.engines.iter().map(|e| e.name.as_str()).collect();
        self.write("run_started", || {
            Ok(json!({
                "name": config.run.name,
                "folder": folder,
                "games": games,
                "played": played,
                "threads": threads,
                "limits": config.limits_text(),
                "engines": engines,
            }))
        })
    }

    /// A game begins. Fails if it cannot be written.
    pub fn game_started(&mut self, config: &Config, game: &ScheduledGame) -> io::Result<()> {
        self.write("game_started", || Ok(game_value(config, game)))
    }

    /// A game has ended and is stored; `place` is its place in the schedule. Fails if it cannot be written.
    pub fn game_finished(&mut self, config: &Config, place: &ScheduledGame, record: &GameRecord) -> io::Result<()> {
        self.write("game_finished", || {
            let game = game_value(config, place);
            let winner = match record.outcome {
                GameResult::WhiteWins => &game["white"],
                GameResult::BlackWins => &game["black"],
                GameResult::Draw => &Value::Null,
            };
            let time: Duration = record.moves.iter().map(|mv| mv.time).sum();
            let end = json!({
                "result": record.outcome.to_string(),
                "winner": winner,
                "termination": record.termination.name(),
                "adjudicated": record.termination.is_adjudicated(),
                "tainted": record.termination.is_failure(),
                "plies": record.book_moves.len() + record.moves.len(),
                "seconds": time.as_secs_f64(),
                "opening": Some(&record.opening_name).filter(|name| !name.is_empty()),
            });
            Ok(joined(game, end))
        })
    }

    /// The present standings. Fails if it cannot be written.
    pub fn standings(&mut self, results: &Results) -> io::Result<()> {
        self.write("standings", || Ok(serde_json::to_value(results)?))
    }

    /// A warning for the user. Fails if it cannot be written.
    pub fn warning(&mut self, message: &str) -> io::Result<()> {
        self.write("warning", || Ok(json!({ "message": message })))
    }

    /// All games are played: the contents of `results.json`. Fails if it cannot be written.
    pub fn run_finished(&mut self, results: &Results) -> io::Result<()> {
        self.write("run_finished", || Ok(json!({ "results": results })))
    }

    fn write(&mut self, event: &str, fields: impl FnOnce() -> io::Result<Value>) -> io::Result<()> {
        let Some(to) = &mut self.to else {
            return Ok(());
        };
        let written = writeln!(to, "{}", joined(json!({ "event": event }), fields()?));
        match written.and_then(|()| to.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.to = None;
                Ok(())
            }
            other => other,
        }
    }
}

/// One object with the fields of both.
fn joined(mut first: Value, second: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut first, second) {
        fields.extend(more);
    }
    first
}

fn game_value(config: &Config, game: &ScheduledGame) -> Value {
    let value = json!({
        "game": game.index + 1,
        "pair": game.pair + 1,
        "white": config.engines[game.white].name,
        "black": config.engines[game.black].name,
    });
    match config.time_controls.get(game.time_control) {
        Some(time_control) => joined(value, json!({ "time_control": time_control.name })),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_have_no_rounding_noise() {
        for (nanoseconds, text) in [(1_154_000, "1.154"), (1_100, "0.0011"), (2_000_000, "2.0")] {
            assert_eq!(milliseconds(Duration::from_nanos(nanoseconds)), text);
        }
    }

    #[test]
    fn a_reader_that_has_gone_is_known_as_such() {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut rows = csv::Writer::from_writer(writer);
        let error = rows.write_record(["x".repeat(1 << 20)]).unwrap_err();
        let ReportError::Write(error) = error.into() else { panic!("an error of writing") };
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
