//! Several threads on one position: Lazy SMP.
//!
//! Every thread is a whole search with its own evaluator and histories. They share nothing but the transposition table,
//! in which each finds what the others have seen, and a count of nodes. Every other helper begins one ply deeper, so
//! that the threads do not all poll at the same nodes at the same time. The first thread alone keeps the time, reports
//! and chooses the move; when it ends, the others do. Source: <https://www.chessprogramming.org/Lazy_SMP>.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{Builder, scope};

use super::{Report, Search};
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::params::time::NODES_BETWEEN_LOOKS;
use crate::tables::transposition::Transposition;

/// The stack of a search's thread, in bytes: the deepest line of the heaviest evaluator needs less.
pub const STACK: usize = 64 << 20;

#[derive(Debug)]
pub(super) struct SharedState {
    over: AtomicBool,
    /// Nodes of all threads, as of the last time that each looked at the clock.
    nodes: AtomicU64,
    node_limit: u64,
}

impl SharedState {
    fn new(limits: &Limits) -> SharedState {
        SharedState {
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Adds the nodes since a thread's last poll; returns true if the thread has to stop.
    pub(super) fn poll(&self) -> bool {
        let before = self.nodes.fetch_add(NODES_BETWEEN_LOOKS, Relaxed);
        before + NODES_BETWEEN_LOOKS >= self.node_limit || self.over.load(Relaxed)
    }

    /// The nodes of all threads, seen by one that has searched `own` nodes.
    pub(super) fn nodes(&self, own: u64) -> u64 {
        self.nodes.load(Relaxed).max(own)
    }
}

/// Ends the search of the helpers when it goes out of scope, even if the first thread panics.
struct StopHelpers<'c>(&'c SharedState);

impl Drop for StopHelpers<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// A search by one or more threads.
///
/// With one thread it is [`Search::go`] and nothing else. With several the outcome depends on how
/// the machine runs them, and a search limited by nodes stops when all threads together have
/// searched them, as far as they know of each other: that is at most 256 nodes a thread too late.
pub struct ThreadPool<E: Evaluator> {
    first: Search<E>,
    /// Made when they are needed, and forgotten when they would have to forget.
    helpers: Vec<Search<E>>,
    threads: usize,
}

impl<E: Evaluator + Clone> ThreadPool<E> {
    /// A search by one thread, with an empty table.
    pub fn new(evaluator: E, table: Transposition) -> ThreadPool<E> {
        ThreadPool { first: Search::new(evaluator, table), helpers: Vec::new(), threads: 1 }
    }

    /// Searches with this many threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.helpers.truncate(self.threads - 1);
    }

    /// The first thread's search.
    pub fn search(&self) -> &Search<E> {
        &self.first
    }

    /// The first thread's search, to be changed or cleared: what the others remember is forgotten.
    pub fn search_mut(&mut self) -> &mut Search<E> {
        self.helpers.clear();
        &mut self.first
    }

    /// Searches the game's position within `limits`, passing `observer` every iteration that the first thread has
    /// finished. Nodes are those of all threads. If the system cannot start a helper, the others search without it.
    pub fn go(&mut self, game: &Game, limits: &Limits, observer: impl FnMut(&Report)) -> Report {
        if self.threads == 1 {
            return self.first.go(game, limits, observer);
        }
        let shared = Arc::new(SharedState::new(limits));
        self.prepare_helpers(&shared);
        let of_helpers = Limits { search_moves: limits.search_moves.clone(), ..Limits::default() };
        let (first, helpers) = (&mut self.first, &mut self.helpers);
        let mut outcome = scope(|scope| {
            for helper in helpers.iter_mut() {
                let help = || helper.go(game, &of_helpers, |_| {});
                let thread = Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, help).ok();
            }
            let _over = StopHelpers(&shared);
            first.go(game, limits, observer)
        });
        self.first.shared = None;
        outcome.nodes += self.helpers.iter().map(|helper| helper.nodes).sum::<u64>();
        outcome
    }

    /// Creates the missing helpers, and gives all of them the table.
    fn prepare_helpers(&mut self, shared: &Arc<SharedState>) {
        let table = &self.first.table;
        while self.helpers.len() + 1 < self.threads {
            let evaluator = self.first.evaluator.clone();
            let mut helper = Search::new(evaluator, table.clone());
            helper.helps = true;
            self.helpers.push(helper);
        }
        for (index, helper) in self.helpers.iter_mut().enumerate() {
            helper.table = table.clone();
            helper.shared = Some(Arc::clone(shared));
            helper.nodes = 0;
            helper.first_depth = if index % 2 == 0 { 2 } else { 1 };
        }
        self.first.shared = Some(Arc::clone(shared));
    }
}
