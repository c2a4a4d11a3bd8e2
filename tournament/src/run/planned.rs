//! A run that could be played: its configuration is sound and there are openings enough.

use std::path::Path;

use super::RunError;
use super::drawn::drawn;
use super::probed::Probed;
use super::stored::Stored;
use crate::arena::Plan;
use crate::config::Config;
use crate::player::{self, player};
use crate::schedule::Schedule;

/// A tournament that has been checked as far as it can be without the disk or a program.
#[derive(Debug)]
pub struct Planned(Plan);

impl Planned {
    /// Checks that the tournament can be played, and draws its openings. Nothing is written.
    ///
    /// # Errors
    /// If an engine cannot be set up or there are not enough openings.
    pub fn new(config: Config) -> Result<Self, RunError> {
        for engine in &config.engines {
            player(engine)?;
        }
        let schedule = Schedule::new(&config);
        let openings = drawn(&config, schedule.openings())?;
        Ok(Self(Plan {
            config,
            schedule,
            openings,
        }))
    }

    /// What will be played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.0
    }

    /// What the user should know beforehand.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let passed_over = |repeat: &str| {
            format!(
                "{repeat} the position of another before it; passed over, the next one is taken"
            )
        };
        match self.0.openings.duplicates() {
            0 => Vec::new(),
            1 => vec![passed_over("1 opening repeats")],
            more => vec![passed_over(&format!("{more} openings repeat"))],
        }
    }

    /// Starts every program once, to know before anything is written that it can play, and what it
    /// calls itself. `warn` hears of those that run but do not answer as they should: they will lose
    /// their games.
    ///
    /// # Errors
    /// If one cannot play; in a strict run, also if one does not answer.
    pub fn probe(self, mut warn: impl FnMut(&str)) -> Result<Probed, RunError> {
        let Self(plan) = self;
        let mut versions = Vec::with_capacity(plan.config.engines.len());
        for engine in &plan.config.engines {
            let probe = player::probe(engine, plan.config.run.strict)?;
            if let Some(failure) = probe.warning {
                warn(&format!(
                    "engine \"{}\" lets its games be lost: {failure}; look at its command, or give it \
                     more time with [timeouts]",
                    engine.name
                ));
            }
            versions.push(probe.version);
        }
        Ok(Probed::new(plan, versions))
    }

    /// Opens the run in `folder` in which nobody has to play any more: no program is started.
    ///
    /// # Errors
    /// If the folder cannot be used, or has a run that was begun differently.
    pub fn reopen(self, folder: &Path) -> Result<Stored, RunError> {
        Stored::open(self.0, folder, Default::default())
    }
}
