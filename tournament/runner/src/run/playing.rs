//! Playing the missing games of a run.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use match_stats::SequentialMatch;

use super::rounds::{draw_round, missing};
use super::{Opened, RunError};
use crate::arena::{self, Event};
use crate::schedule::ScheduledGame;
use crate::shard::Shard;

impl Opened {
    /// Plays the missing games, round by round, until the test of a match ends it. `observer` is called for each event; for
    /// the end of a game once it is stored.
    ///
    /// # Errors
    /// If the workers or the store fail; stored games stay stored.
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
        self.play_until(&mut counted, threads, |event, _| observer(event))
    }

    /// Plays the missing games until `counted`, the match after the stored games, is decided. `observer` is called as by
    /// [`Opened::play`], with the match after the event.
    pub fn play_until(
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

    /// Plays the missing games of `shard`, as far as the rounds are known; `observer` is called as by [`Opened::play`].
    pub fn play_shard(
        &mut self,
        threads: usize,
        shard: Shard,
        observer: impl FnMut(&Event),
    ) -> Result<(), RunError> {
        let schedule = self.plan.schedule.clone();
        self.play_wanted(threads, |game| shard.has_game(&schedule, game), observer)
    }

    /// Plays the missing games that are `wanted`, in the order of the schedule; `observer` is called as by [`Opened::play`].
    /// The run is not marked as complete then.
    pub fn play_wanted(
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

    /// As [`Opened::play`], but no further game is begun once `observer` breaks off. Those in play
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
