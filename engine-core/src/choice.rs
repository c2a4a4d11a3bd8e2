//! An evaluator's part in the choice between moves, which no value of a position can express.
//!
//! A document may prefer one of two moves about equal in score, or request a second look at a position with other
//! values. Both belong to the root of a search: the search calls the evaluator's [`RootChoice`] after every iteration,
//! and plays no move that it has not searched with the evaluator's plain values.

use shakmaty::Move;

use crate::key::Key;
use crate::node::Node;
use crate::rule::Rule;
use crate::score::Score;

/// The rules by which an evaluator with states `S` chooses between root moves; `()` has none.
pub trait RootChoice<S> {
    /// Decides if the root's move `other` may be played although `best` has the best score. It is
    /// played if a search with a zero window shows that it does not score too little.
    fn preference(&self, root: &Node<S>, best: Move, other: Move) -> Option<Preference> {
        let _ = (root, best, other);
        None
    }

    /// Decides if the root, which has `score` (from the side to move) after a search of `depth` plies, is to be
    /// searched a second time from another state. What that finds is played if [`RootChoice::confirms`] agrees and a
    /// search with a zero window, from the root's own state, shows that it does not score too little.
    fn second_look(&self, root: &Node<S>, score: Score, depth: i32, turns: &Turns) -> Option<SecondLook<S>> {
        let _ = (root, score, depth, turns);
        None
    }

    /// True if the line that a second look has found best serves its purpose.
    fn confirms(&self, root: &Node<S>, look: &SecondLook<S>, line: &[Move]) -> bool {
        let _ = (root, look, line);
        true
    }
}

impl<S> RootChoice<S> for () {}

/// A root move is preferred to the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preference {
    /// The rule that allows it.
    pub rule: Rule,
    /// The most by which it may score less, in centipawns.
    pub margin: i32,
}

/// A second search of the root, to the same depth, from another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondLook<S> {
    /// The rule that requests it.
    pub rule: Rule,
    /// The state in place of the root's. Where the value of a position below the root depends on it,
    /// [`Evaluator::state_key`](crate::evaluator::Evaluator::state_key) has to differ.
    pub state: S,
    /// The most by which the move that it finds may score below the best one with the root's own state, in centipawns.
    pub margin: i32,
}

/// A move that a rule has chosen in place of the one with the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Substitution {
    /// The rule.
    pub rule: Rule,
    /// The move with the best score.
    pub over: Move,
}

/// The results of a search at its earlier turns of the game.
///
/// The search itself keeps it and forgets it with everything else. A turn counts as long as its
/// position is one of the game on the board.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    earlier: Vec<TurnRecord>,
    /// Moves played before the present turn.
    now: usize,
    /// True if there has been a second look at the present turn.
    looked_twice: bool,
}

#[derive(Clone, Copy, Debug)]
struct TurnRecord {
    /// Moves played before it.
    moves: usize,
    key: Key,
    score: Score,
    looked_twice: bool,
}

impl Turns {
    /// The score that the side to move found that many plies ago, from its side; an odd number counts
    /// as the next even one. `None` if nothing was searched then.
    pub fn score(&self, plies: usize) -> Option<Score> {
        let then = self.now.checked_sub(plies.next_multiple_of(2))?;
        let mut turns = self.earlier.iter();
        turns.find(|turn| turn.moves == then).map(|turn| turn.score)
    }

    /// The number of plies since the last second look of the side to move, this turn left out.
    pub fn plies_since_second_look(&self) -> Option<usize> {
        let same_side = |turn: &&TurnRecord| (self.now - turn.moves).is_multiple_of(2);
        let mut turns = self.earlier.iter().rev().filter(same_side);
        turns.find(|turn| turn.looked_twice).map(|turn| self.now - turn.moves)
    }

    /// A search begins; `keys` are those of the game's positions up to this one.
    pub(crate) fn begin(&mut self, keys: &[Key]) {
        self.now = keys.len() - 1;
        self.looked_twice = false;
        let now = self.now;
        self.earlier.retain(|turn| turn.moves < now && keys[turn.moves] == turn.key);
    }

    pub(crate) fn look_twice(&mut self) {
        self.looked_twice = true;
    }

    /// The search that has begun ends with `score`; `key` is the position's.
    pub(crate) fn end(&mut self, key: Key, score: Score) {
        self.earlier.push(TurnRecord { moves: self.now, key, score, looked_twice: self.looked_twice });
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Turns::default();
    }
}
