//! The files that are made from what is stored: games, results, failures.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::failures::write_failure;
use super::ladders::RunBuilder;
use super::pgn::{PgnError, PgnWriter};
use super::provenance::Provenance;
use super::results::{Results, write_json};
use config::Config;
use config::output::replace_file;
use players::identity::ArenaBuild;
use runner::merge::Merged;
use runner::run::Stored;
use runner::schedule::Schedule;
use runner::store::{Store, StoreError};

/// The file that tells of each failure of an engine with the last lines exchanged.
pub const FAILURES: &str = "failures.log";

/// Why the files of a run cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error("cannot write a report: {0}; what was played is safe, run again to write it")]
    Write(#[from] io::Error),
    /// A stored game cannot be printed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
}

/// What they are made from, and where.
#[derive(Debug, Clone, Copy)]
pub struct Reports<'r> {
    /// The configuration.
    pub config: &'r Config,
    /// Its games.
    pub schedule: &'r Schedule,
    /// Those that are finished.
    pub store: &'r Store,
    /// The run's folder.
    pub folder: &'r Path,
}

impl<'r> Reports<'r> {
    /// Of a run that is open.
    #[must_use]
    pub fn of(stored: &'r Stored) -> Self {
        let plan = stored.plan();
        Self {
            config: &plan.config,
            schedule: &plan.schedule,
            store: stored.store(),
            folder: stored.folder(),
        }
    }

    /// Of the run in `folder` to which parts were joined.
    #[must_use]
    pub fn of_merged(merged: &'r Merged, folder: &'r Path) -> Self {
        Self {
            config: &merged.config,
            schedule: &merged.schedule,
            store: &merged.store,
            folder,
        }
    }
}

impl Reports<'_> {
    /// The results as far as the store has them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn results(&self) -> Result<Results, ReportError> {
        let mut builder = self.builder();
        let mut first = None;
        self.store.visit(|record| {
            first = Some(first.map_or(record.started, |first| record.started.min(first)));
            builder.add(&record);
            Ok::<(), StoreError>(())
        })?;
        let configuration = self.config.canonical();
        Ok(Results {
            provenance: Some(Provenance::new(self.store, &configuration, first)?),
            ..builder.results()
        })
    }

    /// What is known of the games that are stored, to go on counting from.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn begun(&self) -> Result<RunBuilder, ReportError> {
        let mut builder = self.builder();
        self.store.visit_without_moves(|record| {
            builder.add(&record);
            Ok::<(), StoreError>(())
        })?;
        Ok(builder)
    }

    fn builder(&self) -> RunBuilder {
        RunBuilder::new(self.config, self.schedule).with_versions(&self.store.info().versions)
    }

    /// Writes `games.pgn` and `results.json` into the folder, from the store, and `failures.log` if
    /// an engine failed. `tell` hears of each game that is written, which takes a while for a million.
    ///
    /// # Errors
    /// If the store cannot be read or a file cannot be written.
    pub fn write(&self, mut tell: impl FnMut()) -> Result<Results, ReportError> {
        let Self {
            config,
            schedule,
            store,
            folder,
        } = *self;
        store.is_in_place()?;
        let ladders = 0..usize::max(1, config.ladders.len());
        let software = store.builds()?.first().map(ArenaBuild::name);
        let software = software.unwrap_or_default();
        let writer = |ladder| {
            let writer = PgnWriter::new(config, ladder, &store.info().versions);
            writer.with_software(software.clone())
        };
        let ladders: Vec<PgnWriter> = ladders.map(writer).collect();
        replace_file(&folder.join("games.pgn"), |mut file| {
            store.visit(|record| {
                let ladder = &ladders[schedule.ladder(record.index)];
                ladder.write(&record, &mut file)?;
                tell();
                Ok::<(), ReportError>(())
            })
        })?;
        self.write_failures(&folder.join(FAILURES))?;
        let results = self.results()?;
        replace_file(&folder.join("results.json"), |mut file| {
            write_json(&results, &mut file)
        })?;
        Ok(results)
    }

    /// Writes what went wrong, if anything did.
    fn write_failures(&self, path: &Path) -> Result<(), ReportError> {
        let mut any = false;
        let write = |to: &mut (dyn Write + Send)| {
            self.store.visit_without_moves(|record| {
                any |= record.failure.is_some();
                write_failure(self.config, &record, to)?;
                Ok::<(), ReportError>(())
            })
        };
        replace_file(path, write)?;
        if !any {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}
