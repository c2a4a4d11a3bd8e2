//! Nodes made from a game, a move or a null move, with the evaluator's state.
//! Source: <https://www.chessprogramming.org/Copy-Make>.

use shakmaty::Bitboard;

use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::key::Key;
use crate::node::{Line, Node};
use crate::position::Position;

impl<S: Copy> Node<S> {
    /// The node of the game's position, which [`Evaluator::evaluate`] takes, and the line that leads to it, which
    /// [`Node::play`] continues. For a value with its terms there is [`Evaluation::of`](crate::evaluation::Evaluation::of).
    pub fn root<E: Evaluator<State = S>>(evaluator: &E, game: &Game) -> (Node<S>, Line) {
        let mut line = Line::default();
        let mut position = Position::from(game.start());
        line.keys.push(Key::of(game.start()));
        let mut reversible = 0;
        for &mv in game.moves() {
            let before = position.clone();
            let mv: EncodedMove = mv.into();
            position.play(mv);
            line.keys.push(line.keys[line.keys.len() - 1].after(&before, mv, &position));
            reversible = if mv.is_zeroing() { 0 } else { reversible + 1 };
        }
        let index = line.keys.len() as u32 - 1;
        let mut node = Node {
            key: line.keys[index as usize],
            state: evaluator.root(game),
            checkers: position.checkers(),
            position,
            index,
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
    pub fn play<E: Evaluator<State = S>>(&self, evaluator: &E, mv: impl Into<EncodedMove>, line: &mut Line) -> Node<S> {
        let mv = mv.into();
        let moved = self.key.moved(self.position.turn(), mv);
        let mut child = self.clone();
        self.play_keyed(evaluator, mv, moved, line, &mut child);
        child
    }

    /// Plays on `child`, a copy of this node, a legal move whose key is `moved` but for castling rights and en passant.
    // The copy is changed where it stands: a node that is returned would be copied once more.
    // A call would cost 26 instructions a node, and the compiler would make one.
    #[inline(always)]
    pub(crate) fn play_keyed<E: Evaluator<State = S>>(
        &self,
        evaluator: &E,
        mv: EncodedMove,
        moved: Key,
        line: &mut Line,
        child: &mut Node<S>,
    ) {
        child.position.play(mv);
        child.key = moved.with_rights(&self.position, &child.position);
        evaluator.update(&mut child.state, self, mv, &child.position);
        child.checkers = child.position.checkers();
        child.index += 1;
        child.ply += 1;
        child.reversible = if mv.is_zeroing() { 0 } else { child.reversible + 1 };
        line.set(child.index, child.key);
        child.look_back(line);
    }

    /// The node after passing the turn; `None` in check.
    ///
    /// The halfmove clock stays, but repetitions are not looked for across a null move.
    #[inline]
    pub fn null_move<E: Evaluator<State = S>>(&self, evaluator: &E, line: &mut Line) -> Option<Node<S>> {
        if self.is_check() {
            return None;
        }
        let position = self.position.passed();
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
        line.set(node.index, node.key);
        Some(node)
    }
}
