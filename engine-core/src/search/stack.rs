//! The search stack, an entry for each ply of the present line: the piece that moved, from the game's last moves
//! on, the static value, the killer, and the principal variation from there, collected from the leaves up.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation>.

use arrayvec::ArrayVec;

use crate::encoded_move::EncodedMove;
use crate::score::{MAX_PLY, Value};
use crate::tables::correction::MovesBefore;
use crate::tables::history::{PieceTo, PreviousMoves};

pub(super) type Variation = ArrayVec<EncodedMove, { MAX_PLY + 1 }>;

const BEFORE: usize = 7;

#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// The pieces that moved [`BEFORE`] plies before the root, and so on to the deepest ply.
    moved: Box<[PieceTo; BEFORE + MAX_PLY + 1]>,
    /// The static values; `None` in check.
    values: Box<[Option<Value>; MAX_PLY + 1]>,
    /// The number of extensions by two plies at once in the line to each ply.
    pub(super) doubles: Box<[u8; MAX_PLY + 2]>,
    /// The quiet moves that caused a cutoff last.
    pub(super) killers: Box<[Option<EncodedMove>; MAX_PLY + 2]>,
    pub(super) variations: Vec<Variation>,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            moved: Box::new([PieceTo::NONE; BEFORE + MAX_PLY + 1]),
            values: Box::new([None; MAX_PLY + 1]),
            doubles: Box::new([0; MAX_PLY + 2]),
            killers: Box::new([None; MAX_PLY + 2]),
            variations: vec![Variation::new(); MAX_PLY + 2],
        }
    }
}

impl Stack {
    /// A search begins after the moves of a game that moved `before`, the last one first.
    pub(super) fn begin(&mut self, before: impl Iterator<Item = PieceTo>) {
        let known = self.moved[..BEFORE].iter_mut().rev();
        for (moved, before) in known.zip(before.chain(std::iter::repeat(PieceTo::NONE))) {
            *moved = before;
        }
        self.killers.fill(None);
    }

    #[inline]
    pub(super) fn set_moved(&mut self, ply: usize, moved: PieceTo) {
        self.moved[BEFORE + ply] = moved;
    }

    #[inline]
    pub(super) fn last_moves(&self, ply: usize) -> MovesBefore {
        let end = self.moved[ply..].first_chunk();
        end.copied().unwrap_or([PieceTo::NONE; BEFORE])
    }

    #[inline]
    pub(super) fn moved_before(&self, ply: usize, plies: usize) -> PieceTo {
        self.moved[BEFORE + ply - plies]
    }

    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 4].map(|plies| self.moved_before(ply, plies))
    }

    /// Keeps the static value of a node, and returns whether its side is improving: whether the best guess at the
    /// score is above the static value of its last turn. The root's value is not kept: two plies below it no side
    /// is improving, which costs nothing that could be measured (docs/measurements.md).
    #[inline]
    pub(super) fn improving(&mut self, ply: usize, value: Option<Value>, estimate: Option<Value>) -> bool {
        self.values[ply] = value;
        let last = match ply.checked_sub(2) {
            Some(last) => self.values[last],
            None => Some(Value::clamped(0)),
        };
        estimate.zip(last).is_some_and(|(estimate, last)| estimate > last)
    }

    /// The next move from `ply` is extended by this many plies.
    #[inline]
    pub(super) fn extend(&mut self, ply: usize, plies: i32) {
        self.doubles[ply + 1] = self.doubles[ply] + u8::from(plies == 2);
    }

    #[inline]
    pub(super) fn set_variation(&mut self, ply: usize, mv: EncodedMove) {
        let (here, below) = self.variations.split_at_mut(ply + 1);
        let variation = &mut here[ply];
        variation.clear();
        variation.push(mv);
        variation.extend(below[0].iter().copied().take(MAX_PLY));
    }
}
