//! The evaluation that is checked.

use engine_core::game::Game;
use engine_core::options::{Configure, OptionInfo};
use engine_core::position::Position;
use eval_external::{ExternalEvaluator, ExternalTerm};

/// An evaluation, started again after each failure.
pub(super) struct Subject<'e> {
    original: &'e ExternalEvaluator,
    running: ExternalEvaluator,
}

impl<'e> Subject<'e> {
    pub(super) fn new(original: &'e ExternalEvaluator) -> Subject<'e> {
        Subject { original, running: original.clone() }
    }

    /// Starts it again, with its options as they were.
    pub(super) fn restart(&mut self) {
        self.running = self.original.clone();
    }

    /// The value in centipawns from the side to move.
    pub(super) fn value(&mut self, game: &Game) -> Result<i32, String> {
        let found = self.running.try_value(&position(game));
        found.map_err(|error| self.failed(&error.to_string(), Some(game)))
    }

    /// The same of many positions, sent ahead.
    pub(super) fn values(&mut self, games: &[Game]) -> Result<Vec<i32>, String> {
        let positions: Vec<Position> = games.iter().map(position).collect();
        let found = self.running.try_values(&positions);
        found.map_err(|error| self.failed(&error.to_string(), None))
    }

    /// The terms; none if it has none.
    pub(super) fn terms(&mut self, game: &Game) -> Result<Vec<ExternalTerm>, String> {
        let found = self.running.try_terms(&position(game));
        found.map_err(|error| self.failed(&error.to_string(), Some(game)))
    }

    pub(super) fn options(&self) -> Vec<OptionInfo> {
        self.original.options()
    }

    pub(super) fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let set = self.running.set(option, value);
        set.map_err(|error| self.failed(&error.to_string(), None))
    }

    /// Starts it again; returns the error with the position.
    fn failed(&mut self, error: &str, at: Option<&Game>) -> String {
        self.restart();
        match at.map(|game| engine_core::notation::fen_of(game.position())) {
            Some(fen) if !error.contains(&fen) => format!("at \"{fen}\": {error}"),
            _ => error.to_owned(),
        }
    }
}

fn position(game: &Game) -> Position {
    game.position().into()
}
