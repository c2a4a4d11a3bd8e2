//! The whole line of a mate: where the search has broken it off, since it knew the rest, the rest is
//! looked up in its table or searched again.

use shakmaty::{Move, Position};

use super::mate::MateSearch;
use super::{Interruption, Search};
use crate::encoded_move::EncodedMove;
use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::node::Node;
use crate::score::Score;

/// This many remaining moves are searched again.
const MOST_MOVES: u32 = 3;
/// With this many moves played in all.
const MOST_NODES: u32 = 10_000;
/// Entries of its table: it is made at once, and often.
const SLOTS: usize = 1 << 12;

impl<E: Evaluator> Search<E> {
    /// Makes `line`, which begins at the root `node` and has `score`, as long as the mate that it
    /// announces, if it can be had at once. Other lines stay as they are.
    pub(super) fn complete_mate(&self, node: &Node<E::State>, line: &mut Vec<Move>, score: Score) {
        let Some(plies) = score.mate_plies().filter(|&plies| line.len() < plies) else {
            return;
        };
        let mut keys = self.line.clone();
        let mut at = node.clone();
        for &mv in line.iter() {
            at = at.play(&self.evaluator, mv, &mut keys);
        }
        while line.len() < plies {
            let from_here = if line.len().is_multiple_of(2) { score } else { -score };
            let mut moves = at.position().to_chess().legal_moves().into_iter();
            let next = moves.find_map(|mv| {
                let after = at.play(&self.evaluator, mv, &mut keys);
                self.is_known(&after, -from_here, plies).then_some((mv, after))
            });
            let Some((mv, after)) = next else { break };
            line.push(mv);
            at = after;
        }
        if let Some(rest) = rest(&at, plies - line.len()) {
            line.extend(rest.into_iter().map(Into::<Move>::into));
        }
    }

    /// True if `node` is the end of a mate after `plies` plies, or the table knows that it has `score`.
    fn is_known(&self, node: &Node<E::State>, score: Score, plies: usize) -> bool {
        if node.ply() == plies {
            return node.position().to_chess().is_checkmate();
        }
        let entry = self.table.probe(self.table_key(node), node.ply());
        entry.is_some_and(|entry| entry.score == score) && !node.is_repetition()
    }
}

/// The rest of a mate, `plies` long.
fn rest<S: Copy>(node: &Node<S>, plies: usize) -> Option<Vec<EncodedMove>> {
    let moves = plies.div_ceil(2) as u32;
    if plies == 0 || moves > MOST_MOVES {
        return None;
    }
    let mut left = MOST_NODES;
    let position = &node.position().to_chess();
    let mut count = || {
        left = left.checked_sub(1).ok_or(Interruption)?;
        Ok(())
    };
    let mut search = MateSearch::new(&Game::new(position.clone()), SLOTS, &mut count);
    let line = if plies.is_multiple_of(2) {
        search.defence(position, moves).ok()
    } else {
        let tries: Vec<EncodedMove> = position.legal_moves().into_iter().map(Into::into).collect();
        search.shortest(position, &tries, moves).ok().flatten()
    };
    line.filter(|line| line.len() == plies)
}
