//! The transposition table: what earlier searches found in a position.
//!
//! An entry is two atomic words, the data and the key exclusive-or'ed with the data, so that threads can share the
//! table without locks: a torn entry fails its key test and is not found. Source: R. Hyatt and T. Mann, "A lockless
//! transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.

mod slots;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use shakmaty::Role;

use crate::encoded_move::EncodedMove;
use crate::movegen::Generator;
use crate::params::QUIESCENCE_DEPTH;
use crate::position::Position;
use crate::score::{Score, Value, Window};
use slots::{CLUSTER, Slot, Slots};

/// A move in 16 bits: the lower half of an [`EncodedMove`]. The board supplies the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move.
    pub const NONE: PackedMove = PackedMove(0);

    /// The part of `mv` that a table entry keeps.
    #[inline]
    pub const fn of(mv: EncodedMove) -> PackedMove {
        PackedMove(mv.lower_half())
    }

    /// True if the move takes a piece on its square in `position`, or promotes.
    pub fn is_capture_or_promotion(self, position: &Position) -> bool {
        let half = EncodedMove::from_lower_half(self.0);
        half.is_some_and(|mv| position.them().contains(mv.to()) || mv.is_promotion())
    }

    /// The move, if it is legal where `generator` generates.
    pub fn unpack(self, position: &Position, generator: &Generator<'_>) -> Option<EncodedMove> {
        let half = EncodedMove::from_lower_half(self.0)?;
        let (from, to) = (half.from(), half.to());
        let board = position.board();
        let role = board.role_at(from)?;
        let captured = board.role_at(to);
        let ours = board.by_color(position.turn());
        let mv = if role == Role::King && captured == Some(Role::Rook) && ours.contains(to) {
            EncodedMove::castling(from, to)
        } else if role == Role::Pawn && from.file() != to.file() && captured.is_none() {
            EncodedMove::en_passant(from, to)
        } else {
            let mv = EncodedMove::normal(role, from, to, captured);
            half.promotion().map_or(mv, |role| mv.promoting_to(role))
        };
        generator.is_legal(mv).then_some(mv)
    }
}

/// The bound that the stored score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// The bound that a `score` searched with this window is.
    #[inline]
    pub fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The best move found, or none.
    pub mv: PackedMove,
    /// The score, counted from the root of the probing search.
    pub score: Score,
    /// The static value, where it was computed.
    pub eval: Option<Value>,
    /// The depth that the score was searched to, in plies.
    pub depth: i32,
    /// The bound that the score is.
    pub bound: Bound,
}

impl Entry {
    /// A better guess at a node's score than its static value `eval`, where the stored score shows
    /// that it is off; mates are left out.
    #[inline]
    pub fn refined(&self, eval: Value) -> Value {
        let stored = match self.score.cp() {
            Some(centipawns) if !self.score.is_mate() => Value::clamped(centipawns),
            _ => return eval,
        };
        match self.bound {
            Bound::Exact => stored,
            Bound::Lower => eval.max(stored),
            Bound::Upper => eval.min(stored),
        }
    }

    /// True if the score settles a search of `depth` plies with this window.
    #[inline]
    pub fn decides(&self, depth: i32, window: Window) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= window.beta,
                Bound::Upper => self.score <= window.alpha,
            }
    }
}

/// The table. A clone shares the entries, and counts its searches itself from then on.
#[derive(Clone, Debug)]
pub struct Transposition {
    slots: Arc<Slots>,
    generation: u64,
}

// The data word: move 16, score 16, eval 16, depth 8, bound 2, generation 6.
const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const GENERATION_SHIFT: u32 = 58;
const GENERATIONS: u64 = 64;
/// The depth that is stored as 0.
const LOWEST_DEPTH: i32 = QUIESCENCE_DEPTH;
/// Stored where a node was in check and has no static value.
const NO_EVAL: i16 = i16::MIN;

impl Transposition {
    /// A table of 2^`bits` entries, of 16 bytes each.
    pub fn with_bits(bits: u32) -> Transposition {
        let clusters = ((1 << bits) / CLUSTER).max(1);
        Transposition { slots: Arc::new(Slots::new(clusters)), generation: 0 }
    }

    /// The largest table that fits in `megabytes`.
    pub fn with_megabytes(megabytes: usize) -> Transposition {
        let entries = megabytes * (1 << 20) / size_of::<Slot>();
        Transposition::with_bits(entries.max(1).ilog2())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.generation = 0;
    }

    /// Begins a new search: older entries are replaced first.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Has the memory under `key` loaded while other work is done: a [`Transposition::probe`] is soon to follow.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.slots.prefetch(key);
    }

    /// The entry under `key`, with mates counted from a root `ply` plies above.
    #[inline(always)]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.slots.cluster(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let found = slot.check.load(Relaxed) ^ data == key && data != 0;
            found.then(|| {
                self.refresh(slot, key, data);
                unpack(data, ply)
            })
        })
    }

    /// An entry that is still of use is as good as one of this search.
    #[inline]
    fn refresh(&self, slot: &Slot, key: u64, data: u64) {
        if data >> GENERATION_SHIFT != self.generation {
            let others = data & ((1 << GENERATION_SHIFT) - 1);
            write(slot, key, others | self.generation << GENERATION_SHIFT);
        }
    }

    /// Stores what a search found; `entry.score` is counted from a root `ply` plies above.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        self.slots.mark_written();
        let generation = self.generation;
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.slots.cluster(key) {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return replace(slot, data, key, ply, entry, generation);
            }
            let worth = worth(data, generation);
            if worth < least {
                (least, victim) = (worth, Some(slot));
            }
        }
        if let Some(slot) = victim {
            write(slot, key, pack(&entry, ply, generation));
        }
    }

    /// The share of the table filled by this search, in thousandths.
    pub fn permille(&self) -> usize {
        let generation = self.generation;
        let sample = self.slots.sample(250);
        let used = sample
            .iter()
            .filter(|slot| {
                let data = slot.data.load(Relaxed);
                data != 0 && data >> GENERATION_SHIFT == generation
            })
            .count();
        used * 1000 / sample.len()
    }
}

/// Overwrites the same position's entry, unless that would lose a much deeper search of it.
#[inline]
fn replace(slot: &Slot, old: u64, key: u64, ply: usize, mut entry: Entry, generation: u64) {
    if entry.mv == PackedMove::NONE {
        entry.mv = PackedMove(old as u16);
    }
    let old_depth = depth_of(old);
    let same_search = old >> GENERATION_SHIFT == generation;
    let keeps = entry.bound != Bound::Exact && same_search && entry.depth + 3 < old_depth;
    if !keeps {
        write(slot, key, pack(&entry, ply, generation));
    }
}

#[inline]
fn write(slot: &Slot, key: u64, data: u64) {
    slot.check.store(key ^ data, Relaxed);
    slot.data.store(data, Relaxed);
}

/// The replacement value of an entry: its depth, less for each search since it was stored.
#[inline]
fn worth(data: u64, generation: u64) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let age = (generation + GENERATIONS - (data >> GENERATION_SHIFT)) % GENERATIONS;
    depth_of(data) - 4 * age as i32
}

#[inline]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH_SHIFT) as u8) + LOWEST_DEPTH
}

#[inline]
fn pack(entry: &Entry, ply: usize, generation: u64) -> u64 {
    let eval = entry.eval.map_or(NO_EVAL, |value| value.cp() as i16);
    let depth = (entry.depth - LOWEST_DEPTH).clamp(0, 255) as u64;
    u64::from(entry.mv.0)
        | u64::from(entry.score.to_table(ply) as u16) << SCORE_SHIFT
        | u64::from(eval as u16) << EVAL_SHIFT
        | depth << DEPTH_SHIFT
        | (entry.bound as u64) << BOUND_SHIFT
        | generation << GENERATION_SHIFT
}

#[inline]
fn unpack(data: u64, ply: usize) -> Entry {
    let eval = (data >> EVAL_SHIFT) as i16;
    Entry {
        mv: PackedMove(data as u16),
        score: Score::from_table((data >> SCORE_SHIFT) as i16, ply),
        eval: (eval != NO_EVAL).then(|| Value::clamped(i32::from(eval))),
        depth: depth_of(data),
        bound: match data >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}
