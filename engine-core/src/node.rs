//! A node of the game tree: a small value that is copied and played upon, never undone.

use shakmaty::{Bitboard, Chess, Move, Position};

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::key::Key;
use crate::movegen::checkers;

/// The keys of the positions on the way to a node, for finding repetitions.
///
/// One line serves a whole search: playing a move from a node forgets whatever was played from
/// that node before.
#[derive(Clone, Debug, Default)]
pub struct Line {
    keys: Vec<Key>,
}

impl Line {
    /// The keys from the game's start on.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }
}

/// A position in the tree with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct Node<S> {
    position: Chess,
    key: Key,
    state: S,
    checkers: Bitboard,
    /// Where the node's key stands in its line.
    index: u32,
    /// Plies back to the last capture, pawn move or null move, as far as the line goes.
    reversible: u32,
    ply: u16,
    occurrences: u8,
    /// Plies back to the same position; 0 if it has not occurred before.
    recurrence: u16,
}

impl<S: Copy> Node<S> {
    /// The node of the game's position, and the line that leads to it.
    pub fn root<E: Evaluator<State = S>>(evaluator: &E, game: &Game) -> (Node<S>, Line) {
        let mut line = Line::default();
        let mut position = game.start().clone();
        line.keys.push(Key::of(&position));
        let mut reversible = 0;
        for &mv in game.moves() {
            let before = position.clone();
            position.play_unchecked(mv);
            line.keys
                .push(line.keys[line.keys.len() - 1].after(&before, mv, &position));
            reversible = if mv.is_zeroing() { 0 } else { reversible + 1 };
        }
        let index = line.keys.len() - 1;
        let mut node = Node {
            key: line.keys[index],
            state: evaluator.root(game),
            checkers: checkers(&position),
            position,
            index: index as u32,
            reversible,
            ply: 0,
            occurrences: 1,
            recurrence: 0,
        };
        node.look_back(&line);
        (node, line)
    }

    /// The node after a legal move.
    #[inline]
    pub fn play<E: Evaluator<State = S>>(
        &self,
        evaluator: &E,
        mv: Move,
        line: &mut Line,
    ) -> Node<S> {
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        let mut node = Node {
            key: self.key.after(&self.position, mv, &position),
            state: evaluator.child(self, mv, &position),
            checkers: checkers(&position),
            position,
            index: self.index + 1,
            reversible: if mv.is_zeroing() {
                0
            } else {
                self.reversible + 1
            },
            ply: self.ply + 1,
            occurrences: 1,
            recurrence: 0,
        };
        line.keys.truncate(node.index as usize);
        line.keys.push(node.key);
        node.look_back(line);
        node
    }

    /// The node after passing the turn; `None` in check.
    ///
    /// The halfmove clock stays, but repetitions are not looked for across a null move.
    #[inline]
    pub fn null_move<E: Evaluator<State = S>>(
        &self,
        evaluator: &E,
        line: &mut Line,
    ) -> Option<Node<S>> {
        let position = self.position.clone().swap_turn().ok()?;
        let node = Node {
            key: self.key.after_null(&self.position),
            state: evaluator.null(self, &position),
            checkers: Bitboard::EMPTY,
            position,
            index: self.index + 1,
            reversible: 0,
            ply: self.ply + 1,
            occurrences: 1,
            recurrence: 0,
        };
        line.keys.truncate(node.index as usize);
        line.keys.push(node.key);
        Some(node)
    }

    /// The same node with another state.
    pub(crate) fn with_state(&self, state: S) -> Node<S> {
        Node {
            state,
            ..self.clone()
        }
    }

    /// Counts how often the position has occurred in the line.
    #[inline]
    fn look_back(&mut self, line: &Line) {
        // Two plies cannot lead back to the same position, and every second ply has the other
        // side to move.
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
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The position key; it knows nothing of the evaluator's state.
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// What the evaluator keeps from move to move.
    #[inline]
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
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

    /// How often the position has occurred, this time included.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        u32::from(self.occurrences)
    }

    /// Whether the search should take the position for a draw by repetition: it is the third
    /// time, or the second with the first inside the tree below the root.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        self.occurrences >= 3 || (self.recurrence != 0 && self.recurrence < self.ply)
    }
}
