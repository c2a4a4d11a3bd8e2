//! A run whose programs have shown that they can play, then one whose folder is open, and playing its missing games.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use match_stats::SequentialMatch;
use players::identity::ArenaBuild;

use super::growth::Growth;
use super::replayed::{bad_games, draw_round, missing, verify};
use super::{Run, RunError, changes, info, other_programs};
use crate::arena::{self, Event, Plan};
use crate::schedule::{Schedule, ScheduledGame};
use crate::shard::Shard;
use crate::store::{BadGame, Invocation, Lock, Part, RearrangedGames, Store, StoreError};

/// The wait for another process that merges the part or the run, or plays the part and is about to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A run that can be played: its plan, and the games that are stored.
#[derive(Debug)]
pub struct OpenRun {
    pub(super) plan: Plan,
    pub(super) store: Store,
    /// Its folder.
    pub folder: PathBuf,
    /// The games that were set aside or count again, if the tournament has changed.
    pub rearranged: RearrangedGames,
    /// The games that were taken out, because they could not have been played.
    pub repaired: Vec<BadGame>,
}

impl OpenRun {
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
        let mut rearranged = RearrangedGames::default();
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
                    rearranged: RearrangedGames::default(),
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
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The games.
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
    pub fn close(self) -> Run {
        let Plan { config, schedule, .. } = self.plan;
        Run { folder: self.folder, config, schedule, store: self.store }
    }
}

impl OpenRun {
    /// Plays the missing games, round by round, until the test of a match ends it. `observer` is called for each event; for
    /// the end of a game once it is stored.
    /// Fails if the workers or the store fail; stored games stay stored.
    pub fn play(
        &mut self,
        threads: usize,
        mut observer: impl FnMut(&Event),
    ) -> Result<(), RunError> {
        let Some(rule) = self.plan.config.run.stop else {
            return self.play_while(threads, |event| {
                observer(event);
                ControlFlow::Continue(())
            });
        };
        let mut counted = self.store.sequential(rule)?;
        self.play_match(&mut counted, threads, |event, _| observer(event))
    }

    /// Plays the missing games until `counted`, the match after the stored games, is decided. `observer` is called as by
    /// [`OpenRun::play`], with the match after the event.
    pub fn play_match(
        &mut self,
        counted: &mut SequentialMatch,
        threads: usize,
        mut observer: impl FnMut(&Event, &SequentialMatch),
    ) -> Result<(), RunError> {
        if counted.is_decided() {
            return Ok(());
        }
        self.play_while(threads, |event| {
            if let Event::Finished(game) = event {
                counted.add(game.index, game.half_points_of(0));
            }
            observer(event, counted);
            if counted.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Plays the missing games of `shard`, as far as the rounds are known; `observer` is called as by [`OpenRun::play`].
    pub fn play_shard(
        &mut self,
        threads: usize,
        shard: Shard,
        observer: impl FnMut(&Event),
    ) -> Result<(), RunError> {
        let schedule = self.plan.schedule.clone();
        self.play_selected(threads, |game| shard.has_game(&schedule, game), observer)
    }

    /// Plays the missing games that are `wanted`, in the order of the schedule; `observer` is called as by [`OpenRun::play`].
    /// The run is not marked as complete then.
    pub fn play_selected(
        &mut self,
        threads: usize,
        wanted: impl Fn(&ScheduledGame) -> bool + Send + Sync,
        mut observer: impl FnMut(&Event),
    ) -> Result<(), RunError> {
        let Self { plan, store, .. } = self;
        let finished = store.finished(plan.schedule.len())?;
        let all = 0..plan.schedule.len();
        let missing = || missing(&plan.schedule, all.clone(), &finished).filter(&wanted);
        let threads = missing().take(threads).count();
        if threads == 0 {
            return Ok(());
        }
        Ok(arena::play(plan, missing(), threads, |event| {
            if let Event::Finished(record) = &event {
                store.insert(record)?;
            }
            observer(&event);
            Ok(())
        })?)
    }

    /// As [`OpenRun::play`], but no further game is begun once `observer` breaks off. Those in play
    /// are played out and stored, and the run is not complete.
    fn play_while(
        &mut self,
        threads: usize,
        mut observer: impl FnMut(&Event) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let Self { plan, store, .. } = self;
        let finished = store.finished(plan.schedule.len())?;
        let enough = AtomicBool::new(false);
        for round in 0..plan.schedule.rounds() {
            if plan.schedule.pairings(round).is_none() {
                draw_round(&mut plan.schedule, plan.config.engines.len(), store)?;
            }
            let missing = || missing(&plan.schedule, plan.schedule.round(round), &finished);
            let threads = missing().take(threads).count();
            if threads == 0 {
                continue;
            }
            let wanted = missing().take_while(|_| !enough.load(Ordering::Relaxed));
            arena::play(plan, wanted, threads, |event| {
                if let Event::Finished(record) = &event {
                    store.insert(record)?;
                }
                if observer(&event).is_break() {
                    enough.store(true, Ordering::Relaxed);
                }
                Ok(())
            })?;
            if enough.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        Ok(store.mark_complete()?)
    }
}

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
pub struct ProbedTournament {
    pub(super) plan: Plan,
    /// The versions that the engines report, by name.
    pub(super) versions: BTreeMap<String, String>,
}

impl ProbedTournament {
    /// Opens the run in `folder`: a new one, or an unfinished or finished one of the same
    /// tournament. `begin` sets the treatment of the games in the folder.
    pub fn open(self, folder: &Path, begin: Begin) -> Result<OpenRun, RunError> {
        if begin == Begin::Fresh && folder.exists() {
            archive_folder(folder)?;
        }
        Self::begun(OpenRun::open(self.plan, folder, self.versions, begin == Begin::Repair)?)
    }

    /// Opens the part `shard` of the run in `run`, which has its own folder below it, as [`ProbedTournament::open`] does.
    pub fn open_shard(self, run: &Path, shard: Shard, begin: Begin) -> Result<OpenRun, RunError> {
        let folder = shard.folder(run);
        if begin == Begin::Fresh && folder.exists() {
            archive_folder(&folder)?;
        }
        let Self { plan, versions } = self;
        Self::begun(OpenRun::open_shard(plan, run, shard, versions, begin == Begin::Repair)?)
    }

    fn begun(opened: OpenRun) -> Result<OpenRun, RunError> {
        opened.store().begin_session(&opened.plan().config, &ArenaBuild::own())?;
        Ok(opened)
    }
}

/// Renames `folder` to the first free name of the form `NAME.old-1`, unless it is being played in.
pub fn archive_folder(folder: &Path) -> Result<(), RunError> {
    // A process that plays there holds it, and would continue under the other name.
    let _lock = Lock::acquire(folder)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..)
        .map(|number| folder.with_file_name(format!("{name}.old-{number}")))
        .find(|path| !path.exists());
    let renamed = free.map_or(Ok(()), |to| fs::rename(folder, to));
    renamed.map_err(|source| RunError::Rename { folder: folder.to_owned(), source })
}
