//! Events of a run, for programs: one JSON object a line, written at once. docs/formats.md describes them.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::results::Results;
use config::Config;
use players::record::{GameRecord, GameResult};
use runner::schedule::ScheduledGame;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventLine<'a> {
    RunStarted {
        name: &'a str,
        folder: &'a str,
        games: usize,
        played: usize,
        threads: usize,
        limits: String,
        engines: Vec<&'a str>,
    },
    GameStarted(EventGame<'a>),
    GameFinished {
        #[serde(flatten)]
        game: EventGame<'a>,
        result: String,
        winner: Option<&'a str>,
        termination: &'a str,
        adjudicated: bool,
        tainted: bool,
        plies: usize,
        seconds: f64,
        opening: Option<&'a str>,
    },
    Standings {
        #[serde(flatten)]
        results: &'a Results,
    },
    Warning {
        message: &'a str,
    },
    RunFinished {
        results: &'a Results,
    },
}

#[derive(Serialize)]
struct EventGame<'a> {
    game: usize,
    pair: usize,
    white: &'a str,
    black: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_control: Option<&'a str>,
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
        self.write(|| EventLine::RunStarted {
            name: &config.run.name,
            folder,
            games,
            played,
            threads,
            limits: config.limits_text(),
            engines: config.engines.iter().map(|e| e.name.as_str()).collect(),
        })
    }

    /// A game begins. Fails if it cannot be written.
    pub fn game_started(&mut self, config: &Config, game: &ScheduledGame) -> io::Result<()> {
        self.write(|| EventLine::GameStarted(EventGame::new(config, game)))
    }

    /// A game has ended and is stored; `place` is its place in the schedule. Fails if it cannot be written.
    pub fn game_finished(
        &mut self,
        config: &Config,
        place: &ScheduledGame,
        record: &GameRecord,
    ) -> io::Result<()> {
        let game = EventGame::new(config, place);
        let time: Duration = record.moves.iter().map(|mv| mv.time).sum();
        self.write(|| EventLine::GameFinished {
            result: record.outcome.to_string(),
            winner: match record.outcome {
                GameResult::WhiteWins => Some(game.white),
                GameResult::BlackWins => Some(game.black),
                GameResult::Draw => None,
            },
            game,
            termination: record.termination.name(),
            adjudicated: record.termination.is_adjudicated(),
            tainted: record.termination.is_failure(),
            plies: record.book_moves.len() + record.moves.len(),
            seconds: time.as_secs_f64(),
            opening: Some(record.opening_name.as_str()).filter(|name| !name.is_empty()),
        })
    }

    /// The present standings. Fails if it cannot be written.
    pub fn standings(&mut self, results: &Results) -> io::Result<()> {
        self.write(|| EventLine::Standings { results })
    }

    /// A warning for the user. Fails if it cannot be written.
    pub fn warning(&mut self, message: &str) -> io::Result<()> {
        self.write(|| EventLine::Warning { message })
    }

    /// All games are played: the contents of `results.json`. Fails if it cannot be written.
    pub fn run_finished(&mut self, results: &Results) -> io::Result<()> {
        self.write(|| EventLine::RunFinished { results })
    }

    fn write<'a>(&mut self, line: impl FnOnce() -> EventLine<'a>) -> io::Result<()> {
        let Some(to) = &mut self.to else {
            return Ok(());
        };
        let mut text = serde_json::to_vec(&line())?;
        text.push(b'\n');
        let written = to.write_all(&text).and_then(|()| to.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.to = None;
                Ok(())
            }
            other => other,
        }
    }
}

impl<'a> EventGame<'a> {
    fn new(config: &'a Config, game: &ScheduledGame) -> Self {
        Self {
            game: game.index + 1,
            pair: game.pair + 1,
            white: &config.engines[game.white].name,
            black: &config.engines[game.black].name,
            time_control: config.time_controls.get(game.time_control).map(|l| l.name.as_str()),
        }
    }
}
