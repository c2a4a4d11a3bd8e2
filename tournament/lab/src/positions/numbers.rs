//! Numbers of games.

use std::collections::HashMap;

/// A game of which there are positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbered {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The number of its positions taken before.
    pub(super) taken: usize,
}

/// Counts games in the order in which they first occur. Those with names are known again by them, at two dozen bytes
/// each.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: HashMap<u64, Numbered>,
    count: usize,
}

impl Numbers {
    /// The number of a game without a name.
    pub(super) fn next(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// The game of this name; without one it is a new one.
    pub(super) fn of(&mut self, name: Option<u64>) -> Numbered {
        let Some(name) = name else {
            return Numbered { number: self.next(), taken: 0 };
        };
        *self.known.entry(name).or_insert_with(|| {
            self.count += 1;
            Numbered { number: self.count, taken: 0 }
        })
    }

    /// Counts this many more positions of the game of this name as taken.
    pub(super) fn take(&mut self, name: Option<u64>, positions: usize) {
        if let Some(known) = name.and_then(|name| self.known.get_mut(&name)) {
            known.taken += positions;
        }
    }

    /// Another file begins, in which the same names are other games.
    pub(super) fn forget_names(&mut self) {
        self.known.clear();
    }

    /// The number of games.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}
