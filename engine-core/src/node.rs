//! A node of the game tree: a small value that is copied and played upon, never undone.

use shakmaty::Bitboard;

use crate::key::Key;
use crate::position::Position;

/// The keys of the positions on the way to a node, for finding repetitions.
///
/// One line serves a whole search: playing a move from a node forgets whatever was played from that node before.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub(crate) keys: Vec<Key>,
}

impl Line {
    /// The position that is `index` plies from the start has this key; what follows it is forgotten.
    #[inline]
    pub(crate) fn set(&mut self, index: u32, key: Key) {
        match self.keys.get_mut(index as usize) {
            // The rest is never read: what is there is overwritten in its turn.
            Some(place) => *place = key,
            None => self.keys.push(key),
        }
    }
}

/// A position in the tree with everything that belongs to it: what an evaluator looks at.
///
/// [`Node::root`] makes the first one of a [`Game`](crate::game::Game), [`Node::play`] the one after a move.
#[derive(Clone, Debug)]
pub struct Node<S> {
    pub(crate) position: Position,
    pub(crate) key: Key,
    pub(crate) state: S,
    pub(crate) checkers: Bitboard,
    /// The place of the node's key in its line.
    pub(crate) index: u32,
    /// Plies back to the last capture, pawn move or null move, as far as the line goes.
    pub(crate) reversible: u32,
    pub(crate) ply: u16,
    pub(crate) occurrences: u8,
    /// Plies back to the same position; 0 if it has not occurred before.
    pub(crate) recurrence: u16,
}

impl<S: Copy> Node<S> {
    /// A node for its value alone, in no line of a search: it has no key, and nothing is known to have been repeated.
    #[inline]
    pub fn for_value(position: Position, state: S) -> Node<S> {
        let checkers = position.checkers();
        let (index, reversible, ply) = (0, 0, 0);
        Node { position, key: Key::default(), state, checkers, index, reversible, ply, occurrences: 1, recurrence: 0 }
    }

    /// Counts how often the position has occurred in the line.
    #[inline]
    pub(crate) fn look_back(&mut self, line: &Line) {
        (self.occurrences, self.recurrence) = (1, 0);
        // Two plies cannot lead back to the same position, and every second ply has the other side to move.
        let mut back = 4;
        while back <= self.reversible {
            if line.keys[(self.index - back) as usize] == self.key {
                self.occurrences = self.occurrences.saturating_add(1);
                if self.recurrence == 0 {
                    self.recurrence = back as u16;
                }
            }
            back += 2;
        }
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position key, independent of the evaluator's state.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The evaluator's state, kept from move to move.
    #[inline]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Plies from the root of the search.
    #[inline]
    pub fn ply(&self) -> usize {
        self.ply as usize
    }

    /// Plies since the last capture or pawn move: the fifty-move rule's clock.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.position.halfmoves()
    }

    /// The number of occurrences of the position, this one included.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        u32::from(self.occurrences)
    }

    /// True if the search should take the position for a draw by repetition: it is the third
    /// time, or the second with the first inside the tree below the root.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.occurrences >= 3 || (self.recurrence != 0 && self.recurrence < self.ply)
    }
}
