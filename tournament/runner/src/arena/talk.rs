//! The log of what a game's engines are told and answer.

use std::path::PathBuf;

use players::player::{EngineLog, GameLog};
use players::record::GameRecord;

use super::Plan;
use crate::error::RunError;
use crate::schedule::ScheduledGame;

/// The log of one game.
pub(super) struct GameTalk<'p> {
    plan: &'p Plan,
    path: PathBuf,
    file: GameLog,
}

impl<'p> GameTalk<'p> {
    pub(super) fn begin(plan: &'p Plan, place: ScheduledGame) -> Result<Option<GameTalk<'p>>, RunError> {
        let Some(folder) = &plan.talk else {
            return Ok(None);
        };
        let path = folder.join(format!("game-{:06}.log", place.index + 1));
        let file = GameLog::create(&path).map_err(|error| RunError::unlogged(&path, &error))?;
        let talk = Self { plan, path, file };
        talk.file.note(&format!(
            "game {}, round {}: {} with White, {} with Black",
            place.index + 1,
            place.pair + 1,
            talk.name(place.white),
            talk.name(place.black)
        ));
        Ok(Some(talk))
    }

    pub(super) fn with(&self, engine: usize) -> EngineLog {
        self.file.with(self.name(engine))
    }

    pub(super) fn end(self, game: &GameRecord) -> Result<(), RunError> {
        let failed = game.failed().map(|engine| format!(" of {}", self.name(engine)));
        let (why, failed) = (game.termination.name(), failed.unwrap_or_default());
        self.file.note(&format!("{}, {why}{failed}", game.outcome));
        self.file.finish().map_err(|error| RunError::unlogged(&self.path, &error))
    }

    fn name(&self, engine: usize) -> &'p str {
        &self.plan.config.engines[engine].name
    }
}
