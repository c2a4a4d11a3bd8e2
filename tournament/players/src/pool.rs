//! Threads that searches run on, and players at many jobs at the same time.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, MutexGuard, PoisonError};

use config::EngineConfig;
use engine_core::search::STACK;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::player::{Player, PlayerError, interrupted, player, start};

/// Players of some engines, at most one for each thread at work.
pub struct Pool {
    engines: Vec<EngineConfig>,
    threads: ThreadPool,
    /// Players without a job, with the places of their engines.
    idle: Mutex<Vec<(usize, Box<dyn Player>)>>,
}

impl Pool {
    /// Players of `engines` on `threads` threads, at least one. Players that cannot be set up fail here.
    pub fn new(engines: &[EngineConfig], threads: usize) -> Result<Pool, PlayerError> {
        for engine in engines {
            player(engine)?;
        }
        Ok(Pool { engines: engines.to_vec(), threads: workers(threads.max(1))?, idle: Mutex::default() })
    }

    /// Does the jobs 0 to `jobs` - 1, each with a player of the engine whose place `engine_of` returns, and returns the
    /// results in the order of the jobs. A player is the same for as long as a thread's jobs have the same engine.
    /// `done` gets each job with its result as it comes.
    /// The first error of `work` ends all; also if a player cannot be set up, or the process is about to end.
    pub fn each<T, E>(
        &self,
        jobs: usize,
        engine_of: impl Fn(usize) -> usize + Sync,
        work: impl Fn(&mut dyn Player, usize) -> Result<T, E> + Sync,
        mut done: impl FnMut(usize, &T),
    ) -> Result<Vec<T>, E>
    where
        T: Send,
        E: From<PlayerError> + Send,
    {
        let threads = self.threads.current_num_threads();
        let (sender, receiver) = sync_channel(2 * threads);
        let next = AtomicUsize::new(0);
        let mut results: Vec<Option<T>> = (0..jobs).map(|_| None).collect();
        self.threads.in_place_scope(|scope| {
            for _ in 0..threads.min(jobs) {
                let (sender, next, engine_of, work) = (sender.clone(), &next, &engine_of, &work);
                scope.spawn(move |_| {
                    let mut playing = None;
                    loop {
                        let job = next.fetch_add(1, Relaxed);
                        if job >= jobs || interrupted() {
                            break;
                        }
                        let ready = self.ready(engine_of(job), &mut playing);
                        let result = ready.map_err(E::from).and_then(|player| work(player, job));
                        // After an error there is no receiver.
                        if sender.send(result.map(|result| (job, result))).is_err() {
                            break;
                        }
                    }
                    self.idle().extend(playing);
                });
            }
            drop(sender);
            for message in receiver {
                let (job, result) = message?;
                done(job, &result);
                results[job] = Some(result);
            }
            Ok::<_, E>(())
        })?;
        // Programs are killed when the process ends: their failures then do not count.
        let results = results.into_iter().collect::<Option<Vec<T>>>();
        let results = results.filter(|_| !interrupted());
        results.ok_or_else(|| PlayerError("interrupted; there is no result".to_owned()).into())
    }

    /// A player of the engine at `place` that has been started: the one at hand if it is of that engine.
    fn ready<'p>(
        &self,
        place: usize,
        playing: &'p mut Option<(usize, Box<dyn Player>)>,
    ) -> Result<&'p mut dyn Player, PlayerError> {
        let at_hand = playing.take().filter(|(of, _)| *of == place);
        let idle = || {
            let mut idle = self.idle();
            let found = idle.iter().position(|(of, _)| *of == place)?;
            Some(idle.swap_remove(found))
        };
        let player = match at_hand.or_else(idle) {
            Some((_, player)) => player,
            None => player(&self.engines[place])?,
        };
        let (_, player) = playing.insert((place, player));
        start(&mut **player, &self.engines[place].name)?;
        Ok(&mut **player)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(usize, Box<dyn Player>)>> {
        // A panic cannot leave half a list.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `threads` workers with room for any search. Fails if the system gives none.
pub fn workers(threads: usize) -> Result<ThreadPool, PlayerError> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build()
        .map_err(|error| PlayerError(format!("cannot start {threads} threads: {error}; use fewer threads")))
}
