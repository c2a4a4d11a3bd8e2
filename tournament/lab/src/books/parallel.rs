//! Many positions for many players at the same time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;

use rayon::ThreadPool;

use super::error::GenerateError;
use config::EngineConfig;
use players::player::{Player, interrupted, player};
use players::workers::workers;

/// Players of one engine, each with a thread of its own.
pub(super) struct Players {
    pool: ThreadPool,
    players: Vec<Box<dyn Player>>,
}

impl Players {
    /// `threads` of them, at least one.
    pub(super) fn new(engine: &EngineConfig, threads: usize) -> Result<Players, GenerateError> {
        let threads = threads.max(1);
        let players = (0..threads).map(|_| player(engine));
        Ok(Players {
            pool: workers(threads)?,
            players: players.collect::<Result<_, _>>()?,
        })
    }

    /// Has them do the jobs 0 to `jobs` - 1, each by whoever is free; the results are in the order of
    /// the jobs. `done` is told of each as it comes. The first error ends all.
    pub(super) fn each<T: Send>(
        &mut self,
        jobs: usize,
        work: impl Fn(&mut dyn Player, usize) -> Result<T, GenerateError> + Sync,
        mut done: impl FnMut(&T),
    ) -> Result<Vec<T>, GenerateError> {
        let next = AtomicUsize::new(0);
        let (sender, told) = sync_channel(2 * self.players.len());
        let mut results: Vec<Option<T>> = (0..jobs).map(|_| None).collect();
        let players = &mut self.players;
        self.pool.in_place_scope(|scope| {
            for player in players {
                let (sender, next, work) = (sender.clone(), &next, &work);
                scope.spawn(move |_| {
                    loop {
                        let job = next.fetch_add(1, Relaxed);
                        if job >= jobs || interrupted() {
                            return;
                        }
                        let result = work(player.as_mut(), job).map(|result| (job, result));
                        // Whoever listened has gone after an error.
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for message in told {
                let (job, result) = message?;
                done(&result);
                results[job] = Some(result);
            }
            Ok::<_, GenerateError>(())
        })?;
        // Programs are killed when the process ends: what they did then does not count.
        let results = results.into_iter().collect::<Option<Vec<T>>>();
        results
            .filter(|_| !interrupted())
            .ok_or(GenerateError::Interrupted)
    }
}
