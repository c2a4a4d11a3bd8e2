//! The memory of a transposition table: made and cleared without a pause, however large it is.
//!
//! The system hands out memory that is 0 and maps a page of it at the first touch, which costs several times what
//! clearing it does. A small table is mapped when it is made, so that no search has to wait for it; for a large one
//! that would take seconds, so it is mapped as searches fill it. Huge pages are requested where it has them, since
//! entries far apart would each need their own address translation. A table not written since it was made or cleared is
//! clear; of any other those pages are written that have something in them, and no others are mapped by it.

use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{Builder, available_parallelism, scope};

use bytemuck::Zeroable;
use bytemuck::allocation::zeroed_slice_box;
use kevy_madvise::advise_hugepage;
use prefetch_index::prefetch_index;

/// Entries that share a cache line.
pub(super) const CLUSTER: usize = 4;

const LINE: usize = 64;

/// Bytes of a page, which is looked through before it is written; larger ones are as well off.
const PAGE: usize = 4096;

const HUGE_PAGE: usize = 2 << 20;

/// Bytes of the largest table that is mapped when it is made: some tenths of a second.
const MAPPED_AT_ONCE: usize = 256 << 20;

/// Slots that are worth their own thread when they are cleared.
const THREAD: usize = 1 << 21;

/// An entry: its data, and the key exclusive-or'ed with them.
#[derive(Debug, Zeroable)]
#[repr(C)]
pub(super) struct Slot {
    pub(super) check: AtomicU64,
    pub(super) data: AtomicU64,
}

pub(super) type Cluster = [Slot; CLUSTER];

#[derive(Debug)]
pub(super) struct Slots {
    /// Some more than there are clusters for: a type that is aligned would be zeroed by hand.
    memory: Box<[Slot]>,
    /// The slot that begins a cache line, in a large table a huge page.
    first: usize,
    clusters: usize,
    /// True if anything was stored since they were made or cleared.
    written: AtomicBool,
}

impl Slots {
    pub(super) fn new(clusters: usize) -> Slots {
        let bytes = clusters * LINE;
        let alignment = if bytes < HUGE_PAGE { LINE } else { HUGE_PAGE };
        let memory: Box<[Slot]> = zeroed_slice_box((bytes + alignment) / size_of::<Slot>());
        let slots =
            Slots { first: slots_before(&memory, alignment), memory, clusters, written: AtomicBool::new(false) };
        if bytes >= HUGE_PAGE {
            advise_hugepage(slots.all().as_ptr().cast(), bytes);
        }
        if bytes <= MAPPED_AT_ONCE {
            for page in slots.all().chunks(PAGE / size_of::<Slot>()) {
                page[0].check.store(0, Relaxed);
            }
        }
        slots
    }

    fn all(&self) -> &[Slot] {
        &self.memory[self.first..self.first + self.clusters * CLUSTER]
    }

    #[inline]
    pub(super) fn cluster(&self, key: u64) -> &Cluster {
        &self.memory[self.first..].as_chunks().0[self.index(key)]
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.memory, self.first + CLUSTER * self.index(key));
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters as u128) >> 64) as usize
    }

    pub(super) fn sample(&self, most: usize) -> &[Slot] {
        &self.all()[..self.clusters.min(most) * CLUSTER]
    }

    #[inline]
    pub(super) fn mark_written(&self) {
        // Threads that only read share the line.
        if !self.written.load(Relaxed) {
            self.written.store(true, Relaxed);
        }
    }

    /// Empties all of them, by as many threads as they and the machine have room for.
    pub(super) fn clear(&self) {
        if !self.written.swap(false, Relaxed) {
            return;
        }
        let most = available_parallelism().map_or(1, NonZero::get);
        let all = self.all();
        let threads = (all.len() / THREAD).clamp(1, most);
        let mut parts = all.chunks(all.len().div_ceil(threads));
        let own = parts.next();
        scope(|scope| {
            for part in parts {
                // Parts for which the system has no thread are cleared here.
                if Builder::new().spawn_scoped(scope, || clear(part)).is_err() {
                    clear(part);
                }
            }
            own.into_iter().for_each(clear);
        });
    }
}

/// The number of slots before the first multiple of this many bytes.
fn slots_before(slots: &[Slot], alignment: usize) -> usize {
    let address = slots.as_ptr().addr();
    let bytes = address.next_multiple_of(alignment) - address;
    // An allocator may align to 8 bytes only: then clusters straddle lines, and that is all.
    (bytes / size_of::<Slot>()).min(slots.len())
}

fn clear(slots: &[Slot]) {
    let (head, pages) = slots.split_at(slots_before(slots, PAGE));
    for page in iter::once(head).chain(pages.chunks(PAGE / size_of::<Slot>())) {
        let is_full = |slot: &Slot| slot.check.load(Relaxed) | slot.data.load(Relaxed) != 0;
        if page.iter().any(is_full) {
            for slot in page {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_empty(slots: &Slots) -> bool {
        let words = |slot: &Slot| slot.check.load(Relaxed) | slot.data.load(Relaxed);
        slots.memory.iter().all(|slot| words(slot) == 0)
    }

    /// More than one thread's worth, with something in every other page and at the end.
    #[test]
    fn all_is_cleared_again_and_again() {
        let slots = Slots::new(2 * THREAD / CLUSTER);
        let all = slots.sample(usize::MAX);
        assert_eq!(all.len(), 2 * THREAD);
        for _ in 0..2 {
            slots.mark_written();
            for pair in all.chunks(512) {
                pair[3].check.store(1, Relaxed);
                pair[99].data.store(1, Relaxed);
            }
            all.last().unwrap().data.store(1, Relaxed);
            slots.clear();
            assert!(is_empty(&slots));
        }
    }

    #[test]
    fn unwritten_slots_are_not_read() {
        let slots = Slots::new(1);
        slots.cluster(0)[0].data.store(1, Relaxed);
        slots.clear();
        assert!(!is_empty(&slots));
        slots.mark_written();
        slots.clear();
        assert!(is_empty(&slots));
    }

    #[test]
    fn clusters_are_cache_lines_from_the_first_to_the_last() {
        for clusters in [1, 2, 1000, 1 << 15, 1 << 16] {
            let slots = Slots::new(clusters);
            let all = slots.sample(usize::MAX).as_ptr_range();
            let (first, last) = (slots.cluster(0), slots.cluster(u64::MAX));
            assert_eq!(first.as_ptr(), all.start);
            assert_eq!(last.as_ptr_range().end, all.end);
            let page = if clusters < 1 << 15 { LINE } else { HUGE_PAGE };
            assert_eq!(first.as_ptr().addr() % page, 0);
            assert_eq!(all.end.addr() - all.start.addr(), clusters * LINE);
        }
    }
}
