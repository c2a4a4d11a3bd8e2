//! A run whose folder is open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::changes::{changes, info, other_programs};
use super::growth::Growth;
use super::replayed::bad_games;
use super::rounds::verify;
use super::{Run, RunError};
use crate::arena::Plan;
use crate::schedule::Schedule;
use crate::shard::Shard;
use crate::store::{BadGame, Invocation, Part, Rearranged, Store, StoreError};

/// The wait for another process that merges the part or the run, or plays the part and is about to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A run that can be played: its plan, and the games that are stored.
#[derive(Debug)]
pub struct Opened {
    pub(super) plan: Plan,
    pub(super) store: Store,
    /// Its folder.
    pub folder: PathBuf,
    /// The games that were set aside or count again, if the tournament has changed.
    pub rearranged: Rearranged,
    /// The games that were taken out, because they could not have been played.
    pub repaired: Vec<BadGame>,
}

impl Opened {
    /// The run in `folder`, made if there is none, and made longer or given other engines if the tournament is
    /// so; `versions` are those that the engines report now, by name, as far as they were started.
    pub(super) fn open(
        plan: Plan,
        folder: &Path,
        versions: BTreeMap<String, String>,
        repair: bool,
    ) -> Result<Self, RunError> {
        let mut info = info(&plan, versions);
        let mut store = Store::open(folder, &info)?;
        let mut rearranged = Rearranged::default();
        let same_programs = other_programs(store.info(), &info).is_empty();
        let growth =
            Growth::of(store.info(), &plan.config, &plan.identities).filter(|_| same_programs);
        if let Some(mut growth) = growth
            && growth.begins_with(&store)?
        {
            info.identities.clone_from(&growth.identities);
            rearranged = store.rearrange(&info, &growth)?;
        }
        let changes = changes(store.info(), &info);
        if !changes.is_empty() {
            let folder = folder.to_owned();
            return Err(RunError::Changed { folder, changes });
        }
        Ok(Self { rearranged, ..Self::sound(plan, store, folder.to_owned(), repair)? })
    }

    /// The part `shard` of the run in `run`, in a folder below it. The rounds of a Swiss tournament are drawn from the
    /// parts that are merged in the run itself.
    pub(super) fn open_shard(
        mut plan: Plan,
        run: &Path,
        shard: Shard,
        versions: BTreeMap<String, String>,
        repair: bool,
    ) -> Result<Self, RunError> {
        let engines = plan.config.engines.len();
        if plan.schedule.drawn_games() < plan.schedule.len()
            && let Some(merged) = Part::begun_within(run, PATIENCE)?
        {
            verify(&mut plan.schedule, engines, merged.store())?;
        }
        let info = info(&plan, versions);
        let folder = shard.folder(run);
        let store = Store::open_within(&folder, &info, PATIENCE)?;
        let mut changes = changes(store.info(), &info);
        match store.shard()? {
            None if store.count()? == 0 => store.keep_shard(shard)?,
            Some(was) if was == shard => {}
            Some(was) => changes.push(format!("it was part {was} and is now part {shard}")),
            None => changes.push("it was a whole run and is now a part of one".to_owned()),
        }
        if !changes.is_empty() {
            return Err(RunError::Changed { folder, changes });
        }
        Self::sound(plan, store, folder, repair)
    }

    /// A run whose games could have been played; with `repair`, those that could not are taken out.
    fn sound(
        mut plan: Plan,
        mut store: Store,
        folder: PathBuf,
        repair: bool,
    ) -> Result<Self, RunError> {
        let mut repaired = Vec::new();
        loop {
            let bad = bad_games(&mut plan, &store)?;
            if bad.is_empty() {
                return Ok(Self {
                    plan,
                    store,
                    folder,
                    rearranged: Rearranged::default(),
                    repaired,
                });
            }
            if !repair {
                return Err(RunError::BadGames { folder, games: bad });
            }
            // In a Swiss tournament they may have decided the pairings.
            plan.schedule = Schedule::new(&plan.config);
            store.forget(bad.iter().map(|game| game.index))?;
            repaired.extend(bad);
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The test by which the stored games were evaluated, in words, if the run is to have another one now: its
    /// error rates would not hold.
    pub fn earlier_test(&self) -> Result<Option<String>, StoreError> {
        let was = self.store.invocation()?;
        let is = Invocation::of(None, &self.plan.config);
        let is_another = is.test().is_some() && is.test() != was.test();
        let begun = was.command.is_some() || was.test().is_some();
        if !is_another || !begun || self.store.count()? == 0 {
            return Ok(None);
        }
        let was = was.test();
        Ok(Some(was.unwrap_or_else(|| "a fixed number of games".to_owned())))
    }

    /// Keeps by which command line it is played, and which test that sets; one that it replaces is remembered.
    pub fn keep_invocation(&self, command: Option<String>) -> Result<(), StoreError> {
        let mut earlier = self.store.invocation()?.earlier;
        earlier.extend(self.earlier_test()?);
        self.store
            .keep_invocation(&Invocation { earlier, ..Invocation::of(command, &self.plan.config) })
    }

    /// Ends playing: the run as it is on disk.
    #[must_use]
    pub fn close(self) -> Run {
        let Plan { config, schedule, .. } = self.plan;
        Run { folder: self.folder, config, schedule, store: self.store }
    }
}
