//! How a node comes of a game, of a move and of passing: the evaluator's state is made with it.
//! Source: <https://www.chessprogramming.org/Copy-Make>.

use shakmaty::{Bitboard, Move, Position};

use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::key::Key;
use crate::movegen::checkers;
use crate::node::{Line, Node};

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
            let mv: EncodedMove = mv.into();
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
        mv: impl Into<EncodedMove>,
        line: &mut Line,
    ) -> Node<S> {
        let mv = mv.into();
        self.play_keyed(
            evaluator,
            mv,
            self.key.moved(self.position.turn(), mv),
            line,
        )
    }

    /// The node after a legal move, whose key is `moved` but for castling rights and en passant.
    #[inline]
    pub(crate) fn play_keyed<E: Evaluator<State = S>>(
        &self,
        evaluator: &E,
        encoded: EncodedMove,
        moved: Key,
        line: &mut Line,
    ) -> Node<S> {
        let mv: Move = encoded.into();
        // The node's own copies are changed where they stand: nothing is copied twice.
        let mut node = Node {
            position: self.position.clone(),
            key: self.key,
            state: self.state,
            checkers: Bitboard::EMPTY,
            index: self.index + 1,
            reversible: if encoded.is_zeroing() {
                0
            } else {
                self.reversible + 1
            },
            ply: self.ply + 1,
            occurrences: 1,
            recurrence: 0,
        };
        node.position.play_unchecked(mv);
        node.key = moved.with_rights(&self.position, &node.position);
        node.state = evaluator.child(self, mv, &node.position);
        node.checkers = checkers(&node.position);
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
}
