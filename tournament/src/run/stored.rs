//! What a run's folder holds, and what is made from it: results, games, failures.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::growth::Growth;
use super::verified::verify;
use super::{FAILURES, RunError};
use crate::arena::Plan;
use crate::config::differences;
use crate::report::{
    PgnWriter, Provenance, Results, RunBuilder, replace_file, write_failure, write_json,
};
use crate::store::{Rearranged, RunInfo, Store, StoreError};

/// A tournament and the games of it that are stored.
#[derive(Debug)]
pub struct Stored {
    pub(super) plan: Plan,
    pub(super) store: Store,
    folder: PathBuf,
    rearranged: Rearranged,
}

impl Stored {
    /// The run in `folder`, made if there is none, and made longer or given other engines if the tournament is
    /// so; `versions` is what the engines call themselves now, by name, as far as they were asked.
    pub(super) fn open(
        mut plan: Plan,
        folder: &Path,
        versions: BTreeMap<String, String>,
    ) -> Result<Self, RunError> {
        let info = RunInfo {
            configuration: plan.config.canonical(),
            openings: format!("{:016x}", plan.openings.fingerprint()),
            software: format!("tournament {}", env!("CARGO_PKG_VERSION")),
            versions,
        };
        let mut store = Store::open(folder, &info)?;
        let mut rearranged = Rearranged::default();
        let mut changes = other_programs(store.info(), &info);
        let growth = Growth::of(store.info(), &plan.config).filter(|_| changes.is_empty());
        if let Some(mut growth) = growth
            && growth.begins_with(&store)?
        {
            rearranged = store.rearrange(&info, &growth)?;
        }
        let began = store.info();
        changes.splice(0..0, differences(&began.configuration, &info.configuration));
        if changes.is_empty() && began.openings != info.openings {
            changes.push("the file of openings has other openings in it".to_owned());
        }
        if changes.is_empty() {
            verify(&mut plan, &store)?;
            let folder = folder.to_owned();
            return Ok(Self {
                plan,
                store,
                folder,
                rearranged,
            });
        }
        Err(RunError::Changed {
            folder: folder.to_owned(),
            changes,
        })
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What became of the games that were there, if the tournament is another one than it was.
    #[must_use]
    pub fn rearranged(&self) -> Rearranged {
        self.rearranged
    }

    /// The results as far as the store has them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn results(&self) -> Result<Results, RunError> {
        let mut builder = self.builder();
        let mut first = None;
        self.store.visit(|record| {
            first = Some(first.map_or(record.started, |first| record.started.min(first)));
            builder.add(&record);
            Ok::<(), StoreError>(())
        })?;
        let configuration = self.plan.config.canonical();
        Ok(Results {
            provenance: Some(Provenance::new(&self.store, &configuration, first)?),
            ..builder.results()
        })
    }

    /// What is known of the games that are stored, to go on counting from.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn begun(&self) -> Result<RunBuilder, RunError> {
        let mut builder = self.builder();
        self.store.visit_without_moves(|record| {
            builder.add(&record);
            Ok::<(), StoreError>(())
        })?;
        Ok(builder)
    }

    fn builder(&self) -> RunBuilder {
        let Plan {
            config, schedule, ..
        } = &self.plan;
        RunBuilder::new(config, schedule).with_versions(&self.store.info().versions)
    }

    /// Writes `games.pgn` and `results.json` into the folder, from the store, and `failures.log` if
    /// an engine failed. `tell` hears of each game that is written, which takes a while for a million.
    ///
    /// # Errors
    /// If the store cannot be read or a file cannot be written.
    pub fn report(&self, mut tell: impl FnMut()) -> Result<Results, RunError> {
        let Self {
            plan,
            store,
            folder,
            ..
        } = self;
        store.is_in_place()?;
        let ladders = 0..usize::max(1, plan.config.ladders.len());
        let ladders: Vec<PgnWriter> = ladders
            .map(|ladder| PgnWriter::new(&plan.config, ladder, &store.info().versions))
            .collect();
        replace_file(&folder.join("games.pgn"), |mut file| {
            store.visit(|record| {
                let ladder = &ladders[plan.schedule.ladder(record.index)];
                ladder.write(&record, &mut file)?;
                tell();
                Ok::<(), RunError>(())
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
    fn write_failures(&self, path: &Path) -> Result<(), RunError> {
        let mut any = false;
        let write = |to: &mut (dyn Write + Send)| {
            self.store.visit_without_moves(|record| {
                any |= record.failure.is_some();
                write_failure(&self.plan.config, &record, to)?;
                Ok::<(), RunError>(())
            })
        };
        replace_file(path, write)?;
        if !any {
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

/// What differs between the programs that began a run and those that go on with it, a line each.
fn other_programs(began: &RunInfo, now: &RunInfo) -> Vec<String> {
    let mut changes = Vec::new();
    if began.software != now.software {
        changes.push(format!(
            "it was begun by {} and this is {}",
            began.software, now.software
        ));
    }
    for (engine, is) in &now.versions {
        if let Some(was) = began.versions.get(engine).filter(|was| *was != is) {
            changes.push(format!(
                "engine {engine:?} called itself {was:?} and is now {is:?}"
            ));
        }
    }
    changes
}
