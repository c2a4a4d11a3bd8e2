//! The resources that concurrent games take, checked before the first one begins.

use engine_core::memory;

use super::worker::KEPT;
use config::{EngineConfig, EngineKind};
use players::player::{DESCRIPTORS, descriptor_limit};

/// Descriptors that the arena has open itself: the terminal, the store, the book, the reports, and a
/// program that is being started. Each game may read the system's clock by another.
const OWN_DESCRIPTORS: u64 = 24;

/// The reason that this many games cannot be played at a time.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ResourceError {
    #[error(
        "{threads} games at a time between {programs} programs need {needed} open files, and this \
         process may have {limit}: allow more (`ulimit -n {needed}`), or play with fewer --threads"
    )]
    Descriptors { threads: usize, programs: usize, needed: u64, limit: u64 },
    #[error(
        "{threads} games at a time need {needed} MiB for the players' tables, and {free} MiB are free: \
         set run.hash (or an engine's `hash`) lower, or play with fewer --threads"
    )]
    Memory { threads: usize, needed: u64, free: u64 },
}

/// An error if `threads` concurrent games between these engines take more descriptors than this process
/// may have, or more memory than there is.
pub(super) fn check(engines: &[EngineConfig], threads: usize) -> Result<(), ResourceError> {
    let tables = engines.iter().map(|engine| match &engine.kind {
        EngineKind::Evaluator(own) => own.table_bytes(),
        EngineKind::Program(_) => 0,
    });
    let (needed, free) = (tables.sum::<u64>() * threads as u64, memory::available());
    if let Some(free) = free.filter(|&free| needed > free) {
        let (needed, free) = (needed >> 20, free >> 20);
        return Err(ResourceError::Memory { threads, needed, free });
    }
    let programs = engines.iter().filter(|engine| engine.kind.is_program());
    let programs = programs.count();
    let running = (threads * programs.min(KEPT)) as u64;
    let needed = OWN_DESCRIPTORS + threads as u64 + DESCRIPTORS * running;
    match descriptor_limit() {
        Some(limit) if running > 0 && limit < needed => {
            Err(ResourceError::Descriptors { threads, programs, needed, limit })
        }
        _ => Ok(()),
    }
}
