//! The events of a run for other programs, one JSON object a line, written at once. docs/formats.md describes them.

use std::io::{self, Write};
use std::time::Duration;

use config::Config;
use players::record::{GameRecord, GameResult};
use runner::schedule::ScheduledGame;
use serde_json::{Value, json};

use crate::Results;

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
                "moves": record.book_moves.iter().chain(record.moves.iter().map(|mv| &mv.uci)).collect::<Vec<_>>(),
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
