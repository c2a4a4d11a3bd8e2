//! Long commands run in their own thread, and are stopped from this one.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::thread::{Builder, park};
use std::time::{Duration, Instant};

use super::{Session, complain, send};
use crate::bench::{self, MAX_PERFT_DEPTH, divide};
use crate::input::Go;
use crate::output::Pace;
use engine_core::evaluator::Evaluator;
use engine_core::options::Configure;
use engine_core::search::{Report, STACK, ThreadPool};
use engine_core::tables::transposition::Bound;

/// Before that a score that is only a bound is of no interest.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

impl<E: Evaluator + Configure + Clone> Session<E> {
    pub(super) fn go(&mut self, mut go: Go) {
        let started = Instant::now();
        self.stop();
        let original = go.clone();
        let style = self.style();
        go.limits.started = Some(started);
        go.limits.clock_nodes = self.settings.clock_nodes;
        go.limits.lines = self.settings.lines;
        go.limits.by_score = self.settings.by_score;
        self.endless = go.infinite || go.ponder;
        self.pondering.store(go.ponder, Relaxed);
        let (stop, pondering) = (Arc::clone(&self.stop), Arc::clone(&self.pondering));
        let game = self.game.clone();
        let begun = self.start(move |search| {
            let mut last_nodes = None;
            let mut pace = Pace::new();
            let outcome = search.go(&game, &go.limits, |report: &Report| {
                let (line, now) = (style.info(report), Instant::now());
                if report.bound != Bound::Exact {
                    if report.time >= BOUNDS_AFTER {
                        pace.passing(&line, now, send);
                    }
                    return;
                }
                last_nodes = Some(report.nodes);
                pace.result(report.rank == 1, line, now, send);
                if let Some(chosen) = report.chosen {
                    pace.result(false, style.chosen(chosen, &report.line), now, send);
                }
            });
            pace.end(|line| send(line));
            if last_nodes.is_none_or(|nodes| outcome.nodes > nodes) {
                send(&style.info(&outcome));
            }
            // The move is sent only when it is due, even if all has been seen.
            while (go.infinite || pondering.load(Relaxed)) && !stop.load(Relaxed) {
                park();
            }
            if go.ponder {
                // A GUI takes info lines from before the hit for thoughts about another move.
                send(&style.info(&outcome));
            }
            send(&style.best_move(&outcome));
        });
        if !begun {
            self.put_off = Some(original);
        }
    }

    /// Counts the leaves `depth` plies below the position.
    pub(super) fn perft(&mut self, depth: u32) {
        if depth > MAX_PERFT_DEPTH {
            complain(&format!("perft counts at most {MAX_PERFT_DEPTH} plies deep"));
            return;
        }
        self.stop();
        let style = self.style();
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        self.start(move |_| {
            let total = divide(&game, depth, &stop, |mv, leaves| {
                send(&format!("{}: {leaves}", style.mv(mv)));
            });
            if let Some(total) = total {
                send(&format!("\nNodes searched: {total}"));
            }
        });
    }

    /// Searches the fixed positions with the evaluator as it is set.
    pub(super) fn bench(&mut self, depth: i32) {
        let evaluator = self.idle().search().evaluator.clone();
        let stop = Arc::clone(&self.stop);
        self.start(move |_| bench::run(evaluator, depth, &stop, send));
    }

    /// Does `work` in a thread, or here if the system has none and the work has an end; true if so.
    fn start<W>(&mut self, work: W) -> bool
    where
        W: FnOnce(&mut ThreadPool<E>) + Send + 'static,
    {
        let Some(mut search) = self.search.take() else {
            return true;
        };
        // Search and work go over when the thread is there: without a thread they stay here.
        let (give, take) = channel::<(Box<ThreadPool<E>>, W)>();
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            let (mut search, work) = take.recv().ok()?;
            work(&mut search);
            Some(search)
        });
        match thread {
            Ok(handle) => {
                give.send((search, work)).ok();
                self.running = Some(handle);
            }
            Err(error) if self.endless => {
                self.search = Some(search);
                complain(&format!("no thread for a search that waits for stop, which begins only then: {error}"));
                return false;
            }
            Err(error) => {
                complain(&format!("no thread for the search, which cannot be stopped: {error}"));
                work(&mut search);
                self.search = Some(search);
            }
        }
        true
    }

    /// The move that was expected has been played: from now on the search is one of the usual kind.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(go) = self.put_off.take() {
            self.go(Go { ponder: false, ..go });
        }
        if self.pondering.swap(false, Relaxed) {
            self.wake();
        }
    }

    /// Ends the running search, and waits for its output.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Relaxed);
        self.wake();
        self.wait();
        if let Some(mut go) = self.put_off.take() {
            go.limits.depth = Some(1);
            (go.infinite, go.ponder) = (false, false);
            self.go(go);
            self.wait();
        }
    }

    fn wake(&self) {
        if let Some(handle) = &self.running {
            handle.thread().unpark();
        }
    }

    fn wait(&mut self) {
        if let Some(handle) = self.running.take() {
            self.search = handle.join().ok().flatten();
        }
        self.stop.store(false, Relaxed);
        self.pondering.store(false, Relaxed);
        self.endless = false;
    }

    /// A search with a limit still answers when the input ends, so that commands can be piped in.
    pub(super) fn end_of_input(&mut self) {
        if self.endless {
            self.stop();
        } else {
            self.wait();
        }
    }
}
