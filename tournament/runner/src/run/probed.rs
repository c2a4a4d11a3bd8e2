//! A run whose programs have shown that they can play.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::RunError;
use super::opened::Opened;
use crate::arena::Plan;
use crate::shard::Shard;
use crate::store::Lock;
use players::identity::ArenaBuild;

/// The treatment of the games that are in a run's folder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Begin {
    /// They count; one that cannot have been played is an error.
    #[default]
    GoOn,
    /// They count, but those that cannot have been played are taken out and played again.
    Repair,
    /// The folder is renamed and kept.
    Fresh,
}

/// A tournament whose engines have been started once.
#[derive(Debug)]
pub struct Probed {
    plan: Plan,
    /// The versions that the engines report, by their place.
    versions: Vec<Option<String>>,
}

impl Probed {
    pub(super) fn new(plan: Plan, versions: Vec<Option<String>>) -> Self {
        Self { plan, versions }
    }

    /// Opens the run in `folder`: a new one, or an unfinished or finished one of the same
    /// tournament. `begin` sets the treatment of the games in the folder.
    pub fn open(self, folder: &Path, begin: Begin) -> Result<Opened, RunError> {
        if begin == Begin::Fresh && folder.exists() {
            put_away(folder)?;
        }
        let versions = self.versions_by_name();
        Self::begun(Opened::open(self.plan, folder, versions, begin == Begin::Repair)?)
    }

    /// Opens the part `shard` of the run in `run`, which has its own folder below it, as [`Probed::open`] does.
    pub fn open_shard(self, run: &Path, shard: Shard, begin: Begin) -> Result<Opened, RunError> {
        let folder = shard.folder(run);
        if begin == Begin::Fresh && folder.exists() {
            put_away(&folder)?;
        }
        let versions = self.versions_by_name();
        Self::begun(Opened::open_shard(self.plan, run, shard, versions, begin == Begin::Repair)?)
    }

    fn begun(opened: Opened) -> Result<Opened, RunError> {
        opened.store().begin_session(&opened.plan().config, &ArenaBuild::own())?;
        Ok(opened)
    }

    fn versions_by_name(&self) -> BTreeMap<String, String> {
        let engines = self.plan.config.engines.iter().zip(&self.versions);
        let versions =
            engines.filter_map(|(engine, version)| Some((engine.name.clone(), version.clone()?)));
        versions.collect()
    }
}

/// Renames `folder` to the first free name of the form `NAME.old-1`, unless it is being played in.
pub fn put_away(folder: &Path) -> Result<(), RunError> {
    // A process that plays there holds it, and would continue under the other name.
    let _lock = Lock::acquire(folder)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..)
        .map(|number| folder.with_file_name(format!("{name}.old-{number}")))
        .find(|path| !path.exists());
    let renamed = free.map_or(Ok(()), |to| fs::rename(folder, to));
    renamed.map_err(|source| RunError::Rename { folder: folder.to_owned(), source })
}
