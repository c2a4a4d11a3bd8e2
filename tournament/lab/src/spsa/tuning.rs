//! A tuning in its folder, which resumes where it stopped.

use std::fs;
use std::path::{Path, PathBuf};

use engine_core::tablebase::Tablebase;
use openings::{OpeningError, OpeningSequence};

use super::batch::Games;
use super::current::{PARAMETERS, write_current};
use super::engines::check;
use super::error::SpsaError;
use super::journal::{Batch, Header, JOURNAL, Journal};
use super::optimizer::{Optimizer, Perturbation};
use config::{ParameterConfig, SpsaConfig};
use players::identity::{identities, seed, software};
use runner::arena::Plan;
use runner::drawn::drawn;
use runner::run::put_away;
use runner::schedule::Schedule;
use runner::store::{Lock, StoreError};

/// A tuning that can be played.
#[derive(Debug)]
pub struct Tuning {
    config: SpsaConfig,
    optimizer: Optimizer,
    plan: Plan,
    journal: Journal,
    values: Vec<f64>,
    done: u32,
    folder: PathBuf,
    /// Held as long as the journal may be written.
    _lock: Lock,
}

impl Tuning {
    /// Checks that everything can be set and played, and opens the tuning in `folder`: a new one, or
    /// one to resume. With `fresh`, any contents of the folder are kept under another name first. Where the
    /// configuration gives no seed, one is drawn from the engines ([`seed`]).
    ///
    /// # Errors
    /// If an engine or the openings cannot be used, or the folder has another tuning.
    pub fn open(mut config: SpsaConfig, folder: &Path, fresh: bool) -> Result<Self, SpsaError> {
        check(&config)?;
        let drawn = || seed(&config.base.engines);
        config.base.run.seed = config.seed.unwrap_or_else(drawn);
        let base = config.base.clone();
        let openings = enough(&config)?;
        let rule = base.adjudication.syzygy.as_ref();
        let tablebase = rule.map(|rule| Tablebase::open(&rule.paths)).transpose()?;
        if fresh && folder.exists() {
            put_away(folder)?;
        }
        let lock = claim(folder)?;
        let identities = identities(&base.engines);
        let header = Header {
            configuration: serde_json::to_value(&config).unwrap_or_default(),
            openings: format!("{:016x}", openings.fingerprint()),
            software: software(),
            identities: identities.clone(),
        };
        let (journal, batches) = Journal::open(folder, &header)?;
        if let Some(reason) = batches.last().and_then(|last| misfit(last, &config)) {
            return Err(SpsaError::Damaged {
                path: folder.join(JOURNAL),
                line: 1 + batches.len(),
                reason,
            });
        }
        let (values, done) = standing(batches.last(), &config);
        let dimensions = config.parameters.iter().map(|parameter| parameter.dimension);
        let tuning = Self {
            optimizer: Optimizer::new(
                dimensions.collect(),
                config.decay,
                config.iterations,
                base.run.seed,
            ),
            plan: Plan {
                schedule: Schedule::new(&base),
                config: base,
                openings: openings.into(),
                tablebase,
                identities,
                talk: None,
                processors: None,
            },
            config,
            journal,
            values,
            done,
            folder: folder.to_owned(),
            _lock: lock,
        };
        tuning.write_current()?;
        Ok(tuning)
    }

    /// The number of games played, and the number of all.
    #[must_use]
    pub fn games(&self) -> (usize, usize) {
        let each = games(&self.config).in_an_iteration();
        (self.done as usize * each, self.config.iterations as usize * each)
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Each number that is moved and its value now; a whole number to be rounded.
    pub fn values(&self) -> impl Iterator<Item = (&ParameterConfig, f64)> {
        self.config.parameters.iter().zip(self.values.iter().copied())
    }

    /// Plays what is left, `threads` games at a time. `notify` receives the current values after each game. The
    /// journal and [`PARAMETERS`] are written after each batch.
    ///
    /// # Errors
    /// If an engine fails or a batch cannot be kept; what is in the journal stays.
    pub fn play(
        &mut self,
        threads: usize,
        mut notify: impl FnMut(&[f64]) + Send,
    ) -> Result<(), SpsaError> {
        while self.done < self.config.iterations {
            let end = self.config.iterations.min(self.done + self.config.batch);
            let tried = (self.done..end).map(|k| self.optimizer.perturbation(&self.values, k));
            let tried: Vec<Perturbation> = tried.collect();
            let games = games(&self.config);
            let values = &self.values;
            let surplus = games.play(&mut self.plan, self.done, &tried, threads, || {
                notify(values);
            })?;
            for ((k, tried), surplus) in (self.done..).zip(&tried).zip(&surplus) {
                self.optimizer.learn(&mut self.values, k, tried, *surplus);
            }
            self.journal.add(&Batch {
                iteration: self.done,
                surplus,
                values: self.values.clone(),
            })?;
            self.done = end;
            self.write_current()?;
        }
        Ok(())
    }

    fn write_current(&self) -> Result<(), SpsaError> {
        write_current(&self.folder, &self.config.parameters, &self.values)
            .map_err(|source| SpsaError::Journal { path: self.folder.join(PARAMETERS), source })
    }
}

/// Makes the folder where it is missing, and takes its lock.
fn claim(folder: &Path) -> Result<Lock, StoreError> {
    fs::create_dir_all(folder)
        .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
    Lock::acquire(folder)
}

/// The values after the last batch, and how many iterations it took.
fn standing(last: Option<&Batch>, config: &SpsaConfig) -> (Vec<f64>, u32) {
    let start = || config.parameters.iter().map(|parameter| parameter.start);
    match last {
        Some(last) => (last.values.clone(), last.iteration + last.surplus.len() as u32),
        None => (start().collect(), 0),
    }
}

/// The reason that the tuning cannot have come to this, if it cannot.
fn misfit(last: &Batch, config: &SpsaConfig) -> Option<String> {
    let (found, numbers) = (last.values.len(), config.parameters.len());
    if found != numbers {
        return Some(format!("{found} values for {numbers} numbers"));
    }
    let done = u64::from(last.iteration) + last.surplus.len() as u64;
    if done > u64::from(config.iterations) {
        let iterations = config.iterations;
        return Some(format!("{done} iterations, and there are {iterations}"));
    }
    let mut values = config.parameters.iter().zip(&last.values);
    let outside = values.find(|(parameter, value)| {
        let range = parameter.dimension.min..=parameter.dimension.max;
        !range.contains(value)
    });
    outside.map(|(parameter, value)| format!("{} cannot be {value}", parameter.set))
}

/// The games of each iteration.
fn games(config: &SpsaConfig) -> Games<'_> {
    Games {
        engines: &config.base.engines,
        parameters: &config.parameters,
        pairs: config.pairs as usize,
    }
}

/// An opening for each pair of an iteration, or all that there are: they are then used again.
fn enough(config: &SpsaConfig) -> Result<OpeningSequence, SpsaError> {
    let wanted = u64::from(config.iterations) * u64::from(config.pairs);
    let mut needed = usize::try_from(wanted).unwrap_or(usize::MAX);
    loop {
        match drawn(&config.base, needed) {
            Err(OpeningError::TooFew { found, .. }) if (1..needed).contains(&found) => {
                needed = found;
            }
            result => return Ok(result?),
        }
    }
}
