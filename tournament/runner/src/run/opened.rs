//! A run whose folder is open, and playing its missing games.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use match_stats::SequentialMatch;
use players::identity::{self, ArenaBuild};

use super::planned::Tournament;
use super::{Run, changes, other_programs};
use crate::arena::{self, Event, Plan};
use crate::drawn::DrawnOpenings;
use crate::error::RunError;
use crate::schedule::{Schedule, ScheduledGame};
use crate::shard::Shard;
use crate::store::{BadGame, Invocation, Lock, RearrangedGames, Replayer, Store, StoreError};
use crate::witness::{self, Witnesses};

/// The wait for another process that merges the part or the run, or plays the part and is about to end.
const PATIENCE: Duration = Duration::from_secs(20);

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

/// A run that can be played: its plan, and the games that are stored.
#[derive(Debug)]
pub struct OpenRun {
    /// Its plan.
    pub plan: Plan,
    /// Its games.
    pub store: Store,
    /// Its folder.
    pub folder: PathBuf,
    /// The games that were set aside or count again, if the tournament has changed.
    pub rearranged: RearrangedGames,
    /// The games that were taken out, because they could not have been played.
    pub repaired: Vec<BadGame>,
    /// What has been built anew since it was played and answers as before, a line each.
    pub rebuilt: Vec<String>,
    /// The build that plays.
    build: String,
}

impl Tournament {
    /// Opens the run in `folder`: a new one, or an unfinished or finished one of the same tournament, which is made longer
    /// or given other engines if the tournament is so. `begin` sets the treatment of the games in the folder.
    pub fn open(self, folder: &Path, begin: Begin) -> Result<OpenRun, RunError> {
        if begin == Begin::Fresh && folder.exists() {
            archive_folder(folder)?;
        }
        self.open_as_it_is(folder, begin == Begin::Repair)?.begin_session()
    }

    /// Opens the run in `folder` in which nothing is left to play.
    pub fn reopen(self, folder: &Path) -> Result<OpenRun, RunError> {
        self.open_as_it_is(folder, false)
    }

    fn open_as_it_is(self, folder: &Path, repair: bool) -> Result<OpenRun, RunError> {
        let mut info = self.info();
        let mut store = Store::open(folder, &info)?;
        let mut rearranged = RearrangedGames::default();
        if other_programs(&store.info, &info).is_empty()
            && let Some(mut growth) = self.growth(&store)
            && DrawnOpenings::draw(&growth.began, &growth.old)?.fingerprint() == store.info.openings
        {
            store.verify(&mut growth.old)?;
            check_same(folder, &witness::changes(&store, &growth.began, &self.plan.identities)?)?;
            info.identities.clone_from(&growth.identities);
            rearranged = store.rearrange(&info, &growth)?;
        }
        check_same(folder, &changes(&store.info, &info))?;
        check_same(folder, &witness::changes(&store, &self.plan.config, &self.plan.identities)?)?;
        let run = OpenRun::new(self.plan, store, folder.to_owned());
        OpenRun { rearranged, ..run }.check_games(repair)
    }

    /// Opens the part `shard` of the run in `run`, which has its own folder below it, as [`Tournament::open`] does. The
    /// rounds of a Swiss tournament are drawn from the parts that are merged in the run itself.
    pub fn open_shard(self, run: &Path, shard: Shard, begin: Begin) -> Result<OpenRun, RunError> {
        let (info, mut plan) = (self.info(), self.plan);
        let folder = shard.folder(run);
        if begin == Begin::Fresh && folder.exists() {
            archive_folder(&folder)?;
        }
        if !plan.schedule.is_drawn()
            && let Some(merged) = Store::begun_alone(run, PATIENCE)?
        {
            merged.verify(&mut plan.schedule)?;
        }
        let store = Store::open_within(&folder, &info, PATIENCE)?;
        let mut changes = changes(&store.info, &info);
        match store.shard()? {
            None if store.count()? == 0 => store.keep_shard(shard)?,
            Some(was) if was == shard => {}
            Some(was) => changes.push(format!("it was part {was} and is now part {shard}")),
            None => changes.push("it was a whole run and is now a part of one".to_owned()),
        }
        check_same(&folder, &changes)?;
        check_same(&folder, &witness::changes(&store, &plan.config, &plan.identities)?)?;
        OpenRun::new(plan, store, folder).check_games(begin == Begin::Repair)?.begin_session()
    }
}

fn check_same(folder: &Path, changes: &[String]) -> Result<(), RunError> {
    if changes.is_empty() {
        return Ok(());
    }
    Err(RunError::Message(format!(
        "{}: the run in this folder was begun differently:\n  {}\ngo on with what began it, or play in another \
         folder (`evalarena run` and `match`: --out, or --fresh, which keeps the old one under another name)",
        folder.display(),
        changes.join("\n  ")
    )))
}

impl OpenRun {
    fn new(plan: Plan, store: Store, folder: PathBuf) -> Self {
        let rebuilt = identity::rebuilt(&store.info.identities, &plan.identities);
        let (rearranged, build) = (RearrangedGames::default(), String::new());
        Self { plan, store, folder, rearranged, repaired: Vec::new(), rebuilt, build }
    }

    fn begin_session(mut self) -> Result<Self, RunError> {
        let own = ArenaBuild::own();
        self.store.begin_session(&self.plan.config, &own)?;
        self.build = own.name();
        Ok(self)
    }

    /// Checks that the games could have been played; with `repair`, those that could not are taken out.
    fn check_games(mut self, repair: bool) -> Result<Self, RunError> {
        loop {
            let Plan { config, openings, schedule, .. } = &mut self.plan;
            let bad = self.store.bad_games(&Replayer::new(config, Some(openings)), schedule)?;
            if bad.is_empty() {
                return Ok(self);
            }
            if !repair {
                return Err(RunError::Message(format!(
                    "{}: the database is damaged: {}\nmove it away, or play {} again by --repair of `evalarena run` and `match`",
                    self.folder.display(),
                    listed(&bad),
                    if bad.len() == 1 { "it" } else { "them" }
                )));
            }
            // In a Swiss tournament they may have decided the pairings.
            *schedule = Schedule::new(config);
            self.store.forget(bad.iter().map(|game| game.index))?;
            self.repaired.extend(bad);
        }
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
        Ok(Some(was.test().unwrap_or_else(|| "a fixed number of games".to_owned())))
    }

    /// Keeps by which command line it is played, and which test that sets; one that it replaces is remembered.
    pub fn keep_invocation(&self, command: Option<String>) -> Result<(), StoreError> {
        let mut earlier = self.store.invocation()?.earlier;
        earlier.extend(self.earlier_test()?);
        self.store.keep_invocation(&Invocation { earlier, ..Invocation::of(command, &self.plan.config) })
    }

    /// Ends playing: the run as it is on disk.
    pub fn close(self) -> Run {
        let Plan { config, schedule, .. } = self.plan;
        Run { folder: self.folder, config, schedule, store: self.store }
    }

    /// Plays the missing games, round by round, until the test of a match ends it. `observer` is called for each event;
    /// for the end of a game once it is stored. Fails if the workers or the store fail; stored games stay stored.
    pub fn play(&mut self, threads: usize, mut observer: impl FnMut(&Event)) -> Result<(), RunError> {
        if let Some(rule) = self.plan.config.run.stop {
            let mut counted = self.store.sequential(rule)?;
            return self.play_match(&mut counted, threads, |event, _| observer(event));
        }
        self.play_rounds(threads, |event| {
            observer(event);
            false
        })
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
        self.play_rounds(threads, |event| {
            if let Event::Finished(game) = event {
                counted.add(game.index, game.half_points_of(0));
            }
            observer(event, counted);
            counted.is_decided()
        })
    }

    /// Plays the missing games that are `wanted`, as far as the rounds are known, in the order of the schedule; `observer`
    /// is called as by [`OpenRun::play`]. The run is not marked as complete then.
    pub fn play_selected(
        &self,
        threads: usize,
        wanted: impl Fn(&ScheduledGame) -> bool + Send + Sync,
        mut observer: impl FnMut(&Event),
    ) -> Result<(), RunError> {
        let schedule = &self.plan.schedule;
        let finished = self.store.finished(schedule.len())?;
        let missing = || missing(schedule, 0..schedule.len(), &finished).filter(&wanted);
        let observer = |event: &Event| {
            observer(event);
            false
        };
        self.play_games(missing, threads, observer).map(drop)
    }

    /// Plays the missing games of all rounds until `observer` says that it is enough: then the run is not complete.
    fn play_rounds(&mut self, threads: usize, mut observer: impl FnMut(&Event) -> bool) -> Result<(), RunError> {
        let finished = self.store.finished(self.plan.schedule.len())?;
        for round in 0..self.plan.schedule.rounds() {
            if self.plan.schedule.pairings(round).is_none() {
                self.store.draw_round(&mut self.plan.schedule)?;
            }
            let schedule = &self.plan.schedule;
            let missing = || missing(schedule, schedule.round(round), &finished);
            if self.play_games(missing, threads, &mut observer)? {
                return Ok(());
            }
        }
        Ok(self.store.mark_complete()?)
    }

    /// Plays and stores `games`. Once `observer` says that it is enough no further game is begun, and those in play are
    /// played out; true if it has.
    fn play_games<I: Iterator<Item = ScheduledGame> + Send>(
        &self,
        games: impl Fn() -> I,
        threads: usize,
        mut observer: impl FnMut(&Event) -> bool,
    ) -> Result<bool, RunError> {
        let threads = games().take(threads).count();
        let is_enough = AtomicBool::new(false);
        if threads > 0 {
            let wanted = games().take_while(|_| !is_enough.load(Relaxed));
            let mut witnesses = Witnesses::new(&self.plan.config);
            arena::play(&self.plan, wanted, threads, |mut event| {
                if let Event::Finished(record) = &mut event {
                    record.build.clone_from(&self.build);
                    witnesses.add_to(record);
                    self.store.insert(record)?;
                }
                is_enough.fetch_or(observer(&event), Relaxed);
                Ok(())
            })?;
        }
        Ok(is_enough.into_inner())
    }
}

/// The games of `round` that are not `finished`, those of half-played pairs first.
fn missing<'s>(
    schedule: &'s Schedule,
    round: Range<usize>,
    finished: &'s [bool],
) -> impl Iterator<Item = ScheduledGame> + Send + 's {
    // The games of a pair are neighbours, the first one at an even place.
    let half_played = |&game: &usize| finished[game ^ 1];
    let missing = move |game: &usize| !finished[*game];
    let first = round.clone().filter(missing).filter(half_played);
    let then = round.filter(missing).filter(move |game| !half_played(game));
    first.chain(then).filter_map(|game| schedule.game(game))
}

/// The first ones of games that cannot have been played.
fn listed(games: &[BadGame]) -> String {
    const LISTED: usize = 3;
    let mut listed: Vec<String> = games.iter().take(LISTED).map(ToString::to_string).collect();
    if let more @ 1.. = games.len().saturating_sub(LISTED) {
        listed.push(format!("and {more} more"));
    }
    listed.join("; ")
}

/// Renames `folder` to the first free name of the form `NAME.old-1`, unless it is being played in.
pub fn archive_folder(folder: &Path) -> Result<(), RunError> {
    // A process that plays there holds it, and would continue under the other name.
    let _lock = Lock::acquire(folder)?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let free = (1..).map(|number| folder.with_file_name(format!("{name}.old-{number}"))).find(|path| !path.exists());
    free.map_or(Ok(()), |to| fs::rename(folder, to)).map_err(|error| {
        RunError::Message(format!("{}: cannot be renamed: {error}; rename it yourself", folder.display()))
    })
}
