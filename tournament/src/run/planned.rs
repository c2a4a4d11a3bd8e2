//! A run that could be played: its configuration is sound and there are openings enough.

use std::path::Path;

use engine_core::tablebase::{Tablebase, TablebaseError};

use super::RunError;
use super::drawn::drawn;
use super::growth::Growth;
use super::probed::Probed;
use super::stored::Stored;
use super::tested::tested;
use crate::arena::{ArenaError, Plan};
use crate::config::{Config, EngineConfig, LimitKind, SyzygyRule};
use crate::player::{self, Processors, player};
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// A tournament that has been checked as far as it can be without the disk or a program.
#[derive(Debug)]
pub struct Planned(Plan);

impl Planned {
    /// Checks that the tournament can be played, and draws its openings. Nothing is written.
    ///
    /// # Errors
    /// If an engine cannot be set up or there are not enough openings.
    pub fn new(mut config: Config) -> Result<Self, RunError> {
        for engine in &config.engines {
            player(engine)?;
        }
        let rule = config.adjudication.syzygy.as_mut();
        let tablebase = rule.map(opened).transpose()?;
        let schedule = Schedule::new(&config);
        let openings = drawn(&config, schedule.openings())?;
        Ok(Self(Plan {
            config,
            schedule,
            openings,
            tablebase,
            talk: None,
            processors: None,
        }))
    }

    /// The same with all that is exchanged with programs kept in `folder`, which is made: a file a game.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn with_talk_in(mut self, folder: &Path) -> Result<Self, RunError> {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|source| {
            let path = folder.to_owned();
            ArenaError::Talk { path, source }
        })?;
        self.0.talk = Some(folder.to_owned());
        Ok(self)
    }

    /// The same played on these processors, which are divided among the games that are played at a time.
    #[must_use]
    pub fn on_processors(mut self, processors: &Processors) -> Self {
        self.0.processors = Some(processors.clone());
        self
    }

    /// What will be played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.0
    }

    /// Whether nobody has to play any more in `folder`: everything is played and nothing changes, or the
    /// test that ends the match has done so. Whatever is wrong with the folder is found out when it is opened.
    #[must_use]
    pub fn is_over(&self, folder: &Path) -> bool {
        let is_over = |store: Store| -> Result<bool, StoreError> {
            let config = &self.0.config;
            let test = tested(config, &store)?;
            let is_complete = store.is_complete()? && Growth::of(store.info(), config).is_none();
            Ok(is_complete || test.is_some_and(|test| test.is_decided()))
        };
        let store = Store::exists(folder).then(|| Store::open_read_only(folder));
        store.is_some_and(|store| store.and_then(is_over).unwrap_or(false))
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

    /// Starts every program once, to know before anything is written that it can play within each of its
    /// limits, and what it calls itself. `warn` hears of those that run but do not answer as they should: they will lose
    /// their games.
    ///
    /// # Errors
    /// If one cannot play; in a strict run, also if one does not answer.
    pub fn probe(self, warn: impl FnMut(&str)) -> Result<Probed, RunError> {
        let strict = self.0.config.run.strict;
        self.probe_all(strict, warn)
    }

    /// As [`Planned::probe`], but a program that does not answer is an error in every run: this machine may be one that
    /// cannot run it, and another one can.
    ///
    /// # Errors
    /// As [`Planned::probe`] in a strict run.
    pub fn probe_strictly(self, warn: impl FnMut(&str)) -> Result<Probed, RunError> {
        self.probe_all(true, warn)
    }

    fn probe_all(self, strict: bool, mut warn: impl FnMut(&str)) -> Result<Probed, RunError> {
        let Self(plan) = self;
        let mut versions = Vec::with_capacity(plan.config.engines.len());
        for (index, engine) in plan.config.engines.iter().enumerate() {
            for limit in other_fixed_limits(&plan.config, index) {
                let engine = engine.clone();
                player::probe(&EngineConfig { limit, ..engine }, strict)?;
            }
            let probe = player::probe(engine, strict)?;
            if let Some(failure) = probe.warning {
                warn(&format!(
                    "engine \"{}\" lets its games be lost: {failure}; look at its command, or give it \
                     more time with [timeouts]",
                    engine.name
                ));
            }
            for remark in probe.remarks {
                warn(&format!("engine \"{}\" {remark}", engine.name));
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

/// The tables of a rule, which learns of how many men they are.
fn opened(rule: &mut SyzygyRule) -> Result<Tablebase, TablebaseError> {
    let tablebase = Tablebase::open(&rule.paths)?;
    rule.men = tablebase.men();
    Ok(tablebase)
}

/// Limits without a clock that an engine has on ladders after the first, of another kind than there: what it
/// keeps to on the first says nothing of them.
fn other_fixed_limits(config: &Config, engine: usize) -> impl Iterator<Item = LimitKind> {
    let first = config.limit(0, engine);
    let others = (1..config.ladders.len()).map(move |ladder| config.limit(ladder, engine));
    others.filter(move |limit| limit.is_deterministic() && !limit.is_same_kind(first))
}
