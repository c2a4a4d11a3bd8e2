//! The log of the exchange with the programs of a game, in its own file.

use std::io;
use std::path::PathBuf;

use super::{NotBegun, Plan};
use crate::schedule::ScheduledGame;
use players::player::{EngineLog, GameLog};
use players::record::GameRecord;

pub(super) struct Kept<'p> {
    plan: &'p Plan,
    path: PathBuf,
    file: GameLog,
}

impl<'p> Kept<'p> {
    /// Begins the file of a game, if logs are wanted.
    pub(super) fn begin(
        plan: &'p Plan,
        place: ScheduledGame,
    ) -> Result<Option<Kept<'p>>, NotBegun> {
        let Some(folder) = &plan.talk else {
            return Ok(None);
        };
        let path = folder.join(format!("game-{:06}.log", place.index + 1));
        let file = match GameLog::create(&path) {
            Ok(file) => file,
            Err(source) => return Err(NotBegun::Talk { path, source }),
        };
        let kept = Self { plan, path, file };
        kept.file.note(&format!(
            "game {}, round {}: {} with White, {} with Black",
            place.index + 1,
            place.pair + 1,
            kept.name(place.white),
            kept.name(place.black)
        ));
        Ok(Some(kept))
    }

    /// The log of one of the engines.
    pub(super) fn with(&self, engine: usize) -> EngineLog {
        self.file.with(self.name(engine))
    }

    /// Ends the file with how the game ended.
    pub(super) fn end(self, game: &GameRecord) -> Result<(), NotBegun> {
        let (outcome, why) = (game.outcome, game.termination.name());
        let failed = game.failed().map(|engine| format!(" of {}", self.name(engine)));
        let failed = failed.unwrap_or_default();
        self.file.note(&format!("{outcome}, {why}{failed}"));
        let ended: io::Result<()> = self.file.finish();
        let path = self.path;
        ended.map_err(|source| NotBegun::Talk { path, source })
    }

    fn name(&self, engine: usize) -> &'p str {
        &self.plan.config.engines[engine].name
    }
}
